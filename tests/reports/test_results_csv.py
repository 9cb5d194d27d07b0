"""Results CSV: one game a row."""

from datetime import date

import pytest

from tests.reports.writers import Game, expected, found, results_csv
from wagtail_ladder.kinds import Kind
from wagtail_ladder.reports import read

NAMES = ["Ada Ash", "Ben Birch", "Cleo Cole", "Dan Dove"]
GAMES = [
    Game(1, 1, 2, "10"),
    Game(1, 3, 4, "=="),
    Game(2, 4, 1, "01"),
    Game(2, 2, None, "U"),
    Game(2, 3, None, "H"),
    Game(3, 1, 3, "+-"),
    Game(3, 2, 4, "--"),
]


def codes(reading, severity=None):
    return [issue.code for issue in reading.issues if severity in (None, issue.severity)]


def read_rows(*rows, header="round,white,black,result"):
    return read("\n".join([header, *rows, ""]).encode(), "evening.csv")


def only_pairing(reading):
    assert not reading.has_errors, [issue.sentence for issue in reading.issues]
    (pairing,) = reading.reports[0].pairings
    return pairing


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_delimiters_line_ends_and_encodings(delimiter, newline, encoding):
    names = ["Åsa Ångström", "Jürgen Müller", "Íñigo Núñez", "Dan Dove"]
    reading = read(results_csv(names, GAMES, delimiter, newline).encode(encoding), "evening.csv")
    assert codes(reading, "warning") == []
    (report,) = reading.reports
    assert reading.format == "csv"
    assert [player.name for player in report.players] == names
    assert found(report) == expected(GAMES)


@pytest.mark.parametrize(
    ("text", "kind", "half_points"),
    [
        ("1-0", Kind.PLAYED, (2, 0)),
        ("0-1", Kind.PLAYED, (0, 2)),
        ("1 – 0", Kind.PLAYED, (2, 0)),
        ("0\u20121", Kind.PLAYED, (0, 2)),
        ("1:0", Kind.PLAYED, (2, 0)),
        ("۱-۰", Kind.PLAYED, (2, 0)),  # Persian digits
        ("٠-١", Kind.PLAYED, (0, 2)),  # Arabic digits
        ("½-½", Kind.PLAYED, (1, 1)),
        ("½ - ½", Kind.PLAYED, (1, 1)),
        ("1/2-1/2", Kind.PLAYED, (1, 1)),
        ("1/2", Kind.PLAYED, (1, 1)),
        ("۱/۲", Kind.PLAYED, (1, 1)),
        ("½", Kind.PLAYED, (1, 1)),
        ("0.5", Kind.PLAYED, (1, 1)),
        ("0,5", Kind.PLAYED, (1, 1)),
        ("=", Kind.PLAYED, (1, 1)),
        ("Draw", Kind.PLAYED, (1, 1)),
        ("remis", Kind.PLAYED, (1, 1)),
        ("½-0", Kind.PLAYED, (1, 0)),
        ("0-½", Kind.PLAYED, (0, 1)),
        ("0-0", Kind.PLAYED, (0, 0)),
        ("+:-", Kind.FORFEIT, (2, 0)),
        ("-:+", Kind.FORFEIT, (0, 2)),
        ("+/-", Kind.FORFEIT, (2, 0)),
        ("-/+", Kind.FORFEIT, (0, 2)),
        ("+-", Kind.FORFEIT, (2, 0)),
        ("-+", Kind.FORFEIT, (0, 2)),
        ("+:–", Kind.FORFEIT, (2, 0)),
        ("1-0F", Kind.FORFEIT, (2, 0)),
        ("0-1F", Kind.FORFEIT, (0, 2)),
        ("-:-", Kind.DOUBLE_FORFEIT, (0, 0)),
        ("*", Kind.SCHEDULED, (None, None)),
        ("", Kind.SCHEDULED, (None, None)),
    ],
)
def test_results(text, kind, half_points):
    pairing = only_pairing(read_rows(f"1;Ada Ash;Ben Birch;{text}", header="round;white;black;result"))
    assert (pairing.kind, pairing.white_half_points, pairing.black_half_points) == (kind, *half_points)
    assert (pairing.white, pairing.black, pairing.code) == (1, 2, text)


