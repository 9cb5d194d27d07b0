"""How well a typed name agrees with a known spelling, word by word."""

from collections.abc import Mapping
from typing import NamedTuple

from .accenting import are_vietnamese, is_other_name
from .initials_across import may_be_one
from .lexicon import AFTER_A_NAME, TITLES_AND_NAMES
from .reading import Name, Role, Word, first_place, is_one_name, is_patronymic
from .scripts import LATIN
from .suggestions import Evidence
from .vocabulary import COST, EQUAL, WRITTEN_OTHERWISE, Related, Relation

# Orders the candidates; the differences matter, not the numbers (the others are in `vocabulary`). What is
# left over says less against a player than an initial: with an initial only one word really agrees.
_ACROSS = COST[Evidence.OTHER_SCRIPT]
_INITIAL = Relation(30, Evidence.INITIAL)
_INITIAL_BUT_FOR_ITS_MARK = Relation(32, Evidence.INITIAL_DIFFERS)
_OTHER_ACCENTS = Relation(COST[Evidence.OTHER_ACCENTS], Evidence.OTHER_ACCENTS)
_ANOTHER_LETTER = Relation(38, Evidence.INITIAL_DIFFERS)
_LETTERS_BY_A_MARK = frozenset("ЙЇЎ")  # no accent: Й is not И, though their compare key is one
_SAME_INITIAL = Relation(29, Evidence.INITIAL)  # on both sides
_ANOTHER_INITIAL = -8  # each that agrees beyond the first speaks for the player
_INITIAL_BESIDE_A_FULL_NAME = -20
_LEFT_OVER = {Role.FULL: 20, Role.INITIAL: 14, Role.LIGHT: 3, Role.TITLE: 0}
_PATRONYMIC_LEFT_OVER = 6
_PATRONYMIC_NOT_TYPED = 3  # tells nothing, as with a mark
_REORDERED = 4
_TWO_WORDS = Relation(WRITTEN_OTHERWISE.cost, Evidence.SOUNDS_ALIKE)  # Ali Can for Alican
_LAST_WORD_LEFT_OVER = 2  # more than one in the middle, or the second half of a hyphenated name
_FIRST_WORD_LEFT_OVER = 3
_MIDDLE_NAME_OF_AN_INITIAL = 2  # who writes an initial leaves the middle name out
_ONE_TYPED_WORD = 40
_ONE_KNOWN_WORD = 60
_ONE_WORD_BUT_ALIKE = 20
_MARK_LEFT_OVER = 4
_MARK_NOT_TYPED = 3  # tells nothing: who types names from a scoresheet often leaves it out


class Pair(NamedTuple):
    typed: Word
    known: Word
    relation: Relation
    place: int
    known_place: int

    @property
    def is_initial(self) -> bool:
        return self.typed.role is Role.INITIAL or self.known.role is Role.INITIAL


class Agreement(NamedTuple):
    """`cost` 0 means equal; `full_words` counts the pairs in which neither side is an initial."""

    cost: int
    likeness: int
    """The cost, less that of another script: two names that are read alike fit equally well."""
    disorder: int
    """Breaks a tie: initials that stand for a surname, or stand in another order."""
    full_words: int
    pairs: tuple[Pair, ...]
    left_over: int
    """Words that only one side has; particles count, and titles where they may be names."""
    has_mark_left_over: bool
    is_reordered: bool
    """The words stand in another order, and not only the surname in front instead of at the end."""
    is_one_word: bool
    """No more than one word could be compared, and at least one other is there."""


class Typed(NamedTuple):
    """A typed name with what the vocabulary knows of its words and of its joined neighbours."""

    name: Name
    related: tuple[Related, ...]
    joined: tuple[tuple[int, Related], ...]
    places: Mapping[str, int]
    """Compare key -> its place."""


