"""What becomes of each pairing of an event, rated or why not: asked of the engine, never decided here."""

from collections.abc import Iterable, Mapping
from datetime import date

from ...engine import Event as EngineEvent
from ...engine import Game as EngineGame
from ...engine import Reason, Rules, State, rate_event
from ...kinds import Kind
from ...models import Decision, Entry, Event, Game, RatingChange
from ...services.inputs import load_rules, rules_in_force

_SCORES = {Kind.DOUBLE_FORFEIT: (0, 0), Kind.SCHEDULED: (None, None)}


def _reason_of(kind: Kind) -> Reason:
    white, black = _SCORES.get(kind, (2, None if kind.is_one_sided else 0))
    game = EngineGame(1, 1, 1, None if kind.is_one_sided else 2, white, black, kind)
    return rate_event({}, EngineEvent(date(2000, 1, 1), 1, 1, [game]), Rules()).white_reasons[0]


REASON_OF_KIND: Mapping[Kind, Reason] = {kind: _reason_of(kind) for kind in Kind}
"""For a pairing of a file, whose players nobody knows yet."""


def verdicts(event: Event, entries: Mapping[int, Entry], games: Iterable[Game]) -> dict[int, list[Reason]]:
    """Game id -> why it is rated or not: one reason, or White's and Black's where they differ.

    An undecided name counts as somebody new, so that the list shows what the names will not change.
    """
    seats: dict[int | None, int | None] = {None: None}
    for entry in entries.values():
        left_out = entry.decision == Decision.LEFT_OUT
        seats[entry.pk] = None if left_out else entry.player_id or -entry.pk
    rows = {
        EngineGame(
            game.round,
            game.board,
            seats[game.white_id],
            seats[game.black_id],
            game.white_half_points,
            game.black_half_points,
            Kind(game.kind),
            Reason(game.unrated) if game.unrated else None,
        ): game.pk
        for game in games
    }
    unrated = Reason(event.unrated) if event.unrated else None
    asked = EngineEvent(event.last_day, event.sequence, event.tie_break, list(rows), unrated)
    rules = rules_in_force(load_rules(event.ladder_id), event.last_day)
    result = rate_event(_states_before(event), asked, rules)
    return {rows[game]: list(dict.fromkeys((white, black))) for game, white, black in result.reasons()}


def _states_before(event: Event) -> dict[int, State]:
    stored = RatingChange.objects.filter(event=event)
    return {
        player: State(rating, games)
        for player, rating, games in stored.values_list("player_id", "rating_before", "games_before")
    }
