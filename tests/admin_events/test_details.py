"""The details of an event, and its place among the others of the day."""

import re
from datetime import date

import pytest

from tests.services.kit import assert_stored_is_fresh, everything

from .conftest import text_of

pytestmark = pytest.mark.django_db

DETAILS = {
    "name": "Club evening", "last_day": "2026-01-06", "sequence": "1", "format": "other", "unrated": "",
}  # fmt: skip


def test_the_details_are_changed(draft, arbiter):
    fields = {
        **DETAILS,
        "name": "Hall night",
        "first_day": "2026-01-12",
        "last_day": "2026-01-13",
        "in_progress": "on",
    }
    arbiter.submit(f"{draft.pk}/details/", draft, **fields)
    draft.refresh_from_db()
    assert (draft.name, draft.first_day.day, draft.last_day.day, draft.in_progress) == (
        "Hall night",
        12,
        13,
        True,
    )
    assert "in progress" in text_of(arbiter.open(f"{draft.pk}/details/"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Please give a name."),
        ({"name": "x" * 5000}, "A name may have 200 characters"),
        ({"last_day": "2026-02-30"}, "There is no such day."),
        ({"last_day": "2206-01-06", "reason": "so it is"}, "This day cannot be right"),
        ({"sequence": "0"}, "greater than or equal to 1"),
        ({"sequence": "first"}, "Enter a whole number."),
        ({"unrated": "variant"}, "Please say why this event is not rated."),
        ({"version": 99, "name": "Mine"}, "changed this event after you had opened it"),
    ],
)
def test_what_is_wrong_is_told_and_the_input_kept(fields, sentence, night, arbiter):
    before = everything()
    response = arbiter.submit(f"{night.pk}/details/", night, **{**DETAILS, **fields})
    assert sentence in text_of(response)
    assert response.context["form"]["name"].value() == fields.get("name", DETAILS["name"])
    assert everything() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"last_day": "2026-01-07"},
        {"sequence": "2"},
        {"unrated": "variant", "unrated_note": "bughouse"},
    ],
)
def test_what_moves_a_published_event_needs_a_reason(fields, night, arbiter):
    before = everything()
    response = arbiter.submit(f"{night.pk}/details/", night, **{**DETAILS, **fields})
    if "unrated" in fields:  # then all four lose what they won; another place of the only event moves nobody
        assert "Nothing is saved yet" in text_of(response)
        response = arbiter.confirm(f"{night.pk}/details/", response)
    else:
        assert "Required for another last day" in text_of(response)
    assert "Please give a reason." in text_of(response)
    assert everything() == before
    arbiter.save(f"{night.pk}/details/", night, **{**DETAILS, **fields, "reason": "a slip"})
    assert everything() != before


def test_who_would_move_by_another_day_is_seen_first(night, club, arbiter):
    """A and B met again on 13 January, from 1260 and 1220; with the night after it, from 1200 each."""
    club.play("AB0", day=date(2026, 1, 13))
    assert club.rating("A")[0] == pytest.approx(1260 - 40 * 0.557312, abs=0.0001)
    fields = {**DETAILS, "last_day": "2026-01-20", "reason": "it was a week later"}
    looked = arbiter.submit(f"{night.pk}/details/", night, **fields)
    before = everything()
    (ladder,) = looked.context["ladders"]
    assert {move.name for move in ladder.moves} >= {"Member A", "Member B"}
    form = arbiter.confirm(f"{night.pk}/details/", looked, back="1").context["form"]
    assert form["last_day"].value() == "2026-01-20"
    assert everything() == before
    arbiter.confirm(f"{night.pk}/details/", looked, reason="it was a week later")
    night.refresh_from_db()
    assert night.last_day == date(2026, 1, 20)
    # A lost to an equal: 1180 against 1220. Then the night, three wins of three, one of them over B.
    assert_stored_is_fresh(club.ladder)


def test_another_name_of_a_published_event_needs_no_reason(night, arbiter):
    arbiter.submit(f"{night.pk}/details/", night, **{**DETAILS, "name": "Hall night"})
    night.refresh_from_db()
    assert night.name == "Hall night"


