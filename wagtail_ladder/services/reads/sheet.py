"""An event as a sheet: standings, rounds, and what it did to the ladder."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ...engine import Reason, shown, shown_change
from ...models import Decision, Event
from ..lot import by_lot
from .rated import RatedEvent, rated_event


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A person: of two entries that are the same player, both together."""

    entry_id: int
    """The first of them."""
    player_id: int | None
    rank: int | None
    points: Decimal | None
    shown_before: int | Decimal | None
    shown_after: int | Decimal | None
    change: int | Decimal | None
    no_change_because: Reason | None
    """Why there is no rating change at all: no member, names waiting, an unrated event, never paired."""


@dataclass(frozen=True, slots=True)
class GameRow:
    game_id: int
    board: int | None
    white_entry: int
    black_entry: int | None
    kind: str
    white_half_points: int | None
    black_half_points: int | None
    white_reason: Reason
    black_reason: Reason
    note: str
    """Why an organiser or arbiter marked the game as unrated."""


@dataclass(frozen=True, slots=True)
class EventSheet:
    standings: tuple[StandingRow, ...]
    rounds: tuple[tuple[int | None, tuple[GameRow, ...]], ...]
    waiting: bool
    moves_ratings: bool
    points_differ: bool
    """Shown are the points of the file, which has a scoring of its own: the games add up to others."""


def event_sheet(event: Event, decimals: int) -> EventSheet:
    """Everything on the page of a published event, in a handful of queries whatever its size."""
    rated = rated_event(event)
    reasons = {game: (white, black) for game, white, black in rated.result.reasons()}
    rounds: dict[int | None, list[GameRow]] = defaultdict(list)
    for game, engine_game in rated.games:
        white_reason, black_reason = reasons[engine_game]
        rounds[game.round].append(
            GameRow(
                game_id=game.pk,
                board=game.board,
                white_entry=game.white_id,
                black_entry=game.black_id,
                kind=game.kind,
                white_half_points=game.white_half_points,
                black_half_points=game.black_half_points,
                white_reason=white_reason,
                black_reason=black_reason,
                note=game.unrated_note,
            )
        )
    return EventSheet(
        standings=tuple(_standings(event, rated, decimals)),
        rounds=tuple((number, tuple(games)) for number, games in rounds.items()),
        waiting=rated.waiting,
        points_differ=bool(rated.games) and _are_stated(event, rated) and _points_differ(rated),
        moves_ratings=any(row.games_after > row.games_before for row in rated.changes.values()),
    )


def _standings(event: Event, rated: RatedEvent, decimals: int) -> Iterable[StandingRow]:
    people = _people(rated.entries.values())
    stated = _are_stated(event, rated)
    points = _points(rated, people, stated)
    ranks = _ranks(people, points, stated)
    rows = []
    for pk, entries in people.items():
        entry = entries[0]
        change = rated.changes.get(entry.person_id) if entry.person_id else None
        nothing_moves = change is None or rated.waiting or event.unrated
        because = _no_change_because(event, rated, entry) if nothing_moves else None
        moved = None if nothing_moves else change
        rows.append(
            StandingRow(
                entry_id=pk,
                player_id=entry.person_id,
                rank=ranks[pk],
                points=points[pk],
                shown_before=shown(moved.rating_before, decimals) if moved else None,
                shown_after=shown(moved.rating_after, decimals) if moved else None,
                change=shown_change(moved.rating_before, moved.rating_after, decimals) if moved else None,
                no_change_because=because,
            )
        )
    drawn = by_lot(event.tie_break)
    return sorted(rows, key=lambda row: (row.rank is None, row.rank or 0, drawn(row.entry_id)))


def _people(entries: Iterable[Any]) -> dict[int, list[Any]]:
    """Id of the first entry -> all entries of that person: two names of an event may be one player."""
    first: dict[int, int] = {}
    people: dict[int, list[Any]] = defaultdict(list)
    for entry in entries:
        pk = entry.pk if entry.person_id is None else first.setdefault(entry.person_id, entry.pk)
        people[pk].append(entry)
    return people


def _no_change_because(event: Event, rated: RatedEvent, entry: Any) -> Reason:
    if rated.waiting:
        return Reason.NAMES_WAITING
    if event.unrated:
        return Reason(event.unrated)
    return Reason.LEFT_OUT if entry.decision == Decision.LEFT_OUT else Reason.UNPLAYED


def _are_stated(event: Event, rated: RatedEvent) -> bool:
    """Whether points and ranks stand as a file or a table states them, and do not follow from the games.

    A file's points that were the sum of its results say nothing any more once a result has been corrected.
    """
    if event.format == Event.Format.TABLE:
        return True
    if not event.source_digest or all(entry.points is None for entry in rated.entries.values()):
        return False
    return not (event.file_points_add_up and _points_differ(rated))


def _points(rated: RatedEvent, people: dict[int, list[Any]], stated: bool) -> dict[int, Decimal | None]:
    """Each person's points; two names of one person are added up."""
    of_entry: dict[int, Decimal | None] = {pk: entry.points for pk, entry in rated.entries.items()}
    if not stated:
        of_entry = {**_points_of_games(rated)} if rated.games else {}
    added_up: dict[int, Decimal | None] = {}
    for pk, entries in people.items():
        given = [value for entry in entries if (value := of_entry.get(entry.pk)) is not None]
        added_up[pk] = sum(given, Decimal(0)) if given else None
    return added_up


def _points_of_games(rated: RatedEvent) -> dict[int, Decimal]:
    half_points = dict.fromkeys(rated.entries, 0)
    for game, _engine_game in rated.games:
        half_points[game.white_id] += game.white_half_points or 0
        if game.black_id:
            half_points[game.black_id] += game.black_half_points or 0
    return {pk: Decimal(half) / 2 for pk, half in half_points.items()}


def _points_differ(rated: RatedEvent) -> bool:
    added_up = _points_of_games(rated)
    return any(entry.points != added_up[pk] for pk, entry in rated.entries.items())


def _ranks(
    people: dict[int, list[Any]], points: dict[int, Decimal | None], stated: bool
) -> dict[int, int | None]:
    """The ranks as stated, of two the better; where none are, ranks by points that equal points share."""
    ranks = {
        pk: min((entry.rank for entry in entries if entry.rank is not None), default=None)
        for pk, entries in people.items()
    }
    if stated and any(rank is not None for rank in ranks.values()):
        return ranks
    place: dict[Decimal, int] = {}
    for number, value in enumerate(sorted((p for p in points.values() if p is not None), reverse=True), 1):
        place.setdefault(value, number)
    return {pk: None if value is None else place[value] for pk, value in points.items()}
