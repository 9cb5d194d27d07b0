"""The shape of every change of state.

One transaction; its first statement raises the club's version, which is the lock on every database (several
ladders of one club may move at once, and in SQLite a transaction that writes first waits instead of failing);
then the role check, the writing, the replay of every ladder touched, the log, and after the commit the purge.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from wagtail.log_actions import log

from ..models import Club, ClubRole, Correction, Event, Ladder
from ..signals import ladder_changed
from .deleted_events import changed_while_deleted, digest_of_event, note_changed_while_deleted
from .editors import editor_name, moment
from .errors import ChangedMeanwhile, Missing
from .outside import CHANGED_OUTSIDE, TakenOver, found_outside, take_over
from .replay import ratings_now, replay_ladder, who_moved
from .roles import require

OnTakeOver = Callable[[int, TakenOver], None]
"""Called with the ladder's id once something on it was taken over, or on a deleted event of it."""

_on_trial = ContextVar("on_trial", default=False)
_on_take_over = ContextVar[OnTakeOver | None]("on_take_over", default=None)


class Operator:
    """Whoever runs a management command on the server: asked for no role, and logged as nobody."""


OPERATOR: Final = Operator()


@dataclass
class Change:
    """What one verb has done so far."""

    by: AbstractBaseUser | None
    accepts: int | None = None
    """The ladder of which what was changed past the verbs is accepted on purpose, and not told apart."""
    _accepted: bool = False
    """Whether there was anything so."""
    _to_replay: set[int] = field(default_factory=set)
    _to_purge: set[int] = field(default_factory=set)
    _on_another_level: set[int] = field(default_factory=set)
    _retired: dict[int, list[str]] = field(default_factory=dict)
    _log: list[tuple[models.Model, str, dict[str, Any]]] = field(default_factory=list)
    _corrected: dict[str, Any] | None = None

    def replay(self, ladder_id: int, *, is_changed: bool = False) -> None:
        """The inputs of the ladder are about to change: call it before the first of them is written.

        What was written past the verbs since the last replay is put on record here. Called too late, it would
        take the verb's own writing for such. `is_changed` as of `outside.take_over`.
        """
        if ladder_id in self._to_replay:
            return
        self._to_replay.add(ladder_id)
        if ladder_id == self.accepts:
            self._accepted = found_outside(ladder_id) == CHANGED_OUTSIDE
            return
        taken_over = take_over(ladder_id, is_changed=is_changed, keep_record=not on_trial())
        if taken_over is not None:
            self.purge(ladder_id)
            _tell(ladder_id, taken_over)

    def replay_of(self, event: Event) -> None:
        """The same of the event's ladder, if the event is published and so belongs to the inputs.

        Of a deleted one, which the undoing of a decision reaches: whether it is still what was deleted.
        """
        if event.status == Event.Status.PUBLISHED:
            self.replay(event.ladder_id)
        elif event.status == Event.Status.DELETED and self.take_over_deleted(event):
            _tell(event.ladder_id, TakenOver(CHANGED_OUTSIDE, 0))

    def take_over_deleted(self, event: Event) -> bool:
        """Put on record what was written past the verbs in a deleted event. Returns whether anything was."""
        is_changed = changed_while_deleted(event)
        if is_changed and not on_trial():
            note_changed_while_deleted(event)
        return is_changed

    def purge(self, ladder_id: int) -> None:
        """What visitors see of the ladder has changed, though no rating has."""
        self._to_purge.add(ladder_id)

    def change_level(self, ladder_id: int) -> None:
        """Other people than before may see the ladder."""
        self._to_purge.add(ladder_id)
        self._on_another_level.add(ladder_id)

    def retire(self, ladder_id: int, public_id: str) -> None:
        """A player of the ladder has a new address: cached pages under the old one must go."""
        self._to_purge.add(ladder_id)
        self._retired.setdefault(ladder_id, []).append(public_id)

    def correct(self, games: Iterable[int], *, round: int | None, board: int | None = None) -> None:
        """The results of these games were published, and are others now. Visitors may read where."""
        self._corrected = {"games": sorted(games), "round": round, "board": board}

    def log(self, instance: models.Model, action: str, **data: Any) -> None:
        """`data` holds ids, numbers and reasons, never a person's name."""
        self._log.append((instance, f"wagtail_ladder.{action}", data))


@contextmanager
def club_transaction(*club_ids: int) -> Iterator[None]:
    """One transaction around several verbs of these clubs, or around reading and a verb.

    It begins with the clubs' locks: in SQLite, one that reads first and then writes fails where somebody
    else has written in between. Raises Missing where a club is gone.
    """
    with transaction.atomic():
        for club_id in sorted(set(club_ids)):
            if not Club.objects.filter(pk=club_id).update(version=F("version") + 1):
                raise Missing("club_missing", _("This club does not exist any more."))
        yield


