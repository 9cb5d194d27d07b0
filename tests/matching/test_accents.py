"""Accents that were left out, and accents that make another name."""

import unicodedata

import pytest

from wagtail_ladder.matching import Confidence, Evidence, Registry

LIKELY, STRONG = Confidence.LIKELY, Confidence.STRONG


def answer(typed, registered):
    (suggestion,) = Registry([(1, registered)]).suggest(typed)
    return suggestion.confidence, suggestion.evidence


def both_ways(one, other):
    """Each typed for the other, composed and decomposed: what a keyboard writes must not matter."""
    for typed, registered in [(one, other), (other, one)]:
        yield answer(typed, registered)
        yield answer(unicodedata.normalize("NFD", typed), registered)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nguyễn Văn Hùng", "Nguyễn Văn Hưng"),
        ("Lê Thị Hà", "Lê Thị Hạ"),
        ("Lê Hải", "Lê Hái"),
        ("Nguyễn Thị Hương", "Nguyễn Thị Hường"),  # one mark in common, and one more
        ("Trần Thúy", "Trần Thuỳ"),  # the tone at another letter, and another tone
        ("Nguyễn Thị Dung", "Nguyễn Thị Dũng"),  # with marks elsewhere, none is a tone too
        ("Per Åberg", "Per Äberg"),
        ("Ivan Kovačević", "Ivan Kovačevič"),
        ("Jörg Größ", "Jórg Gröss"),
    ],
)
def test_two_marks_on_one_letter_are_two_names(one, other):
    for found in both_ways(one, other):
        assert found == (LIKELY, (Evidence.OTHER_ACCENTS,))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nguyen Van Hung", "Nguyễn Văn Hùng"),  # typed without any
        ("Jörg Muller", "Jörg Müller"),
        ("Hélène Dupré", "Hélene Dupre"),
        ("Jan Dvořak", "Jan Dvorák"),  # on each side another one was left out
        ("Trần Thị Hòa", "Trần Thị Hoà"),  # the old place of the tone, and the new one
        ("İlker Işık", "Ilker Isik"),
        ("İlker Işık", "ilker ışık"),
        ("Ion Ştefan", "Ion Ștefan"),  # a cedilla for the comma below
        ("Jörg Groß", "Jörg Gross"),
        ("Γιῶργος Βλάχος", "Γιώργος Βλάχος"),  # circumflex and acute of the old orthography
        ("Ἄννα Ῥήγα", "Άννα Ρήγα"),
        ("Майя Їжак", "Маия Іжак"),
        ("Пётр Лазарев", "Петр Лазарев"),
        ("أحمد حداد", "إحمد حداد"),  # the hamza above or below
    ],
)
def test_marks_left_out_or_written_by_another_custom_are_no_difference(one, other):
    for found in both_ways(one, other):
        assert found == (STRONG, (Evidence.SAME_NAME,))


def test_who_is_written_so_comes_before_whom_an_accent_tells_apart():
    players = Registry([(1, "Nguyễn Văn Hùng"), (2, "Nguyễn Văn Hưng")])
    found = players.suggest("Nguyễn Văn Hưng")
    assert [(s.player, s.confidence, s.rivals) for s in found] == [(2, STRONG, ()), (1, LIKELY, ())]
    unmarked = players.suggest("Nguyen Van Hung")
    assert {(s.player, s.confidence, s.rivals) for s in unmarked} == {(1, LIKELY, (2,)), (2, LIKELY, (1,))}


def test_a_mark_left_out_is_likelier_than_another_one():
    found = Registry([(1, "Per Äberg"), (2, "Per Aberg")]).suggest("Per Åberg")
    assert [s.player for s in found] == [2, 1]


def test_another_accent_than_the_confirmed_one_was_not_confirmed():
    players = Registry([(1, "Nguyễn Văn Hùng", {"Nguyễn Văn Hưng": 2})])
    (confirmed,) = players.suggest("Nguyễn Văn Hưng")
    assert (confirmed.confidence, confirmed.times) == (STRONG, 2)
    (other,) = players.suggest("Nguyễn Văn Hứng")
    assert (other.confidence, other.times, other.evidence) == (LIKELY, 0, (Evidence.OTHER_ACCENTS,))


def test_two_players_told_apart_by_an_accent_are_no_sure_double():
    (double,) = Registry([(1, "Lê Thị Hà"), (2, "Lê Thị Hạ")]).doubles()
    assert double.suggestion.confidence is LIKELY
    assert double.suggestion.against == (Evidence.OTHER_ACCENTS,)
