"""A ladder that a visitor may not see answers as a page that does not exist, at every address, to any method.

The addresses are read from the resolver and from the routes of the page: one that is added tomorrow without
the gate fails here.
"""

from datetime import timedelta

import pytest
from django.utils import timezone
from wagtail.models import PageViewRestriction

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import ShareLink, Visibility

from .routes import METHODS, below, by_link, framed, our_public_routes


def answer(response):
    """What tells one answer from another. What a cache may vary on is the same for every page of a site."""
    headers = {name: value for name, value in response.headers.items() if name != "Vary"}
    return response.status_code, response.content, headers, response.cookies.output()


HIDDEN_FROM = [
    (Visibility.ORGANISERS, "anonymous"),
    (Visibility.ORGANISERS, "foreign_organiser"),
    (Visibility.ORGANISERS, "parent"),
    (Visibility.LINK, "anonymous"),
    (Visibility.LINK, "parent"),
    (Visibility.MEMBERS, "nobody"),
    (Visibility.MEMBERS, "foreign_organiser"),
]


@pytest.mark.parametrize(("visibility", "who"), HIDDEN_FROM)
def test_hidden_is_missing(world, browser_of, visibility, who):
    browser = browser_of(getattr(world, who, None))
    one = world.of(visibility)
    for method in METHODS:
        send = getattr(browser, method)
        missing = answer(send("/no-such-page/"))
        assert missing[0] == 404
        for address in [*below(one, most=2), f"{one.page.url}no/such/route/", one.page.url.rstrip("/")]:
            if address.endswith("/") or method == "get":
                found = send(address)
                if not address.endswith("/"):
                    assert found.status_code in (301, 404)
                    missing_too = send("/no-such-page")
                    assert found.status_code == missing_too.status_code
                else:
                    assert answer(found) == missing, (method, address)


def test_each_route_is_there_for_those_who_may_see_it(world, browser_of):
    """Or the walk above would find wrong addresses missing."""
    for level in Visibility:
        one, browser = world.of(level), browser_of(world.organiser)
        opened = {address for address in below(one) if browser.get(address).status_code == 200}
        patterns = [pattern.name for pattern in type(one.page).get_subpage_urls()]
        assert len(opened) > len(patterns)
    one = world.of(Visibility.LINK)
    by = list(by_link(one, link_token(one.link)))
    opened = [address for address in by if browser_of().get(address).status_code == 200]
    assert len(opened) > len(our_public_routes()) >= 6


def test_a_stranger_is_sent_to_the_login_and_comes_back(world, browser_of):
    browser = browser_of()
    for address in below(world.of(Visibility.MEMBERS), most=1):
        for method in METHODS:
            response = getattr(browser, method)(address)
            assert response.status_code == 302
            assert response["Location"].endswith(f"?next={address}")
            assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))


def keys_that_open_nothing(world):
    hidden, by_a_link = world.of(Visibility.ORGANISERS), world.of(Visibility.LINK)
    other = services.make_link(by_a_link.ladder, "Revoked", by=world.root)
    services.revoke_link(other, by=world.root)
    ended = services.make_link(by_a_link.ladder, "Ended", by=world.root)
    ShareLink.objects.filter(pk=ended.pk).update(last_day=timezone.localdate() - timedelta(days=1))
    key, _dash, secret = link_token(by_a_link.link).partition("-")
    yield hidden, link_token(hidden.link)
    yield world.of(Visibility.MEMBERS), link_token(world.of(Visibility.MEMBERS).link)
    yield by_a_link, link_token(other)
    yield by_a_link, link_token(ended)
    yield by_a_link, f"{key}-{secret[::-1]}"
    yield by_a_link, f"{key}-{link_token(hidden.link).partition('-')[2]}"


def test_a_link_that_opens_nothing_is_missing(world, browser_of):
    browser = browser_of()
    missing = {method: answer(getattr(browser, method)("/no-such-page/")) for method in METHODS}
    for one, token in keys_that_open_nothing(world):
        for address in by_link(one, token, most=1):
            for method in METHODS:
                assert answer(getattr(browser, method)(address)) == missing[method], (method, address)


@pytest.mark.parametrize("who", ["anonymous", "parent", "organiser", "root"])
def test_a_frame_of_a_ladder_that_is_not_for_everybody_is_missing(world, browser_of, who):
    browser = browser_of(getattr(world, who, None))
    missing = {method: answer(getattr(browser, method)("/no-such-page/")) for method in METHODS}
    for one in world.everybody:
        if one.ladder.visibility != Visibility.PUBLIC:
            for address in framed(one):
                for method in METHODS:
                    assert answer(getattr(browser, method)(address)) == missing[method], (method, address)


def test_a_frame_of_a_public_ladder_whose_page_is_private_is_missing(world, browser_of):
    one = world.of(Visibility.PUBLIC)
    (address, *_others) = framed(one)
    assert browser_of().get(address).status_code == 200
    PageViewRestriction.objects.create(page=one.page, restriction_type="login")
    for visitor in (None, world.organiser):
        assert browser_of(visitor).get(address).status_code == 404
