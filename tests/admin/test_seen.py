"""What they see: the answer that a made-up visitor gets is the one that a real visitor gets."""

import re
from datetime import date
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.cache import cache
from django.urls import reverse
from wagtail.models import ModelLogEntry, PageViewRestriction

from tests.site.world import build_world, stay_in_2026
from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.audience import Access, access, link_token
from wagtail_ladder.models import ClubRole, GroupClubPermission, LadderPlayer, Visibility
from wagtail_ladder.services.roles import roles_by_club
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.links import path_of_link
from wagtail_ladder.site.visits import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, django_capture_on_commit_callbacks, monkeypatch):
    stay_in_2026(monkeypatch)
    world = build_world()
    world.commits = lambda: django_capture_on_commit_callbacks(execute=True)
    world.event(date(2026, 3, 14), ["Anna_Ash 1-0 Bea_Birch"])
    world.page = world.ladder_page()
    return world


@pytest.fixture
def parents(world):
    group = Group.objects.create(name="Parents")
    world.set(visibility=Visibility.MEMBERS, member_groups=[group])
    return group


@pytest.fixture
def organiser(world):
    user = User.objects.create_user("organiser")
    user.groups.add(world.club.group_permissions.get(role=ClubRole.ORGANISER).group)
    return user


@pytest.fixture
def look(client, world, organiser):
    def look(**asked):
        client.force_login(organiser)
        response = client.get(reverse("ladder_ladders:seen", args=[world.ladder.pk]), asked)
        assert response.status_code == 200
        return response

    return look


@pytest.fixture
def as_themselves(client, world, parents):
    """Real visitors: what each gets at an address."""

    def get(who, address):
        client.logout()
        if who != "stranger":
            user = User.objects.create_user(f"{who} at {address}")
            if who == "member":
                user.groups.add(parents)
            client.force_login(user)
        return client.get(address)

    return get


def host(world, **fields):
    with world.commits():
        page = HomePage(
            title="Host",
            slug="host",
            body=[("ladder", {"ladder": world.ladder, "heading": "Our best", "top": None})],
            **fields,
        )
        return world.home.add_child(instance=page)


def frame(response):
    """The page in the frame, None where there is a sentence instead."""
    found = re.search(r'srcdoc="([^"]*)"', response.content.decode())
    return unescape(found.group(1)) if found else None


def sentence(response):
    return response.context["seen"].sentence


def same(html, response):
    """But for the line that keeps links from leading anywhere, and the form tokens of one request."""

    def plain(text):
        text = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", text)
        return text.replace('<base target="_blank">', "")

    return plain(html) == plain(response.content.decode())


def who_of(parents):
    return {"stranger": "stranger", "member": f"group-{parents.pk}", "nobody": "elsewhere"}


