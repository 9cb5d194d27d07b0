"""What a player did over the board: his games by colour, season and opponent, his best win and his runs.

Counted is what `Standing` counts: every game that was really played, rated or not, by his own score. Byes
and forfeits are none.
"""

from bisect import bisect_right
from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.core.cache import cache

from ... import __version__
from ...engine import Rules, shown
from ...kinds import Kind
from ...models import Ladder
from ..inputs import load_rules, rules_in_force
from ..lot import by_lot
from .explanation import Explanation, explain_pairings
from .pairings import Pairing, pairings_of
from .profile import HistoryRow
from .seasons import SeasonRow

PLAYED = frozenset({Kind.PLAYED.value, Kind.PLAYED_UNRATED.value})
KEPT = 24 * 60 * 60
"""Seconds for which the site's cache keeps what games come to."""


class Tally(NamedTuple):
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def score(self) -> Decimal:
        return self.wins + Decimal(self.draws) / 2

    @property
    def percent(self) -> int:
        """Of the points that were to be had, halves upwards; 0 without a game."""
        return (100 * (2 * self.wins + self.draws) + self.games) // (2 * self.games) if self.games else 0


class Opponent(NamedTuple):
    player_id: int
    tally: Tally


class BestWin(NamedTuple):
    player_id: int
    rating: int
    """Nanopoints of the opponent before the event."""
    event_id: int


class Run(NamedTuple):
    now: int
    longest: int


class Latest(NamedTuple):
    """What his latest event did to his rating."""

    explained: Explanation
    opponents: dict[int, tuple[int | None, str | None]]
    """Entry id -> the player, None where there is none, and the decision about the name."""


@dataclass(frozen=True, slots=True)
class Record:
    white: Tally
    black: Tally
    total: Tally
    events: dict[int, Tally]
    """By event id."""
    opponents: tuple[Opponent, ...]
    """Whom he met most often first, of equals whom he met last."""
    others: Tally
    """Against guests, who are on no ladder, and names that are not decided yet."""
    best_win: BestWin | None
    unbeaten: Run
    winning: Run
    latest: Latest | None


class SeasonRecord(NamedTuple):
    name: str | None
    """None for what lies outside all seasons."""
    tally: Tally
    rating: int | None
    """Nanopoints after his last event in the season: one rating runs on through all of them. None outside."""


def player_record(ladder: Ladder, player_id: int, history: Sequence[HistoryRow]) -> Record:
    """`history` is that of the player, oldest event first.

    Games by the hundreds are added up once a replay, and what they come to (ids and numbers, never a name) is
    kept in the site's cache under the time of that replay: after the next one nobody asks for it any more.
    """
    key = f"wagtail_ladder:record:{__version__}:{ladder.pk}:{player_id}:{ladder.shown_decimals}"
    if ladder.replayed_at is None:
        return _record(ladder, player_id, history)
    key = f"{key}:{ladder.replayed_at.timestamp()}"
    kept: Record | None = cache.get(key)
    if kept is None:
        kept = _record(ladder, player_id, history)
        cache.set(key, kept, KEPT)
    return kept


def seasons_of_events(
    history: Iterable[HistoryRow], seasons: Iterable[SeasonRow], *, whole_months: bool
) -> list[SeasonRow | None]:
    """The season of each event, as `season_of` has it; quicker where there are hundreds."""
    spans: list[tuple[date, date, SeasonRow]] = []
    for season in sorted(seasons, key=lambda season: season.first_day):
        first, last = season.first_day, season.last_day
        if whole_months:
            first, last = first.replace(day=1), last.replace(day=monthrange(last.year, last.month)[1])
            if spans and first <= spans[-1][1]:
                first = spans[-1][1] + timedelta(days=1)
        spans.append((first, last, season))
    begins = [first for first, _last, _season in spans]
    found: list[SeasonRow | None] = []
    for row in history:
        place = bisect_right(begins, row.last_day) - 1
        found.append(spans[place][2] if place >= 0 and row.last_day <= spans[place][1] else None)
    return found


def by_season(
    history: Iterable[HistoryRow], of_event: Iterable[SeasonRow | None], tallies: Mapping[int, Tally]
) -> tuple[SeasonRecord, ...]:
    """Latest first, what lies outside last. Empty where the club has none, or he played in none.

    `of_event` is the season of each event, `tallies` his games by event id.
    """
    events: dict[SeasonRow | None, list[HistoryRow]] = defaultdict(list)
    for row, season in zip(history, of_event, strict=True):
        events[season].append(row)
    outside = events.pop(None, [])
    found = [
        SeasonRecord(season.name, _together(rows, tallies), rows[-1].rating_after)
        for season, rows in reversed(events.items())
        if season is not None
    ]
    if found and outside:
        found.append(SeasonRecord(None, _together(outside, tallies), None))
    return tuple(found)


