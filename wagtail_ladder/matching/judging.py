"""From agreements to suggestions: how sure, why, and who else fits."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Generic, NamedTuple

from rapidfuzz.distance import Levenshtein

from .comparing import Agreement
from .reading import Name
from .suggestions import Confidence, Evidence, Player, Suggestion

# The greatest costs that are still LIKELY, and that are shown at all. One letter, one word more or less, one
# initial, one nickname or another script is LIKELY; two of them together are POSSIBLE.
_LIKELY = 36
WORTH_SHOWING = 90
_AS_WELL = 3
"""The difference of costs that tells nothing."""
_SLIPS = frozenset({Evidence.ONE_LETTER, Evidence.TWO_LETTERS})
_MOST_SLIPS = 4  # two neighbours that changed places are two edits


class Fit(NamedTuple, Generic[Player]):
    """A player, the spelling of him that fits best, and how it agrees with what was typed."""

    player: Player
    rank: int
    times: int
    is_a_short_spelling: bool
    """Whether a word of the spelling is short for one of the registered name."""
    text: str
    """The spelling as written."""
    typed: Name
    known: Name
    agreement: Agreement

    @property
    def cost(self) -> int:
        return self.agreement.cost

    @property
    def is_likely(self) -> bool:
        return self.cost <= _LIKELY

    @property
    def is_confirmed(self) -> bool:
        """Whether exactly this spelling was confirmed before."""
        return self.times > 0 and self.typed.key == self.known.key and not self._has_other_accents

    @property
    def _has_other_accents(self) -> bool:
        return any(pair.relation.evidence is Evidence.OTHER_ACCENTS for pair in self.agreement.pairs)

    @property
    def is_abbreviated(self) -> bool:
        return self.is_a_short_spelling or self.typed.is_abbreviated or self.known.is_abbreviated

    @property
    def is_same_name(self) -> bool:
        """The same full name: two words or more, all equal, nothing left over, no initial."""
        agreement = self.agreement
        return (
            agreement.full_words > 1
            and not agreement.left_over
            and not agreement.has_mark_left_over
            and not agreement.is_reordered
            and not (self.typed.has_initial or self.known.has_initial)
            and not self.is_abbreviated
            and all(pair.relation.evidence is None for pair in agreement.pairs)
        )

    @property
    def unlikeness(self) -> tuple[bool, int, bool]:
        """What makes no difference to a name and yet breaks a tie: order, accents, what is in brackets."""
        pairs = sorted(self.agreement.pairs, key=attrgetter("place"))
        places = [pair.known_place for pair in pairs]
        is_in_order = not self.is_same_name or places == sorted(places)
        shown_otherwise = sum(pair.typed.shown != pair.known.shown for pair in pairs)
        return not is_in_order, shown_otherwise, self.typed.notes.isdisjoint(self.known.notes)

    def order(self) -> tuple[object, ...]:
        """Sorts fits: by cost, then as the registry is sorted, a registered name before a spelling."""
        agreement = self.agreement
        return agreement.cost, agreement.disorder, self.unlikeness, self.rank, self.times > 0, self.known.key


class Judged(Generic[Player]):
    """All who fit one typed name, best first, and what is said of each.

    Whoever shares a name with hundreds is compared with them once, and not once for each of them.
    """

    def __init__(self, fits: Sequence[Fit[Player]]) -> None:
        self.fits = fits
        self._likely = sum(fit.is_likely for fit in fits)
        self._by_likeness: dict[int, tuple[list[int], tuple[Player, ...]]] = {}
        self._suggestions: dict[int, Suggestion[Player]] = {}

    def suggestion(self, place: int) -> Suggestion[Player]:
        """The fit at this place as a suggestion; all other fits count as rivals, whoever may be chosen."""
        if place not in self._suggestions:
            self._suggestions[place] = self._suggested(place)
        return self._suggestions[place]

    def _suggested(self, place: int) -> Suggestion[Player]:
        fit = self.fits[place]
        rivals = self._rivals(place)
        # A nickname or a slip, confirmed for one player, may be another's who is called nearly the same.
        is_contested = bool(rivals) or (fit.times > 0 and self._likely > fit.is_likely)
        return Suggestion(
            fit.player,
            _confidence(fit, is_contested=is_contested),
            _evidence(fit, has_rivals=bool(rivals)),
            rivals,
            _letters(fit),
            fit.times if fit.is_confirmed else 0,
        )

    def _rivals(self, place: int) -> tuple[Player, ...]:
        likeness = self.fits[place].agreement.likeness
        if likeness not in self._by_likeness:
            alike = [
                other
                for other, fit in enumerate(self.fits)
                if abs(fit.agreement.likeness - likeness) <= _AS_WELL
            ]
            self._by_likeness[likeness] = alike, tuple(self.fits[other].player for other in alike)
        alike, players = self._by_likeness[likeness]
        own = bisect_left(alike, place)
        return players[:own] + players[own + 1 :]


def not_strong(suggestion: Suggestion[Player]) -> Suggestion[Player]:
    if suggestion.confidence is Confidence.STRONG:
        return replace(suggestion, confidence=Confidence.LIKELY)
    return suggestion


def _confidence(fit: Fit[Player], *, is_contested: bool) -> Confidence:
    if fit.is_same_name and not is_contested:
        return Confidence.STRONG
    return Confidence.LIKELY if fit.is_likely else Confidence.POSSIBLE


def _evidence(fit: Fit[Player], *, has_rivals: bool) -> tuple[Evidence, ...]:
    agreement = fit.agreement
    codes = [Evidence.CONFIRMED_SPELLING] if fit.is_confirmed else []
    if fit.is_abbreviated:
        codes.append(Evidence.SHORT_FORM)
    codes += [pair.relation.evidence for pair in agreement.pairs if pair.relation.evidence]
    if agreement.left_over:
        codes.append(Evidence.WORD_LEFT_OVER)
    if agreement.is_one_word:
        codes.append(Evidence.ONE_WORD)
    if agreement.has_mark_left_over:
        codes.append(Evidence.MARK_LEFT_OVER)
    if agreement.is_reordered:
        codes.append(Evidence.ORDER_DIFFERS)
    if any(pair.relation.is_known_name for pair in agreement.pairs):
        codes.append(Evidence.KNOWN_NAME)
    codes = codes or [Evidence.SAME_NAME]
    if has_rivals:
        codes.append(Evidence.OTHERS_FIT)
    return tuple(dict.fromkeys(codes))


def _letters(fit: Fit[Player]) -> str:
    """The known name's letters that were typed otherwise, or those typed that it does not have."""
    letters = ""
    for pair in fit.agreement.pairs:
        if pair.relation.evidence in _SLIPS:
            typed, known = pair.typed.key, pair.known.key
            edits = Levenshtein.editops(typed, known)
            if len(edits) <= _MOST_SLIPS:  # more where two words were compared as one
                letters += "".join(
                    typed[edit.src_pos] if edit.tag == "delete" else known[edit.dest_pos] for edit in edits
                )
    return letters
