"""Whole tournament reports: header, rounds, points, columns, records of TRF26."""

from datetime import date
from decimal import Decimal

import pytest

from tests.reports.writers import Game, cell, expected, found, player_line, trf, trf26
from wagtail_ladder.kinds import Kind
from wagtail_ladder.reports import read

NAMES = ["Ash, Ada", "Birch, Ben", "Cole, Cleo", "Dove, Dan"]
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


def report_of(text, encoding="utf-8"):
    reading = read(text.encode(encoding), "event.trf")
    assert not reading.has_errors, [issue.sentence for issue in reading.issues]
    return reading.reports[0]


def test_a_small_event_is_read_whole():
    reading = read(trf(NAMES, GAMES).encode(), "event.trf")
    assert reading.issues == ()
    (report,) = reading.reports
    assert (report.name, report.federation, report.rounds) == ("Rook Lane Open", "ENG", 3)
    assert (report.first_day, report.last_day) == (date(2024, 3, 1), date(2024, 3, 3))
    assert [player.name for player in report.players] == NAMES
    assert [player.points for player in report.players] == [3, 1, 1, Decimal("0.5")]
    assert found(report) == expected(GAMES)


def test_no_private_field_of_a_player_is_kept():
    reading = read(trf(NAMES, GAMES).encode(), "event.trf")
    everything = repr(reading)
    for private in ("2001/02/03", "9000000", "1500"):
        assert private not in everything


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_line_ends_and_encodings(newline, encoding):
    names = ["Ångström, Åsa", "Müller, Jürgen", "Núñez, Íñigo", "Þór, Æsa"]
    reading = read(trf(names, GAMES, newline=newline).encode(encoding), "event.trf")
    (report,) = reading.reports
    assert [player.name for player in report.players] == names
    assert found(report) == expected(GAMES)


def test_form_feeds_and_unicode_line_separators_end_no_line():
    text = trf(["Ash, Ada\x0b", "Birch,\u2028Ben", "Cole,\x85Cleo", "Dove, Dan"], GAMES)
    assert found(report_of(text)) == expected(GAMES)


def test_names_padded_by_bytes_are_read_by_byte_columns():
    lines = []
    for line in trf(["Дубов, Олег", "Волков, Дина", "Зимин, Анна", "Липин, Илья"], GAMES).split("\n"):
        if line.startswith("001"):
            name = line[14:47].rstrip()
            padded = name + " " * (33 - len(name.encode()))
            line = line[:14] + padded + line[47:]
        lines.append(line)
    reading = read("\n".join(lines).encode(), "event.trf")
    assert codes(reading) == ["byte_columns"]
    assert reading.issues[0].params == {"count": 4}
    assert found(reading.reports[0]) == expected(GAMES)
    assert reading.reports[0].players[0].name == "Дубов, Олег"


@pytest.mark.parametrize("by", [1, 2])
def test_a_left_margin_of_the_whole_file_is_undone(by):
    text = "".join(" " * by + line + "\n" for line in trf(NAMES, GAMES).splitlines())
    reading = read(text.encode(), "event.trf")
    assert codes(reading) == ["file_shifted"]
    assert found(reading.reports[0]) == expected(GAMES)


@pytest.mark.parametrize(
    "move", [lambda line: line[:47] + " " + line[47:], lambda line: line[:40] + line[41:]]
)
def test_a_constant_shift_of_all_players_is_undone(move):
    lines = [move(line) if line.startswith("001") else line for line in trf(NAMES, GAMES).split("\n")]
    reading = read("\n".join(lines).encode(), "event.trf")
    assert codes(reading) == ["file_shifted"]
    assert found(reading.reports[0]) == expected(GAMES)
    assert [player.points for player in reading.reports[0].players] == [3, 1, 1, Decimal("0.5")]


def test_a_shift_of_one_line_is_an_error_with_its_number():
    lines = trf(NAMES, GAMES).split("\n")
    lines[5] = lines[5][:40] + lines[5][41:]
    reading = read("\n".join(lines).encode(), "event.trf")
    assert not reading.reports
    (issue,) = reading.issues
    assert (issue.code, issue.where.line) == ("cell_misaligned", 6)


@pytest.mark.parametrize("tag", ["101", "01 ", "0001", " 001", "00 ", "OO1"])
def test_a_damaged_tag_of_a_player_is_an_error(tag):
    text = trf(NAMES, GAMES).replace("001    2", f"{tag}    2")
    reading = read(text.encode(), "event.trf")
    assert [(issue.code, issue.where.line) for issue in reading.issues] == [("player_line_damaged", 6)]


