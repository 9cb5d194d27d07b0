"""Browsers of the people of a club, and a draft."""

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client

from tests.desks import AFTER_BOOTSTRAP, BOOTSTRAP, club, foreign, night, page_editor, text_of
from wagtail_ladder.models import Player

__all__ = ["AFTER_BOOTSTRAP", "BOOTSTRAP", "club", "foreign", "night", "page_editor", "text_of"]


@pytest.fixture
def draft(club):
    """A draft with four undecided names, and A having beaten B in round 1."""
    return club.play("AB1 CD=", day=date(2026, 1, 13), publish=False, decide=False)


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
            fields = {"version": event.version, **self.shown(path, event, fields), **fields}
        return self.post(address(path), fields)

    def save(self, path, event=None, /, **fields):
        """As `submit`; where the answer says who would move, look at it and press its button."""
        looked = self.submit(path, event, **fields)
        if looked.status_code != 200 or not looked.context.get("seen"):
            return looked
        return self.confirm(path, looked, **{name: fields[name] for name in ("reason",) if name in fields})

    def confirm(self, path, looked, **fields):
        """Press the button of a page that says who would move."""
        html = looked.content.decode()
        form = html[html.rindex('<form method="post"') :]
        carried = {}
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
            carried.setdefault(name, []).append(unescape(value))
        return self.post(address(path), {**carried, **fields})

    def shown(self, path, event, fields):
        """What the form says that it showed; whoever is chosen in it was found by a search if need be."""
        of_one_name = re.findall(r"names/(\d+)/$", path)
        chosen = {f"shown-{pk}": fields.get("choice", "") for pk in of_one_name}
        chosen |= {field.replace("choice", "shown"): fields[field] for field in fields if "choice-" in field}
        page = self.get(address(path)).content.decode() if chosen else ""
        shown = {}
        for field, value in chosen.items():
            number = value.removeprefix("member-")
            member = Player.objects.filter(pk=number if number.isdecimal() else 0).first()
            found = self.post(address(f"{event.pk}/members/"), {"q": member.name}).json() if member else {}
            shown[field] = [
                *re.findall(rf'name="{field}" value="(\w+)"', page),
                *(one["seen"] for one in found.get("members", ()) if one["value"] == value),
            ]
        return shown

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
