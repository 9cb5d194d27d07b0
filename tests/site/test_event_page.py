"""The page of an event: standings with tie-breaks, crosstable, biggest gains, byes and forfeits."""

import re
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Entry, Event, Visibility
from wagtail_ladder.services import Result
from wagtail_ladder.services.reads import event_sheet
from wagtail_ladder.site.addresses import Addresses

from ..tiebreaks.tables import SWISS as EXERCISE
from ..tiebreaks.tables import pairings

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 14)
SWISS = (
    ["Anna 1-0 Dora", "Bea 1-0 Emil", "Cleo ½-½ Fay"],
    ["Anna 1-0 Bea", "Cleo 1-0 Dora", "Emil 1-0 Fay"],
    ["Anna half-bye", "Bea 1-0 Cleo", "Dora 1-0 Emil", "Fay bye"],
)
"""Points: Anna 2½, Bea 2, Cleo and Fay 1½, Dora and Emil 1.

Buchholz: Cleo 1½ + 1 + 2 = 4½; Fay 1½ + 1 + 1½ of a dummy (draws in three rounds) = 4; Dora 2½ + 1½ + 1 = 5;
Emil 2 + 1½ + 1 = 4½; Anna 1 + 2 + 1½ of a dummy = 4½; Bea 1 + 2½ + 1½ = 5.
"""
TRIANGLE = (["Anna 1-0 Bea"], ["Bea ½-½ Cleo"], ["Cleo +:- Anna"])
"""A round robin of three. Cleo 1½, Anna 1, Bea ½."""


@pytest.fixture
def public(world):
    world.set(visibility=Visibility.PUBLIC)
    world.allow_full_names_of_juniors()
    world.ladder_page()
    return world


def page_of(client, event, **options):
    response = client.get(Addresses("/ladder/").event(event.public_id), **options)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def words(html):
    """The text of some HTML, without the marks that isolate what is written from left to right."""
    return " ".join(re.sub(r"<[^>]*>|[\u2066\u2069]", " ", html).split())


def table(page, caption):
    """The rows of a table as texts of their cells, the head first."""
    found = next(part for part in re.findall(r"<table.*?</table>", page) if f">{caption}</caption>" in part)
    rows = re.findall(r"<tr.*?</tr>", found)
    return [[words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row)] for row in rows]


def standings(event):
    """(name as typed, rank, tie-breaks) of every row."""
    names = dict(event.entries.values_list("pk", "typed_name"))
    return [(names[row.entry_id], row.rank, row.tie_breaks) for row in event_sheet(event, 0).standings]


RESULTS = {
    (Kind.PLAYED, 2): "1-0",
    (Kind.PLAYED, 1): "½-½",
    (Kind.PLAYED, 0): "0-1",
    (Kind.FORFEIT, 2): "+:-",
    (Kind.FORFEIT, 0): "-:+",
    (Kind.BYE_PAIRING, 2): "bye",
    (Kind.BYE_HALF, 1): "half-bye",
    (Kind.BYE_ZERO, 0): "absent",
}


def rounds_of(text):
    """A crosstable in text (see tests/tiebreaks/tables.py) as the rounds of `World.event`: P1 against P2."""
    rounds = {}
    for one in pairings(text):
        result = RESULTS[one.kind, one.white_half_points]
        sides = [f"P{one.white}", f"P{one.black}" if one.black else ""]
        if result == "-:+":
            sides, result = sides[::-1], "+:-"
        rounds.setdefault(one.round, []).append(f"{sides[0]} {result} {sides[1]}".strip())
    return [rounds[number] for number in sorted(rounds)]


def typed_points(event, **points_and_ranks):
    """As if a file stated them."""
    for name, (points, rank) in points_and_ranks.items():
        Entry.objects.filter(event=event, typed_name=name).update(points=Decimal(points), rank=rank)
    Event.objects.filter(pk=event.pk).update(source_digest="f" * 64)
    event.refresh_from_db()


