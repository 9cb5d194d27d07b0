"""The ladder as a CSV file: what the page shows, and nothing else.

Of which replay the numbers are stands in two columns: so each line has as many cells as the first, the files
of several days can be put below one another, and it is still there when one has been sorted or sent on.
"""

import csv
import re

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..audience import ShownName, public_moment, public_names
from ..models import Ladder
from ..services.reads import LadderTable, ladder_table, of_one_replay
from .days import today

_FORMULA_STARTS = "=+-@＝＋－＠\t\r\n"
_INNER_FORMULA = re.compile(r"""(?!\A)([;|\t\r\n][\s"']*)(?=[=+\-@＝＋－＠])""")
"""Where a spreadsheet that separates by other signs than commas, as many languages do, begins a new cell."""


def safe_cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula, wherever it divides it."""
    start = text.lstrip(" \u00a0\u3000")[:1]
    safe = _INNER_FORMULA.sub(r"\1'", text)
    return f"'{safe}" if start and start in _FORMULA_STARTS else safe


def csv_response(ladder: Ladder) -> HttpResponse:
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
    writer = csv.writer(response)
    header = [
        _("Rank"), _("Name"), _("Rating"), _("Rated games"), pgettext("of a rating", "Change"), _("Status"),
        _("As of"), _("From games"),
    ]  # fmt: skip
    writer.writerow(header)

    def read() -> tuple[LadderTable, dict[int, ShownName]]:
        return ladder_table(ladder, today()), public_names(ladder)

    table, names = of_one_replay(ladder, read)
    replayed = public_moment(ladder, ladder.replayed_at).iso if ladder.replayed_at else ""
    for status, rows in (
        (_("established"), table.established),
        (_("provisional"), table.provisional),
        (_("inactive"), table.inactive),
    ):
        for row in rows:
            name = safe_cell(names[row.player_id].name)
            cells = [row.rank, name, row.shown, row.rated_games, row.change, safe_cell(status)]
            writer.writerow([*cells, replayed, ladder.replayed_games])
    return response
