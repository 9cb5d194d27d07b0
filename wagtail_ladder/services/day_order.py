"""Which event of a day came first: it decides what everybody stood on when the next one began."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..models import ClubRole, Event, Ladder
from .editors import last_changed
from .errors import ChangedMeanwhile
from .text import cleaned_reason
from .verb import save_event, verb


def events_of_day(ladder: Ladder, day: date) -> list[Event]:
    """The living events that end on the day, drafts included, in their order."""
    living = Event.objects.filter(ladder_id=ladder.pk, last_day=day).exclude(status=Event.Status.DELETED)
    return list(living.order_by("sequence", "tie_break"))


def tied(events: Iterable[Event]) -> set[int]:
    """Ids of those that share their place with another: nobody has set their order, a lot decides."""
    by_place: dict[tuple[date, int], list[int]] = {}
    for event in events:
        by_place.setdefault((event.last_day, event.sequence), []).append(event.pk)
    return {pk for pks in by_place.values() if len(pks) > 1 for pk in pks}


def order_day(
    ladder: Ladder,
    day: date,
    order: Sequence[int],
    *,
    by: AuthUser,
    reason: str = "",
    expected_versions: Mapping[int, int] | None = None,
) -> list[Event]:
    """Put the events of the day into this order (ids, the first of the day in front).

    Where one of those whose place changes is published, a reason is required. `expected_versions` are those
    that were looked at, by event id. Raises ChangedMeanwhile where the day has other events by now.
    """
    with verb(ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        events = {event.pk: event for event in events_of_day(ladder, day)}
        seen = expected_versions or {}
        others = [
            events[pk] for pk, version in seen.items() if pk in events and events[pk].version != version
        ]
        if sorted(order) != sorted(events) or others:
            sentences = [_("The events of this day have changed since you looked. Please look again.")]
            latest = max(((one.changed_at, one.pk) for one in others if one.changed_at), default=None)
            if latest is not None:
                sentences.append(last_changed(events[latest[1]].changed_by, latest[0]))
            raise ChangedMeanwhile("day_changed", " ".join(sentences))
        moved = [
            (events[pk], place) for place, pk in enumerate(order, start=1) if events[pk].sequence != place
        ]
        published = any(event.status == Event.Status.PUBLISHED for event, _place in moved)
        reason = cleaned_reason(reason, required=published)
        if published:
            change.replay(ladder.pk)
            change.purge(ladder.pk)
        for event, place in moved:
            event.sequence = place
            save_event(event, change, "sequence")
        if moved:
            change.log(ladder, "order_day", day=day.isoformat(), events=list(order), reason=reason)
    return events_of_day(ladder, day)
