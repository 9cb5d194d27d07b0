"""A TRF writes every pairing twice, once in the line of each player. Here the two become one.

What the two sides say must agree; where it does not, the file is wrong and nobody can know which half.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wagtail_ladder.kinds import Kind

from ..issues import Remarks
from ..types import Pairing
from .layout import Cell
from .scoring import Scoring

_PLAYED = {"1": 2, "=": 1, "0": 0}
_SHORT = {"W": 2, "D": 1, "L": 0}  # played, but fewer than one move: not rated
_BYES = {"U": Kind.BYE_PAIRING, "F": Kind.BYE_FULL, "H": Kind.BYE_HALF, "Z": Kind.BYE_ZERO}
_TRF06_BYES = {"+": Kind.BYE_FULL, "=": Kind.BYE_HALF, "-": Kind.BYE_ZERO}
_BYE_HALF_POINTS = {Kind.BYE_PAIRING: 2, Kind.BYE_FULL: 2, Kind.BYE_HALF: 1, Kind.BYE_ZERO: 0}
_NO_RESULT = ("", "Z")  # Lichess writes Z with an opponent for a game that is still going on
KNOWN_CODES = frozenset({*_PLAYED, *_SHORT, *_BYES, "+", "-", ""})


@dataclass(frozen=True, slots=True)
class Verdict:
    kind: Kind
    half_points: tuple[int, int] | tuple[None, None]


def judge(code: str, other: str) -> Verdict | None:
    """What two result codes make together; None where they contradict each other."""
    if code in _NO_RESULT and other in _NO_RESULT:
        return Verdict(Kind.SCHEDULED, (None, None))
    if {code, other} <= {"+", "-"}:
        if code == other:
            return Verdict(Kind.DOUBLE_FORFEIT, (0, 0)) if code == "-" else None
        return Verdict(Kind.FORFEIT, (2, 0) if code == "+" else (0, 2))
    for kind, scores in ((Kind.PLAYED, _PLAYED), (Kind.PLAYED_UNRATED, _SHORT)):
        if code in scores and other in scores and scores[code] + scores[other] <= 2:
            return Verdict(kind, (scores[code], scores[other]))
    return None


def bye(cell: Cell, kind: Kind, scoring: Scoring, code: str | None = None) -> Pairing:
    return Pairing(
        round=cell.round,
        board=None,
        white=cell.player,
        black=None,
        kind=kind,
        white_half_points=_BYE_HALF_POINTS.get(kind),
        black_half_points=None,
        white_points=scoring.points(kind, None, ""),
        black_points=None,
        code=cell.code if code is None else code,
        where=cell.where,
        sources=(cell.where,),
    )


class Folder:
    """Folds the cells of one file. Call `fold` once; faults go to the remarks."""

    def __init__(
        self, cells: Mapping[tuple[int, int], Cell], players: set[int], scoring: Scoring, remarks: Remarks
    ):
        self._cells = cells
        """By (player, round)."""
        self._players = players
        self._scoring = scoring
        self._remarks = remarks
        self._trf06_byes = 0
        self._colourless = 0

    def fold(self, rounds: int) -> list[Pairing]:
        """The pairings of all rounds, by round and then in the order of the file."""
        found = (self._pairing(cell, rounds) for cell in self._in_order())
        pairings = [pairing for pairing in found if pairing]
        if self._trf06_byes:
            self._remarks.add("trf06_codes", count=self._trf06_byes)
        if self._colourless:
            self._remarks.add("colours_unknown", count=self._colourless)
        return pairings

    def _in_order(self) -> Iterable[Cell]:
        return sorted(self._cells.values(), key=lambda cell: cell.round)  # stable: file order within a round

    def _pairing(self, cell: Cell, rounds: int) -> Pairing | None:
        if cell.code not in KNOWN_CODES:
            self._remarks.add(
                "code_unknown", cell.where, result=cell.code, round=cell.round, number=cell.player
            )
            return None
        if cell.opponent is None:
            return self._alone(cell, rounds)
        other = self._other_side(cell, cell.opponent)
        # The pairing is made once, where the file names it first.
        if other is None or (other.where.line, other.player) < (cell.where.line, cell.player):
            return None
        return self._together(cell, other)

    def _alone(self, cell: Cell, rounds: int) -> Pairing | None:
        kind = _BYES.get(cell.code) or _TRF06_BYES.get(cell.code)
        if kind:
            self._trf06_byes += cell.code not in _BYES
            return bye(cell, kind, self._scoring)
        if cell.code:
            self._remarks.add(
                "played_alone", cell.where, number=cell.player, result=cell.code, round=cell.round
            )
            return None
        return bye(cell, Kind.NOT_PAIRED, self._scoring) if cell.round <= rounds else None

    def _other_side(self, cell: Cell, opponent: int) -> Cell | None:
        """The opponent's cell, if it belongs to this one."""
        facts = {"number": cell.player, "opponent": opponent, "round": cell.round}
        if cell.code in _BYES and cell.code != "Z":
            self._remarks.add(
                "bye_with_opponent", cell.where, number=cell.player, result=cell.code, round=cell.round
            )
            return None
        if opponent == cell.player:
            self._remarks.add("own_opponent", cell.where, number=cell.player, round=cell.round)
            return None
        if opponent not in self._players:
            self._remarks.add("opponent_unknown", cell.where, **facts)
            return None
        other = self._cells.get((opponent, cell.round))
        if other is None or other.opponent is None:
            self._remarks.add(
                "opponent_alone", cell.where, **facts, other_line=other.where.line if other else "?"
            )
            return None
        if other.opponent != cell.player:
            self._remarks.add(
                "not_reciprocal", cell.where, **facts, other=other.opponent, other_line=other.where.line
            )
            return None
        return other

    def _together(self, cell: Cell, other: Cell) -> Pairing | None:
        facts = {
            "number": cell.player,
            "opponent": other.player,
            "round": cell.round,
            "other_line": other.where.line,
        }
        if cell.colour and cell.colour == other.colour:
            self._remarks.add("same_colour", cell.where, **facts)
            return None
        # Where only one side knows the colour, the other has what is left; where neither does, the order
        # of the file decides. Ratings do not depend on it.
        first_is_white = cell.colour == "w" or other.colour == "b" or not (cell.colour or other.colour)
        white, black = (cell, other) if first_is_white else (other, cell)
        verdict = judge(white.code, black.code) or self._one_sided_forfeit(white, black)
        if verdict is None:
            if other.code in KNOWN_CODES:  # otherwise its own line has been complained about
                self._remarks.add(
                    "results_contradict", cell.where, **facts, result=cell.code, other_result=other.code
                )
            return None
        white_half, black_half = verdict.half_points
        if verdict.kind in (Kind.PLAYED, Kind.PLAYED_UNRATED):
            self._colourless += not (cell.colour and other.colour)
            if (white_half or 0) + (black_half or 0) < 2:
                self._remarks.add(
                    "result_uneven",
                    cell.where,
                    round=cell.round,
                    white=white.player,
                    black=black.player,
                    result=f"{'0½1'[white_half or 0]}–{'0½1'[black_half or 0]}",
                )
        return Pairing(
            round=cell.round,
            board=None,
            white=white.player,
            black=black.player,
            kind=verdict.kind,
            white_half_points=white_half,
            black_half_points=black_half,
            white_points=self._scoring.points(verdict.kind, white_half, "W"),
            black_points=self._scoring.points(verdict.kind, black_half, "B"),
            code=f"{white.code or ' '}{black.code or ' '}",
            where=cell.where,
            sources=(cell.where, other.where),
        )

    def _one_sided_forfeit(self, white: Cell, black: Cell) -> Verdict | None:
        """Some programs write + or - in the line of one player only. Not rated either way."""
        for code, other, winner_first in ((white.code, black.code, True), (black.code, white.code, False)):
            if code in ("+", "-") and other in _NO_RESULT:
                self._remarks.add(
                    "forfeit_one_sided",
                    white.where,
                    number=white.player,
                    opponent=black.player,
                    round=white.round,
                )
                return Verdict(Kind.FORFEIT, (2, 0) if (code == "+") == winner_first else (0, 2))
        return None
