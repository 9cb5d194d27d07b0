"""A page that is left open follows the ladder, without a reload."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from tests.site.world import build_world
from tests.testapp.models import HomePage
from wagtail_ladder.models import Visibility

from .host import a_site

pytestmark = pytest.mark.django_db(transaction=True)
SOON = """
    const later = window.setTimeout;
    window.setTimeout = (does, wait) => later(does, wait > 20000 ? 200 : wait);
"""
"""Half a minute is a fifth of a second here."""


@pytest.fixture
def host(live_server):
    a_site()
    world = build_world()
    world.start(Anna=1400, Ben=1400)
    world.event(date(2026, 9, 4), *[["Anna ½-½ Ben"]] * 5)
    world.set(visibility=Visibility.PUBLIC)
    world.ladder_page()
    page = HomePage(title="Tonight", slug="tonight", body=[("ladder", {"ladder": world.ladder})])
    world.home.add_child(instance=page)
    world.address = live_server.url + page.get_url()
    return world


def test_the_rows_follow_and_the_reader_stays_where_he_is(host, page: Page):
    page.add_init_script(SOON)
    page.goto(host.address)
    rating = page.get_by_role("row").filter(has_text="A.").locator(".wl-rating")
    expect(rating).to_have_text("1400")
    link = page.get_by_role("link", name="A.")
    link.focus()
    host.event(date(2026, 9, 11), ["Anna 1-0 Ben"])
    expect(rating).to_have_text("1420", timeout=15_000)
    expect(link).to_be_focused()


def test_a_ladder_that_is_hidden_leaves_the_screen(host, page: Page):
    page.add_init_script(SOON)
    page.goto(host.address)
    expect(page.get_by_role("table")).to_be_visible()
    host.set(visibility=Visibility.ORGANISERS)
    expect(page.get_by_role("table")).to_have_count(0, timeout=15_000)


def test_a_hidden_page_asks_nothing(host, page: Page):
    page.add_init_script(SOON + "Object.defineProperty(document, 'hidden', { get: () => true });")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(host.address)
    page.wait_for_timeout(1500)
    assert asked and not [url for url in asked if "ladder-live" in url]
