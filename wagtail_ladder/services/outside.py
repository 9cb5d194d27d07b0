"""What was written past the verbs: found by the next one, and put on record apart from what that does.

`verify_ladder` finds it as well, but only until a verb replays the ladder: then the ratings follow from it,
and the verb would be taken for the cause.
"""

from django.db import transaction
from django.utils import timezone
from wagtail.log_actions import LogContext, log

from ..engine import EngineError
from ..models import Correction, Event, Ladder
from .errors import LadderError
from .inputs import stored_rows
from .replay import ratings_now, replay_ladder, who_moved

CHANGED_OUTSIDE = "changed_outside"
"""The `Correction.action` of it, beside the names of verbs."""


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
