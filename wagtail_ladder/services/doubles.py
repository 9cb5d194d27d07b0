"""Likely doubles: members of one club who may be the same person, for somebody to decide."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import F

from ..matching import Confidence, Evidence, Registry, Suggestion
from ..models import Act, Club, Player
from .known_names import known_names

_KEPT_FOR = 24 * 60 * 60
"""Seconds. The club's version is part of the key, so that an answer is never out of date."""


@dataclass(frozen=True, slots=True)
class Double:
    one: int
    other: int
    suggestion: Suggestion[int]
    """`other`, as he would be suggested for the name of `one`."""


def likely_doubles(club: Club) -> list[Double]:
    """The likeliest first, none of them on record as not the same. Ids and codes only, no names.

    By the names in the registry and all spellings that somebody confirmed; an initial is no evidence here,
    or half the club would be a double of the other half.
    """
    version = Club.objects.values_list("version", flat=True).get(pk=club.pk)
    key = f"wagtail_ladder.doubles.{club.pk}.{version}"
    found: list[Double] | None = cache.get(key)
    if found is None:
        found = _likely_doubles(club)
        cache.set(key, found, _KEPT_FOR)
    return found


def _likely_doubles(club: Club) -> list[Double]:
    members = known_names(club.pk)
    registry = Registry(members, club.language)
    settled = _settled(club.pk)
    pairs: dict[frozenset[int], tuple[int, Double]] = {}
    for one, name, spellings in members:
        for text in (name, *spellings):
            for rank, suggestion in enumerate(registry.suggest(text, limit=10, taken=[one])):
                pair = frozenset((one, suggestion.player))
                if not _counts(suggestion) or pair in settled:
                    continue
                strength = 3 * (suggestion.confidence is not Confidence.STRONG) + rank
                if pair not in pairs or strength < pairs[pair][0]:
                    pairs[pair] = strength, Double(one, suggestion.player, suggestion)
    return [double for _strength, double in sorted(pairs.values(), key=lambda found: found[0])]


def _counts(suggestion: Suggestion[int]) -> bool:
    if suggestion.confidence is Confidence.POSSIBLE:
        return False
    return not {Evidence.INITIAL, Evidence.ONE_WORD} & set(suggestion.evidence)


def _settled(club_id: int) -> set[frozenset[int]]:
    """The pairs that are on record as not the same, each player as who he is after merges."""
    distinct = Act.objects.filter(club_id=club_id, kind=Act.Kind.DISTINCT, undone_at__isnull=True)
    really = dict(
        Player.objects.filter(club_id=club_id, merged_into__isnull=False).values_list("pk", F("merged_into"))
    )
    return {
        frozenset((really.get(one, one), really.get(other, other)))
        for one, other in distinct.values_list("player_id", "other_id")
    }
