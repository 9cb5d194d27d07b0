"""The list of decisions in a real browser: filtered by a member who is found by name."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from wagtail_ladder import services

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def members(log_in):
    """Two who are on record as not the same, and one more. That each was added is a decision too."""
    root = log_in("root")
    club = services.create_club("Rook End", by=root)
    names = ["Νίκος Παπαδόπουλος", "Νίκη Παπαδοπούλου", "Ada Abbot"]
    one, other, third = (services.add_player(club, name, by=root) for name in names)
    services.declare_distinct(one, other, by=root)
    return one, other, third


def test_a_member_is_found_by_name_and_chosen_and_no_name_is_in_an_address(page, live_server, members):
    one = members[0]
    addresses = []
    page.on("request", lambda request: addresses.append(request.url))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + reverse("wagtail_ladder_ledger:index"))
    page.get_by_role("button", name="Show filters").click()
    page.get_by_role("button", name="Member", exact=True).click()
    found = page.locator(".wl-member-filter")
    page.get_by_placeholder("Find a member").fill("παπαδοπουλος")
    choice = found.locator("label", has_text=one.name)
    choice.click()
    expect(page.get_by_text("There are 2 matches")).to_be_visible()
    expect(page.locator(".listing")).to_contain_text("are not the same person")
    expect(page.locator(".w-pill")).to_contain_text(one.name)
    assert parse_qs(urlsplit(page.url).query)["player"] == [str(one.pk)]
    assert not any("%CF" in address or "q=" in address for address in addresses)

    page.reload()
    expect(page.locator(".w-pill")).to_contain_text(one.name)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".w-pill")).to_have_count(0)
    expect(page.locator(".listing")).to_contain_text("are not the same person")


def test_the_keyboard_does_as_well_and_says_when_nobody_is_found(page, live_server, members):
    page.goto(live_server.url + reverse("wagtail_ladder_ledger:index"))
    page.get_by_role("button", name="Show filters").click()
    page.get_by_role("button", name="Member", exact=True).click()
    query = page.get_by_placeholder("Find a member")
    query.fill("zebedee")
    expect(page.get_by_role("status").get_by_text("Nobody is called that.")).to_be_visible()
    query.fill("abbot")
    found = page.locator(".wl-member-filter label", has_text="Ada Abbot")
    expect(found).to_be_visible()
    expect(page.get_by_text("Nobody is called that.")).to_have_count(0)
    query.press("Tab")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".w-pill")).to_contain_text("Ada Abbot")
