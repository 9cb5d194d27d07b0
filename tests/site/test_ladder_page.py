"""The page of a ladder: who won places, one group alone, and what is printed. Worked out by hand."""

import csv
import io
import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.models import Player, PlayerGroup, Visibility
from wagtail_ladder.services.reads import Came, ladder_table
from wagtail_ladder.site.links import path_of_link

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 10)


@pytest.fixture
def ranked_at_once(world):
    """A ladder on which everybody is ranked from his first event on."""
    world.ladder = services.create_ladder(world.club, "Another", by=world.by, rules={"provisional_below": 0})
    return world


def moves(world, today=TODAY):
    """Name -> places won, or how he came; those alone who have one of the two."""
    found = {}
    for row in ladder_table(world.ladder, today).rows:
        if row.places is not None or row.came is not None:
            found[row.player_id] = row.came if row.places is None else row.places
    return {player.name: found[player.pk] for player in Player.objects.filter(pk__in=found)}


class TestPlaces:
    def test_nobody_has_moved_by_the_first_event(self, ranked_at_once):
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        assert moves(world) == {}

    def test_two_change_places(self, ranked_at_once):
        """1220 and 1180 before. Of Bea 0.4427 is expected: she wins 40 x 0.5573 = 22.29, to 1202 : 1198."""
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 2), ["Anna 0-1 Bea"])
        assert moves(world) == {"Anna": -1, "Bea": 1}

    def test_who_stays_at_home_is_passed(self, ranked_at_once):
        """1500, 1490, 1480. Cleo beats Dora, who has 1480 too, and wins 20: 1500, which is Anna's."""
        world = ranked_at_once
        world.start(Anna=1500, Bea=1490, Cleo=1480, Dora=1480)
        world.event(date(2026, 3, 1), ["Anna bye", "Bea bye"], ["Cleo ½-½ Dora"])
        assert moves(world) == {}
        world.event(date(2026, 3, 2), ["Cleo 1-0 Dora"])
        # Before 1, 2, 3, 3; after 1 (Anna, Cleo), 3 (Bea), 4 (Dora).
        assert moves(world) == {"Anna": 0, "Bea": -1, "Cleo": 2, "Dora": -1}

    def test_a_tie_is_one_rank_before_and_after(self, ranked_at_once):
        """All have 1200 and the first rank; Anna beats Bea: 1220, 1200, 1180, that is 1, 2, 3."""
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna ½-½ Bea", "Cleo bye"])
        world.event(date(2026, 3, 2), ["Anna 1-0 Bea"])
        assert moves(world) == {"Anna": 0, "Bea": -2, "Cleo": -1}

    def test_a_newcomer_is_new_and_moves_the_others(self, ranked_at_once):
        """Emil, who is given 1500, draws with Anna, 1220: nobody passes him."""
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.start(Emil=1500)
        world.event(date(2026, 3, 2), ["Anna ½-½ Emil"])
        assert moves(world) == {"Emil": Came.NEW, "Anna": -1, "Bea": -1}

    def test_who_came_with_a_later_unrated_evening_is_new_as_well(self, ranked_at_once):
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 2), ["Anna ½-½ Bea"])
        world.event(date(2026, 3, 3), ["Anna 1-0 Emil"], unrated="variant", unrated_note="bughouse")
        # 1220 and 1180 draw: 1218 and 1182. Emil has 1200 without a game: 2, and Bea is third.
        assert moves(world) == {"Anna": 0, "Emil": Came.NEW, "Bea": -1}

    def test_who_sat_there_before_with_a_bye_alone_was_ranked_before(self, ranked_at_once):
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea", "Cleo bye"])
        world.event(date(2026, 3, 2), ["Bea 1-0 Cleo"])
        # Before 1220, 1200, 1180. Bea wins 40 x (1 - 0.4712) = 21.15: 1201, and Cleo has 1179.
        assert moves(world) == {"Anna": 0, "Bea": 1, "Cleo": -1}

    def test_who_gets_the_fifth_game_is_newly_ranked_and_the_provisional_have_no_places(self, world):
        world.event(date(2026, 3, 1), *[["Anna ½-½ Bea", "Cleo ½-½ Dora"]] * 5)
        world.event(date(2026, 3, 2), *[["Emil ½-½ Fay"]] * 4)
        assert moves(world) == {"Anna": 0, "Bea": 0, "Cleo": 0, "Dora": 0, "Emil": Came.NEW, "Fay": Came.NEW}
        world.event(date(2026, 3, 3), ["Emil ½-½ Gus"])
        # Gus has 1200 as everybody has, and is new without a rank; Emil has five games now.
        assert moves(world) == {
            "Anna": 0, "Bea": 0, "Cleo": 0, "Dora": 0, "Emil": Came.RANKED, "Gus": Came.NEW
        }  # fmt: skip

    def test_who_returns_is_back_and_had_no_rank_before(self, ranked_at_once):
        """Anna, 1220, has not played since February 2025. In March 2026 she draws with Cleo, 1200."""
        world = ranked_at_once
        world.set(months_instead_of_days=False)
        world.event(date(2025, 2, 1), ["Anna 1-0 Bea"])
        world.event(date(2026, 2, 1), ["Cleo ½-½ Dora"])
        world.event(date(2026, 3, 1), ["Anna ½-½ Cleo"])
        # Before: Cleo and Dora, first with 1200 each. After: Anna 1219, Cleo 1201, Dora 1200.
        assert moves(world) == {"Anna": Came.BACK, "Cleo": -1, "Dora": -2}

    def test_a_rest_of_under_a_year_is_no_return(self, ranked_at_once):
        world = ranked_at_once
        world.set(months_instead_of_days=False)
        world.event(date(2025, 3, 10), ["Anna 1-0 Bea"])
        world.event(date(2026, 3, 1), ["Anna ½-½ Bea"])
        assert moves(world) == {"Anna": 0, "Bea": 0}
        assert moves(world, date(2026, 3, 11)) == {}, "without it, both would be inactive today"

    def test_who_becomes_inactive_by_the_calendar_gives_nobody_a_place(self, ranked_at_once):
        world = ranked_at_once
        world.set(months_instead_of_days=False)
        world.event(date(2025, 3, 9), ["Anna 1-0 Bea"])
        world.event(date(2025, 9, 1), ["Cleo ½-½ Dora"])
        world.event(date(2026, 3, 1), ["Cleo ½-½ Dora"])
        assert moves(world, date(2026, 3, 9)) == {"Anna": 0, "Bea": 0, "Cleo": 0, "Dora": 0}
        assert moves(world, date(2026, 3, 10)) == {"Cleo": 0, "Dora": 0}

    def test_a_corrected_result_moves_as_if_it_had_been_so(self, ranked_at_once):
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        second = world.event(date(2026, 3, 2), ["Anna 0-1 Bea"])
        world.correct(second, "Anna 1-0 Bea")
        assert moves(world) == {"Anna": 0, "Bea": 0}

    def test_an_event_taken_back_gives_the_places_back(self, ranked_at_once):
        world = ranked_at_once
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        second = world.event(date(2026, 3, 2), ["Anna ½-½ Bea"])
        third = world.event(date(2026, 3, 3), ["Anna 0-1 Bea"])
        assert moves(world) == {"Anna": -1, "Bea": 1}
        services.delete_event(third, reason="twice", by=world.by)
        assert moves(world) == {"Anna": 0, "Bea": 0}
        services.delete_event(second, reason="twice", by=world.by)
        assert moves(world) == {}

    def test_it_is_the_ladder_of_the_time_before(self, world):
        """After every evening: the ranks before it are what the ladder showed then, on the same day."""
        evenings = (
            ["Anna 1-0 Bea", "Cleo 1-0 Dora"],
            ["Bea 1-0 Dora", "Anna ½-½ Cleo"],
            ["Emil 1-0 Anna", "Cleo 0-1 Bea"],
            ["Dora 1-0 Emil", "Anna 1-0 Bea"],
            ["Emil ½-½ Cleo", "Bea 1-0 Anna"],
            ["Dora 1-0 Anna", "Emil 1-0 Bea"],
        )
        then = {}
        for number, pairings in enumerate(evenings, start=1):
            world.event(date(2026, 3, number), *[pairings] * 2)
            rows = ladder_table(world.ladder, TODAY).rows
            for row in rows:
                if then and row.rank is not None:
                    before = then.get(row.player_id)
                    assert row.places == (None if before is None else before - row.rank), number
                    assert (row.came is not None) == (before is None)
            then = {row.player_id: row.rank for row in rows if row.rank is not None}
        assert len(then) == 5


