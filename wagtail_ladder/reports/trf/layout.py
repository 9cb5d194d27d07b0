"""The columns of a player line, and whether a line keeps to them.

The format has no separators, so a lost or added character moves everything after it. The blanks that
must stand between the fields are what gives that away: every one of them is checked.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..limits import MAX_ROUNDS
from ..types import Where

FIRST_ROUND = 91  # column 92, counted from 0
ROUND_WIDTH = 10

# Opponent, colour, result, each followed by blanks; exactly ROUND_WIDTH characters.
_CELL = re.compile(r"( {0,3}\d{1,4}| {4}) ([ wWbB-]) (.) {2}")
_NUMBER = re.compile(r" {0,3}(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player's line says about one round."""

    player: int
    round: int
    opponent: int | None
    colour: str
    """`w`, `b` or empty."""
    code: str
    """The result as in the file, upper case; empty where there is none."""
    where: Where


@dataclass(frozen=True, slots=True)
class PlayerLine:
    number: int
    name: str
    points: str
    rank: str
    cells: tuple[Cell, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line is no player line: an issue code and its facts."""

    code: str
    where: Where
    params: dict[str, object]


def parse_player(text: str, line: int) -> PlayerLine | Fault:
    """Read one line in strict columns, the tag already recognised."""
    match = _NUMBER.fullmatch(text[4:8])
    if not match or int(match[1]) == 0 or text[3] != " " or text[8:9].strip():
        return Fault("start_number_unreadable", _span(text, line, 4, 8), {})
    number = int(match[1])
    if len(text) < 15:
        return Fault("player_line_short", _span(text, line, 0, 14), {})
    if any(text[column : column + 1].strip() for column in (84, 89, 90)):
        return Fault("line_misaligned", _span(text, line, 80, FIRST_ROUND), {"number": number})
    cells = []
    for round_, piece in enumerate(_pieces(text), start=1):
        start = FIRST_ROUND + ROUND_WIDTH * (round_ - 1)
        if round_ > MAX_ROUNDS:
            return Fault("too_many_rounds", Where(line, start + 1), {"limit": MAX_ROUNDS})
        where = _span(text, line, start, start + 8)
        cell = _CELL.fullmatch(piece)
        if not cell:
            return Fault("cell_misaligned", where, {"number": number, "round": round_})
        code = cell[3].strip().upper()
        if not code and cell[1] == "0000":
            code = "Z"  # "0000" and nothing more: the standard calls the two equivalent
        colour = cell[2].lower() if cell[2] in "wWbB" else ""
        cells.append(Cell(number, round_, int(cell[1].strip() or 0) or None, colour, code, where))
    return PlayerLine(
        number=number,
        name=text[14:47],
        points=text[80:84].strip(),
        rank=text[85:89].strip(),
        cells=tuple(cells),
        where=_span(text, line, 14, 47),
    )


def in_byte_columns(text: str) -> str:
    """The line as a program sees it that counts bytes; `from_byte_columns` turns its parts back."""
    return text.encode("utf-8").decode("latin-1")


def from_byte_columns(text: str) -> str:
    # A name that fills its field may have been cut inside a letter; that half letter is dropped.
    return text.encode("latin-1").decode("utf-8", errors="ignore")


def shifts() -> Iterator[tuple[int, Callable[[str], str]]]:
    """The ways in which programs displace a whole file: how far, and how to undo it.

    Either all after the tag has moved, or all after the name.
    """
    for by in (1, -1, 2, -2):
        for fixed in (3, 47):
            yield by, lambda text, by=by, fixed=fixed: _move_back(text, fixed, by)  # type: ignore[misc]


def looks_like_player(text: str) -> bool:
    """True for a line that would be a player if its first characters were 001: a damaged tag."""
    if len(text) < 85:
        return False
    for lost in range(6):
        repaired = parse_player("001" + text[lost:], 1)
        if isinstance(repaired, PlayerLine) and re.fullmatch(r"\d{1,3}[.,]\d", repaired.points):
            return True
    return False


def _move_back(text: str, fixed: int, by: int) -> str:
    if by > 0:
        return text[:fixed] + text[fixed + by :] if not text[fixed : fixed + by].strip() else text
    return text[:fixed] + " " * -by + text[fixed:]


def _pieces(text: str) -> Sequence[str]:
    text = text[: FIRST_ROUND + ROUND_WIDTH * (MAX_ROUNDS + 1)].rstrip(" ")
    return [
        text[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH)
        for start in range(FIRST_ROUND, len(text), ROUND_WIDTH)
    ]


def _span(text: str, line: int, start: int, stop: int) -> Where:
    # Sex, birth date and identity number stand in columns 10 and 58 to 79: never quote those.
    return Where(line, start + 1, stop, text[start:stop].rstrip())
