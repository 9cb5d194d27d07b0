"""The proof: is what is stored what the inputs say? And where it is not, made so.

Everything is read behind the club's lock, so that it is of one moment: a verb at the same time is wholly in
it or not at all. It is computed and compared after the lock is given back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.translation import gettext as _

from ..engine import EngineError, Replay
from ..models import ClubRole, Decision, Ladder, LadderPlayer, RatingChange, Standing
from .acts import settle
from .derived import derived_inputs
from .differences import Difference, What
from .errors import LadderError, Missing, Refused
from .inputs import Inputs, load_inputs
from .merges import follow_the_ledger
from .outside import CHANGED_OUTSIDE, found_outside
from .persons import refuse_merges_in_a_circle
from .places import give_initials
from .replay import (
    CHANGE_FIELDS,
    CHANGE_KEY,
    STANDING_FIELDS,
    STANDING_KEY,
    change_rows,
    computed,
    no_garbage_collection,
    played_games,
    standing_rows,
)
from .verb import Change, Operator, club_transaction, verb

_Row = tuple[Any, ...]
_Rows = dict[tuple[int, int], _Row]


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of looking at a ladder."""

    ladder_id: int
    at: datetime
    events: int
    """Published ones; 0 where the inputs cannot be read."""
    games: int
    """Pairings of all kinds in them."""
    differences: tuple[Difference, ...]

    @property
    def is_identical(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """What was found before everything was written anew, and what was still there afterwards.

    `left` is what no replay can mend: a game that seats a name of another event, a player of another club, a
    name of which no decision is on record.
    """

    ladder_id: int
    found: tuple[Difference, ...]
    left: tuple[Difference, ...]

    @property
    def is_identical(self) -> bool:
        return not self.found


@no_garbage_collection()
def verify_ladder(ladder_id: int) -> Verification:
    """Recompute a ladder from its first event on, and compare: fingerprint, changes, standings, who is who.

    Nothing of the ladder is changed; when it was looked at, and how many differences there were, is written
    on it. Raises Missing for a ladder that does not exist.
    """
    club_id = _club_of(ladder_id)
    with club_transaction(club_id):
        stock = _take_stock(ladder_id)
    found = tuple(_differences(stock))
    with club_transaction(club_id):
        return _noted(stock, found)


@no_garbage_collection()
def rebuild_ladder(ladder_id: int, *, by: AuthUser | Operator) -> Rebuilding:
    """Write everything anew that is derived: names and players as the ledger says, changes, standings.

    Replays the other ladders of the club too where a player was not who the merges say. Organisers only, or
    the `OPERATOR` of a command. Raises Missing for a ladder that does not exist, and Refused where the inputs
    contradict each other: nothing is written then.
    """
    club_id = _club_of(ladder_id)
    with club_transaction(club_id):
        with verb(club_id, by=by, role=ClubRole.ORGANISER) as change:
            stock = _take_stock(ladder_id)
            found = tuple(_differences(stock))
            change.accepts = ladder_id
            change.replay(ladder_id)
            _mend(stock.ladder, found, change)
            change.log(stock.ladder, "rebuild_ladder", differences=len(found))
        stock = _take_stock(ladder_id)
        left = _noted(stock, tuple(_differences(stock))).differences
    return Rebuilding(ladder_id, found, left)


def _club_of(ladder_id: int) -> int:
    club_id = Ladder.objects.filter(pk=ladder_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise Missing("ladder_missing", _("This ladder does not exist any more."))
    return club_id


@dataclass(frozen=True, slots=True)
class _Stock:
    """All that is stored of a ladder, as of one moment."""

    ladder: Ladder
    inputs: Inputs | LadderError
    changes: _Rows
    standings: _Rows
    placed: frozenset[int]
    """Players who have a place on the ladder."""
    is_changed: bool
    """Whether it is not as its last replay left it."""
    derived: tuple[Difference, ...]
    at: datetime


def _take_stock(ladder_id: int) -> _Stock:
    ladder = Ladder.objects.select_related("club").filter(pk=ladder_id).first()
    if ladder is None:
        raise Missing("ladder_missing", _("This ladder does not exist any more."))
    return _Stock(
        ladder=ladder,
        inputs=_readable_inputs(ladder_id),
        changes=_rows(RatingChange, ladder_id, CHANGE_KEY, CHANGE_FIELDS),
        standings=_rows(Standing, ladder_id, STANDING_KEY, STANDING_FIELDS),
        placed=frozenset(
            LadderPlayer.objects.filter(ladder_id=ladder_id).values_list("player_id", flat=True)
        ),
        is_changed=found_outside(ladder_id) == CHANGED_OUTSIDE,
        derived=tuple(derived_inputs(ladder)),
        at=timezone.now(),
    )


def _readable_inputs(ladder_id: int) -> Inputs | LadderError:
    try:
        return load_inputs(ladder_id)
    except EngineError as error:  # rules that are none
        return Refused(error.code, str(error))


def _rows(model: Any, ladder_id: int, key: Sequence[str], columns: Sequence[str]) -> _Rows:
    rows = model.objects.filter(ladder_id=ladder_id).order_by().values_list(*key, *columns)
    return {(first, second): tuple(values) for first, second, *values in rows}


def _differences(stock: _Stock) -> Iterator[Difference]:
    """The causes first: what of the inputs is wrong, then the fingerprint, then the numbers."""
    yield from stock.derived
    if isinstance(stock.inputs, LadderError):
        yield Difference(What.REFUSED, computed=stock.inputs.message)
        return
    try:
        result = computed(stock.inputs)
    except LadderError as refusal:
        yield Difference(What.REFUSED, computed=refusal.message)
        return
    numbers = list(_of_numbers(stock, stock.inputs, result))
    yield from numbers
    if stock.is_changed and not numbers:
        yield Difference(What.UNUSED)


def _of_numbers(stock: _Stock, inputs: Inputs, result: Replay) -> Iterator[Difference]:
    changes = change_rows(inputs, result)
    standings = standing_rows(stock.ladder.pk, inputs, result)
    for _ladder, player in sorted(standings):
        if player not in stock.placed:
            yield Difference(What.PLACE, player=player)
    if stock.ladder.fingerprint != result.digest:
        yield Difference(What.FINGERPRINT, stored=stock.ladder.fingerprint, computed=result.digest)
    if stock.ladder.replayed_games != (games := played_games(inputs)):
        yield Difference(What.GAMES, stored=stock.ladder.replayed_games, computed=games)
    # In the order of the history: the first event is where it begins.
    events = {inputs.event_ids[key]: place for place, key in enumerate(sorted(inputs.event_ids))}
    for event, player in sorted(
        {*stock.changes, *changes}, key=lambda key: (events.get(key[0], len(events)), key)
    ):
        row = Difference(What.CHANGE, event=event, player=player)
        was, should = stock.changes.get((event, player)), changes.get((event, player))
        yield from _unlike(row, was, should, CHANGE_FIELDS, What.CHANGE_MISSING, What.CHANGE_TOO_MANY)
    for key in sorted({*stock.standings, *standings}):
        row = Difference(What.STANDING, player=key[1])
        was, should = stock.standings.get(key), standings.get(key)
        yield from _unlike(row, was, should, STANDING_FIELDS, What.STANDING_MISSING, What.STANDING_TOO_MANY)


def _unlike(
    row: Difference,
    was: _Row | None,
    should: _Row | None,
    fields: Sequence[str],
    missing: What,
    too_many: What,
) -> Iterator[Difference]:
    """`row` with each column that is not as it should be; what is None is not there at all."""
    if was is None:
        yield replace(row, what=missing)
    elif should is None:
        yield replace(row, what=too_many)
    elif was != should:
        for field, value, right in zip(fields, was, should, strict=True):
            if value != right:
                yield replace(row, field=field, stored=value, computed=right)


def _noted(stock: _Stock, found: tuple[Difference, ...]) -> Verification:
    Ladder.objects.filter(pk=stock.ladder.pk).update(
        verified_at=stock.at, verified_replay=stock.ladder.replayed_at, differences_found=len(found)
    )
    events = () if isinstance(stock.inputs, LadderError) else stock.inputs.events
    games = sum(len(event.games) for event in events)
    return Verification(stock.ladder.pk, stock.at, len(events), games, found)


def _mend(ladder: Ladder, found: Sequence[Difference], change: Change) -> None:
    """Before the replay: bring in line what of the inputs follows from the ledger and from the names."""
    kinds = {difference.what for difference in found}
    refuse_merges_in_a_circle(ladder.club_id)
    follow_the_ledger(ladder.club_id, change)
    if What.INITIALS_NUMBER in kinds:
        _keep_numbers_given(ladder)
    names = _decided_otherwise(found)
    if names:
        settle(names, change)
    renamed = {difference.player for difference in found if difference.what is What.INITIALS}
    if renamed:
        give_initials(LadderPlayer.objects.filter(ladder=ladder, player__in=renamed), ladder.club.language)
    if kinds & {What.PLACE, What.INITIALS, What.DECISION}:
        change.purge(ladder.pk)


def _decided_otherwise(found: Sequence[Difference]) -> set[int]:
    """The names of which the ledger says something else than is stored.

    Not those of which it says nothing: who that was would be lost, as where an older backup of the ledger has
    come back. They stay as they are, and are told of until a person decides them.
    """
    differ = [difference for difference in found if difference.what is What.DECISION]
    nobody = {one.entry for one in differ if (one.field, one.computed) == ("decision", Decision.UNDECIDED)}
    return {one.entry for one in differ if one.entry is not None and one.entry not in nobody}


def _keep_numbers_given(ladder: Ladder) -> None:
    given = dict(ladder.initials_given)
    seats = LadderPlayer.objects.filter(ladder=ladder)
    for initials, number in seats.values_list("initials", "initials_suffix"):
        given[initials] = max(number, given.get(initials, 0))
    Ladder.objects.filter(pk=ladder.pk).update(initials_given=given)
