"""Where a ladder block shows nothing, its editors see why: edit view, userbar."""

from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse
from wagtail.models import PageViewRestriction

from tests.site.world import build_world
from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.admin.empty_blocks import empty_blocks
from wagtail_ladder.models import ClubRole, Visibility

from .test_clubs import messages_of

pytestmark = pytest.mark.django_db
HIDDEN = "no page shows it."


@pytest.fixture
def world(db):
    world = build_world()
    world.event(date(2026, 3, 14), ["Anna_Ash 1-0 Bea_Birch"])
    world.host = world.home.add_child(
        instance=HomePage(
            title="Host",
            slug="host",
            body=[("ladder", {"ladder": world.ladder, "heading": "", "top": None})] * 2,
        )
    )
    return world


def person(name, *groups):
    user = User.objects.create_user(name)
    user.groups.set(groups)
    return user


@pytest.fixture
def editor(world):
    """May edit every page, and has no role in a club."""
    return person("editor", Group.objects.get(name="Moderators"))


@pytest.fixture
def arbiter(world):
    """Has a role in the ladder's club, and may edit no page."""
    return person("arbiter", world.club.group_permissions.get(role=ClubRole.ARBITER).group)


def on_the_edit_view(client, user, page):
    client.force_login(user)
    response = client.get(reverse("wagtailadmin_pages:edit", args=[page.pk]))
    assert response.status_code == 200
    return [message for message in messages_of(response) if "block" in message]


def on_the_page(client, user, page):
    client.force_login(user)
    return client.get(page.url).content.decode()


def reasons(world):
    return empty_blocks(HomePage.objects.get(pk=world.host.pk))


class TestReasons:
    def test_every_ladder_once(self, world):
        assert [(found.ladder, found.places, found.of) for found in reasons(world)] == [
            (world.ladder, [1, 2], 2)
        ]

    def test_none_where_the_block_shows_something(self, world):
        world.set(visibility=Visibility.PUBLIC)
        assert reasons(world) == []

    @pytest.mark.parametrize(
        ("level", "why"),
        [
            (Visibility.ORGANISERS, "organisers and arbiters"),
            (Visibility.LINK, "whoever holds a link"),
            (Visibility.MEMBERS, "limited to groups of its members"),
        ],
    )
    def test_by_level(self, world, level, why):
        world.set(visibility=level)
        (found,) = reasons(world)
        assert why in str(found.reason)

    def test_a_page_limited_to_members_needs_no_reason(self, world):
        parents = Group.objects.create(name="Parents")
        world.set(visibility=Visibility.MEMBERS, member_groups=[parents])
        restriction = PageViewRestriction(page_id=world.host.pk, restriction_type=PageViewRestriction.GROUPS)
        restriction.save()
        restriction.groups.add(parents)
        assert reasons(world) == []

    def test_a_private_page_of_the_ladder(self, world):
        world.set(visibility=Visibility.PUBLIC)
        PageViewRestriction.objects.create(
            page_id=world.ladder_page().pk, restriction_type=PageViewRestriction.LOGIN
        )
        (found,) = reasons(world)
        assert "own page is private" in str(found.reason)


