"""The table of a ladder: rows that hold no name but the one to display.

This and the other screens (`player`, `event`, `explanation`, `lists`) are made of the reads and the audience
for somebody whom the gate has admitted, or for a page on which the ladder may be embedded.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext

from ..audience import ShownGroup, ShownName, public_names, shown_groups
from ..models import Ladder
from ..services.reads import LadderRow, ladder_table, latest_corrections
from .addresses import Addresses
from .as_of import AsOf, as_of, as_of_replay
from .corrections import CorrectionLine, correction_lines
from .days import day_shown, today
from .movement import movement
from .text import change, points
from .wording import games_to_go

_LATEST_CORRECTIONS = 5
_SEEN_AT_A_GLANCE = 10
_FITS_ONE_COLUMN = 32
"""So many lines stand below one another on a printed sheet; more stand in two columns."""
_FITS_TWO_COLUMNS = 60
"""So many in two columns; more of them are printed smaller."""
_FITS_A_COLUMN = 18
"""So many letters of a name stand in one line of such a column, in the widest alphabets."""

_NOTHING = '<span aria-hidden="true">–</span>'
_PLACE = '<td class="wl-number wl-place">%s</td>'
_ROW = """\
<tr>%s<td class="wl-number wl-rank">%s</td>
<th scope="row">%s</th>
<td class="wl-number wl-rating">%s</td>
<td class="wl-number wl-count">%s</td>
<td class="wl-number">%s</td></tr>
"""


class TableLine(NamedTuple):
    rank: SafeString
    """Empty for who has none."""
    moved: SafeString
    """Places won or lost by the latest event."""
    name: str
    url: str | None
    rating: SafeString
    games: SafeString
    note: str
    """How many games are missing to be ranked."""
    change: SafeString
    """Empty for who was not in the latest event."""
    last_rated: SafeString
    place: SafeString
    """Among the players of the group, where it is the table of one."""

    def row(self, *, with_place: bool) -> str:
        name = f"<bdi>{escape(self.name)}</bdi>"
        if self.url is not None:
            name = f'<a href="{escape(self.url)}">{name}</a>'
        if self.note:
            name += f' <small class="wl-note">{escape(self.note)}</small>'
        place = _PLACE % (self.place or _NOTHING) if with_place else ""
        rank, change = f"{self.rank}{self.moved}" or _NOTHING, self.change or _NOTHING
        return _ROW % (place, rank, name, self.rating, self.games, change)


@dataclass(frozen=True, slots=True)
class TableScreen:
    established: tuple[TableLine, ...]
    provisional: tuple[TableLine, ...]
    inactive: tuple[TableLine, ...]
    games_to_be_ranked: int
    as_of: AsOf | None
    inactive_after: int
    is_of_group: bool

    @property
    def lines(self) -> tuple[TableLine, ...]:
        return self.established + self.provisional + self.inactive

    @property
    def established_rows(self) -> SafeString:
        return self._rows(self.established)

    @property
    def provisional_rows(self) -> SafeString:
        return self._rows(self.provisional)

    def _rows(self, lines: Iterable[TableLine]) -> SafeString:
        """Put together here and not in the template: in a long table its nodes are what takes time."""
        rows = (line.row(with_place=self.is_of_group) for line in lines)
        return mark_safe("".join(rows))  # noqa: S308 - what is no number is escaped in the row

    @property
    def says_who_moved(self) -> bool:
        return any(line.moved for line in self.established)

    @property
    def provisional_rule(self) -> str:
        games = self.games_to_be_ranked
        text = ngettext(
            "A rating is provisional until its player has %(games)s rated game.",
            "A rating is provisional until its player has %(games)s rated games.",
            games,
        )
        return text % {"games": points(games)}

    @property
    def inactive_rule(self) -> str:
        months = self.inactive_after
        text = ngettext(
            "No rated game for %(months)s month: listed without a rank. The rating stays.",
            "No rated game for %(months)s months: listed without a rank. The rating stays.",
            months,
        )
        return text % {"months": points(months)}

    @property
    def is_searched(self) -> bool:
        """Long enough to look for somebody in it by typing."""
        return len(self.lines) >= _SEEN_AT_A_GLANCE

    @property
    def is_long(self) -> bool:
        """Printed in two columns, to fit one sheet."""
        return len(self._printed) > _FITS_ONE_COLUMN

    @property
    def is_very_long(self) -> bool:
        """And smaller: long names take two lines."""
        lines = sum(2 if len(line.name) > _FITS_A_COLUMN else 1 for line in self._printed)
        return lines > _FITS_TWO_COLUMNS

    @property
    def _printed(self) -> tuple[TableLine, ...]:
        return self.established + self.provisional

    def top(self, count: int) -> "TableScreen":
        """The first so many: the ranked, and where they are fewer the provisional below them."""
        established = self.established[:count]
        provisional = self.provisional[: count - len(established)]
        return replace(self, established=established, provisional=provisional)


class GroupLink(NamedTuple):
    name: str
    url: str | None
    is_shown: bool
    """It is the group whose players alone are on the page."""


@dataclass(frozen=True, slots=True)
class LadderScreen:
    """The ladder's own page: all players, or those of one group."""

    table: TableScreen
    club: str
    group: str
    """The name of the one group, else empty."""
    groups: tuple[GroupLink, ...]
    csv: str | None
    corrections: tuple[CorrectionLine, ...]
    """The latest."""

    @property
    def count(self) -> str:
        """What the search for names says, where {shown} stands for how many it has found."""
        total = len(self.table.lines)
        text = ngettext("%(shown)s of %(total)s player", "%(shown)s of %(total)s players", total)
        return text % {"shown": "{shown}", "total": points(total)}


