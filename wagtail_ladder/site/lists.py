"""What is listed page by page, latest first: the events of a ladder or a club, and its corrections.

Called, as `screens`, for somebody whom the gate has admitted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..models import Ladder
from ..services.reads import (
    ArchivePage,
    CorrectionsPage,
    EventRow,
    SeasonRow,
    corrections_page,
    event_days,
    events_archive,
    season_of,
)
from ..services.reads.archive import PER_PAGE
from .addresses import Addresses
from .corrections import CorrectionLine, correction_lines
from .days import day_shown
from .text import in_digits_of

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class EventLine:
    name: str
    url: str | None
    ladder: str
    date: SafeString
    players: int
    in_progress: bool
    waiting: bool
    unrated: bool


@dataclass(frozen=True, slots=True)
class ListScreen(Generic[Line]):
    """A page of something that is listed latest first."""

    lines: tuple[Line, ...]
    number: int
    pages: int
    total: int

    @property
    def newer(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


@dataclass(frozen=True, slots=True)
class EventGroup:
    """Events of one season, or of one year where the club has named no season for them."""

    heading: str
    anchor: str
    lines: tuple[EventLine, ...]


@dataclass(frozen=True, slots=True)
class SeasonLink:
    heading: str
    page: int
    anchor: str


@dataclass(frozen=True, slots=True)
class ArchiveScreen(ListScreen[EventLine]):
    groups: tuple[EventGroup, ...] = ()
    """The same lines; in one group without a heading where no seasons were asked for."""
    seasons: tuple[SeasonLink, ...] = ()
    """Where each season begins in the whole archive; empty where there is one."""


def archive_screen(
    ladders: dict[int, Ladder],
    addresses: dict[int, Addresses],
    number: str | None,
    seasons: Sequence[SeasonRow] | None = None,
) -> ArchiveScreen:
    """A page of the events, under headings where `seasons` are given, latest first."""
    by_month = mixes_days_and_months(ladders.values())
    archive: ArchivePage = events_archive(ladders, number, by_month=by_month)
    lines = tuple(event_line(row, ladders[row.ladder_id], addresses[row.ladder_id]) for row in archive.rows)
    if seasons is None or not lines:
        groups: tuple[EventGroup, ...] = (EventGroup("", "", lines),) if lines else ()
        return ArchiveScreen(lines, archive.number, archive.pages, archive.total, groups)
    whole_months = any(ladder.months_instead_of_days for ladder in ladders.values())
    days = event_days(ladders, by_month=by_month)
    headings = [_heading(day, seasons, whole_months=whole_months) for day in days]
    begins = [place for place, heading in enumerate(headings) if place == 0 or headings[place - 1] != heading]
    links = tuple(
        SeasonLink(headings[place], place // PER_PAGE + 1, f"season-{count}")
        for count, place in enumerate(begins, start=1)
    )
    first = (archive.number - 1) * PER_PAGE
    groups = tuple(
        EventGroup(link.heading, link.anchor, lines[max(begin - first, 0) : max(end - first, 0)])
        for link, begin, end in zip(links, begins, [*begins[1:], len(headings)], strict=True)
        if begin < first + len(lines) and end > first
    )
    return ArchiveScreen(
        lines, archive.number, archive.pages, archive.total, groups, links if len(links) > 1 else ()
    )


def event_line(row: EventRow, ladder: Ladder, addresses: Addresses) -> EventLine:
    return EventLine(
        name=row.name,
        url=addresses.event(row.public_id),
        ladder=ladder.name,
        date=day_shown(ladder, row.last_day),
        players=row.players,
        in_progress=row.in_progress,
        waiting=row.waiting,
        unrated=row.unrated,
    )


def mixes_days_and_months(ladders: Collection[Ladder]) -> bool:
    """Whether events of a ladder that shows months stand among those of another, whose days may be shown."""
    return len(ladders) > 1 and any(ladder.months_instead_of_days for ladder in ladders)


def _heading(day: date, seasons: Sequence[SeasonRow], *, whole_months: bool) -> str:
    season = season_of(day, seasons, whole_months=whole_months)
    return season.name if season else in_digits_of(get_language(), str(day.year))


def corrections_screen(
    ladder: Ladder, addresses: Addresses, number: str | None
) -> ListScreen[CorrectionLine]:
    found: CorrectionsPage = corrections_page(ladder, number)
    lines = correction_lines(ladder, found.rows, addresses)
    return ListScreen(lines, found.number, found.pages, found.total)
