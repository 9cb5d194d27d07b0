"""A wrong merge, found three events later and taken back from the ledger, in a real browser."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Player, RatingChange, Standing
from wagtail_ladder.services.verb import club_transaction

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ["Ada Abbot", "Ada Abbott", "Bela Brook", "Cato Crane"]
"""The first two are cousins, and look like one."""
EVENINGS = [
    # Two with all four; then three from which one of the cousins stayed away.
    [("Ada Abbot", "Bela Brook"), ("Ada Abbott", "Cato Crane")],
    [("Cato Crane", "Ada Abbot"), ("Bela Brook", "Ada Abbott")],
    [("Ada Abbot", "Cato Crane")],
    [("Bela Brook", "Ada Abbott")],
    [("Ada Abbott", "Cato Crane")],
]
FIRST = date(2026, 1, 6)


class Club:
    """A club whose evenings can be played one by one; White always wins."""

    def __init__(self, name, by):
        self.by = by
        self.club = services.create_club(name, by=by)
        self.ladder = services.create_ladder(self.club, "Thursday", by=by)
        self.members = {who: services.add_player(self.club, who, by=by) for who in PEOPLE}

    def play(self, number, decide_as=None):
        """An evening; `decide_as` says for whom a typed name is taken, where that is somebody else."""
        games = EVENINGS[number]
        names = [name for game in games for name in game]
        event = services.create_event(
            self.ladder, by=self.by, name=f"Evening {number + 1}",
            last_day=FIRST + timedelta(weeks=number), names=names,
        )  # fmt: skip
        entries = {entry.typed_name: entry.pk for entry in event.entries.all()}
        for round_, (white, black) in enumerate(games, start=1):
            pairing = services.Pairing(1, entries[white], entries[black], services.Result(Kind.PLAYED, 2, 0))
            services.save_round(event, round_, [pairing], by=self.by)
        whom = decide_as or {}
        choices = {pk: services.Member(self.members[whom.get(name, name)].pk) for name, pk in entries.items()}
        services.decide_entries(event, choices, by=self.by)
        services.publish_event(event, by=self.by)


def as_it_stands(ladder):
    """Every rating change and every standing, to the nanopoint, by names instead of ids."""
    changes = RatingChange.objects.filter(ladder=ladder).order_by("event__last_day", "player__name")
    standings = Standing.objects.filter(ladder=ladder).order_by("player__name")
    return (
        list(
            changes.values_list(
                "event__name", "player__name", "rating_before", "rating_after", "games_before", "games_after"
            )
        ),
        list(
            standings.values_list(
                "player__name", "rating", "rated_games", "played_games", "wins", "draws", "losses", "peak",
                "last_rated_event__name",
            )
        ),
    )  # fmt: skip


def test_a_wrong_merge_is_undone_three_events_later(page, live_server, log_in):
    by = log_in("admin")
    club, never_merged = Club("Rook Lane", by), Club("Control", by)
    for number in range(len(EVENINGS)):
        never_merged.play(number)
    expected = as_it_stands(never_merged.ladder)
    club.play(0)
    club.play(1)

    merge(page, live_server, club)
    for number in (2, 3, 4):  # one member left: whoever of the two came is taken for the kept one
        club.play(number, {"Ada Abbott": "Ada Abbot"})
    assert len(as_it_stands(club.ladder)[1]) == 3
    assert as_it_stands(club.ladder) != expected

    undo_from_the_ledger(page, live_server, club)
    assert as_it_stands(club.ladder) == expected
    assert not Player.objects.filter(club=club.club, merged_into__isnull=False).exists()
    with club_transaction(club.club.pk):
        assert services.replay_ladder(club.ladder.pk).written == 0  # what is stored is what the engine says


def merge(page, live_server, club):
    ids = [club.members[who].pk for who in ("Ada Abbot", "Ada Abbott")]
    page.goto(live_server.url + reverse("wagtail_ladder_who:merge", args=ids))
    expect(page.get_by_role("heading", name="Who moves on Thursday")).to_be_visible()
    page.get_by_role("button", name="Yes, merge them").click()
    expect(page.get_by_text("The two are one member now")).to_be_visible()


def undo_from_the_ledger(page, live_server, club):
    page.goto(f"{live_server.url}{reverse('wagtail_ladder_ledger:index')}?kind=merge")
    page.locator("td.title a").first.click()
    assert Act.objects.get(kind=Act.Kind.MERGE).club_id == club.club.pk
    page.get_by_role("link", name="Undo").click()
    expect(page.get_by_role("heading", name="3 names were decided since")).to_be_visible()
    for typed in ("Evening 4", "Evening 5"):  # there it was the other cousin
        page.locator("fieldset.wl-name", has_text=typed).get_by_role("radio", name="Ada Abbott").check()
    page.get_by_role("button", name="Show who moves").click()
    expect(page.get_by_role("heading", name="Who moves on Thursday")).to_be_visible()
    page.get_by_role("button", name="Yes, they are two people").click()
    expect(page.get_by_text("The merge is taken back")).to_be_visible()
