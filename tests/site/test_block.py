"""A ladder block on an ordinary page."""

import json
from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from wagtail.models import Page, PageViewRestriction, ReferenceIndex

from tests.testapp.models import HomePage
from wagtail_ladder.blocks import LadderBlock
from wagtail_ladder.models import Visibility

from .test_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(world):
    """An ordinary page below the home page, with text and the whole ladder."""
    world.event(date(2026, 3, 14), *[["Anna 1-0 Bea", "Cleo 1-0 Dora"]] * 5)
    world.event(date(2026, 3, 15), ["Emil ½-½ Fay"])
    return place(world, {"ladder": world.ladder.pk, "heading": "Our best", "top": None})


def place(world, block, **fields):
    body = [{"type": "text", "value": "<p>Welcome</p>"}, {"type": "ladder", "value": block}]
    page = HomePage(**{"title": "News", "slug": "news", **fields}, body=json.dumps(body))
    with world.commits():
        return world.home.add_child(instance=page)


def test_shows_a_public_ladder_with_a_link_to_its_page(client, world, host):
    world.set(visibility=Visibility.PUBLIC)
    world.ladder_page()
    page = text(client.get(host.url))
    assert "Welcome" in page and "<bdi>Our best</bdi>" in page
    assert '<a href="/ladder/">The whole ladder</a>' in page
    assert f'<a href="/ladder/players/{world.public_id("Anna")}/"><bdi>A.</bdi></a>' in page


def test_follows_the_ladder(client, world, host):
    world.set(visibility=Visibility.PUBLIC)
    assert ">1200<" in text(client.get(host.url))
    world.event(date(2026, 3, 16), ["Emil 1-0 Fay"])
    assert ">1220<" in text(client.get(host.url))


@pytest.mark.parametrize(
    ("top", "names"),
    # Anna and Cleo won five games each, Bea and Dora lost them; Emil and Fay have one game, and no rank.
    # Anna's and Cleo's ratings are equal, as Bea's and Dora's are: which of two comes first is drawn by lot.
    [(2, ["A.", "C."]), (4, ["A.", "C.", "B.", "D."]), (None, 6)],
)
def test_top(client, world, host, top, names):
    world.set(visibility=Visibility.PUBLIC)
    page = place(world, {"ladder": world.ladder.pk, "heading": "", "top": top}, slug="top")
    found = [part.split("<")[0] for part in text(client.get(page.url)).split("<bdi>")[1:]]
    shown = [name for name in found if name.endswith(".")]
    if top is None:
        assert len(shown) == names
    else:
        assert sorted(shown[:2]) + sorted(shown[2:]) == names


def test_without_a_page_of_its_own_nothing_is_a_link(client, world, host):
    world.set(visibility=Visibility.PUBLIC)
    page = text(client.get(host.url))
    assert "<bdi>A.</bdi>" in page and "<a " not in page


class TestHidden:
    def test_shows_nothing_to_anybody_not_even_to_its_organiser(self, client, world, host):
        stranger = text(client.get(host.url))
        assert "Welcome" in stranger
        assert "<table" not in stranger and "Our best" not in stranger and "Club ladder" not in stranger
        client.force_login(world.by)
        assert "<table" not in text(client.get(host.url))

    def test_the_order_of_visitors_does_not_matter(self, client, world, host):
        parents = Group.objects.create(name="parents")
        world.set(visibility=Visibility.MEMBERS, member_groups=[parents])
        member = User.objects.create_user("parent")
        member.groups.add(parents)
        client.force_login(member)
        assert "<table" not in text(client.get(host.url))  # the page is open, so nobody sees it here
        restriction = PageViewRestriction(page_id=host.pk, restriction_type=PageViewRestriction.GROUPS)
        restriction.save()
        restriction.groups.add(parents)
        assert "<table" in text(client.get(host.url))
        client.logout()
        assert client.get(host.url).status_code == 302

    def test_the_page_that_counts_is_the_one_served(self, client, rf, world, host):
        """A template that loops over other pages may call one of them `page`."""
        parents = Group.objects.create(name="parents")
        world.set(visibility=Visibility.MEMBERS, member_groups=[parents])
        restriction = PageViewRestriction(page_id=host.pk, restriction_type=PageViewRestriction.GROUPS)
        restriction.save()
        restriction.groups.add(parents)
        block = LadderBlock()
        value = block.to_python({"ladder": world.ladder.pk, "heading": "", "top": None})
        request = rf.get("/")
        assert "<table" not in block.render(value, context={"request": request, "page": host})

    def test_a_preview_tells_the_editor_why(self, client, world, host):
        client.force_login(world.by)
        page = text(client.get(f"/admin/pages/{host.pk}/view_draft/"))
        assert "This ladder is for its club&#x27;s organisers and arbiters" in page
        shown = page[page.index("<main>") : page.index("</main>")]
        assert "A." not in shown and "Club ladder" not in shown


class TestSurfaces:
    def test_search_holds_the_text_and_nothing_of_the_ladder(self, world):
        block = LadderBlock()
        value = block.to_python({"ladder": world.ladder.pk, "heading": "Champions", "top": 3})
        assert block.get_searchable_content(value) == []

    def test_the_api_gives_what_the_editor_typed(self, world):
        world.set(visibility=Visibility.PUBLIC)
        block = LadderBlock()
        value = block.to_python({"ladder": world.ladder.pk, "heading": "Champions", "top": 3})
        assert block.get_api_representation(value) == {"heading": "Champions", "top": 3}

    def test_the_api_says_nothing_about_a_hidden_ladder_and_about_none(self, world):
        block = LadderBlock()
        for ladder in (world.ladder.pk, None):
            value = block.to_python({"ladder": ladder, "heading": "Champions", "top": 3})
            assert block.get_api_representation(value) == {}

    def test_usage_is_known(self, world, host):
        references = ReferenceIndex.get_references_to(world.ladder)
        assert {int(reference.object_id) for reference in references} == {host.pk}

    def test_the_picker_shows_invented_people(self, client, world, host):
        client.force_login(world.by)
        block = LadderBlock()
        page = text(client.get("/admin/block-preview/", {"id": block.definition_prefix}))
        assert "A. B." in page and "<table" in page

    def test_a_block_whose_ladder_is_gone_shows_nothing(self, client, world):
        page = place(world, {"ladder": None, "heading": "Empty", "top": None})
        assert "<table" not in text(client.get(page.url))
        assert Page.objects.get(pk=page.pk).live