def ladder_screen(ladder: Ladder, addresses: Addresses, group_name: str | None) -> LadderScreen | None:
    """None for a group that is not shown on this ladder."""
    groups = shown_groups(ladder)
    group = group_named(groups, group_name) if group_name else None
    if group_name and group is None:
        return None
    corrections = correction_lines(ladder, latest_corrections(ladder, _LATEST_CORRECTIONS), addresses)
    return LadderScreen(
        table=table_screen(ladder, addresses, None if group is None else group.player_ids),
        club=ladder.club.name,
        group="" if group is None else group.name,
        groups=tuple(GroupLink(one.name, addresses.group(one.name), one is group) for one in groups),
        csv=addresses.csv if group is None else addresses.csv_of_group(group.name),
        corrections=corrections,
    )


def group_named(groups: Iterable[ShownGroup], name: str) -> ShownGroup | None:
    """As an address names it: capitals do not matter."""
    wanted = name.strip().casefold()
    return next((group for group in groups if group.name.casefold() == wanted), None)


def table_screen(ladder: Ladder, addresses: Addresses, among: Set[int] | None = None) -> TableScreen:
    """With `among` the lines of these players alone: ranks stay those of the whole ladder."""
    table = ladder_table(ladder, today())
    names = public_names(ladder)
    table = table.of(names)
    language = get_language()
    places = group_places(table.established, among)

    def lines(rows: Iterable[LadderRow]) -> tuple[TableLine, ...]:
        return tuple(
            table_line(ladder, row, names[row.player_id], addresses, language, places.get(row.player_id))
            for row in rows
            if among is None or row.player_id in among
        )

    return TableScreen(
        established=lines(table.established),
        provisional=lines(table.provisional),
        inactive=lines(table.inactive),
        games_to_be_ranked=table.provisional_below,
        as_of=as_of_replay(ladder, *table.replayed) if table.replayed else as_of(ladder),
        inactive_after=ladder.inactive_after,
        is_of_group=among is not None,
    )


def group_places(ranked: Iterable[LadderRow], among: Set[int] | None) -> dict[int, int]:
    """Player id -> place among the ranked of a group: equal ratings share one, as on the ladder."""
    places: dict[int, int] = {}
    place, rank = 0, None
    for count, row in enumerate((row for row in ranked if row.player_id in (among or ())), start=1):
        if row.rank != rank:
            place, rank = count, row.rank
        places[row.player_id] = place
    return places


def table_line(
    ladder: Ladder,
    row: LadderRow,
    name: ShownName,
    addresses: Addresses,
    language: str | None,
    place: int | None = None,
) -> TableLine:
    return TableLine(
        rank=points(row.rank, language),
        moved=movement(row, language),
        name=name.name,
        url=addresses.player(name.public_id),
        rating=points(row.shown, language),
        games=points(row.rated_games, language),
        note=games_to_go(row.games_to_go),
        change=change(row.change, language=language),
        last_rated=day_shown(ladder, row.last_rated, language),
        place=points(place, language),
    )
