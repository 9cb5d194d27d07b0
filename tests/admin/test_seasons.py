"""Seasons in the admin: for organisers to set, and for arbiters to look at."""

from datetime import date

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.models import Season

from .test_player_groups import said, text

LIST = "/admin/ladders/seasons/"


@pytest.fixture
def organiser(client, rookery):
    client.force_login(rookery.organiser)
    return client


@pytest.fixture
def season(rookery, root):
    return services.create_season(rookery.club, "2025/26", date(2025, 9, 1), date(2026, 8, 31), by=root)


def edit(season):
    return reverse("ladder_seasons:edit", args=[season.pk])


def posted(name, first, last, **fields):
    return {"name": name, "first_day": first, "last_day": last, **fields}


def test_a_season_is_made_changed_and_deleted(organiser, rookery):
    add = reverse("ladder_seasons:add")
    data = posted("2025/26", "2025-09-01", "2026-08-31", club=rookery.club.pk)
    assert said(organiser.post(add, data)) == "Season created."
    season = Season.objects.get(club=rookery.club)
    changed = posted("2025/26", "2025-09-01", "2026-06-30")
    assert said(organiser.post(edit(season), changed)) == "Season saved."
    season.refresh_from_db()
    assert season.last_day == date(2026, 6, 30)
    delete = reverse("ladder_seasons:delete", args=[season.pk])
    assert "Its events stay, and no rating moves." in text(organiser.get(delete))
    assert said(organiser.post(delete)) == "Season “2025/26” deleted."
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("name", "first", "last", "sentence"),
    [
        ("Next", "2026-08-31", "2027-08-31", "It has days in common with the season “2025/26”"),
        ("Next", "2027-08-31", "2026-09-01", "The last day is before the first one."),
        ("2025/26", "2026-09-01", "2027-08-31", "Another season of the club has this name."),
        ("Next", "2026-09-01", "", "This field is required."),
    ],
)
def test_what_is_refused_is_said_in_the_form(organiser, rookery, season, name, first, last, sentence):
    response = organiser.post(reverse("ladder_seasons:add"), posted(name, first, last, club=rookery.club.pk))
    assert response.status_code == 200
    assert sentence in text(response), response.context["form"].errors
    assert Season.objects.count() == 1


def test_the_list_counts_the_published_events_of_each(organiser, rookery, season, root, foreign):
    for ladder, day, publish in (
        (rookery.ladder, date(2025, 9, 1), True),
        (rookery.ladder, date(2026, 8, 31), True),
        (rookery.ladder, date(2026, 9, 1), True),
        (rookery.ladder, date(2026, 1, 1), False),
        (foreign.ladder, date(2026, 1, 1), True),
    ):
        event = services.create_event(ladder, by=root, name="Evening", last_day=day, names=["A", "B"])
        if publish:
            services.publish_event(event, by=root)
    response = organiser.get(LIST)
    assert [one.event_count for one in response.context["object_list"]] == [2]


def test_an_empty_list_says_so_in_words_that_fit_any_language(organiser):
    assert "There is nothing here yet." in text(organiser.get(LIST))
    assert "Nothing fits what you look for." in text(organiser.get(LIST, {"q": "2025"}))
    greek = organiser.get(LIST, headers={"accept-language": "el"})
    assert "Προσθήκη σεζόν" in text(greek)


def test_an_arbiter_looks_and_changes_nothing(client, rookery, season):
    client.force_login(rookery.arbiter)
    assert "2025/26" in text(client.get(LIST))
    for address in (edit(season), reverse("ladder_seasons:delete", args=[season.pk])):
        for send in (client.get, client.post):
            assert send(address).status_code == 302
    assert Season.objects.filter(pk=season.pk, last_day=season.last_day).exists()
