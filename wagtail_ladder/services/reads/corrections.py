"""What was corrected on a ladder, latest first, as visitors may know it: nobody's name, nobody's doing.

A club may choose not to show the lines (`Ladder.corrections_shown`): then there are none here. Which results
of an event are corrected ones is told all the same: whoever remembers another result shall not wonder.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator

from ...models import Correction, Event, Ladder
from .archive import PER_PAGE


class CorrectedEvent(NamedTuple):
    public_id: str
    name: str
    last_day: date


class CorrectionRow(NamedTuple):
    action: str
    """The verb, as `services.log_actions` knows it."""
    at: datetime
    players_moved: int
    event: CorrectedEvent | None
    """None where it was no single event, or one that visitors do not see on this ladder now: then nothing
    is told of it, neither which round."""
    round: int | None
    board: int | None
    only_adds: bool
    """No result became another one: ratings that stood were changed by results that came to the event."""


@dataclass(frozen=True, slots=True)
class CorrectionsPage:
    rows: tuple[CorrectionRow, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class CorrectionsOfEvent:
    rows: tuple[CorrectionRow, ...]
    games: frozenset[int]
    """Ids of the games whose results were corrected after they had been published."""


_COLUMNS = (
    "action", "at", "players_moved", "round", "board", "games", "ladder_id",
    "event__public_id", "event__name", "event__last_day", "event__status", "event__ladder_id",
)  # fmt: skip


def latest_corrections(ladder: Ladder, count: int) -> tuple[CorrectionRow, ...]:
    return _rows(_lines(ladder)[:count])


def corrections_page(ladder: Ladder, number: int | str | None = 1) -> CorrectionsPage:
    """A `number` that is no page of it gives the first or the last."""
    page: Any = Paginator(_lines(ladder), PER_PAGE).get_page(number)
    return CorrectionsPage(_rows(page), page.number, page.paginator.num_pages, page.paginator.count)


def corrections_of_event(event: Event) -> CorrectionsOfEvent:
    """Of an event that came from another ladder, the lines are those of the ladder where it is now."""
    stored = list(_stored(event=event))
    shown = stored if event.ladder.corrections_shown else []
    return CorrectionsOfEvent(
        rows=_rows(row for row in shown if row.ladder_id == event.ladder_id),
        games=frozenset(game for row in stored for game in row.games),
    )


def _lines(ladder: Ladder) -> Any:
    lines = _stored(ladder=ladder)
    return lines if ladder.corrections_shown else lines.none()


def _stored(**of: Any) -> Any:
    return Correction.objects.filter(**of).values_list(*_COLUMNS, named=True)


def _rows(stored: Iterable[Any]) -> tuple[CorrectionRow, ...]:
    return tuple(_row(row) for row in stored)


def _row(row: Any) -> CorrectionRow:
    told = CorrectionRow(
        row.action,
        row.at,
        row.players_moved,
        event=None,
        round=None,
        board=None,
        only_adds=row.round is None and not row.games,
    )
    if row.event__status != Event.Status.PUBLISHED or row.event__ladder_id != row.ladder_id:
        return told
    event = CorrectedEvent(row.event__public_id, row.event__name, row.event__last_day)
    return told._replace(event=event, round=row.round, board=row.board)
