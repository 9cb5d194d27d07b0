"""Why a member is suggested for a typed name, and what speaks against it, in words."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...matching import Evidence, Suggestion, fold
from ...services.known_names import spelling_of
from .words import EVIDENCE, listed

Key = TypeVar("Key", bound=Hashable)

_LETTERS = frozenset({Evidence.ONE_LETTER, Evidence.TWO_LETTERS})
_SAY_NOTHING_OF_THE_NAME = frozenset({Evidence.CONFIRMED_SPELLING, Evidence.INITIAL, Evidence.OTHERS_FIT})


@dataclass(frozen=True)
class Worded:
    speaks_for: str
    speaks_against: str


def worded(
    suggestion: Suggestion[Key],
    typed: str,
    names: Mapping[Key, str],
    by_merge: Mapping[str, int] = MappingProxyType({}),
) -> Worded:
    """The codes of a suggestion for `typed` as a person reads them; `names` are the registry's, by id.

    `by_merge` says from whom the member has the spelling, as `known_names.known_by_merge`.
    """
    speaks_for = []
    speaks_against = []
    for code in suggestion.evidence:
        sentence = _sentence(code, suggestion, typed, names, by_merge)
        (speaks_against if code.speaks_against else speaks_for).append(sentence)
    return Worded(listed(speaks_for), listed(speaks_against))


def _sentence(
    code: Evidence,
    suggestion: Suggestion[Key],
    typed: str,
    names: Mapping[Key, str],
    by_merge: Mapping[str, int],
) -> str:
    if code is Evidence.CONFIRMED_SPELLING and suggestion.times:
        return listed(_linked(suggestion.times, by_merge))
    if (
        code is Evidence.SAME_NAME
        and by_merge
        and spelling_of(names[suggestion.player]) != spelling_of(typed)
    ):
        return _("same name as %(name)s, who was merged into this member") % {"name": next(iter(by_merge))}
    if code in _LETTERS and suggestion.letters:
        return ngettext("one letter: %(letters)s", "letters: %(letters)s", len(suggestion.letters)) % {
            "letters": suggestion.letters
        }
    if code is Evidence.INITIAL and _is_surname_the_same(suggestion, typed, names[suggestion.player]):
        return _("initial + same surname")
    if code is Evidence.OTHERS_FIT and suggestion.rivals:
        return _also_fits([names[rival] for rival in suggestion.rivals])
    return str(EVIDENCE[code])


def _linked(times: int, by_merge: Mapping[str, int]) -> list[str]:
    """How often the spelling was linked to the member, and how often to those who were merged into him."""
    own = times - sum(by_merge.values())
    sentences = []
    if own > 0:
        sentences.append(
            ngettext("linked %(count)d time before", "linked %(count)d times before", own) % {"count": own}
        )
    for name, count in by_merge.items():
        if count:
            sentence = ngettext(
                "linked %(count)d time to %(name)s, who was merged into this member",
                "linked %(count)d times to %(name)s, who was merged into this member",
                count,
            )
            sentences.append(sentence % {"count": count, "name": name})
    return sentences


def _is_surname_the_same(suggestion: Suggestion[Any], typed: str, registered: str) -> bool:
    """Whether the initial is all that differs, and the surname, as the registry writes it, was typed."""
    if not _SAY_NOTHING_OF_THE_NAME.issuperset(suggestion.evidence):
        return False
    before_comma, comma, _given = registered.partition(",")
    surname = fold(before_comma if comma else registered).split()[-1:]
    return bool(surname) and len(surname[0]) > 1 and surname[0] in fold(typed.replace(",", " ")).split()


def _also_fits(rivals: Sequence[str]) -> str:
    first, *others = rivals
    if not others:
        return _("also fits %(name)s") % {"name": first}
    return ngettext(
        "also fits %(name)s and %(count)d other member",
        "also fits %(name)s and %(count)d other members",
        len(others),
    ) % {"name": first, "count": len(others)}
