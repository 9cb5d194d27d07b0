"""Browsers of the people of a club, and a draft."""

from datetime import date

import pytest
from django.test import Client

from tests.desks import AFTER_BOOTSTRAP, BOOTSTRAP, club, foreign, night, page_editor, text_of

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
