"""Evenings without games: a table of points."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..models import ClubRole, Entry, Event
from .errors import Missing, Refused
from .verb import living_event, save_event, verb


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of an evening without games: the points as typed, the rank where it was given."""

    entry: int
    points: Decimal | None
    rank: int | None = None


def save_table(
    event: Event, rows: Iterable[TableRow], *, by: AuthUser, expected_version: int | None = None
) -> Event:
    """The points of an evening that has none but a table (bughouse, a quiz). Never rated."""
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        if event.format != Event.Format.TABLE:
            raise Refused("not_a_table", _("The points of this event follow from its games."))
        entries = {entry.pk: entry for entry in event.entries.with_person()}
        touched = []
        for row in rows:
            entry = entries.get(row.entry)
            if entry is None:
                raise Missing("entry_missing", _("One of these names is not in this event any more."))
            if row.points is not None and not (row.points.is_finite() and 0 <= row.points < 10_000):
                raise Refused("points_impossible", _("Points are a number from 0 to 9999."))
            if (entry.points, entry.rank) != (row.points, row.rank):
                entry.points, entry.rank = row.points, row.rank
                touched.append(entry)
        if not touched:
            return event
        Entry.objects.bulk_update(touched, ["points", "rank"], batch_size=200)
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            change.purge(event.ladder_id)
        change.log(event, "save_table", count=len(touched))
    return event
