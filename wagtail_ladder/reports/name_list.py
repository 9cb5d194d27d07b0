"""A list of names, as a teacher pastes it or a spreadsheet saves it: one name a line, and nothing else.

lines               blank ones are passed over; a number before a name ("3." or "3)") is left out
quotation marks     around a whole name are a spreadsheet's
first line          left out where it is a heading ("Name", "Names" and the like)
more than a name    a line with several columns is an error: which one holds the name, only a person knows
comma               "Keller, Anna" is a name
"""

import csv
import re
from dataclasses import dataclass
from itertools import islice

from . import sniff
from .almost_equal import MOST_ALIKE, almost_equal
from .catalogue import Severity
from .issues import Issue, Remarks
from .limits import MAX_BYTES, MAX_NAME
from .text import Text, clean, decode
from .types import Where

MAX_NAMES = 500
_HEADINGS = frozenset(
    "name names player players member members student students nom noms nombre nombres nome nomi imię "
    "nazwisko isim isimler ad adı soyad όνομα ονοματεπώνυμο ім’я ім'я прізвище имя фамилия نام اسم".split()
)
_SEVERAL_COLUMNS = re.compile(r"\t|;|,.*,|,\s*[\d\W]*\d")
_NUMBER = re.compile(r"^\d{1,3}\s*[.)]\s*")


@dataclass(frozen=True, slots=True)
class TypedName:
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class NameList:
    """The names in their order, none where `issues` holds an error."""

    names: tuple[TypedName, ...]
    issues: tuple[Issue, ...]
    encoding: str = ""
    encodings: tuple[str, ...] = ()
    """Other code pages to offer, as of `Reading`."""

    @property
    def has_errors(self) -> bool:
        return any(issue.severity is Severity.ERROR for issue in self.issues)


def read_names(content: bytes, filename: str = "", *, encoding: str | None = None) -> NameList:
    """Read a list of names. Never raises for bad data: whatever is wrong is an issue, with its line."""
    remarks = Remarks()
    text = _text(content, filename, encoding, remarks)
    if text is None:
        return NameList((), remarks.freeze())
    names = _names(text.lines, remarks)
    if not names and not remarks.has_errors:
        remarks.add("names_none")
    for name, other in islice(almost_equal(list(dict.fromkeys(typed.name for typed in names))), MOST_ALIKE):
        remarks.add("names_similar", name=name, other=other)
    return NameList(
        () if remarks.has_errors else tuple(names), remarks.freeze(), text.encoding, text.encodings
    )


def _text(content: bytes, filename: str, encoding: str | None, remarks: Remarks) -> Text | None:
    if len(content) > MAX_BYTES:
        remarks.add("file_too_large", limit=MAX_BYTES // 1024**2)
        return None
    if sniff.binary_format(content, filename):
        remarks.add("names_binary")
        return None
    return decode(content, remarks, encoding)


def _names(lines: list[str], remarks: Remarks) -> list[TypedName]:
    names: list[TypedName] = []
    is_first = True
    for number, line in enumerate(lines, start=1):
        name = _name(line)
        if not name or line.startswith("sep="):  # Excel's way to name the delimiter
            continue
        if is_first and set(name.casefold().split()) <= _HEADINGS:
            remarks.add("names_heading", Where(number, None, None, name[:60]))
        elif _SEVERAL_COLUMNS.search(name):
            remarks.add("names_columns", Where(number, None, None, name[:60]))
        elif len(name) > MAX_NAME:
            remarks.add("name_too_long", Where(number), length=len(name), limit=MAX_NAME)
        else:
            names.append(TypedName(number, name))
        is_first = False
        if len(names) > MAX_NAMES:
            remarks.add("names_too_many", Where(number), limit=MAX_NAMES)
            break
    return names


def _name(line: str) -> str:
    """What is in the line's one cell, without a number before it and the empty cells behind it."""
    text = clean(line.rstrip("\t;, \r"))
    cells = _quoted_cells(text)
    if len(cells) == 1:
        text = clean(cells[0])
    return _NUMBER.sub("", text, count=1)


def _quoted_cells(text: str) -> list[str]:
    try:
        return next(csv.reader([text], strict=True), []) if text.startswith('"') else []
    except csv.Error:
        return []