class TestEditView:
    def test_an_editor_without_a_role_learns_no_name_of_a_ladder(self, client, world, editor):
        (message,) = on_the_edit_view(client, editor, world.host)
        assert message.startswith("Ladder blocks 1, 2 of 2 show nothing on this page.")
        assert HIDDEN in message
        assert world.ladder.name not in message

    def test_with_a_role_it_is_called_by_its_name(self, client, world, editor, arbiter):
        arbiter.groups.add(Group.objects.get(name="Moderators"))
        (message,) = on_the_edit_view(client, arbiter, world.host)
        assert "“Club ladder”" in message

    def test_which_of_several_blocks_it_is(self, client, world, editor):
        world.set(visibility=Visibility.PUBLIC)
        hidden = services.create_ladder(world.club, "Blitz", by=world.by)
        world.host.body = [
            (kind, {"ladder": ladder, "heading": "", "top": None} if kind == "ladder" else "Our ladders")
            for kind, ladder in (("ladder", world.ladder), ("heading", None), ("ladder", hidden))
        ]
        world.host.save_revision()
        (message,) = on_the_edit_view(client, editor, world.host)
        assert message.startswith("Ladder block 2 of 2 shows nothing on this page.")
        assert "The heading above it stands alone." in message
        assert "Blitz" not in message

    def test_no_heading_is_spoken_of_where_none_stands(self, client, world, editor):
        (message,) = on_the_edit_view(client, editor, world.host)
        assert "heading" not in message

    def test_where_the_page_is_limited_and_to_which_groups(self, client, world, editor, arbiter):
        groups = [Group.objects.create(name="Parents"), Group.objects.create(name="Juniors")]
        for group in groups:
            services.grant_roles(group, [(world.club.pk, ClubRole.MEMBER)], by=world.by)
        world.set(visibility=Visibility.MEMBERS, member_groups=groups)
        (message,) = on_the_edit_view(client, editor, world.host)
        assert message.endswith("That is set at the page, under Status, Privacy.")
        assert "Parents" not in message
        arbiter.groups.add(Group.objects.get(name="Moderators"))
        (message,) = on_the_edit_view(client, arbiter, world.host)
        assert "under Status, Privacy. The groups are: Juniors, Parents." in message

    def test_to_those_with_a_role_where_the_ladder_is_opened(self, client, world, editor, arbiter):
        (message,) = on_the_edit_view(client, editor, world.host)
        assert "ladder’s screen" not in message
        arbiter.groups.add(Group.objects.get(name="Moderators"))
        (message,) = on_the_edit_view(client, arbiter, world.host)
        assert message.endswith("That is set on the ladder’s screen, under “Who may see it”.")

    def test_nothing_is_said_of_a_block_that_shows_its_rows(self, client, world, editor):
        world.set(visibility=Visibility.PUBLIC)
        assert on_the_edit_view(client, editor, world.host) == []

    def test_the_draft_counts(self, client, world, editor):
        page = world.home.add_child(instance=HomePage(title="Draft", slug="draft", live=False))
        page.body = [("ladder", {"ladder": world.ladder, "heading": "", "top": None})]
        page.save_revision()
        assert len(on_the_edit_view(client, editor, page)) == 1

    def test_no_person_is_named(self, client, world, editor):
        client.force_login(editor)
        page = client.get(reverse("wagtailadmin_pages:edit", args=[world.host.pk])).content.decode()
        assert "Anna_Ash" not in page and "A. A." not in page


class TestUserbar:
    @pytest.fixture
    def page_with_a_bar(self, world):
        """A page in the frame of this app, which has the userbar."""
        return world.club_page(body=[("ladder", {"ladder": world.ladder, "heading": "", "top": None})])

    def test_for_who_may_edit_the_page(self, client, world, page_with_a_bar, editor):
        page = on_the_page(client, editor, page_with_a_bar)
        assert "The ladder block shows nothing on this page." in page
        assert page.count("wl-userbar-item") == 1
        assert world.ladder.name not in page

    def test_for_who_works_in_the_club(self, client, world, page_with_a_bar, arbiter):
        page = on_the_page(client, arbiter, page_with_a_bar)
        assert "The ladder block (“Club ladder”) shows nothing on this page." in page
        assert reverse("ladder_ladders:edit", args=[world.ladder.pk]) in page

    def test_for_nobody_else(self, client, world, page_with_a_bar):
        other = services.create_club("Elsewhere", by=world.by)
        foreign = person("foreign", other.group_permissions.get(role=ClubRole.ORGANISER).group)
        for page in (
            on_the_page(client, foreign, page_with_a_bar),
            on_the_page(client, person("x"), page_with_a_bar),
        ):
            assert "shows nothing" not in page
        client.logout()
        assert "shows nothing" not in client.get(page_with_a_bar.url).content.decode()

    def test_not_where_the_block_shows_its_rows(self, client, world, page_with_a_bar, editor):
        world.set(visibility=Visibility.PUBLIC)
        page = on_the_page(client, editor, page_with_a_bar)
        assert "shows nothing" not in page
        assert "A. A." in page

    def test_no_script_and_no_style_of_ours_stands_in_the_page(self, client, world, page_with_a_bar, editor):
        page = on_the_page(client, editor, page_with_a_bar)
        item = page[page.index("wl-userbar-item") :].partition("</li>")[0]
        assert "<script" not in item and "style=" not in item and "onclick" not in item
