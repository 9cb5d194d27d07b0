"""The seasons of a club, as pages put its events under them."""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ...models import Season


class SeasonRow(NamedTuple):
    name: str
    first_day: date
    last_day: date


def seasons_of(club_id: int) -> tuple[SeasonRow, ...]:
    """Latest first. No two have a day in common."""
    seasons = Season.objects.filter(club_id=club_id).order_by("-first_day", "pk")
    return tuple(SeasonRow(*row) for row in seasons.values_list("name", "first_day", "last_day"))


def season_of(day: date, seasons: Iterable[SeasonRow], *, whole_months: bool) -> SeasonRow | None:
    """The season in which an event of that last day is shown; `seasons` come latest first.

    Where a ladder shows months (`whole_months`), a season has all the days of its first and its last month:
    what lies in it would else tell more of a day than the month. Of two that share a month it is the earlier.
    """
    found = None
    for season in seasons:
        first, last = season.first_day, season.last_day
        if whole_months:
            first, last = first.replace(day=1), last.replace(day=monthrange(last.year, last.month)[1])
        if first <= day <= last:
            found = season
    return found
