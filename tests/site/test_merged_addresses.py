"""Where the address of somebody leads who was merged with another: to that one, or nowhere.

It may lead there while both are shown under the same kind of name; it would else say whose initials, or
whose full name, the other one's are.
"""

from datetime import date

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import NameMode, Visibility

FIRST, SECOND = date(2026, 3, 14), date(2026, 3, 21)


@pytest.fixture
def evenings(world):
    """Anna and Bea never came on the same evening. The ladder is public and shows full names of adults."""
    events = world.event(FIRST, ["Anna 1-0 Cleo"]), world.event(SECOND, ["Bea ½-½ Cleo"])
    world.set(visibility=Visibility.PUBLIC, names=NameMode.FULL)
    world.page = world.ladder_page()
    return events


def adults(world, *names):
    players = [world.player(name).pk for name in names]
    services.confirm_adults(world.club, players, by=world.by)


def merge(world, kept="Anna", absorbed="Bea"):
    with world.commits():
        return services.merge_players(world.player(kept), world.player(absorbed), by=world.by)


def address(world, name, base=None):
    return f"{base or world.page.url}players/{world.public_id(name)}/"


@pytest.fixture
def leads(client, world):
    """Where an address leads: another address, or None where it is as missing as one that never was."""

    def leads(url):
        response = client.get(url)
        if response.status_code == 302:
            return response["Location"]
        never = client.get(f"{world.page.url}players/2222222222222/")
        assert response.status_code == never.status_code == 404
        assert "Anna" not in response.content.decode()
        return None

    return leads


@pytest.mark.parametrize("shown_as", ["initials", "full names"])
def test_both_shown_alike_the_old_address_leads_to_the_kept_one(world, evenings, leads, shown_as):
    if shown_as == "full names":
        adults(world, "Anna", "Bea")
    merge(world)
    old, new = address(world, "Bea"), address(world, "Anna")
    assert leads(old) == new
    assert leads(f"{old}events/{evenings[1].public_id}/") == f"{new}events/{evenings[1].public_id}/"


def test_the_kept_ones_page_is_there_and_tells_of_both_evenings(client, world, evenings):
    merge(world)
    page = client.get(address(world, "Bea"), follow=True)
    assert page.redirect_chain == [(address(world, "Anna"), 302)]
    for event in evenings:
        assert event.name in page.content.decode()


@pytest.mark.parametrize("adult", ["Anna", "Bea"])
def test_one_shown_by_the_full_name_and_the_other_not_it_leads_nowhere(world, evenings, leads, adult):
    adults(world, adult)
    old = {name: address(world, name) for name in ("Anna", "Bea")}
    merge(world)
    assert leads(old["Bea"]) is None
    assert leads(f"{old['Bea']}events/{evenings[1].public_id}/") is None
    was_hidden = address(world, "Anna") != old["Anna"]
    assert was_hidden == (adult == "Anna"), "a full name that goes takes its address along"


def test_a_third_one_merged_in_hides_the_name_and_cuts_the_way(world, evenings, leads):
    adults(world, "Anna", "Bea")
    world.event(date(2026, 3, 28), ["Emil 1-0 Dora"])
    merge(world)
    assert leads(address(world, "Bea")) == address(world, "Anna")
    old_of_anna = address(world, "Anna")
    merge(world, absorbed="Emil")
    assert address(world, "Anna") != old_of_anna
    for gone in (old_of_anna, address(world, "Bea"), address(world, "Emil")):
        assert leads(gone) is None


def test_it_changes_with_the_setting_and_is_back_with_it(world, evenings, leads):
    adults(world, "Bea")
    merge(world)
    assert leads(address(world, "Bea")) is None
    world.set(names=NameMode.INITIALS)
    assert leads(address(world, "Bea")) == address(world, "Anna")


def test_taken_back_the_old_address_is_a_page_again(client, world, evenings):
    act = merge(world)
    with world.commits():
        services.undo(act, by=world.by)
    assert client.get(address(world, "Bea")).status_code == 200


def test_of_a_chain_the_first_address_leads_to_who_is_kept_in_the_end(world, evenings, leads):
    world.event(date(2026, 3, 28), ["Emil 1-0 Dora"])
    merge(world)
    merge(world, kept="Emil", absorbed="Anna")
    assert leads(address(world, "Bea")) == leads(address(world, "Anna")) == address(world, "Emil")


def test_an_unknown_event_below_it_is_missing(world, evenings, leads):
    merge(world)
    assert leads(f"{address(world, 'Bea')}events/2222222222222/") is None


def test_a_ladder_that_he_was_never_on_knows_nothing_of_it(client, world, evenings):
    merge(world)
    other = services.create_ladder(world.club, "Another ladder", by=world.by)
    services.change_ladder(other, visibility=Visibility.PUBLIC, by=world.by)
    page = world.ladder_page(slug="another", ladder=other)
    assert client.get(address(world, "Bea", page.url)).status_code == 404


def test_a_hidden_ladders_page_sends_nobody_anywhere(client, world, evenings):
    merge(world)
    world.set(visibility=Visibility.ORGANISERS)
    assert client.get(address(world, "Bea")).status_code == 404


def test_through_a_link_too_and_never_out_of_it(client, world, evenings):
    adults(world, "Bea")
    world.set(visibility=Visibility.LINK, names=NameMode.INITIALS)
    link = services.make_link(world.ladder, "Parents", by=world.by)
    merge(world)
    base = reverse("wagtail_ladder:table", args=[link_token(link)])
    response = client.get(address(world, "Bea", base))
    assert (response.status_code, response["Location"]) == (302, address(world, "Anna", base))
    assert "no-store" in response["Cache-Control"]
    assert response["Referrer-Policy"] == "same-origin"
    world.set(names=NameMode.FULL)
    gone = client.get(address(world, "Bea", base))
    never = client.get(f"{base}players/2222222222222/")
    assert (gone.status_code, gone.content) == (404, never.content)


def test_the_headers_are_the_pages(client, world, evenings):
    merge(world)
    page = client.get(address(world, "Anna"))
    moved = client.get(address(world, "Bea"))
    assert moved.get("Cache-Control") == page.get("Cache-Control")
    explained = client.get(f"{address(world, 'Bea')}events/{evenings[1].public_id}/")
    assert explained["Cache-Control"] == "private, no-store"


def test_purges_cover_the_old_address(world, evenings):
    old = world.public_id("Bea")
    merge(world)
    assert f"/players/{old}/" in world.page.get_cached_paths()


def test_he_is_in_no_table_csv_or_sitemap(client, world, evenings):
    adults(world, "Anna", "Bea")
    old = world.public_id("Bea")
    merge(world)
    page = world.page
    for url in (page.url, f"{page.url}csv/", *(f"{page.url}events/{event.public_id}/" for event in evenings)):
        html = client.get(url).content.decode()
        assert "Bea" not in html
        assert old not in html
    assert not any(old in entry["location"] for entry in page.get_sitemap_urls())
