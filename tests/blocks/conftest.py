"""A club of six whose ratings are known by heart, and a page to put blocks on.

In the first evening everybody draws five times with somebody of the same start rating, so that all are
established and stand where they began: Anna and Ben 1487, Cleo and Dora 1462, Emil and Fay 1213.
"""

from datetime import date
from functools import partial

import pytest

from tests.site.world import World, build_world
from tests.testapp.models import HomePage
from wagtail_ladder.models import Visibility

STARTS = {"Anna": 1487, "Ben": 1487, "Cleo": 1462, "Dora": 1462, "Emil": 1213, "Fay": 1213}
DRAWS = ["Anna ½-½ Ben", "Cleo ½-½ Dora", "Emil ½-½ Fay"]
FIRST_EVENING = date(2026, 9, 4)


@pytest.fixture
def world(db, django_capture_on_commit_callbacks) -> World:
    world = build_world()
    world.commits = partial(django_capture_on_commit_callbacks, execute=True)
    world.start(**STARTS)
    world.event(FIRST_EVENING, *[DRAWS] * 5)
    world.set(visibility=Visibility.PUBLIC, inactive_after=120)
    return world


@pytest.fixture
def host(world):
    """Puts blocks on an ordinary page: `host(("movers", {"count": 3}), …)`; the ladder is the world's."""

    def place(*blocks, slug="news"):
        body = [(kind, {"ladder": world.ladder, **value}) for kind, value in blocks]
        with world.commits():
            return world.home.add_child(instance=HomePage(title="News", slug=slug, body=body))

    return place


@pytest.fixture
def shown(client, host):
    """The sections of such a page, as a visitor gets them."""

    def html(*blocks):
        page = host(*blocks, slug=f"page-{len(HomePage.objects.all())}")
        return client.get(page.url).content.decode()

    return html
