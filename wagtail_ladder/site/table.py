"""The table of a ladder: rows that hold no name but the one to display.

This and the other screens (`player`, `event`, `explanation`, `lists`) are made of the reads and the audience
for somebody whom the gate has admitted, or for a page on which the ladder may be embedded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..audience import ShownName, public_names
from ..models import Ladder
from ..services.reads import (
    LadderRow,
    ladder_table,
    latest_corrections,
)
from .addresses import Addresses
from .as_of import AsOf, as_of
from .corrections import CorrectionLine, correction_lines
from .days import day_shown, today
from .text import change, points

_LATEST_CORRECTIONS = 5


class TableLine(NamedTuple):
    rank: str
    """Empty for who has none."""
    name: str
    url: str | None
    rating: str
    games: str
    games_to_go: int
    change: SafeString
    """Empty for who was not in the latest event."""
    last_rated: SafeString


@dataclass(frozen=True, slots=True)
class TableScreen:
    established: tuple[TableLine, ...]
    provisional: tuple[TableLine, ...]
    inactive: tuple[TableLine, ...]
    games_to_be_ranked: int
    as_of: AsOf | None
    inactive_after: int
    corrections: tuple[CorrectionLine, ...] = ()
    """The latest, on the ladder's own page."""

    @property
    def lines(self) -> tuple[TableLine, ...]:
        return self.established + self.provisional + self.inactive

    def top(self, count: int) -> "TableScreen":
        """The first so many: the ranked, and where they are fewer the provisional below them."""
        established = self.established[:count]
        provisional = self.provisional[: count - len(established)]
        return replace(self, established=established, provisional=provisional)


def table_screen(ladder: Ladder, addresses: Addresses) -> TableScreen:
    table = ladder_table(ladder, today())
    names = public_names(ladder)

    language = get_language()

    def lines(rows: Iterable[LadderRow]) -> tuple[TableLine, ...]:
        return tuple(table_line(ladder, row, names[row.player_id], addresses, language) for row in rows)

    return TableScreen(
        established=lines(table.established),
        provisional=lines(table.provisional),
        inactive=lines(table.inactive),
        games_to_be_ranked=table.provisional_below,
        as_of=as_of(ladder),
        inactive_after=ladder.inactive_after,
    )


def ladder_screen(ladder: Ladder, addresses: Addresses) -> TableScreen:
    """The table as it stands on the ladder's own page."""
    corrections = correction_lines(ladder, latest_corrections(ladder, _LATEST_CORRECTIONS), addresses)
    return replace(table_screen(ladder, addresses), corrections=corrections)


def table_line(
    ladder: Ladder, row: LadderRow, name: ShownName, addresses: Addresses, language: str | None
) -> TableLine:
    return TableLine(
        rank=points(row.rank),
        name=name.name,
        url=addresses.player(name.public_id),
        rating=points(row.shown),
        games=points(row.rated_games),
        games_to_go=row.games_to_go,
        change=change(row.change),
        last_rated=day_shown(ladder, row.last_rated, language),
    )
