"""Results that look as if they had been entered twice: one evening uploaded and typed, a line copied."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce

from ...kinds import Kind
from ...models import Event, Game

Result = tuple[frozenset[tuple[int, int | None]], int | None]
"""Who played whom with which half points, whatever the colours, and the round."""


@dataclass(frozen=True, slots=True)
class EnteredTwice:
    """Games of an event of which another event (or itself) has an equal one."""

    event: Event
    """Where the others stand."""
    games: tuple[int, ...]
    """Ids of those in the event that was asked about."""


def entered_twice(event: Event) -> list[EnteredTwice]:
    """Games of the event that have the same two players, round and result as another one.

    Compared with the event itself (where rounds are not numbered, nothing else keeps a pair from standing
    there twice) and with the living events of its ladder on one of its days. Two queries.
    """
    own: dict[Result, list[int]] = defaultdict(list)
    others = {other.pk: other for other in _on_the_same_days(event)}
    theirs = []
    for pk, event_id, result in _results([event.pk, *others]):
        if event_id == event.pk:
            own[result].append(pk)
        else:
            theirs.append((event_id, result))
    found: dict[int, set[int]] = defaultdict(set)
    for pks in own.values():
        if len(pks) > 1:
            found[event.pk].update(pks)
    for event_id, result in theirs:
        found[event_id].update(own.get(result, ()))
    events = {event.pk: event, **others}
    return [EnteredTwice(events[pk], tuple(sorted(games))) for pk, games in found.items() if games]


def _on_the_same_days(event: Event) -> list[Event]:
    begin = event.first_day or event.last_day
    others = Event.objects.filter(ladder_id=event.ladder_id, last_day__gte=begin).exclude(pk=event.pk)
    living = others.exclude(status=Event.Status.DELETED).annotate(begin=Coalesce("first_day", "last_day"))
    return list(living.filter(begin__lte=event.last_day).order_by("last_day", "sequence", "tie_break"))


def _results(event_ids: list[int]) -> list[tuple[int, int, Result]]:
    """(game id, event id, result) of games played by two people whom somebody has decided."""
    games: Any = Game.objects.filter(event__in=event_ids, kind__in=[Kind.PLAYED, Kind.PLAYED_UNRATED])
    rows = games.annotate(
        white_person=Coalesce(F("white__player__merged_into"), F("white__player")),
        black_person=Coalesce(F("black__player__merged_into"), F("black__player")),
    ).order_by("pk")
    return [
        (pk, event_id, (frozenset({(white, white_score), (black, black_score)}), number))
        for pk, event_id, white, black, white_score, black_score, number in rows.values_list(
            "pk",
            "event_id",
            "white_person",
            "black_person",
            "white_half_points",
            "black_half_points",
            "round",
        )
        if white is not None and black is not None
    ]
