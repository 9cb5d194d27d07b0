"""The smaller blocks: what each prints, and what it says where there is nothing yet."""

import re
from datetime import date

import pytest

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.blocks import ProseBlock
from wagtail_ladder.site.block_screens import _near

from .test_ladder import names, rows

pytestmark = pytest.mark.django_db


def plain(html):
    section = re.search(r'<section class="wagtail-ladder.*?</section>', html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", section[0] if section else "").split())


class TestMovers:
    def test_who_gained_most_and_nobody_who_lost(self, world, shown):
        """Fay beats Anna: 40 x (1 - 1 / (1 + 10 ** (274 / 400))) = 33.2. Ben beats Emil: 6.8."""
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna", "Ben 1-0 Emil"], name="The second")
        html = shown(("movers", {}))
        assert rows(html) == [["F.", "1246", "+33"], ["B.", "1494", "+7"]]
        assert "The second" in html

    def test_as_many_as_asked_for(self, world, shown):
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna", "Ben 1-0 Emil"])
        assert names(shown(("movers", {"count": 1}))) == ["F."]

    def test_an_event_that_moves_nothing_is_passed_over(self, world, shown):
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna"], name="Rated")
        world.event(date(2026, 9, 18), ["Ben 1-0 Anna"], name="Waiting", undecided=["Ben"])
        html = shown(("movers", {}))
        assert "Rated" in html and "Waiting" not in html

    def test_nobody_stands_out(self, shown):
        assert "Nobody stands out this time." in shown(("movers", {}))

    def test_before_the_first_event(self, world, shown):
        world.ladder = services.create_ladder(world.club, "New", by=world.by)
        world.set(visibility="public")
        assert "No event has been rated yet." in shown(("movers", {}))
        assert "No event has been published yet." in shown(("standings", {}))
        assert "No event has been published yet." in shown(("events", {}))
        assert "No record has been set yet." in shown(("records", {}))
        assert "Nobody is close to a milestone just now." in shown(("milestones", {}))


class TestPlayer:
    def test_the_card(self, world, shown):
        world.event(date(2026, 9, 11), ["Anna 1-0 Ben"])
        text = plain(shown(("player", {"player": world.public_id("Anna")})))
        assert "A." in text and "1507" in text and "+20" in text
        assert "Rank 1" in text and "Highest 1507" in text

    def test_the_drawing_is_said_in_words(self, world, shown):
        world.event(date(2026, 9, 11), ["Anna 1-0 Ben"])
        html = shown(("player", {"player": world.public_id("Anna")}))
        assert 'aria-label="The rating went from 1487 to 1507"' in html

    def test_somebody_new(self, world, shown):
        world.event(date(2026, 9, 11), ["Gus 1-0 Hal"])
        text = plain(shown(("player", {"player": world.public_id("Gus")})))
        assert "4 more games to be ranked" in text and "Rank" not in text and "Highest" not in text

    def test_after_a_merge_the_card_is_of_who_is_left(self, world, shown):
        world.event(date(2026, 9, 11), ["Gus 1-0 Hal"])
        old = world.public_id("Gus")
        services.merge_players(
            world.player("Anna"), world.player("Gus"), by=world.by, starts={world.ladder.pk: 1487}
        )
        assert "A." in plain(shown(("player", {"player": old})))

    def test_once_less_of_the_name_is_shown_the_address_leads_nowhere(self, world, shown):
        """What old versions of the page hold must not explain the new initials."""
        world.set(names="full")
        services.confirm_adults(world.club, [world.player("Anna").pk], by=world.by)
        old = world.public_id("Anna")
        assert "Anna" in plain(shown(("player", {"player": old, "heading": "Star"})))
        services.force_initials(world.ladder, world.player("Anna"), True, by=world.by)
        html = shown(("player", {"player": old, "heading": "Star"}))
        assert "wagtail-ladder" not in html and "Star" not in html


class TestHeadToHead:
    @pytest.fixture
    def games(self, world):
        """Anna and Ben: five draws in the first evening; then a win each and one of Anna, and a forfeit."""
        world.event(date(2026, 9, 11), ["Anna 1-0 Ben"], ["Ben 1-0 Anna"], name="Second")
        world.event(date(2026, 9, 18), ["Ben 0-1 Anna"], ["Anna +:- Ben"], name="Third")

    def test_points_and_games(self, world, shown, games):
        """5 x 1/2 + 2 = 4½ against 5 x 1/2 + 1 = 3½; the forfeit was not played."""
        html = shown(("head_to_head", {"first": world.public_id("Anna"), "second": world.public_id("Ben")}))
        table = rows(html)
        assert [row[:1] + row[2:4] for row in table] == [["A.", "2", "5"], ["B.", "1", "5"]]
        assert ["4½" in table[0][1], "3½" in table[1][1]] == [True, True]

    def test_the_latest_five_with_white_first(self, world, shown, games):
        html = shown(("head_to_head", {"first": world.public_id("Anna"), "second": world.public_id("Ben")}))
        found = re.findall(r'wl-duel-game">(.*?)</span>', html, flags=re.S)
        assert [re.sub(r"<[^>]+>", "", game) for game in found][:3] == ["B. 0–1 A.", "B. 1–0 A.", "A. 1–0 B."]
        assert len(found) == 5

    def test_they_have_not_met(self, world, shown):
        html = shown(("head_to_head", {"first": world.public_id("Anna"), "second": world.public_id("Fay")}))
        assert "They have not met yet." in html

    def test_one_player_against_himself_is_nothing(self, world, shown):
        anna = world.public_id("Anna")
        assert "wagtail-ladder" not in shown(("head_to_head", {"first": anna, "second": anna}))


class TestEvents:
    def test_the_standings_of_the_latest(self, world, shown):
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna"], name="The second")
        html = shown(("standings", {}))
        assert "The second" in html
        assert [(row[0], row[1], row[2]) for row in rows(html)] == [("1", "F.", "1"), ("2", "A.", "0")]

    def test_of_a_chosen_one(self, world, shown):
        first = world.ladder.events.get()
        world.event(date(2026, 9, 11), ["Fay 1-0 Anna"], name="The second")
        html = shown(("standings", {"event": first.public_id, "top": 2}))
        assert "The second" not in html and len(rows(html)) == 2

    def test_a_withdrawn_one_shows_nothing(self, world, shown):
        event = world.event(date(2026, 9, 11), ["Fay 1-0 Anna"], name="Draft", publish=False)
        assert "wagtail-ladder" not in shown(("standings", {"event": event.public_id}))

    def test_the_latest_first(self, world, shown):
        for day in (11, 18, 25):
            world.event(date(2026, 9, day), ["Anna ½-½ Ben"], name=f"Of the {day}th")
        html = shown(("events", {"count": 2}))
        assert re.findall(r"Of the \d+th", html) == ["Of the 25th", "Of the 18th"]
        assert "September 2026" in plain(html) and "2 players" in plain(html)

    def test_records(self, shown):
        text = plain(shown(("records", {})))
        assert "Highest rating 1487" in text and "Most games 5 games" in text


def test_an_event_and_its_day_are_joined_alike(client, world, shown):
    world.event(date(2026, 9, 11), ["Fay 1-0 Anna"], name="The second")
    player = f"{world.ladder_page().url}players/{world.public_id('Fay')}/"
    for html in (shown(("movers", {})), shown(("records", {})), client.get(player).content.decode()):
        text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
        assert "The second · September 2026" in text
    world.event(date(2026, 9, 18), ["Ben 1-0 Anna"], name="The third", undecided=["Ben"])
    assert "September 2026 · not rated yet" in plain(shown(("standings", {})))


class TestMilestones:
    def row(self, world, name, **fields):
        from wagtail_ladder.services.reads import ladder_table

        table = ladder_table(world.ladder, date(2026, 9, 30))
        found = next(row for row in table.rows if row.player_id == world.player(name).pk)
        return found._replace(**fields)

    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({"shown": 1487, "peak": 1487}, ["13 points to 1500"]),
            (
                {"shown": 1499, "peak": 1500},
                ["1 point below the highest rating so far, 1500", "1 point to 1500"],
            ),
            ({"shown": 1484, "peak": 1484}, []),
            ({"shown": 1450, "peak": 1466}, []),
            ({"shown": 1450, "peak": 1465}, ["15 points below the highest rating so far, 1465"]),
            ({"shown": 1450, "peak": 1450, "rated_games": 98}, ["2 more games make 100"]),
            ({"shown": 1450, "peak": 1450, "rated_games": 100}, []),
            ({"shown": 1499, "peak": None, "games_to_go": 2}, ["2 more games to be ranked"]),
            ({"shown": 1499, "peak": None, "games_to_go": 5}, []),
        ],
    )
    def test_what_is_near(self, world, fields, says):
        assert list(_near(self.row(world, "Anna", **{"rated_games": 5, **fields}))) == says

    def test_the_block(self, shown):
        text = plain(shown(("milestones", {})))
        assert text.count("13 points to 1500") == 2 and "1462" not in text


def test_the_pages_of_this_app_and_an_ordinary_page_offer_the_same_blocks():
    prose = set(ProseBlock().child_blocks) - {"paragraph"}
    ordinary = set(HomePage._meta.get_field("body").stream_block.child_blocks) - {"heading", "text"}
    assert prose == ordinary and len(prose) == 8
