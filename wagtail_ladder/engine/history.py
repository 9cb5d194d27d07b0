"""The whole ladder, from its first event on."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import TypeAlias

from wagtail_ladder.engine.checks import check_dated_rules, check_events, check_starts
from wagtail_ladder.engine.digest import NO_EVENTS, canonical, chained
from wagtail_ladder.engine.ledger import EventResult
from wagtail_ladder.engine.rating import paired_players, rate_games
from wagtail_ladder.engine.values import POINT, Event, OrderKey, Player, Rules, State

DatedRules: TypeAlias = Sequence[tuple[date | None, Rules]]
"""Rules, each with the day from which it is in force. The first has none: it was always so."""

_DEFAULT_RULES = Rules()
_NO_STARTS: Mapping[Player, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a ladder."""

    standing: Mapping[Player, State]
    """Everybody who was ever paired, as he stands after the last event."""
    results: Mapping[OrderKey, EventResult]
    """Each event by its (day, sequence, id), in the order of the history."""
    digest: str
    """Fingerprint of everything the standing was computed from."""


def replay(
    events: Iterable[Event],
    rules: Rules | DatedRules = _DEFAULT_RULES,
    starts: Mapping[Player, int] = _NO_STARTS,
) -> Replay:
    """Rate all events in the order of (last day, sequence, id), whatever order they are given in.

    In force for an event are the last rules whose date is not after its last day. `starts` are start
    ratings in whole points for known players; others begin at the start of the rules in force. A start is
    used at the first event in which a game is rated for the player: until then an event that does not
    count cannot tie him to an old rule. Raises `EngineError`, before anything is computed, for events,
    rules or starts that cannot be.
    """
    events = list(events)
    dated_rules: DatedRules = [(None, rules)] if isinstance(rules, Rules) else list(rules)
    check_events(events)
    check_dated_rules(dated_rules)
    check_starts(starts)
    dated_rules = sorted(dated_rules, key=lambda dated: dated[0] or date.min)
    days = [since or date.min for since, _ in dated_rules]

    standing: dict[Player, State] = {}
    results: dict[OrderKey, EventResult] = {}
    digest = NO_EVENTS
    for event in sorted(events, key=lambda event: event.key):
        event_rules = dated_rules[bisect_right(days, event.day) - 1][1]
        games = canonical(event.games)
        before: dict[Player, State] = {}
        starts_used: dict[Player, int] = {}
        for player in paired_players(games):
            state = standing.get(player)
            if state is None or not state.games:
                state = State(starts.get(player, event_rules.start) * POINT, 0)
                if player in starts:
                    starts_used[player] = starts[player]
            before[player] = state
        digest = chained(digest, event, games, event_rules, starts_used)
        result = rate_games(before, event, games, event_rules, digest)
        results[event.key] = result
        standing.update(result.after)
    return Replay(MappingProxyType(standing), MappingProxyType(results), digest)
