"""No cache, whoever filled it, shows one audience what another may see; and every change empties it."""

import pytest
from django.template import engines
from django.test import TestCase
from wagtail.contrib.frontend_cache.backends import BaseBackend

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.pages.models import ClubPage
from wagtail_ladder.services import Result

from .canary import leaks, whole
from .routes import below, framed

CACHING_TAGS = {
    "cache": "{% load cache %}{% cache 600 body page.pk %}BODY{% endcache %}",
    "wagtailcache": "{% load wagtail_cache %}{% wagtailcache 600 body page.pk %}BODY{% endwagtailcache %}",
    "wagtailpagecache": (
        "{% load wagtail_cache %}{% wagtailpagecache 600 body %}BODY{% endwagtailpagecache %}"
    ),
}


@pytest.mark.parametrize("tag", CACHING_TAGS)
def test_a_cached_block_is_the_same_for_whoever_filled_the_cache(world, browser_of, tag, monkeypatch):
    """Parent first, stranger second; and the other way round on the parents' own page."""
    body = "{% load wagtailcore_tags %}" + CACHING_TAGS[tag].replace("BODY", "{% include_block page.body %}")
    template = engines["django"].from_string(body)
    monkeypatch.setattr(HomePage, "get_template", lambda *args, **kwargs: template)
    members, public = world.of(Visibility.MEMBERS), world.of(Visibility.PUBLIC)
    for visitor in (world.organiser, world.parent, None):
        page = whole(browser_of(visitor).get("/"))
        assert public.people["adult"].name in page
        assert members.people["adult"].name not in page
    shown = members.shown_in_full()
    for visitor in (world.root, world.parent):
        assert all(name in whole(browser_of(visitor).get(world.members_page.url)) for name in shown)
    for visitor in (None, world.nobody, world.foreign_organiser):
        assert leaks(whole(browser_of(visitor).get(world.members_page.url))) == []


def test_ladder_and_club_pages_do_not_remember_who_came_first(world, browser_of):
    addresses = [one.page.url for one in world.everybody] + [page.url for page in ClubPage.objects.all()]
    fresh = [browser_of().get(address).content for address in addresses]
    for visitor in (world.root, world.organiser, world.parent):
        for address in addresses:
            browser_of(visitor).get(address)
    assert [browser_of().get(address).content for address in addresses] == fresh


class Emptied(BaseBackend):
    """A front-end cache that notes what it is told to forget."""

    addresses: set[str] = set()

    def purge(self, url):
        self.addresses.add(url.removeprefix("http://localhost").removeprefix("http://testserver"))


@pytest.fixture
def emptied(settings):
    settings.WAGTAILFRONTENDCACHE = {"test": {"BACKEND": f"{__name__}.Emptied"}}
    Emptied.addresses = set()
    return Emptied


def replays(world, one):
    game = one.played.games.first()
    yield (
        "a correction",
        lambda: services.correct_game(
            game, Result(Kind.PLAYED, 0, 2), reason="score sheet", by=world.arbiter
        ),
    )
    yield "an event more", lambda: services.publish_event(one.draft, by=world.arbiter)
    yield (
        "an event less",
        lambda: services.unpublish_event(one.waiting, reason="not played yet", by=world.arbiter),
    )


def tightenings(world, one):
    adult = one.members["adult"]
    yield "forced initials", lambda: services.force_initials(one.ladder, adult, True, by=world.arbiter)
    yield (
        "no adult after all",
        lambda: services.confirm_adults(world.club, [adult.pk], adults=False, by=world.arbiter),
    )
    yield (
        "no corrections",
        lambda: services.change_ladder(one.ladder, corrections_shown=False, by=world.arbiter),
    )
    yield (
        "initials for all",
        lambda: services.change_ladder(one.ladder, names=NameMode.INITIALS, by=world.arbiter),
    )
    yield "hidden", lambda: services.change_ladder(one.ladder, visibility="organisers", by=world.arbiter)


@pytest.mark.parametrize("changes", [replays, tightenings])
def test_every_change_purges_all_pages_that_show_the_ladder(world, emptied, changes, browser_of):
    one = world.of(Visibility.PUBLIC)
    for what, change in changes(world, one):
        kept = {
            address
            for address in below(one)
            if browser_of().get(address).status_code == 200
            and "no-store" not in browser_of().get(address).get("Cache-Control", "")
        }
        emptied.addresses = set()
        with TestCase.captureOnCommitCallbacks(execute=True):
            change()
        frame = next(framed(one))
        club_page = ClubPage.objects.get(club=world.club)
        around = {"/", "/sitemap.xml", world.members_page.url, club_page.url, frame}
        assert kept | around <= emptied.addresses, (what, kept | around - emptied.addresses)
        assert len(kept) > 5, what


def test_a_tightening_shows_at_once_in_cached_parts_of_pages(world, browser_of, monkeypatch):
    """`wagtailpagecache` keeps a part until the page itself is touched."""
    body = "{% load wagtailcore_tags %}" + CACHING_TAGS["wagtailpagecache"].replace(
        "BODY", "{% include_block page.body %}"
    )
    template = engines["django"].from_string(body)
    monkeypatch.setattr(HomePage, "get_template", lambda *args, **kwargs: template)
    one = world.of(Visibility.PUBLIC)
    name = one.people["adult"].name
    assert name in whole(browser_of().get("/"))
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.change_ladder(one.ladder, names=NameMode.INITIALS, by=world.arbiter)
    assert name not in whole(browser_of().get("/"))
