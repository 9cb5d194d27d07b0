"""Results that stand twice are pointed out, and others are not."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import Game
from wagtail_ladder.services import Member
from wagtail_ladder.services.reads.entered_twice import entered_twice

from .kit import entry

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 6)


def told(event):
    return {(found.event.pk, found.games) for found in entered_twice(event)}


def ids(event):
    return tuple(event.games.order_by("pk").values_list("pk", flat=True))


def test_an_evening_entered_twice(club):
    one, two = club.play("AB1 CD=", day=DAY), club.play("AB1 CD=", day=DAY, publish=False)
    assert told(two) == {(one.pk, ids(two))}
    assert told(one) == {(two.pk, ids(one))}


def test_the_colours_do_not_matter_the_result_does(club):
    one = club.play("AB1 CD1", day=DAY)
    two = club.play("BA0 CD0", day=DAY)
    assert told(two) == {(one.pk, ids(two)[:1])}


def test_another_round_another_day_or_a_deleted_event_is_something_else(club):
    event = club.play("AB1", day=DAY)
    club.play("CD1 AB1", day=DAY)
    club.play("AB1", day=date(2026, 1, 7))
    services.delete_event(club.play("AB1", day=DAY), reason="entered twice", by=club.organiser)
    assert told(event) == set()


def test_a_long_event_is_compared_with_all_on_its_days(club):
    long = club.play("AB1", day=date(2026, 1, 20), first_day=date(2026, 1, 1))
    inside = club.play("AB1", day=DAY)
    assert told(inside) == {(long.pk, ids(inside))}


def test_in_one_event_where_rounds_are_not_numbered(club):
    event = club.play("AB1 AB1", day=DAY)
    assert told(event) == set()
    Game.objects.filter(event=event).update(round=None)
    assert told(event) == {(event.pk, ids(event))}


class TestLeaguesSideBySide:
    """Of 6 January to 24 February: B has beaten no one else than A, and C and D play in either."""

    BEGIN, END = date(2026, 1, 6), date(2026, 2, 24)

    def league(self, club, games, days=None):
        event = club.play(games, day=self.END, first_day=self.BEGIN)
        event.round_dates = days or {}
        event.save()
        return event

    def test_one_equal_game_of_many_is_chance(self, club):
        one, two = self.league(club, "AB1 CD1 AC1"), self.league(club, "AB1 CD0 AC0")
        assert told(one) == told(two) == set()

    def test_unless_it_was_on_the_same_day(self, club):
        days = {"1": "2026-01-13", "2": "2026-01-20", "3": "2026-01-27"}
        one, two = self.league(club, "AB1 CD1 AC1", days), self.league(club, "AB1 CD0 AC0", days)
        assert told(two) == {(one.pk, ids(two)[:1])}

    def test_half_of_the_games_are_one_league_entered_twice(self, club):
        one, two = self.league(club, "AB1 CD1 AC1 BD1"), self.league(club, "AB1 CD1 AC0 BD0")
        assert told(two) == {(one.pk, ids(two)[:2])}

    def test_so_is_the_first_half_of_a_league_that_was_uploaded_again(self, club):
        half, whole = self.league(club, "AB1 CD1"), self.league(club, "AB1 CD1 AC1 BD1 AD1 BC1")
        assert told(half) == {(whole.pk, ids(half))}
        assert told(whole) == {(half.pk, ids(whole)[:2])}

    def test_another_day_of_every_round_is_a_second_leg(self, club):
        one = self.league(club, "AB1 CD1", {"1": "2026-01-06", "2": "2026-01-13"})
        two = self.league(club, "AB1 CD1", {"1": "2026-02-03", "2": "2026-02-10"})
        assert told(one) == told(two) == set()


class TestBeforeNamesAreDecided:
    def test_names_are_compared(self, club):
        one = club.play("AB1 CD=", day=DAY, publish=False, decide=False)
        two = club.play("AB1 CD1", day=DAY, publish=False, decide=False)
        assert told(two) == {(one.pk, ids(two)[:1])}

    def test_with_names_that_were_decided_in_the_other(self, club):
        one = club.play("AB1 CD=", day=DAY)
        two = club.play("AB1 CD=", day=DAY, publish=False, decide=False)
        assert told(two) == {(one.pk, ids(two))}

    def test_a_guest_is_nobody(self, club):
        one = club.play("AB1", day=DAY, publish=False, decide=False)
        two = club.play("AB1", day=DAY, publish=False, decide=False)
        services.decide_entry(entry(two, "B"), services.LeaveOut(), by=club.arbiter)
        assert told(one) == told(two) == set()


def test_two_names_of_one_person_are_one_and_undecided_names_nobody(club):
    one = club.play("AB1", day=DAY)
    two = club.play("CB1", day=DAY)
    assert told(two) == set()
    services.decide_entry(entry(two, "C"), Member(club.members["A"].pk), by=club.arbiter)
    assert told(two) == {(one.pk, ids(two))}
    services.decide_entry(entry(two, "C"), services.Undecide(), by=club.arbiter)
    assert told(two) == set()


def test_three_queries_however_many_events_a_day_has(club, django_assert_num_queries):
    for _ in range(3):
        event = club.play("AB1 CD=", day=DAY)
    with django_assert_num_queries(3):
        entered_twice(event)