class TestTheSameAnswer:
    @pytest.mark.parametrize("level", [Visibility.ORGANISERS, Visibility.MEMBERS, Visibility.PUBLIC])
    @pytest.mark.parametrize("what", ["ladder", "player"])
    def test_on_every_level_for_everybody(self, client, world, parents, look, as_themselves, level, what):
        world.set(visibility=level)
        seat = LadderPlayer.objects.get(player=world.player("Anna_Ash"))
        below = Addresses(world.page.url)
        address = below.base if what == "ladder" else below.player(seat.public_id)
        for kind, who in who_of(parents).items():
            seen = look(who=who, what=what if what == "ladder" else f"player-{seat.pk}")
            real = as_themselves(kind, address)
            if real.status_code == 200:
                assert same(frame(seen), real), (kind, level)
            elif real.status_code == 302:
                assert "login form" in sentence(seen)
            else:
                assert real.status_code == 404
                assert "not found" in sentence(seen)

    def test_what_each_of_them_gets(self, world, parents, look):
        answers = {}
        for level in (Visibility.ORGANISERS, Visibility.MEMBERS, Visibility.PUBLIC):
            world.set(visibility=level)
            for kind, who in who_of(parents).items():
                seen = look(who=who, what="ladder")
                answers[level.value, kind] = "rows" if "A. A." in (frame(seen) or "") else sentence(seen)[:14]
        assert answers == {
            ("organisers", "stranger"): "They get the p",
            ("organisers", "member"): "They get the p",
            ("organisers", "nobody"): "They get the p",
            ("members", "stranger"): "They get the l",
            ("members", "member"): "rows",
            ("members", "nobody"): "They get the p",
            ("public", "stranger"): "rows",
            ("public", "member"): "rows",
            ("public", "nobody"): "rows",
        }

    def test_wagtails_own_restriction_counts_too(self, world, parents, look):
        world.set(visibility=Visibility.PUBLIC)
        restriction = PageViewRestriction(page_id=world.page.pk, restriction_type=PageViewRestriction.GROUPS)
        restriction.save()
        restriction.groups.add(parents)
        assert "login form" in sentence(look(who="stranger"))
        assert "A. A." in frame(look(who=f"group-{parents.pk}"))
        restriction.restriction_type = PageViewRestriction.PASSWORD
        restriction.password = "open sesame"
        restriction.save()
        asked = frame(look(who="stranger"))
        assert "password" in asked
        assert "A. A." not in asked and "open sesame" not in asked

    def test_a_holder_of_a_link(self, client, world, look):
        world.set(visibility=Visibility.LINK)
        link = services.make_link(world.ladder, "Coaches", by=world.by)
        address = path_of_link(link_token(link))
        seen = look(who=f"link-{link.pk}")
        client.logout()
        assert same(frame(seen), client.get(address))
        assert "not found" in sentence(look(who="stranger"))
        seat = LadderPlayer.objects.get(player=world.player("Anna_Ash"))
        assert "A. A." in frame(look(who=f"link-{link.pk}", what=f"player-{seat.pk}"))
        world.set(visibility=Visibility.ORGANISERS)
        assert "not found" in sentence(look(who=f"link-{link.pk}"))

    def test_names_are_those_of_the_visitor(self, world, look):
        world.set(visibility=Visibility.PUBLIC)
        assert "Anna_Ash" not in frame(look())
        world.set(names="full")
        services.confirm_adults(world.club, [world.player("Anna_Ash").pk], by=world.by)
        assert "Anna_Ash" in frame(look())

    def test_in_the_language_of_the_page_and_not_of_the_admin(self, client, world, look):
        world.set(visibility=Visibility.PUBLIC)
        client.cookies["django_language"] = "fa"
        assert 'lang="en"' in frame(look())


class TestBlocks:
    def test_shown_alone_without_the_rest_of_its_page(self, world, look):
        world.set(visibility=Visibility.PUBLIC)
        page = host(
            world,
        )
        seen = frame(look(who="stranger", what=f"block-{page.pk}"))
        assert "Our best" in seen and "A. A." in seen
        assert "<h1" not in seen

    def test_why_it_is_empty(self, world, parents, look):
        page = host(world)
        for who in who_of(parents).values():
            assert "limited to groups of its members" in sentence(look(who=who, what=f"block-{page.pk}"))

    def test_a_page_for_members(self, world, parents, look):
        page = host(world)
        restriction = PageViewRestriction(page_id=page.pk, restriction_type=PageViewRestriction.GROUPS)
        restriction.save()
        restriction.groups.add(parents)
        assert "A. A." in frame(look(who=f"group-{parents.pk}", what=f"block-{page.pk}"))
        assert "login form" in sentence(look(who="stranger", what=f"block-{page.pk}"))

    def test_pages_without_a_block_of_this_ladder_are_not_offered(self, world, look):
        other = services.create_ladder(world.club, "Other", by=world.by)
        world.club_page()
        with world.commits():
            world.home.add_child(
                instance=HomePage(
                    title="Elsewhere", slug="e", body=[("ladder", {"ladder": other, "heading": "", "top": 1})]
                )
            )
        offered = dict(look().context["form"].fields["what"].choices)
        assert list(offered) == ["ladder", "the page of a player"]

    def test_the_title_of_a_private_page_is_for_those_who_see_it(self, world, look, organiser):
        page = host(world)
        key = f"block-{page.pk}"

        def called():
            return dict(look().context["form"].fields["what"].choices)[key]

        assert called() == "the block on the page “Host”"
        page.view_restrictions.create(restriction_type=PageViewRestriction.LOGIN)
        assert called() == f"the block on a private page (number {page.pk})"
        organiser.groups.add(Group.objects.get(name="Editors"))
        assert called() == "the block on the page “Host”"


