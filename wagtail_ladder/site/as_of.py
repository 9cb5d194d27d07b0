"""Of which replay numbers are: when it was, and from how many games."""

from datetime import datetime
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..audience import public_moment
from ..models import Ladder
from .text import in_digits_of, when


class AsOf(NamedTuple):
    at: SafeString
    """The time; where the ladder shows months, the month."""
    games: int
    counted: str
    """The same number, as the language writes a long one."""


def as_of(ladder: Ladder) -> AsOf | None:
    """None before the first replay."""
    if ladder.replayed_at is None:
        return None
    return as_of_replay(ladder, ladder.replayed_at, ladder.replayed_games)


def as_of_replay(ladder: Ladder, replayed_at: datetime, games: int) -> AsOf:
    at = when(public_moment(ladder, replayed_at))
    counted = in_digits_of(get_language(), number_format(games, force_grouping=True))
    return AsOf(at, games, counted)
