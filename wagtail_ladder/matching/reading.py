"""From a name as typed to what can be compared: its words, what each is, and marks like Jr. or U12."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from .cleaning import ZWNJ, first_letter, legible, without_brackets
from .folding import fold_word
from .lexicon import (
    AFTER_ANOTHER,
    AGES,
    ARTICLE,
    BEFORE_A_SURNAME,
    BEFORE_ANOTHER,
    DEGREES,
    FIRST_HALVES,
    MARKS,
    MARKS_AND_NAMES,
    OF_A_MAN,
    OF_A_WOMAN,
    PARTICLES,
    PATRONYMIC_ENDINGS,
    TITLES,
    TITLES_AND_NAMES,
    WITHOUT_ARTICLE,
)
from .marking import beside
from .scripts import ARABIC, GREEK, LATIN, SYLLABIC, in_script, repaired, script_of

_MOST_LETTERS = 200  # longer is no name; bounds the work for a pasted paragraph
_MOST_WORDS = 12
_AND_SO_ON = "…"  # for what was cut off: it may be what tells two people apart
_LONGEST_ABBREVIATION = 3  # "Chr. Smith", "Yu. Kovalchuk"

_MARKS_ON_LETTERS = "".join(
    char for char in map(chr, range(0x300, 0x3100)) if unicodedata.category(char) in {"Mn", "Mc"}
)
# Letters with their marks; an apostrophe inside a word belongs to it, as does ZWNJ. A word may end in a dot.
_WORD = re.compile(rf"-?[^\W\d_][\w'{ZWNJ}{_MARKS_ON_LETTERS}]*\.?")
_PLAIN = re.compile(r"[^\W\d_ـ\u02b0-\u02ff]+(?:[ ,]+[^\W\d_ـ\u02b0-\u02ff]+)*")
_SHORT_HET = re.compile(r"(?<!\w)'t(?!\w)")  # "van 't Hoff"
_AND = re.compile(r"(?<=\w) [yei] (?=\w)")  # "Ortega y Gasset": no initial, as that would be a capital
_TWO_INITIALS = re.compile(r"(?<!\w)[B-DF-HJ-NP-TV-Z]{2}(?!\w)")  # "JR Smith"
_EXPANDED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "đ": "dj"})


_NOTHING: frozenset[str] = frozenset()  # one for all: a large club has ten thousand names
_TELLING = DEGREES | BEFORE_ANOTHER | AFTER_ANOTHER | {ARTICLE, *MARKS}


class Role(Enum):
    FULL = "full"
    INITIAL = "initial"
    """The first letter of a word, or up to three with a dot."""
    LIGHT = "light"
    """A particle: its absence says little."""
    TITLE = "title"
    """A title or an address: its absence says nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """`key` is compared; `letter` is the first as displayed (Й, not И), in upper case.

    `others` are further keys of the same word: Müller is Mueller, and المصري is مصري.
    """

    key: str
    shown: str
    """As displayed, in lower case: breaks a tie between names with one key."""
    letter: str
    script: str
    role: Role
    others: tuple[str, ...] = ()
    is_half: bool = False
    """The second half of a hyphenated name."""
    is_plain: bool = False
    """A name and nothing else, whatever stands beside it."""
    mark: str = ""
    """What the word says where it is no name: that he is the junior."""
    is_cut: bool = False
    """A longer word than an initial, with a dot: “Mehm.”, unless the dot ends the name."""


