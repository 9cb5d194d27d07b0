"""The ladder block: all of a ladder, a part of it, and the gentler ways."""

import re
from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import PlayerGroup
from wagtail_ladder.site.block_table import BAND, ROUNDED_TO, coarse

pytestmark = pytest.mark.django_db


def rows(html):
    """Of each line of the table the texts of its cells."""
    found = []
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", html, flags=re.S):
        cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, flags=re.S)
        found.append([re.sub(r"<[^>]+>|\s+", " ", cell).strip() for cell in cells])
    return found[1:]


def names(html):
    return re.findall(r'<th scope="row">.*?<bdi>(.*?)</bdi>', html, flags=re.S)


def test_the_whole_ladder_in_its_order(shown):
    """Equal ratings share a rank; who is first among them was drawn by lot."""
    table = rows(shown(("ladder", {})))
    assert [(row[0][:1], row[2]) for row in table] == [
        ("1", "1487"), ("1", "1487"), ("3", "1462"), ("3", "1462"), ("5", "1213"), ("5", "1213"),
    ]  # fmt: skip
    assert {row[1] for row in table[:2]} == {"A.", "B."}


def test_the_top(shown):
    assert set(names(shown(("ladder", {"top": 2})))) == {"A.", "B."}


@pytest.mark.parametrize(("count", "lines"), [(2, 2), (3, 3), (None, 5), (50, 6)])
def test_around_a_player(world, shown, count, lines):
    html = shown(("ladder", {"around": world.public_id("Cleo"), "top": count}))
    found = names(html)
    assert len(found) == lines and "C." in found
    chosen = re.findall(r'class="wl-chosen">.*?</tr>', html, flags=re.S)
    assert len(chosen) == 1 and "C." in chosen[0]


def test_around_the_last_the_list_ends_with_the_last(world, shown):
    everybody = names(shown(("ladder", {})))
    last = {"E.": "Emil", "F.": "Fay"}[everybody[-1]]
    assert names(shown(("ladder", {"around": world.public_id(last), "top": 3}))) == everybody[-3:]


def test_around_the_first_it_begins_with_the_first(world, shown):
    top = names(shown(("ladder", {"top": 3})))
    assert names(shown(("ladder", {"top": 3, "around": world.public_id("Anna")}))) == top


def test_without_rank_numbers(shown):
    html = shown(("ladder", {"ranks": False}))
    assert "Rank" not in html and "wl-rank" not in html
    assert len(names(html)) == 6


class TestRatings:
    def test_rounded_to_50(self, shown):
        """1487 is 1500, 1462 is 1450, 1213 is 1200: and the ranks follow what is shown."""
        table = rows(shown(("ladder", {"ratings": "rounded"})))
        assert [(row[0], row[1], row[2]) for row in table] == [
            ("1", "A.", "1500"), ("1", "B.", "1500"), ("3", "C.", "1450"), ("3", "D.", "1450"),
            ("5", "E.", "1200"), ("5", "F.", "1200"),
        ]  # fmt: skip

    def test_in_bands_nobody_of_a_band_stands_above_another_for_points(self, shown):
        """Four in the band 1400–1599, in the order of the printed names: all have five games."""
        table = rows(shown(("ladder", {"ratings": "bands"})))
        assert [(row[0], row[1], row[2]) for row in table] == [
            ("1", "A.", "1400–1599"), ("1", "B.", "1400–1599"), ("1", "C.", "1400–1599"),
            ("1", "D.", "1400–1599"), ("5", "E.", "1200–1399"), ("5", "F.", "1200–1399"),
        ]  # fmt: skip

    def test_more_games_come_first_inside_a_band(self, world, shown):
        world.event(date(2026, 9, 11), ["Dora ½-½ Cleo"])
        assert names(shown(("ladder", {"ratings": "bands"})))[:4] == ["C.", "D.", "A.", "B."]

    @pytest.mark.parametrize("ratings", ["rounded", "bands", "none"])
    def test_the_exact_numbers_stay_away(self, world, shown, ratings):
        world.ladder_page()
        html = shown(("ladder", {"ratings": ratings}))
        assert not re.search(r"1487|1462|1213", html)
        assert "wl-change" not in html and "/ladder/" not in html
        assert "1487" in shown(("ladder", {})) and "/ladder/players/" in shown(("ladder", {}))

    def test_without_ratings_there_is_no_column_for_them(self, shown):
        html = shown(("ladder", {"ratings": "none"}))
        assert "Rating" not in html
        assert len(names(html)) == 6

    @pytest.mark.parametrize(
        ("rating", "rounded", "band"),
        [(1474, 1450, 1400), (1475, 1500, 1400), (1399, 1400, 1200), (1400, 1400, 1400), (99, 100, 0)],
    )
    def test_at_the_edges(self, rating, rounded, band):
        assert (ROUNDED_TO, BAND) == (50, 200)
        assert (coarse("rounded", rating), coarse("bands", rating)) == (rounded, band)


