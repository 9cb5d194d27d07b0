"""What the event screens do by script: saving as it goes, two editors at once, the search for a member."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from wagtail_ladder import services

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada Abbot", "Bela Brook", "Cato Crane", "Dora Drake"]


@pytest.fixture
def evening(log_in):
    by = log_in("admin")
    ladder = services.create_ladder(services.create_club("Rook Lane", by=by), "Thursday", by=by)
    services.add_player(ladder.club, "Zoe Zander", by=by)
    return services.create_event(ladder, by=by, name="Evening", last_day=date(2026, 3, 5), names=NAMES)


@pytest.fixture
def grid(evening, live_server):
    return live_server.url + reverse("wagtail_ladder_events:round", args=[evening.pk, 1])


NOTHING_WAITS = """
() => {
    const form = document.querySelector('[data-controller~="wagtail-ladder-round"]');
    const round = window.wagtail.app.getControllerForElementAndIdentifier(form, 'wagtail-ladder-round');
    return !round.dirty && !round.busy;
}
"""


def saved(page):
    """The last change as well: it is sent after a pause."""
    page.wait_for_function(NOTHING_WAITS)
    expect(page.locator(".wl-saved")).to_contain_text("Saved at")


def games(event):
    return {
        (game.white.typed_name, game.black and game.black.typed_name, game.kind, game.white_half_points)
        for game in event.games.select_related("white", "black")
    }


def test_a_round_by_keyboard_is_there_after_a_reload(page, evening, grid):
    page.goto(grid)
    for name in NAMES:
        page.get_by_role("button", name=name, exact=True).click()
    page.locator("input[name=result-0]").first.focus()
    for key in ("0", "Enter", "="):
        page.keyboard.press(key)
    saved(page)
    expect(page.locator("input[name=result-1][value=played-1-1]")).to_be_focused()
    page.reload()
    expect(page.locator("input[name=result-0][value=played-0-2]")).to_be_checked()
    expect(page.locator("input[name=result-1][value=played-1-1]")).to_be_checked()
    assert games(evening) == {
        ("Ada Abbot", "Bela Brook", "played", 0),
        ("Cato Crane", "Dora Drake", "played", 1),
    }


def test_an_impossible_seat_is_told_and_what_was_saved_stays(page, evening, grid):
    page.goto(grid)
    for name in NAMES[:2]:
        page.get_by_role("button", name=name, exact=True).click()
    saved(page)
    page.locator("select[name=white-1]").evaluate(
        "(seat, name) => { [...seat.options].find((o) => o.text === name).disabled = false; }", NAMES[0]
    )
    page.locator("select[name=white-1]").select_option(label=NAMES[0])
    page.locator("select[name=black-1]").select_option(label=NAMES[2])
    expect(page.locator(".wl-saved")).to_contain_text("sits twice in this round")
    assert games(evening) == {("Ada Abbot", "Bela Brook", "scheduled", None)}


def test_a_second_editor_loses_nothing(page, context, evening, grid):
    other = context.new_page()
    page.goto(grid)
    other.goto(grid)
    for name in NAMES[:2]:
        page.get_by_role("button", name=name, exact=True).click()
    saved(page)
    for name in NAMES[2:]:
        other.get_by_role("button", name=name, exact=True).click()
    expect(other.locator(".wl-saved")).to_contain_text("changed this event after you had opened it")
    assert games(evening) == {("Ada Abbot", "Bela Brook", "scheduled", None)}
    assert other.locator("select[name=white-0]").input_value() != ""
    other.get_by_role("button", name="Save mine all the same").click()
    saved(other)
    assert games(evening) == {("Cato Crane", "Dora Drake", "scheduled", None)}


def test_somebody_else_is_found_and_chosen(page, live_server, evening):
    page.goto(live_server.url + reverse("wagtail_ladder_events:desk", args=[evening.pk]))
    name = page.locator("fieldset.wl-name").first
    name.get_by_role("link", name="Somebody else…").click()
    name.get_by_role("searchbox").fill("zan")
    name.get_by_role("radio", name="Zoe Zander").check()
    page.get_by_role("button", name="Confirm the 1 selected").click()
    expect(page.get_by_role("heading", name="Decided")).to_be_visible()
    assert evening.entries.get(player__name="Zoe Zander").typed_name == "Ada Abbot"
