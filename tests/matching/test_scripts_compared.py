"""Words in two scripts, and words that are read alike in one."""

import pytest

from wagtail_ladder.matching.initials_across import may_be_one
from wagtail_ladder.matching.scripts import ARABIC, CYRILLIC, GREEK, LATIN
from wagtail_ladder.matching.sounding import sound
from wagtail_ladder.matching.transliterating import LETTER, letters_apart


@pytest.mark.parametrize("latin", ["yurii", "yuri", "jurij", "iurii", "yuriy"])
def test_one_cyrillic_name_has_many_latin_spellings(latin):
    assert letters_apart(latin, LATIN, "юрии", CYRILLIC) <= LETTER


@pytest.mark.parametrize(
    ("latin", "native", "script"),
    [
        ("shevchenko", "шевченко", CYRILLIC),
        ("schewtschenko", "шевченко", CYRILLIC),
        ("khrushchev", "хрущев", CYRILLIC),
        ("vlachou", "βλαχου", GREEK),
        ("xristos", "χριστοσ", GREEK),
        ("psaltis", "ψαλτησ", GREEK),
        ("mpampis", "μπαμπησ", GREEK),
        ("javad", "جواد", ARABIC),
        ("sadeghi", "صادقی", ARABIC),
        ("sadeqi", "صادقی", ARABIC),
        ("fatemeh", "فاطمه", ARABIC),
        ("hossein", "حسین", ARABIC),
        ("musa", "موسی", ARABIC),
        ("rashid", "رشید", ARABIC),
        ("rachid", "رشید", ARABIC),
    ],
)
def test_a_name_is_found_in_latin_letters(latin, native, script):
    assert letters_apart(latin, LATIN, native, script) <= LETTER
    assert letters_apart(native, script, latin, LATIN) == letters_apart(latin, LATIN, native, script)


@pytest.mark.parametrize(
    ("latin", "nearer", "farther"),
    [
        ("hassan", "حسن", "حسین"),
        ("hossein", "حسین", "حسن"),
        ("mahmoud", "محمود", "محمد"),
        ("mohammad", "محمد", "محمود"),
        ("parisa", "پریسا", "پارسا"),
        ("said", "سعید", "سعد"),
    ],
)
def test_long_vowels_tell_names_of_the_same_consonants_apart(latin, nearer, farther):
    assert letters_apart(latin, LATIN, nearer, ARABIC) < letters_apart(latin, LATIN, farther, ARABIC)


@pytest.mark.parametrize(
    ("one", "other"),
    [*(("Y", letter) for letter in "ЮЯЄЇЙΥی"), ("K", "Х"), ("C", "Χ"), ("H", "Г"), ("O", "ع"), ("S", "Ш")],
)
def test_an_initial_may_be_spelled_with_another_letter(one, other):
    assert may_be_one(one, other) and may_be_one(other, one)


@pytest.mark.parametrize(("one", "other"), [("Y", "М"), ("B", "Д"), ("M", "Ν"), ("R", "ل")])
def test_other_letters_are_other_initials(one, other):
    assert not may_be_one(one, other)


@pytest.mark.parametrize(
    ("one", "other", "script"),
    [
        ("fiebig", "fybig", LATIN),
        ("schmidt", "schmitt", LATIN),
        ("philipps", "filips", LATIN),
        ("οικονομου", "ικονομου", GREEK),
        ("τσωνησ", "τσονισ", GREEK),
        ("захарав", "захаров", CYRILLIC),
        ("صادق", "سادغ", ARABIC),
        ("طاهر", "تاحر", ARABIC),
    ],
)
def test_words_that_sound_alike(one, other, script):
    assert sound(one, script) == sound(other, script)


@pytest.mark.parametrize(("one", "other", "script"), [("berg", "bork", LATIN), ("βλαχοσ", "βραχοσ", GREEK)])
def test_words_that_do_not(one, other, script):
    assert sound(one, script) != sound(other, script)