class Name(NamedTuple):
    """What was read of a name; equal for names that are compared alike."""

    words: tuple[Word, ...]
    marks: frozenset[str]
    """Different ones on both sides are two people."""
    remarks: frozenset[str]
    """May tell somebody from a namesake, or nothing: a year, (brother)."""
    notes: frozenset[str]
    """What else stands in brackets; breaks a tie."""
    address: str
    """“m” for Herr, “f” for Frau, nothing for neither or both. Different ones are two people."""
    joins: tuple[tuple[str, int], ...]
    """Neighbours written as one: (key, bits of their places)."""
    halves: int
    """The bits of the words that follow a hyphen."""
    full_words: int
    has_initial: bool
    is_abbreviated: bool
    """Whether a word is cut short by a dot, and yet longer than an initial."""

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for two ways to type one name in one order."""
        words = (word.key for word in self.words if word.role is not Role.TITLE)
        return (*words, *sorted(self.marks), *sorted(self.remarks))


# How many names there must be, and which of the other words are taken for one where there are fewer.
_NAMES_IN_NEED: tuple[tuple[int, Callable[[Word], bool]], ...] = (
    (2, lambda word: word.role is Role.LIGHT),
    (2, lambda word: word.key in TITLES_AND_NAMES or len(word.key) == 1),
    (1, lambda word: word.role is Role.TITLE),
)


def read(name: str) -> Name:
    """Any string at all gives a name, perhaps one without words."""
    if len(name) > _MOST_LETTERS:
        name = " ".join(name.split())
    is_cut = len(name) > _MOST_LETTERS
    name = name[:_MOST_LETTERS]
    marks: set[str] = set()
    remarks: set[str] = set()
    notes = _NOTHING
    is_plain = _PLAIN.fullmatch(name) and unicodedata.is_normalized("NFKC", name)
    if not is_plain:
        found = beside(legible(name)[:_MOST_LETTERS].replace("_", " "))  # ﷺ is eighteen letters
        marks, remarks, notes = set(found.marks), set(found.remarks), found.notes
        name = _SHORT_HET.sub("het", without_brackets(found.rest))
    if "," in name or "،" in name:
        name = _surname_last(name)
    if not name.islower():
        name = _AND.sub(" ", name)
    if not name.isupper():
        name = _TWO_INITIALS.sub(_apart, name)
    tokens = name.split() if is_plain and "," not in name else _WORD.findall(name)  # the same, but fast
    if is_cut or len(tokens) > _MOST_WORDS:
        remarks.add(_AND_SO_ON)
    words = [word for token in tokens[:_MOST_WORDS] if (word := _word(token))]
    if not all(word.is_plain for word in words):
        words = _initials_in_script(_weighed(_joined(words), marks))
    halves = sum(1 << place for place, word in enumerate(words) if word.is_half) if "-" in name else 0
    roles = [word.role for word in words]
    return Name(
        tuple(words),
        frozenset(marks) if marks else _NOTHING,
        frozenset(remarks) if remarks else _NOTHING,
        notes,
        _address(words) if Role.TITLE in roles else "",
        _joins(words),
        halves,
        roles.count(Role.FULL),
        Role.INITIAL in roles,
        "." in name and any(word.is_cut for word in words[:-1]),
    )


def _surname_last(text: str) -> str:
    """“Ortega Ruiz, Pablo” in the order in which he is called; “John Smith, Jr.” stays."""
    text = text.replace("،", ",")
    if text.count(",") != 1:
        return text
    before, _, after = text.partition(",")
    named = [word for token in _WORD.findall(after) if (word := _word(token))]
    is_name = any(word.role is not Role.TITLE and not word.mark and word.key not in DEGREES for word in named)
    return f"{after} {before}" if is_name else text


def _apart(found: re.Match[str]) -> str:
    """The J and R of “JR Smith”; but “John Smith JR” is a mark, and a title is a title."""
    pair = found[0]
    is_mark = pair.lower() in MARKS and found.start() > 0
    return pair if is_mark or pair.lower() in TITLES else " ".join(pair)


@lru_cache(maxsize=20_000)
def _word(token: str) -> Word | None:
    """The word of a token; None where nothing to compare is left of it."""
    has_dot, is_half = token.endswith("."), token.startswith("-")
    shown = repaired(unicodedata.normalize("NFC", token.strip("-.").replace(ZWNJ, "").strip("'")))
    key = fold_word(shown)
    if not key:
        return None
    letter = first_letter(shown) or key[0]
    script = script_of(letter)
    letter = letter.upper()[0]  # one letter: ß gives S
    if script == GREEK:  # capitals stand without tonos
        letter = unicodedata.normalize("NFD", letter)[0]
    others = []
    if script == LATIN and not shown.isascii():
        expanded = fold_word(shown.lower().translate(_EXPANDED))
        others += [expanded] if expanded != key else []
    if script == ARABIC and key.startswith(ARTICLE) and len(key) > 4 and key not in WITHOUT_ARTICLE:
        others.append(key[len(ARTICLE) :])
    role = _role(key, script, has_dot=has_dot)
    if role is Role.TITLE and key == "im" and shown != "IM":  # a Korean surname
        role = Role.FULL
    is_plain = role is Role.FULL and script != SYLLABIC and key not in _TELLING
    is_name = is_half or (key in MARKS_AND_NAMES and not has_dot)  # Kim Min-jun is no junior
    mark = "" if is_name else MARKS.get(key, "")
    is_cut = has_dot and role is Role.FULL and not mark
    return Word(key, shown.lower(), letter, script, role, tuple(others), is_half, is_plain, mark, is_cut)


def _role(key: str, script: str, *, has_dot: bool) -> Role:
    is_letter = len(key) == 1 and script != SYLLABIC
    if key in TITLES and (has_dot or not is_letter):
        return Role.TITLE
    if key in PARTICLES and not is_letter:
        return Role.LIGHT
    if is_letter or (has_dot and len(key) <= _LONGEST_ABBREVIATION and key not in MARKS):
        return Role.INITIAL
    return Role.FULL


def _joined(words: list[Word]) -> list[Word]:
    """عبد and Mc together with what follows, زاده with what precedes it."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1] if joined else None
        if before is not None and (
            before.key == ARTICLE
            or (before.key in BEFORE_ANOTHER and word.role is not Role.LIGHT)
            or (before.key in BEFORE_A_SURNAME and len(joined) > 1 and word.role is Role.FULL)
        ):
            joined[-1] = _together(before, word)
        elif (
            before is not None
            and word.key in AFTER_ANOTHER
            and before.role is not Role.INITIAL
            and len(words) > 2
        ):
            joined[-1] = _together(before, word)
        else:
            joined.append(word)
    return joined