@pytest.mark.parametrize(
    ("text", "kind", "half_points"),
    [
        ("bye", Kind.BYE_PAIRING, 2),
        ("full bye", Kind.BYE_FULL, 2),
        ("Half-point bye", Kind.BYE_HALF, 1),
        ("half bye", Kind.BYE_HALF, 1),
        ("zero bye", Kind.BYE_ZERO, 0),
    ],
)
def test_byes(text, kind, half_points):
    pairing = only_pairing(read_rows(f"1,Ada Ash,,{text}"))
    assert (pairing.kind, pairing.white_half_points) == (kind, half_points)
    assert (pairing.black, pairing.black_half_points, pairing.black_points) == (None, None, None)


@pytest.mark.parametrize(
    "text",
    [
        "-0",
        "1-",
        "10",
        "01",
        "1-00",
        "11-0",
        "1--0",
        "2-0",
        "½-1",
        "1-1",
        "½½",
        "+",
        "-",
        "+:+",
        "W",
        "x",
        "01. Jan",
    ],
)
def test_what_is_no_result_is_refused(text):
    reading = read_rows(f"1,Ada Ash,Ben Birch,{text}")
    assert codes(reading) == ["csv_result_unknown"]
    (issue,) = reading.issues
    assert (issue.where.line, issue.where.column, issue.where.excerpt) == (2, 4, text)


def test_columns_in_any_order_and_in_other_words():
    reading = read_rows(
        "Ben Birch;½-½;Ada Ash;1;7;2024-03-01", header='"Schwarz";Ergebnis;WEIß;Runde;Brett;Datum'
    )
    pairing = only_pairing(reading)
    assert (pairing.white, pairing.black, pairing.board, pairing.round) == (1, 2, 7, 1)
    assert [player.name for player in reading.reports[0].players] == ["Ada Ash", "Ben Birch"]


def test_other_columns_are_listed():
    reading = read_rows("1,Ada Ash,1500,Ben Birch,1-0", header="round,white,rating,black,result")
    assert [issue.params for issue in reading.issues if issue.code == "csv_columns_ignored"] == [
        {"columns": "rating"}
    ]


@pytest.mark.parametrize(
    ("rows", "code", "line", "column"),
    [
        (["1,Ada Ash,Ben Birch"], "csv_cells", 2, None),
        (["1,Ada Ash,Ben Birch,1-0,x"], "csv_cells", 2, None),
        (["1,Ada Ash,Ben Birch,0,5"], "csv_cells", 2, None),
        (["1,Ada Ash,Ben Birch,1-01,Cleo Cole,Dan Dove,1-0"], "csv_cells", 2, None),
        (['1,"Ada Ash,Ben Birch,1-0'], "csv_quotes", 2, None),
        (["x,Ada Ash,Ben Birch,1-0"], "csv_round_unreadable", 2, 1),
        (["0,Ada Ash,Ben Birch,1-0"], "csv_round_unreadable", 2, 1),
        (["99,Ada Ash,Ben Birch,1-0", "100,Ada Ash,Ben Birch,1-0"], "too_many_rounds", 3, 1),
        ([",Ada Ash,Ben Birch,1-0"], "csv_round_unreadable", 2, 1),
        (["1,,Ben Birch,1-0"], "csv_name_missing", 2, 2),
        (["1,Ada Ash,,1-0"], "csv_opponent_missing", 2, 3),
        (["1,Ada Ash,Ben Birch,bye"], "csv_bye_with_opponent", 2, 3),
        (["1,Ada Ash,BYE,1-0"], "csv_bye_with_opponent", 2, 3),
        (["1,Ada Ash,Ben Birch,1-0", "1,Ada Ash,Ben Birch,1-0"], "csv_pairing_twice", 3, 2),
        (["1,Ada Ash,Ben Birch,1-0", "1,Ben Birch,Ada  Ash,0-1"], "csv_pairing_twice", 3, 2),
        (["1,Ada Ash,,bye", "1,Ada Ash,,bye"], "csv_pairing_twice", 3, 2),
        (["1,Ada Ash,Ada Ash,1-0", "1,Ada Ash,Ada Ash,1-0"], "csv_pairing_twice", 3, 2),
        (["1,Ada Ash," + "B" * 201 + ",1-0"], "name_too_long", 2, 3),
        (["1,Ada Ash,Ben Birch,1-0", "2,Ada Ash,\u200b\u2060,1-0"], "name_invisible", 3, 3),
        (["1,\u3164,Ben Birch,1-0"], "name_invisible", 2, 2),
        (["1,\u202e,,bye"], "name_invisible", 2, 2),
    ],
)
def test_rows_that_are_refused(rows, code, line, column):
    reading = read_rows(*rows)
    errors = [issue for issue in reading.issues if issue.severity == "error"]
    assert [(issue.code, issue.where.line, issue.where.column) for issue in errors] == [(code, line, column)]
    assert not reading.reports


