"""What the tests of the event desk, of the ledger and of who is who share: a club with a known night."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import Group, Permission

from tests.services.kit import make_club, user

BOOTSTRAP = "AB1 CD1 AC1 BD1 AD1 BC1"
"""Four newcomers of 1200, K 40, every expected score ½: three points out of three are 3 × 40 × ½ = +60."""
AFTER_BOOTSTRAP = {"A": 1260, "B": 1220, "C": 1180, "D": 1140}


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def foreign(club):
    """Another club, which must not be met."""
    return make_club("Zugzwang", "YZ", prefix="foreign-")


@pytest.fixture
def night(club):
    """The bootstrap night, decided by the arbiter in one go and published."""
    return club.play(BOOTSTRAP)


@pytest.fixture
def page_editor(db):
    """May enter the admin and works for no club."""
    group = Group.objects.create(name="Page editors")
    group.permissions.add(Permission.objects.get(codename="access_admin"))
    editor = user("editor")
    editor.groups.add(group)
    return editor


def text_of(response):
    """The words of a page, as a reader sees them, in one line."""
    html = re.sub(r"<(script|style|template).*?</\1>", " ", response.content.decode(), flags=re.S)
    html = re.sub(r"</?(bdi|a|small|strong|em)\b[^>]*>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def without_tokens(response):
    """The page but for the tokens of its forms, in which chance spells a short name."""
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "", response.content.decode())


def seen_on(response):
    """What a form carries that proves that its page was looked at; nothing where there is nothing to do."""
    found = re.search(r'name="seen" value="([0-9a-f]*)"', response.content.decode())
    return found[1] if found else ""


def undo_on_screen(browser, act):
    """Look at what the undoing of the act would do, and press its button."""
    address = f"/admin/ladders/decisions/{act.pk}/undo/"
    return browser.post(address, {"seen": seen_on(browser.get(address))})
