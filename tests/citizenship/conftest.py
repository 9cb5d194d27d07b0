from functools import partial

import pytest
from wagtail.models import Locale

from tests.site.world import World, build_world


@pytest.fixture
def world(db, django_capture_on_commit_callbacks) -> World:
    world = build_world()
    world.commits = partial(django_capture_on_commit_callbacks, execute=True)
    return world


@pytest.fixture
def two_languages(settings):
    """The tree in Greek is under an address of its own, as `i18n_patterns` gives it."""
    settings.ROOT_URLCONF = "tests.citizenship.urls"


@pytest.fixture
def greek(two_languages) -> Locale:
    return Locale.objects.get_or_create(language_code="el")[0]
