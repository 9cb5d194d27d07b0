"""A club whose people decide who is who, and another club that must not be met."""

import pytest

from tests.admin_events.conftest import BOOTSTRAP, page_editor, text_of
from tests.admin_events.conftest import Browser as EventsBrowser
from tests.services.kit import make_club

__all__ = ["address", "page_editor", "text_of"]


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
def club(db):
    return make_club()


@pytest.fixture
def foreign(club):
    return make_club("Zugzwang", "YZ", prefix="foreign-")


@pytest.fixture
def night(club):
    """Four names decided in one go by the arbiter, published: A 1260, B 1220, C 1180, D 1140."""
    return club.play(BOOTSTRAP)


@pytest.fixture
def organiser(club):
    return Browser(club.organiser)


@pytest.fixture
def arbiter(club):
    return Browser(club.arbiter)
