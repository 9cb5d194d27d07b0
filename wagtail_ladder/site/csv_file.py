"""The ladder as a CSV file: what the page shows, and nothing else.

Of which replay the numbers are stands in two columns: so each line has as many cells as the first, the files
of several days can be put below one another, and it is still there when one has been sorted or sent on.
"""

import csv
import re
from decimal import Decimal
from typing import Any

from django.http import HttpResponse
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..audience import ShownGroup, ShownName, public_moment, public_names, shown_groups
from ..models import Ladder
from ..services.reads import LadderTable, ladder_table, of_one_replay
from .days import today
from .table import group_named, group_places

_FORMULA_STARTS = "=+-@＝＋－＠\t\r\n"
_INNER_FORMULA = re.compile(r"""(?!\A)([;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])""")
"""Where a spreadsheet that separates by other signs than commas, as many languages do, begins a new cell."""


def safe_cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula, wherever it divides it."""
    start = text.lstrip(" \u00a0\u3000")[:1]
    safe = _INNER_FORMULA.sub(r"\1'", text)
    return f"'{safe}" if start and start in _FORMULA_STARTS else safe


def csv_response(ladder: Ladder, group_name: str | None = None) -> HttpResponse | None:
    """Of the players of one group alone; None where the ladder does not show it.

    No column says who is in which group: one look at it would tell who is in none that is shown.
    """

    def read() -> tuple[LadderTable, dict[int, ShownName], tuple[ShownGroup, ...]]:
        return ladder_table(ladder, today()), public_names(ladder), shown_groups(ladder)

    table, names, groups = of_one_replay(ladder, read)
    group = group_named(groups, group_name) if group_name else None
    if group_name and group is None:
        return None
    table = table.of(names)
    places = group_places(table.established, None if group is None else group.player_ids)
    replayed = public_moment(ladder, ladder.replayed_at).iso if ladder.replayed_at else ""
    header = [
        _("Rank"), _("Name"), pgettext("where there is room", "Rating"), _("Rated games"),
        pgettext("of a rating", "Change"), _("Places won"), _("Status"), _("Place in the group"),
        _("As of"), _("From games"),
    ]  # fmt: skip
    lines = [header]
    for status, rows in (
        (_("established"), table.established),
        (_("provisional"), table.provisional),
        (_("inactive"), table.inactive),
    ):
        for row in rows:
            if group is not None and row.player_id not in group.player_ids:
                continue
            lines.append([
                row.rank, names[row.player_id].name, row.shown, row.rated_games, row.change,
                row.places, status, places.get(row.player_id), replayed, ladder.replayed_games,
            ])  # fmt: skip
    return _as_file(lines)


def _as_file(lines: list[list[Any]]) -> HttpResponse:
    """As spreadsheets open a file of the visitor's language: where the decimal mark is a comma, cells are
    separated by semicolons, or the whole line would be one cell and 1413,8 two of them.
    """
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="ladder.csv"',
            "X-Content-Type-Options": "nosniff",
            "X-Robots-Tag": "noindex, nofollow, noarchive",
            "Cache-Control": "no-store",
        },
    )
    response.write("\ufeff")  # or spreadsheets read UTF-8 as the code page of the machine
    decimal_mark = get_format("DECIMAL_SEPARATOR")
    writer = csv.writer(response, delimiter=";" if decimal_mark == "," else ",")
    for line in lines:
        writer.writerow([_cell(value, decimal_mark) for value in line])
    return response


def _cell(value: Any, decimal_mark: str) -> Any:
    if isinstance(value, Decimal):
        return str(value).replace(".", decimal_mark)
    return safe_cell(value) if isinstance(value, str) else value
