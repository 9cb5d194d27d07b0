"""A result as people type it in a table: what happened, and the points of both."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from wagtail_ladder.kinds import Kind

# Half points of white and black, by the result in its plainest form (see `_plain`).
_PLAYED = {
    "1-0": (2, 0), "1:0": (2, 0), "0-1": (0, 2), "0:1": (0, 2),
    "½-½": (1, 1), "½:½": (1, 1), "½": (1, 1), "0.5": (1, 1), "0.5-0.5": (1, 1), "=": (1, 1), "=-=": (1, 1),
    "draw": (1, 1), "remis": (1, 1), "remise": (1, 1),
    "½-0": (1, 0), "0-½": (0, 1), "0.5-0": (1, 0), "0-0.5": (0, 1), "0-0": (0, 0), "0:0": (0, 0),
}  # fmt: skip
_SHORT = frozenset({"=", "½"})
_FORFEITS = {
    "+:-": (2, 0), "+/-": (2, 0), "+-": (2, 0), "-:+": (0, 2), "-/+": (0, 2), "-+": (0, 2),
    "-:-": (0, 0), "-/-": (0, 0), "--": (0, 0),
}  # fmt: skip
_FORFEITS_BY_LETTER = {"1-0f": (2, 0), "0-1f": (0, 2), "0-0f": (0, 0)}
_BYES = {
    "bye": (Kind.BYE_PAIRING, 2),
    "fullbye": (Kind.BYE_FULL, 2),
    "full-pointbye": (Kind.BYE_FULL, 2),
    "halfbye": (Kind.BYE_HALF, 1),
    "half-pointbye": (Kind.BYE_HALF, 1),
    "zerobye": (Kind.BYE_ZERO, 0),
    "zero-pointbye": (Kind.BYE_ZERO, 0),
}
_LONGEST = 40
_UNFINISHED = ("", "*")


@dataclass(frozen=True, slots=True)
class Result:
    kind: Kind
    white: int | None
    """Half points, of black as well."""
    black: int | None


def result_of(text: str) -> Result | None:
    """None for what is no result."""
    return _result(text) if len(text) <= _LONGEST else None


def is_forfeit_by_letter(text: str) -> bool:
    """As 1-0F: read as a forfeit, which had better be said."""
    return _plain(text) in _FORFEITS_BY_LETTER


def is_short(text: str) -> bool:
    """One lost or added sign makes it out of something else."""
    return _plain(text) in _SHORT


@lru_cache(maxsize=1000)  # a file has a handful of results, written again and again
def _plain(result: str) -> str:
    """A result without blanks, in ASCII digits and hyphens, and with ½ for every way to write a half."""
    text = "".join(str(unicodedata.decimal(sign, sign)) for sign in result.casefold())
    text = re.sub(r"\s", "", text)
    text = re.sub("[\u2010-\u2015\u2212\u00ad]", "-", text)
    return text.replace("1/2", "½").replace(",", ".").replace("٫", ".")


@lru_cache(maxsize=1000)
def _result(text: str) -> Result | None:
    plain = _plain(text)
    if plain in _UNFINISHED:
        return Result(Kind.SCHEDULED, None, None)
    if plain in _PLAYED:
        return Result(Kind.PLAYED, *_PLAYED[plain])
    scores = _FORFEITS.get(plain) or _FORFEITS_BY_LETTER.get(plain)
    if scores:
        return Result(Kind.FORFEIT if any(scores) else Kind.DOUBLE_FORFEIT, *scores)
    if plain in _BYES:
        kind, points = _BYES[plain]
        return Result(kind, points, None)
    return None