def test_an_event_that_is_not_rated_moves_nobody(night, club, arbiter):
    fields = {
        **DETAILS,
        "unrated": "unrated_event",
        "unrated_note": "a simul",
        "reason": "not a club evening",
    }
    arbiter.save(f"{night.pk}/details/", night, **fields)
    assert club.rating("A") == (1200, 0)
    assert "not rated: a simul" in text_of(arbiter.open(f"{night.pk}/"))
    assert_stored_is_fresh(club.ladder)


def test_two_events_with_the_same_place_are_pointed_out(night, club, arbiter):
    second = club.play("CD1")
    assert (night.sequence, second.sequence) == (1, 2)
    assert "Order not set" not in text_of(arbiter.open(f"{second.pk}/details/"))
    arbiter.save(f"{second.pk}/details/", second, **DETAILS, reason="at the same time")
    page = text_of(arbiter.open(f"{second.pk}/details/"))
    assert "Order not set" in page
    assert page.count("Club evening") >= 2
    assert "Order not set" in text_of(arbiter.open(f"{second.pk}/publish/"))


class TestTwoEditorsOfTheDetails:
    """Both have the form open. Whoever saves second is told, and his own change is all that he makes."""

    PATH = "{}/details/"

    def opened(self, browser, event):
        """What the form would send if nothing were typed."""
        return self.fields_of(browser.open(self.PATH.format(event.pk)))

    def fields_of(self, page):
        """As a browser reads them out of the page."""
        html = page.content.decode()
        found = dict(
            re.findall(r'<input type="hidden" name="((?:initial-|version)[^"]*)" value="([^"]*)"', html)
        )
        form = page.context["form"]
        shown = {field.name: field.value() for field in form if field.value() not in (None, False)}
        return {**shown, **found}

    @pytest.mark.parametrize("publish", [True, False])
    def test_an_untouched_day_follows_the_colleague(self, publish, club, arbiter, organiser):
        event = club.play("AB1", publish=publish)
        mine, theirs = self.opened(arbiter, event), self.opened(organiser, event)
        path = self.PATH.format(event.pk)
        organiser.save(path, **{**theirs, "last_day": "2026-01-09"}, reason="a slip")
        refused = arbiter.submit(path, **{**mine, "name": "Hall night"})
        assert "organiser changed this event after you had opened it" in text_of(refused)
        assert "Name of the event: Club evening → Hall night" in text_of(refused)
        assert "Last day: " not in text_of(refused)
        again = self.fields_of(refused)
        assert (again["name"], str(again["last_day"])) == ("Hall night", "2026-01-09")
        assert arbiter.submit(path, **again).status_code == 302
        event.refresh_from_db()
        assert (event.name, event.last_day) == ("Hall night", date(2026, 1, 9))

    def test_so_it_does_where_the_form_comes_back_for_another_fault(self, draft, arbiter, organiser):
        mine, theirs = self.opened(arbiter, draft), self.opened(organiser, draft)
        path = self.PATH.format(draft.pk)
        organiser.submit(path, **{**theirs, "last_day": "2026-01-09", "in_progress": "on"})
        again = self.fields_of(arbiter.submit(path, **{**mine, "name": ""}))
        assert arbiter.submit(path, **{**again, "name": "Hall night"}).status_code == 302
        draft.refresh_from_db()
        assert (draft.name, draft.last_day, draft.in_progress) == ("Hall night", date(2026, 1, 9), True)

    def test_what_both_changed_is_told(self, draft, arbiter, organiser):
        mine, theirs = self.opened(arbiter, draft), self.opened(organiser, draft)
        path = self.PATH.format(draft.pk)
        organiser.submit(path, **{**theirs, "name": "Theirs"})
        refused = arbiter.submit(path, **{**mine, "name": "Mine"})
        assert "Name of the event: Theirs → Mine" in text_of(refused)


def test_the_look_says_what_would_be_saved(night, club, arbiter):
    club.play("AB0", day=date(2026, 1, 13))
    fields = {**DETAILS, "last_day": "2026-01-20", "unrated": "unrated_event", "unrated_note": "casual"}
    page = text_of(arbiter.submit(f"{night.pk}/details/", night, **fields))
    assert "Last day: Jan. 6, 2026 → Jan. 20, 2026" in page
    assert "For the ladder: Rated → Not rated" in page
    assert "Why it is not rated: – → casual" in page
    assert "Name of the event:" not in page