def _together(events: Iterable[HistoryRow], tallies: Mapping[int, Tally]) -> Tally:
    none = Tally()
    return Tally(*map(sum, zip(none, *(tallies.get(row.event_id, none) for row in events), strict=True)))


def _record(ladder: Ladder, player_id: int, history: Sequence[HistoryRow]) -> Record:
    pairings = pairings_of(ladder.pk, player_id)
    rules = load_rules(ladder.pk)
    games = _in_order(history, pairings)
    events: dict[int, list[int | None]] = defaultdict(list)
    colours: dict[str, list[int | None]] = defaultdict(list)
    met: dict[int | None, list[int | None]] = defaultdict(list)
    for game in reversed(games):
        events[game.event_id].append(game.half_points)
        colours[game.colour].append(game.half_points)
        met[game.opponent].append(game.half_points)
    others = met.pop(None, [])
    return Record(
        white=_tally(colours["white"]),
        black=_tally(colours["black"]),
        total=_tally([game.half_points for game in games]),
        events={event: _tally(scores) for event, scores in events.items()},
        opponents=tuple(
            # Whom he met last stands first already, and a stable sort keeps that among equals.
            sorted(
                (Opponent(player, _tally(scores)) for player, scores in met.items() if player is not None),
                key=lambda opponent: -opponent.tally.games,
            )
        ),
        others=_tally(others),
        best_win=_best_win(history, rules, games, ladder.shown_decimals),
        unbeaten=_run(games, least=1),
        winning=_run(games, least=2),
        latest=_latest(ladder, player_id, history[-1], rules, pairings) if history else None,
    )


def _in_order(history: Sequence[HistoryRow], pairings: Iterable[Pairing]) -> list[Pairing]:
    """The games really played: by event, round and board; those that have none first.

    Where an event says nothing of the order, the better results come first, and then it is drawn by lot.
    """
    place = {row.event_id: (number, by_lot(row.tie_break)) for number, row in enumerate(history)}

    def order(game: Pairing) -> tuple[Any, ...]:
        number, drawn = place[game.event_id]
        in_event = place_in_event(game.round, game.board, game.half_points or 0)
        return number, *in_event, drawn(game.opponent_entry or 0)

    played = [
        game
        for game in pairings
        # Of an event without its row in the history, which only raw SQL takes away, there is nothing to say.
        if game.kind in PLAYED and game.half_points is not None and game.event_id in place
    ]
    return sorted(played, key=order)


def place_in_event(number: int | None, board: int | None, half_points: int) -> tuple[Any, ...]:
    """What puts a player's games of an event in order, round by round; `_in_order` says the rest."""
    return number is not None, number or 0, board is not None, board or 0, -half_points


def _tally(half_points: Sequence[int | None]) -> Tally:
    return Tally(len(half_points), half_points.count(2), half_points.count(1), half_points.count(0))


def _best_win(
    history: Iterable[HistoryRow],
    rules: list[tuple[date | None, Rules]],
    games: Iterable[Pairing],
    decimals: int,
) -> BestWin | None:
    """Over whoever was rated highest before the event, of established opponents; the first of equals.

    By the shown number: of two who had the same, it must not be told whose hidden fraction was higher.
    """
    rated = {row.event_id: rules_in_force(rules, row.last_day) for row in history if row.rated_games}
    best = None
    for game in games:
        if (
            game.event_id in rated
            and game.kind == Kind.PLAYED
            and not game.unrated
            and game.half_points == 2
            and game.opponent is not None
            and game.opponent_rating is not None
            and not rated[game.event_id].is_provisional(game.opponent_games or 0)
            and (best is None or shown(game.opponent_rating, decimals) > shown(best.rating, decimals))
        ):
            best = BestWin(game.opponent, game.opponent_rating, game.event_id)
    return best


def _run(games: Iterable[Pairing], *, least: int) -> Run:
    """Games in a row with at least so many half points. Byes and forfeits neither break nor lengthen it."""
    now = longest = 0
    for game in games:
        now = now + 1 if (game.half_points or 0) >= least else 0
        longest = max(longest, now)
    return Run(now, longest)


def _latest(
    ladder: Ladder,
    player_id: int,
    event: HistoryRow,
    rules: list[tuple[date | None, Rules]],
    pairings: Iterable[Pairing],
) -> Latest | None:
    theirs = [pairing for pairing in pairings if pairing.event_id == event.event_id]
    waiting = not event.unrated and any(pairing.undecided for pairing in theirs)
    decimals, in_force = ladder.shown_decimals, rules_in_force(rules, event.last_day)
    explained = explain_pairings(event, theirs, player_id, decimals, rules=in_force, waiting=waiting)
    opponents = {
        pairing.opponent_entry: (pairing.opponent, pairing.opponent_decision)
        for pairing in theirs
        if pairing.opponent_entry is not None
    }
    return None if explained is None else Latest(explained, opponents)