class TestStandings:
    def test_of_a_swiss_with_the_tie_breaks_that_had_to_decide(self, client, public):
        event = public.event(DAY, *SWISS, format="swiss")
        assert standings(event) == [
            ("Anna", 1, (Decimal("4.5"),)),
            ("Bea", 2, (Decimal(5),)),
            ("Cleo", 3, (Decimal("4.5"),)),
            ("Fay", 4, (Decimal(4),)),
            ("Dora", 5, (Decimal(5),)),
            ("Emil", 6, (Decimal("4.5"),)),
        ]
        page = page_of(client, event)
        head, anna, *_rest = table(page, "Standings")
        assert head == ["Rank", "Player", "Points", "BH", "Rating", "Change"]
        assert '<abbr title="Buchholz">BH</abbr>' in page
        assert (anna[0], anna[2], anna[3]) == ("1", "2 ½".replace(" ", ""), "4.5")
        assert anna[1] == "A. BH 4.5 1 half-point bye"  # what stands below the name
        assert "Of equal points, the higher Buchholz (BH) comes first" in page

    def test_equal_in_everything_is_an_equal_rank(self, public):
        """Anna and Bea drew, Cleo and Dora too; each of the first beat one of the others."""
        event = public.event(
            DAY, ["Anna ½-½ Bea", "Cleo ½-½ Dora"], ["Anna 1-0 Cleo", "Bea 1-0 Dora"], format="swiss"
        )
        sheet = event_sheet(event, 0)
        assert [row.rank for row in sheet.standings] == [1, 1, 3, 3]
        assert sheet.tie_breaks == ()

    def test_of_the_exercise_of_fide(self, client, public):
        """As worked out in tests/tiebreaks: between 1 and 16, Buchholz 12½ both, Sonneborn-Berger decides."""
        event = public.event(DAY, *rounds_of(EXERCISE), format="swiss")
        order = [2, 3, 4, 1, 16, 6, 8, 11, 5, 15, 12, 14, 7, 13, 9, 10]
        assert [(name, rank) for name, rank, _values in standings(event)] == [
            (f"P{player}", rank) for rank, player in enumerate(order, start=1)
        ]
        head, *rows = table(page_of(client, event), "Standings")
        assert head[3:5] == ["BH", "SB"]
        assert [row[3:5] for row in rows[3:6]] == [["12.5", "8"], ["12.5", "7.25"], ["11.5", "6"]]

    def test_whose_names_are_not_decided_yet_is_ranked_all_the_same(self, client, public):
        event = public.event(DAY, *SWISS, undecided=["Fay"], format="swiss")
        assert [rank for _name, rank, _values in standings(event)] == [1, 2, 3, 4, 5, 6]
        page = page_of(client, event)
        assert "Not rated yet" in page and "Biggest gains" not in page

    def test_two_names_of_one_person_are_one_opponent(self, public):
        """Fay of round 1 is typed as Fee later: who met either of the two met somebody with 1½ points."""
        rounds = [[text.replace("Fay", "Fee") for text in pairings] for pairings in SWISS]
        event = public.event(DAY, SWISS[0], *rounds[1:], undecided=["Fee"], publish=False, format="swiss")
        fee = event.entries.get(typed_name="Fee")
        services.decide_entry(fee, services.Member(public.player("Fay").pk), by=public.by)
        services.publish_event(event, by=public.by)
        event.refresh_from_db()
        assert [(name, rank) for name, rank, _values in standings(event)][2:4] == [("Cleo", 3), ("Fay", 4)]
        assert standings(event)[2][2] == (Decimal("4.5"),)

    def test_a_correction_breaks_the_tie_anew_and_the_mark_stays_where_no_corrections_are_listed(
        self, client, public
    ):
        """Had Emil lost to Fay: Fay 2½ like Anna."""
        event = public.event(DAY, *SWISS, format="swiss")
        public.set(corrections_shown=False)
        public.correct(event, "Emil 0-1 Fay")
        event.refresh_from_db()
        event.ladder = public.ladder
        assert [name for name, _rank, _values in standings(event)][:2] != ["Anna", "Bea"]
        page = page_of(client, event)
        assert "A result that was corrected after it had been published." in page
        assert "<summary>Corrections</summary>" not in page


class TestRanksOfTheFile:
    def test_stand_as_they_are_and_the_page_says_so(self, client, public):
        event = public.event(DAY, *SWISS, format="swiss")
        typed_points(
            event, Anna=("2.5", 1), Bea=(2, 2), Cleo=("1.5", 4), Fay=("1.5", 3), Dora=(1, 6), Emil=(1, 5)
        )
        assert [name for name, _rank, _values in standings(event)] == [
            "Anna", "Bea", "Fay", "Cleo", "Emil", "Dora"
        ]  # fmt: skip
        page = page_of(client, event)
        assert "Ranks are those of the tournament file." in page
        assert "Buchholz" not in page

    def test_where_the_file_has_points_alone_the_tie_breaks_decide(self, public):
        event = public.event(DAY, *SWISS, format="swiss")
        typed_points(
            event, Anna=("2.5", None), Bea=(2, None), Cleo=("1.5", None), Fay=("1.5", None),
            Dora=(1, None), Emil=(1, None),
        )  # fmt: skip
        assert [rank for _name, rank, _values in standings(event)] == [1, 2, 3, 4, 5, 6]

    def test_of_a_scoring_of_its_own_equal_points_share_a_rank(self, client, public):
        """Three points for a win: what each game gave is not known, so nothing can be computed from it."""
        event = public.event(DAY, *SWISS, format="swiss")
        typed_points(
            event,
            Anna=(7, None),
            Bea=(6, None),
            Cleo=(4, None),
            Fay=(4, None),
            Dora=(3, None),
            Emil=(3, None),
        )
        assert [rank for _name, rank, _values in standings(event)] == [1, 2, 3, 3, 5, 5]
        page = page_of(client, event)
        assert "Equal points share a rank." in page and "add up to others" in page


