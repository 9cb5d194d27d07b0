import pytest

from tests.services.kit import make_club

from .scene import Scene


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def scene(club):
    return Scene.made(club)
