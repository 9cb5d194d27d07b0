"""Accents that make another name: Hùng is not Hưng, though the compare key of both is hung.

A letter without a mark may be any of them, since marks are often not typed; two different marks on one
letter were both meant. In Latin script alone: Greek accents and breathings follow the orthography of their
day, Cyrillic marks and the hamza are written or left out by habit, and none of them is ever exchanged.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from .folding import fold_word

_CEDILLA, _COMMA_BELOW, _DOT_ABOVE = "\u0327", "\u0326", "\u0307"
_VIETNAMESE = frozenset("\u0309\u0323\u031b")  # hook above, dot below, horn
_TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")

Marks = frozenset[str]


def is_other_name(one: str, other: str, *, is_vietnamese: bool) -> bool:
    """Whether the accents of two Latin words with one compare key say that they are two names.

    In a Vietnamese name every syllable has its marks, or none has: there Dung is not Dũng.
    """
    marks, others = _marks(one), _marks(other)
    if any(mine and yours and mine != yours for mine, yours in zip(marks, others, strict=False)):
        return True
    mine, yours = frozenset[str]().union(*marks), frozenset[str]().union(*others)
    if is_vietnamese:  # the place may differ: Thuỳ is Thùy
        return mine != yours
    return bool((mine - yours) & _TONES and (yours - mine) & _TONES)


def are_vietnamese(words: Iterable[str], others: Iterable[str]) -> bool:
    """Whether two names are written with marks, and one of them with those of Vietnamese."""
    sides = [[marks for word in side for marks in _marks(word) if marks] for side in (words, others)]
    return all(sides) and any(len(marks) > 1 or marks & _VIETNAMESE for side in sides for marks in side)


@lru_cache(maxsize=20_000)
def _marks(word: str) -> tuple[Marks, ...]:
    """The marks of each letter of the compare key."""
    marks: list[Marks] = []
    letter = ""
    for char in unicodedata.normalize("NFD", word):
        if not unicodedata.combining(char):
            letter = char
            marks += [frozenset()] * len(fold_word(char))  # two for ß
        elif marks and (letter, char) != ("i", _DOT_ABOVE):  # the small letter of İ
            marks[-1] |= {_COMMA_BELOW if char == _CEDILLA else char}  # Romanian keyboards have either
    return tuple(marks)
