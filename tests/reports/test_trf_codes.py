"""One test per row of the table of result codes: what each sign of a TRF means for the rating."""

import pytest

from tests.reports.writers import cell, player_line
from wagtail_ladder.kinds import Kind
from wagtail_ladder.reports import read

HEADER = "012 Codes\n052 2024/03/03\n"


def read_cells(*cells):
    """One round of an event; one string of ten columns for each player."""
    lines = [player_line(number, f"Player, P{number}", [text]) for number, text in enumerate(cells, start=1)]
    return read((HEADER + "\n".join(lines) + "\n").encode(), "codes.trf")


def only_pairing(reading):
    assert not reading.has_errors, [issue.sentence for issue in reading.issues]
    (report,) = reading.reports
    return report.pairings[0]


def codes(reading, severity=None):
    return [issue.code for issue in reading.issues if severity in (None, issue.severity)]


@pytest.mark.parametrize(
    ("white", "black", "kind", "half_points"),
    [
        ("1", "0", Kind.PLAYED, (2, 0)),
        ("0", "1", Kind.PLAYED, (0, 2)),
        ("=", "=", Kind.PLAYED, (1, 1)),
        ("=", "0", Kind.PLAYED, (1, 0)),
        ("0", "=", Kind.PLAYED, (0, 1)),
        ("0", "0", Kind.PLAYED, (0, 0)),
        ("W", "L", Kind.PLAYED_UNRATED, (2, 0)),
        ("l", "w", Kind.PLAYED_UNRATED, (0, 2)),
        ("D", "d", Kind.PLAYED_UNRATED, (1, 1)),
        ("+", "-", Kind.FORFEIT, (2, 0)),
        ("-", "+", Kind.FORFEIT, (0, 2)),
        ("-", "-", Kind.DOUBLE_FORFEIT, (0, 0)),
        ("Z", "Z", Kind.SCHEDULED, (None, None)),
        ("z", " ", Kind.SCHEDULED, (None, None)),
        (" ", " ", Kind.SCHEDULED, (None, None)),
    ],
)
def test_two_codes_of_one_pairing(white, black, kind, half_points):
    pairing = only_pairing(read_cells(cell(2, "w", white), cell(1, "b", black)))
    assert (pairing.white, pairing.black, pairing.kind) == (1, 2, kind)
    assert (pairing.white_half_points, pairing.black_half_points) == half_points
    assert [source.line for source in pairing.sources] == [3, 4]


@pytest.mark.parametrize(
    ("white", "black"),
    [pair.split("/") for pair in "1/1 1/= =/1 +/+ 1/ 0/ 1/- +/0 1/L W/W W/D D/= Z/1".split()],
)
def test_codes_that_contradict_each_other_are_refused_with_both_lines(white, black):
    reading = read_cells(cell(2, "w", white or " "), cell(1, "b", black or " "))
    assert codes(reading, "error") == ["results_contradict"]
    assert not reading.reports
    issue = reading.issues[0]
    assert (issue.where.line, issue.where.column, issue.where.end_column) == (3, 92, 99)
    assert issue.params["other_line"] == 4


@pytest.mark.parametrize(
    ("white", "black", "scores"), [("=", "0", "½–0"), ("0", "=", "0–½"), ("0", "0", "0–0")]
)
def test_scores_that_do_not_sum_to_one_need_a_tick(white, black, scores):
    reading = read_cells(cell(2, "w", white), cell(1, "b", black))
    (issue,) = [issue for issue in reading.issues if issue.code == "result_uneven"]
    assert issue.severity == "warning"
    assert issue.params["result"] == scores


