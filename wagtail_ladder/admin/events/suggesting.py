"""Which members a typed name may be: asked of `matching`, with what helps a person to decide."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils import timezone

from ...engine import shown
from ...matching import Registry, fold
from ...matching.suggestions import Confidence, Suggestion
from ...models import Entry, Event, Ladder, Player, Standing
from ...services.known_names import known_names
from ...services.reads.table import months_before
from .words import EVIDENCE, listed


@dataclass(frozen=True)
class Candidate:
    """A member who may be meant. Nothing is decided by being suggested."""

    player_id: int
    name: str
    rating: int | Decimal | None = None
    last_played: date | None = None
    why: str = ""
    is_strong: bool = False
    is_here: bool = False
    """Another name of the event is this member already."""

    @property
    def was_long_away(self) -> bool:
        """Whether the last rated game was more than a year ago."""
        return self.last_played is not None and self.last_played < months_before(timezone.localdate(), 12)

    @property
    def choice(self) -> str:
        """What the form calls the decision for this member."""
        return f"member-{self.player_id}"


def suggestions_for(event: Event, entries: Sequence[Entry]) -> dict[int, list[Candidate]]:
    """Entry id -> members who may be meant, best first; empty where nobody is like it.

    A sheet gives one member to one name. A name that goes without still gets whom it resembles, so that
    nobody takes it for somebody new.
    """
    club_id = event.ladder.club_id
    members = known_names(club_id, without=event)
    if not members or not entries:
        return {entry.pk: [] for entry in entries}
    names = {pk: name for pk, name, _spellings in members}
    registry = Registry(members, event.ladder.club.language)
    here = _here(event)
    sheet = registry.suggest_sheet([entry.typed_name for entry in entries])
    found: dict[int, list[tuple[Suggestion[int], bool]]] = {}
    for entry, suggestions in zip(entries, sheet, strict=True):
        is_own = bool(suggestions)
        found[entry.pk] = [
            (suggestion, is_own) for suggestion in suggestions or registry.suggest(entry.typed_name)
        ]
    players = {suggestion.player for pairs in found.values() for suggestion, _own in pairs}
    facts = facts_of(event.ladder, players)
    return {
        pk: [_candidate(suggestion, is_own, names, facts, here) for suggestion, is_own in pairs]
        for pk, pairs in found.items()
    }


def members_called(event: Event, text: str, limit: int = 8) -> list[Candidate]:
    """Members of the club whose name contains, or resembles, what was typed."""
    club_id = event.ladder.club_id
    members = Player.objects.filter(club_id=club_id, merged_into=None).order_by("name", "pk")
    names = dict(members.values_list("pk", "name"))
    wanted = fold(text).split()
    found = [pk for pk, name in names.items() if wanted and all(word in fold(name) for word in wanted)]
    if len(found) < limit:
        alike = Registry(names.items(), event.ladder.club.language).suggest(text, limit)
        found += [suggestion.player for suggestion in alike if suggestion.player not in found]
    here = _here(event)
    facts = facts_of(event.ladder, found[:limit])
    return [
        Candidate(pk, names[pk], *facts.get(pk, (None, None)), is_here=pk in here) for pk in found[:limit]
    ]


def facts_of(
    ladder: Ladder, player_ids: Iterable[int]
) -> dict[int, tuple[int | Decimal | None, date | None]]:
    """Player id -> rating as shown on the ladder, and the last day of his last rated event."""
    standings = Standing.objects.filter(ladder=ladder, player__in=list(player_ids))
    return {
        player: (shown(rating, ladder.shown_decimals), day)
        for player, rating, day in standings.values_list("player_id", "rating", "last_rated_event__last_day")
    }


def _here(event: Event) -> set[int]:
    """The members who are in the event, as decided so far."""
    return set(event.entries.with_person().exclude(player=None).values_list("person_id", flat=True))


def _candidate(
    suggestion: Suggestion[int],
    is_own: bool,
    names: dict[int, str],
    facts: dict[int, tuple[int | Decimal | None, date | None]],
    here: Collection[int],
) -> Candidate:
    player = suggestion.player
    rating, last_played = facts.get(player, (None, None))
    return Candidate(
        player,
        names[player],
        rating,
        last_played,
        listed(EVIDENCE[evidence] for evidence in suggestion.evidence),
        is_strong=is_own and suggestion.confidence is Confidence.STRONG and player not in here,
        is_here=player in here,
    )
