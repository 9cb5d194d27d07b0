"""The tournament files beside the project: sound ones with counts, damaged ones with outcomes."""

import csv
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from wagtail_ladder.kinds import Kind
from wagtail_ladder.reports import read

FILES = Path(__file__).parents[2].parent / "shared" / "files"
EXPECTED = FILES / "expected.csv"
ROWS = list(csv.DictReader(EXPECTED.open(encoding="utf-8"))) if EXPECTED.exists() else []

pytestmark = pytest.mark.skipif(not ROWS, reason="the folder shared/files does not stand beside the project")


def read_file(name, **options):
    return read((FILES / name).read_bytes(), Path(name).name, **options)


def errors(reading):
    return [issue for issue in reading.issues if issue.severity == "error"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_counts(row):
    reading = read_file(row["file"])
    assert not errors(reading)
    (report,) = reading.reports
    kinds = Counter(pairing.kind for pairing in report.pairings)
    counts = {
        "players": len(report.players),
        "rounds": report.rounds,
        "played": kinds[Kind.PLAYED],
        "unrated_played": kinds[Kind.PLAYED_UNRATED],
        "forfeit_pairs": kinds[Kind.FORFEIT],
        "double_forfeits": kinds[Kind.DOUBLE_FORFEIT],
        "full_or_pairing_byes": kinds[Kind.BYE_FULL] + kinds[Kind.BYE_PAIRING],
        "half_byes": kinds[Kind.BYE_HALF],
        "zero_byes": kinds[Kind.BYE_ZERO],
        "unfinished": kinds[Kind.SCHEDULED],
    }
    assert counts == {name: int(row[name]) for name in counts}
    assert all(player.name for player in report.players)


@pytest.mark.parametrize(
    ("name", "page", "letters"),
    [
        ("demo_greek_cp1253.trf", "cp1253", "[Α-Ωα-ωΆ-ώ]"),
        ("demo_cyrillic_cp1251.trf", "cp1251", "[А-Яа-яЁё]"),
        ("demo_turkish_cp1254.trf", "cp1254", "[A-Za-zçÇğĞıİöÖşŞüÜ]"),
        ("demo_latin_cp1252.trf", "cp1252", "[A-Za-zÀ-ž?]"),
        ("demo_utf16le_bom.trf", None, "[A-Za-zÀ-ž?]"),
        ("demo_utf8_bom_crlf.trf", None, "[A-Za-zÀ-ž?]"),
        ("demo_cr_only.trf", None, "[A-Za-zÀ-ž?]"),
    ],
)
def test_names_can_be_read_in_the_encoding_that_the_preview_offers(name, page, letters):
    by_itself = read_file(f"encodings-and-damage/{name}")
    if page and by_itself.encoding != page:
        assert page in by_itself.encodings
        if "turkish" not in name:  # Turkish and Western letters cannot be told apart without a dictionary
            assert by_itself.encodings[0] == page
    chosen = read_file(f"encodings-and-damage/{name}", encoding=page)
    for player in chosen.reports[0].players:
        assert re.fullmatch(f"{letters}+\\d*(?:[ ,.'-]+{letters}+)*", player.name), player.name


@pytest.mark.parametrize(
    ("name", "code", "lines"),
    [
        ("trf16-malformed/py4swiss_incompatible_result.trf", "results_contradict", {2}),
        ("trf16-malformed/py4swiss_invalid_code.trf", "player_line_damaged", {7}),
        ("trf16-malformed/py4swiss_missing_starting_number.trf", "start_number_missing", {7}),
        ("encodings-and-damage/demo_leading_space_shift.trf", "player_line_damaged", set(range(18, 151, 7))),
        ("encodings-and-damage/demo_tabs_collapsed.trf", "start_number_unreadable", set(range(14, 34))),
        ("encodings-and-damage/demo_truncated_midline.trf", "file_truncated", {67}),
    ],
)
def test_damaged_files_are_refused_with_line_and_column(name, code, lines):
    reading = read_file(name)
    found = [issue for issue in errors(reading) if issue.code == code]
    assert {issue.where.line for issue in found} == lines
    assert all(issue.where.column for issue in found)
    assert reading.reports == ()


def test_wrong_points_are_only_a_warning():
    reading = read_file("trf16-malformed/py4swiss_incorrect_points.trf")
    assert [issue.code for issue in reading.issues if issue.severity == "warning"] == ["points_differ"]
    assert len(reading.reports) == 1


def test_names_padded_by_bytes_are_read_with_a_note():
    reading = read_file("encodings-and-damage/demo_utf8_byte_padded_names.trf")
    assert "byte_columns" in {issue.code for issue in reading.issues}
    kinds = Counter(pairing.kind for pairing in reading.reports[0].pairings)
    assert (kinds[Kind.PLAYED], kinds[Kind.FORFEIT], kinds[Kind.BYE_HALF]) == (396, 15, 99)


def test_hidden_byes_are_explained():
    reading = read_file("trf06-krause/icu_bunratty_minor_2011.tab")
    assert {issue.code for issue in reading.issues if issue.severity == "warning"} == {"points_hide_byes"}


@pytest.mark.parametrize(
    ("folder", "code"),
    [("crosstable-csv", "format_crosstable"), ("pgn", "format_pgn"), ("lichess", "format_json")],
)
def test_what_is_not_read_yet_is_refused_by_name(folder, code):
    paths = sorted((FILES / folder).iterdir())
    assert paths
    for path in paths:
        assert [issue.code for issue in errors(read(path.read_bytes(), path.name))] == [code]


def test_eleven_hundred_players_take_a_fraction_of_a_second():
    content = (FILES / "encodings-and-damage" / "big_1136_players.trf").read_bytes()
    start = time.process_time()
    read(content, "big.trf")
    assert time.process_time() - start < 1
