"""A player's page (see `table` for who may call it)."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..audience import ShownName
from ..models import Ladder
from ..services.reads import (
    HistoryRow,
    player_profile,
)
from .addresses import Addresses
from .as_of import AsOf, as_of
from .chart import Chart, rating_chart
from .days import day_shown, today
from .table import TableLine, table_line
from .text import change, points


class HistoryLine(NamedTuple):
    event: str
    url: str | None
    """The games of the event and the arithmetic."""
    date: SafeString
    rating: str
    """After the event."""
    change: SafeString
    games: str


@dataclass(frozen=True, slots=True)
class PlayerScreen:
    name: str
    line: TableLine
    played: str
    peak: str
    """Empty before the first established rating."""
    wins: int
    draws: int
    losses: int
    history: tuple[HistoryLine, ...]
    """Latest event first."""
    chart: Chart | None
    drawn: tuple[SafeString, ...]
    """The dates of the first and the last event that the chart draws."""
    as_of: AsOf | None


def player_screen(
    ladder: Ladder, player_id: int, name: ShownName, addresses: Addresses, *, right_to_left: bool = False
) -> PlayerScreen | None:
    profile = player_profile(ladder, player_id, today())
    if profile is None:
        return None
    language = get_language()
    drawn = [row for row in profile.history if row.rated_games]
    return PlayerScreen(
        name=name.name,
        line=table_line(ladder, profile.row, name, addresses, language),
        played=points(profile.row.played_games),
        peak=points(profile.row.peak),
        wins=profile.row.wins,
        draws=profile.row.draws,
        losses=profile.row.losses,
        history=tuple(
            _history_line(ladder, row, name, addresses, language) for row in reversed(profile.history)
        ),
        chart=rating_chart(
            drawn[0].shown_before,
            [(row.shown_after, row.provisional) for row in drawn],
            peak=profile.row.peak,
            right_to_left=right_to_left,
        )
        if drawn
        else None,
        drawn=tuple(day_shown(ladder, row.last_day, language) for row in (*drawn[:1], *drawn[-1:])),
        as_of=as_of(ladder),
    )


def _history_line(
    ladder: Ladder, row: HistoryRow, name: ShownName, addresses: Addresses, language: str | None
) -> HistoryLine:
    return HistoryLine(
        event=row.event_name,
        url=addresses.explanation(name.public_id, row.event_public_id),
        date=day_shown(ladder, row.last_day, language),
        rating=points(row.shown_after),
        change=change(row.change),
        games=points(row.rated_games),
    )