def compare(typed: Typed, known: Name) -> Agreement | None:
    """None where these are two people: no full word agrees, or words are left over on both sides."""
    marks, known_marks = typed.name.marks, known.marks
    if marks != known_marks and marks and known_marks:
        return None  # Jr. and Sr., U12 and U14, 2 and 3
    if {typed.name.address, known.address} == {"m", "f"}:
        return None
    has_mark_left_over = marks != known_marks or typed.name.remarks != known.remarks
    pairs, free, known_free = _paired(typed, known)
    full = [pair for pair in pairs if not pair.is_initial]
    initials = [pair for pair in pairs if pair.is_initial]
    named, light = _counted(typed.name, free)
    known_named, known_light = _counted(known, known_free)
    if not full or (named and known_named) or (light and known_light):
        return None
    if any(pair.relation.evidence is Evidence.SHORT_FORM for pair in full) and not _is_anchored(full):
        return None
    is_one_word = len(pairs) == 1 and bool(named or known_named)
    likeness = _cost_of_pairs(full, initials)
    if is_one_word:
        likeness += named + known_named + (_ONE_TYPED_WORD if known_named else _ONE_KNOWN_WORD)
    elif initials and len(full) == 1:
        likeness += _left_of_an_initial(typed.name, free) + _left_of_an_initial(known, known_free)
    else:
        likeness += _left(typed.name, free, _PATRONYMIC_LEFT_OVER)
        likeness += _left(known, known_free, _PATRONYMIC_NOT_TYPED)
    titles = _titles_that_are_names(typed.name, free) + _titles_that_are_names(known, known_free)
    likeness += _LEFT_OVER[Role.LIGHT] * (light + known_light + titles)
    is_reordered = _is_reordered(full, typed.name)
    if is_reordered:
        likeness += _REORDERED
    if has_mark_left_over:
        is_typed = bool(marks - known_marks or typed.name.remarks - known.remarks)
        likeness += _MARK_LEFT_OVER if is_typed else _MARK_NOT_TYPED
    return Agreement(
        likeness + _ACROSS * any(_is_across(pair) for pair in full),
        likeness,
        _disorder(full, initials, known),
        len(full),
        tuple(pairs),
        named + known_named + light + known_light + titles,
        has_mark_left_over,
        is_reordered,
        is_one_word,
    )


def _cost_of_pairs(full: list[Pair], initials: list[Pair]) -> int:
    """What the pairs cost together. That they are in two scripts counts once, and not here."""
    cost = sum(pair.relation.cost - _ACROSS * _is_across(pair) for pair in full)
    if initials:
        cost += max(pair.relation.cost for pair in initials) + (len(initials) - 1) * _ANOTHER_INITIAL
        if len(full) > 1:
            cost += _INITIAL_BESIDE_A_FULL_NAME
    elif len(full) == 1 and full[0].relation.evidence is not None:
        cost += _ONE_WORD_BUT_ALIKE
    return cost


def _is_across(pair: Pair) -> bool:
    return pair.relation.evidence is Evidence.OTHER_SCRIPT


def _paired(typed: Typed, known: Name) -> tuple[list[Pair], int, int]:
    """The best pairs, greedily, and the bits of the words on each side that none of them took."""
    words, known_words = typed.name.words, known.words
    free, known_free = (1 << len(words)) - 1, (1 << len(known_words)) - 1
    pairs: list[Pair] = []
    for relation, _, bits, known_bits in sorted(_options(typed, known), key=_by_cost):
        if not (bits & ~free or known_bits & ~known_free):
            free ^= bits
            known_free ^= known_bits
            place, known_place = first_place(bits), first_place(known_bits)
            pairs.append(Pair(words[place], known_words[known_place], relation, place, known_place))
    return pairs, free, known_free


def _is_anchored(full: list[Pair]) -> bool:
    """Whether another word than the one that only looks like a short form agrees."""
    return any(pair.relation.evidence is not Evidence.SHORT_FORM for pair in full)


def _is_reordered(full: list[Pair], typed: Name) -> bool:
    """Whether three names or more stand in another order. Mehmet Ali is not Ali Mehmet, nor is his father.

    A surname in front is no other order, nor is a father's name, which its ending tells, anywhere.
    """
    named = [pair for pair in full if pair.typed.role is Role.FULL and not is_patronymic(typed, pair.place)]
    places = [pair.known_place for pair in sorted(named, key=_by_place)]
    turns = sum(place > following for place, following in zip(places, places[1:] + places[:1], strict=True))
    return turns > 1


def _by_place(pair: Pair) -> int:
    return pair.place


def _disorder(full: list[Pair], initials: list[Pair], known: Name) -> int:
    """How unlikely the places are: a surname for an initial beside a given name in full, initials crossed."""
    if not initials:
        return 0
    crossed = sum(
        (one.place - other.place) * (one.known_place - other.known_place) < 0
        for one in initials
        for other in initials
    )
    last = max(pair.known_place for pair in (*full, *initials))
    is_surname = any(
        pair.known_place == last or (known.halves | known.halves >> 1) >> pair.known_place & 1
        for pair in initials
    )
    return crossed + is_surname


