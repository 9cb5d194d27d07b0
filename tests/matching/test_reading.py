"""What of a typed name is compared, and as what."""

import pytest

from wagtail_ladder.matching.reading import Role, read
from wagtail_ladder.matching.scripts import repaired

FULL, INITIAL, LIGHT, TITLE = Role


def roles(name):
    return [(word.key, word.role) for word in read(name).words]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada Byron", [("ada", FULL), ("byron", FULL)]),
        ("A. Byron", [("a", INITIAL), ("byron", FULL)]),
        ("A.B. Byron", [("a", INITIAL), ("b", INITIAL), ("byron", FULL)]),
        ("Byron A", [("byron", FULL), ("a", INITIAL)]),
        ("JR Smith", [("j", INITIAL), ("r", INITIAL), ("smith", FULL)]),
        ("Chr. Berg", [("chr", INITIAL), ("berg", FULL)]),
        ("JR SMITH", [("jr", FULL), ("smith", FULL)]),  # in capitals nobody can tell
        ("Ng Wei", [("ng", FULL), ("wei", FULL)]),
        ("GM Ada Byron", [("gm", TITLE), ("ada", FULL), ("byron", FULL)]),
        ("Dr. Xi", [("dr", TITLE), ("xi", FULL)]),
        ("ريم السيد", [("ریم", FULL), ("السید", FULL)]),
        ("السيد ريم حداد", [("السید", TITLE), ("ریم", FULL), ("حداد", FULL)]),
        ("Pieter van den Berg", [("pieter", FULL), ("van", LIGHT), ("den", LIGHT), ("berg", FULL)]),
        ("Jan van 't Hoff", [("jan", FULL), ("van", LIGHT), ("het", LIGHT), ("hoff", FULL)]),
        ("José Ortega y Gasset", [("jose", FULL), ("ortega", FULL), ("gasset", FULL)]),
        ("José Y Gasset", [("jose", FULL), ("y", INITIAL), ("gasset", FULL)]),
        ("Ian Mc Donald", [("ian", FULL), ("mcdonald", FULL)]),
        ("Mac Miller", [("mac", FULL), ("miller", FULL)]),
        ("Van Nguyen", [("van", FULL), ("nguyen", FULL)]),
        ("Й Мороз", [("и", INITIAL), ("мороз", FULL)]),
        ("O. Мороз", [("о", INITIAL), ("мороз", FULL)]),  # a Latin O before Cyrillic
        ("عبد الكريم حداد", [("عبدالکریم", FULL), ("حداد", FULL)]),
        ("بهرام تقی زاده", [("بهرام", FULL), ("تقیزاده", FULL)]),
        ("محمد‌رضا رستمی", [("محمدرضا", FULL), ("رستمی", FULL)]),
        ("王 小明", [("王", FULL), ("小明", FULL)]),
        ("राम लीला", [("राम", FULL), ("लीला", FULL)]),
        ("3. Ada Byron (1540) ♟", [("ada", FULL), ("byron", FULL)]),
        ("Ada Byron PhD", [("ada", FULL), ("byron", FULL)]),
        ("♟ 1540", []),
    ],
)
def test_words_and_what_they_are(name, expected):
    assert roles(name) == expected


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("Ada Byron (U12)", {"u12"}),
        ("Ada Byron U-12", {"u12"}),
        ("John Smith Jr.", {"junior"}),
        ("Smith Jr., John", {"junior"}),
        ("John Smith II", {"2"}),
        ("Анна Мороз (ст.)", {"senior"}),
        ("Γιώργος Βλάχος Β΄", {"2"}),
        ("Ada Byron (Jr)", {"junior"}),
        ("Byron (Jr)", {"junior"}),
        ("J. Smith Jr.", {"junior"}),
        ("Νίκος Βλάχος Νέος", {"junior"}),
        ("Νίκος Νέος", set()),  # a surname
        ("Ν. Νέος", set()),
        ("Ada Junior", set()),
        ("Hans Berg jun.", {"junior"}),
        ("Hans Berg (jun)", {"junior"}),
        ("Kim Min-jun", set()),
        ("Kim Min Jun", set()),
        ("Amar Roy Sen", set()),
        ("Junior Alves", set()),
        ("Ada Byron", set()),
    ],
)
def test_marks_that_keep_people_apart(name, marks):
    assert read(name).marks == marks


def test_an_initial_keeps_the_letter_as_displayed():
    assert [read(name).words[0].letter for name in ("Й. Мороз", "İ. Aslan", "Ά. Ρήγα")] == ["Й", "İ", "Α"]


@pytest.mark.parametrize(
    ("name", "other"), [("Jörg Müller", "mueller"), ("سمير الحداد", "حداد"), ("Aksel Kvaløy", "kvaloey")]
)
def test_a_word_may_be_written_otherwise(name, other):
    assert other in read(name).words[-1].others


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Iван", "Іван"),
        ("Τaσος", "Τασος"),
        ("Jоhn", "John"),  # with a Cyrillic о
        ("John", "John"),
        ("TOMAC", "TOMAC"),  # Latin altogether: it may be meant
        ("Alи", "Alи"),  # l is like no Cyrillic letter
    ],
)
def test_letters_of_another_keyboard_are_repaired(word, expected):
    assert repaired(word) == expected
