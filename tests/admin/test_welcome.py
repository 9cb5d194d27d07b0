"""The first screen of the admin, for people with a role in a club."""

import re
from datetime import date

from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.admin import welcome
from wagtail_ladder.services.doubles import likely_doubles

HOME = "wagtailadmin_home"
WELCOME = 'id="ladder-welcome'


def test_an_arbiter_finds_the_way_from_an_empty_home(client, rookery, foreign):
    client.force_login(rookery.arbiter)
    page = client.get(reverse(HOME)).content.decode()
    assert WELCOME in page
    assert "Rookery" in page and "Zugzwang" not in page
    assert f'href="{reverse("ladder_clubs:edit", args=[rookery.club.pk])}"' in page[page.index(WELCOME) :]
    panel = page[page.index(WELCOME) :]
    for url in ("wagtail_ladder_events:add", "wagtail_ladder_events:index", "ladder_ladders:list"):
        assert f'href="{reverse(url)}"' in panel
        assert client.get(reverse(url)).status_code == 200


def panel_of(client, user):
    client.force_login(user)
    page = client.get(reverse(HOME)).content.decode()
    return text(page[page.index(WELCOME) :]) if WELCOME in page else ""


def text(html):
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi>", "", html)).split())


def test_who_edits_pages_as_well_is_greeted_too(client, rookery):
    rookery.arbiter.groups.add(Group.objects.get(name="Editors"))
    assert "Rookery" in panel_of(client, rookery.arbiter)


def test_nobody_else_is_greeted(client, rookery, editor):
    assert not panel_of(client, editor)


def test_a_superuser_is_greeted_where_there_are_clubs(client, root, make_club):
    assert not panel_of(client, root)
    make_club("Rookery", [])
    assert "Rookery" in panel_of(client, root)


def event_with(names, rookery, name="Thursday blitz", **fields):
    return services.create_event(
        rookery.ladder, by=rookery.arbiter, name=name, last_day=date(2026, 1, 6), names=names, **fields
    )


def test_it_tells_which_names_wait_and_leads_to_them(client, rookery, foreign):
    event = event_with(["Anna", "Ben", "Cara"], rookery)
    one = event_with(["Anna"], rookery, name="Friday")
    event_with(["Zoe"], foreign, name="Abroad")
    panel = panel_of(client, rookery.arbiter)
    assert "Thursday blitz: 3 names wait" in panel
    assert "Friday: 1 name waits" in panel
    assert "Abroad" not in panel
    page = client.get(reverse(HOME)).content.decode()
    assert f'href="{reverse("wagtail_ladder_events:desk", args=[event.pk])}"' in page
    for entry in event.entries.all():
        services.decide_entry(entry, services.LeaveOut(), by=rookery.arbiter)
    services.delete_event(one, reason="entered twice", by=rookery.organiser)
    assert "No name waits." in panel_of(client, rookery.arbiter)


def test_an_event_that_is_not_rated_waits_for_nobody(client, rookery):
    event_with(["Anna"], rookery, unrated="unrated_event", unrated_note="for fun")
    assert "No name waits." in panel_of(client, rookery.arbiter)


def test_of_many_waiting_events_the_latest_are_told(client, rookery):
    for number in range(7):
        event_with(["Anna"], rookery, name=f"Night {number}")
    panel = panel_of(client, rookery.arbiter)
    assert panel.count("1 name waits") == 5
    assert "Names wait in 2 more events" in panel


def test_it_says_who_sees_each_ladder(client, rookery):
    assert "Rookery ladder Seen by: Organisers and arbiters of the club" in panel_of(client, rookery.arbiter)
    services.change_ladder(rookery.ladder, by=rookery.organiser, visibility="public")
    assert "Rookery ladder Seen by: Everybody" in panel_of(client, rookery.arbiter)


DOUBLES = ["Anna Keller", "Keller, Anna", "Ben Okafor", "Ben Okafor"]


def test_it_counts_the_likely_doubles_for_organisers(client, make_club):
    rookery = make_club("Rookery", DOUBLES)
    assert "2 likely doubles" in panel_of(client, rookery.organiser)
    assert "doubles" not in panel_of(client, rookery.arbiter)
    services.declare_distinct(*rookery.players[2:], by=rookery.arbiter)
    assert "1 likely double " in panel_of(client, rookery.organiser)


def test_a_large_club_is_not_compared_while_the_first_screen_waits(client, make_club, monkeypatch):
    monkeypatch.setattr(welcome, "MOST_COMPARED", 3)
    rookery = make_club("Rookery", DOUBLES)
    assert "Look for likely doubles" in panel_of(client, rookery.organiser)
    likely_doubles(rookery.club)  # as the report does, and it is remembered until the club changes
    assert "2 likely doubles" in panel_of(client, rookery.organiser)
    services.add_player(rookery.club, "Cara", by=rookery.arbiter)
    assert "Look for likely doubles" in panel_of(client, rookery.organiser)


def test_the_number_of_queries_does_not_grow_with_clubs_and_events(client, root, make_club):
    first = make_club("Rookery", [])
    event_with(["Anna"], first)
    panel_of(client, root)
    with CaptureQueriesContext(connection) as few:
        client.get(reverse(HOME))
    for number in range(11):
        club = make_club(f"{number} Club", [])
        event_with(["Anna"], club)
    with CaptureQueriesContext(connection) as many:
        page = text(client.get(reverse(HOME)).content.decode())
    assert "2 more clubs" in page
    assert len(many) <= len(few) + 1  # how many clubs there are is asked only where they are many
