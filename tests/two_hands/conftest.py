import pytest

from tests.at_once import NEEDS_A_FILE, in_memory
from wagtail_ladder.models import identifiers

from .club import make_busy_club


@pytest.fixture
def shared_club(transactional_db, monkeypatch):
    """The busy club, in a database that several threads and processes can open."""
    if in_memory():
        pytest.skip(NEEDS_A_FILE)
    monkeypatch.setattr(identifiers, "secrets", identifiers.secrets)  # `state.draw_anew` draws otherwise
    return make_busy_club()
