"""What cannot have happened is refused, in a sentence, before anything is computed.

    event_header         a day, sequence, id or list of games of the wrong type
    same_place           two events with the same day, sequence and id
    not_whole            a round, board, player or half point that is no whole number
    unknown_kind         a pairing of no kind that the engine knows
    unknown_reason       a reason for not rating that is not one for a game, or for an event
    impossible_score     a played game without a result, or with one that chess does not have
    opponent_of_a_bye    a bye or an empty cell with an opponent
    own_opponent         a player against himself
    twice_in_a_round     a player in two places of one round; a zero-point bye or an empty cell is none
    rules_type, rules_first, rules_same_day    dated rules that do not say which are in force
    start_not_whole      a start rating, or its player, that is no whole number

`Rules` themselves are refused where they are made (`values.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import chain
from operator import eq
from types import NoneType

from wagtail_ladder.engine.values import EngineError, Event, Game, OrderKey, Player, Reason, Rules
from wagtail_ladder.kinds import Kind

_NUMBER = {int, NoneType}
_KINDS = set(Kind)
_ONE_SIDED = {kind for kind in Kind if kind.is_one_sided}
_ABSENT = {Kind.BYE_ZERO, Kind.NOT_PAIRED}
_GAME_REASONS = {None, Reason.UNRATED_GAME, Reason.VARIANT}
_EVENT_REASONS = {None, Reason.UNRATED_EVENT, Reason.VARIANT}
_SCORES = {(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)}
"""Half points of white and black after a played game; 1/2-0, 0-1/2 and 0-0 are an arbiter's decisions."""

_GAME_REFUSALS: tuple[tuple[str, str, Callable[[Game], bool]], ...] = (
    (
        "not_whole",
        "round, board, players and half points must be whole numbers",
        lambda game: not set(map(type, game[:6])) <= _NUMBER,
    ),
    ("unknown_kind", "%(kind)r is no kind of pairing", lambda game: game.kind not in _KINDS),
    (
        "unknown_reason",
        "%(unrated)r is no reason for an unrated game",
        lambda game: game.unrated not in _GAME_REASONS,
    ),
    (
        "impossible_score",
        "a played game cannot end with %(white_half_points)s and %(black_half_points)s half points",
        lambda game: (
            game.kind == Kind.PLAYED and (game.white_half_points, game.black_half_points) not in _SCORES
        ),
    ),
    (
        "opponent_of_a_bye",
        "a bye or an empty cell has no opponent",
        lambda game: game.kind in _ONE_SIDED and game.black is not None,
    ),
    (
        "own_opponent",
        "player %(white)s is paired against himself",
        lambda game: game.white is not None and game.white == game.black,
    ),
)


def check_events(events: Sequence[Event]) -> None:
    """Every event by itself, and no two at the same place of the history."""
    places: set[OrderKey] = set()
    for event in events:
        check_event(event)
        if event.key in places:
            raise EngineError(
                "same_place",
                "Two events have the same place in the history: %(day)s, sequence %(sequence)s, id %(id)s.",
                day=event.day,
                sequence=event.sequence,
                id=event.id,
            )
        places.add(event.key)


def check_event(event: Event) -> None:
    """Raise `EngineError` if the event cannot have happened."""
    if type(event.day) is not date or type(event.sequence) is not int or type(event.id) is not int:
        raise EngineError(
            "event_header",
            "An event needs a date and whole numbers, not %(day)r, sequence %(sequence)r, id %(id)r.",
            day=event.day,
            sequence=event.sequence,
            id=event.id,
        )
    if not isinstance(event.games, tuple | list):
        # This check would use up an iterator, and the event would then be rated as one without games.
        raise _refusal(event, "event_header", "the games must be a list or a tuple")
    if event.unrated not in _EVENT_REASONS:
        raise _refusal(
            event, "unknown_reason", "%(unrated)r is no reason for an unrated event", unrated=event.unrated
        )
    if event.games and not _are_in_order(event.games):
        for game in event.games:
            for code, sentence, is_wrong in _GAME_REFUSALS:
                if is_wrong(game):
                    raise _game_refusal(event, game, code, sentence)
        _check_rounds(event)


def _are_in_order(games: Sequence[Game]) -> bool:
    """All checks at once, on whole columns: most events pass here, five times as fast as game by game.

    True is certain. False may be a false alarm: missing players and missing rounds look like repetitions.
    """
    rounds, boards, whites, blacks, white_half_points, black_half_points, kinds, unrated = zip(
        *games, strict=True
    )
    numbers = chain(rounds, boards, whites, blacks, white_half_points, black_half_points)
    outcomes = set(zip(kinds, white_half_points, black_half_points, map(type, blacks), strict=True))
    return (
        set(map(type, numbers)) <= _NUMBER
        and _KINDS.issuperset(kinds)
        and _GAME_REASONS.issuperset(unrated)
        and not any(map(eq, whites, blacks))
        and all(
            (kind != Kind.PLAYED or (white, black) in _SCORES)
            and (kind not in _ONE_SIDED or black_type is NoneType)
            for kind, white, black, black_type in outcomes
        )
        and len(set(zip(rounds + rounds, whites + blacks, strict=True))) == 2 * len(games)
    )


def _check_rounds(event: Event) -> None:
    """Nobody sits twice in one round; without a round number nobody can tell.

    Who is absent under one of his names may play under the other one.
    """
    taken: set[tuple[int, Player]] = set()
    for game in event.games:
        for player in (game.white, game.black):
            if game.round is None or player is None or game.kind in _ABSENT:
                continue
            if (game.round, player) in taken:
                raise _game_refusal(
                    event,
                    game,
                    "twice_in_a_round",
                    "player %(player)s sits twice in this round",
                    player=player,
                )
            taken.add((game.round, player))


def check_dated_rules(dated_rules: Sequence[tuple[date | None, Rules]]) -> None:
    """Raise `EngineError` unless exactly one of the rules is in force on every day."""
    for since, rules in dated_rules:
        if not isinstance(rules, Rules) or not (since is None or type(since) is date):
            raise EngineError(
                "rules_type",
                "Rules are a date and Rules, not %(since)r and %(rules)r.",
                since=since,
                rules=rules,
            )
    if not dated_rules or dated_rules[0][0] is not None:
        raise EngineError("rules_first", "The first rules must have no date, so that they cover every event.")
    days: set[date | None] = set()
    for since, _ in dated_rules:
        if since in days:
            raise EngineError(
                "rules_same_day", "Two rules are in force from the same day: %(since)s.", since=since
            )
        days.add(since)


def check_starts(starts: Mapping[Player, int]) -> None:
    """Raise `EngineError` unless all players and their start ratings are whole numbers."""
    for player, points in starts.items():
        if type(player) is not int or type(points) is not int:
            raise EngineError(
                "start_not_whole",
                "The start rating of player %(player)r must be a whole number of points, not %(points)r.",
                player=player,
                points=points,
            )


def _refusal(event: Event, code: str, sentence: str, **params: object) -> EngineError:
    return EngineError(
        code,
        f"Event of %(day)s (sequence %(sequence)s): {sentence}.",
        day=event.day,
        sequence=event.sequence,
        **params,
    )


def _game_refusal(event: Event, game: Game, code: str, sentence: str, **params: object) -> EngineError:
    return EngineError(
        code,
        f"Event of %(day)s (sequence %(sequence)s), round %(round)s, board %(board)s: {sentence}.",
        day=event.day,
        sequence=event.sequence,
        **game._asdict(),
        **params,
    )
