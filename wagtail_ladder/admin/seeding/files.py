"""The seeding list as files: TRF16 for a pairing program, CSV for a spreadsheet."""

import csv
from collections.abc import Sequence
from datetime import date

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ...engine import shown
from ...reports import Seeded, write_start_list
from ...site.csv_file import safe_cell
from .lists import Section, Seed, seeds_of


def trf_response(title: str, day: date, seeds: Sequence[Seed], file_name: str) -> HttpResponse:
    players = [Seeded(seed.name, shown(seed.row.rating)) for seed in seeds]
    return _attachment(write_start_list(title, players, day=day), "text/plain", f"{file_name}.trf")


def csv_response(sections: Sequence[Section], file_name: str) -> HttpResponse:
    response = _attachment(b"", "text/csv", f"{file_name}.csv")
    response.write("\ufeff")  # or spreadsheets read UTF-8 as the code page of the machine
    writer = csv.writer(response)
    header = [
        _("Section"), pgettext("start number", "No."), _("Name"),
        pgettext("where there is room", "Rating"), _("Rated games"), _("Status"),
    ]  # fmt: skip
    writer.writerow(header)
    for section in sections:
        for seed in section.seeds:
            name, standing = safe_cell(seed.name), safe_cell(seed.standing)
            writer.writerow(
                [section.number, seed.place, name, seed.row.shown, seed.row.rated_games, standing]
            )
    return response


def title_of(title: str, section: Section, sections: Sequence[Section]) -> str:
    if len(sections) == 1:
        return title
    return _("%(title)s, section %(number)d") % {"title": title, "number": section.number}


def seeds_and_title(
    title: str, sections: Sequence[Section], number: int | None
) -> tuple[Sequence[Seed], str]:
    """Those of one section, or of all as one tournament."""
    for section in sections:
        if section.number == number:
            return section.seeds, title_of(title, section, sections)
    return list(seeds_of(sections)), title


def _attachment(content: bytes, content_type: str, file_name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=f"{content_type}; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{file_name}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
