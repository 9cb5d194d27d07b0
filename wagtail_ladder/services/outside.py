"""What was written past the verbs: found by the next one, and put on record apart from what that does.

`verify_ladder` finds it as well, but only until a verb replays the ladder: then the ratings follow from it,
and the verb would be taken for the cause.
"""

from dataclasses import dataclass
from logging import getLogger
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from wagtail.log_actions import LogContext, log

from ..engine import EngineError
from ..models import Correction, Event, Ladder
from .errors import LadderError
from .replay import digest_now, no_garbage_collection, ratings_now, replay_ladder, who_moved

logger = getLogger("wagtail_ladder")

CHANGED_OUTSIDE = "changed_outside"
"""The `Correction.action` of it, beside the names of verbs."""

COMPUTED_ANEW = "computed_anew"
"""That of what moved though nobody has changed anything: the package is a newer one, which computes or
compares otherwise."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What a ladder's replay came to that was nobody's doing on the screens."""

    action: str
    """CHANGED_OUTSIDE or COMPUTED_ANEW."""
    players_moved: int


@no_garbage_collection()
def found_outside(ladder_id: int) -> str | None:
    """The action of what has to be taken over, None where all is as the last replay left it."""
    ladder = Ladder.objects.get(pk=ladder_id)
    now = digest_now(ladder_id)
    if ladder.replayed_at is None or ladder.rows_digest == str(now):
        return None
    return CHANGED_OUTSIDE if now.has_other_rows(ladder.rows_digest) else COMPUTED_ANEW


def take_over(ladder_id: int, *, is_changed: bool = False, keep_record: bool = True) -> TakenOver | None:
    """Replay the ladder as it is stored if that is not what its last replay left behind.

    Behind the club's lock, and before the verb writes anything that the ladder follows from; `is_changed`
    where it is known that somebody changed it, whatever `found_outside` finds by now. On record it is by
    nobody, from the first event on in which a rating changed. Where nothing can be computed from what is
    stored, the verb may be what puts it right: then it is noted alone.
    """
    action = CHANGED_OUTSIDE if is_changed else found_outside(ladder_id)
    if action is None:
        return None
    at, before = timezone.now(), ratings_now(ladder_id)
    replayed = None
    try:
        with transaction.atomic():
            replayed = replay_ladder(ladder_id)
    except (LadderError, EngineError) as error:
        logger.warning("Ladder %s cannot be computed from what is stored: %s", ladder_id, error.code)
    if action == COMPUTED_ANEW and not (replayed and replayed.rewritten):
        return None
    moved = len(who_moved(before, ratings_now(ladder_id)))
    if keep_record:
        changed = Event.objects.filter(pk__in=replayed.events if replayed else ())
        event = changed.order_by("last_day", "sequence", "tie_break").first()
        ladder = Ladder.objects.get(pk=ladder_id)
        Correction.objects.create(ladder=ladder, event=event, action=action, at=at, players_moved=moved)
        log_as_nobody(ladder, action, event=event and event.pk, players_moved=moved, ladders=[ladder_id])
    return TakenOver(action, moved)


def log_as_nobody(instance: Model, action: str, **data: Any) -> None:
    """Whoever is logged in now has not done it."""
    with LogContext(user=None):
        log(instance, f"wagtail_ladder.{action}", data=data)
