"""The lists of byes in TRF26: `240 H   3    9   14`, a half-point bye in round 3 for players 9 and 14.

They repeat what the players' lines say, and add the byes of rounds to come. Where the two differ, the
player's own line stands: there is a game in it, or not.
"""

from collections.abc import Iterable
from dataclasses import replace

from wagtail_ladder.kinds import Kind

from ..issues import Remarks
from ..types import Pairing, Where
from .fold import bye
from .layout import Cell
from .scoring import Scoring

_KINDS = {"F": Kind.BYE_FULL, "H": Kind.BYE_HALF, "Z": Kind.BYE_ZERO}


def add_byes(
    pairings: list[Pairing],
    lines: Iterable[tuple[int, str]],
    players: set[int],
    scoring: Scoring,
    remarks: Remarks,
) -> list[Pairing]:
    """The pairings, with the byes of these lines (number and text) added where a round was empty."""
    by_side = {(side, pairing.round): pairing for pairing in pairings for side in _sides(pairing)}
    for number, line in lines:
        where = Where(number, 1, len(line), line[:40])
        record = _parse(line)
        if record is None:
            remarks.add("bye_record_unreadable", where)
            continue
        code, round_, named = record
        for player in named:
            known = by_side.get((player, round_))
            is_empty = known is None or known.kind is Kind.NOT_PAIRED
            if player not in players or not (is_empty or (known and known.kind is _KINDS[code])):
                remarks.add("bye_record_contradicts", where, number=player, round=round_)
            elif known and not is_empty:
                by_side[player, round_] = replace(known, sources=(*known.sources, where))
            else:
                cell = Cell(player, round_, None, "", code, where)
                by_side[player, round_] = bye(cell, _KINDS[code], scoring)
    return sorted(dict.fromkeys(by_side.values()), key=lambda pairing: pairing.round)


def _parse(line: str) -> tuple[str, int, list[int]] | None:
    """Column 5 the kind, 7-9 the round, from 11 on players in four columns each, blanks between."""
    fields = [line[6:9], *(line[start : start + 4] for start in range(10, len(line), 5))]
    separators = line[5:6] + line[9:10] + line[14::5]
    is_aligned = len(line[6:9]) == 3 and all(len(field) == 4 for field in fields[1:])
    are_numbers = all(field.lstrip(" ").isdecimal() for field in fields)
    if line[4:5] not in _KINDS or separators.strip() or not is_aligned or not are_numbers or len(fields) < 2:
        return None
    return line[4], int(fields[0]), [int(field) for field in fields[1:]]


def _sides(pairing: Pairing) -> tuple[int, ...]:
    return (pairing.white,) if pairing.black is None else (pairing.white, pairing.black)
