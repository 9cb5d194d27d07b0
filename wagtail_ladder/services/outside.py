"""What was written past the verbs: found by the next one, and put on record apart from what that does.

`verify_ladder` finds it as well, but only until a verb replays the ladder: then the ratings follow from it,
and the verb would be taken for the cause.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from wagtail.log_actions import LogContext, log

from ..engine import EngineError
from ..models import Correction, Event, Ladder
from .errors import LadderError
from .inputs import stored_rows
from .replay import ratings_now, replay_ladder, who_moved

CHANGED_OUTSIDE = "changed_outside"
"""The `Correction.action` of it, beside the names of verbs."""

TOLD_FOR = timedelta(days=30)
"""How long the first screens tell of it. The correction log keeps it for good."""


def changed_outside_lately(corrections: str = "") -> Max:
    """When such a change was last found, None where there was none lately: an aggregate over `Correction`.

    `corrections` is the way there, as "corrections__" from a ladder.
    """
    since = timezone.now() - TOLD_FOR
    lately = Q(**{f"{corrections}action": CHANGED_OUTSIDE, f"{corrections}at__gte": since})
    return Max(f"{corrections}at", filter=lately)


def take_over_what_was_changed_outside(ladder_id: int) -> bool:
    """Replay the ladder as it is stored if that is not what it was last replayed from; whether it was so.

    Behind the club's lock, and before the verb writes anything that the ladder follows from. On record it is
    by nobody, from the first event on in which a rating changed. Where nothing can be computed from what is
    stored, the verb may be what puts it right: then it is noted alone.
    """
    ladder = Ladder.objects.get(pk=ladder_id)
    if ladder.replayed_at is None or ladder.inputs_digest == stored_rows(ladder_id).digest():
        return False
    at, before = timezone.now(), ratings_now(ladder_id)
    try:
        with transaction.atomic():
            changed = replay_ladder(ladder_id).events
    except (LadderError, EngineError):
        changed = frozenset()
    event = Event.objects.filter(pk__in=changed).order_by("last_day", "sequence", "tie_break").first()
    moved = len(who_moved(before, ratings_now(ladder_id)))
    Correction.objects.create(ladder=ladder, event=event, action=CHANGED_OUTSIDE, at=at, players_moved=moved)
    with LogContext(user=None):  # whoever is logged in now has not done it
        log(
            ladder,
            f"wagtail_ladder.{CHANGED_OUTSIDE}",
            data={"event": event and event.pk, "players_moved": moved, "ladders": [ladder_id]},
        )
    return True
