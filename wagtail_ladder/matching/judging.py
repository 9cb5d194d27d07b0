"""From agreements to suggestions: how sure, why, and who else fits."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, NamedTuple

from rapidfuzz.distance import Levenshtein

from .comparing import Agreement
from .reading import Name
from .suggestions import Confidence, Evidence, Player, Suggestion

# The greatest costs that are still LIKELY, and that are shown at all. One letter, one word more or less, one
# initial, one nickname or another script is LIKELY; two of them together are POSSIBLE.
_LIKELY = 36
_SHOWN = 90
_AS_WELL = 3
"""The difference of costs that tells nothing."""
_SLIPS = frozenset({Evidence.ONE_LETTER, Evidence.TWO_LETTERS})
_MOST_SLIPS = 4  # two neighbours that changed places are two edits


class Fit(NamedTuple, Generic[Player]):
    """A player, the spelling of him that fits best, and how it agrees with what was typed."""

    player: Player
    rank: int
    times: int
    typed: Name
    known: Name
    agreement: Agreement

    @property
    def cost(self) -> int:
        return self.agreement.cost

    @property
    def is_worth_showing(self) -> bool:
        return self.cost <= _SHOWN

    @property
    def is_likely(self) -> bool:
        return self.cost <= _LIKELY

    @property
    def is_confirmed(self) -> bool:
        """Whether exactly this spelling was confirmed before."""
        return self.times > 0 and self.typed.key == self.known.key

    @property
    def is_same_name(self) -> bool:
        """The same full name: two words or more, all equal, nothing left over, no initial."""
        agreement = self.agreement
        return (
            agreement.full_words > 1
            and not agreement.left_over
            and not agreement.has_mark_left_over
            and not (self.typed.has_initial or self.known.has_initial)
            and all(pair.relation.evidence is None for pair in agreement.pairs)
        )

    def fits_as_well_as(self, other: "Fit[Player]") -> bool:
        return abs(self.agreement.likeness - other.agreement.likeness) <= _AS_WELL

    def order(self) -> tuple[int, int, int, bool, tuple[str, ...]]:
        """Sorts fits: by cost, then as the registry is sorted, a registered name before a spelling."""
        agreement = self.agreement
        return agreement.cost, agreement.disorder, self.rank, self.times > 0, self.known.key


def judged(fits: Sequence[Fit[Player]], limit: int, skipped: int = 0) -> list[Suggestion[Player]]:
    """The suggestions for fits in order, without the first `skipped`; these still count as rivals."""
    return [_suggestion(fit, fits) for fit in fits[skipped : skipped + limit]]


def not_strong(suggestion: Suggestion[Player]) -> Suggestion[Player]:
    if suggestion.confidence is Confidence.STRONG:
        return replace(suggestion, confidence=Confidence.LIKELY)
    return suggestion


def _suggestion(fit: Fit[Player], fits: Sequence[Fit[Player]]) -> Suggestion[Player]:
    others = [other for other in fits if other is not fit]
    rivals = [other for other in others if other.fits_as_well_as(fit)]
    return Suggestion(
        fit.player,
        _confidence(fit, others, rivals),
        _evidence(fit, rivals),
        tuple(rival.player for rival in rivals),
        _letters(fit),
        fit.times if fit.is_confirmed else 0,
    )


def _confidence(fit: Fit[Player], others: Sequence[Fit[Player]], rivals: Sequence[Fit[Player]]) -> Confidence:
    # A nickname or a slip, confirmed for one player, may be that of another who is called nearly the same.
    is_contested = bool(rivals) or (fit.is_confirmed and any(other.is_likely for other in others))
    if fit.is_same_name and not is_contested:
        return Confidence.STRONG
    return Confidence.LIKELY if fit.is_likely else Confidence.POSSIBLE


def _evidence(fit: Fit[Player], rivals: Sequence[Fit[Player]]) -> tuple[Evidence, ...]:
    agreement = fit.agreement
    codes = [Evidence.CONFIRMED_SPELLING] if fit.is_confirmed else []
    codes += [pair.relation.evidence for pair in agreement.pairs if pair.relation.evidence]
    if agreement.left_over:
        codes.append(Evidence.WORD_LEFT_OVER)
    if agreement.is_one_word:
        codes.append(Evidence.ONE_WORD)
    if agreement.has_mark_left_over:
        codes.append(Evidence.MARK_LEFT_OVER)
    if any(pair.relation.is_known_name for pair in agreement.pairs):
        codes.append(Evidence.KNOWN_NAME)
    codes = codes or [Evidence.SAME_NAME]
    if rivals:
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
