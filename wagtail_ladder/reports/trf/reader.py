"""Reads a whole tournament report: lines to header, players and cells; cells to pairings."""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from ..issues import Remarks
from ..limits import MAX_CELLS, MAX_PLAYERS
from ..text import Text, clean, is_visible
from ..types import Pairing, ReportPlayer, TournamentReport, Where
from .byes import add_byes
from .fold import Folder
from .header import Header
from .layout import (
    Cell,
    Fault,
    PlayerLine,
    from_byte_columns,
    in_byte_columns,
    looks_like_player,
    parse_player,
    shifts,
)
from .totals import check_totals, points

_FIRST_LINES = re.compile(r" {0,4}(?:001|012|022|032|042|052|062|092|102|132|142|XXR)(?: |$)")
_TAGS_OF_2026 = frozenset(
    "142 152 162 172 182 192 202 212 222 240 250 260 299 300 310 320 330 352 362 801 802".split()
)
_TEAM_TAGS = frozenset("013 300 310 320 330 352 362 801 802".split())
_IGNORED = frozenset("022 072 102 112 122 152 172 182 202 212 222 250 260 XXA XXC XXP XXZ DAT".split())
# Columns of the format, left in the file: "DDD SSSS sTTT NNNN", "1234567890", "         1         2".
_RULER = re.compile(r"(?P<tag>[A-Z])(?P=tag){2} .*|(?:1234567890)+\d*|(?: {8,9}\d{1,2}){3,} *")
_ABSENT = ("", "-", "Z")


def looks_like_trf(lines: list[str]) -> bool:
    return any(_FIRST_LINES.match(line) for line in lines)


def read_trf(text: Text, remarks: Remarks) -> tuple[TournamentReport | None, str]:
    """The report, or None where `remarks` holds an error; and the format, `trf` or `trf26`."""
    reader = _Reader(text, remarks)
    report = reader.read()
    return (None if remarks.has_errors else report), reader.format


