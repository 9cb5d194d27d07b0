"""A club whose ladder has a past, and browsers of its people."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.desks import BOOTSTRAP, club, foreign, page_editor, text_of

__all__ = ["club", "foreign", "page_editor", "text_of"]

CHOICES = {"newcomers": "", "sections": "one", "number": "8", "title": "Thursday night", "day": "2026-02-03"}


def days_ago(days):
    return timezone.localdate() - timedelta(days=days)


def address(ladder):
    return reverse("ladder_ladders:seeding", args=[ladder.pk])


class Screen:
    """The screen as one person uses it."""

    def __init__(self, user, club):
        self.club = club
        self.client = Client()
        self.client.force_login(user)

    def open(self):
        return self.client.get(address(self.club.ladder))

    def post(self, letters="", /, **fields):
        players = [self.club.members[letter].pk for letter in letters]
        return self.client.post(address(self.club.ladder), {**CHOICES, "player": players, **fields})

    def show(self, letters="", /, **fields):
        return self.post(letters, show="1", **fields)

    def take(self, letters, taken_as, /, **fields):
        """Look at the list, and press one of the buttons below it."""
        seen = seen_on(self.show(letters, **fields))
        return self.post(letters, take=taken_as, seen=seen, **fields)


def seen_on(response):
    return re.search(r'name="seen" value="([0-9a-f]*)"', response.content.decode())[1]


def sections_on(response):
    """The names of each section, in order."""
    return [[seed.name for seed in section.seeds] for section in response.context["sections"]]


@pytest.fixture
def night(club):
    """From which A has 1260, B 1220, C 1180 and D 1140; E and F have never played: they would begin at 1200.

    So long ago that whoever has not played since is inactive.
    """
    return club.play(BOOTSTRAP, day=days_ago(500))


@pytest.fixture
def organiser(club, night):
    return Screen(club.organiser, club)


@pytest.fixture
def arbiter(club, night):
    return Screen(club.arbiter, club)
