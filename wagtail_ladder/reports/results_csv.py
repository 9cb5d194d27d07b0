"""Results as a club secretary keeps them: one game a row, `round,white,black,result` and perhaps more.

    delimiter            comma, semicolon or tab, whichever makes sense of the first line
    columns              in any order; board and date may follow, others are ignored and listed
    result               1-0  0-1  ½-½ (also 1/2-1/2, 1/2, 0.5, =, draw)  ½-0  0-½  0-0, after play
                         +:-  -:+  -:-  forfeits, also 1-0F and 0-1F
                         bye (half bye, full bye, zero bye), black left empty
                         nothing, or *, for a game without a result
    players              whoever is named; equal names are one player, unless one would sit twice in a round:
                         then they are two people of the same name, and a warning says so

The format says everything only once. What a slip of the keyboard could change unnoticed is therefore
looked at twice: rounds out of order, names that differ by one letter.
"""

import re
import unicodedata
from collections import Counter
from datetime import date
from decimal import Decimal
from itertools import islice

from wagtail_ladder.kinds import Kind

from . import dates
from .almost_equal import MOST_ALIKE, almost_equal
from .csv_result import Result, is_forfeit_by_letter, is_short, result_of
from .csv_rows import Row, rows_of
from .issues import Remarks
from .limits import MAX_CELLS, MAX_NAME, MAX_PLAYERS, MAX_ROUNDS
from .text import Text, is_visible
from .types import Pairing, ReportPlayer, TournamentReport, Where

_BYE_NAMES = frozenset({"bye", "(bye)", "-bye-"})


def read_results(text: Text, remarks: Remarks) -> TournamentReport | None:
    """The report, or None where `remarks` holds an error."""
    reader = _Reader(remarks)
    for row in rows_of(text.lines, remarks):
        reader.read(row)
        if reader.rows_read > MAX_CELLS:
            remarks.add("too_many_pairings", Where(row.line), limit=MAX_CELLS)
            break
    if not reader.rows_read and not remarks.has_errors:
        remarks.add("csv_no_rows")
    if remarks.has_errors:
        return None
    reader.look_again()
    report = reader.report()
    return None if remarks.has_errors else report


