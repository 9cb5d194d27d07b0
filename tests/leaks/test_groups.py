"""No visitor reads of a group that is too small, nor of seasons and records of ladders he may not see."""

from itertools import count

import pytest

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Visibility
from wagtail_ladder.services import NewMember, Pairing, Result

from .canary import leaks, person, whole
from .routes import below, of_group
from .world import DAY

VISITORS = ("anonymous", "nobody", "parent", "page_editor", "organiser")


@pytest.fixture
def grouped(world):
    """On each ladder stand a handful of people: all of them are in one group."""
    for one in world.everybody:
        group = services.create_group(one.ladder.club, f"Quorum of {one.ladder.pk}", by=world.root)
        members = [player.pk for player in one.members.values()]
        assert 2 <= len(members) < 8
        services.add_to_group(group, members, by=world.root)
    return world


@pytest.mark.parametrize("who", VISITORS)
def test_a_small_group_is_on_no_page_for_visitors(grouped, browser_of, who):
    browser = browser_of(getattr(grouped, who, None))
    addresses = ["/", "/club-0/", "/club-1/", "/sitemap.xml"]
    addresses += [address for one in grouped.everybody for address in below(one, most=1)]
    for address in addresses:
        assert "Quorum" not in whole(browser.get(address)), address


@pytest.fixture
def eight(world):
    """Eight juniors more on each ladder; they and its other members are in a group that is named after it."""
    numbers = count(150)  # the world has less than a hundred people
    for one in world.everybody:
        people = [person(next(numbers)) for _junior in range(8)]
        event = services.create_event(
            one.ladder, by=world.root, name="Juniors", last_day=DAY, names=[junior.name for junior in people]
        )
        entries = list(event.entries.order_by("number"))
        pairings = [
            Pairing(board, white.pk, black.pk, Result(Kind.PLAYED, 2, 0))
            for board, (white, black) in enumerate(zip(entries[::2], entries[1::2], strict=True), start=1)
        ]
        services.save_round(event, 1, pairings, by=world.root)
        services.decide_entries(event, {entry.pk: NewMember() for entry in entries}, by=world.root)
        services.publish_event(event, by=world.root)
        group = services.create_group(one.ladder.club, quorum(one), by=world.root)
        juniors = one.ladder.club.players.filter(name__in=[junior.name for junior in people])
        members = [*juniors, *one.members.values()]
        assert len(members) == 12
        services.add_to_group(group, [player.pk for player in members], by=world.root)
    return world


def quorum(one):
    return f"Quorum of {one.ladder.pk}"


@pytest.mark.parametrize("who", VISITORS)
def test_a_group_shows_names_as_the_whole_ladder_does_to_those_who_may_see_it(eight, browser_of, who):
    visitor = getattr(eight, who, None)
    browser = browser_of(visitor)
    for one in eight.everybody:
        sees = eight.sees(visitor, one.ladder)
        allowed = one.shown_in_full() if sees else ()
        for address in of_group(one.page.url, quorum(one)):
            response = browser.get(address)
            if sees:
                assert response.status_code == 200 and allowed <= names_on(response, one), address
            else:
                to_login = visitor is None and one.ladder.visibility == Visibility.MEMBERS
                assert response.status_code == (302 if to_login else 404), address
            assert leaks(whole(response), allowed=allowed) == [], address
            assert (quorum(one) in response.content.decode()) == (sees and "csv" not in address), address


def test_a_group_behind_a_link(eight, browser_of):
    browser = browser_of()
    for one in eight.everybody:
        opens = one.ladder.visibility == Visibility.LINK
        allowed = one.shown_in_full() if opens else ()
        for address in of_group(one.link_url, quorum(one)):
            response = browser.get(address)
            assert response.status_code == (200 if opens else 404), address
            assert leaks(whole(response), allowed=allowed) == [], address


def names_on(response, one):
    text = whole(response)
    return {person.name for person in one.people.values() if person.name in text}


def test_the_seasons_of_a_club_whose_ladders_are_all_hidden(world, browser_of):
    services.create_season(world.club, "Zenith season", DAY, DAY, by=world.root)
    assert "Zenith season" in whole(browser_of().get("/club-0/"))
    for one in world.ladders:
        services.change_ladder(one.ladder, visibility=Visibility.ORGANISERS, by=world.root)
    assert "Zenith season" not in whole(browser_of().get("/club-0/"))
    assert "Zenith season" in whole(browser_of(world.arbiter).get("/club-0/"))


def test_records_of_ladders_that_are_not_seen(world, browser_of):
    page = whole(browser_of().get("/club-0/"))
    records = page[page.index('id="records"') : page.index("</section>", page.index('id="records"'))]
    for one in world.ladders:
        assert (str(one.ladder) in records) == (one.ladder.visibility == Visibility.PUBLIC), one.ladder
