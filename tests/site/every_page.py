"""A club with something of everything, and an address for each kind of page that visitors get."""

from datetime import date, timedelta
from decimal import Decimal

from django.urls import reverse
from django.utils import timezone

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import NameMode, Player, Visibility
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.links import path_of_link

from .world import World

NAMES = (
    "Anastasia-Konstantinopoulou", "Bea", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hal", "Ida", "Jan",
)  # fmt: skip
LONG_AGO = date(2024, 1, 5)


def round_robin(names=NAMES):
    """Rounds in which everybody meets everybody: the circle turns around the last; who is first wins."""
    circle, fixed = list(names[:-1]), names[-1]
    for turn in range(len(circle)):
        turned = circle[turn:] + circle[:turn]
        pairs = [(turned[0], fixed), *zip(turned[1:], reversed(turned[1:]), strict=True)]
        yield [
            f"{one} {'½-½' if (turn + names.index(one)) % 3 == 0 else '1-0'} {other}"
            for one, other in pairs[: len(names) // 2]
        ]


def speak(world: World, language: str) -> None:
    """Frames and share links are read in the language of the club, all other pages in that of the visitor."""
    services.change_club(
        world.club, name=world.club.name, language=language, juniors_never_by_full_name=True, by=world.by
    )


def every_page(world: World) -> dict[str, str]:
    """What it is -> its address; all for everybody."""
    ladder = world.set(visibility=Visibility.PUBLIC, names=NameMode.FULL, months_instead_of_days=False)
    by, club = world.by, world.club
    week = timedelta(weeks=1)
    latest = timezone.localdate() - week
    services.create_season(club, "One", LONG_AGO, LONG_AGO + timedelta(days=300), by=by)
    services.create_season(club, "Two", latest - timedelta(days=200), latest + week, by=by)
    world.event(LONG_AGO, ["Zoe 1-0 Bea"], name="Long ago")
    for number in range(24):
        one, other = NAMES[number % 10], NAMES[(number + 3) % 10]
        rounds = [[f"{one} 1-0 {other}"], ["Emil ½-½ Gil"]]
        world.event(latest - (30 - number) * week, *rounds[: 1 + number % 2])
    everybody_meets = world.event(latest - 4 * week, *round_robin(), name="Round robin")
    swiss = world.event(
        latest - 3 * week,
        ["Bea 1-0 Dora", "Cleo 1-0 Emil", "Fay ½-½ Gil", "Hal bye", "Ida half-bye"],
        ["Bea 1-0 Cleo", "Dora +:- Hal", "Emil 1-0 Fay", "Gil ½-½ Kim", "Ida absent"],
        ["Ida 1-0 Bea", "Cleo ½-½ Dora", "Fay 1-0 Guest", "Kim bye"],
        guests=["Guest"],
        name="Swiss",
    )
    world.correct(everybody_meets, "Dora 0-1 Jan")
    world.correct(swiss, "Fay 1-0 Gil")
    bughouse = world.event(
        latest - 2 * week, ["Bea 1-0 Cleo"], unrated="variant", unrated_note="four", name="Bughouse"
    )
    waiting = world.event(
        latest - week, ["Dora 1-0 Nemo"], undecided=["Nemo"], in_progress=True, name="Waiting"
    )
    table = services.create_event(
        ladder, by=by, name="Quiz", last_day=latest - week, names=["Bea", "Cleo"], format="table"
    )
    rows = [services.TableRow(entry.pk, Decimal(entry.number) / 2) for entry in table.entries.all()]
    services.save_table(table, rows, by=by)
    services.publish_event(table, by=by)
    world.event(latest, ["Bea 1-0 Ida", "Jan ½-½ Cleo", "Lou 0-1 Emil"], name="Latest")

    members = Player.objects.filter(club=club).order_by("pk")
    services.confirm_adults(club, list(members.values_list("pk", flat=True)[:10]), by=by)
    group = services.create_group(club, "Class five", by=by)
    services.add_to_group(group, list(members.values_list("pk", flat=True)[:10]), by=by)

    below = Addresses(world.ladder_page().url)
    bea, dora, lou = (world.public_id(name) for name in ("Bea", "Dora", "Lou"))
    blocks = HomePage(
        title="Every block",
        slug="blocks",
        body=[
            ("ladder", {"ladder": ladder, "heading": "", "top": None}),
            ("ladder", {"ladder": ladder, "heading": "Bands", "top": 5, "ratings": "bands"}),
            ("ladder", {"ladder": ladder, "heading": "", "top": 5, "order": "climbers"}),
            ("movers", {"ladder": ladder}),
            ("player", {"ladder": ladder, "player": bea}),
            ("player", {"ladder": ladder, "player": lou}),
            ("head_to_head", {"ladder": ladder, "first": bea, "second": dora}),
            ("standings", {"ladder": ladder, "event": swiss.public_id}),
            ("events", {"ladder": ladder}),
            ("records", {"ladder": ladder}),
            ("milestones", {"ladder": ladder}),
        ],
    )
    world.home.add_child(instance=blocks)
    hidden = services.create_ladder(club, "By link", by=by)
    shared = World(by, club, hidden, world.home)
    shared.event(latest, ["Bea 1-0 Cleo", "Dora ½-½ Emil"], name="By link")
    shared.set(visibility=Visibility.LINK)
    link = Addresses(path_of_link(link_token(services.make_link(shared.ladder, "Parents", by=by))))
    return {
        "ladder": below.base,
        "group": below.group("Class five"),
        "player": below.player(bea),
        "provisional player": below.player(lou),
        "explanation": below.explanation(bea, swiss.public_id),
        "nothing rated": below.explanation(bea, bughouse.public_id),
        "swiss": below.event(swiss.public_id),
        "round robin": below.event(everybody_meets.public_id),
        "bughouse": below.event(bughouse.public_id),
        "waiting": below.event(waiting.public_id),
        "points only": below.event(table.public_id),
        "events": below.events,
        "corrections": below.corrections,
        "club": world.club_page().url,
        "second page of the club": f"{world.home.url}club/?page=2",
        "blocks": blocks.url,
        "frame": reverse("wagtail_ladder:embed", args=[ladder.embed_id]),
        "shared ladder": link.base,
        "shared events": link.events,
        "missing": f"{link.base}players/nobody/",
    }