def _together(*words: Word) -> Word:
    key = "".join(word.key for word in words)
    without_article = key[len(ARTICLE) :] if key.startswith(ARTICLE) else ""
    others = (without_article,) if len(without_article) > 2 else ()
    shown = "".join(word.shown for word in words)
    return Word(key, shown, words[0].letter, words[0].script, Role.FULL, others)


def _weighed(words: list[Word], marks: set[str]) -> list[Word]:
    """Marks and degrees taken out; particles and titles are names where too little else is left."""
    kept = words[:1]
    others = sum(word.role in (Role.FULL, Role.INITIAL) and not word.mark for word in words)
    for word in words[1:]:
        # Νίκος Νέος is called so: junior is who has two names besides, or has it in brackets.
        if word.mark and (others > 1 or word.mark not in AGES or word.mark in marks):
            marks.add(word.mark)
        elif word.key not in DEGREES:
            kept.append(word)
    for least, may_be_a_name in _NAMES_IN_NEED:
        if sum(word.role in (Role.FULL, Role.INITIAL) for word in kept) < least:
            kept = [_full(word) if may_be_a_name(word) else word for word in kept]
    return kept


def _full(word: Word) -> Word:
    role = Role.INITIAL if len(word.key) == 1 and word.script != SYLLABIC else Role.FULL
    return replace(word, role=role)


def _initials_in_script(words: list[Word]) -> list[Word]:
    """A Latin initial beside words in another script was typed on the wrong keyboard: “O. Ковальчук”."""
    scripts = {word.script for word in words if word.role is Role.FULL}
    if len(scripts) != 1 or LATIN in scripts:
        return words
    (script,) = scripts
    return [_initial(in_script(word.letter, script)) if _is_latin_initial(word) else word for word in words]


def _is_latin_initial(word: Word) -> bool:
    return word.role is Role.INITIAL and word.script == LATIN and len(word.key) == 1


def _initial(letter: str) -> Word:
    return Word(fold_word(letter), letter.lower(), letter, script_of(letter), Role.INITIAL)


def _address(words: list[Word]) -> str:
    titles = {word.key for word in words if word.role is Role.TITLE}
    is_man, is_woman = not titles.isdisjoint(OF_A_MAN), not titles.isdisjoint(OF_A_WOMAN)
    return "" if is_man is is_woman else "m" if is_man else "f"


def _joins(words: list[Word]) -> tuple[tuple[str, int], ...]:
    """Each two neighbours as one word; and a surname with all the particles before it."""
    if len(words) == 2 and words[0].is_plain and words[1].is_plain:
        return ((words[0].key + words[1].key, 0b11),)
    joins = []
    for place in range(len(words) - 1):
        first, second = words[place], words[place + 1]
        if Role.INITIAL in (first.role, second.role) or first.script != second.script:
            continue
        joins.append((first.key + second.key, 3 << place))
        if first.script == SYLLABIC:  # the surname first, and without a space
            joins.append((second.key + first.key, 3 << place))
        if place and second.role is Role.FULL and first.role is Role.LIGHT:
            if words[place - 1].role is Role.LIGHT:
                joins.append((words[place - 1].key + first.key + second.key, 7 << place - 1))
    for place in range(len(words) - 2):
        if words[place + 1].role is Role.LIGHT and words[place].role is Role.FULL:
            three = words[place : place + 3]
            joins.append(("".join(word.key for word in three), 7 << place))
    return tuple(joins)


def is_patronymic(name: Name, place: int) -> bool:
    """Whether a word is the father's name: it ends like one, and two other words are there."""
    full = sum(word.role in (Role.FULL, Role.INITIAL) for word in name.words)
    return full > 2 and name.words[place].key.endswith(PATRONYMIC_ENDINGS)


def is_one_name(name: Name, bits: int) -> bool:
    """Whether neighbours are one name though written as two: “Anna-Lena” is Annalena, “van Berg” Vanberg.

    In Arabic script spaces come and go. “Ali Can” may be Alican, or somebody with the surname Can.
    """
    words = [word for place, word in enumerate(name.words) if bits >> place & 1]
    return (
        any(word.is_half for word in words[1:])
        or any(word.role is Role.LIGHT for word in words)
        or words[0].key in FIRST_HALVES
        or words[0].script in (ARABIC, SYLLABIC)
    )


def first_place(bits: int) -> int:
    """The place of the first of the words with these bits."""
    return (bits & -bits).bit_length() - 1
