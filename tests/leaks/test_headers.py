"""Which answers a cache may keep and a search engine may list: by level, at every address."""

import pytest

from wagtail_ladder.audience import link_token
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.pages.models import ClubPage

from .routes import below, by_link


def directives(response):
    return set(filter(None, response.get("Cache-Control", "").split(", ")))


def is_kept_private(response):
    return {"private", "no-store"} <= directives(response)


def is_not_indexed(response):
    return {"noindex", "nofollow", "noarchive"} <= set(response.get("X-Robots-Tag", "").split(", "))


@pytest.mark.parametrize("names", NameMode)
@pytest.mark.parametrize("visibility", [Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS])
def test_what_is_not_for_everybody(world, browser_of, visibility, names):
    one, browser = world.of(visibility, names), browser_of(world.organiser)
    for address in below(one):
        response = browser.get(address)
        if response.status_code == 200:
            assert is_kept_private(response), address
            assert is_not_indexed(response), address
            if "html" in response["Content-Type"]:
                assert b'name="robots" content="noindex' in response.content, address


def test_what_is_for_everybody(world, browser_of):
    """All but the CSV file, and but the explanations, which are too many to be purged after a replay."""
    browser = browser_of()
    for address in below(world.of(Visibility.PUBLIC)):
        response = browser.get(address)
        if response.status_code != 200:
            continue
        if address.endswith("/csv/"):
            assert "no-store" in directives(response)
            assert is_not_indexed(response)
            assert response["X-Content-Type-Options"] == "nosniff"
            assert response["Content-Disposition"] == 'attachment; filename="ladder.csv"'
        elif "/players/" in address and "/events/" in address:
            assert is_kept_private(response)
        else:
            assert not directives(response) & {"private", "no-store", "no-cache"}, address
            assert "X-Robots-Tag" not in response, address
            assert b"noindex" not in response.content, address


def test_what_a_link_opens(world, browser_of):
    one = world.of(Visibility.LINK)
    for address in by_link(one, link_token(one.link)):
        for method in ("get", "head", "options", "post"):
            response = getattr(browser_of(), method)(address)
            if response.status_code != 404:
                assert is_kept_private(response), (method, address)
                assert is_not_indexed(response), (method, address)
                assert response["Referrer-Policy"] == "same-origin", (method, address)


def test_pages_around_the_ladder(world, browser_of):
    assert not directives(browser_of().get(world.home.url))
    assert is_kept_private(browser_of(world.parent).get(world.members_page.url))
    page = ClubPage.objects.get(club=world.club)
    assert not directives(browser_of().get(page.url))
    for visitor in (world.parent, world.arbiter):
        response = browser_of(visitor).get(page.url)
        assert is_kept_private(response)
        assert is_not_indexed(response)
