"""The table of a ladder as a block shows it: the whole of it, a part, and gentler ways for schools.

Where ratings are rounded, stand as bands or are left out, that holds for everybody in the block. Never for
juniors alone: then the block would say who is a child. The exact numbers stay away with it: no change of the
last event, no place won or lost by it, and no way to a page that has them; and of two with the same rounded
rating, or in one band, who has more games stands first.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db import models
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ..engine import shown_change
from ..models import Ladder
from ..ordering import alphabetical
from ..services.reads import Activity, LadderRow, activity, seasons_of
from .days import today
from .reading import Reading
from .text import change, points

ROUNDED_TO = 50
BAND = 200
AROUND = 5
"""How many stand in the part around a player where the editor says nothing else."""


class Order(models.TextChoices):
    POSITIONS = "positions", _("Positions, by rating")
    GAMES = "games", _("Most games of the season")
    CLIMBERS = "climbers", _("Biggest climbers of the season")


class Ratings(models.TextChoices):
    EXACT = "exact", _("As the ladder shows them")
    ROUNDED = "rounded", _("Rounded to 50 points, for everybody")
    BANDS = "bands", _("In bands of 200 points, for everybody")
    NONE = "none", _("No ratings")


@dataclass(frozen=True, slots=True)
class TableOptions:
    top: int | None = None
    around: str = ""
    """The public id of a player: those around him, `top` in all."""
    group: str = ""
    """The name of a group of players."""
    order: str = Order.POSITIONS
    ranks: bool = True
    moves: bool = True
    ratings: str = Ratings.EXACT

    @property
    def shows_moves(self) -> bool:
        """Places won and lost are those on the whole ladder, beside its rank numbers, and tell of ratings."""
        exact = self.order == Order.POSITIONS and self.ratings == Ratings.EXACT
        return self.moves and self.ranks and exact and not self.group


class BlockLine(NamedTuple):
    rank: str
    moved: SafeString
    """Places won or lost by the latest event."""
    name: str
    url: str | None
    rating: Any
    games: str
    note: str
    """How many games are missing to be ranked."""
    change: Any
    is_chosen: bool
    """The player around whom the part of the table is."""


@dataclass(frozen=True, slots=True)
class BlockTable:
    established: tuple[BlockLine, ...]
    provisional: tuple[BlockLine, ...]
    order: str
    season: str
    """The name of the season that is counted; empty for all the time."""
    group: str
    with_ranks: bool
    with_ratings: bool
    with_changes: bool
    is_exact: bool
    is_part: bool

    @property
    def lines(self) -> tuple[BlockLine, ...]:
        return self.established + self.provisional

    @property
    def columns(self) -> int:
        return 2 + self.with_ranks + self.with_ratings + self.with_changes


def missing(options: TableOptions, reading: Reading) -> Any:
    """Why there is nothing to show: a sentence for editors without names, or None."""
    if options.group and reading.group(options.group) is None:
        return _("There is no such group of eight or more players on the ladder: smaller ones are not shown.")
    if options.around:
        player = reading.player(options.around)
        if player is None:
            return NO_SUCH_PLAYER
        if player not in {row.player_id for row in _active(options, reading)}:
            return _("The chosen player is inactive or not in the group: nobody stands around them.")
    return None


NO_SUCH_PLAYER = _(
    "The address of the player leads nowhere any more. It changes when less of a name is shown: copy it anew "
    "from the page of the player."
)


def block_table(reading: Reading, options: TableOptions) -> BlockTable:
    """Of a ladder and options of which nothing is `missing`."""
    group = reading.group(options.group) if options.group else None
    if options.order == Order.POSITIONS:
        season, established, provisional = "", *_positions(options, reading)
    else:
        season, established, provisional = *_activity(options, reading), ()
    exact = options.ratings == Ratings.EXACT
    by_position = options.order == Order.POSITIONS
    return BlockTable(
        established=tuple(established),
        provisional=tuple(provisional),
        order=options.order,
        season=season,
        group=group.name if group else "",
        with_ranks=options.ranks and by_position,
        with_ratings=by_position and options.ratings != Ratings.NONE,
        with_changes=exact and options.order != Order.GAMES,
        is_exact=exact,
        is_part=bool(options.top or options.around or options.group),
    )


def _active(options: TableOptions, reading: Reading) -> list[LadderRow]:
    rows = reading.table.established + reading.table.provisional
    if not options.group:
        return list(rows)
    group = reading.group(options.group)
    return [row for row in rows if group is not None and row.player_id in group.player_ids]


# By position.


def _positions(options: TableOptions, reading: Reading) -> tuple[Iterable[BlockLine], Iterable[BlockLine]]:
    rows = _active(options, reading)
    if options.ratings in (Ratings.ROUNDED, Ratings.BANDS):
        rows.sort(key=_coarse_order(options, reading))
    rows.sort(key=lambda row: row.games_to_go > 0)  # stable: the provisional below the others
    ranks = _ranks(options, rows)
    chosen = reading.player(options.around) if options.around else None
    rows = _part(rows, options.top, chosen)
    lines = [
        (row, _line(options, reading, row, ranks.get(row.player_id), row.player_id == chosen)) for row in rows
    ]
    return (
        [line for row, line in lines if not row.games_to_go],
        [line for row, line in lines if row.games_to_go],
    )


def _part(rows: list[LadderRow], count: int | None, chosen: int | None) -> list[LadderRow]:
    if chosen is None:
        return rows[:count]
    count = count or AROUND
    place = next(place for place, row in enumerate(rows) if row.player_id == chosen)
    start = max(0, min(place - count // 2, len(rows) - count))
    return rows[start : start + count]


def _ranks(options: TableOptions, rows: Sequence[LadderRow]) -> dict[int, int | None]:
    """The ladder's own, or those among the members of the group; equal ratings as shown share one."""
    if options.ratings in (Ratings.EXACT, Ratings.NONE) and not options.group:
        return {row.player_id: row.rank for row in rows}
    found: dict[int, int | None] = {}
    last, rank = None, 0
    for place, row in enumerate((row for row in rows if not row.games_to_go), start=1):
        value = coarse(options.ratings, row.shown)
        if value != last:
            last, rank = value, place
        found[row.player_id] = rank
    return found


