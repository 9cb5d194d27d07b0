"""Sentences that are put together from counts."""

from decimal import Decimal

import pytest
from django.utils import translation

from tests.reports.writers import Game, trf
from wagtail_ladder.admin.events.moves import MoveShown
from wagtail_ladder.admin.events.results import choice_of, code_of, result_of
from wagtail_ladder.admin.events.verdicts import REASON_OF_KIND
from wagtail_ladder.admin.events.words import counts_of, not_rated_parts
from wagtail_ladder.engine import Reason
from wagtail_ladder.kinds import Kind
from wagtail_ladder.reports import read
from wagtail_ladder.services import Refused


def test_the_counts_of_a_file_are_one_sentence():
    """The figures of the sentence that the issue quotes, by kind."""
    kinds = {Kind.FORFEIT: 15, Kind.BYE_PAIRING: 5, Kind.BYE_FULL: 3, Kind.BYE_HALF: 99, Kind.BYE_ZERO: 30}
    assert ", ".join(not_rated_parts(kinds)) == (
        "15 forfeits, 8 full and pairing byes, 99 half-point and 30 zero-point byes"
    )


def test_a_sentence_has_no_empty_parts_and_knows_the_singular():
    report = read(trf(["Ann", "Bob", "Cid"], [Game(1, 1, 2, "10"), Game(1, 3, None, "U")]).encode(), "a.trf")
    assert counts_of(report.reports[0]) == (
        "3 players, 1 round, 1 played game will be rated; not rated: 1 full or pairing bye."
    )


def test_where_all_is_rated_the_sentence_ends_there():
    report = read(trf(["Ann", "Bob"], [Game(1, 1, 2, "==")]).encode(), "a.trf").reports[0]
    assert counts_of(report) == "2 players, 1 round, 1 played game will be rated."


@pytest.mark.parametrize(
    ("kinds", "parts"),
    [
        ({Kind.BYE_HALF: 1}, ["1 half-point bye"]),
        ({Kind.BYE_ZERO: 2}, ["2 zero-point byes"]),
        ({Kind.DOUBLE_FORFEIT: 1, Kind.SCHEDULED: 2}, ["1 double forfeit", "2 games without a result"]),
        ({Kind.PLAYED_UNRATED: 1, Kind.PLAYED: 7, Kind.NOT_PAIRED: 4}, ["1 game marked as unrated"]),
    ],
)
def test_parts(kinds, parts):
    assert not_rated_parts(kinds) == parts


def test_only_a_played_game_is_rated():
    assert [kind for kind, reason in REASON_OF_KIND.items() if reason is Reason.RATED] == [Kind.PLAYED]
    assert REASON_OF_KIND[Kind.FORFEIT] is Reason.FORFEIT
    assert REASON_OF_KIND[Kind.BYE_HALF] is Reason.BYE
    assert REASON_OF_KIND[Kind.SCHEDULED] is Reason.UNFINISHED


@pytest.mark.parametrize(
    ("kind", "white", "black", "label"),
    [
        (Kind.PLAYED, 2, 0, "1–0"),
        (Kind.PLAYED, 1, 1, "½–½"),
        (Kind.PLAYED, 1, 0, "½–0"),
        (Kind.PLAYED_UNRATED, 0, 2, "0–1, not rated"),
        (Kind.FORFEIT, 2, 0, "+ −"),
        (Kind.FORFEIT, 0, 2, "− +"),
        (Kind.DOUBLE_FORFEIT, 0, 0, "− −"),
        (Kind.SCHEDULED, None, None, "no result"),
        (Kind.BYE_HALF, 1, None, "half-point bye"),
    ],
)
def test_a_result_has_a_label_and_comes_back_from_its_code(kind, white, black, label):
    choice = choice_of(kind, white, black)
    assert str(choice.label) == label
    result = result_of(choice.code)
    assert (result.kind, result.white_half_points, result.black_half_points) == (kind, white, black)
    assert code_of(result.kind, white, black) == choice.code


@pytest.mark.parametrize("code", ["", "played", "played-2", "played-2-2", "played-9-0", "won-2-0", "<b>-1-1"])
def test_what_is_no_result_is_refused(code):
    with pytest.raises(Refused):
        result_of(code)


@pytest.mark.parametrize(
    ("change", "told"), [("16.5", "+16,5"), ("-0.1", "−0,1"), ("0.0", "0,0"), ("13", "+13"), ("0", "0")]
)
def test_a_change_has_the_decimal_mark_of_the_ratings_beside_it(change, told):
    move = MoveShown("Ann", Decimal("1358.1"), Decimal("1374.6"), Decimal(change), 3, True, "", "")
    with translation.override("tr"):
        assert move.signed_change == told
        assert move.signed_games == "+3"
