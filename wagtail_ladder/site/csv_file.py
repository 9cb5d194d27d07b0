"""The ladder as a CSV file: what the page shows, and nothing else."""

import csv

from django.http import HttpResponse
from django.utils.translation import gettext as _

from .screens import TableScreen

_FORMULA_STARTS = "=+-@＝＋－＠\t\r\n"


def safe_cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    start = text.lstrip(" \u00a0\u3000")[:1]
    return f"'{text}" if start and start in _FORMULA_STARTS else text


def csv_response(table: TableScreen) -> HttpResponse:
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
    writer.writerow([_("Rank"), _("Name"), _("Rating"), _("Rated games"), _("Change"), _("Status")])
    for status, lines in (
        (_("established"), table.established),
        (_("provisional"), table.provisional),
        (_("inactive"), table.inactive),
    ):
        for line in lines:
            writer.writerow(
                [
                    "" if line.rank is None else line.rank,
                    safe_cell(line.name),
                    line.rating,
                    line.games,
                    "" if line.change is None else line.change,
                    safe_cell(status),
                ]
            )
    return response
