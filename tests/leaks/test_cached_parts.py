"""What a site keeps of its pages follows every change of who may see what, and tells nothing by itself."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.contenttypes.models import ContentType
from django.template import engines
from django.test import TestCase
from django.urls import reverse
from django.utils import timezone
from wagtail.models import Page, PageViewRestriction, ReferenceIndex

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.services import Undecide
from wagtail_ladder.site import restrictions

from .canary import leaks, whole
from .test_caches import CACHING_TAGS, Emptied, emptied  # noqa: F401 - a fixture


@pytest.fixture(autouse=True)
def kept(monkeypatch):
    """Every ordinary page keeps its body for ten minutes."""
    body = CACHING_TAGS["wagtailpagecache"].replace("BODY", "{% include_block page.body %}")
    template = engines["django"].from_string("{% load wagtailcore_tags %}" + body)
    monkeypatch.setattr(HomePage, "get_template", lambda *args, **kwargs: template)


def committed():
    return TestCase.captureOnCommitCallbacks(execute=True)


def a_host(parent, one, slug="host"):
    block = ("ladder", {"ladder": one.ladder, "heading": "", "top": None})
    return parent.add_child(instance=HomePage(title="Host", slug=slug, body=[block]))


class TestARestrictionThatChanges:
    def opened(self, world, browser_of, by_form):
        with committed():
            if by_form:
                address = reverse("wagtailadmin_pages:set_privacy", args=[world.members_page.pk])
                answer = browser_of(world.root).post(address, {"restriction_type": "none"})
                assert b"set_privacy_done" in answer.content
            else:
                PageViewRestriction.objects.get(page=world.members_page).delete()

    @pytest.mark.parametrize("by_form", [True, False])
    def test_the_members_page_is_opened_to_everybody(self, world, browser_of, by_form):
        url, name = world.members_page.url, world.of(Visibility.MEMBERS).people["adult"].name
        assert name in whole(browser_of(world.parent).get(url))
        self.opened(world, browser_of, by_form)
        answer = whole(browser_of().get(url))
        assert world.of(Visibility.PUBLIC).people["adult"].name in answer
        assert name not in answer

    def test_a_page_above_it_is_opened(self, world, browser_of):
        one = world.of(Visibility.MEMBERS)
        host = a_host(world.members_page, one)
        assert one.people["adult"].name in whole(browser_of(world.parent).get(host.url))
        self.opened(world, browser_of, by_form=False)
        assert leaks(whole(browser_of().get(host.url))) == []

    def test_it_is_limited_to_other_groups(self, world, browser_of):
        one, editors = world.of(Visibility.MEMBERS), world.page_editor.groups.get()
        host = a_host(world.members_page, one)
        assert one.people["adult"].name in whole(browser_of(world.parent).get(host.url))
        with committed():
            PageViewRestriction.objects.get(page=world.members_page).groups.set([editors])
        assert leaks(whole(browser_of(world.page_editor).get(host.url))) == []

    @pytest.mark.parametrize("how", ["restricted", "moved"])
    def test_the_page_of_a_public_ladder_becomes_private(self, world, browser_of, emptied, how):  # noqa: F811
        one = world.of(Visibility.PUBLIC)
        page, name = LadderPage.objects.get(pk=one.page.pk), one.people["adult"].name
        assert name in whole(browser_of().get("/"))
        with committed():
            if how == "restricted":
                PageViewRestriction.objects.create(page=page, restriction_type="login")
            else:
                page.move(HomePage.objects.get(pk=world.members_page.pk), pos="last-child")
        assert name not in whole(browser_of().get("/"))
        profile = f"{one.page.url}players/{one.seat('adult').public_id}/"
        assert {"/", one.page.url, profile} <= emptied.addresses

    def test_what_the_ladder_does_to_its_own_page_is_not_followed_again(self, world, monkeypatch):
        from wagtail_ladder.site import receivers

        followed = []
        monkeypatch.setattr(receivers, "_show_anew_below", followed.append)
        with committed():
            services.change_ladder(
                world.of(Visibility.PUBLIC).ladder, visibility=Visibility.ORGANISERS, by=world.arbiter
            )
        assert followed == []


class TestSomebodyWhoIsNotOnTheLadderAnyMore:
    def changes(self, world, one):
        entries = {entry.event_id: entry for entry in one.seat("adult").player.entries.all()}
        return {
            "unpublished": lambda event: services.unpublish_event(
                event, reason="not played yet", by=world.arbiter
            ),
            "deleted": lambda event: services.delete_event(event, reason="entered twice", by=world.organiser),
            "undecided": lambda event: services.decide_entry(entries[event.pk], Undecide(), by=world.arbiter),
        }

    @pytest.mark.parametrize("how", ["unpublished", "deleted", "undecided"])
    def test_his_name_is_not_kept(self, world, browser_of, how):
        one = world.of(Visibility.PUBLIC)
        name, change = one.people["adult"].name, self.changes(world, one)[how]
        assert name in whole(browser_of().get("/"))
        with committed():
            for event in (one.played, one.waiting):
                change(event)
        assert name not in whole(browser_of().get("/"))


class TestAHiddenLadder:
    def test_its_changes_are_not_told_by_the_sitemap(self, world, browser_of):
        one = world.of(Visibility.ORGANISERS)
        with committed():
            a_host(world.home, one)
        Page.objects.update(last_published_at=timezone.now() - timedelta(days=300))
        before = browser_of().get("/sitemap.xml").content
        with committed():
            services.force_initials(one.ladder, one.members["adult"], True, by=world.arbiter)
            services.unpublish_event(one.waiting, reason="not played yet", by=world.arbiter)
            services.change_ladder(one.ladder, names=NameMode.INITIALS, by=world.arbiter)
        assert browser_of().get("/sitemap.xml").content == before

    def test_its_own_page_is_made_anew(self, world):
        one = world.of(Visibility.ORGANISERS)
        before = LadderPage.objects.get(pk=one.page.pk).cache_key
        with committed():
            services.change_ladder(one.ladder, names=NameMode.INITIALS, by=world.arbiter)
        assert LadderPage.objects.get(pk=one.page.pk).cache_key != before


def test_a_search_engine_that_is_down_stops_no_other_step(world, browser_of, emptied, monkeypatch):  # noqa: F811
    one = world.of(Visibility.PUBLIC)
    assert one.people["adult"].name in whole(browser_of().get("/"))

    def down(*args):
        raise ConnectionError

    monkeypatch.setattr(restrictions.index, "remove_object", down)
    with committed():
        services.change_ladder(one.ladder, visibility=Visibility.ORGANISERS, by=world.arbiter)
    assert one.people["adult"].name not in whole(browser_of().get("/"))
    assert {"/", one.page.url} <= emptied.addresses
    assert not LadderPage.objects.public().filter(pk=one.page.pk).exists()


def test_a_page_that_shows_a_snippet_with_the_block_is_made_anew(world, emptied):  # noqa: F811
    """Any row that refers to the ladder, and that a page refers to; a page below it, to that one."""
    one = world.of(Visibility.PUBLIC)
    page = world.home.add_child(instance=HomePage(title="With a snippet", slug="snippet"))
    inner, outer = world.parents, world.page_editor.groups.get()
    for base, to in ((inner, one.ladder), (outer, inner), (inner, outer), (page.page_ptr, outer)):
        of_base = ContentType.objects.get_for_model(base)
        ReferenceIndex.objects.create(
            base_content_type=of_base,
            content_type=of_base,
            object_id=base.pk,
            to_content_type=ContentType.objects.get_for_model(to),
            to_object_id=to.pk,
            model_path="body",
            content_path="body",
            content_path_hash=uuid4(),
        )
    before = HomePage.objects.get(pk=page.pk).cache_key
    with committed():
        services.change_ladder(one.ladder, names=NameMode.INITIALS, by=world.arbiter)
    assert HomePage.objects.get(pk=page.pk).cache_key != before
    assert page.url in emptied.addresses


class TestOldAddresses:
    """In front of the site they may be kept: once nothing leads there, no later purge would reach them."""

    @pytest.fixture
    def profile(self, world, browser_of):
        one = world.of(Visibility.PUBLIC)
        address = f"{one.page.url}players/{one.seat('adult').public_id}/"
        assert one.people["adult"].name in whole(browser_of().get(address))
        return address

    @pytest.mark.parametrize("how", ["slug", "move", "slug above"])
    def test_the_page_moves(self, world, emptied, profile, how):  # noqa: F811
        page = LadderPage.objects.get(pk=world.of(Visibility.PUBLIC).page.pk)
        section = world.home.add_child(instance=HomePage(title="Section", slug="section"))
        if how == "slug above":
            page.move(section, pos="last-child")
            profile = f"/section{profile}"
            page = HomePage.objects.get(pk=section.pk)
        emptied.addresses = set()
        with committed():
            if how == "move":
                page.move(section, pos="last-child")
            else:
                page.slug = "elsewhere"
                page.save_revision().publish()
        assert profile in emptied.addresses

    def test_the_page_shows_another_ladder(self, world, emptied, profile):  # noqa: F811
        page = LadderPage.objects.get(pk=world.of(Visibility.PUBLIC).page.pk)
        page.ladder = world.of(Visibility.PUBLIC, NameMode.INITIALS).ladder
        emptied.addresses = set()
        with committed():
            page.save_revision().publish()
        assert profile in emptied.addresses


def test_what_a_club_page_shows_to_some_is_kept_for_nobody_else(world, browser_of, monkeypatch):
    rows = "{% for line in screen.roster %}{{ line.name }} {% endfor %}"
    body = CACHING_TAGS["wagtailpagecache"].replace("BODY", rows)
    template = engines["django"].from_string(body)
    monkeypatch.setattr(ClubPage, "get_template", lambda *args, **kwargs: template)
    url = ClubPage.objects.get(club=world.club).url
    members, public = world.of(Visibility.MEMBERS), world.of(Visibility.PUBLIC)
    for visitor, sees in (
        (world.parent, True),
        (None, False),
        (world.organiser, True),
        (world.nobody, False),
    ):
        page = whole(browser_of(visitor).get(url))
        assert (members.people["adult"].name in page) == sees
        assert public.people["adult"].name in page
