"""The events of one ladder or of several, latest first, a page at a time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import TruncMonth

from ...models import Decision, Entry, Event
from ...models.player import person_at

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
    ladder_ids: Iterable[int],
    number: int | str | None = 1,
    per_page: int = PER_PAGE,
    *,
    by_month: bool = False,
) -> ArchivePage:
    """One page of the published events; a `number` that is no page of it gives the first or the last.

    Of several ladders of which one shows months, ask for the order `by_month`: the days of another, between
    which its events would stand, would else tell theirs. Inside a month each ladder's events are together.
    """
    page: Any = Paginator(_annotated(_published(ladder_ids, by_month)), per_page).get_page(number)
    return ArchivePage(
        rows=_rows(page),
        number=page.number,
        pages=page.paginator.num_pages,
        total=page.paginator.count,
    )


def event_days(ladder_ids: Iterable[int], *, by_month: bool = False) -> tuple[date, ...]:
    """The last days of all the events, in the order of the archive."""
    return tuple(_published(ladder_ids, by_month).values_list("last_day", flat=True))


def coming_events(
    after: Mapping[int, date], *, by_month: bool = False, limit: int = 10
) -> tuple[EventRow, ...]:
    """Published events that are in progress, and those to come, the next one first.

    `after` says for each ladder from which day on (exclusive) an event is one to come.
    """
    to_come = Q(in_progress=True)
    for ladder_id, day in after.items():
        to_come |= Q(ladder=ladder_id, last_day__gt=day)
    events = _published(after, by_month).filter(to_come)
    order = ("month", "ladder__name", "ladder") if by_month else ()
    return _rows(_annotated(events.order_by(*order, "last_day", "sequence", "tie_break"))[:limit])


def _published(ladder_ids: Iterable[int], by_month: bool) -> QuerySet[Event]:
    events = Event.objects.filter(ladder_id__in=list(ladder_ids), status=Event.Status.PUBLISHED)
    latest_first = ("-last_day", "-sequence", "-tie_break")
    if not by_month:
        return events.order_by(*latest_first)
    events = events.annotate(month=TruncMonth("last_day"))
    return events.order_by("-month", "ladder__name", "ladder", *latest_first)


def _annotated(events: QuerySet[Event]) -> QuerySet[Event]:
    undecided = Entry.objects.filter(event=OuterRef("pk"), decision=Decision.UNDECIDED)
    return events.annotate(
        members=Count(person_at("entries__player"), distinct=True),
        others=Count("entries", filter=Q(entries__player=None)),
        undecided=Exists(undecided),
    )


def _rows(events: Iterable[Any]) -> tuple[EventRow, ...]:
    """Of events that carry the annotations."""
    return tuple(
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
        for event in events
    )
