"""When a member played last, in any event of the club: what helps to tell who is meant."""

from collections.abc import Collection
from datetime import date

from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Entry, Event

LONG_AWAY = 12
"""Months after which somebody who comes again is told apart from who comes every week."""


def seen_last(player_ids: Collection[int], but_for: Event | None = None) -> dict[int, tuple[date, bool]]:
    """Player id -> the last day of his last event, and whether another ended on the day of `but_for`.

    Neither deleted events count nor `but_for` itself. One query.
    """
    entries = (
        Entry.objects.with_person()
        .filter(Q(player__in=player_ids) | Q(player__merged_into__in=player_ids))
        .exclude(event__status=Event.Status.DELETED)
    )
    evening = None
    if but_for is not None:
        entries, evening = entries.exclude(event=but_for), but_for.last_day
    same_evening = Max("event__last_day", filter=Q(event__last_day=evening))
    rows = entries.order_by().values("person_id")
    rows = rows.annotate(last_day=Max("event__last_day"), evening=same_evening)
    return {
        player: (last_day, same is not None)
        for player, last_day, same in rows.values_list("person_id", "last_day", "evening")
    }


def told_when(last_day: date, today: date) -> str:
    """“last seen January 2026”, or for how long not."""
    months = months_between(last_day, today)
    if months >= LONG_AWAY:
        words = ngettext("not seen for %(count)d month", "not seen for %(count)d months", months)
        return words % {"count": months}
    return _("last seen %(month)s") % {"month": date_format(last_day, "F Y")}


def months_between(earlier: date, later: date) -> int:
    """Whole months; 0 where `earlier` is not earlier."""
    months = (later.year - earlier.year) * 12 + later.month - earlier.month - (later.day < earlier.day)
    return max(months, 0)