def page_of(client, url, language="en"):
    return client.get(url, headers={"accept-language": language}).content.decode()


def lines(page):
    """Each line of the first table as the eye has it: cells without their markup and hidden words."""
    table = re.search(r'<table class="wl-table wl-ladder">(.*?)</table>', page, re.S)[1]
    rows = re.findall(r"<tr>(.*?)</tr>", table, re.S)
    seen = [re.sub(r'<span class="wl-hidden">.*?</span>', "", row) for row in rows]
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in seen]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


@pytest.fixture
def two_evenings(ranked_at_once):
    """Anna 1198, Bea 1202, who has passed her, and Cleo, who is new: 1200."""
    world = ranked_at_once
    world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
    world.event(date(2026, 3, 2), ["Anna 0-1 Bea", "Cleo ½-½ Dora"])
    world.set(visibility=Visibility.PUBLIC)
    return world


class TestPage:
    def test_arrows_for_the_eye_and_words_for_the_ear(self, client, two_evenings):
        page = page_of(client, two_evenings.ladder_page().url)
        assert [line[0] for line in lines(page)[1:]] == ["1▲1", "2new", "2new", "4▼3"]
        assert "up 1 place<" in page and "down 3 places<" in page and "new on the ladder<" in page
        assert "places won or lost by the latest rated event" in page

    def test_no_word_about_arrows_where_there_are_none(self, client, world):
        world.event(date(2026, 3, 1), ["Anna 1-0 Bea"])
        world.set(visibility=Visibility.PUBLIC)
        page = page_of(client, world.ladder_page().url)
        assert "wl-move" not in page and "Arrows" not in page

    def test_the_search_stands_on_pages_of_a_site_that_are_long_enough(self, client, world):
        world.set(visibility=Visibility.PUBLIC)
        page = world.ladder_page()
        names = [f"P{number}" for number in range(8)]
        world.event(date(2026, 3, 1), [f"{a} 1-0 {b}" for a, b in zip(names[::2], names[1::2], strict=True)])
        assert "wl-find" not in page_of(client, page.url)
        world.event(date(2026, 3, 2), ["P8 1-0 P9"])
        assert 'data-count="{shown} of 10 players"' in page_of(client, page.url)
        assert 'data-count="{shown} of ۱۰ ' not in page_of(client, page.url)

    def test_under_a_link_there_is_no_script_and_no_field(self, client, two_evenings):
        two_evenings.set(visibility=Visibility.LINK)
        link = services.make_link(two_evenings.ladder, "Parents", by=two_evenings.by)
        page = page_of(client, path_of_link(link_token(link)))
        assert lines(page)[1][0] == "1▲1"
        assert "<script" not in page and "<input" not in page