def seats(reading):
    """(round, white, black) by number, in the order of the file."""
    (report,) = reading.reports
    return [(pairing.round, pairing.white, pairing.black) for pairing in report.pairings]


def names(reading):
    return {player.number: player.name for player in reading.reports[0].players}


def test_a_name_that_stands_twice_in_a_round_is_two_people():
    reading = read_rows(
        "1,Ahmet,Ben Birch,1-0",
        "1,Cleo Cole,Ahmet,1-0",
        "2,Ahmet,Cleo Cole,1-0",
        "3,Ben Birch,Ahmet,1-0",
        "3,Ahmet,Cleo Cole,½-½",
    )
    assert names(reading) == {1: "Ahmet", 2: "Ben Birch", 3: "Cleo Cole", 4: "Ahmet"}
    # Round 2 has one Ahmet only: it stays with the first.
    assert seats(reading) == [(1, 1, 2), (1, 3, 4), (2, 1, 3), (3, 2, 1), (3, 4, 3)]


def test_two_people_of_one_name_are_a_warning_that_names_both_lines():
    reading = read_rows("1,Ahmet,Ben Birch,1-0", "1,Cleo Cole,Ahmet ,1-0")
    (issue,) = [issue for issue in reading.issues if issue.severity == "warning"]
    assert (issue.code, issue.where.line, issue.where.column) == ("csv_twice_in_round", 3, 3)
    assert "lines 2 and 3" in issue.message and "Ahmet" in issue.message


def test_two_people_of_one_name_may_meet():
    reading = read_rows("1,Ahmet,Ahmet,1-0", "2,Ahmet,Ben Birch,1-0")
    assert names(reading) == {1: "Ahmet", 2: "Ahmet", 3: "Ben Birch"}
    assert seats(reading) == [(1, 1, 2), (2, 1, 3)]
    assert codes(reading, "warning") == ["csv_twice_in_round"]


def test_a_bye_is_a_seat_too():
    reading = read_rows("1,Ahmet,Ben Birch,1-0", "1,Ahmet,,bye")
    assert seats(reading) == [(1, 1, 2), (1, 3, None)]


def test_three_people_may_have_one_name():
    reading = read_rows("1,Ahmet,Ahmet,1-0", "1,Ahmet,Ben Birch,1-0")
    assert seats(reading) == [(1, 1, 2), (1, 3, 4)]
    assert names(reading) == {1: "Ahmet", 2: "Ahmet", 3: "Ahmet", 4: "Ben Birch"}


def test_people_of_one_name_are_not_spelled_almost_alike():
    reading = read_rows("1,Ahmet,Ahmet,1-0")
    assert "names_similar" not in codes(reading, "warning")


def test_every_wrong_row_is_reported():
    reading = read_rows("1,Ada Ash,Ben Birch,2-0", "1,Cleo Cole,Dan Dove", "x,Eve Elm,Fay Fern,1-0")
    assert sorted(issue.where.line for issue in reading.issues) == [2, 3, 4]


@pytest.mark.parametrize(
    ("header", "missing"),
    [
        ("ound,white,black,result", "round"),
        ("roundwhite,black,result", "round, white"),
        ("1,Ada Ash,Ben Birch,1-0", "round, white, black, result"),
    ],
)
def test_without_its_first_line_a_csv_is_refused(header, missing):
    reading = read_rows("1,Ada Ash,Ben Birch,1-0", header=header)
    assert codes(reading) == ["csv_columns_missing"]
    assert reading.issues[0].params == {"missing": missing}


def test_only_a_first_line():
    assert codes(read_rows()) == ["csv_no_rows"]
    assert codes(read_rows(header="round,white,black,result,white")) == ["csv_column_twice"]


def test_blank_rows_and_empty_cells_of_spreadsheets_are_passed_over():
    reading = read_rows(
        ",,,", "1,Ada Ash,Ben Birch,1-0,,", "", ",,,,,", header="sep=,\nround,white,black,result"
    )
    assert only_pairing(reading).where.line == 4


def test_quoted_names_and_control_characters():
    reading = read_rows('1,"Ash, Ada","Birch, ""Ben"" B.",1-0', "2,\x00Birch\x01,Cole,1-0\x00")
    assert [player.name for player in reading.reports[0].players] == [
        "Ash, Ada",
        'Birch, "Ben" B.',
        "Birch",
        "Cole",
    ]


