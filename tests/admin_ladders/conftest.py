"""A club whose ladder has a past: four newcomers, a second evening, and another club that must not be met."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.desks import BOOTSTRAP, club, foreign, page_editor, seen_on, text_of

__all__ = ["club", "foreign", "page_editor", "seen_on", "text_of"]


def url(name, ladder, query=""):
    return reverse(f"ladder_ladders:{name}", args=[ladder.pk]) + query


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def evenings(club):
    """The bootstrap evening, from which A has 1260 and B 1220, and a week later B beats A."""
    return club.play(BOOTSTRAP, day=date(2026, 1, 6)), club.play("BA1", day=date(2026, 1, 13))


@pytest.fixture
def organiser(club, evenings):
    return logged_in(club.organiser)


@pytest.fixture
def arbiter(club, evenings):
    return logged_in(club.arbiter)
