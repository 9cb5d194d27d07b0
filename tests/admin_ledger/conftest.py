"""Browsers of the people of a club who look at its decisions."""

import pytest

from tests.admin_events.conftest import Browser as EventsBrowser
from tests.desks import club, foreign, night, page_editor, text_of

__all__ = ["club", "foreign", "night", "page_editor", "text_of"]


def address(path=""):
    return f"/admin/ladders/decisions/{path}"


class Browser(EventsBrowser):
    """Knows the screens of the ledger, and those of the events under their full addresses."""

    def look(self, path="", **query):
        return self.get(address(path), query)

    def press(self, path, **fields):
        return self.post(address(path), fields)

    def lines(self, **query):
        """What the list says, a sentence a line."""
        return [text_of_cell(act) for act in self.look(**query).context["object_list"]]


def text_of_cell(act):
    return act.sentence.replace("<bdi>", "").replace("</bdi>", "")


@pytest.fixture
def organiser(club):
    return Browser(club.organiser)


@pytest.fixture
def arbiter(club):
    return Browser(club.arbiter)
