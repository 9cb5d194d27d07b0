"""What stands beside a name and may tell two people apart: Jr., U12, a counting 2, a year, (brother).

A list number before the name, a rating, a federation id, points, a club or a title tell nobody from his
namesake. A number that may be a rating or a year of birth is taken for the year: that costs a keystroke,
the other mistake would cost a wrong name.
"""

import re
from typing import NamedTuple

from .cleaning import IN_BRACKETS, words
from .folding import fold_word
from .lexicon import MARKS, RATINGS, REMARKS

_AGE_CLASS = re.compile(r"\b[UЮ][- ]?(\d{1,2})\b", re.IGNORECASE)
_GREEK_NUMERAL = re.compile(r"\b([Α-Δ])'(?!\w)")
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:/\u2044-]\d+)*(?!\w)")  # a sign in it makes a date, points, a result
_COUNTED = re.compile(r"\W*(?:(?:no|nr|num)?\W*\d{1,2}\W?[^\W\d_]{0,2}|[^\W\d_])\W*", re.IGNORECASE)
"""The whole of a bracket: (2nd), (nr. 2), the class (5b), or one letter."""
_YEARS = range(1920, 2030)
_YEARS_SINCE_THE_HIJRA = range(1300, 1410)


class Beside(NamedTuple):
    rest: str
    """The text without marks that look like words; brackets and numbers are still there."""
    marks: frozenset[str]
    """Different ones on both sides are two people."""
    remarks: frozenset[str]
    """The same person may be without, or have another: an age, a year, a word of family."""
    notes: frozenset[str]
    """The other words in brackets: a club, a town."""


def beside(text: str) -> Beside:
    """What stands beside the name in a legible text."""
    marks = {f"u{int(age)}" for age in _AGE_CLASS.findall(text)}
    text = _AGE_CLASS.sub(" ", text)
    marks |= {str("ΑΒΓΔ".index(letter) + 1) for letter in _GREEK_NUMERAL.findall(text)}
    text = _GREEK_NUMERAL.sub(" ", text)
    remarks, notes = set(), set()
    for bracket in IN_BRACKETS.findall(text):
        in_it = [fold_word(word) for word in words(bracket)]
        if len(in_it) == 1 and in_it[0] in MARKS:
            marks.add(MARKS[in_it[0]])
        elif _is_remark(bracket, in_it):
            remarks.add(_plain(bracket))
        elif in_it:
            notes.add(_plain(bracket))
    for number in _numbers_after_a_name(text):
        if len(number) == 1 and int(number):
            marks.add(str(int(number)))
        elif len(number) == 2 or _is_year(number):
            remarks.add(str(int(number)))
    return Beside(text, frozenset(marks), frozenset(remarks), frozenset(notes))


def _is_remark(bracket: str, in_it: list[str]) -> bool:
    """Whether a bracket with words tells somebody from a namesake; a club or a title does not."""
    if not in_it and not any(map(str.isalpha, bracket)):
        return False  # numbers, which are read as if they stood without
    if _COUNTED.fullmatch(bracket) or not REMARKS.isdisjoint(in_it):
        return True
    return RATINGS.isdisjoint(in_it) and any(map(_is_year, re.findall(r"\d+", bracket)))


def _plain(bracket: str) -> str:
    return " ".join(re.findall(r"\w+", bracket.casefold()))


def _numbers_after_a_name(text: str) -> list[str]:
    """Of a date the year alone. What stands before the name numbers a list."""
    bare = IN_BRACKETS.sub(lambda found: " " if any(map(str.isalpha, found[0])) else found[0], text)
    if not any(map(str.isalpha, bare)):  # the whole name stands in brackets
        bare = text
    name_begins = next((place for place, char in enumerate(bare) if char.isalpha()), len(bare))
    found = []
    for number in _NUMBER.findall(bare[name_begins:]):
        parts = re.findall(r"\d+", number)
        found += [part for part in parts if len(parts) == 1 or _is_year(part)]
    return found


def _is_year(number: str) -> bool:
    """Whether a number may be a year of birth; one of Iran only in the digits of Iran."""
    is_persian = not number.isascii() and int(number) in _YEARS_SINCE_THE_HIJRA
    return len(number) == 4 and (int(number) in _YEARS or is_persian)
