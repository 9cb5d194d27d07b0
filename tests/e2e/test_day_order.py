"""The order of a day: dragged, moved by keys, and moved without a script, in a real browser."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.services.kit import make_club
from wagtail_ladder import services
from wagtail_ladder.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 1, 20)
NAMES = ["Rapid", "Blitz", "Bullet"]


@pytest.fixture
def ladder(transactional_db):
    """A day of three rated events, in the order of `NAMES`."""
    club = make_club()
    for name, games in zip(NAMES, ("AB1", "BA1", "AC1"), strict=True):
        event = club.play(games, day=DAY)
        services.change_event(event, by=club.arbiter, name=name)
    return club.ladder


@pytest.fixture
def open_day(page, live_server, log_in, ladder):
    def opened():
        log_in("arbiter")
        address = reverse("ladder_ladders:day_order", args=[ladder.pk])
        page.goto(f"{live_server.url}{address}?day={DAY.isoformat()}")
        return page

    return opened


def on_screen(page):
    return page.locator(".wl-order .wl-order__name a").all_inner_texts()


def stored():
    return list(Event.objects.order_by("sequence", "tie_break").values_list("name", flat=True))


def save(page):
    page.get_by_label("Reason").fill("so it was")
    page.get_by_role("button", name="Save this order").click()
    expect(page.get_by_text("The order of the day is set.")).to_be_visible()


def test_it_is_dragged(open_day):
    page = open_day()
    item = page.locator(".wl-order > li")
    with page.expect_navigation():
        item.nth(2).drag_to(item.nth(0), target_position={"x": 40, "y": 3})
    assert on_screen(page) == ["Bullet", "Rapid", "Blitz"]
    expect(page.get_by_role("heading", name="Who moves on Thursday")).to_be_visible()
    assert stored() == NAMES, "nothing is saved yet"
    save(page)
    assert stored() == ["Bullet", "Rapid", "Blitz"]


def test_it_is_moved_by_keys_alone_and_the_focus_stays_with_the_event(open_day):
    page = open_day()
    page.get_by_role("button", name="Later: Rapid").focus()
    names = page.locator(".wl-order .wl-order__name a")
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Blitz", "Rapid", "Bullet"])
    expect(page.get_by_role("button", name="Later: Rapid")).to_be_focused()
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Blitz", "Bullet", "Rapid"])
    # The last one cannot go further.
    expect(page.get_by_role("button", name="Earlier: Rapid")).to_be_focused()
    save(page)
    assert stored() == ["Blitz", "Bullet", "Rapid"]


class TestWithoutAScript:
    @pytest.fixture
    def browser_context_args(self, browser_context_args):
        return {**browser_context_args, "java_script_enabled": False}

    def test_its_arrows_move_it(self, open_day):
        page = open_day()
        page.get_by_role("button", name="Earlier: Blitz").click()
        assert on_screen(page) == ["Blitz", "Rapid", "Bullet"]
        save(page)
        assert stored() == ["Blitz", "Rapid", "Bullet"]