class TestWhoMayLook:
    def test_organisers_of_the_club_alone(self, client, world):
        address = reverse("ladder_ladders:seen", args=[world.ladder.pk])
        assert client.get(address).status_code == 302
        arbiter = User.objects.create_user("arbiter")
        arbiter.groups.add(world.club.group_permissions.get(role=ClubRole.ARBITER).group)
        client.force_login(arbiter)
        assert client.get(address).status_code == 302
        assert (
            address not in client.get(reverse("ladder_ladders:edit", args=[world.ladder.pk])).content.decode()
        )
        other = services.create_club("Elsewhere", by=world.by)
        foreign = User.objects.create_user("foreign")
        foreign.groups.add(other.group_permissions.get(role=ClubRole.ORGANISER).group)
        client.force_login(foreign)
        assert client.get(address).status_code == 404

    def test_the_way_there(self, client, world, organiser):
        client.force_login(organiser)
        address = reverse("ladder_ladders:seen", args=[world.ladder.pk])
        for screen in (
            reverse("ladder_ladders:edit", args=[world.ladder.pk]),
            reverse("ladder_ladders:list"),
        ):
            assert f'href="{address}"' in client.get(screen).content.decode()
        seat = LadderPlayer.objects.get(player=world.player("Anna_Ash"))
        player = client.get(reverse("ladder_players:edit", args=[seat.player_id])).content.decode()
        assert f'href="{address}?what=player-{seat.pk}"' in player

    def test_nobody_is_logged_in_as_anybody_and_nothing_is_kept(
        self, client, world, parents, look, organiser
    ):
        before = ModelLogEntry.objects.count()
        response = look(who=f"group-{parents.pk}")
        assert client.session["_auth_user_id"] == str(organiser.pk)
        assert ModelLogEntry.objects.count() == before
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"].startswith("noindex")
        assert cache.get("anything") is None

    def test_the_frame_runs_no_script_and_leads_nowhere(self, world, look):
        world.set(visibility=Visibility.PUBLIC)
        response = look()
        assert 'sandbox="allow-same-origin"' in response.content.decode()
        assert re.search(r'<head>\s*<base target="_blank">', frame(response))
        assert "You stay logged in as yourself" in response.content.decode()

    @pytest.mark.parametrize(
        "asked",
        [
            {"who": "group-1; drop"}, {"who": "group-99999"}, {"what": "block-99999"}, {"what": "player-x"},
            {"who": "link-1"}, {"who": "\x00"}, {"who": "elsewhere-2"},
            {"what": "player-99999"}, {"what": "player-"}, {"what": "player"},
        ],
    )  # fmt: skip
    def test_what_is_not_offered_is_not_answered(self, world, look, asked):
        response = look(**asked)
        assert "seen" not in response.context
        assert frame(response) is None

    def test_a_ladder_without_a_page(self, world, look):
        world.page.unpublish()
        assert "no live page" in sentence(look())

    def test_an_empty_ladder(self, client, world, organiser):
        empty = services.create_ladder(world.club, "Empty", by=world.by)
        client.force_login(organiser)
        response = client.get(reverse("ladder_ladders:seen", args=[empty.pk]))
        assert set(response.context["form"].fields) == {"who", "what"}


class TestTheMadeUpVisitor:
    def test_he_is_what_his_groups_make_him(self, world, parents):
        assert access(Visitor((parents.pk,)), world.ladder) is Access.GRANTED
        assert access(Visitor(), world.ladder) is Access.MISSING
        assert access(AnonymousUser(), world.ladder) is Access.LOGIN

    def test_he_has_no_role_that_his_groups_do_not_have(self, world, parents):
        """Not even where a group with a role has no member at all."""
        GroupClubPermission.objects.create(
            group=Group.objects.create(name="Nobody yet"), club=world.club, role=ClubRole.ORGANISER
        )
        assert roles_by_club(Visitor((parents.pk,))) == {}
        assert not Visitor((parents.pk,)).has_perm("wagtailadmin.access_admin")
        helpers = world.club.group_permissions.filter(role=ClubRole.ARBITER).get().group
        assert roles_by_club(Visitor((helpers.pk,))) == {world.club.pk: {ClubRole.ARBITER}}
