"""The main job once through, as an editor does it: from a tournament file to a published ladder."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from wagtail.models import Page, Site

from tests.testapp.models import HomePage
from wagtail_ladder.models import Ladder
from wagtail_ladder.pages.models import LadderPage

from .club_evening import expected_points, file_of, large_open

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_a_file_of_284_players_to_a_ladder_a_player_page_and_a_block(page, live_server, log_in):
    names, pairings = large_open()
    log_in("admin")

    make_a_club_with_a_ladder(page, live_server)
    upload(page, live_server, file_of(names, pairings))
    expect(page.get_by_text("970 played games will be rated")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()

    page.get_by_role("button", name="Make all 284 new members").click()
    expect(page.get_by_role("heading", name="284 new members")).to_be_visible()
    page.get_by_role("button", name="Make all 284 new members").click()
    page.get_by_role("link", name="Publish").click()
    expect(page.get_by_role("heading", name="Who will move")).to_be_visible()
    announced = moves_on(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="Who moved")).to_be_visible()

    points = expected_points(names, pairings)
    assert announced == moves_on(page)
    assert announced == {name: points[name] for name in announced}
    ladder = open_the_ladder_to_everybody(page, live_server)
    ladder_page, front_page = make_pages(ladder)
    check_the_site(page, live_server, ladder, ladder_page, front_page, points)

    corrected = correct_the_first_game(page, live_server, ladder, pairings)
    check_the_site(page, live_server, ladder, ladder_page, front_page, expected_points(names, corrected))


def make_a_club_with_a_ladder(page, live_server):
    page.goto(live_server.url + reverse("ladder_clubs:add"))
    page.locator("#id_name").fill("Rook Lane")
    page.get_by_role("button", name=re.compile("Create|Save")).first.click()
    page.goto(live_server.url + reverse("ladder_ladders:add"))
    page.locator("#id_name").fill("Thursday ladder")
    page.get_by_role("button", name=re.compile("Create|Save")).first.click()
    assert Ladder.objects.get().name == "Thursday ladder"


def upload(page, live_server, content):
    page.goto(live_server.url + reverse("wagtail_ladder_events:upload"))
    page.locator("input[type=file]").set_input_files(
        {"name": "open.trf", "mimeType": "text/plain", "buffer": content}
    )
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="The Large Open").first).to_be_visible()


def moves_on(page):
    """{name: whole points after} of the first table of moves."""
    rows = page.locator("table.wl-moves").first.locator("tbody tr").all_inner_texts()
    found = {}
    for row in rows:
        name, _before, after, *_rest = [cell.strip() for cell in row.split("\t")]
        found[name.split("\n")[0].strip()] = int(after)
    return found


def open_the_ladder_to_everybody(page, live_server):
    ladder = Ladder.objects.get()
    page.goto(live_server.url + reverse("ladder_ladders:edit", args=[ladder.pk]))
    page.locator("#id_visibility input[value=public]").check()
    page.get_by_role("button", name=re.compile("Save")).first.click()
    page.get_by_label("I have looked at this list").check()
    page.get_by_role("button", name=re.compile("Save")).first.click()
    ladder.refresh_from_db()
    assert ladder.visibility == "public"
    return ladder


def make_pages(ladder):
    root = Site.objects.get(is_default_site=True).root_page
    root = Page.objects.get(pk=root.pk)
    ladder_page = root.add_child(instance=LadderPage(title="Our ladder", slug="ladder", ladder=ladder))
    front_page = root.add_child(
        instance=HomePage(
            title="Front", slug="front", body=[("ladder", {"ladder": ladder, "heading": "", "top": 10})]
        )
    )
    return ladder_page, front_page


def check_the_site(page, live_server, ladder, ladder_page, front_page, points):
    """Initials hide who is who, so the ladder is checked by its ratings; a player page by its owner's."""
    page.goto(live_server.url + ladder_page.url)
    shown = [int(text) for text in page.locator("td.wl-rating").all_inner_texts()]
    assert sorted(shown) == sorted(points.values())

    page.goto(live_server.url + front_page.url)
    block = [int(text) for text in page.locator("td.wl-rating").all_inner_texts()]
    established = established_first(ladder)
    assert block == established[:10]

    best = ladder.ladder_players.select_related("player").get(
        player__standings__ladder=ladder, player__standings__rating=best_rating(ladder)
    )
    page.goto(f"{live_server.url}{ladder_page.url}players/{best.public_id}/")
    expect(page.locator("main")).to_contain_text(str(points[best.player.name]))


def established_first(ladder):
    rows = ladder.standings.filter(rated_games__gte=5).order_by("-rating").values_list("rating", flat=True)
    return [(rating + 500_000_000) // 1_000_000_000 for rating in rows]


def best_rating(ladder):
    return ladder.standings.order_by("-rating").values_list("rating", flat=True)[0]


def correct_the_first_game(page, live_server, ladder, pairings):
    """Turn the result of the first decided game of round 1 round, in the browser and in the reference."""
    index = next(i for i, game in enumerate(pairings) if game.result == "10")
    wrong = pairings[index]
    game = ladder.events.get().games.get(
        round=wrong.round, white__number=wrong.white, black__number=wrong.black
    )
    page.goto(live_server.url + reverse("wagtail_ladder_events:game", args=[game.event_id, game.pk]))
    page.get_by_role("radio", name="0–1", exact=True).check()
    page.get_by_label(re.compile("Reason for the change")).fill("read from the score sheet")
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Yes, save it").click()
    page.wait_for_load_state()
    right = type(wrong)(wrong.round, wrong.white, wrong.black, "01")
    return [*pairings[:index], right, *pairings[index + 1 :]]
