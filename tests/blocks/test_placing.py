"""What an editor types into a block, what is stored of it, and what other readers of a page get."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from wagtail.blocks.struct_block import StructBlockValidationError
from wagtail.models import PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.admin.empty_blocks import empty_blocks
from wagtail_ladder.blocks import BlockOfALadder, EventAddressBlock, PlayerAddressBlock, PlayerCardBlock

pytestmark = pytest.mark.django_db
BLOCKS = {
    name: block
    for name, block in HomePage._meta.get_field("body").stream_block.child_blocks.items()
    if isinstance(block, BlockOfALadder)
}
ID = "23456789bcdfg"


class TestAddresses:
    @pytest.mark.parametrize(
        "typed",
        [
            ID, f" {ID} ", f"https://club.example.org/ladder/players/{ID}/",
            f"/ladder/players/{ID}/?page=2#top",
            f"https://club.example.org/el/ladder/players/{ID}/events/{ID[::-1]}/",
        ],
    )  # fmt: skip
    def test_of_an_address_the_part_that_tells_who_is_kept(self, typed):
        assert PlayerAddressBlock().clean(typed) == ID

    def test_of_an_event(self):
        address = f"https://club.example.org/ladder/players/{ID[::-1]}/events/{ID}/"
        assert EventAddressBlock(required=False).clean(address) == ID
        assert EventAddressBlock(required=False).clean("") == ""

    @pytest.mark.parametrize("typed", ["Anna Ash", "anna-ash", "/ladder/", f"x{ID}", "/ladder/events/" + ID])
    def test_a_name_is_never_kept(self, typed):
        """Not in a draft either: what a form refuses, no revision holds."""
        block = PlayerAddressBlock()
        with pytest.raises(ValidationError):
            block.clean(typed)

    def test_who_is_chosen_stands_on_the_chosen_ladder(self, world):
        other = services.create_ladder(world.club, "Other", by=world.by)
        block = PlayerCardBlock()
        value = {"ladder": world.ladder, "player": world.public_id("Anna")}
        assert block.clean(block.normalize(value))["player"] == world.public_id("Anna")
        with pytest.raises(StructBlockValidationError) as refused:
            block.clean(block.normalize({**value, "ladder": other}))
        assert set(refused.value.block_errors) == {"player"}


@pytest.mark.parametrize("name", BLOCKS)
class TestEveryBlock:
    def test_it_says_what_it_is(self, name):
        block = BLOCKS[name]
        assert block.meta.icon not in ("", "placeholder")
        assert len(str(block.meta.description)) > 20
        assert block.child_blocks["live"].get_default() is True

    def test_the_picker_shows_invented_people_and_asks_no_ladder(self, client, name):
        client.force_login(User.objects.create_superuser("root"))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(
                "/admin/block-preview/", {"id": BLOCKS[name].definition_prefix}
            ).content.decode()
        assert not [query for query in queries if "wagtail_ladder" in query["sql"]]
        shown = page[page.index("<main>") : page.index("</main>")]
        assert "wagtail-ladder" in shown
        assert "A. B." in shown or name == "events"

    def test_search_finds_nothing_of_it(self, world, name):
        value = BLOCKS[name].normalize({"ladder": world.ladder, "heading": "Champions"})
        assert BLOCKS[name].get_searchable_content(value) == []

    def test_the_api_gives_what_was_typed_and_no_id(self, world, name):
        block, anna = BLOCKS[name], world.public_id("Anna")
        chosen = {key: anna for key in ("player", "first", "second", "around") if key in block.child_blocks}
        value = block.normalize({"ladder": world.ladder, "heading": "Champions", **chosen})
        given = block.get_api_representation(value)
        assert given["heading"] == "Champions"
        assert set(given) <= {"heading", "top", "count"}
        assert anna not in json.dumps(given)
        world.set(visibility="organisers")
        value = block.normalize({"ladder": type(world.ladder).objects.get(), "heading": "Champions"})
        assert block.get_api_representation(value) == {}
        assert block.get_api_representation(block.get_default()) == {}

    def test_without_a_ladder_it_shows_nothing(self, client, world, name):
        page = world.home.add_child(
            instance=HomePage(title="No", slug="no", body=[(name, {"heading": "Alone"})])
        )
        answer = client.get(page.url)
        assert answer.status_code == 200 and b"Alone" not in answer.content

    def test_of_a_hidden_ladder_it_shows_nothing(self, client, world, host, name):
        anna, ben = world.public_id("Anna"), world.public_id("Ben")
        chosen = {"player": anna, "first": anna, "second": ben}
        wanted = {key: value for key, value in chosen.items() if key in BLOCKS[name].child_blocks}
        page = host((name, {"heading": "Of today", **wanted}))
        assert b"Of today" in client.get(page.url).content
        world.set(visibility="organisers")
        client.force_login(world.by)
        assert b"Of today" not in client.get(page.url).content
        (found,) = empty_blocks(HomePage.objects.get(pk=page.pk))
        assert "organisers and arbiters" in str(found.reason)


class TestWhyEmpty:
    def reasons(self, page):
        return [str(found.reason) for found in empty_blocks(HomePage.objects.get(pk=page.pk))]

    def test_a_player_whose_address_leads_nowhere(self, world, host):
        page = host(("player", {"player": ID}), ("ladder", {"around": ID}), ("ladder", {}))
        (found,) = empty_blocks(HomePage.objects.get(pk=page.pk))
        assert "leads nowhere any more" in str(found.reason)
        assert (found.places, found.of) == ([1, 2], 3)

    def test_a_group_that_is_too_small(self, world, host):
        services.create_group(world.club, "U12", by=world.by)
        (reason,) = self.reasons(host(("ladder", {"group": "U12"})))
        assert "eight or more" in reason

    def test_no_player_an_event_that_is_none_and_one_player_twice(self, world, host):
        anna = world.public_id("Anna")
        page = host(
            ("player", {}), ("standings", {"event": ID}), ("head_to_head", {"first": anna, "second": anna})
        )
        assert self.reasons(page) == [
            "No player is chosen.",
            "The chosen event is not published on this ladder.",
            "Both addresses are those of one player.",
        ]

    def test_a_page_with_a_restriction_of_its_own_needs_none(self, world, host):
        page = host(("movers", {}))
        PageViewRestriction.objects.create(page=page, restriction_type="login")
        assert self.reasons(page) == []