class TestCrosstable:
    def test_of_a_round_robin_with_a_forfeit(self, client, public):
        event = public.event(DAY, *TRIANGLE)
        page = page_of(client, event)
        assert table(page, "Crosstable") == [
            ["Player", "1 C.", "2 A.", "3 B.", "Points"],
            ["1 C.", "×", "+ won by forfeit", "½", "1½"],
            ["2 A.", "− lost by forfeit", "×", "1", "1"],
            ["3 B.", "½", "0", "×", "½"],
        ]
        assert "+ and −: won and lost by forfeit." in page
        assert "the better direct encounter (DE) comes first" in page

    def test_of_a_double_one_has_both_results_in_a_cell(self, client, public):
        there = (*TRIANGLE[:2], ["Cleo ½-½ Anna"])
        back = (["Bea 1-0 Anna"], ["Cleo 1-0 Bea"], ["Anna 1-0 Cleo"])
        page = page_of(client, public.event(DAY, *there, *back))
        # Anna 2½ (1, ½, 0, 1), Bea 1½ (0, ½, 1, 0), Cleo 2 (½, ½, 1, 0).
        assert table(page, "Crosstable")[1:] == [
            ["1 A.", "×", "½ 1", "1 0", "2½"],
            ["2 C.", "½ 0", "×", "½ 1", "2"],
            ["3 B.", "0 1", "½ 0", "×", "1½"],
        ]
        assert "won by forfeit" not in page

    def test_in_the_middle_of_it_cells_are_empty(self, client, public):
        event = public.event(DAY, TRIANGLE[0], ["Bea ½-½ Cleo"], format="round_robin", in_progress=True)
        rows = table(page_of(client, event), "Crosstable")[1:]
        assert {cell for row in rows for cell in row[1:-1]} == {"×", "", "1", "0", "½"}

    def test_of_a_game_that_is_not_finished(self, client, public):
        event = public.event(DAY, *TRIANGLE)
        game = event.games.get(kind=Kind.PLAYED, white_half_points=1)
        services.correct_game(game, Result(Kind.SCHEDULED), reason="adjourned", by=public.by)
        page = page_of(client, event)
        assert "… not played yet" in table(page, "Crosstable")[1]

    def test_a_swiss_and_a_crowd_have_none(self, client, public):
        assert "Crosstable" not in page_of(client, public.event(DAY, *SWISS, format="swiss"))
        crowd = [f"P{number} 1-0 Q{number}" for number in range(16)]
        event = public.event(DAY, crowd, format="round_robin")
        assert len(event_sheet(event, 0).standings) == 32 and event_sheet(event, 0).crosstable == ()

    def test_it_scrolls_in_a_region_that_the_keyboard_reaches(self, client, public):
        page = page_of(client, public.event(DAY, *TRIANGLE))
        assert '<div class="wl-scroll" role="region" tabindex="0" aria-labelledby="wl-crosstable">' in page
        assert 'id="wl-crosstable"' in page


class TestFreePairing:
    def test_wins_and_nothing_of_opponents(self, client, public):
        """Anna won twice and lost twice to Bea; nobody else met."""
        event = public.event(
            DAY, ["Anna 1-0 Bea", "Cleo ½-½ Dora"], ["Bea 1-0 Anna", "Cleo ½-½ Dora"], ["Anna ½-½ Cleo"]
        )
        # Anna and Cleo 1½, Bea and Dora 1; of each the first has a win and the second none.
        assert standings(event) == [
            ("Anna", 1, (1,)), ("Cleo", 2, (0,)), ("Bea", 3, (1,)), ("Dora", 4, (0,))
        ]  # fmt: skip
        page = page_of(client, event)
        assert "Of equal points, the more wins come first." in page and "Buchholz" not in page


