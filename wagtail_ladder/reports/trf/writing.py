"""Writes the start list of a tournament to come, as TRF16: who plays, in which order, and no round yet.

Columns of a player's line, counted from 1: start number 5-8, name 15-47, rating 49-52, points 81-84, rank
86-89. What a ladder does not know (sex, title, federation, FIDE number, date of birth) is left blank.
The text is UTF-8 without a byte order mark, which programs would take for a part of the first tag.
"""

import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ..text import clean

NAME_WIDTH = 33
_HIGHEST_RATING = 9999


class Seeded(NamedTuple):
    name: str
    rating: int
    """Whole points. One that the four columns do not hold is left out, as of somebody unrated."""


def write_start_list(title: str, players: Sequence[Seeded], *, day: date | None = None) -> bytes:
    """The file of a tournament; `players` in the order of their start numbers, 1, 2, 3…"""
    lines = [f"012 {_one_line(title)}"]
    if day is not None:
        lines += [f"{tag} {day.isoformat().replace('-', '/')}" for tag in ("042", "052")]
    rated = sum(bool(_rating(player.rating)) for player in players)
    lines += [f"062 {len(players)}", f"072 {rated}", "082 0"]
    lines += [_line(number, player) for number, player in enumerate(players, start=1)]
    return "".join(f"{line}\r\n" for line in lines).encode()


def is_cut(name: str) -> bool:
    """Whether the name is longer than its columns, so that it comes back as another one."""
    return len(_one_line(name)) > NAME_WIDTH


def _line(number: int, player: Seeded) -> str:
    name = _one_line(player.name)[:NAME_WIDTH]
    known = f"001 {number:>4}      {name:<{NAME_WIDTH}} {_rating(player.rating):>4}"
    return f"{known:<80}{'0.0':>4} {number:>4}"


def _rating(rating: int) -> str:
    return str(rating) if 0 < rating <= _HIGHEST_RATING else ""


def _one_line(text: str) -> str:
    """Composed, so that a letter with its accent takes one column."""
    return unicodedata.normalize("NFC", " ".join(clean(text).split()))
