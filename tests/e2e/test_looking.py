"""A look is the answer to a form: saved by keyboard, and left again by the "Back" of the browser."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(log_in):
    """Ada has beaten Bela; both are members, and it is published."""
    by = log_in("admin")
    ladder = services.create_ladder(services.create_club("Rook Lane", by=by), "Thursday", by=by)
    names = ["Ada Abbot", "Bela Brook"]
    event = services.create_event(ladder, by=by, name="Evening", last_day=date(2026, 3, 5), names=names)
    ada, bela = event.entries.order_by("number").values_list("pk", flat=True)
    won = services.Pairing(1, ada, bela, services.Result(Kind.PLAYED, 2, 0))
    services.save_round(event, 1, [won], by=by)
    services.decide_entries(event, {pk: services.NewMember() for pk in (ada, bela)}, by=by)
    return services.publish_event(event, by=by)


@pytest.fixture
def form(evening, live_server):
    return live_server.url + reverse("wagtail_ladder_events:game", args=[evening.pk, evening.games.get().pk])


def look(page, form):
    """Correct the result to a draw, by keyboard alone, up to the look."""
    page.goto(form)
    page.locator("input[name=result][value=played-2-0]").focus()
    while page.locator("input[name=result]:checked").input_value() != "played-1-1":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()


def press_by_tab(page, name):
    """Walk to the button as somebody without a mouse does."""
    button = page.get_by_role("button", name=name, exact=True)
    for _step in range(60):
        if button.evaluate("(element) => element === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"“{name}” is not reached by the keyboard")


def save(page):
    page.get_by_label("Reason").focus()
    page.keyboard.type("score sheet")
    press_by_tab(page, "Yes, save it")
    expect(page.get_by_text("2 players moved.")).to_be_visible()


def results(event):
    return event.games.get().white_half_points


def test_a_result_is_corrected_by_keyboard_alone(page, evening, form):
    look(page, form)
    assert results(evening) == 2
    save(page)
    assert results(evening) == 1


def test_back_shows_the_form_as_it_is_now(page, evening, form):
    look(page, form)
    save(page)
    page.go_back()
    expect(page.locator("input[name=result][value=played-1-1]")).to_be_checked()
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_have_count(0)
    page.go_back()
    expect(page.locator("input[name=result][value=played-1-1]")).to_be_checked()
    page.go_forward()
    page.go_forward()
    desk = page.get_by_role("navigation", name="Desk of the event")
    expect(desk.get_by_role("link", name="Results")).to_be_visible()
    assert results(evening) == 1


def test_back_after_the_form_was_shown_again_in_between(page, evening, form):
    look(page, form)
    press_by_tab(page, "Back")
    expect(page.locator("input[name=result][value=played-1-1]")).to_be_checked()
    page.locator("input[name=result]:checked").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing is saved yet")).to_be_visible()
    save(page)
    for _entry in range(3):
        page.go_back()
        expect(page.locator("input[name=result][value=played-1-1]")).to_be_checked()
