"""Why a rating moved in an event: every game, what was expected of it, and what it brought."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ...engine import POINT, EventResult, Line, Reason, Rules, State, rate_event, shown
from ...engine import Event as EngineEvent
from ...engine import Game as EngineGame
from ...models import Event
from .pairings import Pairing
from .profile import HistoryRow
from .rated import rated_event

EXTRA_DECIMALS = 1
"""Explanations show more than the ladder does, so that a reader sees where the whole points come from."""


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    round: int | None
    colour: str
    """`white` or `black`. Of a bye it means nothing."""
    kind: str
    opponent_entry: int | None
    opponent_shown: int | Decimal | None
    score: Decimal | None
    expected: Decimal | None
    """Between 0 and 1, to four decimals. None where the game counts for neither side."""
    k: int | None
    change: int
    """Nanopoints: k × (score − expected), or 0 with the reason."""
    shown_change: Decimal
    reason: Reason


@dataclass(frozen=True, slots=True)
class Explanation:
    games: tuple[ExplainedGame, ...]
    rating_before: int
    rating_after: int
    change: int
    """Nanopoints; exactly the sum of the games' changes."""
    shown_before: Decimal
    shown_after: Decimal
    shown_change: Decimal
    score: Decimal
    """Sum over the games that were rated for him, as `expected`."""
    expected: Decimal
    rated_games: int
    games_before: int
    provisional_before: bool
    rules: Rules
    """In force for the event."""
    k: int


Seats = Iterable[tuple[EngineGame, int | None, int | None]]
"""Each game with the entries of white and black."""


def explain_event(event: Event, player_id: int, decimals: int) -> Explanation | None:
    """The arithmetic of one player in one published event; None where he was not paired in it.

    It is computed by the engine from the ratings stored before the event, never by a replay.
    """
    rated = rated_event(event)
    if player_id not in rated.result.before:
        return None
    seats = ((engine, game.white_id, game.black_id) for game, engine in rated.games)
    return _explanation(rated.result, player_id, seats, decimals)


def explain_pairings(
    event: HistoryRow,
    pairings: Iterable[Pairing],
    player_id: int,
    decimals: int,
    *,
    rules: Rules,
    waiting: bool,
) -> Explanation | None:
    """The same from the player's own pairings in the event, where they have been read: no query.

    In an event every rating stands still, so that the games of others do not matter for his.
    """
    seats: list[tuple[EngineGame, int | None, int | None]] = []
    before = {player_id: State(event.rating_before, event.games_before)}
    for pairing in pairings:
        own, other = (player_id, pairing.half_points), (pairing.opponent, pairing.opponent_half_points)
        (white, white_points), (black, black_points) = (
            (own, other) if pairing.colour == "white" else (other, own)
        )
        game = EngineGame(
            pairing.round, pairing.board, white, black, white_points, black_points,
            pairing.kind, Reason(pairing.unrated) if pairing.unrated else None,
        )  # fmt: skip
        seats.append((game, pairing.opponent_entry, pairing.opponent_entry))
        if pairing.opponent is not None and pairing.opponent_rating is not None:
            before[pairing.opponent] = State(pairing.opponent_rating, pairing.opponent_games or 0)
    unrated = Reason(event.unrated) if event.unrated else None
    games = [game for game, _white, _black in seats]
    asked = EngineEvent(event.last_day, 1, event.tie_break, games, unrated, waiting)
    result = rate_event(before, asked, rules)
    return _explanation(result, player_id, seats, decimals) if player_id in result.before else None


def _explanation(result: EventResult, player_id: int, seats: Seats, decimals: int) -> Explanation:
    decimals += EXTRA_DECIMALS
    opponents: dict[tuple[object, ...], list[int | None]] = defaultdict(list)
    for engine, white_entry, black_entry in seats:
        seat: tuple[object, ...] = (engine.round, engine.board, str(engine.kind))
        if engine.white == player_id:
            opponents[*seat, "white", engine.black, engine.white_half_points].append(black_entry)
        if engine.black == player_id:
            opponents[*seat, "black", engine.white, engine.black_half_points].append(white_entry)
    lines = result.lines(player_id)
    rated_lines = [line for line in lines if line.reason is Reason.RATED]
    before, after = result.before[player_id], result.after[player_id]
    return Explanation(
        games=tuple(
            ExplainedGame(
                round=line.round,
                colour=line.colour,
                kind=line.kind,
                opponent_entry=opponents[_seat(line)].pop(0),
                opponent_shown=None
                if line.opponent_rating is None
                else _decimal(line.opponent_rating, decimals - EXTRA_DECIMALS),
                score=None if line.score is None else _decimal(line.score, 1),
                expected=None if line.expected is None else _decimal(line.expected, 4),
                k=line.k,
                change=line.change,
                shown_change=_decimal(line.change, decimals),
                reason=line.reason,
            )
            for line in lines
        ),
        rating_before=before.rating,
        rating_after=after.rating,
        change=after.rating - before.rating,
        shown_before=_decimal(before.rating, decimals),
        shown_after=_decimal(after.rating, decimals),
        shown_change=_decimal(after.rating, decimals) - _decimal(before.rating, decimals),
        score=_decimal(sum(line.score or 0 for line in rated_lines), 1),
        expected=_decimal(sum(line.expected or 0 for line in rated_lines), 4),
        rated_games=len(rated_lines),
        games_before=before.games,
        provisional_before=result.rules.is_provisional(before.games),
        rules=result.rules,
        k=result.rules.k(before.games),
    )


def _seat(line: Line) -> tuple[object, ...]:
    """What tells the stored games of one player apart; two that share it are the same line twice."""
    half_points = None if line.score is None else line.score * 2 // POINT
    return line.round, line.board, line.kind, line.colour, line.opponent, half_points


def _decimal(billionths: int, decimals: int) -> Decimal:
    """Ratings are billionths of a point, scores and expected scores billionths of a game."""
    return Decimal(shown(billionths, decimals))
