"""The ladder as a table: who is ranked, who is provisional, who is inactive, as of a day."""

from calendar import monthrange
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Case, Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from ...engine import Rules, shown, shown_change
from ...models import Ladder, RatingChange, RuleSet, Standing


class Came(Enum):
    """How somebody came to stand where he stands, by the ladder's latest rated event."""

    NEW = "new"
    """He has no earlier rated game."""
    RANKED = "ranked"
    """He was provisional before."""
    BACK = "back"
    """He was inactive before."""


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
    places: int | None
    """Places won by the ladder's latest rated event, below zero lost. None for who has or had no rank."""
    came: Came | None
    """Of the ranked who had no rank before that event, and of the provisional whose first one it was."""
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
    replayed: tuple[datetime, int] | None
    """When the replay was that the rows are of, and from how many games. None on an empty ladder."""

    @property
    def rows(self) -> tuple[LadderRow, ...]:
        return self.established + self.provisional + self.inactive

    def of(self, players: Container[int]) -> "LadderTable":
        """The rows of these alone, as they stand: who lost his place past the verbs has no name to show."""
        return replace(
            self,
            established=tuple(row for row in self.established if row.player_id in players),
            provisional=tuple(row for row in self.provisional if row.player_id in players),
            inactive=tuple(row for row in self.inactive if row.player_id in players),
        )


_COLUMNS = (
    "player_id", "rating", "rated_games", "played_games", "peak", "wins", "draws", "losses",
    "last_rated", "last_seen", "before", "after", "games_before", "games_after", "active_before",
    "provisional_below", "replayed_at", "ladder__replayed_games",
)  # fmt: skip


def ladder_table(ladder: Ladder, today: date) -> LadderTable:
    """Everybody on the ladder, in the order of the page.

    Established players are ordered by shown rating; inside a tie by rated games, then by first appearance.
    Inactive is who has no rated game since the day `ladder.inactive_after` months before `today`, on a ladder
    that shows months since the end of that month.
    """
    standings = _everything(ladder, today)
    provisional_below = standings[0].provisional_below if standings else Rules().provisional_below
    stood = [
        Stood(row.player_id, row.rating, row.rated_games, row.last_rated or row.last_seen)
        for row in standings
    ]
    ranked = ranks(stood, ladder, provisional_below, today)
    ranked_before = _ranks_before(standings, stood, ladder, provisional_below, today)
    since = _active_since(ladder, today)
    rows, provisional, inactive = {}, [], []
    for standing, one in zip(standings, stood, strict=True):
        rank, before = ranked.get(standing.player_id), ranked_before.get(standing.player_id)
        row = LadderRow(
            player_id=standing.player_id,
            rank=rank,
            rating=standing.rating,
            shown=shown(standing.rating, ladder.shown_decimals),
            rated_games=standing.rated_games,
            played_games=standing.played_games,
            games_to_go=max(0, provisional_below - standing.rated_games),
            change=None
            if standing.before is None
            else shown_change(standing.before, standing.after, ladder.shown_decimals),
            places=None if rank is None or before is None else before - rank,
            came=_came(standing, rank, provisional_below) if ranked_before and before is None else None,
            last_rated=standing.last_rated,
            peak=None if standing.peak is None else shown(standing.peak, ladder.shown_decimals),
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
        )
        rows[row.player_id] = row
        if (one.last_day or today) < since:
            inactive.append(row)
        elif row.games_to_go:
            provisional.append(row)
    return LadderTable(
        established=tuple(rows[player] for player in ranked),
        provisional=tuple(_ordered(provisional)),
        inactive=tuple(_ordered(inactive)),
        provisional_below=provisional_below,
        replayed=(standings[0].replayed_at, standings[0].ladder__replayed_games) if standings else None,
    )


