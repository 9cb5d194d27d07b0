"""Editors and their pages: which ladders they may place, and what a change of a ladder purges."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from wagtail.contrib.frontend_cache.backends import BaseBackend
from wagtail.models import PageViewRestriction
from wagtail.test.utils.form_data import nested_form_data, streamfield

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.audience import ladders_to_place
from wagtail_ladder.models import ClubRole, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.site.addresses import Addresses

from .test_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(world):
    """May edit and publish every page, and has no role in a club."""
    user = User.objects.create_user("editor")
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


def post(client, world, model, **fields):
    """Create a page in the admin; the ladder or club chosen is in `fields`."""
    url = f"/admin/pages/add/{model._meta.app_label}/{model._meta.model_name}/{world.home.pk}/"
    data = {"title": "Placed", "slug": "placed", "body": streamfield([]), "action-publish": "1", **fields}
    data["comments-TOTAL_FORMS"] = data["comments-INITIAL_FORMS"] = "0"
    return client.post(url, nested_form_data(data))


class TestPlacing:
    def test_no_ladder_of_a_club_without_a_role(self, client, world, editor):
        client.force_login(editor)
        response = post(client, world, LadderPage, ladder=world.ladder.pk)
        assert "Choose a ladder that everybody may see" in text(response)
        assert not LadderPage.objects.exists()

    def test_a_public_one_may_be_placed(self, client, world, editor):
        world.set(visibility=Visibility.PUBLIC)
        client.force_login(editor)
        post(client, world, LadderPage, ladder=world.ladder.pk)
        assert LadderPage.objects.get().ladder == world.ladder

    def test_one_behind_restrictions_alone_is_placed_by_the_people_of_its_club(self, client, world, editor):
        """Its club shows it to some people: another page of it would be open to everybody."""
        world.set(visibility=Visibility.PUBLIC)
        page = world.ladder_page()
        page.view_restrictions.create(restriction_type=PageViewRestriction.LOGIN)
        client.force_login(editor)
        assert "Choose a ladder that everybody may see" in text(
            post(client, world, LadderPage, ladder=world.ladder.pk)
        )
        assert LadderPage.objects.get() == page
        assert world.ladder in ladders_to_place(world.by)
        arbiter = User.objects.create_user("arbiter")
        arbiter.groups.add(world.club.group_permissions.get(role=ClubRole.ARBITER).group)
        assert world.ladder in ladders_to_place(arbiter)
        world.home.add_child(instance=LadderPage(title="Open", slug="open", ladder=world.ladder))
        assert world.ladder in ladders_to_place(editor)
        world.home.view_restrictions.create(restriction_type=PageViewRestriction.LOGIN)
        assert world.ladder not in ladders_to_place(editor)  # all are below it

    def test_an_arbiter_places_the_ladders_of_the_club(self, client, world, editor):
        editor.groups.add(world.club.group_permissions.get(role=ClubRole.ARBITER).group)
        client.force_login(editor)
        post(client, world, LadderPage, ladder=world.ladder.pk)
        assert LadderPage.objects.get().ladder == world.ladder

    def test_the_prose_of_a_hidden_ladders_page_stays_editable(self, client, world, editor):
        page = world.ladder_page()
        client.force_login(editor)
        address = f"/admin/pages/{page.pk}/edit/"
        shown = re.search(r'name="ladder" value="([^"]+)"', text(client.get(address)))
        data = nested_form_data(
            {
                "title": "New title",
                "slug": page.slug,
                "ladder": shown[1],
                "body": streamfield([]),
                "action-publish": "1",
                "comments-TOTAL_FORMS": "0",
                "comments-INITIAL_FORMS": "0",
            }
        )
        client.post(address, data)
        page.refresh_from_db()
        assert page.title == "New title"
        assert page.ladder == world.ladder

    def test_no_club_without_a_role_unless_it_shows_something_to_everybody(self, client, world, editor):
        client.force_login(editor)
        response = post(client, world, ClubPage, club=world.club.pk)
        assert "Choose a club that has a ladder for everybody" in text(response)
        world.set(visibility=Visibility.PUBLIC)
        post(client, world, ClubPage, club=world.club.pk)
        assert ClubPage.objects.get().club == world.club

    def test_the_preview_of_a_hidden_ladder_shows_an_editor_the_prose_alone(self, client, world, editor):
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        page = world.ladder_page()
        client.force_login(editor)
        draft = text(client.get(f"/admin/pages/{page.pk}/view_draft/"))
        assert "You do not have a role in this club" in draft
        assert "<table" not in draft and "1220" not in draft
        client.force_login(world.by)
        assert "1220" in text(client.get(f"/admin/pages/{page.pk}/view_draft/"))


class Recorder(BaseBackend):
    purged: list[str] = []

    def purge(self, url):
        self.purged.append(url)


class TestPurging:
    @pytest.fixture
    def purged(self, settings):
        settings.WAGTAILFRONTENDCACHE = {"default": {"BACKEND": "tests.site.test_editing.Recorder"}}
        settings.ALLOWED_HOSTS = ["*"]
        Recorder.purged.clear()
        return Recorder.purged

    def test_every_page_that_shows_the_ladder_and_all_below_it(self, world, purged):
        event = world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        world.set(visibility=Visibility.PUBLIC)
        ladder_page, club_page = world.ladder_page(), world.club_page()
        with world.commits():
            host = world.home.add_child(
                instance=HomePage(
                    title="Host",
                    slug="host",
                    body=[("ladder", {"ladder": world.ladder, "heading": "", "top": None})],
                )
            )
            world.home.add_child(instance=HomePage(title="Other", slug="other"))
        purged.clear()
        game = event.games.get()
        result = services.Result(services.games.Kind.PLAYED, 0, 2)
        with world.commits():
            services.correct_game(game, result, reason="slip", by=world.by)
        below = Addresses(ladder_page.full_url)
        assert {
            ladder_page.full_url,
            below.events,
            below.event(event.public_id),
            below.player(world.public_id("Anna")),
            below.player(world.public_id("Bea")),
            club_page.full_url,
            host.full_url,
        } <= set(purged)
        assert not any("other" in url for url in purged)

    def test_the_old_address_of_whoever_is_shown_by_less(self, world, purged):
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        world.set(visibility=Visibility.PUBLIC, names="full")
        ladder_page = world.ladder_page()
        anna = world.player("Anna")
        services.confirm_adults(world.club, [anna.pk], by=world.by)
        old = world.public_id("Anna")
        purged.clear()
        with world.commits():
            services.confirm_adults(world.club, [anna.pk], adults=False, by=world.by)
        below = Addresses(ladder_page.full_url)
        assert {below.player(old), below.player(world.public_id("Anna"))} <= set(purged)

    def test_nothing_where_the_site_has_no_front_end_cache(self, world, purged, settings):
        settings.WAGTAILFRONTENDCACHE = {}
        world.event(date(2026, 3, 14), ["Anna 1-0 Bea"])
        world.ladder_page()
        world.event(date(2026, 3, 15), ["Anna 1-0 Bea"])
        assert purged == []
