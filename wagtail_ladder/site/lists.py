"""What is listed page by page, latest first: the events of a ladder or a club, and its corrections.

Called, as `screens`, for somebody whom the gate has admitted.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.safestring import SafeString

from ..models import Ladder
from ..services.reads import ArchivePage, CorrectionsPage, corrections_page, events_archive
from .addresses import Addresses
from .corrections import CorrectionLine, correction_lines
from .days import day_shown

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


ArchiveScreen = ListScreen[EventLine]


def archive_screen(
    ladders: dict[int, Ladder], addresses: dict[int, Addresses], number: str | None
) -> ArchiveScreen:
    archive: ArchivePage = events_archive(ladders, number)
    return ListScreen(
        lines=tuple(
            EventLine(
                name=row.name,
                url=addresses[row.ladder_id].event(row.public_id),
                ladder=ladders[row.ladder_id].name,
                date=day_shown(ladders[row.ladder_id], row.last_day),
                players=row.players,
                in_progress=row.in_progress,
                waiting=row.waiting,
                unrated=row.unrated,
            )
            for row in archive.rows
        ),
        number=archive.number,
        pages=archive.pages,
        total=archive.total,
    )


def corrections_screen(
    ladder: Ladder, addresses: Addresses, number: str | None
) -> ListScreen[CorrectionLine]:
    found: CorrectionsPage = corrections_page(ladder, number)
    lines = correction_lines(ladder, found.rows, addresses)
    return ListScreen(lines, found.number, found.pages, found.total)
