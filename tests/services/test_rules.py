"""Rule sets from a date on."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import RuleSet
from wagtail_ladder.services import ChangedMeanwhile, Missing, NotAllowed, Refused

from .kit import assert_stored_is_fresh, fingerprint

pytestmark = pytest.mark.django_db


def set_rules(club, from_date, reason="decided at the meeting", **values):
    return services.set_rules(club.ladder, from_date, by=club.organiser, reason=reason, **values)


def test_rules_hold_from_their_date_on(club):
    club.play("AB1", day=date(2026, 1, 6))
    club.play("CD1", day=date(2026, 1, 13))
    set_rules(club, date(2026, 1, 13), k_new=30)
    # 1200 against 1200: half of K each.
    assert (club.rating("A")[0], club.rating("C")[0]) == (1220, 1215)
    assert_stored_is_fresh(club.ladder)


def test_what_is_not_said_is_as_it_was_on_that_date(club):
    set_rules(club, date(2026, 1, 1), k=24, provisional_below=7)
    dated = set_rules(club, date(2026, 6, 1), k=16)
    earlier = set_rules(club, date(2025, 6, 1), k=10)
    assert (dated.k, dated.provisional_below) == (16, 7)
    assert (earlier.k, earlier.provisional_below) == (10, 5)


def test_taken_away_the_ladder_is_as_before(club):
    club.play("AB1", day=date(2026, 1, 6))
    was = fingerprint(club.ladder)
    set_rules(club, date(2026, 1, 1), k_new=30)
    assert fingerprint(club.ladder) != was
    services.remove_rules(club.ladder, date(2026, 1, 1), by=club.organiser, reason="a slip")
    assert fingerprint(club.ladder) == was
    assert RuleSet.objects.get(ladder=club.ladder).from_date is None


def test_only_an_organiser_and_with_a_reason(club):
    with pytest.raises(NotAllowed):
        services.set_rules(club.ladder, None, k=10, by=club.arbiter, reason="x")
    with pytest.raises(Refused, match="reason"):
        set_rules(club, None, reason=" ", k=10)


@pytest.mark.parametrize("values", [{"k": 0}, {"k_new": 101}, {"start": 99}, {"provisional_below": 101}])
def test_impossible_rules_are_refused(club, values):
    with pytest.raises(Refused):
        set_rules(club, date(2026, 1, 1), **values)
    assert RuleSet.objects.filter(ladder=club.ladder).count() == 1


def test_whoever_looked_at_other_rules_is_told(club):
    set_rules(club, date(2026, 1, 1), k=24)
    seen = {"start": 1200, "k_new": 40, "k_new_games": 20, "k": 20, "provisional_below": 5}
    with pytest.raises(
        ChangedMeanwhile, match=r"The last change was made by organiser, \w+\.? \d+, 20\d\d, "
    ):
        set_rules(club, date(2026, 1, 1), k=10, expected=seen)
    with pytest.raises(ChangedMeanwhile):
        set_rules(club, date(2026, 1, 1), k=10, expected={})
    set_rules(club, date(2026, 1, 1), k=10, expected={**seen, "k": 24})
    with pytest.raises(ChangedMeanwhile):
        services.remove_rules(
            club.ladder, date(2026, 1, 1), by=club.organiser, reason="x", expected={**seen, "k": 24}
        )


def test_the_first_rules_and_rules_that_are_not_there_cannot_be_taken_away(club):
    for from_date in (None, date(2026, 1, 1)):
        with pytest.raises(Missing):
            services.remove_rules(club.ladder, from_date, by=club.organiser, reason="x")
