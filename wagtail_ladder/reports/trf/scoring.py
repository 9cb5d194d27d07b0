"""Event points: what a win, a bye, an absence gives. Ratings never look at them."""

import re
from decimal import Decimal

from wagtail_ladder.kinds import Kind

_STANDARD = {
    "WW": "1", "BW": "1", "WD": "0.5", "BD": "0.5", "WL": "0", "BL": "0",
    "FW": "1", "FL": "0", "FPB": "1", "HPB": "0.5", "ZPB": "0", "PAB": "1",
}  # fmt: skip
"""The codes of JaVaFo's XXS: colour and result, forfeits, byes."""

_WIN, _DRAW, _LOSS = ("WW", "BW", "FW", "FPB"), ("WD", "BD", "HPB"), ("WL", "BL")
_XXS_GROUPS = {"W": _WIN, "D": _DRAW, "L": _LOSS}
# TRF26: a pairing bye gives as much as a win unless the file says otherwise; X is an unknown result.
_162_GROUPS = {"W": (*_WIN, "PAB"), "D": _DRAW, "L": _LOSS, "A": ("ZPB", "FL"), "P": ("PAB",), "X": ()}
_BBP_GROUPS = {
    "BBW": (*_WIN, "PAB"),
    "BBD": _DRAW,
    "BBL": _LOSS,
    "BBZ": ("ZPB",),
    "BBF": ("FL",),
    "BBU": ("PAB",),
}
SCORING_TAGS = frozenset({"162", "XXS", *_BBP_GROUPS})

_BYES = {Kind.BYE_PAIRING: "PAB", Kind.BYE_FULL: "FPB", Kind.BYE_HALF: "HPB", Kind.BYE_ZERO: "ZPB"}
_RESULTS = "LDW"  # by half points


class Scoring:
    """The scoring of one event, standard until a line of the file says otherwise."""

    def __init__(self) -> None:
        self._points = {code: Decimal(value) for code, value in _STANDARD.items()}

    @property
    def is_standard(self) -> bool:
        return all(self._points[code] == Decimal(value) for code, value in _STANDARD.items())

    def read(self, tag: str, value: str) -> bool:
        """Take in one scoring line; False if it makes no sense."""
        if tag == "162":
            entries = re.findall(r"([WDLAPX]) *(-?\d{1,3}\.?\d{0,2})", value)
            # P after W, whatever their order in the line: W sets the pairing bye only by default.
            found = [
                (_162_GROUPS[code], points)
                for code, points in sorted(entries, key=lambda entry: entry[0] == "P")
            ]
        elif tag == "XXS":
            entries = re.findall(r"([A-Z]+)=(-?\d{0,3}\.?\d{1,2})", value.upper())
            found = [
                (_XXS_GROUPS.get(code, (code,)), points)
                for code, points in entries
                if code in _XXS_GROUPS or code in _STANDARD
            ]
        else:
            found = [(_BBP_GROUPS[tag], points) for points in re.findall(r"-?\d{0,3}\.?\d{1,2}", value)[:1]]
        for codes, points in found:
            self._points.update(dict.fromkeys(codes, Decimal(points)))
        return bool(found)

    def points(self, kind: Kind, half_points: int | None, colour: str) -> Decimal | None:
        """The event points of one side of a pairing. `colour` is W or B."""
        if kind in _BYES:
            return self._points[_BYES[kind]]
        if half_points is None:
            return None
        if kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
            return self._points["FW" if half_points == 2 else "FL"]
        return self._points[colour + _RESULTS[half_points]]