class TestWithoutRating:
    def test_bughouse_with_its_table_of_points(self, client, public):
        event = services.create_event(
            public.ladder, by=public.by, name="Bughouse", last_day=DAY, names=["Anna", "Bea", "Cleo"],
            format="table", unrated="variant", unrated_note="bughouse",
        )  # fmt: skip
        points = map(Decimal, (7, 9, 9))
        rows = [services.TableRow(entry.pk, next(points)) for entry in event.entries.all()]
        services.save_table(event, rows, by=public.by)
        services.publish_event(event, by=public.by)
        page = page_of(client, event)
        head, *lines = table(page, "Standings")
        assert head == ["Rank", "Player", "Points"]
        assert sorted((row[0], row[2]) for row in lines) == [("1", "9"), ("1", "9"), ("3", "7")]
        assert "Not rated: another game than chess." in page
        assert "Equal points share a rank." in page
        assert "Biggest gains" not in page and "Crosstable" not in page


class TestByesAndForfeits:
    def test_stand_below_the_name_as_what_they_are(self, client, public):
        event = public.event(
            DAY,
            ["Anna 1-0 Bea", "Cleo bye", "Dora absent"],
            ["Anna half-bye", "Cleo +:- Bea", "Dora absent"],
            ["Anna +:- Bea", "Cleo half-bye", "Dora bye"],
            format="swiss",
        )
        rows = {row[1].split()[0]: row[1] for row in table(page_of(client, event), "Standings")[1:]}
        assert rows["A."].endswith("1 half-point bye 1 win by forfeit")
        assert rows["B."].endswith("2 losses by forfeit")
        assert rows["C."].endswith("1 half-point bye 1 bye 1 win by forfeit")
        assert rows["D."].endswith("1 bye 2 zero-point byes")

    def test_to_rest_in_a_round_robin_of_three_is_not_worth_a_word(self, client, public):
        rounds = [
            [*pairings, f"{name} absent"]
            for pairings, name in zip(TRIANGLE, ("Cleo", "Anna", "Bea"), strict=True)
        ]
        page = page_of(client, public.event(DAY, *rounds))
        assert "zero-point bye" in page and "1 zero-point bye" not in page

    def test_of_a_double_forfeit_both_lost(self, client, public):
        event = public.event(DAY, *TRIANGLE)
        game = event.games.get(kind=Kind.FORFEIT)
        services.correct_game(game, Result(Kind.DOUBLE_FORFEIT, 0, 0), reason="nobody came", by=public.by)
        page = page_of(client, event)
        assert page.count("1 loss by forfeit") == 2
        assert "−:−" in page


class TestBiggestGains:
    def test_are_a_list_that_knows_no_losses(self, client, public):
        event = public.event(DAY, *SWISS, format="swiss")
        page = page_of(client, event)
        gains = page[page.index("<h2>Biggest gains</h2>") : page.index("</ol>")]
        # Half a point above what was expected is 20 points: Anna two wins, Bea two and a loss.
        assert re.findall(r"<bdi>(\w)\.</bdi>", gains) == ["A", "B"]
        assert "+40" in gains and "+20" in gains and "−" not in gains
        assert Addresses("/ladder/").explanation(public.public_id("Anna"), event.public_id) in gains

    def test_of_an_event_that_moves_nobody_there_are_none(self, client, public):
        event = public.event(DAY, ["Anna ½-½ Bea"])
        assert "Biggest gains" not in page_of(client, event)


class TestBoards:
    def test_have_a_column_where_there_are_any(self, client, public):
        event = public.event(DAY, ["Anna 1-0 Bea"])
        assert table(page_of(client, event), "Round 1")[0] == ["White", "Result", "Black"]
        event = public.event(DAY, ["Anna 1-0 Bea", "Cleo bye"])
        event.games.filter(kind=Kind.PLAYED).update(board=7)
        assert table(page_of(client, event), "Round 1") == [
            ["Board", "White", "Result", "Black"], ["7", "A.", "1 – 0", "B."], ["", "C.", "bye"]
        ]  # fmt: skip


def test_numbers_are_persian_in_persian(client, public):
    event = public.event(DAY, *SWISS, format="swiss")
    with override_settings(LANGUAGE_CODE="fa"):
        page = page_of(client, event, headers={"accept-language": "fa"})
    assert "۲½" in page and "۴٫۵" in page and 'dir="rtl"' in page


def test_the_number_of_queries_is_that_of_any_event(client, public):
    """Neither players, games, ties, rounds nor the crosstable ask the database more."""
    small = public.event(DAY, *TRIANGLE)
    names = [f"P{number}" for number in range(12)]
    pairs = [f"{one} 1-0 {two}" for number, one in enumerate(names) for two in names[number + 1 :]]
    large = public.event(DAY, *([pair] for pair in pairs), ["P0 bye"])
    counted = []
    for event in (small, large):
        page_of(client, event)
        with CaptureQueriesContext(connection) as queries:
            page = page_of(client, event)
        counted.append(len(queries))
        assert "Crosstable" in page
    assert counted[0] == counted[1]
