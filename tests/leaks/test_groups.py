"""No visitor reads of a group that is too small, nor of seasons and records of ladders he may not see."""

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import Visibility

from .canary import whole
from .routes import below
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
