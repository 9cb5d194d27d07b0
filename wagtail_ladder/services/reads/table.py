"""The ladder as a table: who is ranked, who is provisional, who is inactive, as of a day."""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import F, Max

from ...engine import Rules, shown, shown_change
from ...models import Ladder, RatingChange, Standing
from ..inputs import load_rules, rules_in_force


class LadderRow(NamedTuple):
    player_id: int
    rank: int | None
    """Among the established and active alone; equal shown ratings share one."""
    rating: int
    shown: int | Decimal
    rated_games: int
    played_games: int
    games_to_go: int
    """Rated games until the player is ranked; 0 for the established."""
    change: int | Decimal | None
    """Shown change in the ladder's latest rated event. None for those who were not in it."""
    last_rated: date | None
    peak: int | Decimal | None
    """Highest shown rating after an event in which he was, or became, established."""
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class LadderTable:
    established: tuple[LadderRow, ...]
    provisional: tuple[LadderRow, ...]
    inactive: tuple[LadderRow, ...]
    provisional_below: int
    replayed_at: datetime | None

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        return self.established + self.provisional + self.inactive


_COLUMNS = (
    "player_id", "rating", "rated_games", "played_games", "peak", "wins", "draws", "losses",
    "last_rated_event_id", "last_day", "sequence", "tie_break",
)  # fmt: skip


def ladder_table(ladder: Ladder, today: date) -> LadderTable:
    """Everybody on the ladder, in the order of the page.

    Established players are ordered by shown rating; inside a tie by rated games, then by first appearance.
    Inactive is who has no rated game since the day `ladder.inactive_after` months before `today`, on a ladder
    that shows months since the end of that month.
    """
    standings: list[Any] = list(
        Standing.objects.filter(ladder_id=ladder.pk)
        .order_by("first_place")
        .annotate(
            last_day=F("last_rated_event__last_day"),
            sequence=F("last_rated_event__sequence"),
            tie_break=F("last_rated_event__tie_break"),
        )
        .values_list(*_COLUMNS, named=True)
    )
    rules = rules_in_force(load_rules(ladder.pk), today)
    changes = _latest_changes(ladder, standings)
    last_seen = _last_seen(ladder, [row.player_id for row in standings if row.last_rated_event_id is None])
    stood = [
        Stood(row.player_id, row.rating, row.rated_games, row.last_day or last_seen.get(row.player_id))
        for row in standings
    ]
    ranked = ranks(stood, ladder, rules, today)
    rows, provisional, inactive = {}, [], []
    for standing, one in zip(standings, stood, strict=True):
        row = LadderRow(
            player_id=standing.player_id,
            rank=ranked.get(standing.player_id),
            rating=standing.rating,
            shown=shown(standing.rating, ladder.shown_decimals),
            rated_games=standing.rated_games,
            played_games=standing.played_games,
            games_to_go=max(0, rules.provisional_below - standing.rated_games),
            change=changes.get(standing.player_id),
            last_rated=standing.last_day,
            peak=None if standing.peak is None else shown(standing.peak, ladder.shown_decimals),
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
        )
        rows[row.player_id] = row
        if not _is_active(one, ladder, today):
            inactive.append(row)
        elif row.games_to_go:
            provisional.append(row)
    return LadderTable(
        established=tuple(rows[player] for player in ranked),
        provisional=tuple(_ordered(provisional)),
        inactive=tuple(_ordered(inactive)),
        provisional_below=rules.provisional_below,
        replayed_at=ladder.replayed_at,
    )


class Stood(NamedTuple):
    """What the rank of a player depends on."""

    player_id: int
    rating: int
    rated_games: int
    last_day: date | None
    """Of his last rated event; of one without a rated game that of his last event."""


def ranks(standings: Iterable[Stood], ladder: Ladder, rules: Rules, today: date) -> Mapping[int, int]:
    """Player id -> rank, of the established and active alone, in the order of the page: 1, 2, 2, 4.

    `standings` come in the order of first appearance, which a stable sort keeps inside a tie.
    """
    listed = [
        one
        for one in standings
        if one.rated_games >= rules.provisional_below and _is_active(one, ladder, today)
    ]
    decimals = ladder.shown_decimals
    listed.sort(key=lambda one: (-shown(one.rating, decimals), -one.rated_games))
    found: dict[int, int] = {}
    rank, last = 0, None
    for place, one in enumerate(listed, start=1):
        points = shown(one.rating, decimals)
        if points != last:
            rank, last = place, points
        found[one.player_id] = rank
    return found


def ranks_now(ladder: Ladder, rules: Rules, today: date) -> Mapping[int, int]:
    """The same of what is stored."""
    rows = Standing.objects.filter(ladder_id=ladder.pk).order_by("first_place")
    stored = list(rows.values_list("player_id", "rating", "rated_games", "last_rated_event__last_day"))
    never_rated = [] if rules.provisional_below else [row[0] for row in stored if row[3] is None]
    last_seen = _last_seen(ladder, never_rated)
    standings = (
        Stood(player, rating, games, day or last_seen.get(player)) for player, rating, games, day in stored
    )
    return ranks(standings, ladder, rules, today)


def months_before(day: date, months: int) -> date:
    """The same day of the month so many months earlier, or that month's last day where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _is_active(one: Stood, ladder: Ladder, today: date) -> bool:
    last_day = one.last_day or today
    if ladder.months_instead_of_days:  # the day of becoming inactive would tell the day of the event
        last_day = last_day.replace(day=monthrange(last_day.year, last_day.month)[1])
    return last_day >= months_before(today, ladder.inactive_after)


def _ordered(rows: list[LadderRow]) -> list[LadderRow]:
    """The rows come in the order of first appearance, which a stable sort keeps inside a tie."""
    return sorted(rows, key=lambda row: (-row.shown, -row.rated_games))


def _latest_changes(ladder: Ladder, standings: list[Any]) -> dict[int, int | Decimal]:
    """Player id -> shown change in the ladder's latest rated event, which is somebody's last one."""
    events = {
        (row.last_day, row.sequence, row.tie_break, row.last_rated_event_id)
        for row in standings
        if row.last_rated_event_id is not None
    }
    if not events:
        return {}
    *_order_key, latest = max(events)
    return {
        player_id: shown_change(before, after, ladder.shown_decimals)
        for player_id, before, after in RatingChange.objects.filter(event_id=latest).values_list(
            "player_id", "rating_before", "rating_after"
        )
    }


def _last_seen(ladder: Ladder, never_rated: list[int]) -> dict[int, date]:
    """Player id -> last day of the latest event of those who have no rated game yet."""
    if not never_rated:
        return {}
    rows = RatingChange.objects.filter(ladder_id=ladder.pk, player_id__in=never_rated)
    return dict(rows.values_list("player_id").annotate(Max("event__last_day")))
