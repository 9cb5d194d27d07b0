"""Several blocks on one page: of one replay, and in as few questions as one can ask."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.site.world import World
from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.models import Game
from wagtail_ladder.services.reads import table as stored_table
from wagtail_ladder.site import reading

pytestmark = pytest.mark.django_db


def every_kind(world):
    anna, ben = world.public_id("Anna"), world.public_id("Ben")
    return [
        ("ladder", {}), ("movers", {}), ("player", {"player": anna}), ("standings", {}), ("events", {}),
        ("head_to_head", {"first": anna, "second": ben}), ("records", {}), ("milestones", {}),
    ]  # fmt: skip


def test_the_ladder_is_read_once_for_several_blocks(client, world, host, monkeypatch):
    page, read = host(("ladder", {}), ("ladder", {"top": 2}), ("milestones", {})), []
    monkeypatch.setattr(
        reading, "ladder_table", lambda *args: read.append(1) or stored_table.ladder_table(*args)
    )
    assert client.get(page.url).content.count(b"<section") == 3
    assert len(read) == 1


def test_a_correction_in_between_is_in_all_blocks_or_in_none(client, world, host, monkeypatch):
    """While the first block is read, somebody enters a result: both blocks show what came of it."""
    page, entered = host(("ladder", {}), ("movers", {})), []

    def disturbed(*args):
        found = stored_table.ladder_table(*args)
        if not entered:
            entered.append(1)
            world.event(date(2026, 9, 11), ["Fay 1-0 Anna"])
        return found

    monkeypatch.setattr(reading, "ladder_table", disturbed)
    html = client.get(page.url).content.decode()
    first, second = re.findall(r"<section.*?</section>", html, flags=re.S)
    assert "1246" in first and "1213" in first  # Fay, and Emil who was her equal
    assert "+33" in second and "1246" in second


def said(client, page):
    """For each block whether it says of when its numbers are, and whether it leads to the ladder."""
    html = client.get(page.url).content.decode()
    sections = re.findall(r"<section.*?</section>", html, flags=re.S)
    return [("wl-as-of" in section, "The whole ladder" in section) for section in sections]


NOTHING, DATE, LINK, BOTH = (False, False), (True, False), (False, True), (True, True)
TEXT, OTHER = ("text", "<p>Hello</p>"), {}


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([("ladder", {}), ("movers", {}), ("events", {})], [NOTHING, NOTHING, BOTH]),
        ([("ladder", {}), TEXT, ("movers", {})], [BOTH, BOTH]),
        ([("ladder", OTHER), ("movers", {}), ("events", {})], [BOTH, NOTHING, BOTH]),
        ([("ladder", {"live": False}), ("movers", {})], [BOTH, BOTH]),
        ([("ladder", {"ratings": "bands"}), ("movers", {})], [DATE, BOTH]),
        ([("movers", {}), ("ladder", {"ratings": "none"}), ("ladder", {"ratings": "bands"})],
         [BOTH, NOTHING, DATE]),
        ([("movers", {}), ("ladder", {"group": "nowhere"})], [BOTH]),
        ([("ladder", {"top": 2}), ("movers", {}), ("events", {})], [LINK, NOTHING, BOTH]),
        ([("ladder", {"top": 2, "ratings": "bands"}), ("ladder", {"ratings": "bands"})], [NOTHING, DATE]),
    ],
)  # fmt: skip
def test_blocks_below_one_another_say_once_of_when_they_are(client, world, blocks, expected):
    """A block that stands by itself says so by itself, as does one that changes at another time.

    A part of the table leads to the whole ladder, whatever stands below it.
    """
    world.ladder_page()
    second = services.create_ladder(world.club, "Second", by=world.by)
    other = World(world.by, world.club, second, world.home, world.commits)
    other.event(date(2026, 9, 5), ["Anna 1-0 Ben"])
    other.set(visibility="public")
    other.ladder_page(slug="other")
    body = []
    for kind, value in blocks:
        ladder = other.ladder if value is OTHER else world.ladder
        body.append((kind, value if kind == "text" else {"ladder": ladder, **value}))
    page = world.home.add_child(instance=HomePage(title="News", slug="news", body=body))
    assert said(client, page) == expected


def test_on_the_page_of_the_ladder_no_block_leads_to_it(client, world):
    page = world.ladder_page(body=[("movers", {"ladder": world.ladder})])
    assert said(client, page) == [DATE]


def counted(client, page):
    cache.clear()
    client.get(page.url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page.url).status_code == 200
    return len(queries)


@pytest.mark.parametrize("kind", range(8))
def test_a_second_block_of_a_kind_costs_little_and_a_longer_ladder_nothing(client, world, host, kind):
    block = every_kind(world)[kind]
    one, two = host(block, slug="one"), host(block, block, slug="two")
    few, more = counted(client, one), counted(client, two)
    assert few <= 26
    assert more - few <= (0 if block[0] in ("ladder", "milestones") else 12)
    for day in (11, 18):
        world.event(date(2026, 9, day), ["Anna 1-0 Ben", "Gus ½-½ Hal"], ["Fay 1-0 Emil"])
    assert counted(client, one) <= few + 1  # a name more in the event that is shown may be a guest's
    assert Game.objects.count() == 15 + 6


def test_blocks_of_two_ladders_keep_to_their_own(client, world, host):
    second = services.create_ladder(world.club, "Second", by=world.by)
    services.change_ladder(second, visibility="public", by=world.by)
    page = host(("ladder", {"top": 1}), ("ladder", {"ladder": second}), ("ladder", {"top": 2}))
    html = client.get(page.url).content.decode()
    sections = re.findall(r"<section.*?</section>", html, flags=re.S)
    assert [section.count("1487") for section in sections] == [1, 0, 2]
