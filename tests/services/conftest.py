import pytest

from .kit import make_club


@pytest.fixture
def club(db):
    """Rook End: an organiser, an arbiter, a ladder under the default rules, and members A to F."""
    return make_club()
