"""The seasons of a club, as pages put its events under them."""

from datetime import date
from typing import NamedTuple

from ...models import Season


class SeasonRow(NamedTuple):
    name: str
    first_day: date
    last_day: date


def seasons_of(club_id: int) -> tuple[SeasonRow, ...]:
    """Latest first. No two have a day in common; an event is of the one in which its last day lies."""
    seasons = Season.objects.filter(club_id=club_id).order_by("-first_day", "pk")
    return tuple(SeasonRow(*row) for row in seasons.values_list("name", "first_day", "last_day"))