def _coarse_order(options: TableOptions, reading: Reading) -> Callable[[LadderRow], Any]:
    language = reading.ladder.club.language
    return lambda row: (
        -coarse(options.ratings, row.shown),
        -row.rated_games,
        alphabetical(reading.names[row.player_id].name, language),
    )


def coarse(ratings: str, shown: Any) -> int:
    """A shown rating as far as it is told: rounded half up, or the lower end of its band."""
    if ratings == Ratings.ROUNDED:
        return int((shown + ROUNDED_TO // 2) // ROUNDED_TO) * ROUNDED_TO
    if ratings == Ratings.BANDS:
        return int(shown // BAND) * BAND
    return shown


def _rating(ratings: str, shown: Any) -> Any:
    if ratings == Ratings.NONE:
        return ""
    if ratings == Ratings.BANDS:
        low = coarse(ratings, shown)
        return format_html('<bdi dir="ltr">{}–{}</bdi>', points(low), points(low + BAND - 1))
    return points(coarse(ratings, shown))


def _line(
    options: TableOptions, reading: Reading, row: LadderRow, rank: int | None, is_chosen: bool
) -> BlockLine:
    exact = options.ratings == Ratings.EXACT
    line = reading.line(row)
    return BlockLine(
        rank=points(rank) if options.ranks else "",
        moved=line.moved if options.shows_moves else SafeString(""),
        name=line.name,
        url=line.url if exact else None,
        rating=_rating(options.ratings, row.shown),
        games=points(row.rated_games),
        note=line.note,
        change=change(row.change) if exact else "",
        is_chosen=is_chosen,
    )


# By what somebody did, instead of where he stands.


def _activity(options: TableOptions, reading: Reading) -> tuple[str, list[BlockLine]]:
    """Among equals by the name that is printed: there is no position in it."""
    season, since = _season(reading.ladder)
    found = activity(reading.ladder, since)
    by_games = options.order == Order.GAMES
    exact = options.ratings == Ratings.EXACT
    ranked = []
    for row in _active(options, reading):
        done = found.get(row.player_id, Activity(0, 0))
        gain = shown_change(row.rating - done.gain, row.rating, reading.ladder.shown_decimals)
        amount = done.rated_games if by_games else gain
        if amount <= 0:
            continue
        line = reading.line(row)
        ranked.append(
            (
                (-amount, alphabetical(line.name, reading.ladder.club.language)),
                BlockLine(
                    rank="",
                    moved=SafeString(""),
                    name=line.name,
                    url=line.url if exact else None,
                    rating="",
                    games=points(done.rated_games),
                    note="",
                    change=change(gain) if exact and not by_games else "",
                    is_chosen=False,
                ),
            )
        )
    ranked.sort(key=lambda pair: pair[0])
    return season, [line for _key, line in ranked[: options.top]]


def _season(ladder: Ladder) -> tuple[str, date | None]:
    """The name of the latest season that has begun to count, and since when; empty and None without one.

    Where the ladder shows months it counts from the first of a month, as in the archive of events
    (`services.reads.season_of`): a month that two seasons share is of the earlier one.
    """
    earlier: date | None = None
    latest: tuple[str, date | None] = "", None
    for season in reversed(seasons_of(ladder.club_id)):
        since = season.first_day
        if ladder.months_instead_of_days:
            since = since.replace(day=1)
            if earlier is not None and earlier >= since:
                since = date(since.year + since.month // 12, since.month % 12 + 1, 1)
        if since <= today():
            latest = season.name, since
        earlier = season.last_day
    return latest
