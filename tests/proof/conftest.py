import pytest

from tests.services.kit import make_club

from .scene import Scene


@pytest.fixture
def scene(db):
    return Scene.made(make_club())