@contextmanager
def trial(*club_ids: int, on_take_over: OnTakeOver | None = None) -> Iterator[None]:
    """A club transaction to see what verbs would do: nothing is logged, and in the end nothing is kept.

    `on_take_over` learns what a verb has taken over that was changed past the verbs, before it does anything
    itself.
    """
    with club_transaction(*club_ids):
        trying, telling = _on_trial.set(True), _on_take_over.set(on_take_over)
        try:
            yield
        finally:
            _on_trial.reset(trying)
            _on_take_over.reset(telling)
        transaction.set_rollback(True)


def _tell(ladder_id: int, taken_over: TakenOver) -> None:
    if (on_take_over := _on_take_over.get()) is not None:
        on_take_over(ladder_id, taken_over)


def on_trial() -> bool:
    """Whether what verbs do now is not kept (see `trial`)."""
    return _on_trial.get()


@contextmanager
def verb(club_id: int, *, by: AbstractBaseUser | Operator | None, role: ClubRole) -> Iterator[Change]:
    """Raises NotAllowed where `by` lacks the role, Missing where the club is gone; nothing is written."""
    with club_transaction(club_id):
        if isinstance(by, Operator):
            by = None
        else:
            require(by, role, club_id)
        change = Change(by)
        yield change
        corrected, moved = {}, set[int]()
        for ladder_id in sorted(change._to_replay):
            before = ratings_now(ladder_id)
            replayed = replay_ladder(ladder_id)
            after = ratings_now(ladder_id)
            moved_here = who_moved(before, after)
            moved |= moved_here
            if before.keys() - after.keys():
                # Who is not on a ladder any more must not stay in the parts of pages that a site keeps.
                change.purge(ladder_id)
            accepted = ladder_id == change.accepts and (change._accepted or replayed.rewritten)
            if replayed.disturbed or change._corrected or accepted:
                corrected[ladder_id] = len(moved_here)
        if corrected and not on_trial():
            _note_corrections(change, corrected)
        for instance, action, data in [] if on_trial() else change._log:
            if change._to_replay:
                data = {**data, "players_moved": len(moved), "ladders": sorted(change._to_replay)}
            log(instance, action, user=by, data=data)
        touched = sorted(change._to_replay | change._to_purge)
        if touched:
            transaction.on_commit(lambda: _announce(touched, change))


def _note_corrections(change: Change, players_moved: dict[int, int]) -> None:
    """`players_moved`: of each ladder that was corrected, how many `who_moved` finds."""
    instance, action, _data = change._log[0]
    Correction.objects.bulk_create(
        Correction(
            ladder_id=ladder_id,
            event=instance if isinstance(instance, Event) and instance.pk else None,
            action=action.removeprefix("wagtail_ladder."),
            by_id=change.by.pk if change.by else None,
            at=timezone.now(),
            players_moved=moved,
            **(change._corrected or {}),
        )
        for ladder_id, moved in players_moved.items()
    )


def _announce(ladder_ids: list[int], change: Change) -> None:
    """What listens may fail (a cache that is down): Django logs it. The change is stored all the same."""
    for ladder in Ladder.objects.filter(pk__in=ladder_ids).select_related("club"):
        ladder_changed.send_robust(
            sender=Ladder,
            ladder=ladder,
            retired=change._retired.get(ladder.pk, []),
            shown_otherwise=ladder.pk in change._to_purge,
            level_changed=ladder.pk in change._on_another_level,
        )


def locked_event(event_id: int, expected_version: int | None) -> Event:
    """The event as it is now, read behind the club's lock.

    Raises Missing, or ChangedMeanwhile where `expected_version` is given and another verb came first.
    """
    event = Event.objects.select_related("ladder__club", "changed_by").filter(pk=event_id).first()
    if event is None:
        raise Missing("event_missing", _("This event does not exist any more."))
    if expected_version is not None and event.version != expected_version:
        raise ChangedMeanwhile(
            "changed_meanwhile",
            _("%(who)s changed this event after you had opened it, %(when)s. Please look again.")
            % {"who": editor_name(event.changed_by), "when": moment(event.changed_at)},
        )
    return event


def living_event(event_id: int, expected_version: int | None) -> Event:
    """As `locked_event`; raises Missing for a deleted event too."""
    event = locked_event(event_id, expected_version)
    if event.status == Event.Status.DELETED:
        raise Missing("event_deleted", _("This event has been deleted. An organiser can restore it."))
    return event


def save_event(event: Event, change: Change, *fields: str) -> None:
    """Save the named fields, and say by whom and that forms made earlier are out of date."""
    is_deleted = event.status == Event.Status.DELETED
    event.digest_when_deleted = str(digest_of_event(event)) if is_deleted else ""
    event.version += 1
    event.changed_by_id = change.by.pk if change.by else None
    event.changed_at = timezone.now()
    event.save(update_fields=[*fields, "digest_when_deleted", "version", "changed_by", "changed_at"])
