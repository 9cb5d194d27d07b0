from functools import partial

import pytest

from .world import World, build_world, stay_in_2026


@pytest.fixture(autouse=True)
def in_2026(monkeypatch) -> None:
    stay_in_2026(monkeypatch)


@pytest.fixture
def world(db, django_capture_on_commit_callbacks) -> World:
    world = build_world()
    world.commits = partial(django_capture_on_commit_callbacks, execute=True)
    return world
