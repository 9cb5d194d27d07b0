"""The replay: from the inputs of a ladder to its stored changes and standings.

The engine always replays the whole ladder; that takes a few tenths of a second for ten seasons. We are
clever only about the database: plain reads, and writes of the rows alone that changed.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from ..engine import EngineError, Replay, State, replay
from ..kinds import Kind
from ..models import Ladder, RatingChange, Standing
from .digests import Digest
from .errors import Refused
from .inputs import Inputs, Rows, inputs_from, load_rules, stored_rows
from .lot import by_lot
from .places import seat_players

_PLAYED = frozenset({Kind.PLAYED, Kind.PLAYED_UNRATED})


@dataclass(slots=True)
class Tally:
    """A player's `Standing` while it is being added up."""

    rating: int = 0
    rated_games: int = 0
    played_games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    peak: int | None = None
    last_rated_event_id: int | None = None
    first_place: int = 0


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay came to."""

    written: int
    """How many stored rating changes were written, new or other than before or gone."""
    disturbed: bool
    """Whether a rating that stood does not stand any more. A new event at the end only adds to what stood."""
    events: frozenset[int]
    """Those in which a change was written."""
    rewritten: bool
    """Whether any row at all was written, of changes or of standings."""


ChangeRow = tuple[int, int, int, int]  # rating before, rating after (nanopoints), games before, games after
STANDING_FIELDS = tuple(field.name for field in fields(Tally))
STANDING_KEY = ("ladder_id", "player_id")
CHANGE_FIELDS = ("rating_before", "rating_after", "games_before", "games_after")
CHANGE_KEY = ("event_id", "player_id")


RatingsThen = Mapping[int, tuple[int, int]]
"""Player id -> rating (nanopoints) and rated games."""


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Spare the collector a few tenths of a second.

    A replay makes some hundred thousand tuples, all of which live until its end: the collector would walk
    them again and again, for a third of the whole time, and free nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@no_garbage_collection()
def replay_ladder(ladder_id: int) -> Replayed:
    """Bring changes and standings in line with the inputs, and give a place to everybody who stands.

    Call it inside the transaction that changed the inputs, behind the club's lock. Raises Refused where the
    engine refuses the inputs; the transaction then leaves nothing behind.
    """
    rows = stored_rows(ladder_id)
    inputs = inputs_from(rows, load_rules(ladder_id))
    result = computed(inputs)
    changes, standings = change_rows(inputs, result), standing_rows(ladder_id, inputs, result)
    changed = _store(
        RatingChange,
        RatingChange.objects.filter(ladder_id=ladder_id),
        CHANGE_KEY,
        CHANGE_FIELDS,
        changes,
        ladder_id,
    )
    stand_otherwise = _store(
        Standing,
        Standing.objects.filter(ladder_id=ladder_id),
        STANDING_KEY,
        STANDING_FIELDS,
        standings,
        ladder_id,
    )
    # Verbs have seated whom they brought here; whom somebody wrote past them, nobody has.
    seat_players(ladder_id, (player for _ladder, player in standings), by=None)
    Ladder.objects.filter(pk=ladder_id).update(
        fingerprint=result.digest,
        rows_digest=str(_digest(rows, _flat(changes), _flat(standings))),
        replayed_at=timezone.now(),
        replayed_games=played_games(inputs),
    )
    return Replayed(
        len(changed),
        any(_stood(was, now) for was, now in changed.values()),
        frozenset(event_id for event_id, _player in changed),
        bool(changed or stand_otherwise),
    )


@no_garbage_collection()
def digest_now(ladder_id: int) -> Digest:
    """Of all rows of the ladder as they are stored: what it follows from, and what followed from that."""
    changes = RatingChange.objects.filter(ladder_id=ladder_id).order_by()
    standings = Standing.objects.filter(ladder_id=ladder_id).order_by()
    return _digest(
        stored_rows(ladder_id),
        changes.values_list(*CHANGE_KEY, *CHANGE_FIELDS),
        standings.values_list(*STANDING_KEY, *STANDING_FIELDS),
    )


def _digest(rows: Rows, changes: Iterable[Any], standings: Iterable[Any]) -> Digest:
    """A key stands first in each row, and once: nothing else is compared in the sorting."""
    return Digest.of(rows.for_digest, sorted(changes), sorted(standings), with_numbers=True)


def _flat(rows: Mapping[tuple[int, int], tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return ((*key, *values) for key, values in rows.items())


def ratings_now(ladder_id: int) -> RatingsThen:
    rows = Standing.objects.filter(ladder_id=ladder_id).values_list("player_id", "rating", "rated_games")
    return {player: (rating, games) for player, rating, games in rows}


def who_moved(before: RatingsThen, after: RatingsThen) -> set[int]:
    """Ids of the players whose rating is another one now: the one number by which people read of a change.

    Who came or went counts, if he had played a rated game: his rating was not there, or is not any more.
    """
    nowhere = (None, 0)
    changed = set()
    for player in before.keys() | after.keys():
        (was, games_before), (rating, games) = before.get(player, nowhere), after.get(player, nowhere)
        is_new_or_gone = was is None or rating is None
        if was != rating and (games_before or games or not is_new_or_gone):
            changed.add(player)
    return changed


def computed(inputs: Inputs) -> Replay:
    """The engine's answer. Raises Refused where it refuses the inputs."""
    try:
        return replay(inputs.events, inputs.rules, inputs.starts)
    except EngineError as error:
        raise Refused(error.code, str(error)) from error


