"""Files made to hurt: each gets a sentence, in time that grows with its size and no faster."""

import time

import pytest

from tests.reports.writers import Game, cell, player_line, results_csv, trf
from wagtail_ladder.reports import read

MEGABYTE = 1024**2
HEADING = b"round,white,black,result\n"


def codes(reading):
    return {issue.code for issue in reading.issues}


def test_thirty_megabytes_are_refused_unread():
    content = b"001    1" + b" " * 30 * MEGABYTE
    start = time.process_time()
    reading = read(content, "event.trf")
    assert time.process_time() - start < 0.1
    assert [issue.sentence for issue in reading.issues] == [
        "The file is larger than 5 MB. A tournament file is never that large."
    ]


def test_three_thousand_players_and_no_more():
    lines = [player_line(number, f"P, {number}", []) for number in range(1, 3002)]
    assert read("\n".join([*lines[:-1], ""]).encode(), "event.trf").reports
    reading = read("\n".join([*lines, ""]).encode(), "event.trf")
    assert [issue.sentence for issue in reading.issues if issue.severity == "error"] == [
        "line 3001: The file has more than 3000 players."
    ]
    rows = "".join(f"1,White {number},Black {number},1-0\n" for number in range(1501))
    assert codes(read(HEADING + rows.encode(), "event.csv")) == {"too_many_players"}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"012 " + b"x" * 5000 + b"\n001    1      Ash, Ada\n", "name_too_long"),
        (
            trf(["A" * 10, "Birch"], [Game(1, 1, 2, "10")]).replace("A" * 10, "A" * 5000).encode(),
            "line_misaligned",
        ),
        (HEADING + b"1," + b"A" * 5000 + b",Birch,1-0\n", "name_too_long"),
        (HEADING + b"1," + b"A" * 200_000 + b",Birch,1-0\n", "csv_quotes"),
    ],
)
def test_a_name_of_many_characters_is_refused(content, code):
    reading = read(content, "event.csv" if content.startswith(HEADING) else "event.trf")
    assert code in codes(reading)
    assert not reading.reports


def test_the_same_fault_in_every_line_is_not_told_a_thousand_times():
    reading = read(HEADING + b"1,Ash,Birch,2-0\n" * 1000, "event.csv")
    assert len(reading.issues) == 21
    assert reading.issues[-1].sentence == "More errors of this kind (csv_result_unknown): 980."


def test_a_cell_in_a_far_round_does_not_make_millions_of_empty_ones():
    lines = [player_line(number, f"P, {number}", []) for number in range(3, 3001)]
    far = [player_line(n, f"P, {n}", [""] * 90 + [cell(3 - n, "wb"[n - 1], "=")]) for n in (1, 2)]
    assert codes(read("\n".join([*far, *lines, ""]).encode(), "event.trf")) == {"too_many_pairings"}


def test_ninety_nine_rounds_and_no_more():
    """As many as an event can have here."""
    names = ["Ash, Ada", "Birch, Ben"]
    (report,) = read(trf(names, [Game(99, 1, 2, "10")]).encode(), "event.trf").reports
    assert report.rounds == 99
    for content, filename in (
        (trf(names, [Game(100, 1, 2, "10")]), "event.trf"),
        (results_csv(["Ash", "Birch"], [Game(100, 1, 2, "10")]), "event.csv"),
    ):
        reading = read(content.encode(), filename)
        assert "too_many_rounds" in codes(reading)
        assert not reading.reports


FIVE = 5 * MEGABYTE - 200
SPITEFUL = {
    "one line of letters": b"x" * FIVE,
    "one line of zeros": b"001    1" + b"0" * FIVE,
    "one endless player": b"001    1      Ash" + b" " * 74 + b"   2 w 1  " * (FIVE // 10 - 20),
    "line ends": b"001    1      Ash\n" + b"\n" * FIVE,
    "stray lines": b"001    1      Ash\n" + b"q\n" * (FIVE // 2),
    "players without end": b"001    1      Ash\n" * (FIVE // 18),
    "open brackets": b"062 " + b"(" * FIVE,
    "letters in XXS": b"001    1      Ash\nXXS " + b"A" * FIVE,
    "digits": b"001    1      Ash\n082 " + b"9" * FIVE,
    "blanks in a date": b"001    1      Ash\n052 1" + b" " * FIVE + b"1",
    "high bytes": b"001    1      Ash\n012 " + b"\xc0" * FIVE,
    "long rulers": b"001    1      Ash\n" + b"1234567890" * (FIVE // 10) + b"x",
    "one row of commas": HEADING + b"," * FIVE,
    "one row of quotes": HEADING + b'"' * FIVE,
    "a heading of commas": b"," * FIVE + b"\n1,2",
    "rows": HEADING + b"1,Ash,Birch,1-0\n" * (FIVE // 16),
    "rows below the limit": HEADING + b"1,Ash,Birch,1-0\n" * 150_000,
    "stray lines below the limit": b"001    1      Ash\n" + b"Wherefore art thou\n" * 190_000,
    "names alike": HEADING
    + b"".join(b"%d,%s%04d,%s%04d,1-0\n" % (1, b"A" * 190, n, b"B" * 190, n) for n in range(1490)),
    "brackets of JSON": b"[" * FIVE,
    "NULs": b"001 " + b"\x00" * FIVE,
}


@pytest.mark.parametrize("kind", SPITEFUL)
def test_five_spiteful_megabytes(kind):
    start = time.process_time()
    reading = read(SPITEFUL[kind], "event.csv" if SPITEFUL[kind].startswith(HEADING) else "event.trf")
    assert time.process_time() - start < 20  # a few seconds on a busy machine; anything quadratic takes hours
    assert reading.issues


def test_a_large_event_takes_a_fraction_of_a_second():
    names = [f"Player, P{number}" for number in range(1, 1137)]
    games = [Game(round_, n, n + 568, "==") for round_ in range(1, 8) for n in range(1, 569)]
    for content, filename in (
        (trf(names, games), "event.trf"),
        (results_csv([n.replace(",", "") for n in names], games), "a.csv"),
    ):
        start = time.process_time()
        reading = read(content.encode(), filename)
        assert time.process_time() - start < 1.5
        assert len(reading.reports[0].pairings) == 7 * 568
