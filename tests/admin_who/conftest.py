"""A club in which two members may be one: A and D never met, A and B did."""

import re
from datetime import date

import pytest
from django.test import Client

from tests.services.kit import make_club


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def evenings(club):
    """A beats B and draws with C; four weeks later D beats B."""
    return club.play("AB1 CA=", day=date(2026, 1, 6)), club.play("DB1", day=date(2026, 2, 3))


@pytest.fixture
def a(club):
    return club.members["A"]


@pytest.fixture
def d(club):
    return club.members["D"]


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def organiser(club, evenings):
    return logged_in(club.organiser)


def seen_on(response):
    """What a form carries that proves that its page was looked at; nothing where there is nothing to do."""
    found = re.search(r'name="seen" value="([0-9a-f]*)"', response.content.decode())
    return found[1] if found else ""


def text_of(response):
    """The words of a page, as a reader sees them."""
    html = re.sub(r"</?bdi>", "", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
