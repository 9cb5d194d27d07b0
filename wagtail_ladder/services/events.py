"""The life of an event: made, changed, published, taken back, deleted, restored."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import ClubRole, Decision, Entry, Event, Ladder
from .editors import editor_name, last_replayed, moment
from .entries import new_entries
from .errors import ChangedMeanwhile, Refused, refuse_invalid
from .preview import fingerprint_once_published
from .text import cleaned_name, cleaned_reason
from .verb import Change, living_event, locked_event, save_event, verb

_CHANGEABLE = frozenset(
    {"name", "first_day", "last_day", "sequence", "format", "in_progress", "unrated", "unrated_note"}
)
MOVES_RATINGS = frozenset({"last_day", "sequence", "unrated"})
"""The fields whose change moves the ladder, where the event is published."""

FIRST_DAY_POSSIBLE = date(1900, 1, 1)
LAST_SEQUENCE = 1000
LONGEST_AHEAD = timedelta(days=366)
"""How far in the future an event may end: a slip in the year would put it behind everything else."""


def create_event(
    ladder: Ladder, *, by: AuthUser, name: str, last_day: date, names: Iterable[str] = (), **fields: Any
) -> Event:
    """A new draft, with an entry for each typed name. `fields` as in `change_event`.

    Without a `sequence` it is put after the other events of its last day.
    """
    with verb(ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = draft_event(ladder, change, name=name, last_day=last_day, **fields)
        new_entries(event, names)
        change.log(event, "create_event")
    return event


def draft_event(ladder: Ladder, change: Change, **fields: Any) -> Event:
    """Inside a verb: a checked and saved draft."""
    fields.setdefault("sequence", next_sequence(ladder, fields["last_day"]))
    event = Event(ladder=ladder, changed_by_id=change.by.pk if change.by else None, changed_at=timezone.now())
    event.source_digest = fields.pop("source_digest", "")
    _assign(event, fields)
    event.save()
    return event


def next_sequence(ladder: Ladder, day: date) -> int:
    """The place after the other events of the day; on a full day they share the last one."""
    others = Event.objects.filter(ladder_id=ladder.pk, last_day=day).exclude(status=Event.Status.DELETED)
    last = others.aggregate(last=Max("sequence"))["last"] or 0
    return min(last + 1, LAST_SEQUENCE)


def change_event(
    event: Event, *, by: AuthUser, expected_version: int | None = None, reason: str = "", **fields: Any
) -> Event:
    """Set any of: name, first_day, last_day, sequence, format, in_progress, unrated, unrated_note.

    Where the event is published and the ladder moves, a reason is required.
    Raises Refused for impossible days, for an unrated event without a note, and for making a table
    of points of an event that has games.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        before = {name: getattr(event, name) for name in _CHANGEABLE}
        _assign(event, fields)
        changed = [name for name in _CHANGEABLE if getattr(event, name) != before[name]]
        if not changed:
            return event
        if event.format == Event.Format.TABLE and event.games.exists():
            raise Refused(
                "table_has_no_games", _("This event has games: it cannot become a table of points.")
            )
        is_published = event.status == Event.Status.PUBLISHED
        moves_ratings = is_published and bool(MOVES_RATINGS.intersection(changed))
        reason = cleaned_reason(reason, required=moves_ratings)
        if is_published:
            if moves_ratings:
                change.replay(event.ladder_id)
            change.purge(event.ladder_id)
        save_event(event, change, *changed)
        change.log(event, "change_event", fields=sorted(changed), reason=reason)
    return event


