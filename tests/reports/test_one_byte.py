"""One byte lost or added anywhere in a sound file: the same pairings, or somebody is told.

`Sound` is a file that is read without a warning: where there is one, a person looks at the event anyway.
"Told" is a new error or warning. Two notes count as well, because they stand for a bye at most, or for a
sign that is mentioned each time it is used (see SMALL_NOTES).
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reports.writers import CSV_RESULT, KIND_AND_SCORES, Game, expected, found, results_csv, trf, trf26
from wagtail_ladder.reports import Severity, read

SMALL_NOTES = {
    "absent_round_dropped",  # a round of absences only, when the announced number of rounds is damaged
    "csv_short_results",  # an empty result that becomes "="
}
BYTES = [bytes([byte]) for byte in b' 012=+-wH\n\r,;"F\xbd']

NAMES = ["Ash, Ada", "Birch, Ben", "Cole, Cleo", "Dove, Dan", "Elm, Eve"]
GAMES = [
    Game(1, 1, 2, "10"),
    Game(1, 3, 4, "=="),
    Game(1, 5, None, "U"),
    Game(2, 4, 1, "01"),
    Game(2, 2, None, "H"),
    Game(2, 5, 3, "WL"),
    Game(3, 1, 3, "+-"),
    Game(3, 5, 4, "--"),
    Game(3, 2, None, "Z"),
]
LETTERS = ["Åsa Ångström", "Jürgen Müller", "Íñigo Núñez", "Þór Ægir", "Żak Łuk"]
WITHOUT_W = [game for game in GAMES if game.result != "WL"]
FEW = [game for game in GAMES if game.round < 3 and 5 not in (game.white, game.black)]
LONG = [Game(round_, 1 + round_ % 2, 2 - round_ % 2, "10") for round_ in range(1, 12)]
DATED = """date;round;board;white;black;result
2024-03-01;1;1;Ash;Birch;1-0
2024-03-01;1;2;Cole;Dove;½-½
2024-03-02;2;1;Dove;Ash;0-1
2024-03-02;2;2;Birch;Cole;remis
2024-03-03;3;1;Ash;Cole;+:-
2024-03-03;3;2;Birch;;bye
"""


def padded_by_bytes(text):
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("001"):
            surplus = len(line[14:47].encode()) - 33
            lines[number] = line[: 47 - surplus] + line[47:]
    return "\n".join(lines)


SOUND = {
    "TRF16": trf(NAMES, GAMES).encode(),
    "TRF16, CRLF, UTF-8": trf(LETTERS, GAMES, newline="\r\n").encode(),
    "TRF16, CR, without header": trf(NAMES, GAMES, header=(), newline="\r").encode(),
    "TRF16, padded by bytes": padded_by_bytes(trf(LETTERS, GAMES)).encode(),
    "TRF16, cp1252": trf(["Åsa", "Jürgen", "Íñigo", "Þór", "Ægir"], GAMES).encode("cp1252"),
    "TRF26": trf26(NAMES, GAMES).encode(),
    "CSV": results_csv(LETTERS, WITHOUT_W).encode(),
    "CSV, semicolons": results_csv(NAMES, WITHOUT_W, ";", "\r\n").encode("utf-8-sig"),
    "CSV, quotes": results_csv([f'"{name}"' for name in NAMES], WITHOUT_W).encode(),
    "CSV, eleven rounds": results_csv(["Ada Ash", "Ben Birch"], LONG).encode(),
    "CSV, cp1252": results_csv(["Åsa", "Jürgen", "Íñigo", "Þór", "Ægir"], WITHOUT_W, "\t", "\r").encode(
        "cp1252"
    ),
    "CSV, dated": DATED.encode(),
    "TRF16, small": trf(NAMES[:4], FEW, header=("012 Open",)).encode(),
    "TRF26, small": trf26(NAMES[:4], FEW).encode(),
    "CSV, small": results_csv(LETTERS, FEW[:3]).encode(),
}


def filename(kind):
    return "event.csv" if kind.startswith("CSV") else "event.trf"


def told(issues):
    """What somebody is told, as a multiset."""
    return Counter(
        (issue.code, issue.where, str(sorted(issue.params.items())))
        for issue in issues
        if issue.severity is not Severity.INFO or issue.code in SMALL_NOTES
    )


def assert_same_or_told(before, content, name):
    after = read(content, name)
    if after.has_errors:
        assert after.reports == ()
        return
    if found(after.reports[0]) != found(before.reports[0]):
        assert told(after.issues) - told(before.issues), content


@pytest.mark.parametrize("kind", SOUND)
def test_the_files_are_sound(kind):
    reading = read(SOUND[kind], filename(kind))
    assert [issue.sentence for issue in reading.issues if issue.severity is not Severity.INFO] == []
    assert len(reading.reports) == 1


@pytest.mark.parametrize("kind", SOUND)
def test_every_byte_lost(kind):
    content, name = SOUND[kind], filename(kind)
    before = read(content, name)
    for at in range(len(content)):
        assert_same_or_told(before, content[:at] + content[at + 1 :], name)


@pytest.mark.parametrize("kind", ["TRF16, small", "TRF26, small", "CSV, small", "CSV, eleven rounds"])
def test_bytes_added_everywhere(kind):
    content, name = SOUND[kind], filename(kind)
    before = read(content, name)
    for at in range(len(content) + 1):
        for byte in BYTES:
            assert_same_or_told(before, content[:at] + byte + content[at:], name)


@pytest.mark.parametrize("kind", SOUND)
@settings(max_examples=80, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_byte_added_anywhere(kind, data):
    content, name = SOUND[kind], filename(kind)
    at = data.draw(st.integers(0, len(content)))
    byte = data.draw(st.binary(min_size=1, max_size=1))
    assert_same_or_told(read(content, name), content[:at] + byte + content[at:], name)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(content=st.binary(max_size=400), name=st.sampled_from(["a.trf", "a.csv", "a.tunx", "a", "a.xlsx"]))
def test_no_bytes_whatever_raise(content, name):
    reading = read(content, name)
    assert reading.issues or reading.reports


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data())
def test_no_damage_whatever_raises(data):
    """Stretches cut, doubled and mixed up: anything may come out but an exception."""
    content = SOUND[data.draw(st.sampled_from(sorted(SOUND)))]
    pieces = data.draw(st.lists(st.tuples(st.integers(0, len(content)), st.integers(0, 200)), max_size=8))
    reading = read(b"".join(content[start : start + length] for start, length in pieces), "a.csv")
    assert reading.issues or reading.reports


# Write an event, read it back


@st.composite
def events(draw, results=tuple(KIND_AND_SCORES)):
    """Up to nine players and seven rounds, everybody at most once a round."""
    count = draw(st.integers(2, 9))
    two_sided = [result for result in results if len(result) == 2]
    one_sided = [result for result in results if len(result) == 1]
    games = []
    for round_ in range(1, draw(st.integers(1, 7)) + 1):
        order = draw(st.permutations(range(1, count + 1)))
        paired = draw(st.integers(0 if round_ > 1 else 1, count // 2))
        for board in range(paired):
            white, black = order[2 * board : 2 * board + 2]
            games.append(Game(round_, white, black, draw(st.sampled_from(two_sided))))
        games += [
            Game(round_, player, None, draw(st.sampled_from(one_sided)))
            for player in order[2 * paired :]
            if draw(st.booleans())
        ]
    return [f"Player, {'ABCDEFGHI'[number] * 3}" for number in range(count)], games


@settings(max_examples=100, deadline=None, derandomize=True)
@given(events())
def test_an_event_written_as_trf16_is_read_back(event):
    names, games = event
    (report,) = read(trf(names, games).encode(), "event.trf").reports
    assert found(report) == expected([game for game in games if game.round <= report.rounds])
    assert all(game.result == "Z" for game in games if game.round > report.rounds)  # nobody came


@settings(max_examples=100, deadline=None, derandomize=True)
@given(events())
def test_an_event_written_as_trf26_is_read_back(event):
    names, games = event
    (report,) = read(trf26(names, games).encode(), "event.trf").reports
    assert found(report) == expected(games)
    assert [player.name for player in report.players] == names


@settings(max_examples=100, deadline=None, derandomize=True)
@given(events(results=tuple(CSV_RESULT)), st.sampled_from([";", "\t"]))
def test_an_event_written_as_csv_is_read_back(event, delimiter):
    names, games = event
    (report,) = read(results_csv(names, games, delimiter).encode(), "event.csv").reports
    by_name = {player.number: player.name for player in report.players}
    assert sorted((r, by_name[w], by_name.get(b, ""), *rest) for r, w, b, *rest in found(report)) == sorted(
        (r, names[w - 1], names[b - 1] if b else "", *rest) for r, w, b, *rest in expected(games)
    )
