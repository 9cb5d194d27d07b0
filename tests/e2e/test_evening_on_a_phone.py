"""An evening of twelve players, typed with a thumb on a screen 360 pixels wide."""

from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.engine import reference
from wagtail_ladder.engine import Event, Game, Rules
from wagtail_ladder.models import Ladder
from wagtail_ladder.services import create_club, create_ladder

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [
    f"{given} {family}"
    for given, family in zip(
        "Ada Bela Cato Dora Emil Fern Gwen Hugo Iris Jude Kira Liam".split(),
        "Abbot Brook Crane Drake Ellis Frost Grove Heath Irwin Joyce Knoll Lodge".split(),
        strict=True,
    )
]
ROUNDS = [
    [(0, 1, "1–0"), (2, 3, "0–1"), (4, 5, "½–½"), (6, 7, "1–0"), (8, 9, "1–0"), (10, 11, "0–1")],
    [(0, 3, "½–½"), (11, 6, "1–0"), (8, 4, "0–1"), (5, 1, "1–0"), (2, 10, "½–½"), (7, 9, "0–1")],
]
HALF_POINTS = {"1–0": (2, 0), "0–1": (0, 2), "½–½": (1, 1)}


@pytest.fixture
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 360, "height": 740}, "has_touch": True}


def test_twelve_players_two_rounds_by_thumb(page, live_server, log_in):
    by = log_in("admin")
    ladder = create_ladder(create_club("Rook Lane", by=by), "Thursday", by=by)

    page.goto(live_server.url + reverse("wagtail_ladder_events:type"))
    if page.locator("#id_ladder").input_value() == "":
        page.locator("#id_ladder").select_option(str(ladder.pk))
    page.locator("#id_name").fill("Thursday evening")
    page.get_by_role("button", name="Next: who is there?").tap()
    page.locator("#wl-names").fill("\n".join(NAMES))
    page.get_by_role("button", name="Next: results").tap()

    for number, pairings in enumerate(ROUNDS, start=1):
        type_round(page, number, pairings)
    expect_no_sideways_scrolling(page)

    event = ladder.events.get()
    assert event.games.count() == 12
    page.goto(live_server.url + reverse("wagtail_ladder_events:desk", args=[event.pk]))
    expect_no_sideways_scrolling(page)
    page.get_by_role("button", name="Make all 12 new members").tap()
    expect(page.get_by_role("heading", name="12 new members")).to_be_visible()
    page.get_by_role("button", name="Make all 12 new members").tap()
    page.get_by_role("link", name="Publish").tap()
    page.get_by_role("button", name="Publish").tap()
    expect(page.get_by_role("heading", name="Who moved")).to_be_visible()
    expect_no_sideways_scrolling(page)

    assert stored_points(ladder) == pytest.approx(expected_points(), abs=0.0001)


def type_round(page, number, pairings):
    """Tap the names in the order of the boards, then each board's result. It is saved as it goes."""
    expect(
        page.locator("[aria-current=page], h1, h2").filter(has_text=f"Round {number}").first
    ).to_be_visible()
    for white, black, _result in pairings:
        for seat in (white, black):
            page.get_by_role("button", name=NAMES[seat], exact=True).tap()
    boards = page.locator("li.wl-board")
    for board, (_white, _black, result) in enumerate(pairings):
        boards.nth(board).get_by_role("radio", name=result, exact=True).check()
    expect_no_sideways_scrolling(page)
    page.get_by_role("button", name="Next round").tap()
    page.wait_for_url(f"**/rounds/{number + 1}/")


def expect_no_sideways_scrolling(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def expected_points():
    games = [
        Game(number, board, white, black, *HALF_POINTS[result], "played")
        for number, pairings in enumerate(ROUNDS, start=1)
        for board, (white, black, result) in enumerate(pairings, start=1)
    ]
    rated = reference.ratings([Event(date(2026, 3, 5), 1, 1, games)], [(None, Rules())], {})
    return {NAMES[player]: points for player, (points, _games) in rated.items()}


def stored_points(ladder: Ladder):
    return {
        name: rating / 1_000_000_000
        for name, rating in ladder.standings.values_list("player__name", "rating")
    }
