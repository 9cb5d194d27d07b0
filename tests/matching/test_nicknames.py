"""The lists of short forms, and the rules for those that no list has."""

from importlib.resources import files

import pytest

import wagtail_ladder.matching
from wagtail_ladder.matching.cleaning import first_letter
from wagtail_ladder.matching.nicknaming import related_forms
from wagtail_ladder.matching.scripts import script_of
from wagtail_ladder.matching.shortening import compound_forms, is_short_form

LISTS = sorted(
    (file for file in (files(wagtail_ladder.matching) / "nicknames").iterdir()), key=lambda file: file.name
)


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.name)
def test_a_list_names_its_source_and_each_line_has_two_forms(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("# Source: ") for line in lines)
    for line in lines:
        if not line.startswith("#"):
            full, _, short = line.partition(":")
            forms = [*full.split(), *short.split()]
            assert len(forms) > 1 and full
            assert len(set(forms)) == len(forms)
            assert len({script_of(first_letter(form)) for form in forms}) == 1


def test_the_five_languages_of_the_guide_have_a_list():
    assert {"el.txt", "en.txt", "fa.txt", "tr.txt", "uk.txt"} <= {file.name for file in LISTS}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("bill", "william"), ("peggy", "margaret"), ("liz", "elizabeth"), ("jack", "john"),
        ("τακησ", "παναγιωτησ"), ("κωστασ", "κωνσταντινοσ"), ("γιαννησ", "ιωαννησ"), ("βικυ", "βασιλικη"),
        ("сашко", "олександр"), ("марічка", "марія"), ("миша", "михаил"), ("настя", "анастасия"),
        ("memo", "mehmet"), ("ibo", "ibrahim"), ("fatos", "fatma"), ("حمودی", "محمد"), ("فاطی", "فاطمه"),
        ("kuba", "jakub"), ("sepp", "josef"), ("pepe", "jose"), ("beppe", "giuseppe"), ("ze", "jose"),
        ("manu", "emmanuel"), ("joop", "johannes"),
    ],
)  # fmt: skip
def test_common_nicknames_are_known_both_ways(short, full):
    assert related_forms(short)[full] and related_forms(full)[short]


def test_short_forms_of_one_name_that_are_names_themselves_are_not_related():
    assert {"ayse", "gul"} <= related_forms("aysegul").keys()
    assert "gul" not in related_forms("ayse")


def test_two_short_forms_are_related_less_closely():
    assert related_forms("bob")["bobby"] is False


def test_a_form_of_two_names_is_not_the_other_name():
    assert "анастасия" not in related_forms("наталья")
    assert "patrick" not in related_forms("patricia")


@pytest.mark.parametrize(
    ("one", "other"), [("ron", "ronald"), ("ramo", "ramazan"), ("danny", "daniel"), ("сергійко", "сергій")]
)
def test_what_begins_alike_may_be_a_short_form(one, other):
    assert is_short_form(one, other) and is_short_form(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("al", "albert"), ("martin", "mariana"), ("ali", "alp"), ("", "a")]
)
def test_what_does_not_is_none(one, other):
    assert not is_short_form(one, other)


def test_a_double_name_is_known_by_each_half():
    assert {"رضا", "محمد"} <= set(compound_forms("محمدرضا"))
    assert "محمدرضا" in set(compound_forms("رضا"))
