"""The events of one ladder or of several, latest first, a page at a time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from ...models import Decision, Entry, Event

PER_PAGE = 25


@dataclass(frozen=True, slots=True)
class EventRow:
    ladder_id: int
    public_id: str
    name: str
    last_day: date
    players: int
    """People in the event: two entries of the same player are one."""
    in_progress: bool
    unrated: bool
    waiting: bool
    """A name is undecided: shown, and not rated yet. An unrated event waits for nobody."""


@dataclass(frozen=True, slots=True)
class ArchivePage:
    rows: tuple[EventRow, ...]
    number: int
    pages: int
    total: int


def events_archive(
    ladder_ids: Iterable[int], number: int | str | None = 1, per_page: int = PER_PAGE
) -> ArchivePage:
    """One page of the published events; a `number` that is no page of it gives the first or the last."""
    undecided = Entry.objects.filter(event=OuterRef("pk"), decision=Decision.UNDECIDED)
    events = (
        Event.objects.filter(ladder_id__in=list(ladder_ids), status=Event.Status.PUBLISHED)
        .annotate(
            members=Count(Coalesce("entries__player__merged_into", "entries__player"), distinct=True),
            others=Count("entries", filter=Q(entries__player=None)),
            undecided=Exists(undecided),
        )
        .order_by("-last_day", "-sequence", "-tie_break")
    )
    page: Any = Paginator(events, per_page).get_page(number)  # its events carry annotations
    return ArchivePage(
        rows=tuple(
            EventRow(
                ladder_id=event.ladder_id,
                public_id=event.public_id,
                name=event.name,
                last_day=event.last_day,
                players=event.members + event.others,
                in_progress=event.in_progress,
                unrated=bool(event.unrated),
                waiting=event.undecided and not event.unrated,
            )
            for event in page
        ),
        number=page.number,
        pages=page.paginator.num_pages,
        total=page.paginator.count,
    )
