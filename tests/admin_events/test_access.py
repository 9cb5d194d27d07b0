"""Every address of the event screens, tried by everybody who might try it."""

import pytest
from django.urls import URLPattern

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.admin.events.viewset import EventViewSet

from .conftest import Browser, address

pytestmark = pytest.mark.django_db

PATTERNS = EventViewSet().get_urlpatterns()
OF_AN_EVENT = [str(pattern.pattern) for pattern in PATTERNS if "<int:pk>" in str(pattern.pattern)]
OTHERS = [str(p.pattern) for p in PATTERNS if "<" not in str(p.pattern)]


def filled(path, event):
    """The address for an event, with a name and a game of it."""
    game, entry = event.games.first(), event.entries.first()
    for hole, value in (
        ("<int:pk>", event.pk),
        ("<int:entry>", entry.pk if entry else 0),
        ("<int:game>", game.pk if game else 0),
        ("<int:number>", 1),
    ):
        path = path.replace(hole, str(value))
    return path


def test_all_addresses_are_plain_patterns():
    """So that the walks below miss none."""
    assert all(isinstance(pattern, URLPattern) for pattern in PATTERNS)
    assert len(OF_AN_EVENT) + len(OTHERS) == len(PATTERNS) - 2  # the two of an upload


def tried(person, method, path):
    return person.open(path) if method == "get" else person.submit(path)


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_event_of_another_club_does_not_exist(method, night, draft, foreign):
    before = everything()
    for path in OF_AN_EVENT:
        for event in (night, draft):
            for person in (foreign.organiser, foreign.arbiter):
                response = tried(Browser(person), method, filled(path, event))
                assert response.status_code == 404, path
    assert everything() == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_game_or_a_name_of_another_event_is_not_found(method, night, draft, organiser):
    for path in OF_AN_EVENT:
        if "<int:game>" in path or "<int:entry>" in path:
            mixed = filled(path.replace("<int:pk>", str(draft.pk)), night)
            assert tried(organiser, method, mixed).status_code == 404, path


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_works_for_no_club_is_turned_away(method, draft, page_editor):
    browser, before = Browser(page_editor), everything()
    for path in [*OF_AN_EVENT, *OTHERS]:
        response = tried(browser, method, filled(path, draft))
        assert response.status_code == 404 or response["Location"] == "/admin/", path
    assert everything() == before


def test_looking_changes_nothing(night, draft, organiser, arbiter):
    before = everything()
    for path in [*OF_AN_EVENT, *OTHERS]:
        for event in (night, draft):
            for person in (organiser, arbiter):
                assert person.open(filled(path, event)).status_code in (200, 302, 404, 405), path
    assert everything() == before


def test_who_is_not_logged_in_is_sent_to_the_login(draft, client):
    for path in [*OF_AN_EVENT, *OTHERS]:
        response = client.get(f"/admin/ladders/events/{filled(path, draft)}")
        assert response["Location"].startswith("/admin/login/"), path


def test_only_organisers_see_the_screens_of_organisers(night, arbiter):
    for path in ("delete/", "adults/"):
        assert arbiter.open(f"{night.pk}/{path}").status_code == 404
        assert arbiter.submit(f"{night.pk}/{path}", night).status_code == 404
    assert "delete/" not in arbiter.open(f"{night.pk}/details/").content.decode()


def test_a_role_that_was_taken_away_ends_at_once(club, night, arbiter):
    club.arbiter.groups.clear()
    assert arbiter.open(f"{night.pk}/").status_code in (302, 404)


def test_the_menu_leads_to_the_events_of_who_works_for_a_club(organiser, page_editor):
    assert "/admin/ladders/events/" in organiser.get("/admin/").content.decode()
    assert "/admin/ladders/events/" not in Browser(page_editor).get("/admin/").content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_deleted_event_offers_only_to_be_restored(method, night, club, organiser):
    services.delete_event(night, reason="entered twice", by=club.organiser)
    before = everything()
    for path in OF_AN_EVENT:
        if "restore/" not in path and "history/" not in path:
            response = tried(organiser, method, filled(path, night))
            if response.status_code == 200:  # what was sent is kept, and nothing of it is done
                assert (method, response.context["refusal"].code) == ("post", "event_deleted"), path
            else:
                assert response.status_code in (404, 405) or response["Location"].endswith("/restore/"), path
    assert everything() == before


HUGE = "9" * 30


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("", {f"choice-{HUGE}": "new"}),
        ("", {"choice-1": f"member-{HUGE}"}),
        ("entries/", {"member": HUGE}),
        ("adults/", {"player": HUGE}),
        ("details/", {"sequence": HUGE}),
        ("publish/", {"version": HUGE}),
        ("rounds/1/", {f"white-{HUGE}": "1", "white-0": HUGE, "black-0": HUGE, "board-0": HUGE}),
    ],
)
def test_numbers_that_no_database_knows_do_no_harm(path, fields, night, organiser):
    before = everything()
    assert organiser.submit(f"{night.pk}/{path}", night, **fields).status_code in (200, 302)
    assert everything() == before


@pytest.mark.parametrize("path", ["{}/", "1/names/{}/", "1/games/{}/", "1/rounds/{}/", "uploads/{}/"])
def test_addresses_with_such_numbers_are_not_found(path, organiser):
    assert organiser.open(path.format(HUGE)).status_code == 404


@pytest.mark.parametrize("token", ["%00", "A" * 13, "b" * 12, "b" * 14, "b" * 5000])
def test_what_is_no_token_of_an_upload_is_not_found(token, organiser, monkeypatch):
    def ask(*args, **kwargs):
        raise AssertionError("PostgreSQL refuses to look for a text with a null character")

    monkeypatch.setattr("wagtail_ladder.admin.events.preview.find_upload", ask)
    for path in (f"uploads/{token}/", f"uploads/{token}/discard/"):
        assert organiser.submit(path).status_code == 404


@pytest.mark.parametrize("digits", ["9" * 30, "9" * 5000])
def test_a_round_that_no_event_has_is_the_last_one(digits, night, organiser):
    assert organiser.open(f"{night.pk}/results/", round=digits).context["number"] == 6


def test_a_script_is_told_that_the_event_is_gone(night, club, organiser):
    services.delete_event(night, reason="entered twice", by=club.organiser)
    night.refresh_from_db()
    response = organiser.post(
        address(f"{night.pk}/rounds/1/"), {"version": night.version}, headers={"accept": "application/json"}
    )
    assert response.status_code == 422
    assert response.json()["message"] == "This event has been deleted. An organiser can restore it."
