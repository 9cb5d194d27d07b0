"""Results of an event that look as if they had been entered twice, pointed out wherever it is looked at."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...models import Event
from ...services.reads.entered_twice import entered_twice
from ..ledger.words import told


@dataclass(frozen=True)
class TwiceShown:
    sentence: str
    other: Event | None
    """Where the others stand; None for the event itself."""
    games: tuple[int, ...]


def twice_shown(event: Event) -> list[TwiceShown]:
    """One for each event in which the same results stand. Three queries."""
    return [
        TwiceShown(
            _here(len(found.games)) if found.event == event else _there(len(found.games), found.event),
            None if found.event == event else found.event,
            found.games,
        )
        for found in entered_twice(event)
    ]


def _here(count: int) -> str:
    return _("%(count)d results of this event look entered twice: the same players, round and result.") % {
        "count": count
    }


def _there(count: int, other: Event) -> str:
    sentence = ngettext(
        "%(count)s result looks entered twice: it stands in “%(event)s” of %(day)s too.",
        "%(count)s results look entered twice: they stand in “%(event)s” of %(day)s too.",
        count,
    )
    return told(sentence, count=count, event=other.name, day=date_format(other.last_day, "DATE_FORMAT"))
