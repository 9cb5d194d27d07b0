"""Every screen of a ladder: for whom it opens, and that another club's is as absent as none."""

from datetime import date

import pytest
from django.urls import reverse

from tests.services.kit import everything
from wagtail_ladder import services

from .conftest import logged_in, text_of, url

SCREENS = {
    "rules": "",
    "set_rules": "?from=first",
    "days": "",
    "day_order": "?day=2026-01-06",
    "corrections": "",
    "proof": "",
    "export": "",
}
FOR_ORGANISERS = {"remove_rules": "?from=2026-01-10", "rebuild": ""}


@pytest.fixture
def with_rules(club, evenings):
    services.set_rules(club.ladder, date(2026, 1, 10), by=club.organiser, reason="agreed", k_new=30)


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
@pytest.mark.parametrize("name", SCREENS)
def test_both_roles_open_it_and_no_name_is_in_its_address(club, with_rules, role, name):
    response = logged_in(getattr(club, role)).get(url(name, club.ladder, SCREENS[name]))
    assert response.status_code == 200
    assert "Thursday" in text_of(response)


@pytest.mark.parametrize("name", FOR_ORGANISERS)
def test_an_arbiter_is_sent_away_from_what_organisers_do(club, with_rules, name):
    before = everything()
    address = url(name, club.ladder, FOR_ORGANISERS[name])
    for send in (logged_in(club.arbiter).get, logged_in(club.arbiter).post):
        assert send(address).status_code == 302  # Wagtail's answer to “no permission”
    assert everything() == before
    assert logged_in(club.organiser).get(address).status_code in (200, 302)


@pytest.mark.parametrize("name", [*SCREENS, *FOR_ORGANISERS, "verify"])
def test_another_clubs_ladder_is_as_absent_as_none(club, with_rules, foreign, page_editor, name):
    before = everything()
    query = {**SCREENS, **FOR_ORGANISERS, "verify": ""}[name]
    for who in (foreign.organiser, foreign.arbiter, page_editor):
        client = logged_in(who)
        for send in (client.get, client.post):
            assert send(url(name, club.ladder, query)).status_code == 404
    assert logged_in(club.organiser).get(f"/admin/ladders/ladders/{name}/{10**30}/").status_code == 404
    assert everything() == before


def test_every_screen_is_reached_from_the_ladder(club, with_rules, organiser, arbiter):
    services.create_event(
        club.ladder, by=club.arbiter, name="Blitz", last_day="2026-01-06", names=["Typed A", "Typed B"]
    )
    for client, names in (
        (organiser, ("rules", "days", "corrections", "export", "verify", "rebuild")),
        (arbiter, ("rules", "days", "corrections", "export", "verify")),
    ):
        page = client.get(url("edit", club.ladder)).content.decode()
        for name in names:
            assert url(name, club.ladder) in page
        listed = client.get(reverse("ladder_ladders:list")).content.decode()
        for name in ("rules", "corrections", "proof", "export"):
            assert url(name, club.ladder) in listed
    assert url("rebuild", club.ladder) not in arbiter.get(url("edit", club.ladder)).content.decode()