def row_of(ladder: Ladder, player_id: int, today: date) -> tuple[LadderRow, int] | None:
    """One player's row without what the latest event did, and how many rated games make established.

    Far cheaper than the table: for the page of a player, which asks for much else.
    """
    columns = (
        "player_id", "rating", "rated_games", "last_rated", "last_seen",
        "provisional_below", "played_games", "peak", "wins", "draws", "losses",
    )  # fmt: skip
    provisional_below = _provisional_below(ladder, today)
    standings = _standings(ladder).annotate(provisional_below=provisional_below).values_list(*columns)
    found, stood = None, []
    for standing in standings:
        player, rating, games, rated, seen, *_others = standing
        stood.append(Stood(player, rating, games, rated or seen))
        if player == player_id:
            found = standing
    if found is None:
        return None
    _player, rating, games, last_rated, _seen, below, played, peak, wins, draws, losses = found
    row = LadderRow(
        player_id=player_id,
        rank=ranks(stood, ladder, below, today).get(player_id),
        rating=rating,
        shown=shown(rating, ladder.shown_decimals),
        rated_games=games,
        played_games=played,
        games_to_go=max(0, below - games),
        change=None,
        places=None,
        came=None,
        last_rated=last_rated,
        peak=None if peak is None else shown(peak, ladder.shown_decimals),
        wins=wins,
        draws=draws,
        losses=losses,
    )
    return row, below


def _ranks_before(
    standings: list[Any], stood: list["Stood"], ladder: Ladder, provisional_below: int, today: date
) -> Mapping[int, int]:
    """The ranks of today without the ladder's latest rated event: by it alone did ratings and games change.

    No replay is needed for that. Who stays away becomes inactive by the calendar and not by an event, so that
    both ranks are those of one day, and nobody wins a place by it.
    """
    seen = _last_seen_before(ladder) if provisional_below == 0 else {}
    before = []
    for standing, one in zip(standings, stood, strict=True):
        rating = standing.rating if standing.before is None else standing.before
        games, last_day = _games_before(standing), one.last_day
        if games == 0:
            last_day = seen.get(one.player_id, date.min)
        elif standing.active_before is not None:
            last_day = today if standing.active_before else date.min
        before.append(Stood(one.player_id, rating, games, last_day))
    return ranks(before, ladder, provisional_below, today)


def _games_before(standing: Any) -> int:
    games: int = standing.rated_games if standing.games_before is None else standing.games_before
    return games


def _came(standing: Any, rank: int | None, provisional_below: int) -> Came | None:
    games = _games_before(standing)
    if games == 0:
        return Came.NEW if rank is not None or standing.rated_games else None
    if rank is None:
        return None
    return Came.RANKED if games < provisional_below else Came.BACK


class Stood(NamedTuple):
    """What the rank of a player depends on."""

    player_id: int
    rating: int
    rated_games: int
    last_day: date | None
    """Of his last rated event; of one without a rated game that of his last event."""


def ranks(
    standings: Iterable[Stood], ladder: Ladder, provisional_below: int, today: date
) -> Mapping[int, int]:
    """Player id -> rank, of the established and active alone, in the order of the page: 1, 2, 2, 4.

    `standings` come in the order of first appearance, which a stable sort keeps inside a tie.
    """
    since = _active_since(ladder, today)
    listed = [
        (-shown(one.rating, ladder.shown_decimals), -one.rated_games, one.player_id)
        for one in standings
        if one.rated_games >= provisional_below and (one.last_day or today) >= since
    ]
    listed.sort(key=lambda row: row[:2])
    found: dict[int, int] = {}
    rank, last = 0, None
    for place, (points, _games, player_id) in enumerate(listed, start=1):
        if points != last:
            rank, last = place, points
        found[player_id] = rank
    return found


def ranks_now(ladder: Ladder, provisional_below: int, today: date) -> Mapping[int, int]:
    """The same of what is stored."""
    stored = _standings(ladder).values_list("player_id", "rating", "rated_games", "last_rated", "last_seen")
    standings = (Stood(player, rating, games, rated or seen) for player, rating, games, rated, seen in stored)
    return ranks(standings, ladder, provisional_below, today)


