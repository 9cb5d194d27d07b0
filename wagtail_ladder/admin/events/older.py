"""An event that lies before others which are rated already: it is welcome, and what follows is told."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import ngettext

from ...models import Event, Ladder
from ...services.events import LAST_SEQUENCE, rated_later


def is_followed(event: Event) -> bool:
    """Whether rated events of the ladder come behind it: what is added to it then moves them too."""
    return rated_later(event.ladder, event.last_day, event.sequence, event.tie_break).exists()


def note_if_older(
    ladder: Ladder, day: date, sequence: int = LAST_SEQUENCE, tie_break: int | None = None
) -> str:
    """A sentence, or nothing where no rated event of the ladder comes later. Two queries."""
    later = rated_later(ladder, day, sequence, tie_break)
    latest = later.first()
    if latest is None:
        return ""
    count = later.count()
    return ngettext(
        "This event is older than “%(latest)s” of %(day)s: %(count)d later event will be recalculated.",
        "This event is older than “%(latest)s” of %(day)s: %(count)d later events will be recalculated.",
        count,
    ) % {"latest": latest.name, "day": date_format(latest.last_day, "DATE_FORMAT"), "count": count}