def _options(typed: Typed, known: Name) -> list[tuple[Relation, int, int, int]]:
    """Every way to pair words, joined neighbours included: (relation, distance of places, bits, bits)."""
    words, known_words = typed.name.words, known.words
    options: list[tuple[Relation, int, int, int]] = []
    for place, word in enumerate(words):
        related = typed.related[place]
        for known_place, other in enumerate(known_words):
            relation = (
                _initials(word, other)
                if word.role is Role.INITIAL or other.role is Role.INITIAL
                else related.get(other.key)
            )
            if relation is EQUAL and word.shown != other.shown and word.script == LATIN:
                relation = _by_accents(word, other, typed.name, known)
            if relation is not None:
                options.append((relation, abs(place - known_place), 1 << place, 1 << known_place))
    for bits, related in typed.joined:
        for known_place, other in enumerate(known_words):
            relation = related.get(other.key)
            if relation is not None and other.role is Role.FULL:
                options.append((_as_one(relation, typed.name, bits), 0, bits, 1 << known_place))
    for key, bits in known.joins:
        if key in typed.places:
            options.append((_as_one(WRITTEN_OTHERWISE, known, bits), 0, 1 << typed.places[key], bits))
        for place, related in enumerate(typed.related):
            if key in related and related[key].evidence is Evidence.OTHER_SCRIPT:
                options.append((related[key], 0, 1 << place, bits))
    return options


def _by_accents(word: Word, other: Word, typed: Name, known: Name) -> Relation:
    """How two words with one key agree."""
    is_vietnamese = are_vietnamese(*([word.shown for word in name.words] for name in (typed, known)))
    return _OTHER_ACCENTS if is_other_name(word.shown, other.shown, is_vietnamese=is_vietnamese) else EQUAL


def _as_one(relation: Relation, name: Name, bits: int) -> Relation:
    """How neighbours agree with one word: two names that only sound like one are not the same name."""
    return _TWO_WORDS if relation is WRITTEN_OTHERWISE and not is_one_name(name, bits) else relation


def _by_cost(option: tuple[Relation, int, int, int]) -> tuple[int, int]:
    return option[0].cost, option[1]


def _initials(word: Word, other: Word) -> Relation | None:
    """How an initial agrees with a word or with another initial."""
    if word.script != other.script:
        return _INITIAL if may_be_one(word.letter, other.letter) else None
    if word.role is other.role:
        if word.key == other.key:
            return _SAME_INITIAL if word.letter == other.letter else _but_for_its_mark(word, other)
        short, full = sorted((word.key, other.key), key=len)
        return _INITIAL if full.startswith(short) else None
    initial, full_word = (word, other) if word.role is Role.INITIAL else (other, word)
    if full_word.role is not Role.FULL:
        return None
    if full_word.key.startswith(initial.key):
        return _INITIAL if initial.letter == full_word.letter else _but_for_its_mark(word, other)
    if any(form.startswith(initial.key) for form in full_word.others):
        return _INITIAL
    return None


def _but_for_its_mark(word: Word, other: Word) -> Relation:
    """Accents are often left out, and i typed for ı."""
    is_letter = not _LETTERS_BY_A_MARK.isdisjoint((word.letter, other.letter))
    return _ANOTHER_LETTER if is_letter else _INITIAL_BUT_FOR_ITS_MARK


def _counted(name: Name, free: int) -> tuple[int, int]:
    """How many names and how many particles are among the words with these bits."""
    roles = [word.role for place, word in enumerate(name.words) if free >> place & 1]
    light = roles.count(Role.LIGHT)
    return len(roles) - light - roles.count(Role.TITLE), light


def _titles_that_are_names(name: Name, free: int) -> int:
    """How many of the words with these bits may be names: السيد where it does not stand in front."""
    return sum(
        word.role is Role.TITLE and word.key in TITLES_AND_NAMES - AFTER_A_NAME
        for place, word in enumerate(name.words)
        if place and free >> place & 1
    )


def _left(name: Name, free: int, patronymic: int) -> int:
    """The cost of the names left over: a middle one says least, and a father's as much as is given."""
    cost = 0
    last = len(name.words) - 1
    for place, word in enumerate(name.words):
        if free >> place & 1 and word.role in (Role.FULL, Role.INITIAL):
            if is_patronymic(name, place):
                cost += patronymic
                continue
            cost += _LEFT_OVER[word.role]
            if place == 0:
                cost += _FIRST_WORD_LEFT_OVER
            elif name.halves >> place + 1 & 1 or (place == last and not name.halves >> place & 1):
                cost += _LAST_WORD_LEFT_OVER
    return cost


def _left_of_an_initial(name: Name, free: int) -> int:
    """The same where the given name is an initial: only a word before it counts as left over."""
    cost = 0
    for place, word in enumerate(name.words):
        if free >> place & 1 and word.role in (Role.FULL, Role.INITIAL):
            is_given = place == 0 and not is_patronymic(name, place)
            cost += _LEFT_OVER[word.role] // 2 if is_given else _MIDDLE_NAME_OF_AN_INITIAL
    return cost
