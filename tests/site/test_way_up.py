"""From the pages of a ladder a link leads up to the page of its club, where the visitor may open that."""

import pytest
from wagtail.models import PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage
from wagtail_ladder.site.addresses import Addresses

from .test_queries import evenings

pytestmark = pytest.mark.django_db
TITLE = "The rooks &amp; friends"


@pytest.fixture
def event(world):
    world.set(visibility=Visibility.PUBLIC)
    return evenings(world, players=4, events=1, rounds=5)


def way_up(client, address):
    """Where the first link of the way back leads, and what it says."""
    html = client.get(address).content.decode()
    _before, found, after = html.partition('<nav class="wl-way-back"')
    if not found:
        return None
    return after.partition('<a href="')[2].partition("</a>")[0]


def test_from_every_page_of_the_ladder(client, world, event):
    club = world.club_page(title="The rooks & friends")
    below = Addresses(world.ladder_page().url)
    bea = world.public_id("P0")
    for address in (
        below.base,
        below.events,
        below.corrections,
        below.event(event.public_id),
        below.player(bea),
        below.explanation(bea, event.public_id),
    ):
        assert way_up(client, address) == f'{club.url}"><bdi>{TITLE}</bdi>', address


def test_without_a_page_of_the_club_there_is_none(client, world, event):
    assert way_up(client, world.ladder_page().url) is None


def test_a_draft_or_a_private_page_of_the_club_is_none(client, world, event):
    page, club = world.ladder_page(), world.club_page()
    assert way_up(client, page.url) is not None
    restriction = PageViewRestriction.objects.create(page=club, restriction_type="login")
    assert way_up(client, page.url) is None
    restriction.delete()
    club.unpublish()
    assert way_up(client, page.url) is None


def test_the_page_above_comes_first_even_where_both_are_private(client, world, event):
    """Whoever is served the page has passed the restriction above it."""
    world.club_page(title="First", slug="first")
    above = world.club_page(title="Above", slug="above")
    page = above.add_child(instance=LadderPage(title="Ladder", slug="ladder", ladder=world.ladder))
    assert way_up(client, page.url) == f'{above.url}"><bdi>Above</bdi>'
    PageViewRestriction.objects.create(page=above, restriction_type="login")
    client.force_login(world.by)
    assert way_up(client, page.url) == f'{above.url}"><bdi>Above</bdi>'


def test_a_private_section_elsewhere_hides_the_page_of_the_club(client, world, event):
    section = world.home.add_child(instance=HomePage(title="Members", slug="members"))
    club = world.club_page()
    club.move(section, pos="last-child")
    page = world.ladder_page()
    assert way_up(client, page.url) is not None
    PageViewRestriction.objects.create(page=section, restriction_type="login")
    assert way_up(client, page.url) is None
