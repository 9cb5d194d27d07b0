"""From a name as somebody wrote it to its words, in the letters they were written in.

What is taken away is never part of a name: list numbers, ratings, brackets, emoji, invisible marks.
Every function here accepts any string at all and takes time linear in its length.
"""

import re
import unicodedata

ZWNJ = "\u200c"  # joins two halves of a Persian word without a space: kept, unlike all other invisibles
_TATWEEL = "\u0640"  # stretches an Arabic word; no letter
_APOSTROPHES = dict.fromkeys(map(ord, "’ʼ‘`´΄′ʹ＇"), "'")
IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_COMMA = re.compile("[,،]")
_MARKS_IN_A_ROW = 4  # Vietnamese and Arabic need two or three; more is decoration, and slow to normalise


def clean(name: str) -> str:
    """The display form: legible, and without what stands in brackets."""
    return without_brackets(legible(name))


def legible(name: str) -> str:
    """NFC, compatibility letters made plain, nothing invisible but ZWNJ."""
    if name.isascii():
        return name
    name = _without_decoration(name.translate(_APOSTROPHES))
    # NFKC repairs Arabic presentation forms of PDF files and "mathematical" letters.
    return unicodedata.normalize("NFKC", name).translate(_APOSTROPHES)


def without_brackets(text: str) -> str:
    """The text without its brackets, unless the whole name stands in them."""
    bare = IN_BRACKETS.sub(" ", text)
    return bare if any(map(str.isalpha, bare)) else text


def words(text: str) -> list[str]:
    """The words of a cleaned text: letters with their marks, hyphens and apostrophes.

    Dots and every other sign separate ("J.R. Smith" has three words); what begins with a digit is no word.
    """
    spaced = "".join(char if _may_be_in_a_word(char) else " " for char in text)
    return [word for word in spaced.split() if first_letter(word) and _begins_with_a_letter(word)]


def parts(text: str) -> list[list[str]]:
    """The words left and right of each comma: "Surname, First" has two parts. Empty parts are left out."""
    return [found for part in _COMMA.split(text) if (found := words(part))]


def first_letter(word: str) -> str:
    """The first letter of a word, "" where it has none. A modifier letter (ʰ, ـ) is none."""
    return next((char for char in word if unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lo"}), "")


def _without_decoration(name: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in name:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if char == ZWNJ or (category not in {"Cf", "Cs"} and char != _TATWEEL and marks <= _MARKS_IN_A_ROW):
            kept.append(" " if char == "№" else char)
    return "".join(kept)


def _begins_with_a_letter(word: str) -> bool:
    return next(filter(str.isalnum, word)).isalpha()


def _may_be_in_a_word(char: str) -> bool:
    return char.isalnum() or char in "'-" or char == ZWNJ or unicodedata.category(char) in {"Mn", "Mc", "Pd"}
