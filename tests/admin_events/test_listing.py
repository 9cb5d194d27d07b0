"""The list of events."""

from datetime import date

import pytest

from wagtail_ladder import services

from .conftest import address as address_of
from .conftest import text_of

pytestmark = pytest.mark.django_db


def names_in(response):
    return [event.name for event in response.context["object_list"]]


def test_the_latest_event_stands_first(club, night, organiser):
    services.create_event(club.ladder, by=club.organiser, name="Later", last_day=date(2026, 2, 3))
    assert names_in(organiser.open("")) == ["Later", "Club evening"]


def test_the_list_holds_the_events_of_ones_own_clubs(night, foreign, organiser):
    foreign.play("YZ1")
    assert [event.pk for event in organiser.open("").context["object_list"]] == [night.pk]


def test_status_and_reason_are_told(club, organiser):
    club.play("AB1 CD1", decide=False)
    services.create_event(
        club.ladder,
        by=club.organiser,
        name="Bughouse",
        last_day=date(2026, 1, 8),
        format="table",
        unrated="variant",
        unrated_note="four at two boards",
    )
    page = text_of(organiser.open(""))
    assert "waiting for 4 names" in page
    assert "not rated: four at two boards" in page


def test_one_name_is_waited_for_in_the_singular(club, organiser):
    event = club.play("AB1", decide=False)
    entry = event.entries.first()
    services.decide_entry(entry, services.NewMember(), by=club.arbiter)
    assert "waiting for 1 name " in text_of(organiser.open(""))


def test_filters_by_status_ladder_and_name(club, night, draft, organiser):
    other = services.create_ladder(club.club, "Blitz", by=club.organiser)
    services.create_event(other, by=club.organiser, name="Blitz night", last_day=date(2026, 1, 9))
    assert names_in(organiser.open("", status="published")) == ["Club evening"]
    assert len(names_in(organiser.open("", status="draft"))) == 2
    assert names_in(organiser.open("", ladder=other.pk)) == ["Blitz night"]
    assert names_in(organiser.open("", q="blitz")) == ["Blitz night"]
    assert names_in(organiser.open("results/", q="blitz")) == ["Blitz night"]


def test_a_ladder_of_another_club_is_no_filter(night, foreign, organiser):
    page = organiser.open("", ladder=foreign.ladder.pk)
    assert names_in(page) == ["Club evening"]  # an invalid filter filters nothing
    assert foreign.club.name not in page.content.decode()


def test_a_deleted_event_is_found_by_organisers_who_ask_for_it(club, night, organiser, arbiter):
    services.delete_event(night, reason="entered twice", by=club.organiser)
    assert names_in(organiser.open("")) == []
    deleted = organiser.open("", status="deleted")
    assert names_in(deleted) == ["Club evening"]
    assert f"/admin/ladders/events/{night.pk}/restore/" in deleted.content.decode()
    assert names_in(arbiter.open("", status="deleted")) == []


def test_there_are_two_ways_to_add_an_event(organiser):
    page = organiser.open("add/").content.decode()
    assert "/admin/ladders/events/upload/" in page
    assert "/admin/ladders/events/type/" in page


def test_the_number_of_queries_does_not_grow_with_the_events(club, organiser, django_assert_max_num_queries):
    for day in range(1, 21):
        services.create_event(
            club.ladder, by=club.organiser, name="E", last_day=date(2026, 3, day), names=["X"]
        )
    with django_assert_max_num_queries(20):
        organiser.open("")


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "Jan. 6, 2026"), ("tr", "06 Ocak 2026"), ("el", "06/01/2026"), ("uk", "06 січня 2026 р.")],
)
def test_a_day_is_written_as_the_language_of_the_admin_has_it(night, organiser, language, day):
    for address in ("", f"{night.pk}/results/", f"{night.pk}/details/"):
        page = organiser.get(address_of(address), headers={"accept-language": language})
        assert day in text_of(page), address
