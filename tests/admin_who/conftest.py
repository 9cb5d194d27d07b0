"""A club in which two members may be one: A and D never met, A and B did."""

from datetime import date

import pytest
from django.test import Client

from tests.desks import club, seen_on, text_of

__all__ = ["club", "seen_on", "text_of"]


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