def test_a_missing_start_number_is_an_error():
    lines = [player_line(number, f"P, {number}", []) for number in (1, 2, 4)]
    reading = read("\n".join([*lines, ""]).encode(), "event.trf")
    assert codes(reading, "error") == ["start_number_missing"]
    assert (reading.issues[0].where.line, reading.issues[0].where.column) == (3, 5)
    assert reading.issues[0].params["number"] == 3


def test_a_start_number_used_twice_is_an_error():
    lines = [player_line(1, "Ash, Ada", []), player_line(1, "Birch, Ben", [])]
    reading = read("\n".join([*lines, ""]).encode(), "event.trf")
    assert [issue.sentence for issue in reading.issues if issue.severity == "error"] == [
        'line 2, columns 15–47 ("Birch, Ben"): Start number 1 is used twice: already in line 1.'
    ]


def test_a_file_that_was_cut_says_so():
    text = trf(NAMES, GAMES)
    reading = read(text[: text.index("001    4") - 12].encode(), "event.trf")
    assert codes(reading, "error") == ["file_truncated"]
    assert reading.issues[0].where.line == 7


def test_blanks_collapsed_by_another_program():
    text = "\n".join(" ".join(line.split()) for line in trf(NAMES * 2, []).split("\n"))
    reading = read(text.encode(), "event.trf")
    assert "columns_lost" in codes(reading, "error")
    assert {issue.where.line for issue in reading.issues if issue.code == "start_number_unreadable"} == set(
        range(5, 13)
    )


def test_unknown_lines_are_listed_and_stray_ones_must_be_ticked():
    text = trf(
        NAMES,
        GAMES,
        header=("012 Open", "052 2024/03/03", "102 Arbiter", "112 One", "112 Two", "DDD SSSS sTTT", "Hello"),
    )
    reading = read(text.encode(), "event.trf")
    listing, stray = (
        next(i for i in reading.issues if i.code == code) for code in ("lines_ignored", "line_stray")
    )
    assert listing.params["lines"] == "102 ×1 (3), 112 ×2 (4), DDD ×1 (6)"
    assert (stray.severity, stray.where.line) == ("warning", 7)


def test_rounds_are_those_in_which_anything_happened():
    absent = [player_line(n, f"P, {n}", [cell(3 - n, "wb"[n - 1], "="), "0000 - Z"]) for n in (1, 2)]
    reading = read("\n".join([*absent, ""]).encode(), "event.trf")
    assert reading.reports[0].rounds == 1
    assert len(reading.reports[0].pairings) == 1
    assert [issue.params for issue in reading.issues if issue.code == "absent_round_dropped"] == [
        {"round": 2}
    ]
    reading = read("\n".join(["XXR 2", *absent, ""]).encode(), "event.trf")
    assert reading.reports[0].rounds == 1  # nobody has played in the second
    assert reading.reports[0].declared_rounds == 2
    assert [pairing.kind for pairing in reading.reports[0].pairings] == [
        Kind.PLAYED,
        Kind.BYE_ZERO,
        Kind.BYE_ZERO,
    ]


def test_142_counts_more_than_xxr():
    report = report_of(trf(NAMES, GAMES, header=("XXR 7", "142 5")))
    assert report.declared_rounds == 5


def test_more_rounds_than_announced_need_a_tick():
    reading = read(trf(NAMES, GAMES, header=("142 2",)).encode(), "event.trf")
    assert codes(reading, "warning") == ["rounds_declared"]
    assert reading.reports[0].rounds == 3


def test_another_number_of_players_than_announced_needs_a_tick():
    assert "players_declared" in codes(
        read(trf(NAMES, GAMES, header=("062 5",)).encode(), "a.trf"), "warning"
    )
    assert report_of(trf(NAMES, GAMES, header=("062 4 (2)",))).declared_players == 4


def test_points_that_are_not_the_sum_are_a_warning_only():
    lines = trf(NAMES, GAMES).replace(" 3.0    1", " 2.0    1")
    reading = read(lines.encode(), "event.trf")
    (issue,) = reading.issues
    assert (issue.code, issue.severity, issue.where.line, issue.where.column) == (
        "points_differ",
        "warning",
        5,
        81,
    )
    assert issue.params == {"number": 1, "declared": Decimal("2.0"), "computed": Decimal(3)}
    assert issue.message == "Player 1 has 2 points in the file, but the results add up to 3."
    assert issue.where.excerpt == ""


