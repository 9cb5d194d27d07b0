import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagtail_ladder.matching import discreet_initials, initials

SHARED_CASES = Path(__file__).parents[2].parent / "shared" / "names" / "initials_cases.json"


def shared_cases():
    if not SHARED_CASES.is_file():
        reason = "the folder `shared` is not beside the project"
        return [pytest.param({}, marks=pytest.mark.skip(reason=reason), id="absent")]
    cases = json.loads(SHARED_CASES.read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{number}-{case['name']}") for number, case in enumerate(cases)]


@pytest.mark.parametrize("case", shared_cases())
def test_shared_case(case):
    language = "tr" if "club language tr" in case["note"] else None
    accepted = {case["initials"], *re.findall(r"accept (\S+ \S+)", case["note"])}
    assert initials(case["name"], language) in accepted


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ελένη Μανωλάκη", "Ε. Μ."),
        ("ΜΑΝΩΛΆΚΗ, ΕΛΈΝΗ", "Ε. Μ."),
        ("ώρα ύψος", "Ω. Υ."),
        ("Щербак Юрій Олегович", "Ю. Щ."),
        ("Іван Петрович Павлович", "І. П."),
        ("Юрій Олегович", "Ю. О."),
        ("محمد عبد الله", "م. ع."),
        ("أبو بكر", "أ."),
        ("علی حسن زاده", "ع. ح."),
        ("الياس", "ا."),
        ("van der Meer, Pieter", "P. M."),
        ("Pieter van 't Hoff", "P. H."),
        ("Omar al-Hussein", "O. H."),
        ("Van Nguyen", "V. N."),
        ("JR Smith", "J. S."),
        ("Smith Jr., John", "J. S."),
        ("Νίκος Νέος", "Ν. Ν."),
        ("John Smith, Jr.", "J. S."),
        ("Im Dong-hyun", "I. D."),
        ("IM Pieter Meer", "P. M."),
        ("Dr.", "D."),
        ("№ 5 Ada Byron", "A. B."),
        ("(Ada Byron)", "A. B."),
        ("<b>Ada</b>", "B. B."),
        ("김 민수", "김"),
        ("千葉 雄大", "千"),
        ("Jackie 陳", "J."),
        ("ახალი ბერი", "ა. ბ."),
        ("\u0000\u202eAda\tByron", "A. B."),
        ("\ud83dAda Byron", "A. B."),
        ("١٢", "?"),
        ("'", "?"),
    ],
)
def test_initials(name, expected):
    assert initials(name) == expected


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("irem ılgaz", "tr", "İ. I."),
        ("irem ılgaz", "tr-TR", "İ. I."),
        ("irem ılgaz", "en", "I. I."),
        ("زهرا الماسی", "fa", "ز. ا."),
        ("زهرا الماسي", "ar", "ز. م."),
    ],
)
def test_the_language_of_the_club_decides_on_capitals_and_articles(name, language, expected):
    assert initials(name, language) == expected


@pytest.mark.parametrize("name", [
    "李明", "王小明", "李 明", "李, 明", "司马光", "千葉 雄大", "王 Michael",
    "김민준", "김 민준", "さくら", "サクラ タナカ", "ﾀﾅｶ ﾕｷ",
    "A", "A.", "أ", "Bo", "Ng", "Dr Xi", "Ǹg", "", "♟♟", "12", "١٢",
])  # fmt: skip
def test_a_name_that_initials_would_give_away_has_none(name):
    assert discreet_initials(name) == ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada Byron", "A. B."),
        ("Ronaldo", "R."),
        ("Pelé", "P."),
        ("Bob", "B."),
        ("O Kim", "O. K."),
        ("A Yılmaz", "A. Y."),
        ("Anna B", "A. B."),
        ("Jackie 陳", "J."),
        ("陳, Jackie", "J."),
        ("جواد صادقی", "ج. ص."),
        ("ราม สยาม", "ร. ส."),
    ],
)
def test_all_other_names_keep_their_initials(name, expected):
    assert discreet_initials(name) == initials(name) == expected


@given(
    st.text(
        alphabet=st.characters(categories=None) | st.sampled_from("ij İıŁ.,-'()\u200c\u0301الق王"),
        max_size=60,
    )
)
def test_initials_never_raise_and_never_show_more_than_two_letters(name):
    for language in (None, "tr", "fa"):
        assert re.fullmatch(r"\?|.|.\.|.\. .\.", initials(name, language), re.DOTALL)
        assert re.fullmatch(r"|.\.|.\. .\.", discreet_initials(name, language), re.DOTALL)


@pytest.mark.parametrize(
    "unit", ["x", "x ", "x.", "(", ")(", "\u0301\u0327", "\ud800", "😀", "ﷺ", ",", "-", "'", "王", "\u200c"]
)
def test_a_name_of_ten_thousand_characters_costs_little(unit):
    started = time.process_time()
    initials("Ada " + unit * 10_000 + " Byron")
    assert time.process_time() - started < 1
