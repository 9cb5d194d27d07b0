"""A page that is left open follows the ladder, without a reload."""

from datetime import date

import pytest
from django.core.cache import cache
from django.template import engines
from playwright.sync_api import Page, expect

from tests.site.world import build_world
from tests.testapp.models import HomePage
from wagtail_ladder import services
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
    world.ladder_address = live_server.url + world.ladder_page().get_url()
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
    expect(rating).to_have_text("1420")
    expect(link).to_be_focused()


def test_a_ladder_that_is_hidden_leaves_the_screen(host, page: Page):
    page.add_init_script(SOON)
    page.goto(host.address)
    expect(page.get_by_role("table")).to_be_visible()
    host.set(visibility=Visibility.ORGANISERS)
    expect(page.get_by_role("table")).to_have_count(0)


def test_the_page_of_a_ladder_follows_whoever_searches_and_orders_it(host, page: Page):
    """Twelve more, of whom those with a K are looked for; ordered by name, from the end of the alphabet."""
    names = ["Kim", "Kaj", *(letter + "o" for letter in "CDEFGHIJLM")]
    host.start(**dict.fromkeys(names, 1300))
    pairs = [f"{one} ½-½ {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    host.event(date(2026, 9, 5), *[pairs] * 5)
    services.confirm_adults(host.club, [player.pk for player in host.club.players.all()], by=host.by)
    host.set(names="full")
    page.set_viewport_size({"width": 800, "height": 300})
    page.add_init_script(SOON)
    page.goto(host.ladder_address)
    rows = page.locator(".wl-ladder tbody tr:visible th[scope=row]")
    field = page.get_by_role("searchbox")
    field.fill("k")
    page.get_by_role("button", name="Player").click()
    expect(rows).to_have_text(["Kaj", "Kim"])
    page.get_by_role("button", name="Player").click()
    expect(rows).to_have_text(["Kim", "Kaj"])
    field.press("End")
    field.press_sequentially("i")
    field.evaluate("field => field.setSelectionRange(1, 1)")
    page.mouse.wheel(0, 120)
    page.wait_for_function("scrollY > 60")
    before = page.evaluate("scrollY")

    host.event(date(2026, 9, 11), ["Kim 1-0 Kaj"])
    expect(page.get_by_role("row").filter(has_text="Kim").locator(".wl-rating")).to_have_text("1320")
    expect(rows).to_have_text(["Kim"])
    expect(field).to_be_focused()
    assert field.input_value() == "ki" and field.evaluate("field => field.selectionStart") == 1
    assert page.evaluate("scrollY") == before
    expect(page.get_by_role("status")).to_have_text("1 of 14 players")

    field.fill("k")
    expect(rows).to_have_text(["Kim", "Kaj"])
    heading = page.get_by_role("button", name="Player")
    heading.focus()
    host.event(date(2026, 9, 12), ["New 1-0 Kaj"])
    expect(page.locator(".wl-as-of").first).to_contain_text("37 games")
    expect(rows).to_have_text(["Kim", "Kaj"])
    expect(heading).to_be_focused()
    expect(page.locator("th[aria-sort]")).to_have_attribute("aria-sort", "descending")
    heading.click()
    expect(rows).to_have_text(["Kaj", "Kim"])
    field.fill("")
    expect(page.get_by_role("row").filter(has_text="N.")).to_be_visible()


def test_the_page_of_a_ladder_that_is_hidden_loses_its_rows(host, page: Page):
    """And whatever leads from them or looks for somebody in them; a sentence says why it is so empty."""
    host.start(**dict.fromkeys([letter + "o" for letter in "CDEFGHIJLM"], 1300))
    host.event(date(2026, 9, 5), ["Co ½-½ Do", "Eo ½-½ Fo", "Go ½-½ Ho", "Io ½-½ Jo", "Lo ½-½ Mo"])
    wrong = []
    page.on("pageerror", lambda error: wrong.append(error))
    page.add_init_script(SOON)
    page.goto(host.ladder_address)
    sentence = page.get_by_text("This ladder is not shown any more.")
    expect(page.get_by_role("table")).to_be_visible()
    expect(sentence).to_be_hidden()
    field = page.get_by_role("searchbox")
    field.focus()
    host.set(visibility=Visibility.ORGANISERS)
    expect(sentence).to_be_visible()
    for role in ("table", "searchbox"):
        expect(page.get_by_role(role)).to_have_count(0)
    for link in ("All events", "Download as CSV"):
        expect(page.get_by_role("link", name=link)).to_have_count(0)
    assert wrong == []


def test_the_search_stands_it_that_the_rows_are_gone(host, page: Page):
    """A template of the site may keep the field where the rows are not."""
    host.start(**dict.fromkeys([letter + "o" for letter in "CDEFGHIJLM"], 1300))
    host.event(date(2026, 9, 5), ["Co ½-½ Do", "Eo ½-½ Fo", "Go ½-½ Ho", "Io ½-½ Jo", "Lo ½-½ Mo"])
    wrong = []
    page.on("pageerror", lambda error: wrong.append(error))
    page.goto(host.ladder_address)
    page.locator("#ladder-rows").evaluate("rows => rows.remove()")
    page.get_by_role("searchbox").fill("k")
    assert wrong == []


def test_a_part_that_the_site_kept_is_asked_for_until_it_is_new(host, page: Page, monkeypatch):
    """The page is stamped with the new rows while a cache of the site still gives the old ones."""
    template = engines["django"].from_string(
        "{% load wagtailcore_tags wagtail_cache %}<main>{% wagtailpagecache 600 'body' %}"
        "{% include_block page.body %}{% endwagtailpagecache %}</main>"
    )
    monkeypatch.setattr(HomePage, "get_template", lambda *args, **kwargs: template)
    page.add_init_script(SOON)
    page.goto(host.address)
    rating = page.get_by_role("row").filter(has_text="A.").locator(".wl-rating")
    expect(rating).to_have_text("1400")
    with page.expect_response(lambda answer: "ladder-live" in answer.url and answer.status == 200):
        host.event(date(2026, 9, 11), ["Anna 1-0 Ben"])
    expect(rating).to_have_text("1400")
    cache.clear()
    expect(rating).to_have_text("1420")


def test_a_hidden_page_asks_nothing(host, page: Page):
    page.add_init_script(SOON + "Object.defineProperty(document, 'hidden', { get: () => true });")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(host.address)
    page.wait_for_timeout(1500)
    assert asked and not [url for url in asked if "ladder-live" in url]
