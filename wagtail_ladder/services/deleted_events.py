"""A deleted event belongs to no ladder, and comes back as it was: whether it does, its own digest tells."""

from django.utils import timezone

from ..models import Correction, Event
from .digests import Digest
from .inputs import GAME_FIELDS
from .outside import CHANGED_OUTSIDE, log_as_nobody

_OF_EVENT = (
    "ladder_id", "name", "first_day", "last_day", "sequence", "tie_break", "format", "in_progress",
    "unrated", "unrated_note",
)  # fmt: skip
_OF_NAME = ("number", "typed_name", "points", "rank", "decision", "player_id")


def digest_of_event(event: Event) -> Digest:
    """All that one sees of it. Who a player is after the merges is not the event's."""
    row = Event.objects.filter(pk=event.pk).values_list(*_OF_EVENT)
    games = event.games.order_by("pk").values_list("pk", *GAME_FIELDS, "unrated_note")
    entries = event.entries.order_by("pk").values_list("pk", *_OF_NAME)
    return Digest.of(repr((list(row), event.status_before_deletion, list(games), list(entries))))


def changed_while_deleted(event: Event) -> bool:
    """Whether somebody wrote past the verbs in a deleted event, or deleted it so."""
    return digest_of_event(event).has_other_rows(event.digest_when_deleted)


def note_changed_while_deleted(event: Event) -> None:
    """As of something that moved nobody: no rating followed from it while it was deleted."""
    if event.status_before_deletion == Event.Status.PUBLISHED:
        Correction.objects.create(
            ladder_id=event.ladder_id, event=event, action=CHANGED_OUTSIDE, at=timezone.now()
        )
    log_as_nobody(event, CHANGED_OUTSIDE, event=event.pk, players_moved=0, ladders=[event.ladder_id])
