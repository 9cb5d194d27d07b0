"""One event, rated: the arithmetic of the ladder rules.

Everything that a game is rated with (both ratings, K, provisional or not) is what it was before the event.
Otherwise the order in which rounds were typed would change ratings.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType

from wagtail_ladder.engine.checks import check_event
from wagtail_ladder.engine.digest import canonical
from wagtail_ladder.engine.expected import expected_score
from wagtail_ladder.engine.ledger import EventResult
from wagtail_ladder.engine.values import (
    HALF_POINT,
    POINT,
    Billionths,
    Event,
    Game,
    Player,
    Reason,
    Rules,
    State,
)
from wagtail_ladder.kinds import Kind

_REASON_OF_KIND: Mapping[str, Reason | None] = {
    Kind.PLAYED: None,
    Kind.PLAYED_UNRATED: Reason.UNRATED_GAME,
    Kind.FORFEIT: Reason.FORFEIT,
    Kind.DOUBLE_FORFEIT: Reason.DOUBLE_FORFEIT,
    Kind.SCHEDULED: Reason.UNFINISHED,
    Kind.BYE_PAIRING: Reason.BYE,
    Kind.BYE_FULL: Reason.BYE,
    Kind.BYE_HALF: Reason.BYE,
    Kind.BYE_ZERO: Reason.BYE,
    Kind.NOT_PAIRED: Reason.UNPLAYED,
}
_white_of, _black_of, _kind_of = attrgetter("white"), attrgetter("black"), attrgetter("kind")
# Looking up a member of an enum costs more than rating a game with it.
_RATED, _SHIELD = Reason.RATED, Reason.PROVISIONAL_OPPONENT
_SCORE: Mapping[int | None, Billionths] = {0: 0, 1: HALF_POINT, 2: POINT}


def rate_event(states: Mapping[Player, State], event: Event, rules: Rules) -> EventResult:
    """Rate one event from the states before it. Nothing is changed in place.

    Players whom `states` does not know begin at `rules.start`. Raises `EngineError` for an event that
    cannot have happened.
    """
    check_event(event)
    games = canonical(event.games)
    newcomer = State(rules.start * POINT, 0)
    before = {player: states.get(player, newcomer) for player in paired_players(games)}
    return rate_games(before, event, games, rules, digest=None)


def paired_players(games: Sequence[Game]) -> list[Player]:
    """Everybody who was paired, byes and forfeits included."""
    if Kind.NOT_PAIRED in map(_kind_of, games):
        games = [game for game in games if game.kind != Kind.NOT_PAIRED]
    seats = set(map(_white_of, games)) | set(map(_black_of, games))
    return sorted(seats - {None})


class _Seat:
    """A player during an event: what he is rated with, and what has come together so far."""

    __slots__ = ("established", "rated_games", "rating", "surplus")

    def __init__(self, state: State, rules: Rules) -> None:
        self.rating = state.rating
        self.established = not rules.is_provisional(state.games)
        self.surplus: Billionths = 0
        """Scores less expected scores. K is the same for all of them, so it comes in at the end."""
        self.rated_games = 0


def rate_games(
    before: Mapping[Player, State], event: Event, games: tuple[Game, ...], rules: Rules, digest: str | None
) -> EventResult:
    """Rate the games of a checked event; `before` holds everybody who was paired in it."""
    whole_event = Reason.NAMES_WAITING if event.waiting else event.unrated and Reason(event.unrated)
    seats = {player: _Seat(state, rules) for player, state in before.items()}
    expectations: list[Billionths | None] = []
    white_reasons: list[Reason] = []
    black_reasons: list[Reason] = []
    for _, _, white_player, black_player, white_half_points, black_half_points, kind, unrated in games:
        reason = whole_event or _REASON_OF_KIND[kind] or (unrated and Reason(unrated))
        if reason or white_player is None or black_player is None:
            expectations.append(None)
            white_reasons.append(reason or Reason.LEFT_OUT)
            black_reasons.append(reason or Reason.LEFT_OUT)
            continue
        white, black = seats[white_player], seats[black_player]
        expected = expected_score(white.rating, black.rating)
        expectations.append(expected)
        if white.established and not black.established:
            white_reasons.append(_SHIELD)
        else:
            white_reasons.append(_RATED)
            white.surplus += _SCORE[white_half_points] - expected
            white.rated_games += 1
        if black.established and not white.established:
            black_reasons.append(_SHIELD)
        else:
            black_reasons.append(_RATED)
            black.surplus += _SCORE[black_half_points] - (POINT - expected)
            black.rated_games += 1
    after = {
        player: State(state.rating + rules.k(state.games) * seat.surplus, state.games + seat.rated_games)
        for (player, state), seat in zip(before.items(), seats.values(), strict=True)
    }
    return EventResult(
        key=event.key,
        rules=rules,
        before=MappingProxyType(before),
        after=MappingProxyType(after),
        games=games,
        expected=tuple(expectations),
        white_reasons=tuple(white_reasons),
        black_reasons=tuple(black_reasons),
        digest=digest,
    )
