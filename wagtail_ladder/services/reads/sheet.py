"""An event as a sheet: standings, rounds, and what it did to the ladder."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from ...engine import Reason, shown, shown_change
from ...kinds import Kind
from ...models import Decision, Event
from ...tiebreaks import ORDER, Pairing, System, TieBreak, standings, system_of
from ..lot import by_lot
from .movers import Mover, biggest_gains
from .rated import RatedEvent, rated_event

MOST_MOVERS = 3

MOST_IN_A_CROSSTABLE = 30
"""More columns are read by nobody, and a large event called a round robin by mistake would fill a book."""


class WithoutPlay(NamedTuple):
    """A round without a game on the board: a bye, or a forfeit (won where it gave points)."""

    kind: Kind
    half_points: int


class CrossResult(NamedTuple):
    """One meeting of two, as it was for the one whose row it stands in."""

    kind: Kind
    half_points: int | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A person against everybody: a cell for each row of the crosstable, in the same order."""

    entry_id: int
    cells: tuple[tuple[CrossResult, ...] | None, ...]
    """None against himself; a result for each time that the two met, in the order of the rounds."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A person: of two entries that are the same player, both together."""

    entry_id: int
    """The first of them."""
    player_id: int | None
    rank: int | None
    points: Decimal | None
    tie_breaks: tuple[Decimal | None, ...]
    """One for each of `EventSheet.tie_breaks`; None of a direct encounter where there was none."""
    without_play: tuple[tuple[WithoutPlay, int], ...]
    """What was no game on the board, and how often."""
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
    order: tuple[TieBreak, ...]
    """What decides between equal points, first to last; empty where nothing does."""
    tie_breaks: tuple[TieBreak, ...]
    """Of those, the ones that had to."""
    ranks_stated: bool
    """The ranks are those of the tournament file."""
    crosstable: tuple[CrossRow, ...]
    """Of a round robin, in the order of the standings; of other events nothing."""
    movers: tuple[Mover, ...]
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
        white_reason, black_reason = reasons.get(engine_game, (Reason.RATED, Reason.RATED))
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
    people = _people(rated.entries.values())
    stated = _are_stated(event, rated)
    ranking = _ranking(event, rated, people, stated)
    rows = tuple(_rows(event, rated, people, ranking, decimals))
    return EventSheet(
        standings=rows,
        rounds=tuple((number, tuple(games)) for number, games in rounds.items()),
        order=ranking.order,
        tie_breaks=ranking.tie_breaks,
        ranks_stated=ranking.are_stated,
        crosstable=tuple(_crosstable([row.entry_id for row in rows], ranking)),
        movers=biggest_gains(event, rated.changes.values(), decimals, MOST_MOVERS),
        waiting=rated.waiting,
        points_differ=bool(rated.games) and stated and _points_differ(rated),
        moves_ratings=any(row.games_after > row.games_before for row in rated.changes.values()),
    )


def _rows(
    event: Event, rated: RatedEvent, people: dict[int, list[Any]], ranking: "_Ranking", decimals: int
) -> Iterable[StandingRow]:
    without_play = _without_play(ranking)
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
                rank=ranking.ranks[pk],
                points=ranking.points[pk],
                tie_breaks=tuple(ranking.values[pk].get(one) for one in ranking.tie_breaks),
                without_play=tuple(sorted(without_play[pk].items())),
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


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Who stands where, by the file or by points and tie-breaks; keys are the first entries of people."""

    ranks: Mapping[int, int | None]
    points: Mapping[int, Decimal | None]
    pairings: tuple[Pairing, ...]
    system: System
    are_stated: bool = False
    order: tuple[TieBreak, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()
    values: Mapping[int, Mapping[TieBreak, Decimal]] = field(default_factory=dict)


def _ranking(event: Event, rated: RatedEvent, people: dict[int, list[Any]], stated: bool) -> _Ranking:
    points = _points(rated, people, stated)
    pairings = tuple(_pairings(rated, people))
    system = system_of(_DECLARED.get(event.format), pairings)
    given = {
        pk: min((entry.rank for entry in entries if entry.rank is not None), default=None)
        for pk, entries in people.items()
    }
    if stated and any(rank is not None for rank in given.values()):
        return _Ranking(given, points, pairings, system, are_stated=True)
    if not pairings or (stated and _points_differ(rated)):
        # What a scoring of its own gave for each game is not known, and so no tie-break either.
        return _Ranking(_ranks_by_points(points), points, pairings, system)
    table = standings(people, pairings, system)
    return _Ranking(
        {pk: place.rank for pk, place in table.places.items()},
        points,
        pairings,
        system,
        order=ORDER[system],
        tie_breaks=table.needed,
        values={pk: place.tie_breaks for pk, place in table.places.items()},
    )


_DECLARED: Mapping[str, System] = {
    Event.Format.SWISS: System.SWISS,
    Event.Format.ROUND_ROBIN: System.ROUND_ROBIN,
}


def _ranks_by_points(points: Mapping[int, Decimal | None]) -> dict[int, int | None]:
    """Equal points share a rank: 1, 2, 2, 4."""
    place: dict[Decimal, int] = {}
    for number, value in enumerate(sorted((p for p in points.values() if p is not None), reverse=True), 1):
        place.setdefault(value, number)
    return {pk: None if value is None else place[value] for pk, value in points.items()}


def _pairings(rated: RatedEvent, people: dict[int, list[Any]]) -> Iterable[Pairing]:
    """The games, of people and no longer of names."""
    person = {entry.pk: pk for pk, entries in people.items() for entry in entries}
    for game, _engine_game in rated.games:
        yield Pairing(
            game.round,
            person[game.white_id],
            person[game.black_id] if game.black_id else None,
            Kind(game.kind),
            game.white_half_points,
            game.black_half_points,
        )


def _without_play(ranking: _Ranking) -> dict[int, Counter[WithoutPlay]]:
    """In a round robin of an odd number everybody has a round to rest: that is no bye worth a word."""
    rests = ranking.system is System.ROUND_ROBIN
    counted: dict[int, Counter[WithoutPlay]] = defaultdict(Counter)
    for one in ranking.pairings:
        if one.kind.is_bye:
            if rests and not one.white_half_points:
                continue
            counted[one.white][WithoutPlay(one.kind, one.white_half_points or 0)] += 1
        elif one.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT) and one.black is not None:
            counted[one.white][WithoutPlay(Kind.FORFEIT, one.white_half_points or 0)] += 1
            counted[one.black][WithoutPlay(Kind.FORFEIT, one.black_half_points or 0)] += 1
    return counted


def _crosstable(order: list[int], ranking: _Ranking) -> Iterable[CrossRow]:
    if ranking.system is not System.ROUND_ROBIN or len(order) > MOST_IN_A_CROSSTABLE:
        return
    met: dict[tuple[int, int], list[CrossResult]] = defaultdict(list)
    for one in ranking.pairings:
        if one.black is not None:
            met[one.white, one.black].append(CrossResult(one.kind, one.white_half_points))
            met[one.black, one.white].append(CrossResult(one.kind, one.black_half_points))
    for row in order:
        cells = tuple(None if row == column else tuple(met[row, column]) for column in order)
        yield CrossRow(row, cells)