def test_a_blank_round_may_hide_a_bye():
    lines = [
        player_line(1, "Ash, Ada", [cell(2, "w", "1"), ""], points=1.5),
        player_line(2, "Birch, Ben", [cell(1, "b", "0"), cell(3, "w", "1")], points=1.0),
        player_line(3, "Cole, Cleo", ["", cell(2, "b", "0")], points=2.0),
    ]
    reading = read("\n".join([*lines, ""]).encode(), "krause.tab")
    assert codes(reading, "warning") == ["points_hide_byes", "points_differ"]  # 3 cannot have 2 points
    assert [pairing.kind for pairing in reading.reports[0].pairings if pairing.white == 1] == [
        Kind.PLAYED,
        Kind.NOT_PAIRED,
    ]


@pytest.mark.parametrize(
    "line", ["162  W 3.0    D 1.0    L 0.0    P 1.0", "XXS W=3 D=1 PAB=1", "BBW 3.0\nBBD  1.0\nBBU 1.0"]
)
def test_three_points_for_a_win_change_event_points_only(line):
    reading = read(trf(NAMES, GAMES, header=line.split("\n")).encode(), "event.trf")
    assert "scoring_unusual" in codes(reading, "warning")
    win, draw = reading.reports[0].pairings[:2]
    assert (win.white_points, win.black_points, win.white_half_points) == (3, 0, 2)
    assert (draw.white_points, draw.black_points, draw.white_half_points) == (1, 1, 1)
    (bye,) = [p for p in reading.reports[0].pairings if p.kind is Kind.BYE_PAIRING]
    assert (bye.white_points, bye.white_half_points) == (1, 2)
    (forfeit,) = [p for p in reading.reports[0].pairings if p.kind is Kind.FORFEIT]
    assert (forfeit.white_points, forfeit.black_points) == (3, 0)


def test_abnormal_points_of_2026_are_part_of_the_sum():
    text = trf(NAMES, GAMES, header=("052 2024/03/03", "299           2.0    1    4")).replace(
        " 0.5    4", " 2.5    4"
    )
    assert codes(read(text.encode(), "event.trf")) == []


def test_byes_listed_a_second_time_are_one_bye_with_two_sources():
    reading = read(trf26(NAMES, GAMES).encode(), "event.trf")
    assert reading.format == "trf26"
    assert codes(reading) == []
    (half,) = [p for p in reading.reports[0].pairings if p.kind is Kind.BYE_HALF]
    assert len(half.sources) == 2


def test_byes_of_rounds_to_come_stand_only_in_the_list():
    header = ("052 2024/03/03", "142 5", "240 H   4    3", "240 Z   5    1    2")
    reading = read(trf(NAMES, GAMES, header=header).encode(), "event.trf")
    report = reading.reports[0]
    assert (report.rounds, report.declared_rounds) == (3, 5)
    to_come = [(p.round, p.white, p.kind) for p in report.pairings if p.round > 3]
    assert to_come == [(4, 3, Kind.BYE_HALF), (5, 1, Kind.BYE_ZERO), (5, 2, Kind.BYE_ZERO)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("240 H   1    1", "bye_record_contradicts"),  # who played in that round
        ("240 H   4    9", "bye_record_contradicts"),  # who does not exist
        ("240 H  4    1", "bye_record_unreadable"),
        ("240 H   4   1", "bye_record_unreadable"),
        ("240 X   4    1", "bye_record_unreadable"),
        ("240 H   4", "bye_record_unreadable"),
    ],
)
def test_a_list_of_byes_that_cannot_be_right_changes_nothing(line, code):
    reading = read(trf(NAMES, GAMES, header=("052 2024/03/03", line)).encode(), "event.trf")
    assert codes(reading, "warning") == [code]
    assert found(reading.reports[0]) == expected(GAMES)


def test_in_a_team_event_only_the_games_are_read():
    header = (
        "052 2024/03/03",
        "192 FIDE_TEAM_SWISS",
        "240 H   1    1",
        "310   1 Alpha",
        "330 +-   1   1   2",
    )
    reading = read(trf(NAMES, GAMES, header=header).encode(), "event.trf")
    assert codes(reading) == ["team_records_ignored", "lines_ignored"]
    assert found(reading.reports[0]) == expected(GAMES)
    assert reading.reports[0].format == "other"