def change_rows(inputs: Inputs, result: Replay) -> dict[tuple[int, int], ChangeRow]:
    """(event id, player id) -> what `RatingChange` stores."""
    rows: dict[tuple[int, int], ChangeRow] = {}
    for key, rated in result.results.items():
        event_id = inputs.event_ids[key]
        after = rated.after
        for player, before in rated.before.items():
            now: State = after[player]
            rows[event_id, player] = (before.rating, now.rating, before.games, now.games)
    return rows


def standing_rows(ladder_id: int, inputs: Inputs, result: Replay) -> dict[tuple[int, int], tuple[Any, ...]]:
    """(ladder id, player id) -> what `Standing` stores."""
    return {
        (ladder_id, player): tuple(getattr(tally, name) for name in STANDING_FIELDS)
        for player, tally in tallies(inputs, result).items()
    }


def tallies(inputs: Inputs, result: Replay) -> dict[int, Tally]:
    """Player id -> what `Standing` stores, for everybody who ever sat in a pairing of the ladder."""
    found: dict[int, Tally] = {}
    for key in sorted(result.results):
        event_id = inputs.event_ids[key]
        rated = result.results[key]
        provisional_below = inputs.rules_on(key[0]).provisional_below
        newcomers = [player for player in inputs.appearances.get(event_id, ()) if player not in found]
        for player in sorted(newcomers, key=by_lot(key[2])):
            found[player] = Tally(first_place=len(found) + 1)
        after = rated.after
        for player, before in rated.before.items():
            now, tally = after[player], found[player]
            tally.rating, tally.rated_games = now.rating, now.games
            if now.games > before.games:
                tally.last_rated_event_id = event_id
            if now.games >= provisional_below and (tally.peak is None or now.rating > tally.peak):
                tally.peak = now.rating
    _count_played(inputs, found)
    return found


def _stood(was: tuple[Any, ...] | None, now: tuple[Any, ...] | None) -> bool:
    """Whether the row said something of a rating, and that is not so any more.

    One of an event that was not rated (yet) says but where the player stood.
    """
    if was is None:
        return False
    rating_before, _rating_after, games_before, games_after = was
    if games_after > games_before:
        return True
    return now is not None and (rating_before, games_before) != (now[0], now[2])


def played_games(inputs: Inputs) -> int:
    return sum(game.kind in _PLAYED for event in inputs.events for game in event.games)


def _count_played(inputs: Inputs, found: dict[int, Tally]) -> None:
    """Wins, draws and losses, by each player's own score, over all games really played, rated or not."""
    for event in inputs.events:
        for game in event.games:
            if game.kind not in _PLAYED:
                continue
            for player, half_points in (
                (game.white, game.white_half_points),
                (game.black, game.black_half_points),
            ):
                if player is None or half_points is None:
                    continue
                tally = found[player]
                tally.played_games += 1
                if half_points == 2:
                    tally.wins += 1
                elif half_points == 1:
                    tally.draws += 1
                else:
                    tally.losses += 1


def _store(
    model: type[Model],
    stored: QuerySet[Any],
    key_fields: tuple[str, str],
    value_fields: tuple[str, ...],
    wanted: dict[tuple[int, int], Any],
    ladder_id: int,
) -> dict[tuple[int, int], tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]]:
    """Make the stored rows equal to the wanted ones, writing the changed alone.

    Returns of each that was written the values before and after: None where there was no row, or is none.
    """
    kept: dict[tuple[int, int], tuple[Any, ...]] = {}
    gone: dict[tuple[int, int], tuple[int, tuple[Any, ...]]] = {}
    for pk, first, second, *values in stored.order_by().values_list("pk", *key_fields, *value_fields):
        if (first, second) in wanted:
            kept[first, second] = tuple(values)
        else:
            gone[first, second] = pk, tuple(values)
    changed = {key: values for key, values in wanted.items() if kept.get(key) != values}
    gone_ids = [pk for pk, _values in gone.values()]
    for start in range(0, len(gone_ids), 500):
        model._default_manager.filter(pk__in=gone_ids[start : start + 500]).delete()
    model._default_manager.bulk_create(
        (
            model(
                **{key_fields[0]: key[0], key_fields[1]: key[1], "ladder_id": ladder_id},
                **dict(zip(value_fields, values, strict=True)),
            )
            for key, values in changed.items()
        ),
        update_conflicts=True,
        unique_fields=[name.removesuffix("_id") for name in key_fields],
        # The ladder too: a change that somebody put on another ladder by hand is there under its event.
        update_fields=["ladder", *(name.removesuffix("_id") for name in value_fields)],
    )
    return {
        **{key: (kept.get(key), values) for key, values in changed.items()},
        **{key: (was, None) for key, (_pk, was) in gone.items()},
    }