def test_a_name_with_other_blanks_is_the_same_player_as_typed_first():
    reading = read_rows("1,Ada  Ash,Ben Birch,1-0", "2,Ben Birch , Ada Ash,1-0")
    assert [player.name for player in reading.reports[0].players] == ["Ada  Ash", "Ben Birch"]


def test_names_that_are_html_are_only_names():
    reading = read_rows("1,<script>alert(1)</script>,<b>Ben</b>,1-0")
    assert [player.name for player in reading.reports[0].players] == [
        "<script>alert(1)</script>",
        "<b>Ben</b>",
    ]


@pytest.mark.parametrize("other", ["Ada Ashe", "Ada As", "Ada Ask", "ada ash"])
def test_names_that_differ_by_a_letter_need_a_tick(other):
    reading = read_rows("1,Ada Ash,Ben Birch,1-0", f"2,{other},Cleo Cole,1-0")
    assert codes(reading, "warning") == ["names_similar"]
    assert len(reading.reports[0].players) == 4


def test_names_that_differ_by_more_need_none():
    assert codes(read_rows("1,Ada Ash,Ada Oak,1-0", "2,Ana Ash,Ida Eak,1-0"), "warning") == ["names_similar"]
    assert codes(read_rows("1,Ada Ash,Ben Birch,1-0", "2,Ida Oak,Bea Birk,1-0"), "warning") == []


def test_a_missing_round_or_one_out_of_order_needs_a_tick():
    assert codes(read_rows("1,A1,B2,1-0", "3,B2,A1,1-0"), "warning") == ["csv_rounds_missing"]
    assert codes(read_rows("11,A1,B2,1-0"), "warning") == ["csv_rounds_missing"]
    assert codes(read_rows("1,A1,B2,1-0", "2,C3,D4,1-0", "1,C3,D4,1-0"), "warning") == ["csv_round_order"]


def test_unfinished_games_need_a_tick():
    reading = read_rows("1,Ada Ash,Ben Birch,", "1,Cleo Cole,Dan Dove,*")
    assert next((i.code, i.severity, i.params) for i in reading.issues) == (
        "unfinished",
        "warning",
        {"count": 2},
    )


def test_results_that_one_keystroke_can_make_are_mentioned():
    assert "csv_short_results" in codes(read_rows("1,Ada Ash,Ben Birch,="), "info")
    assert codes(read_rows("1,Ada Ash,Ben Birch,1-0F"), "warning") == ["csv_forfeit_suffix"]
    assert codes(read_rows("1,Ada Ash,Ben Birch,0-0"), "warning") == ["result_uneven"]


@pytest.mark.parametrize(
    ("days", "last_day", "choices"),
    [
        (["2024-03-01", "2024-03-08"], date(2024, 3, 8), ()),
        (["1.3.2024", "28.3.2024"], date(2024, 3, 28), ()),  # the second shows how the first is meant
        (["03/04/2011", "03/05/2011"], None, (date(2011, 3, 5), date(2011, 5, 3))),
        (["۲۰۲۴-۰۳-۰۱", ""], date(2024, 3, 1), ()),
        (["", ""], None, ()),
    ],
)
def test_days(days, last_day, choices):
    rows = [f"{number},Ada Ash,Ben Birch,1-0,{day}" for number, day in enumerate(days, start=1)]
    (report,) = read_rows(*rows, header="round,white,black,result,date").reports
    assert (report.last_day, report.day_choices) == (last_day, choices)


def test_each_round_has_its_date():
    (report,) = read_rows(
        "1,Ada Ash,Ben Birch,1-0,2024-03-01",
        "2,Ada Ash,Ben Birch,1-0,",
        "3,Ada Ash,Ben Birch,1-0,2024-03-15",
        "3,Cleo Cole,Dan Dove,1-0,2024-03-16",
        header="round,white,black,result,date",
    ).reports
    assert report.round_dates == (date(2024, 3, 1), None, date(2024, 3, 16))
    assert (report.first_day, report.last_day) == (date(2024, 3, 1), date(2024, 3, 16))


def test_a_day_that_does_not_exist_is_an_error_in_its_cell():
    reading = read_rows("1,Ada Ash,Ben Birch,1-0,30.02.2024", header="round,white,black,result,date")
    assert [(i.code, i.where.line, i.where.column) for i in reading.issues] == [("date_impossible", 2, 5)]