class _Reader:
    def __init__(self, remarks: Remarks):
        self.remarks = remarks
        self.rows_read = 0
        self.pairings: list[Pairing] = []
        self.numbers: dict[str, list[int]] = {}
        """Player numbers by the key of the name: more than one where several people are called so."""
        self.players: list[ReportPlayer] = []
        self.seats: dict[tuple[int, int], int] = {}
        """The line in which a player (number) sits in a round."""
        self.met: dict[tuple[int, frozenset[str]], int] = {}
        """The line in which two names, or a name and nobody, stand together in a round."""
        self.short_results: Counter[str] = Counter()
        self.dates: dict[int, list[tuple[str, dates.Readings, Where]]] = {}
        self.last_round: int | None = None

    def read(self, row: Row) -> None:
        """Take in one row: every fault of it is reported, none of it is kept if there is one."""
        self.rows_read += 1
        before = self.remarks.errors
        round_ = self._round(row)
        result = self._result(row)
        white_key = self._key(row, "white")
        black_key = self._key(row, "black") if row.cells["black"] else None
        if round_ is None or result is None or white_key is None or self.remarks.errors > before:
            return
        self._check_sides(row, result)
        self._check_meeting(row, round_, {white_key, black_key or ""})
        if self.remarks.errors > before:
            return
        white = self._seated(row, "white", white_key, round_)
        black = None if black_key is None else self._seated(row, "black", black_key, round_)
        self._read_date(row, round_)
        self._check_order(row, round_)
        place = Where(row.line, None, None, "")
        self.pairings.append(
            Pairing(
                round=round_,
                board=self._board(row),
                white=white,
                black=black,
                kind=result.kind,
                white_half_points=result.white,
                black_half_points=result.black,
                white_points=_points(result.white),
                black_points=_points(result.black),
                code=row.cells["result"],
                where=place,
                sources=(place,),
            )
        )

    def look_again(self) -> None:
        """What only the whole file can show."""
        rounds = sorted({pairing.round for pairing in self.pairings})
        for before, after in zip([0, *rounds], rounds, strict=False):
            if after > before + 1:
                self.remarks.add("csv_rounds_missing", round=before + 1)
        unfinished = [pairing for pairing in self.pairings if pairing.kind is Kind.SCHEDULED]
        if unfinished:
            self.remarks.add("unfinished", unfinished[0].where, count=len(unfinished))
        for result, count in self.short_results.items():
            self.remarks.add("csv_short_results", count=count, result=result)
        for name, other in islice(almost_equal(list(self.numbers)), MOST_ALIKE):
            self.remarks.add("names_similar", name=name, other=other)

    def report(self) -> TournamentReport:
        rounds = max(pairing.round for pairing in self.pairings)
        round_dates, first_day, last_day, choices = self._days(rounds)
        return TournamentReport(
            name="",
            federation="",
            first_day=first_day,
            last_day=last_day,
            day_choices=choices,
            round_dates=round_dates,
            rounds=rounds,
            declared_rounds=None,
            format="",
            players=tuple(self.players),
            declared_players=None,
            pairings=tuple(sorted(self.pairings, key=lambda pairing: pairing.round)),
        )

    # One row

    def _round(self, row: Row) -> int | None:
        text = row.cells["round"]
        if not re.fullmatch(r"\d{1,3}", text) or int(text) == 0:
            self.remarks.add("csv_round_unreadable", row.where("round"), text=text[:60])
        elif int(text) > MAX_ROUNDS:
            self.remarks.add("too_many_rounds", row.where("round"), limit=MAX_ROUNDS)
        else:
            return int(text)
        return None

    def _board(self, row: Row) -> int | None:
        text = row.cells.get("board", "")
        if not text:
            return None
        if re.fullmatch(r"\d{1,4}", text):
            return int(text)
        self.remarks.add("csv_board_unreadable", row.where("board"), text=text[:60])
        return None

    def _result(self, row: Row) -> Result | None:
        text = row.cells["result"]
        result = result_of(text)
        if result is None:
            self.remarks.add("csv_result_unknown", row.where("result"), result=text[:60])
        elif is_forfeit_by_letter(text):
            self.remarks.add("csv_forfeit_suffix", row.where("result"), result=text)
        elif is_short(text):
            self.short_results[text] += 1
        return result

    def _key(self, row: Row, column: str) -> str | None:
        """What makes two names equal: whatever blanks are between the words."""
        name = row.cells[column]
        if not name:
            self.remarks.add("csv_name_missing", row.where(column))
            return None
        if not is_visible(name):
            self.remarks.add("name_invisible", row.where(column))
            return None
        if len(name) > MAX_NAME:
            self.remarks.add("name_too_long", row.where(column), length=len(name), limit=MAX_NAME)
            return None
        if name.casefold() in _BYE_NAMES:
            self.remarks.add("csv_bye_with_opponent", row.where(column))
            return None
        return " ".join(unicodedata.normalize("NFC", name).split())

    def _check_sides(self, row: Row, result: Result) -> None:
        has_black = bool(row.cells["black"])
        if not has_black and not result.kind.is_one_sided:
            self.remarks.add("csv_opponent_missing", row.where("black"), result=row.cells["result"])
        elif has_black and result.kind.is_one_sided:
            self.remarks.add("csv_bye_with_opponent", row.where("black"))
        elif result.kind is Kind.PLAYED and (result.white or 0) + (result.black or 0) < 2:
            self.remarks.add(
                "result_uneven",
                row.where("result"),
                round=row.cells["round"],
                white=row.cells["white"],
                black=row.cells["black"],
                result=row.cells["result"],
            )

    def _check_meeting(self, row: Row, round_: int, keys: set[str]) -> None:
        """A row pasted twice is no second pair of namesakes."""
        first_line = self.met.setdefault((round_, frozenset(keys)), row.line)
        if first_line != row.line:
            self.remarks.add("csv_pairing_twice", row.where("white"), round=round_, first_line=first_line)

    def _seated(self, row: Row, column: str, key: str, round_: int) -> int:
        """The first of the people so called who sits nowhere in the round yet; one more if all do."""
        called_so = self.numbers.setdefault(key, [])
        number = next((number for number in called_so if (number, round_) not in self.seats), None)
        if called_so and number != called_so[0]:
            self.remarks.add(
                "csv_twice_in_round",
                row.where(column),
                name=row.cells[column],
                round=round_,
                line=row.line,
                first_line=self.seats[called_so[0], round_],
            )
        if number is None:
            number = len(self.players) + 1
            if number == MAX_PLAYERS + 1:
                self.remarks.add("too_many_players", row.where(column), limit=MAX_PLAYERS)
            called_so.append(number)
            self.players.append(ReportPlayer(number, row.cells[column], None, None, row.where(column)))
        self.seats[number, round_] = row.line
        return number

    def _check_order(self, row: Row, round_: int) -> None:
        if self.last_round is not None and round_ < self.last_round:
            self.remarks.add("csv_round_order", row.where("round"), before=self.last_round, round=round_)
        self.last_round = round_

    # Days

    def _read_date(self, row: Row, round_: int) -> None:
        text = row.cells.get("date", "")
        if not text:
            return
        found = dates.readings("".join(str(unicodedata.decimal(sign, sign)) for sign in text))
        if found:
            self.dates.setdefault(round_, []).append((text, found, row.where("date")))
        elif found is None:
            self.remarks.add("date_unread", row.where("date"), text=text[:60])
        else:
            self.remarks.add("date_impossible", row.where("date"), text=text[:60])

    def _days(
        self, rounds: int
    ) -> tuple[tuple[date | None, ...], date | None, date | None, tuple[date, ...]]:
        """The latest date of each round; first and last day; the readings to choose the last day from."""
        in_file = [entry for entries in self.dates.values() for entry in entries]
        if not in_file:
            self.remarks.add("last_day_missing")
            return (), None, None, ()
        orders = dates.in_one_order([found for _text, found, _where in in_file])
        choices = sorted({max(days) for days in orders.values()})
        if len(choices) != 1:
            text, _found, where = in_file[-1]
            self.remarks.add("day_ambiguous", where, text=text)
            return (), None, None, tuple(choices)
        order, days = next(iter(orders.items()))
        round_dates = tuple(
            max(found[order] for _text, found, _where in self.dates[number]) if number in self.dates else None
            for number in range(1, rounds + 1)
        )
        return round_dates, min(days), max(days), ()


def _points(half_points: int | None) -> Decimal | None:
    return None if half_points is None else Decimal(half_points) / 2
