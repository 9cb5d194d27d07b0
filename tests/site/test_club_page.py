"""A club's page: its events under seasons, what is on, and the records of the ladders that are seen."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.models import Visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(world):
    """Everybody sees its ladder, with the days of its events."""
    world.set(visibility=Visibility.PUBLIC, months_instead_of_days=False)
    world.ladder_page()
    world.club_page()
    return world


def season(world, name, first, last):
    return services.create_season(world.club, name, first, last, by=world.by)


def text(client, url="/club/"):
    return client.get(url).content.decode()


def headings(page):
    """Heading of each group of events -> the names of its events."""
    found = {}
    for body in re.findall(r"<tbody.*?</tbody>", page, re.S):
        if heading := re.search(r'scope="rowgroup"[^>]*><bdi>(.*?)</bdi>', body):
            found[heading[1]] = re.findall(r'<th scope="row">.*?<bdi>(.*?)</bdi>', body, re.S)
    return found


def test_events_stand_under_their_seasons_and_else_under_their_year(client, club):
    season(club, "2025/26", date(2025, 9, 1), date(2026, 8, 31))
    for name, day in (
        ("Before", date(2025, 8, 31)),
        ("First day", date(2025, 9, 1)),
        ("Last day", date(2026, 8, 31)),
        ("After", date(2026, 9, 1)),
    ):
        club.event(day, ["Anna 1-0 Bea"], name=name)
    expected = {"2026": ["After"], "2025/26": ["Last day", "First day"], "2025": ["Before"]}
    assert headings(text(client)) == expected
    assert headings(text(client, "/ladder/events/")) == expected


def test_each_season_is_found_in_the_pages_of_the_archive(client, club):
    season(club, "Old", date(2024, 1, 1), date(2024, 12, 31))
    season(club, "New", date(2025, 1, 1), date(2025, 12, 31))
    for number in range(20):
        club.event(date(2024, 1, 1) + timedelta(weeks=number), ["Anna 1-0 Bea"], name=f"Old {number}")
    for number in range(10):
        club.event(date(2025, 1, 1) + timedelta(weeks=number), ["Anna 1-0 Bea"], name=f"New {number}")
    page = text(client)
    assert re.findall(r'<a href="(\?page=\d+#season-\d+)"><bdi>(\w+)', page) == [
        ("?page=1#season-1", "New"),
        ("?page=1#season-2", "Old"),
    ]
    assert [len(names) for names in headings(page).values()] == [10, 15]
    second = text(client, "/club/?page=2")
    assert headings(second) == {"Old": [f"Old {number}" for number in (4, 3, 2, 1, 0)]}
    assert 'id="season-2"' in second
    assert 'href="?page=1#events"' in second


def test_where_months_are_shown_a_season_has_whole_months(client, club):
    """A season of three days would say of an event in it when it was."""
    club.set(months_instead_of_days=True)
    season(club, "Camp", date(2026, 7, 13), date(2026, 7, 15))
    club.event(date(2026, 7, 14), ["Anna 1-0 Bea"], name="In the camp")
    club.event(date(2026, 7, 28), ["Anna 1-0 Bea"], name="After the camp")
    assert headings(text(client)) == {"Camp": ["After the camp", "In the camp"]}
    club.set(months_instead_of_days=False)
    assert headings(text(client)) == {"2026": ["After the camp"], "Camp": ["In the camp"]}


def test_days_of_one_ladder_do_not_tell_those_of_another(client, club):
    """By the day, "Juniors" would stand between two days of the other ladder."""
    juniors = services.create_ladder(club.club, "A ladder of juniors", by=club.by)
    adults = club.ladder
    club.event(date(2026, 3, 9), ["Anna 1-0 Bea"], name="Monday")
    club.event(date(2026, 3, 16), ["Anna 1-0 Bea"], name="Next Monday")
    club.ladder = juniors
    club.event(date(2026, 3, 12), ["Cid 1-0 Dot"], name="Juniors")
    club.event(date(2026, 2, 12), ["Cid 1-0 Dot"], name="Juniors before")
    club.set(visibility=Visibility.PUBLIC)
    assert headings(text(client)) == {"2026": ["Juniors", "Next Monday", "Monday", "Juniors before"]}
    club.set(months_instead_of_days=False)
    assert headings(text(client)) == {"2026": ["Next Monday", "Juniors", "Monday", "Juniors before"]}
    assert club.ladder != adults


# What is on, and what comes.


@pytest.fixture
def middle_of_march(monkeypatch):
    monkeypatch.setattr("wagtail_ladder.site.club.today", lambda: date(2026, 3, 15))
    monkeypatch.setattr(timezone, "localdate", lambda *args: date(2026, 3, 15))


def coming(client):
    page = text(client)
    part = re.search(r'<ul class="wl-coming">(.*?)</ul>', page, re.S)
    items = re.findall(r"<li>(.*?)</li>", part[1], re.S) if part else []
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


def test_what_is_in_progress_and_what_comes_next(client, club, middle_of_march):
    for name, day, in_progress in (
        ("Today", date(2026, 3, 15), False),
        ("Simultan", date(2026, 3, 16), False),
        ("League", date(2026, 4, 30), True),
        ("Old league", date(2026, 3, 1), True),
    ):
        event = club.event(day, ["Anna 1-0 Bea"], name=name, publish=False)
        services.change_event(event, in_progress=in_progress, by=club.by)
        services.publish_event(event, by=club.by)
    club.event(date(2026, 3, 20), ["Anna 1-0 Bea"], name="Draft", publish=False)
    assert coming(client) == [
        "Old league in progress",
        "Simultan March 16, 2026",
        "League in progress, until April 30, 2026",
    ]
    assert "Draft" not in text(client)


def test_where_months_are_shown_nothing_passes_on_a_day(client, club, middle_of_march):
    club.set(months_instead_of_days=True)
    for name, day in (("This month", date(2026, 3, 20)), ("Next month", date(2026, 4, 1))):
        club.event(day, ["Anna 1-0 Bea"], name=name)
    event = club.event(date(2026, 3, 2), ["Anna 1-0 Bea"], name="League", publish=False)
    services.change_event(event, in_progress=True, by=club.by)
    services.publish_event(event, by=club.by)
    assert coming(client) == ["League in progress, until March 2026", "Next month April 2026"]


# Records.


def test_the_records_of_each_ladder_that_is_seen(client, club):
    club.start(Hugh=1800, Ida=1800, Lois=1000, Mona=1000)
    club.event(date(2026, 1, 6), *[["Hugh ½-½ Ida", "Lois ½-½ Mona"]] * 5, name="Draws")
    club.event(date(2026, 1, 13), ["Lois 1-0 Hugh"], name="Upset")
    hidden = services.create_ladder(club.club, "Hidden ladder", by=club.by)
    seen, club.ladder = club.ladder, hidden
    club.event(date(2026, 1, 6), *[["Xenia 1-0 Yves"]] * 9, name="Hidden event")
    club.ladder = seen
    page = text(client)
    part = re.search(r'<section id="records">.*?</section>', page, re.S)[0]
    plain = " ".join(re.sub(r"<[^>]+>", " ", part).split())
    assert "Highest rating 1800" in plain
    assert "800 points L" in plain, "by initials"
    assert "against H" in plain
    assert "Upset · Jan. 13, 2026" in plain
    assert "Most games 6 games" in plain
    assert "Hidden" not in page
    assert "9 games" not in page
    club.ladder = hidden
    club.set(visibility=Visibility.PUBLIC)
    assert "Most games 9 games" in " ".join(re.sub(r"<[^>]+>", " ", text(client)).split())


def test_a_hidden_club_shows_no_season(client, club):
    season(club, "Secret season", date(2026, 1, 1), date(2026, 12, 31))
    club.event(date(2026, 1, 6), ["Anna 1-0 Bea"])
    club.set(visibility=Visibility.ORGANISERS)
    page = text(client)
    assert "Secret season" not in page
    assert "records" not in page


def test_all_its_addresses_are_among_those_to_purge(client, club):
    season(club, "2026", date(2026, 1, 1), date(2026, 12, 31))
    for number in range(30):
        club.event(date(2025, 12, 1) + timedelta(days=number * 3), ["Anna 1-0 Bea"])
    paths = club.home.get_children().get(slug="club").specific.get_cached_paths()
    for link in re.findall(r'href="(\?page=\d+)[#"]', text(client)):
        assert f"/{link}" in paths
