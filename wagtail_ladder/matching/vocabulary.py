"""All words of one club's names, and which of them a typed word may be.

A typed word is looked up once. Comparing names is then a matter of looking into what was found, so that the
work for a name does not grow with the number of players who share a word of it.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from .across import OtherScript
from .nicknaming import related_forms
from .reading import Word
from .scripts import ARABIC, CYRILLIC, GREEK, LATIN, SYLLABIC
from .shortening import compound_forms, is_short_form
from .sounding import sound
from .suggestions import Evidence
from .transliterating import LETTER

_SHORTEST_SLIP = 3  # in a shorter word each letter makes another name
_SHORTEST_TWO_SLIPS = 7
_COMMON_START = 3  # letters that a short form shares with the full one
_COMPARED_SCRIPTS = frozenset({LATIN, GREEK, CYRILLIC, ARABIC})


class Relation(NamedTuple):
    """How a typed word and a known one agree. `cost` orders the candidates; only differences matter."""

    cost: int
    evidence: Evidence | None = None
    is_known_name: bool = False


EQUAL = Relation(0)
WRITTEN_OTHERWISE = Relation(1)  # ue for ü, the article left out, two words as one
COST = {
    Evidence.OTHER_ACCENTS: 12,
    Evidence.SOUNDS_ALIKE: 16,
    Evidence.ONE_LETTER: 20,
    Evidence.OTHER_SCRIPT: 20,
    Evidence.NICKNAME: 28,
    Evidence.SHORT_FORM: 38,
    Evidence.TWO_LETTERS: 40,
}
COST_OF_A_CUT_WORD = 30  # the dot says that it is short: as much as an initial
COST_OF_A_LETTER_ACROSS = 2 * LETTER
COST_OF_A_SHORT_WORD = 8  # a slip in up to four letters may well be another name
_SHORT = 4
COST_OF_A_KNOWN_NAME = 45
COST_OF_TWO_SHORT_FORMS = 4

Related = dict[str, Relation]


class Vocabulary:
    """`add` all words first; the first look-up sorts them in."""

    def __init__(self) -> None:
        self._scripts: dict[str, str] = {}
        self._names: Counter[str] = Counter()
        self._keys_of: dict[str, set[str]] = defaultdict(set)
        self._others: dict[str, tuple[str, ...]] = defaultdict(tuple)
        self._joins: set[str] = set()
        self._read: dict[tuple[str, str], OtherScript] = {}

    def add(self, word: Word, *, is_own_name: bool) -> None:
        self._scripts[word.key] = word.script
        if is_own_name:
            self._names[word.key] += 1
        if word.others:
            self._others[word.key] = word.others
            for other in word.others:
                self._keys_of[other].add(word.key)

    def add_join(self, key: str) -> None:
        """Two Latin neighbours as one word, which they are in Arabic script: Ali Reza is علیرضا."""
        self._joins.add(key)

    def related(self, word: Word, least: int = 1) -> Related:
        """Known keys that the typed word may stand for, each by the relation that costs least.

        `least`: in how many registered names the word as typed must stand to be no slip.
        """
        found: Related = {}
        for key, relation in chain(
            self._same(word),
            self._slips(word, least),
            self._given_names(word),
            self._in_other_scripts((word.key, *word.others), word.script),
        ):
            if key not in found or relation.cost < found[key].cost:
                found[key] = relation
        return found

    def related_to_joined(self, key: str, script: str) -> Related:
        """Known keys for two typed words written as one: equal, one letter away, or in another script."""
        found: Related = {}
        if ARABIC in self._known_scripts:  # Mohammad Ali is one word there
            found.update(self._in_other_scripts((key,), script))
        if script != SYLLABIC:
            slip = Relation(COST[Evidence.ONE_LETTER], Evidence.ONE_LETTER)
            found.update(dict.fromkeys(self._one_letter_away(key), slip))
        if key in self._scripts:
            found[key] = WRITTEN_OTHERWISE
        return found

    def _same(self, word: Word) -> Iterator[tuple[str, Relation]]:
        if word.key in self._scripts:
            yield word.key, EQUAL
        # Muller may be Müller, who is Mueller as well.
        for form in (word.key, *word.others, *self._others.get(word.key, ())):
            if form in self._scripts and form != word.key:
                yield form, WRITTEN_OTHERWISE
            for known in self._keys_of.get(form, ()):
                yield known, WRITTEN_OTHERWISE

    def _slips(self, word: Word, least: int) -> Iterator[tuple[str, Relation]]:
        """Words that may be meant but for a slip; less likely where the typed one is a name here."""
        key = word.key
        if word.script == SYLLABIC:  # each character is a word
            return
        is_known = self._names[key] >= least
        one_letter, alike = self._one_letter_away(key), self._alike(word)
        costs = {(known, Evidence.ONE_LETTER): COST[Evidence.ONE_LETTER] for known in one_letter - alike}
        costs |= {(known, Evidence.ONE_LETTER): COST[Evidence.SOUNDS_ALIKE] for known in one_letter & alike}
        costs |= {(known, Evidence.SOUNDS_ALIKE): COST[Evidence.SOUNDS_ALIKE] for known in alike - one_letter}
        if not is_known:
            two_letters = self._two_letters_away(key)
            costs |= {(known, Evidence.TWO_LETTERS): COST[Evidence.TWO_LETTERS] for known in two_letters}
        for (known, evidence), cost in costs.items():
            if max(len(key), len(known)) <= _SHORT:
                cost += COST_OF_A_SHORT_WORD
            if is_known:
                cost += COST_OF_A_KNOWN_NAME
            yield known, Relation(cost, evidence, is_known)

    def _given_names(self, word: Word) -> Iterator[tuple[str, Relation]]:
        """Nicknames and other forms of a given name."""
        nickname = Relation(COST[Evidence.NICKNAME], Evidence.NICKNAME)
        two_short = nickname._replace(cost=nickname.cost + COST_OF_TWO_SHORT_FORMS)
        for form, is_full in related_forms(word.key).items():
            relation = nickname if is_full else two_short
            if form in self._scripts:
                yield form, relation
            for other in self._scripts_besides(word.script):  # Sasha is Олександр
                yield from ((known, relation) for known in self._read_as(other, word.script).equal(form))
        if word.script == ARABIC:
            yield from ((known, nickname) for known in compound_forms(word.key) if known in self._scripts)
        cost = COST_OF_A_CUT_WORD if word.is_cut else COST[Evidence.SHORT_FORM]
        short_form = Relation(cost, Evidence.SHORT_FORM)
        yield from ((known, short_form) for known in self._short_forms(word.key))

    def _one_letter_away(self, key: str) -> set[str]:
        near = {known for part in _with_a_letter_less(key) for known in self._near.get(part, ())}
        near.discard(key)
        return {known for known in near if OSA.distance(key, known, score_cutoff=1) == 1}

    @cached_property
    def _near(self) -> dict[str, list[str]]:
        """Words of three letters or more, by themselves and by each word that has one letter less."""
        near: dict[str, list[str]] = defaultdict(list)
        for key in self._scripts:
            if len(key) >= _SHORTEST_SLIP:
                for part in _with_a_letter_less(key):
                    near[part].append(key)
        return near

    def _two_letters_away(self, key: str) -> Iterable[str]:
        if len(key) < _SHORTEST_TWO_SLIPS:
            return
        for length in range(max(len(key) - 2, _SHORTEST_TWO_SLIPS), len(key) + 3):
            words = self._by_length.get(length, ())
            for known, _, _ in process.extract(key, words, scorer=OSA.distance, score_cutoff=2, limit=None):
                yield known

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        by_length: dict[int, list[str]] = defaultdict(list)
        for key in self._scripts:
            by_length[len(key)].append(key)
        return by_length

    def _alike(self, word: Word) -> set[str]:
        return set(self._sounds.get(sound(word.key, word.script), ())) - {word.key}

    @cached_property
    def _sounds(self) -> dict[str, list[str]]:
        sounds: dict[str, list[str]] = defaultdict(list)
        for key, script in self._scripts.items():
            if len(key) >= _SHORTEST_SLIP:
                sounds[sound(key, script)].append(key)
        return sounds

    def _short_forms(self, key: str) -> Iterator[str]:
        if len(key) < _COMMON_START:
            return
        start = key[:_COMMON_START]
        for place in range(bisect_left(self._sorted, start), len(self._sorted)):
            known = self._sorted[place]
            if not known.startswith(start):
                return
            if known != key and is_short_form(known, key):
                yield known

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._scripts)

    def _in_other_scripts(self, forms: tuple[str, ...], script: str) -> Iterator[tuple[str, Relation]]:
        for other in self._scripts_besides(script):
            for known, apart in self._read_as(other, script).alike(forms):
                cost = COST[Evidence.OTHER_SCRIPT] + apart * COST_OF_A_LETTER_ACROSS // LETTER
                yield known, Relation(cost, Evidence.OTHER_SCRIPT)

    def _scripts_besides(self, script: str) -> frozenset[str]:
        return self._known_scripts - {script} if script in _COMPARED_SCRIPTS else frozenset()

    @cached_property
    def _known_scripts(self) -> frozenset[str]:
        return _COMPARED_SCRIPTS & frozenset(self._scripts.values())

    def _read_as(self, script: str, typed_script: str) -> OtherScript:
        """Built when the first name in `typed_script` is asked for: most clubs need none."""
        if (script, typed_script) not in self._read:
            words = [key for key, known_script in self._scripts.items() if known_script == script]
            if (script, typed_script) == (LATIN, ARABIC):
                words += self._joins - self._scripts.keys()
            forms = ((key, form) for key in words for form in (key, *self._others[key]))
            self._read[script, typed_script] = OtherScript(forms, script, typed_script)
        return self._read[script, typed_script]


def _with_a_letter_less(key: str) -> set[str]:
    return {key, *(key[:place] + key[place + 1 :] for place in range(len(key)))}