def months_before(day: date, months: int) -> date:
    """The same day of the month so many months earlier, or that month's last day where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _active_since(ladder: Ladder, today: date) -> date:
    """Whoever has a rated game of this day or later is active."""
    since = months_before(today, ladder.inactive_after)
    # Where months are shown, the day of becoming inactive would tell the day of the event.
    return since.replace(day=1) if ladder.months_instead_of_days else since


def _ordered(rows: list[LadderRow]) -> list[LadderRow]:
    """The rows come in the order of first appearance, which a stable sort keeps inside a tie."""
    return sorted(rows, key=lambda row: (-row.shown, -row.rated_games))


def _standings(ladder: Ladder) -> QuerySet[Any]:
    """In the order of first appearance, each with the day of his last rated event, or of his last one."""
    standings = Standing.objects.filter(ladder_id=ladder.pk).order_by("first_place")
    return standings.annotate(last_rated=F("last_rated_event__last_day"), last_seen=_last_seen())


@cache  # every page for visitors asks for it
def _last_seen() -> Case:
    """Of those who have no rated game yet, the last day of their latest event."""
    changes = RatingChange.objects.filter(ladder=OuterRef("ladder"), player=OuterRef("player")).order_by()
    latest = changes.values("player").annotate(last=Max("event__last_day")).values("last")
    return Case(When(last_rated_event=None, then=Subquery(latest)))


def _everything(ladder: Ladder, today: date) -> list[Any]:
    """All that the table is made of, by one statement, and so of one replay, which it names.

    A page for visitors has few statements to spare.
    """
    in_the_latest = Q(player__changes__event=Subquery(_latest_event(ladder)))
    rows = _standings(ladder).annotate(
        change=FilteredRelation("player__changes", condition=in_the_latest),
        before=F("change__rating_before"),
        after=F("change__rating_after"),
        games_before=F("change__games_before"),
        games_after=F("change__games_after"),
        active_before=_active_before(ladder, today),
        provisional_below=_provisional_below(ladder, today),
        replayed_at=Case(When(first_place=1, then=F("ladder__replayed_at"))),
    )
    return list(rows.values_list(*_COLUMNS, named=True))


def _active_before(ladder: Ladder, today: date) -> Case:
    """Of those who had a rated game in the latest event: whether they would be active without it."""
    rated = RatingChange.objects.filter(
        ladder=ladder.pk,
        player=OuterRef("player"),
        games_after__gt=F("games_before"),
        event__last_day__gte=_active_since(ladder, today),
    ).exclude(event=OuterRef("change__event"))
    return Case(When(change__games_after__gt=F("change__games_before"), then=Exists(rated)))


def _last_seen_before(ladder: Ladder) -> dict[int, date]:
    """Who was on the ladder before its latest rated event, rated or not -> the last day of his last event."""
    latest = _latest_event(ladder).values_list(*(f"last_rated_event__{field}" for field in _ORDER)).first()
    if latest is None:
        return {}
    last_day, sequence, tie_break = latest
    earlier = Q(event__last_day__lt=last_day) | Q(event__last_day=last_day) & (
        Q(event__sequence__lt=sequence) | Q(event__sequence=sequence, event__tie_break__lt=tie_break)
    )
    changes = RatingChange.objects.filter(earlier, ladder=ladder).values("player_id")
    return dict(changes.annotate(last=Max("event__last_day")).values_list("player_id", "last"))


_ORDER = ("last_day", "sequence", "tie_break")


def _latest_event(ladder: Ladder) -> QuerySet[Standing, Any]:
    """The ladder's latest rated event, which is somebody's last one."""
    rated = Standing.objects.filter(ladder_id=ladder.pk, last_rated_event__isnull=False)
    return rated.order_by(*(f"-last_rated_event__{field}" for field in _ORDER)).values("last_rated_event")[:1]


def _rules(ladder: Ladder, day: date) -> QuerySet[RuleSet]:
    """Those of the ladder that are in force on the day, and before them the earlier ones."""
    begun = RuleSet.objects.filter(Q(from_date=None) | Q(from_date__lte=day), ladder_id=ladder.pk)
    return begun.order_by(F("from_date").desc(nulls_last=True))


def _provisional_below(ladder: Ladder, day: date) -> Coalesce:
    """By the rules of the day; as on a new ladder where there are none, which only raw deletion does."""
    in_force = _rules(ladder, day).values("provisional_below")[:1]
    return Coalesce(Subquery(in_force), Rules().provisional_below)
