"""Which groups a ladder shows: those of which eight or more members stand on it."""

from datetime import date

import pytest

from tests.services.kit import make_club
from wagtail_ladder import services
from wagtail_ladder.audience import shown_groups
from wagtail_ladder.models import Ladder
from wagtail_ladder.ordering import natural

pytestmark = pytest.mark.django_db

EIGHT = "ABCDEFGH"


@pytest.fixture
def nine():
    """A club of ten, nine of whom stand on its ladder."""
    club = make_club(letters="ABCDEFGHIJ")
    club.play("AB1 CD1 EF1 GH1 AI1")
    return club


def group(club, name, letters):
    made = services.create_group(club.club, name, by=club.organiser)
    services.add_to_group(made, [club.members[letter].pk for letter in letters], by=club.organiser)
    return made


def shown(club):
    letter_of = {player.pk: letter for letter, player in club.members.items()}
    return {
        one.name: "".join(sorted(letter_of[pk] for pk in one.player_ids)) for one in shown_groups(club.ladder)
    }


def test_eight_are_shown_and_seven_are_not(nine):
    group(nine, "Eight", EIGHT)
    group(nine, "Seven", EIGHT[:7])
    assert shown(nine) == {"Eight": EIGHT}


def test_who_does_not_stand_on_the_ladder_does_not_count(nine):
    group(nine, "With J", EIGHT[:7] + "J")
    assert shown(nine) == {}
    nine.play("JA1", day=date(2026, 1, 13))
    assert shown(nine) == {"With J": EIGHT[:7] + "J"}


def test_of_two_who_are_one_person_one_counts(nine):
    group(nine, "Eight", EIGHT)
    group(nine, "With I", EIGHT[:7] + "I")
    merge = nine.merge("A", "J")
    assert shown(nine) == {"Eight": EIGHT, "With I": EIGHT[:7] + "I"}, "J is in neither"
    other = nine.merge("H", "I", reason="the same")
    assert shown(nine) == {"Eight": EIGHT, "With I": EIGHT}, "I is H"
    nine.undo(other)
    nine.undo(merge)
    third = nine.merge("C", "E", reason="the same")
    assert shown(nine) == {}, "seven are left of each"
    nine.undo(third)
    assert shown(nine) == {"Eight": EIGHT, "With I": EIGHT[:7] + "I"}


def test_another_ladder_of_the_club_shows_its_own(nine):
    group(nine, "Eight", EIGHT)
    other = services.create_ladder(nine.club, "Blitz", by=nine.organiser)
    assert shown_groups(other) == ()
    assert [one.name for one in shown_groups(nine.ladder)] == ["Eight"]


def test_they_are_in_the_order_of_their_numbers(nine):
    for name in ("U10", "U8", "Class 10", "Class 9", "u9"):
        group(nine, name, EIGHT)
    assert list(shown(nine)) == ["Class 9", "Class 10", "U8", "u9", "U10"]


def test_it_takes_one_question(nine, django_assert_num_queries):
    for number in range(3):
        group(nine, f"U{number}", EIGHT)
    ladder = Ladder.objects.select_related("club").get(pk=nine.ladder.pk)
    with django_assert_num_queries(1):
        assert len(shown_groups(ladder)) == 3


def test_numbers_of_other_scripts_are_numbers():
    assert sorted(["کلاس ۱۰", "کلاس ۵"], key=lambda name: natural(name, "fa")) == ["کلاس ۵", "کلاس ۱۰"]
