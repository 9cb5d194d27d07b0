"""Who would move by an act, and from which rank to which."""

from datetime import date

import pytest
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.services.preview import preview_act
from wagtail_ladder.services.reads import ladder_table
from wagtail_ladder.services.verb import OPERATOR

from .kit import LOST

pytestmark = pytest.mark.django_db

EVENING = "AB1 AC1 AD1 BC1 BD1 CD1"
"""Everybody meets everybody: A 3 points, B 2, C 1, D 0; from 1200 with K 40: 1260, 1220, 1180, 1140."""


@pytest.fixture
def today(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_args: date(2026, 1, 20))


def ranks_of(club, act):
    (moved,) = preview_act(club.club.pk, act, lambda ladder_moves: ladder_moves)
    letter_of = {player.pk: letter for letter, player in club.members.items()}
    return {letter_of[move.player_id]: (move.rank_before, move.rank_after) for move in moved.moves}


def test_a_correction_tells_from_which_rank_to_which(club, today):
    services.set_rules(club.ladder, None, by=club.organiser, reason="few games", provisional_below=3)
    first = club.play(EVENING)
    game = first.games.get(round=1)  # A beat B; the other way round B has three points, and A two

    def correct():
        services.correct_game(game, LOST, by=club.arbiter, reason="score sheet")

    assert ranks_of(club, correct) == {"A": (1, 2), "B": (2, 1)}


def test_by_other_rules_one_may_get_a_rank_and_keep_the_rating(club, today):
    club.play(EVENING)  # three games each, five are needed

    def fewer():
        services.set_rules(club.ladder, None, by=OPERATOR, reason="few games", provisional_below=3)

    (moved,) = preview_act(club.club.pk, fewer, lambda ladder_moves: ladder_moves)
    assert ranks_of(club, fewer) == {"A": (None, 1), "B": (None, 2), "C": (None, 3), "D": (None, 4)}
    assert all(move.becomes_established for move in moved.moves)
    assert all(move.rating_before == move.rating_after for move in moved.moves)


def test_publishing_gives_the_ranks_that_the_table_has_afterwards(club, today):
    services.set_rules(club.ladder, None, by=club.organiser, reason="few games", provisional_below=3)
    club.play(EVENING)
    draft = club.play("DA1 DB1 DC1 EF1", day=date(2026, 1, 13), publish=False)
    before = {row.player_id: row.rank for row in ladder_table(club.ladder, date(2026, 1, 20)).rows}
    moves = services.preview_publication(draft).standings_moved
    services.publish_event(draft, by=club.arbiter)
    after = {row.player_id: row.rank for row in ladder_table(club.ladder, date(2026, 1, 20)).rows}
    assert len(moves) == 6
    assert all(move.rank_before == before.get(move.player_id) for move in moves)
    assert all(move.rank_after == after[move.player_id] for move in moves)
    assert {move.rank_after for move in moves} == {1, 2, 3, 4, None}, "E and F have one game each"


def test_a_trial_asks_for_no_reason(club):
    game = club.play(EVENING).games.get(round=1)
    moves = ranks_of(club, lambda: services.correct_game(game, LOST, by=club.arbiter, reason=""))
    assert set(moves) == {"A", "B"}
    with pytest.raises(services.Refused, match="reason"):
        services.correct_game(game, LOST, by=club.arbiter, reason="")


def test_another_ladder_that_is_not_replayed_is_not_read_again(club, django_assert_max_num_queries):
    game = club.play(EVENING).games.get(round=1)

    def correct():
        services.correct_game(game, LOST, by=club.arbiter, reason="score sheet")

    preview_act(club.club.pk, correct, lambda moved: moved)  # what is read but once is read now
    with django_assert_max_num_queries(200) as one:
        preview_act(club.club.pk, correct, lambda moved: moved)
    for number in range(5):
        services.create_ladder(club.club, f"Ladder {number}", by=club.organiser)
    with django_assert_max_num_queries(200) as six:
        preview_act(club.club.pk, correct, lambda moved: moved)
    assert len(six) - len(one) == 5 * 3, "ratings, rules and ranks before, nothing after"
