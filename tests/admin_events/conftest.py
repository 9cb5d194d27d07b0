"""A club with people in it, another one that must not be met, and a night whose ratings are known."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from tests.services.kit import make_club, user

BOOTSTRAP = "AB1 CD1 AC1 BD1 AD1 BC1"
"""Four newcomers of 1200, K 40, every expected score ½: three points out of three are 3 × 40 × ½ = +60."""
AFTER_BOOTSTRAP = {"A": 1260, "B": 1220, "C": 1180, "D": 1140}


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def foreign(club):
    return make_club("Zugzwang", "YZ", prefix="foreign-")


@pytest.fixture
def night(club):
    """The bootstrap night, published."""
    return club.play(BOOTSTRAP)


@pytest.fixture
def draft(club):
    """A draft with four undecided names, and A having beaten B in round 1."""
    return club.play("AB1 CD=", day=date(2026, 1, 13), publish=False, decide=False)


@pytest.fixture
def page_editor(db):
    """May enter the admin and works for no club."""
    group = Group.objects.create(name="Page editors")
    group.permissions.add(Permission.objects.get(codename="access_admin"))
    editor = user("editor")
    editor.groups.add(group)
    return editor


class Browser(Client):
    """A test client that knows the event screens."""

    def __init__(self, user):
        super().__init__()
        self.force_login(user)

    def open(self, path, **query):
        return self.get(address(path), query)

    def submit(self, path, event=None, /, **fields):
        """POST a form; with an event, under the version that it has now."""
        if event is not None:
            event.refresh_from_db()
            fields = {"version": event.version, **fields}
        return self.post(address(path), fields)

    def publish(self, event):
        """Look at the preview, and press its button."""
        page = self.open(f"{event.pk}/publish/")
        return self.submit(f"{event.pk}/publish/", event, fingerprint=page.context["fingerprint"])


def address(path):
    return f"/admin/ladders/events/{path}"


@pytest.fixture
def organiser(club):
    return Browser(club.organiser)


@pytest.fixture
def arbiter(club):
    return Browser(club.arbiter)


def text_of(response):
    """The words of a page, without tags, in one line."""
    html = re.sub(r"<(script|style|template).*?</\1>", " ", response.content.decode(), flags=re.S)
    text = re.sub(r"<[^>]+>", "", html)
    for entity, character in (("&quot;", '"'), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return " ".join(text.split())
