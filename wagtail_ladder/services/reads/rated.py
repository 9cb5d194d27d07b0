"""One event, rated again from the stored ratings before it: for explanations, never a replay."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F

from ...engine import Event as EngineEvent
from ...engine import EventResult, Reason, Rules, State, rate_event
from ...engine import Game as EngineGame
from ...kinds import Kind
from ...models import Decision, Entry, Event, Game, RatingChange
from ..inputs import load_rules, rules_in_force


@dataclass(frozen=True)
class RatedEvent:
    result: EventResult
    rules: Rules
    entries: dict[int, Entry]
    games: list[tuple[Game, EngineGame]]
    """As stored, each with the engine's view of it, in the order of round and board."""
    changes: dict[int, Any]
    """Player id -> stored `RatingChange`."""
    waiting: bool


def rated_event(event: Event) -> RatedEvent:
    """Four plain queries and one call of the engine. `event` is published."""
    entries = {entry.pk: entry for entry in event.entries.order_by("number").defer("typed_name")}
    changes = {change.player_id: change for change in RatingChange.objects.filter(event=event)}
    rules = rules_in_force(load_rules(event.ladder_id), event.last_day)
    waiting = any(entry.decision == Decision.UNDECIDED for entry in entries.values())
    games = [
        (
            game,
            EngineGame(
                game.round,
                game.board,
                entries[game.white_id].player_id,
                entries[game.black_id].player_id if game.black_id else None,
                game.white_half_points,
                game.black_half_points,
                Kind(game.kind),
                Reason(game.unrated) if game.unrated else None,
            ),
        )
        for game in event.games.order_by(
            F("round").asc(nulls_last=True), F("board").asc(nulls_last=True), "pk"
        )
    ]
    engine_event = EngineEvent(
        event.last_day,
        event.sequence,
        event.tie_break,
        [engine_game for _game, engine_game in games],
        Reason(event.unrated) if event.unrated else None,
        waiting,
    )
    before = {player: State(change.rating_before, change.games_before) for player, change in changes.items()}
    return RatedEvent(rate_event(before, engine_event, rules), rules, entries, games, changes, waiting)
