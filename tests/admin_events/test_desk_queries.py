"""The screens of an event of 40 names and 120 games: as many queries as with four names, within the bar."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Game, Player
from wagtail_ladder.services import Member, Pairing, Result

from .conftest import address

pytestmark = pytest.mark.django_db

MOST_QUERIES, MOST_BYTES = 40, 400 * 1024
"""Section 6 of the design."""
SCREENS = [
    "", "results/", "rounds/1/", "details/", "publish/", "history/", "entries/", "move/", "split/", "delete/"
]  # fmt: skip


def big_event(club, names, rounds, day):
    """Everybody meets somebody in each round; White wins."""
    members = Player.objects.bulk_create(
        Player(club=club.club, name=f"Player {day.day} {number}") for number in range(names)
    )
    event = services.create_event(
        club.ladder, by=club.arbiter, name="Open", last_day=day, names=[member.name for member in members]
    )
    entries = list(event.entries.order_by("number"))
    half = names // 2
    Game.objects.bulk_create(
        Game(
            event=event, round=number, board=board + 1, white=entries[board],
            black=entries[half + (board + number) % half], kind=Kind.PLAYED,
            white_half_points=2, black_half_points=0,
        )
        for number in range(1, rounds + 1)
        for board in range(half)
    )  # fmt: skip
    choices = {one.pk: Member(member.pk) for one, member in zip(entries, members, strict=True)}
    services.decide_entries(event, choices, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    one = event.games.filter(round=1).first()
    services.correct_game(one, Result(Kind.PLAYED, 1, 1), reason="scoresheet", by=club.arbiter)
    event.refresh_from_db()
    return event


def measured(organiser, event):
    """What is asked for -> queries and bytes of HTML."""
    found = {}
    for screen in SCREENS:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page = organiser.open(f"{event.pk}/{screen}")
        assert page.status_code == 200, screen
        found[screen] = len(captured), len(page.content)
    return found


def test_the_screens_of_a_large_event(club, organiser):
    services.create_ladder(club.club, "Blitz", by=club.organiser)
    small = measured(organiser, big_event(club, 4, 2, date(2026, 1, 6)))
    large = measured(organiser, big_event(club, 40, 6, date(2026, 1, 13)))
    for screen, (queries, size) in large.items():
        if screen != "delete/":  # it replays the ladder to tell who moves: see below
            assert queries <= MOST_QUERIES, (screen, queries)
            assert queries == small[screen][0], screen
        assert size <= MOST_BYTES, (screen, size)


def test_the_look_before_a_correction(club, organiser):
    """Once the replay on trial, which is a few plain statements however many play."""
    counted = []
    for names, rounds, day in ((4, 2, date(2026, 1, 6)), (40, 6, date(2026, 1, 13))):
        event = big_event(club, names, rounds, day)
        game = event.games.filter(round=2).first()
        fields = {"version": event.version, "result": "played-0-2", "reason": "x"}
        with CaptureQueriesContext(connection) as captured:
            looked = organiser.post(address(f"{event.pk}/games/{game.pk}/"), fields)
        assert re.search("Nothing is saved yet", looked.content.decode())
        assert len(looked.content) <= MOST_BYTES
        counted.append(len(captured))
    assert counted[1] <= counted[0] + 2, counted  # the rows that change are read in portions


def test_saving_a_round_of_an_evening_in_progress_tries_nothing(club, organiser):
    """Results that are added are saved as fast as ever: one replay, none on trial."""
    event = big_event(club, 40, 6, date(2026, 1, 13))
    one, two, *_rest = event.entries.order_by("number")
    services.save_round(event, 7, [Pairing(1, one.pk, two.pk, Result(Kind.SCHEDULED))], by=club.arbiter)
    event.refresh_from_db()
    fields = {"white-0": one.pk, "black-0": two.pk, "board-0": "1", "result-0": "played-2-0"}
    form = {**fields, "version": event.version}
    with CaptureQueriesContext(connection) as captured:
        assert organiser.post(address(f"{event.pk}/rounds/7/"), form).status_code == 302
    replays = [
        query for query in captured if re.match(r'UPDATE "\w+_ladder" SET "fingerprint"', query["sql"])
    ]
    assert len(replays) == 1