class TestGroups:
    """Nine ranked players 1500, 1490, … 1420, of whom the even ones and a newcomer are in U10."""

    NAMES = ("Ada", "Bea", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida")

    @pytest.fixture
    def placed(self, ranked_at_once):
        world = ranked_at_once
        world.start(**{name: 1500 - 10 * place for place, name in enumerate(self.NAMES)})
        world.start(Bea=1480)  # the same as Cleo
        world.event(date(2026, 2, 28), ["Bea bye"])  # before Cleo
        world.event(date(2026, 3, 1), [f"{name} bye" for name in self.NAMES])
        self.group(world, "U10", self.NAMES[1:])
        world.set(visibility=Visibility.PUBLIC)
        return world.ladder_page()

    @staticmethod
    def group(world, name, members):
        group = PlayerGroup.objects.create(club=world.club, name=name)
        group.players.set(Player.objects.filter(club=world.club, name__in=members))
        return group

    def test_its_players_alone_with_the_rank_on_the_ladder_and_the_place_among_them(self, client, placed):
        whole, group = page_of(client, placed.url), page_of(client, f"{placed.url}?group=U10")
        assert [line[:2] for line in lines(whole)[1:]] == [
            ["1", "A."], ["2", "B."], ["2", "C."], ["4", "D."], ["5", "E."],
            ["6", "F."], ["7", "G."], ["8", "H."], ["9", "I."],
        ]  # fmt: skip
        assert lines(group)[0][:3] == ["In the group", "Rank", "Player"]
        assert [line[:3] for line in lines(group)[1:]] == [
            ["1", "2", "B."], ["1", "2", "C."], ["3", "4", "D."], ["4", "5", "E."], ["5", "6", "F."],
            ["6", "7", "G."], ["7", "8", "H."], ["8", "9", "I."],
        ]  # fmt: skip

    def test_each_group_is_a_link_and_the_one_on_show_is_marked(self, client, placed):
        whole, group = page_of(client, placed.url), page_of(client, f"{placed.url}?group=U10")
        assert f'<a href="{placed.url}" aria-current="true">Everybody</a>' in whole
        assert f'<a href="{placed.url}?group=U10" rel="nofollow"><bdi>U10</bdi></a>' in whole
        assert (
            f'<a href="{placed.url}?group=U10" rel="nofollow" aria-current="true"><bdi>U10</bdi></a>' in group
        )
        assert f'<a href="{placed.url}">Everybody</a>' in group

    @pytest.mark.parametrize("asked", ["Chess%20mums", "U8", "u%00", "1", "U10%27"])
    def test_from_any_other_the_way_leads_to_the_whole_ladder(self, client, world, placed, asked):
        """Whether it is not there, too small or another club's is answered alike."""
        self.group(world, "Chess mums", self.NAMES[:7])
        answer = client.get(f"{placed.url}?group={asked}")
        assert (answer.status_code, answer["Location"]) == (302, placed.url)
        assert "no-store" in answer["Cache-Control"]
        assert "Chess mums" not in page_of(client, placed.url)

    def test_no_cache_keeps_a_group_and_the_whole_ladder_may_be_kept(self, client, placed):
        assert "no-store" in client.get(f"{placed.url}?group=U10")["Cache-Control"]
        assert "no-store" not in client.get(placed.url).get("Cache-Control", "")

    def test_under_a_link_too(self, client, ranked_at_once, placed):
        ranked_at_once.set(visibility=Visibility.LINK)
        link = services.make_link(ranked_at_once.ladder, "Parents", by=ranked_at_once.by)
        home = path_of_link(link_token(link))
        assert f'href="{home}?group=U10"' in page_of(client, home)
        assert [line[2] for line in lines(page_of(client, f"{home}?group=U10"))[1:3]] == ["B.", "C."]
        assert client.get(f"{home}?group=U8")["Location"] == home

    def test_no_name_behind_the_initials_is_in_it_nor_the_number_of_a_row(
        self, client, ranked_at_once, placed
    ):
        """Neither in an attribute for the search or the sorting, nor in the order of equal lines."""
        for url in (placed.url, f"{placed.url}?group=U10", f"{placed.url}csv/?group=U10"):
            content = page_of(client, url)
            assert not {name for name in self.NAMES if name in content}
        for line in re.findall(r"<tr>.*?</tr>", page_of(client, f"{placed.url}?group=U10"), re.S):
            assert set(re.findall(r"[\s]([a-z-]+)=", line)) <= {
                "class", "scope", "href", "aria-hidden", "data-first", "data-key"
            }  # fmt: skip

    def test_the_file_holds_the_same_players(self, client, placed):
        rows = csv_rows(client, f"{placed.url}csv/?group=U10")
        assert len(rows) == 9
        place = rows[0].index("Place in the group")
        assert [(row[0], row[1], row[place]) for row in rows[1:4]] == [
            ("2", "B.", "1"), ("2", "C.", "1"), ("4", "D.", "3")
        ]  # fmt: skip
        whole = csv_rows(client, f"{placed.url}csv/")
        assert len(whole) == 10 and {row[place] for row in whole[1:]} == {""}

    def test_the_file_of_all_does_not_say_who_is_in_no_group_that_is_shown(self, client, placed):
        assert "U10" not in client.get(f"{placed.url}csv/").content.decode()

    def test_there_is_no_file_of_a_group_that_is_not_shown(self, client, placed):
        """Nor one of all players in its place, which nobody might notice."""
        for name in ("U8", "U100"):
            assert client.get(f"{placed.url}csv/", {"group": name})["Location"] == placed.url


def csv_rows(client, url, language="en", delimiter=","):
    content = client.get(url, headers={"accept-language": language}).content
    assert content.startswith(b"\xef\xbb\xbf"), "spreadsheets know UTF-8 by it"
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))