class TestInsteadOfPositions:
    @pytest.fixture
    def season(self, world):
        """After the first evening, in which all had five games."""
        services.create_season(world.club, "Autumn", date(2026, 10, 1), date(2026, 12, 20), by=world.by)
        world.event(date(2026, 10, 2), ["Fay 1-0 Emil", "Ben 1-0 Cleo"], ["Fay 1-0 Dora"])

    def test_most_games_of_the_season(self, shown, season):
        html = shown(("ladder", {"order": "games"}))
        assert [(row[0], row[1]) for row in rows(html)] == [
            ("F.", "2"), ("B.", "1"), ("C.", "1"), ("D.", "1"), ("E.", "1"),
        ]  # fmt: skip
        assert "Autumn" in html and "Rank" not in html

    def test_most_games_of_all_time_where_there_is_no_season(self, world, shown):
        world.event(date(2026, 9, 11), ["Anna ½-½ Ben"])
        assert [row[:2] for row in rows(shown(("ladder", {"order": "games"})))][:3] == [
            ["A.", "6"], ["B.", "6"], ["C.", "5"],
        ]  # fmt: skip

    def test_biggest_climbers(self, shown, season):
        """Fay: K 40 x ((1 - 0.5) + (1 - 1 / (1 + 10 ** (249 / 400)))) = 20 + 32.3 = 52.3, from 1213 to 1265.
        Ben: 40 x (1 - 1 / (1 + 10 ** (-25 / 400))) = 18.6, from 1487 to 1506. Nobody who lost is listed."""
        table = rows(shown(("ladder", {"order": "climbers"})))
        assert [row for row in table if row] == [["F.", "+52"], ["B.", "+19"]]

    def test_a_season_that_has_not_begun_counts_for_nothing(self, world, shown, season):
        services.create_season(world.club, "Later", date(2090, 1, 1), date(2090, 6, 1), by=world.by)
        assert "Autumn" in shown(("ladder", {"order": "games"}))

    def test_where_months_are_shown_a_season_counts_whole_months(self, world, shown):
        """Else the season would tell on which side of its first day an event lay."""
        assert world.ladder.months_instead_of_days
        services.create_season(world.club, "Autumn", date(2026, 9, 5), date(2026, 12, 20), by=world.by)
        assert [row[1] for row in rows(shown(("ladder", {"order": "games"})))] == ["5"] * 6
        world.set(months_instead_of_days=False)
        assert "Nothing to count yet." in shown(("ladder", {"order": "games"}))


class TestGroup:
    @pytest.fixture
    def juniors(self, world):
        """Eight: Cleo to Fay, and Gus, Hal, Ida, Jon, who are new."""
        world.event(date(2026, 9, 11), ["Gus 1-0 Hal", "Ida ½-½ Jon"])
        group = services.create_group(world.club, "U12", by=world.by)
        members = ["Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jon"]
        services.add_to_group(group, [world.player(name).pk for name in members], by=world.by)
        return group

    def test_its_members_alone_with_ranks_among_them(self, shown, juniors):
        html = shown(("ladder", {"group": "u12"}))
        table = [row for row in rows(html) if len(row) > 1]
        assert {row[1][:2] for row in table} == {"C.", "D.", "E.", "F.", "G.", "H.", "I.", "J."}
        assert [row[0][:1] for row in table[:4]] == ["1", "1", "3", "3"]

    def test_of_fewer_than_eight_nothing_is_shown(self, world, shown, juniors):
        services.remove_from_group(juniors, [world.player("Jon").pk], by=world.by)
        assert "wagtail-ladder" not in shown(("ladder", {"group": "U12", "heading": "Ours"}))

    def test_a_group_that_is_not_there_is_as_one_that_is_too_small(self, world, shown, juniors):
        PlayerGroup.objects.create(club=world.club, name="Small")
        assert "wagtail-ladder" not in shown(("ladder", {"group": "Small"}))
        assert "wagtail-ladder" not in shown(("ladder", {"group": "Never heard of"}))


# Places won and lost. Cleo wins against Anna, who is 25 points above her: 40 × (1 − 0.4641) = 21.4 points go
# over. Ben 1487, Cleo 1483, Anna 1466, Dora 1462, Emil and Fay 1213; before, Anna and Ben were first, Cleo
# and Dora third.

MOVED = ["=", "▲1", "▼2", "▼1", "=", "="]


def moves(html):
    return re.findall(r'wl-move--\w+"><span aria-hidden="true">(.*?)</span>', html)


def test_the_table_says_who_won_and_lost_places(world, shown):
    world.event(date(2026, 9, 11), ["Cleo 1-0 Anna"])
    assert moves(shown(("ladder", {}))) == MOVED
    assert moves(shown(("ladder", {"top": 2}))) == MOVED[:2]


@pytest.mark.parametrize(
    "options",
    [
        {"moves": False},
        {"ranks": False},
        {"ratings": "rounded"},
        {"ratings": "bands"},
        {"ratings": "none"},
        {"order": "games"},
        {"order": "climbers"},
    ],
)
def test_where_positions_or_ratings_are_kept_back_nobody_has_moved(world, shown, options):
    world.event(date(2026, 9, 11), ["Cleo 1-0 Anna"])
    html = shown(("ladder", options))
    assert "C." in html and not moves(html)


def test_inside_a_group_nobody_has_moved(world, shown):
    """The places won are those on the whole ladder; the ranks are those among the eight."""
    world.event(date(2026, 9, 11), ["Gil ½-½ Hal", "Cleo 1-0 Anna"])
    group = services.create_group(world.club, "U10", by=world.by)
    services.add_to_group(group, world.club.players.values_list("pk", flat=True), by=world.by)
    html = shown(("ladder", {"group": "U10"}))
    assert "C." in html and not moves(html)
