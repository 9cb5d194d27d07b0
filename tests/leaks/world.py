"""Two clubs whose people have canary names, a ladder for every level and way to show names, and visitors.

Nobody stands on two ladders: a name on a page tells which ladder it came from.
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count

from django.contrib.auth.models import Group, Permission, User
from django.test import TestCase
from wagtail.models import GroupPagePermission, PageViewRestriction, Site

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import (
    Club,
    ClubRole,
    Event,
    Ladder,
    LadderPlayer,
    NameMode,
    Player,
    ShareLink,
    Visibility,
)
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.services import LeaveOut, Member, NewMember, Pairing, Result
from wagtail_ladder.site.links import path_of_link

from .canary import Person, person

FOREIGN = "Zugzwang"
"""In the name of everything that belongs to the other club."""
DAY = date.today() - timedelta(days=40)
PLAYED = (("adult", "forced"), ("junior", "consent"), ("adult", "guest"))
KINDS = ("adult", "forced", "junior", "consent")
"""Of members: a confirmed adult; one with initials forced; a junior; a junior with a consent on record."""


REVIEW = "/admin/ladders/players/add-list/review/"


def new_in(review):
    """The answer that somebody with a near name is a new member all the same."""
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', review.content.decode())
    return {**dict(hidden), "choice-1": "new"}


@dataclass
class LadderInPlay:
    """A ladder with its people, its published event, one that waits for a name, and a draft.

    A result of the first one has been corrected.
    """

    ladder: Ladder
    people: dict[str, Person]
    page: LadderPage | None = None
    played: Event | None = None
    waiting: Event | None = None
    draft: Event | None = None
    link: ShareLink | None = None
    """It opens the ladder where the level is *link*."""

    @property
    def link_url(self) -> str:
        return path_of_link(link_token(self.link))

    @property
    def members(self) -> dict[str, Player]:
        names = {self.people[kind].name: kind for kind in KINDS}
        return {names[player.name]: player for player in Player.objects.filter(name__in=names)}

    def seat(self, kind: str) -> LadderPlayer:
        return LadderPlayer.objects.get(ladder=self.ladder, player=self.members[kind])

    def shown_in_full(self) -> set[str]:
        """The full names that the rule shows (design 4.5), told from what was put in."""
        ladder = Ladder.objects.select_related("club").get(pk=self.ladder.pk)
        if ladder.names != NameMode.FULL:
            return set()
        kinds = {"adult"} if ladder.club.juniors_never_by_full_name else {"adult", "consent"}
        return {self.people[kind].name for kind in kinds}


@dataclass
class TheWorld:
    home: HomePage
    club: Club
    foreign: Club
    ladders: list[LadderInPlay]
    foreign_ladders: list[LadderInPlay]
    parents: Group
    root: User
    organiser: User
    arbiter: User
    foreign_organiser: User
    parent: User
    page_editor: User
    nobody: User
    members_page: HomePage | None = None
    numbers: count = field(default_factory=count)

    @property
    def everybody(self) -> list[LadderInPlay]:
        return self.ladders + self.foreign_ladders

    def of(self, visibility: Visibility, names: NameMode = NameMode.FULL) -> LadderInPlay:
        return next(
            one for one in self.ladders if (one.ladder.visibility, one.ladder.names) == (visibility, names)
        )

    def password_hashes(self) -> list[str]:
        return list(User.objects.values_list("password", flat=True))

    def sees(self, visitor: User | None, ladder: Ladder) -> bool:
        """The table of design 4.5, said again: who is admitted to the ladder's own page."""
        if visitor is not None and visitor.is_superuser:
            return True
        staff = {
            self.club.pk: (self.organiser, self.arbiter),
            self.foreign.pk: (self.foreign_organiser,),
        }
        if ladder.visibility == Visibility.PUBLIC or visitor in staff[ladder.club_id]:
            return True
        return ladder.visibility == Visibility.MEMBERS and visitor == self.parent


def user_in(name: str, *groups: Group, **fields) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", "secret", **fields)
    user.groups.set(groups)
    return user


def group_of(club: Club, role: ClubRole) -> Group:
    return Group.objects.get(club_permissions__club=club, club_permissions__role=role)