def publish_event(
    event: Event,
    *,
    by: AuthUser,
    expected_version: int | None = None,
    expected_fingerprint: str | None = None,
) -> Event:
    """Show the event on the site and rate it; with an undecided name it is shown, and not rated yet.

    `expected_fingerprint` is that of the `Preview` that was looked at. Raises ChangedMeanwhile where the
    ladder, or what publishing would come to, is not what it was then.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = locked_event(event.pk, None)
        if event.status == Event.Status.PUBLISHED:
            raise ChangedMeanwhile("already_published", _already_published(event))
        event = living_event(event.pk, expected_version)
        if not event.entries.exists():
            raise Refused("event_empty", _("This event has no names yet: there is nothing to publish."))
        if expected_fingerprint is not None and expected_fingerprint != fingerprint_once_published(event):
            sentences = [_("The ladder has changed since you looked. Please look again.")]
            sentences += filter(None, [last_replayed(event.ladder)])
            raise ChangedMeanwhile("ladder_changed", " ".join(sentences))
        change.replay(event.ladder_id)
        event.status = Event.Status.PUBLISHED
        save_event(event, change, "status")
        change.log(event, "publish_event", undecided=_undecided(event))
    return event


def unpublish_event(event: Event, *, reason: str, by: AuthUser, expected_version: int | None = None) -> Event:
    """Make a published event a draft again. Its results stay; the ladder is as if it had not been played."""
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        if event.status != Event.Status.PUBLISHED:
            raise Refused("not_published", _("This event is not published."))
        reason = cleaned_reason(reason, required=True)
        change.replay(event.ladder_id)
        event.status = Event.Status.DRAFT
        save_event(event, change, "status")
        change.log(event, "unpublish_event", reason=reason)
    return event


def delete_event(event: Event, *, reason: str, by: AuthUser, expected_version: int | None = None) -> Event:
    """Take an event away. Nothing is lost: `restore_event` brings it back exactly. Organisers only.

    Where it is published, the reason must say something.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        event = living_event(event.pk, expected_version)
        reason = cleaned_reason(reason, required=event.status == Event.Status.PUBLISHED)
        change.replay_of(event)
        event.status_before_deletion, event.status = event.status, Event.Status.DELETED
        save_event(event, change, "status", "status_before_deletion")
        change.log(event, "delete_event", reason=reason)
    return event


def restore_event(event: Event, *, reason: str, by: AuthUser, expected_version: int | None = None) -> Event:
    """Bring a deleted event back as it was, published or draft. Organisers only.

    Where it is published again, the reason must say something. What was changed past the verbs meanwhile is
    put on record.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        event = locked_event(event.pk, expected_version)
        if event.status != Event.Status.DELETED:
            raise Refused("not_deleted", _("This event is not deleted."))
        change.take_over_deleted(event)
        event.status, event.status_before_deletion = event.status_before_deletion, ""
        reason = cleaned_reason(reason, required=event.status == Event.Status.PUBLISHED)
        change.replay_of(event)
        save_event(event, change, "status", "status_before_deletion")
        change.log(event, "restore_event", reason=reason)
    return event


def rated_later(
    ladder: Ladder, day: date, sequence: int = LAST_SEQUENCE, tie_break: int | None = None
) -> QuerySet[Event]:
    """The published events that come behind this place of the ladder and are rated, the latest first.

    They are computed anew where an event is put in before them. `sequence` is the place on the day; of
    several at the same place, for which nobody has set an order, `tie_break` decides.
    """
    behind = Q(last_day__gt=day) | Q(last_day=day, sequence__gt=sequence)
    if tie_break is not None:
        behind |= Q(last_day=day, sequence=sequence, tie_break__gt=tie_break)
    rated = ladder.events.filter(behind, status=Event.Status.PUBLISHED, unrated="")
    return rated.order_by("-last_day", "-sequence", "-tie_break")


def _assign(event: Event, fields: dict[str, Any]) -> None:
    unknown = set(fields) - _CHANGEABLE
    if unknown:
        raise TypeError(f"an event has no changeable field {', '.join(sorted(unknown))}")
    for name, value in fields.items():
        setattr(event, name, value)
    event.name = cleaned_name(event.name)
    event.unrated_note = cleaned_reason(event.unrated_note)
    if event.unrated and not event.unrated_note:
        raise Refused("unrated_note_empty", _("Please say why this event is not rated."))
    if not event.unrated:
        event.unrated_note = ""
    refuse_invalid(event)
    refuse_impossible_days(event)
    if not 1 <= event.sequence <= LAST_SEQUENCE:
        raise Refused("sequence_impossible", _("The order on the day is a whole number from 1 to 1000."))


def refuse_impossible_days(event: Event) -> None:
    if event.first_day and event.first_day > event.last_day:
        raise Refused("days_in_wrong_order", _("The last day lies before the first day."))
    latest = timezone.localdate() + LONGEST_AHEAD
    if (event.first_day or event.last_day) < FIRST_DAY_POSSIBLE or event.last_day > latest:
        raise Refused(
            "day_impossible",
            _("This day cannot be right: please give one from 1900 to %(latest)s.")
            % {"latest": date_format(latest, "DATE_FORMAT")},
        )


def _undecided(event: Event) -> int:
    return Entry.objects.filter(event=event, decision=Decision.UNDECIDED).count()


def _already_published(event: Event) -> str:
    return _("%(who)s has published this event already, %(when)s.") % {
        "who": editor_name(event.changed_by),
        "when": moment(event.changed_at),
    }
