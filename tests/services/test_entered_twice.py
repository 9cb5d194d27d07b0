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
    services.delete_event(club.play("AB1", day=DAY), by=club.organiser)
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


def test_two_names_of_one_person_are_one_and_undecided_names_nobody(club):
    one = club.play("AB1", day=DAY)
    two = club.play("CB1", day=DAY)
    assert told(two) == set()
    services.decide_entry(entry(two, "C"), Member(club.members["A"].pk), by=club.arbiter)
    assert told(two) == {(one.pk, ids(two))}
    services.decide_entry(entry(two, "C"), services.Undecide(), by=club.arbiter)
    assert told(two) == set()


def test_two_queries_however_many_events_a_day_has(club, django_assert_num_queries):
    for _ in range(3):
        event = club.play("AB1 CD=", day=DAY)
    with django_assert_num_queries(2):
        entered_twice(event)