@pytest.mark.parametrize(
    ("text", "kind", "half_points"),
    [
        ("0000 - H", Kind.BYE_HALF, 1),
        ("0000 - F", Kind.BYE_FULL, 2),
        ("0000 - U", Kind.BYE_PAIRING, 2),
        ("0000 - Z", Kind.BYE_ZERO, 0),
        ("0000 - h", Kind.BYE_HALF, 1),
        ("       H", Kind.BYE_HALF, 1),  # Lichess
        ("       -", Kind.BYE_ZERO, 0),  # Lichess: absent
        ("0000 - =", Kind.BYE_HALF, 1),  # TRF06
        ("0000 - +", Kind.BYE_FULL, 2),  # TRF06, and boards of a team match that was forfeited
        ("0000 - -", Kind.BYE_ZERO, 0),
        ("0000 -  ", Kind.BYE_ZERO, 0),
        ("     -  ", Kind.NOT_PAIRED, None),  # SwissPerfect
        ("   0    ", Kind.NOT_PAIRED, None),
        ("        ", Kind.NOT_PAIRED, None),
    ],
)
def test_a_code_without_an_opponent(text, kind, half_points):
    reading = read_cells(cell(2, "w", "1"), cell(1, "b", "0"), text)
    assert not reading.has_errors
    (pairing,) = [pairing for pairing in reading.reports[0].pairings if pairing.white == 3]
    assert (pairing.kind, pairing.black, pairing.white_half_points) == (kind, None, half_points)
    assert kind.is_one_sided


@pytest.mark.parametrize("code", ["1", "0", "W", "D", "L"])
def test_a_played_result_needs_an_opponent(code):
    reading = read_cells(cell(2, "w", "1"), cell(1, "b", "0"), f"0000 w {code}")
    assert codes(reading, "error") == ["played_alone"]


@pytest.mark.parametrize("code", ["H", "F", "U"])
def test_a_bye_has_no_opponent(code):
    reading = read_cells(cell(2, "w", code), cell(1, "b", "0"))
    assert codes(reading, "error") == ["bye_with_opponent"]


def test_an_unknown_code_is_named_with_its_columns():
    reading = read_cells(cell(2, "w", "X"), cell(1, "b", "0"))
    assert reading.issues[0].sentence == (
        'line 3, columns 92–99 ("   2 w X"): Unknown result code "X" in round 1 of player 1. '
        "Expected 1, =, 0, +, -, W, D, L, H, F, U, Z or blank."
    )


@pytest.mark.parametrize(
    ("white", "black", "half_points"), [("+", " ", (2, 0)), (" ", "+", (0, 2)), ("-", " ", (0, 2))]
)
def test_a_forfeit_that_only_one_side_mentions_is_read_as_one_and_must_be_ticked(white, black, half_points):
    reading = read_cells(cell(2, "w", white), cell(1, "b", black))
    assert "forfeit_one_sided" in codes(reading, "warning")
    pairing = only_pairing(reading)
    assert (pairing.kind, pairing.white_half_points, pairing.black_half_points) == (
        Kind.FORFEIT,
        *half_points,
    )


def test_without_colours_the_first_in_the_file_is_white():
    reading = read_cells(cell(2, "-", "0"), cell(1, " ", "1"))
    pairing = only_pairing(reading)
    assert (pairing.white, pairing.white_half_points) == (1, 0)
    assert "colours_unknown" in codes(reading, "info")


def test_one_known_colour_is_enough():
    pairing = only_pairing(read_cells(cell(2, "-", "0"), cell(1, "w", "1")))
    assert (pairing.white, pairing.black, pairing.white_half_points) == (2, 1, 2)


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ((cell(2, "w", "1"), cell(1, "w", "0")), "same_colour"),
        ((cell(1, "w", "1"), cell(1, "b", "0")), "own_opponent"),
        ((cell(9, "w", "1"), cell(1, "b", "0")), "opponent_unknown"),
        ((cell(2, "w", "1"), cell(3, "b", "0"), cell(2, "w", "1")), "not_reciprocal"),
        ((cell(2, "w", "1"), "0000 - Z"), "opponent_alone"),
    ],
)
def test_pairings_that_cannot_be(cells, code):
    reading = read_cells(*cells)
    assert code in codes(reading, "error")
    assert not reading.reports
    assert all(
        issue.where.line >= 3 and issue.where.column == 92 for issue in reading.issues if issue.code == code
    )


def test_a_name_of_which_nothing_can_be_seen_is_refused_with_its_line_and_columns():
    lines = [player_line(1, "Player, P1", [cell(2, "w", "1")]), player_line(2, "\u3164", [cell(1, "b", "0")])]
    reading = read((HEADER + "\n".join(lines) + "\n").encode(), "codes.trf")
    (issue,) = [issue for issue in reading.issues if issue.severity == "error"]
    assert (issue.code, issue.where.line) == ("name_invisible", 4)
    assert (issue.where.column, issue.where.end_column) == (15, 47), "the columns of a name in a TRF"
    assert not reading.reports
