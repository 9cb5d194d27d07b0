"""The log of corrections as visitors read it: what, of which event, how many ratings. Never who, nor why."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localdate

from ..audience import public_date
from ..models import Ladder
from ..services.reads import CorrectionRow
from . import wording
from .addresses import Addresses
from .text import when


class CorrectionLine(NamedTuple):
    what: str
    on: SafeString
    """When it was corrected."""
    event: str
    """Empty, as its address and date, where visitors may not see it, or where it was no single event."""
    event_url: str | None
    event_date: SafeString


def correction_lines(
    ladder: Ladder, rows: Iterable[CorrectionRow], addresses: Addresses
) -> tuple[CorrectionLine, ...]:
    return tuple(_line(ladder, row, addresses) for row in rows)


def _line(ladder: Ladder, row: CorrectionRow, addresses: Addresses) -> CorrectionLine:
    event = row.event
    return CorrectionLine(
        what=wording.correction(row.action, row.round, row.board, row.players_moved, row.only_adds),
        on=when(public_date(ladder, localdate(row.at))),
        event=event.name if event else "",
        event_url=addresses.event(event.public_id) if event else None,
        event_date=when(public_date(ladder, event.last_day)) if event else mark_safe(""),
    )
