"""How well the words of a typed name agree with those of a known spelling."""

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from .suggestions import Evidence

Words = tuple[str, ...]

# Orders the candidates; the differences matter, not the numbers. A word that is left over says less
# against a player than an initial: with an initial only one word really agrees.
_COST = {
    Evidence.ONE_LETTER: 20,
    Evidence.WORD_LEFT_OVER: 25,
    Evidence.INITIAL: 30,
    Evidence.ONE_WORD: 50,
    Evidence.TWO_LETTERS: 60,
}


@dataclass(frozen=True, slots=True)
class Agreement:
    """`cost` 0 means equal; `full_words` counts the pairs in which neither side is an initial."""

    cost: int
    full_words: int
    evidence: tuple[Evidence, ...]


def tolerance(word: str) -> int:
    """How many letters of a word may be wrong: in a short one, each letter makes another name."""
    return 0 if len(word) < 3 else 1 if len(word) < 7 else 2


def compare(typed: Words, known: Words) -> Agreement | None:
    """None where these are two people: no full word agrees, or words are left over on both sides."""
    if "".join(typed) == "".join(known):  # "محمد رضا" is "محمدرضا"
        return Agreement(0, sum(len(word) > 1 for word in known), ())
    typed_left, known_left = list(typed), list(known)
    full_words = 0
    evidence: list[Evidence] = []
    for relation, found in _RELATIONS:
        for word in typed:
            if word not in typed_left:
                continue
            partner = next((other for other in known_left if relation(word, other)), None)
            if partner is not None:
                typed_left.remove(word)
                known_left.remove(partner)
                full_words += len(word) > 1 and len(partner) > 1
                evidence += found
    left_over = typed_left + known_left
    if not full_words or (typed_left and known_left):
        return None
    evidence += [Evidence.WORD_LEFT_OVER] * len(left_over)
    if min(len(typed), len(known)) == 1 and left_over:
        evidence.append(Evidence.ONE_WORD)
    cost = sum(_COST[code] for code in evidence if code is not Evidence.INITIAL)
    if Evidence.INITIAL in evidence:  # counted once: the second that agrees speaks for a player
        cost += _COST[Evidence.INITIAL]
    return Agreement(cost, full_words, tuple(dict.fromkeys(evidence)))


def _is_initial(word: str, other: str) -> bool:
    return (len(word) == 1 or len(other) == 1) and word[0] == other[0]


def _within(letters: int) -> Callable[[str, str], bool]:
    def differ_by(word: str, other: str) -> bool:
        allowed = min(letters, tolerance(word), tolerance(other))
        return OSA.distance(word, other, score_cutoff=allowed) <= allowed

    return differ_by


# Tried in this order, so that an equal word is never spent on a similar one.
_RELATIONS: tuple[tuple[Callable[[str, str], bool], list[Evidence]], ...] = (
    (str.__eq__, []),
    (_within(1), [Evidence.ONE_LETTER]),
    (_is_initial, [Evidence.INITIAL]),
    (_within(2), [Evidence.TWO_LETTERS]),
)
