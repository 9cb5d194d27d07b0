"""What becomes of each pairing of an event, rated or why not: asked of the engine, never decided here."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from ...engine import Event as EngineEvent
from ...engine import Game as EngineGame
from ...engine import Reason, Rules, rate_event
from ...kinds import Kind
from ...models import Decision, Event, Game
from ...services.inputs import engine_games, load_rules, rules_in_force
from ...services.preview import states_before

_NAMES_DECIDE = frozenset({Reason.RATED, Reason.PROVISIONAL_OPPONENT})
_SCORES = {Kind.DOUBLE_FORFEIT: (0, 0), Kind.SCHEDULED: (None, None)}


def _reason_of(kind: Kind) -> Reason:
    white, black = _SCORES.get(kind, (2, None if kind.is_one_sided else 0))
    game = EngineGame(1, 1, 1, None if kind.is_one_sided else 2, white, black, kind)
    return rate_event({}, EngineEvent(date(2000, 1, 1), 1, 1, [game]), Rules()).white_reasons[0]


REASON_OF_KIND: Mapping[Kind, Reason] = {kind: _reason_of(kind) for kind in Kind}
"""For a pairing of a file, whose players nobody knows yet."""


def verdicts(event: Event, entries: Mapping[int, Any], games: Sequence[Game]) -> list[list[Reason]]:
    """Of each game why it is rated or not: one reason, or White's and Black's where they differ.

    `entries` are the event's, by id, each `with_person`. While a name is undecided, whatever depends on the
    names says so; a bye stays a bye.
    """
    seats: dict[int | None, int | None] = {}
    for entry in entries.values():
        left_out = entry.decision == Decision.LEFT_OUT
        seats[entry.pk] = None if left_out else entry.person_id or -entry.pk
    waiting = any(entry.decision == Decision.UNDECIDED for entry in entries.values())
    asked = engine_games(games, seats)
    unrated = Reason(event.unrated) if event.unrated else None
    engine_event = EngineEvent(event.last_day, event.sequence, event.tie_break, asked, unrated)
    rules = rules_in_force(load_rules(event.ladder_id), event.last_day)
    result = rate_event({} if waiting else states_before(event), engine_event, rules)
    reasons = {game: (white, black) for game, white, black in result.reasons()}
    found = [list(dict.fromkeys(reasons[game])) for game in asked]
    if waiting:
        return [[Reason.NAMES_WAITING] if _NAMES_DECIDE.intersection(both) else both for both in found]
    return found
