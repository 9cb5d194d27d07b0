"""A list of names: one a line, whatever a spreadsheet or a teacher makes of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wagtail_ladder.reports import read_names


def names(text):
    return [typed.name for typed in read_names(text.encode()).names]


def errors(text):
    listed = read_names(text.encode() if isinstance(text, str) else text)
    assert listed.has_errors and not listed.names
    return [
        (issue.code, issue.where and issue.where.line) for issue in listed.issues if issue.severity == "error"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Keller\nBen Okafor\n", ["Anna Keller", "Ben Okafor"]),
        ("Anna Keller\r\n\r\n  Ben  Okafor  \r\n", ["Anna Keller", "Ben  Okafor"]),
        ("Name\nAnna\n", ["Anna"]),
        ("Anna\nName\n", ["Anna", "Name"]),
        ("ΟΝΟΜΑΤΕΠΏΝΥΜΟ\nΝίκος\n", ["Νίκος"]),
        ('"Keller, Anna"\n"O""Hara"\n', ["Keller, Anna", 'O"Hara']),
        ("Keller, Anna\n", ["Keller, Anna"]),
        ("Anna;\nBen,,\nCara\t\t\n", ["Anna", "Ben", "Cara"]),
        ("1. Anna\n2) Ben\n12.Cara", ["Anna", "Ben", "Cara"]),
        ('"Anna\n', ['"Anna']),
        ("علی رضایی\nЮрій\n<b>Ben</b>\n", ["علی رضایی", "Юрій", "<b>Ben</b>"]),
        ("sep=;\nAnna\n", ["Anna"]),
        ("A" * 200, ["A" * 200]),
    ],
)
def test_one_name_a_line(text, expected):
    assert names(text) == expected


def test_every_name_knows_its_line():
    listed = read_names(b"\nAnna\n\nBen\n")
    assert [(typed.line, typed.name) for typed in listed.names] == [(2, "Anna"), (4, "Ben")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("names_none", None)]),
        ("\n \n\n", [("names_none", None)]),
        ("Name\n", [("names_none", None)]),
        ("Anna\nBen;1500\nCara\nDan\t1600", [("names_columns", 2), ("names_columns", 4)]),
        ("Anna, 1500", [("names_columns", 1)]),
        ("Anna,Keller,F", [("names_columns", 1)]),
        ("Anna\n" + "B" * 201, [("name_too_long", 2)]),
        ("\n".join(f"Player {chr(65 + n % 26)}" for n in range(501)), [("names_too_many", 501)]),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), [("names_binary", None)]),
        (b"PK\x03\x04[Content_Types].xml xl/workbook.xml" + bytes(200), [("names_binary", None)]),
    ],
)
def test_what_is_no_list_of_names_is_refused_by_line(text, expected):
    assert errors(text) == expected


def test_five_hundred_names_fit():
    assert len(names("\n".join(["Anna"] * 500))) == 500


def test_old_encodings_are_offered_as_for_results():
    greek = "Νίκος Παπαδόπουλος\nΕλένη\n".encode("cp1253")
    assert read_names(greek).encodings
    listed = read_names(greek, encoding="cp1253")
    assert [typed.name for typed in listed.names] == ["Νίκος Παπαδόπουλος", "Ελένη"]
    assert not read_names("Νίκος".encode()).encodings
    assert names("Νίκος") == [read_names("Νίκος".encode("utf-16")).names[0].name]


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_nothing_raises(content):
    listed = read_names(content)
    assert listed.names or listed.issues
    assert not (listed.names and listed.has_errors)
