"""Likely doubles: members of one club who may be the same person, for somebody to decide."""

from collections.abc import Iterable
from dataclasses import replace

from django.core.cache import cache
from django.db.models import F

from .. import __version__
from ..matching import Confidence, Double, Registry, Suggestion
from ..models import Act, Club, Player
from .known_names import known_names

_KEPT_FOR = 24 * 60 * 60
"""Seconds. The club's version is part of the key, so that an answer is never out of date."""


def likely_doubles(club: Club) -> list[Double[int]]:
    """By registered names and confirmed spellings: the likeliest first, none on record as not the same.

    They come out of the site's cache, which keeps no name of a person: `spelled` says which names it were.
    """
    club = Club.objects.get(pk=club.pk)
    found = known_doubles(club)
    if found is None:
        found = [replace(double, spellings=("", "")) for double in _likely_doubles(club)]
        cache.set(_key(club), found, _KEPT_FOR)
    return found


def known_doubles(club: Club) -> list[Double[int]] | None:
    """The same, if somebody asked since the club (just read) was changed last: one look into the cache."""
    found: list[Double[int]] | None = cache.get(_key(club))
    return found


def spelled(club: Club, doubles: Iterable[Double[int]]) -> list[Double[int]]:
    """These, each with the names by which the two are so alike."""
    known = {member[0]: member for member in known_names(club.pk)}
    found = []
    for double in doubles:
        two = [known[player] for player in double.players if player in known]
        found += Registry(two, club.language).doubles() or [double]
    return found


def _key(club: Club) -> str:
    """With our own version: what another one has kept may be made of other codes."""
    return f"wagtail_ladder.{__version__}.doubles.{club.pk}.{club.version}"


def alike(club: Club, player: Player) -> list[int]:
    """Ids of the members whose names resemble one of his, the likeliest first."""
    members = known_names(club.pk)
    registry = Registry(members, club.language)
    (own,) = [(name, *spellings) for pk, name, spellings in members if pk == player.pk]
    found = [one.player for text in own for one in registry.suggest(text, limit=10, taken=[player.pk])]
    return list(dict.fromkeys(found))


def resemblance(club: Club, one: Player, other: Player) -> Suggestion[int] | None:
    """How the names of two members resemble each other, by whichever fit best; None where none does."""
    known = {pk: (pk, name, spellings) for pk, name, spellings in known_names(club.pk)}
    if one.pk not in known or other.pk not in known:
        return None
    found = []
    for asked, answering in ((one.pk, other.pk), (other.pk, one.pk)):
        _pk, name, spellings = known[asked]
        registry = Registry([known[answering]], club.language)
        found += [suggestion for text in (name, *spellings) for suggestion in registry.suggest(text)]
    return min(found, key=_strength, default=None)


_ORDER = {Confidence.STRONG: 0, Confidence.LIKELY: 1, Confidence.POSSIBLE: 2}


def _strength(suggestion: Suggestion[int]) -> tuple[int, int]:
    return _ORDER[suggestion.confidence], len(suggestion.evidence)


def _likely_doubles(club: Club) -> list[Double[int]]:
    settled = _settled(club.pk)
    doubles = Registry(known_names(club.pk), club.language).doubles()
    return [double for double in doubles if frozenset(double.players) not in settled]


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
