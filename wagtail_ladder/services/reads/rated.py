"""One event, rated again from the stored ratings before it: for explanations, never a replay."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F

from ...engine import EngineError, EventResult, Reason, Rules, State, rate_event
from ...engine import Event as EngineEvent
from ...engine import Game as EngineGame
from ...models import Decision, Event, Game, RatingChange
from ..inputs import engine_games, load_rules, rules_in_force


@dataclass(frozen=True)
class RatedEvent:
    result: EventResult
    """Without games where the engine refuses these: then nothing is said of their rating."""
    rules: Rules
    entries: dict[int, Any]
    """Entry id -> `Entry` with its `person_id`."""
    games: list[tuple[Game, EngineGame]]
    """As stored, each with the engine's view of it, in the order of round and board."""
    changes: dict[int, Any]
    """Player id -> stored `RatingChange`."""
    waiting: bool
    """It would be rated if every name were decided. An unrated event waits for nobody."""


def rated_event(event: Event) -> RatedEvent:
    """Four plain queries and one call of the engine. `event` is published."""
    entries = {
        entry.pk: entry for entry in event.entries.with_person().order_by("number").defer("typed_name")
    }
    changes = {change.player_id: change for change in RatingChange.objects.filter(event=event)}
    rules = rules_in_force(load_rules(event.ladder_id), event.last_day)
    undecided = any(entry.decision == Decision.UNDECIDED for entry in entries.values())
    waiting = undecided and not event.unrated
    games = list(event.games.order_by(F("round").asc(nulls_last=True), F("board").asc(nulls_last=True), "pk"))
    asked = engine_games(games, {pk: entry.person_id for pk, entry in entries.items()})
    engine_event = EngineEvent(
        event.last_day,
        event.sequence,
        event.tie_break,
        asked,
        Reason(event.unrated) if event.unrated else None,
        waiting,
    )
    before = {player: State(change.rating_before, change.games_before) for player, change in changes.items()}
    try:
        result = rate_event(before, engine_event, rules)
    except EngineError:
        # Written past the verbs, as that somebody meets himself: `verify_ladder` finds it, the page is shown.
        result = rate_event({}, engine_event._replace(games=()), rules)
    return RatedEvent(result, rules, entries, list(zip(games, asked, strict=True)), changes, waiting)
