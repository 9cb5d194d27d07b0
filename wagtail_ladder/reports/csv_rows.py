"""The rows of a CSV file of results: its heading in any of many languages, its cells, and their places."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from .issues import Remarks
from .text import clean
from .types import Where

_COLUMNS = {
    "round": "round rd rnd runde ronde ronda turno tur kolo коло тур γύρος دور",
    "white": "white weiß weiss blancs blancas bianco beyaz bílý biały білі белые λευκά سفید",
    "black": "black schwarz noirs negras nero siyah černý czarny чорні черные μαύρα سیاه",
    "result": "result results ergebnis résultat resultado risultato sonuç výsledek wynik результат "
    "αποτέλεσμα نتیجه",
    "board": "board bd brett échiquier tablero scacchiera masa šachovnice szachownica дошка доска σκακιέρα",
    "date": "date datum fecha data tarih дата ημερομηνία تاریخ",
}
_COLUMN_OF = {word: column for column, words in _COLUMNS.items() for word in words.split()}
_REQUIRED = ("round", "white", "black", "result")
_DELIMITERS = (",", ";", "\t")
_LONGEST_HEADING = 5000


@dataclass(frozen=True, slots=True)
class Row:
    line: int
    cells: dict[str, str]
    """By the English names of the columns; board and date only where the file has them."""
    places: dict[str, int]
    """Of the columns in the file, from 0."""

    def where(self, column: str) -> Where:
        return Where(self.line, self.places[column] + 1, None, self.cells[column][:60])


def has_results_header(lines: list[str]) -> bool:
    """True if the first line names the columns round, white, black and result."""
    return _header(lines) is not None


def _header(lines: list[str]) -> tuple[int, str, list[str]] | None:
    """Line index, delimiter and cells of the heading, if it is one."""
    for index, line in enumerate(lines[:50]):
        if not line.strip() or line.startswith("sep="):  # Excel's way to name the delimiter
            continue
        if len(line) > _LONGEST_HEADING:
            return None
        for delimiter in _DELIMITERS:
            cells = _split(line, delimiter)
            if cells and set(_REQUIRED) <= {_column(cell) for cell in cells}:
                return index, delimiter, cells
        return None
    return None


def rows_of(lines: list[str], remarks: Remarks) -> Iterator[Row]:
    """Those below the heading that are as long as it is; what is wrong with the others is in the remarks."""
    header = _header(lines)
    if header is None:
        index = next(number for number, line in enumerate(lines) if line.strip())
        heading = lines[index][:_LONGEST_HEADING]
        words = {_column(cell) for delimiter in _DELIMITERS for cell in _split(heading, delimiter) or ()}
        missing = ", ".join(column for column in _REQUIRED if column not in words)
        remarks.add("csv_columns_missing", Where(index + 1, None, None, lines[index][:60]), missing=missing)
        return
    start, delimiter, cells = header
    places: dict[str, int] = {}
    ignored = []
    for place, cell in enumerate(cells):
        column = _column(cell)
        if column in places:
            remarks.add("csv_column_twice", Where(start + 1, place + 1, None, cell[:60]), column=column)
        elif column:
            places[column] = place
        elif cell.strip():
            ignored.append(clean(cell)[:60])
    if ignored:
        remarks.add("csv_columns_ignored", Where(start + 1), columns=", ".join(ignored))
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        if not line.strip(f" {delimiter}\x00"):
            continue
        row = _split(line, delimiter)
        if row is None:
            remarks.add("csv_quotes", Where(number, None, None, line[:60]))
            continue
        while len(row) > len(cells) and not row[-1].strip():
            row.pop()  # spreadsheets write empty cells at the end
        if len(row) != len(cells):
            remarks.add(
                "csv_cells", Where(number, None, None, line[:60]), found=len(row), expected=len(cells)
            )
            continue
        yield Row(number, {column: clean(row[place]) for column, place in places.items()}, places)


def _split(line: str, delimiter: str) -> list[str] | None:
    """The cells of one line; None if a quotation mark is left open. No cell goes on in the next line."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True), [])
    except csv.Error:
        return None


def _column(heading: str) -> str:
    return _COLUMN_OF.get(clean(heading).strip("*#").strip().casefold(), "")