def test_national_ratings_are_passed_over():
    national = player_line(2, "Birch, Ben", [], tag="FRA")[:80].rstrip()
    reading = read((trf(NAMES, GAMES) + national + "\n").encode(), "event.trf")
    assert (codes(reading), reading.format) == ([], "trf26")
    lost = player_line(77, "Nobody", [], tag="FRA")[:80].rstrip()
    assert codes(read((trf(NAMES, GAMES) + lost + "\n").encode(), "event.trf")) == ["line_stray"]


def test_equal_names_need_a_tick():
    reading = read(trf(["Ash, Ada", "Ash, Ada", "Cole, Cleo", "Dove, Dan"], GAMES).encode(), "event.trf")
    assert [(issue.severity, issue.params) for issue in reading.issues] == [
        ("warning", {"count": 2, "name": "Ash, Ada"})
    ]


@pytest.mark.parametrize(
    ("line", "format_"),
    [
        ("092 Individual: Swiss-System (Standard)", "swiss"),
        ("192 FIDE_DUTCH_2025", "swiss"),
        ("092 Schweizer System", "swiss"),
        ("092 Round Robin", "round_robin"),
        ("192 BERGER_STD", "round_robin"),
        ("092 Team Swiss", "other"),
        ("092 Tournament", ""),
    ],
)
def test_the_format_of_the_event(line, format_):
    assert report_of(trf(NAMES, GAMES, header=(line,))).format == format_


@pytest.mark.parametrize(
    ("header", "last_day", "choices"),
    [
        (("042 2025/09/13", "052 2025/09/14"), date(2025, 9, 14), ()),
        (("052 31. 07. 2005",), date(2005, 7, 31), ()),
        (("052 Jun 30, 2020",), date(2020, 6, 30), ()),
        (("052 03/04/2011",), None, (date(2011, 3, 4), date(2011, 4, 3))),
        (("042 24/09/2010", "052 02/10/2010"), date(2010, 10, 2), ()),
        (("042 11.09.26", "052 12.04.01"), date(2012, 4, 1), ()),  # every other reading ends before it begins
        (("052 25/08/18",), None, (date(2018, 8, 25), date(2025, 8, 18))),
        (("042 2024/03/02",), None, (date(2024, 3, 2),)),
        (("052 next summer",), None, ()),
        ((), None, ()),
        (("042 2024/03/05", "052 2024/03/01"), None, (date(2024, 3, 1), date(2024, 3, 5))),
    ],
)
def test_the_last_day_is_read_or_left_to_a_person(header, last_day, choices):
    report = report_of(trf(NAMES, GAMES, header=header))
    assert (report.last_day, report.day_choices) == (last_day, choices)


def test_a_day_that_does_not_exist_is_an_error():
    reading = read(trf(NAMES, GAMES, header=("052 2024/02/30",)).encode(), "event.trf")
    assert [issue.sentence for issue in reading.issues] == [
        'line 1, columns 5–14 ("2024/02/30"): There is no such day: "2024/02/30".'
    ]


def test_dates_of_rounds():
    rounds = "132" + " " * 88 + "25/09/13  25/09/13  25/09/14"
    report = report_of(trf(NAMES, GAMES, header=("042 2025/09/13", "052 2025/09/14", rounds)))
    assert report.round_dates == (date(2025, 9, 13), date(2025, 9, 13), date(2025, 9, 14))


def test_dates_of_rounds_in_a_strange_order_are_believed_inside_the_event():
    rounds = "132" + " " * 88 + "11.25.02  11.26.02  11.27.02"
    report = report_of(trf(NAMES, GAMES, header=("042 25.02.2011", "052 27.02.2011", rounds)))
    assert report.round_dates == (date(2011, 2, 25), date(2011, 2, 26), date(2011, 2, 27))
    assert report_of(trf(NAMES, GAMES, header=(rounds,))).round_dates == ()


def test_the_rounds_can_tell_how_the_days_are_written():
    rounds = "132" + " " * 88 + "18/04/08  18/04/15  18/05/27"
    report = report_of(trf(NAMES, GAMES, header=("042 08/04/2018", "052 10/06/2018", rounds)))
    assert (report.first_day, report.last_day) == (date(2018, 4, 8), date(2018, 6, 10))


def test_rounds_after_the_last_day_need_a_tick():
    rounds = "132" + " " * 88 + "25/09/13  25/09/13  25/09/20"
    reading = read(trf(NAMES, GAMES, header=("052 2025/09/14", rounds)).encode(), "event.trf")
    assert codes(reading) == ["round_dates_outside"]


def test_no_board_is_invented():
    assert {pairing.board for pairing in report_of(trf(NAMES, GAMES)).pairings} == {None}