def build() -> TheWorld:
    """Through the verbs, and with everything that follows a commit done."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return _build()


def _build() -> TheWorld:
    root = User.objects.create_superuser("root", "root@example.org", "secret")
    site = Site.objects.get(is_default_site=True)
    home = site.root_page.add_child(instance=HomePage(title="Home", slug="front"))
    site.root_page = home
    site.save()
    club = services.create_club("Rookery", by=root)
    foreign = services.create_club(FOREIGN, by=root)
    services.change_club(foreign, name=FOREIGN, language="en", juniors_never_by_full_name=False, by=root)
    parents = Group.objects.create(name="Parents")
    editors = Group.objects.create(name="Page people")
    editors.permissions.add(Permission.objects.get(codename="access_admin"))
    for codename in ("add_page", "change_page", "publish_page"):
        permission = Permission.objects.get(content_type__app_label="wagtailcore", codename=codename)
        GroupPagePermission.objects.create(group=editors, page=home, permission=permission)
    world = TheWorld(
        home=home,
        club=club,
        foreign=foreign,
        ladders=[],
        foreign_ladders=[],
        parents=parents,
        root=root,
        organiser=user_in("organiser", group_of(club, ClubRole.ORGANISER)),
        arbiter=user_in("arbiter", group_of(club, ClubRole.ARBITER)),
        foreign_organiser=user_in("foreign-organiser", group_of(foreign, ClubRole.ORGANISER)),
        parent=user_in("parent", parents),
        page_editor=user_in("page-editor", editors),
        nobody=user_in("nobody"),
    )
    for visibility in Visibility:
        for names in NameMode:
            world.ladders.append(add_ladder(world, club, f"Ladder {visibility} {names}", visibility, names))
    for visibility in (Visibility.ORGANISERS, Visibility.PUBLIC):
        name = f"{FOREIGN} {visibility}"
        world.foreign_ladders.append(add_ladder(world, foreign, name, visibility, NameMode.FULL))
    for number, owner in enumerate((club, foreign)):
        home.add_child(instance=ClubPage(title=f"Club {number}", slug=f"club-{number}", club=owner))
    add_blocks(world)
    return world


def add_ladder(
    world: TheWorld, club: Club, name: str, visibility: Visibility, names: NameMode
) -> LadderInPlay:
    ladder = services.create_ladder(club, name, by=world.root)
    ladder = services.change_ladder(
        ladder, visibility=visibility, names=names, member_groups=[world.parents], by=world.root
    )
    everybody = (*KINDS, "guest", "undecided")
    one = LadderInPlay(ladder, {kind: person(next(world.numbers)) for kind in everybody})
    prefix = FOREIGN if club == world.foreign else "Evening"
    one.played = _event(one, f"{prefix} played", PLAYED, by=world.root)
    members = one.members
    services.confirm_adults(club, [members["adult"].pk, members["forced"].pk], by=world.root)
    services.force_initials(ladder, members["forced"], True, by=world.root)
    services.record_consent(club, [members["consent"].pk], by=world.root)
    (wrong, *_others) = one.played.games.order_by("round")
    services.correct_game(wrong, Result(Kind.PLAYED, 1, 1), reason="score sheet", by=world.root)
    one.waiting = _event(one, f"{prefix} waiting", (("adult", "undecided"),), by=world.root)
    one.link = services.make_link(ladder, f"{prefix} link", by=world.root)
    one.draft = _event(one, f"{prefix} draft", (("junior", "undecided"),), by=world.root, publish=False)
    place = f"place-{visibility}-{names}-{club.pk}"
    one.page = world.home.add_child(instance=LadderPage(title=place, slug=place, ladder=ladder))
    return one


def _event(
    one: LadderInPlay, name: str, pairs: tuple[tuple[str, str], ...], *, by: User, publish: bool = True
) -> Event:
    kinds = list(dict.fromkeys(kind for pair in pairs for kind in pair))
    typed = [one.people[kind].listed if kind == "junior" else one.people[kind].name for kind in kinds]
    event = services.create_event(one.ladder, by=by, name=name, last_day=DAY, names=typed)
    entries = dict(zip(kinds, event.entries.order_by("number"), strict=True))
    for number, (white, black) in enumerate(pairs, start=1):
        pairing = Pairing(1, entries[white].pk, entries[black].pk, Result(Kind.PLAYED, 2, 0))
        services.save_round(event, number, [pairing], by=by)
    known = {player.name: player.pk for player in Player.objects.filter(club=one.ladder.club)}
    choices = {}
    for kind, entry in entries.items():
        if kind == "guest":
            choices[entry.pk] = LeaveOut()
        elif kind != "undecided":
            name = one.people[kind].name
            choices[entry.pk] = Member(known[name]) if name in known else NewMember(name)
    services.decide_entries(event, choices, by=by)
    if publish:
        services.publish_event(event, by=by)
    event.refresh_from_db()
    return event


def blocks_of(one: LadderInPlay) -> list[tuple[str, dict]]:
    """One of each kind, and the ladder in each of its ways."""
    adult, forced = (one.seat(kind).public_id for kind in ("adult", "forced"))
    ways = (
        {}, {"around": adult}, {"ratings": "rounded"}, {"ratings": "bands"}, {"ratings": "none"},
        {"order": "games"}, {"order": "climbers"},
    )  # fmt: skip
    return [
        *(("ladder", {"ladder": one.ladder, "heading": "", "top": None, **way}) for way in ways),
        ("movers", {"ladder": one.ladder}),
        ("player", {"ladder": one.ladder, "player": adult}),
        ("player", {"ladder": one.ladder, "player": forced}),
        ("head_to_head", {"ladder": one.ladder, "first": adult, "second": forced}),
        ("standings", {"ladder": one.ladder}),
        ("standings", {"ladder": one.ladder, "event": one.played.public_id}),
        ("events", {"ladder": one.ladder}),
        ("records", {"ladder": one.ladder}),
        ("milestones", {"ladder": one.ladder}),
    ]


def add_blocks(world: TheWorld) -> None:
    """Every block of every ladder on the home page, and again on a page that only parents get."""
    blocks = [block for one in world.everybody for block in blocks_of(one)]
    world.home.body = blocks
    world.home.save_revision().publish()
    members_page = world.home.add_child(instance=HomePage(title="For parents", slug="parents", body=blocks))
    restriction = PageViewRestriction.objects.create(
        page=members_page, restriction_type=PageViewRestriction.GROUPS
    )
    restriction.groups.add(world.parents)
    world.members_page = members_page
