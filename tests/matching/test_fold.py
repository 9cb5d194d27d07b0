import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagtail_ladder.matching import fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Γιώργος ΠΑΠΑΔΌΠΟΥΛΟΣ", "γιωργοσ παπαδοπουλος"),
        ("Ϊ́δα", "ΙΔΑ"),
        ("İbrahim Işık", "ibrahim ışık"),
        ("IŞIK", "isik"),
        ("Łukasz Żak", "lukasz zak"),
        ("Groß", "GROSS"),
        ("Kvaløy", "kvaloy"),
        ("Ґалаґан", "галаган"),
        ("Йосип", "Йосип"),
        ("Пётр", "Петр"),
        ("Мар'яна", "Марʼяна"),
        ("Мар’яна", "Маряна"),
        ("علي رضايي", "علی رضایی"),
        ("كاظم", "کاظم"),
        ("فاطمة", "فاطمه"),
        ("أحمد", "احمد"),
        ("آرش", "ارش"),
        ("رئوف", "ریوف"),
        ("جَواد", "جواد"),
        ("مـحـمد", "محمد"),
        ("ﻣﺤﻤﺪ", "محمد"),
        ("محمد‌رضا", "محمد رضا"),
        ("\u200fجواد\u200f", "جواد"),
        ("Jean-Pierre", "jean pierre"),
        ("García–López", "Garcia Lopez"),
        ("D.K. Kim", "d k kim"),
        ("3. Ada Lovelace (1540) ♟", "ada lovelace"),
        ("𝐀da", "ada"),
    ],
)
def test_two_spellings_of_one_name_have_one_key(one, other):
    assert fold(one) == fold(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("राम", "रम"),
        ("王植", "王質"),
        ("かき", "がき"),
        ("Ada Lovelace", "Lovelace Ada"),
        ("Али", "Alи"),
        ("김", "감"),
    ],
)
def test_two_names_have_two_keys(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize("nothing", ["", "♟♟", "1540", "...", "\u200c", "\ud800"])
def test_the_key_of_nothing_is_empty(nothing):
    assert fold(nothing) == ""


ANY_CHARACTER = st.characters(exclude_categories=())  # lone surrogates too
TELLING_CHARACTER = st.sampled_from("İıΐΣß'-1¯\u200c\u0301ئيةǰﬃ")


@given(st.text(ANY_CHARACTER | TELLING_CHARACTER, max_size=40))
def test_a_key_is_its_own_key(name):
    assert fold(fold(name)) == fold(name)


def test_a_name_of_ten_thousand_characters_costs_little():
    started = time.process_time()
    fold("\u0301\u0327ﷺ-" * 10_000)
    assert time.process_time() - started < 2