class _Reader:
    def __init__(self, text: Text, remarks: Remarks):
        self.text = text
        self.remarks = remarks
        self.header = Header(remarks)
        self.format = "trf"
        self.players: dict[int, PlayerLine] = {}
        self._byte_lines = 0
        self._national: list[tuple[int, str]] = []

    def read(self) -> TournamentReport | None:
        player_lines, byes = self._sort_lines()
        self._read_players(player_lines)
        if not player_lines and not self.remarks.has_errors:
            self.remarks.add("no_players")
        self._check_numbers()
        self._check_national()
        self._check_truncation(player_lines)
        rounds = self._last_round()
        if rounds * len(self.players) > MAX_CELLS:
            self.remarks.add("too_many_pairings", limit=MAX_CELLS)
        if self.remarks.has_errors:
            return None  # every missing player would be complained about once more by each opponent
        cells = self._cells(rounds)
        pairings = Folder(cells, set(self.players), self.header.scoring, self.remarks).fold(rounds)
        if self.remarks.has_errors:
            return None
        pairings = add_byes(pairings, byes, set(self.players), self.header.scoring, self.remarks)
        check_totals(self.players, pairings, self.header, self.remarks)
        return self._report(pairings, rounds)

    # Lines

    def _sort_lines(self) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
        """Hand header lines to the header; return the player lines and the lists of byes."""
        lines = self._without_margin()
        player_lines: list[tuple[int, str]] = []
        byes: list[tuple[int, str]] = []
        ignored: dict[str, list[Where]] = defaultdict(list)
        teams = False
        for number, line in enumerate(lines, start=1):
            tag = line[:3]
            if tag in _TAGS_OF_2026:
                self.format = "trf26"
            if tag == "001":
                player_lines.append((number, line))
            elif not line.strip() or tag == "###":
                continue
            elif line[3:4].strip():
                self._stray(line, number, ignored)
            elif self.header.read(tag, line, number):
                continue
            elif tag == "240":
                byes.append((number, line))
            elif tag in _TEAM_TAGS:
                teams = True
            elif tag in _IGNORED:
                ignored[tag].append(Where(number))
            else:
                self._stray(line, number, ignored)
        if teams or self.header.is_team_event:
            self.remarks.add("team_records_ignored")
            for number, _line in byes:  # byes of teams, not of players
                ignored["240"].append(Where(number))
            byes = []
            self.header.abnormal_points.clear()
        if ignored:
            self.remarks.add("lines_ignored", lines=_listing(ignored))
        return player_lines, byes

    def _without_margin(self) -> list[str]:
        """Undo a left margin, if every single line of the file has it."""
        filled = [line for line in self.text.lines if line.strip()]
        margin = min((len(line) - len(line.lstrip(" ")) for line in filled), default=0)
        if margin and len(filled) > 1:
            self.remarks.add("file_shifted", by=margin)
            return [line[margin:] for line in self.text.lines]
        return self.text.lines

    def _stray(self, line: str, number: int, ignored: dict[str, list[Where]]) -> None:
        if re.fullmatch(r"[A-Z]{3} [ \d]{4} .*", line) and line[4:8].strip().isdecimal():
            self._national.append((number, line))
        elif looks_like_player(line):
            self.remarks.add("player_line_damaged", Where(number, 1, 8, line[:8]))
        elif _RULER.fullmatch(line[:400]):
            ignored[line[:3].strip() or "1"].append(Where(number))
        else:
            self.remarks.add("line_stray", Where(number, 1, 3, line[:3]))

    def _check_national(self) -> None:
        """National ratings (TRF26) stand in the columns of a player, after the letters of the federation."""
        for number, line in self._national:
            if int(line[4:8]) in self.players:
                self.format = "trf26"
            else:
                self.remarks.add("line_stray", Where(number, 1, 3, line[:3]))

    # Players

    def _read_players(self, lines: list[tuple[int, str]]) -> None:
        if len(lines) > MAX_PLAYERS:
            self.remarks.add("too_many_players", Where(lines[MAX_PLAYERS][0]), limit=MAX_PLAYERS)
            return
        found: list[PlayerLine | Fault] = []
        cells = 0
        for number, line in lines:
            item = self._read_line(number, line)
            found.append(item)
            cells += len(item.cells) if isinstance(item, PlayerLine) else 0
            if cells > MAX_CELLS:
                self.remarks.add("too_many_pairings", item.where, limit=MAX_CELLS)
                return
        faults = [item for item in found if isinstance(item, Fault)]
        if len(faults) == len(lines) > 1:
            found, faults = self._shifted_back(lines) or (found, faults)
        if len(faults) > max(3, len(lines) * 2 // 3):
            self.remarks.add("columns_lost")
        for item in found:
            if isinstance(item, Fault):
                self.remarks.add(item.code, item.where, **item.params)
            elif item.number in self.players:
                first_line = self.players[item.number].where.line
                self.remarks.add("start_number_twice", item.where, number=item.number, first_line=first_line)
            else:
                self.players[item.number] = self._named(item)
        if count := self._byte_lines:
            self.remarks.add("byte_columns", count=count)

    def _read_line(self, number: int, line: str) -> PlayerLine | Fault:
        player = parse_player(line, number)
        if self.text.encoding.startswith("utf-8") and not line.isascii() and not _is_sound(player):
            by_bytes = parse_player(in_byte_columns(line), number)
            if isinstance(by_bytes, PlayerLine) and _is_sound(by_bytes):
                self._byte_lines += 1
                where = replace(by_bytes.where, excerpt=from_byte_columns(by_bytes.where.excerpt))
                return replace(by_bytes, name=from_byte_columns(by_bytes.name), where=where)
        return player

    def _shifted_back(
        self, lines: list[tuple[int, str]]
    ) -> tuple[list[PlayerLine | Fault], list[Fault]] | None:
        for by, move_back in shifts():
            found = [parse_player(move_back(line), number) for number, line in lines]
            if all(_is_sound(item) for item in found):
                self.remarks.add("file_shifted", by=abs(by))
                return found, []
        return None

    def _named(self, player: PlayerLine) -> PlayerLine:
        name = clean(player.name)
        if not name:
            self.remarks.add("name_missing", player.where, number=player.number)
        elif not is_visible(name):
            self.remarks.add("name_invisible", player.where)
        return replace(player, name=name)

    def _check_numbers(self) -> None:
        numbers = sorted(self.players)
        if numbers and numbers[0] > 1:
            where = self.players[numbers[0]].where
            self.remarks.add("start_numbers_begin_late", where, number=numbers[0])
        if self.remarks.has_errors:
            return  # the line of a missing number has been complained about already
        for before, after in pairwise(numbers):
            if after > before + 1:
                line = self.players[after].where.line
                where = Where(line, 5, 8, f"{after:>4}")
                self.remarks.add("start_number_missing", where, number=before + 1, before=before, after=after)

    # Rounds

    def _last_round(self) -> int:
        """The last round in which anybody was paired or had a bye other than absence."""
        return max(
            (
                cell.round
                for player in self.players.values()
                for cell in player.cells
                if cell.opponent or cell.code not in _ABSENT
            ),
            default=0,
        )

    def _cells(self, rounds: int) -> dict[tuple[int, int], Cell]:
        """Every player's cell of every round, in the order of the file, with empty ones filled in."""
        declared = self.header.declared_rounds
        keep = max(rounds, declared or 0)
        dropped: set[int] = set()
        cells: dict[tuple[int, int], Cell] = {}
        for player in self.players.values():
            for cell in player.cells:
                if cell.round <= keep:
                    cells[player.number, cell.round] = cell
                elif cell.code:
                    dropped.add(cell.round)
            for round_ in range(len(player.cells) + 1, rounds + 1):
                where = Where(player.where.line)
                cells[player.number, round_] = Cell(player.number, round_, None, "", "", where)
        for round_ in sorted(dropped):
            self.remarks.add("absent_round_dropped", round=round_)
        if declared is not None and rounds > declared:
            self.remarks.add("rounds_declared", declared=declared, found=rounds)
        elif declared is not None and rounds < declared:
            self.remarks.add("rounds_to_come", declared=declared, found=rounds)
        return cells

    def _check_truncation(self, lines: list[tuple[int, str]]) -> None:
        """A file was cut if its last line, a player's, has no end and players are named who are not there."""
        if self.text.ends_with_newline or not lines or lines[-1][0] != len(self.text.lines):
            return
        highest = max(self.players, default=0)
        opponents = (cell.opponent or 0 for player in self.players.values() for cell in player.cells)
        if any(opponent > highest for opponent in opponents):
            number, line = lines[-1]
            start = max(0, len(line) - 8)
            self.remarks.add("file_truncated", Where(number, start + 1, len(line), line[start:]))

    # The report

    def _report(self, pairings: list[Pairing], rounds: int) -> TournamentReport:
        days = self.header.days()
        return TournamentReport(
            name=self.header.name,
            federation=self.header.federation,
            first_day=days.first,
            last_day=days.last,
            day_choices=days.choices,
            round_dates=days.rounds,
            rounds=rounds,
            declared_rounds=self.header.declared_rounds,
            format=self.header.format,
            players=tuple(
                ReportPlayer(
                    number=player.number,
                    name=player.name,
                    points=points(player),
                    rank=self._rank(player),
                    where=player.where,
                )
                for player in self.players.values()
            ),
            declared_players=self.header.declared_players,
            pairings=tuple(pairings),
        )

    def _rank(self, player: PlayerLine) -> int | None:
        if player.rank.isdecimal():
            return int(player.rank) or None
        if player.rank:
            where = Where(player.where.line, 86, 89, player.rank)
            self.remarks.add("rank_unreadable", where, number=player.number)
        return None


def _listing(ignored: dict[str, list[Where]]) -> str:
    """How often, and the line of the first: `102 ×1 (10), 112 ×3 (11)`."""
    first_tags = list(ignored.items())[: Remarks.MOST_OF_A_KIND]
    return ", ".join(f"{tag} ×{len(places)} ({places[0].line})" for tag, places in first_tags)


def _is_sound(player: PlayerLine | Fault) -> bool:
    """True for a line whose points, too, stand where they should: all columns are right."""
    return isinstance(player, PlayerLine) and (not player.points or points(player) is not None)
