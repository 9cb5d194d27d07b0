"""Which answers a cache may keep and a search engine may list: by level, at every address."""

import pytest

from wagtail_ladder.audience import link_token
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.pages.models import ClubPage

from .routes import METHODS, below, by_link


def directives(response):
    return set(filter(None, response.get("Cache-Control", "").split(", ")))


def is_kept_private(response):
    return {"private", "no-store"} <= directives(response)


def is_not_indexed(response):
    return {"noindex", "nofollow", "noarchive"} <= set(response.get("X-Robots-Tag", "").split(", "))


VISITORS = (
    "anonymous",
    "nobody",
    "parent",
    "foreign_organiser",
    "page_editor",
    "arbiter",
    "organiser",
    "root",
)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("visibility", [Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS])
def test_what_is_not_for_everybody(world, browser_of, visibility, who):
    """Every address of a ladder, by every method that is answered, to everybody who comes along."""
    one, visitor = world.of(visibility), getattr(world, who, None)
    browser, statuses = browser_of(visitor), set()
    for address in below(one, most=2):
        for method in METHODS:
            response = getattr(browser, method)(address)
            statuses.add(response.status_code)
            if response.status_code == 404:  # as of a page that does not exist: see the route guard
                assert not any(name in response for name in ("X-Robots-Tag", "Content-Disposition")), address
                continue
            assert is_kept_private(response), (method, address)
            assert is_not_indexed(response), (method, address)
            assert response["Referrer-Policy"] == "same-origin", (method, address)
            if method == "get" and response.status_code == 200 and "html" in response["Content-Type"]:
                assert b'name="robots" content="noindex' in response.content, address
            if method == "get" and address.endswith("/csv/") and response.status_code == 200:
                assert_is_a_file(response)
    to_login = who == "anonymous" and visibility == Visibility.MEMBERS
    if world.sees(visitor, one.ladder):
        assert 200 in statuses
    else:
        assert statuses == ({302} if to_login else {404})


@pytest.mark.parametrize("names", NameMode)
@pytest.mark.parametrize("visibility", [Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS])
def test_whatever_names_are_shown(world, browser_of, visibility, names):
    one, browser = world.of(visibility, names), browser_of(world.organiser)
    for address in below(one):
        response = browser.get(address)
        if response.status_code == 200:
            assert is_kept_private(response), address
            assert is_not_indexed(response), address


def assert_is_a_file(response):
    """To be saved under a name that says nothing, and not to be shown as anything else."""
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"] == 'attachment; filename="ladder.csv"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"


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
            assert_is_a_file(response)
        elif "/players/" in address and "/events/" in address:
            assert is_kept_private(response)
        else:
            assert not directives(response) & {"private", "no-store", "no-cache"}, address
            assert "X-Robots-Tag" not in response, address
            assert b"noindex" not in response.content, address


def test_what_a_link_opens(world, browser_of, settings):
    """Whatever the site says of its other pages; and where there is nothing under the link, too."""
    settings.SECURE_REFERRER_POLICY = "unsafe-url"
    one = world.of(Visibility.LINK)
    unknown = [f"{one.link_url}players/0000000000000/", f"{one.link_url}events/0000000000000/"]
    statuses = set()
    for address in [*by_link(one, link_token(one.link)), *unknown]:
        for method in METHODS:
            response = getattr(browser_of(), method)(address)
            statuses.add(response.status_code)
            assert is_kept_private(response), (method, address)
            assert is_not_indexed(response), (method, address)
            assert response["Referrer-Policy"] == "same-origin", (method, address)
            if address.endswith("/csv/") and method == "get":
                assert_is_a_file(response)
    assert statuses == {200, 404, 405}


def test_an_address_without_its_last_slash(world, browser_of):
    """The way to the one with it says nothing of the ladder: it is the same where there is none."""
    opens, hidden = world.of(Visibility.LINK), world.of(Visibility.ORGANISERS)
    pairs = [
        (opens.link_url.rstrip("/"), hidden.link_url.rstrip("/")),
        (f"{opens.link_url}csv", f"{hidden.link_url}csv"),
        (opens.page.url.rstrip("/"), "/no-such-page"),
        (f"{opens.page.url}csv", "/no-such-page/csv"),
    ]
    for there, not_there in pairs:
        for method in METHODS:
            first, second = (getattr(browser_of(), method)(address) for address in (there, not_there))
            assert first.status_code == second.status_code, (method, there)
            assert first["Referrer-Policy"] == "same-origin"
            told = [
                {name: value for name, value in response.headers.items() if name != "Location"}
                for response in (first, second)
            ]
            assert told[0] == told[1], (method, there)
            if "Location" in first:
                assert first["Location"] == f"{there}/"


def test_the_way_to_the_login_is_kept_by_nobody(world, browser_of):
    for address in below(world.of(Visibility.MEMBERS), most=1):
        for query in ("", "?page=2", "?next=/elsewhere/"):
            response = browser_of().get(f"{address}{query}")
            assert response.status_code == 302
            assert is_kept_private(response)
            assert is_not_indexed(response)


def test_pages_around_the_ladder(world, browser_of):
    assert not directives(browser_of().get(world.home.url))
    assert is_kept_private(browser_of(world.parent).get(world.members_page.url))
    page = ClubPage.objects.get(club=world.club)
    assert not directives(browser_of().get(page.url))
    for visitor in (world.parent, world.arbiter):
        response = browser_of(visitor).get(page.url)
        assert is_kept_private(response)
        assert is_not_indexed(response)
