"""Who gained most in an event. Newcomers have K 40 and start at 1200: a win against one of them is +20."""

from datetime import date
from types import SimpleNamespace

import pytest

from wagtail_ladder.engine import POINT
from wagtail_ladder.services.reads import movers
from wagtail_ladder.services.reads.movers import biggest_gains

DAY = date(2026, 3, 1)


def gains(*changes, limit=3):
    """The (player, gain) of changes given in whole points, player 1 first."""
    rows = [
        SimpleNamespace(player_id=pk, rating_before=1200 * POINT, rating_after=(1200 + change) * POINT)
        for pk, change in enumerate(changes, start=1)
    ]
    found = biggest_gains(SimpleNamespace(tie_break=7), rows, 0, limit)
    return [(mover.player_id, mover.change) for mover in found]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ((5, 20, -30, 13, 8, 0), [(2, 20), (4, 13), (5, 8)]),
        ((-5, 0, -1), []),
        ((7,), [(1, 7)]),
    ],
)
def test_the_biggest_gains_first_and_never_a_loss(changes, expected):
    assert gains(*changes) == expected


def test_whoever_gained_as_much_as_the_last_is_shown_as_well():
    assert {player for player, _change in gains(20, 13, 8, 8, 8, 2)} == {1, 2, 3, 4, 5}


def test_of_many_who_gained_the_same_nobody_stands_out():
    assert gains(30, *[20] * 6) == [(1, 30)]
    assert gains(*[20] * 7) == []
    assert len(gains(*[20] * 6)) == 6


def test_the_gain_is_that_of_the_shown_ratings():
    """1200.4 is shown as 1200 and 1200.6 as 1201."""
    row = SimpleNamespace(player_id=1, rating_before=12004 * POINT // 10, rating_after=12006 * POINT // 10)
    (mover,) = biggest_gains(SimpleNamespace(tie_break=7), [row], 0, 3)
    assert (mover.shown_before, mover.shown_after, mover.change) == (1200, 1201, 1)


@pytest.mark.django_db
class TestOfAnEvent:
    def test_of_a_rated_one(self, world, django_assert_num_queries):
        event = world.event(DAY, ["Anna 1-0 Bea", "Cleo 1-0 Dora"], ["Anna 1-0 Cleo", "Bea bye"])
        with django_assert_num_queries(1):
            found = movers(event, 0)
        # Anna won two games of 0.5 expected: +40. Cleo won one and lost one: 0.
        assert [
            (mover.player_id, mover.shown_before, mover.shown_after, mover.change) for mover in found
        ] == [(world.player("Anna").pk, 1200, 1240, 40)]

    def test_of_one_that_is_not_rated_or_waits(self, world):
        assert movers(world.event(DAY, ["Anna 1-0 Bea"], unrated="variant", unrated_note="bughouse"), 0) == ()
        assert movers(world.event(DAY, ["Anna 1-0 Cleo"], undecided=["Cleo"]), 0) == ()
