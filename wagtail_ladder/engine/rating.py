"""One event, rated: the arithmetic of the ladder rules.

Everything that a game is rated with (both ratings, K, provisional or not) is what it was before the event.
Otherwise the order in which rounds were typed would change ratings.
"""

from collections.abc import Mapping, Sequence
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
_SCORE: Mapping[int | None, Billionths] = {0: 0, 1: HALF_POINT, 2: POINT}


def rate_event(states: Mapping[Player, State], event: Event, rules: Rules) -> EventResult:
    """Rate one event from the states before it. Nothing is changed in place.

    Players whom `states` does not know begin at `rules.start`. Raises `EngineError` for an event that
    cannot have happened.
    """
    check_event(event)
    _, games = canonical(event.games)
    newcomer = State(rules.start * POINT, 0)
    before = {player: states.get(player, newcomer) for player in paired_players(games)}
    return rate_games(before, event, games, rules, digest=None)


def paired_players(games: Sequence[Game]) -> list[Player]:
    """Everybody who was paired, byes and forfeits included."""
    paired = [game for game in games if game.kind != Kind.NOT_PAIRED]
    seats = {game.white for game in paired} | {game.black for game in paired}
    return sorted(player for player in seats if player is not None)


def rate_games(
    before: Mapping[Player, State], event: Event, games: tuple[Game, ...], rules: Rules, digest: str | None
) -> EventResult:
    """Rate the games of a checked event; `before` holds everybody who was paired in it."""
    whole_event = Reason.NAMES_WAITING if event.waiting else event.unrated
    rating = {player: state.rating for player, state in before.items()}
    established = {player: not rules.is_provisional(state.games) for player, state in before.items()}
    surplus: dict[Player, Billionths] = dict.fromkeys(before, 0)  # score less expected score, summed
    rated_games = dict.fromkeys(before, 0)
    expectations: list[Billionths | None] = []
    white_reasons: list[Reason] = []
    black_reasons: list[Reason] = []
    for _, _, white, black, white_half_points, black_half_points, kind, unrated in games:
        reason = whole_event or _REASON_OF_KIND[kind] or unrated
        if reason or white is None or black is None:
            expectations.append(None)
            white_reasons.append(reason or Reason.LEFT_OUT)
            black_reasons.append(reason or Reason.LEFT_OUT)
            continue
        expected = expected_score(rating[white], rating[black])
        expectations.append(expected)
        if established[white] and not established[black]:
            white_reasons.append(Reason.PROVISIONAL_OPPONENT)
        else:
            white_reasons.append(Reason.RATED)
            surplus[white] += _SCORE[white_half_points] - expected
            rated_games[white] += 1
        if established[black] and not established[white]:
            black_reasons.append(Reason.PROVISIONAL_OPPONENT)
        else:
            black_reasons.append(Reason.RATED)
            surplus[black] += _SCORE[black_half_points] - (POINT - expected)
            rated_games[black] += 1
    after = {
        player: State(
            state.rating + rules.k(state.games) * surplus[player], state.games + rated_games[player]
        )
        for player, state in before.items()
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