class TestCsv:
    def test_it_says_what_the_page_says(self, client, two_evenings):
        page = two_evenings.ladder_page()
        rows = csv_rows(client, f"{page.url}csv/")
        assert sorted(row[:6] for row in rows[1:]) == [
            ["1", "B.", "1202", "2", "22", "1"],
            ["2", "C.", "1200", "1", "0", ""],
            ["2", "D.", "1200", "1", "0", ""],
            ["4", "A.", "1198", "2", "-22", "-3"],
        ]
        shown = [
            [cell.replace("\u2212", "-").lstrip("+") for cell in line]
            for line in lines(page_of(client, page.url))
        ]
        for row, line in zip(rows[1:], shown[1:], strict=True):
            assert row[:5] == [re.match(r"\d+", line[0])[0], *line[1:]]

    @pytest.mark.parametrize(
        ("language", "delimiter", "rating"),
        [("en", ",", "1202.3"), ("el", ";", "1202,3"), ("uk", ";", "1202,3"), ("tr", ";", "1202,3")],
    )
    def test_as_the_spreadsheets_of_the_language_divide_and_count(
        self, client, two_evenings, language, delimiter, rating
    ):
        """20 + 1180 + 2.29, of which one decimal is shown."""
        two_evenings.set(shown_decimals=1)
        page = two_evenings.ladder_page()
        rows = csv_rows(client, f"{page.url}csv/", language, delimiter)
        assert rows[1][1:3] == ["B.", rating]
        assert {len(row) for row in rows} == {10}


@pytest.mark.parametrize("players", [8, 24])
def test_twelve_queries_are_enough_for_all_of_it(client, world, players):
    """Places, groups and corrections, for the whole ladder and for one group."""
    names = [f"P{number}" for number in range(players)]
    pairings = [f"{one} ½-½ {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    world.event(date(2026, 3, 1), *[pairings] * 5)
    world.correct(world.event(date(2026, 3, 2), pairings), "P0 0-1 P1")
    for name in ("U8", "U10"):
        TestGroups.group(world, name, names)
    world.set(visibility=Visibility.PUBLIC)
    url = world.ladder_page().url
    for address in (url, f"{url}?group=U10"):
        client.get(address)  # whatever Wagtail keeps in the cache is there
        with CaptureQueriesContext(connection) as queries:
            page = client.get(address).content.decode()
        assert len(queries) <= 12
        assert "wl-move" in page and "wl-groups" in page and "Latest corrections" in page
