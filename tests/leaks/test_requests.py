"""What a request may do: nothing by looking, nothing without a form's token, and send nobody elsewhere."""

import re

import pytest
from django.apps import apps

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import Visibility

from .canary import person
from .routes import all_routes, below, by_link

EVIL = (
    "//evil.example/",
    "https://evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "///evil.example",
    "javascript:alert(1)",
    "http:///evil.example",
    " //evil.example",
    "//evil.example%2f..",
)
OF_THE_VISIT = ("sessions.Session", "auth.User", "wagtailusers.UserProfile", "wagtailadmin.EditingSession")
OURS = [route for route in all_routes() if route.is_ours and route.is_for_the_admin]


@pytest.fixture
def own(world):
    """A function: a route of ours -> an address with what belongs to the visitor's own club."""
    one = world.of(Visibility.LINK)
    event, player = one.played, one.members["adult"]
    absorbed = services.add_player(world.club, person(90).name, by=world.organiser)
    merge = services.merge_players(player, absorbed, by=world.organiser)
    of_namespace = {
        "wagtail_ladder_events": event.pk,
        "wagtail_ladder_ledger": merge.pk,
        "wagtail_ladder_who": player.pk,
        "ladder_ladders": one.ladder.pk,
        "ladder_ladder_chooser": one.ladder.pk,
        "ladder_players": player.pk,
        "ladder_player_chooser": player.pk,
        "ladder_clubs": world.club.pk,
        "ladder_club_chooser": world.club.pk,
    }
    known = {
        "entry": event.entries.first().pk,
        "merge": merge.pk,
        "one": player.pk,
        "other": one.members["junior"].pk,
        "kept": player.pk,
        "absorbed": one.members["junior"].pk,
        "game": event.games.first().pk,
        "number": 1,
        "token": "no-such-token",
        "link": one.link.pk,
    }

    def fill(route):
        values = {**known, "pk": of_namespace.get(route.name.rpartition(":")[0])}
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda hole: str(values[hole[1]]), route.path)

    return fill


def everything():
    """All rows of all tables but those of who is logged in, and which screen of Wagtail's he has open."""
    return {
        model._meta.label: sorted(map(repr, model._default_manager.order_by().values_list()))
        for model in apps.get_models()
        if model._meta.managed and model._meta.label not in OF_THE_VISIT
    }


def public_addresses(world):
    for one in world.ladders:
        yield from below(one, most=1)
        yield from by_link(one, link_token(one.link), most=1)
    yield from ("/", "/club-0/", "/sitemap.xml")


def test_looking_changes_nothing(world, browser_of, own):
    before = everything()
    for visitor, methods in ((world.organiser, ("get", "options")), (world.arbiter, ("get",))):
        browser = browser_of(visitor)
        for route in OURS:
            for method in methods:
                response = getattr(browser, method)(own(route))
                assert response.status_code < 500, route.path
    for address in public_addresses(world):
        for method in ("get", "options"):
            getattr(browser, method)(address)
    assert everything() == before


def test_nothing_is_changed_without_the_token_of_a_form(world, browser_of, own):
    browser, before = browser_of(world.organiser, enforce_csrf_checks=True), everything()
    for route in OURS:
        for method in ("post", "put", "patch", "delete"):
            assert getattr(browser, method)(own(route), {"name": "x"}).status_code == 403, route.path
    for address in public_addresses(world):
        response = browser.post(address, {"name": "x"})
        assert response.status_code in (403, 404, 405), address
    assert everything() == before


def test_no_answer_sends_anybody_to_another_site(world, browser_of, own):
    browser = browser_of(world.organiser)
    for route in OURS:
        fields = dict.fromkeys(("next", "next_url", "return", "url", "action"), EVIL[0])
        for send in (browser.get, browser.post):
            response = send(own(route), fields)
            leads_to = response.get("Location", "")
            assert not leads_to or re.match(r"/(?![/\\])", leads_to), (route.path, leads_to)
            assert f'href="{EVIL[0]}"' not in response.content.decode("utf-8", "replace"), route.path


def test_the_way_to_the_login_leads_back_to_this_site(world, browser_of):
    one = world.of(Visibility.MEMBERS)
    for evil in EVIL:
        response = browser_of().get(f"{one.page.url}?next={evil}")
        assert response.status_code == 302
        assert re.match(r"/(?![/\\])", response["Location"])
        assert re.match(r"/(?![/\\])", response["Location"].partition("next=")[2])
        login = browser_of()
        landed = login.post(
            f"/_util/login/?next={evil}", {"username": "parent", "password": "secret", "next": evil}
        )
        assert "evil" not in landed.get("Location", "")


def test_the_parent_comes_back_to_the_ladder(world, browser_of):
    one, browser = world.of(Visibility.MEMBERS), browser_of()
    to_login = browser.get(one.page.url)["Location"]
    landed = browser.post(to_login, {"username": "parent", "password": "secret", "next": one.page.url})
    assert landed["Location"] == one.page.url
    assert one.people["adult"].name in browser.get(one.page.url).content.decode()
