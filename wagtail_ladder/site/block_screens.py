"""What the smaller blocks print: the movers, a player's card, two players, what is near, an event.

Each is made from a `Reading`, of a ladder that the gate has given, and holds no name but the shown ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, ngettext

from ..services.reads import (
    LadderRow,
    Mover,
    events_archive,
    head_to_head,
    movers,
    player_profile,
)
from .chart import Sparkline, sparkline
from .days import day_shown, today
from .event import event_screen
from .lists import EventLine, event_line
from .reading import Reading
from .table import TableLine
from .text import change, event_points, points
from .wording import games_to_go, result

_SPARK_EVENTS = 30
_MEETINGS = 5


class MoverLine(NamedTuple):
    name: str
    url: str | None
    rating: str
    change: SafeString


@dataclass(frozen=True, slots=True)
class MoversScreen:
    event: str
    event_url: str | None
    date: SafeString
    lines: tuple[MoverLine, ...]


def movers_screen(reading: Reading, count: int) -> MoversScreen | None:
    """Who gained most in the latest event that moved ratings; None before there is one."""
    event = reading.latest_rated_event
    if event is None:
        return None

    def line(mover: Mover) -> MoverLine:
        name = reading.names[mover.player_id]
        url = reading.addresses.explanation(name.public_id, event.public_id)
        return MoverLine(name.name, url, points(mover.shown_after), change(mover.change))

    return MoversScreen(
        event=event.name,
        event_url=reading.addresses.event(event.public_id),
        date=day_shown(reading.ladder, event.last_day),
        lines=tuple(
            line(mover)
            for mover in movers(event, reading.ladder.shown_decimals, count)
            if mover.player_id in reading.names
        ),
    )


@dataclass(frozen=True, slots=True)
class PlayerCard:
    line: TableLine
    is_inactive: bool
    peak: str
    spark: Sparkline | None
    first: str
    """The ratings where the small drawing begins and ends, for those who hear the page."""
    last: str


def player_card(reading: Reading, player_id: int) -> PlayerCard | None:
    profile = player_profile(reading.ladder, player_id, today())
    if profile is None:
        return None
    row = profile.row
    rated = [event for event in profile.history if event.rated_games][-_SPARK_EVENTS:]
    ratings = [event.shown_before for event in rated[:1]] + [event.shown_after for event in rated]
    return PlayerCard(
        line=reading.line(row),
        is_inactive=row.rank is None and not row.games_to_go,
        peak=points(row.peak),
        spark=sparkline(ratings, right_to_left=get_language_bidi()),
        first=points(ratings[0]) if ratings else "",
        last=points(ratings[-1]) if ratings else "",
    )


class MeetingLine(NamedTuple):
    event: str
    url: str | None
    date: SafeString
    white: str
    result: Any
    black: str


@dataclass(frozen=True, slots=True)
class HeadToHeadScreen:
    first: TableLine
    second: TableLine
    games: int
    first_points: str
    second_points: str
    first_wins: str
    draws: str
    second_wins: str
    latest: tuple[MeetingLine, ...]


def head_to_head_screen(reading: Reading, first: int, second: int) -> HeadToHeadScreen:
    found = head_to_head(reading.ladder, first, second, _MEETINGS)
    one, other = (reading.line(reading.rows[player]) for player in (first, second))

    def meeting(game: Any) -> MeetingLine:
        sides = (one.name, other.name) if game.first_is_white else (other.name, one.name)
        return MeetingLine(
            event=game.event_name,
            url=reading.addresses.event(game.event_public_id),
            date=day_shown(reading.ladder, game.last_day),
            white=sides[0],
            result=result("played", game.white_half_points, game.black_half_points),
            black=sides[1],
        )

    return HeadToHeadScreen(
        first=one,
        second=other,
        games=found.games,
        first_points=event_points(Decimal(found.first_half_points) / 2),
        second_points=event_points(Decimal(found.second_half_points) / 2),
        first_wins=points(found.first_wins),
        draws=points(found.draws),
        second_wins=points(found.second_wins),
        latest=tuple(meeting(game) for game in found.latest),
    )


class PlaceLine(NamedTuple):
    rank: str
    name: str
    url: str | None
    points: str
    change: Any


@dataclass(frozen=True, slots=True)
class EventStandings:
    name: str
    url: str | None
    date: SafeString
    in_progress: bool
    waiting: bool
    moves_ratings: bool
    standings: tuple[PlaceLine, ...]


def event_standings(reading: Reading, event_id: str, top: int | None) -> EventStandings | None:
    """Of the event with this public id, or of the latest; None where there is none."""
    event = reading.event(event_id)
    if event is None:
        return None
    screen = event_screen(event, reading.addresses)
    return EventStandings(
        name=screen.name,
        url=reading.addresses.event(event.public_id),
        date=screen.last_day,
        in_progress=screen.in_progress,
        waiting=screen.waiting,
        moves_ratings=screen.moves_ratings,
        standings=tuple(
            PlaceLine(line.rank, line.name, line.url, line.points, line.change)
            for line in screen.standings[:top]
        ),
    )


def latest_event_lines(reading: Reading, count: int) -> tuple[EventLine, ...]:
    ladder = reading.ladder
    rows = events_archive([ladder.pk], 1, count).rows
    return tuple(event_line(row, ladder, reading.addresses) for row in rows)


# What somebody is about to reach. Nothing that anybody may lose.

NEAR = 15
"""Points: what one good evening brings."""
_ROUND = 100
_GAMES_NEAR = 3
_GAMES = (10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000)


class Milestone(NamedTuple):
    name: str
    url: str | None
    what: str


def milestones(reading: Reading, count: int) -> tuple[Milestone, ...]:
    """One for each player who is near to something, in the order of the ladder; the first so many."""
    found = []
    for row in (*reading.table.established, *reading.table.provisional):
        what = next(_near(row), None)
        if what is not None:
            line = reading.line(row)
            found.append(Milestone(line.name, line.url, what))
    return tuple(found[:count])


def _near(row: LadderRow) -> Iterator[str]:
    """From what is worth most to the player; all of it follows from his line of the table and his record."""
    if row.games_to_go:
        if row.games_to_go <= _GAMES_NEAR:
            yield games_to_go(row.games_to_go)
        return
    if row.peak is not None and 0 < (to_go := row.peak - row.shown) <= NEAR:
        yield ngettext(
            "%(points)s point below the highest rating so far, %(peak)s",
            "%(points)s points below the highest rating so far, %(peak)s",
            _plural(to_go),
        ) % {"points": points(to_go), "peak": points(row.peak)}
    if (to_go := _ROUND - row.shown % _ROUND) <= NEAR:
        yield ngettext(
            "%(points)s point to %(rating)s", "%(points)s points to %(rating)s", _plural(to_go)
        ) % {
            "points": points(to_go),
            "rating": points(int(row.shown + to_go)),
        }
    reached = next((games for games in _GAMES if games > row.rated_games), None)
    if reached is not None and (to_play := reached - row.rated_games) <= _GAMES_NEAR:
        yield ngettext(
            "%(games)s more game makes %(number)s", "%(games)s more games make %(number)s", to_play
        ) % {"games": points(to_play), "number": points(reached)}


def _plural(amount: int | Decimal) -> int:
    """1.5 points are several."""
    return int(amount) if amount == int(amount) else int(amount) + 2
