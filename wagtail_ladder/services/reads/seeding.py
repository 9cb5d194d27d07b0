"""Who may play in the next tournament, in the order in which a ladder seeds them."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ...engine import POINT, shown
from ...models import Ladder, Player, RatingChange, Standing
from ..inputs import load_rules, load_starts, rules_in_force
from .table import ladder_table


class SeedRow(NamedTuple):
    player_id: int | None
    """None for somebody who is no member yet."""
    rating: int
    shown: int | Decimal
    rated_games: int
    is_established: bool
    """Else the rating is provisional, or, without a rated game, the one that he would begin with."""
    is_active: bool
    """Whether he stands on the ladder, and is not listed as inactive there."""
    was_last: bool
    """Whether he was in the latest published event of the ladder."""


def seeding_rows(ladder: Ladder, today: date) -> list[SeedRow]:
    """All members of the club, highest rating first.

    The rating decides to the last digit, not as it is shown; of equal ones more rated games, then who
    appeared on the ladder first. Last among equals are those who have never appeared, as they came to the
    club. They have the start rating that an organiser gave them, or that of the rules of today.
    """
    table = ladder_table(ladder, today)
    stands = {row.player_id: row for row in table.rows}
    inactive = {row.player_id for row in table.inactive}
    places = dict(Standing.objects.filter(ladder_id=ladder.pk).values_list("player_id", "first_place"))
    starts = load_starts(ladder.pk)
    start = rules_in_force(load_rules(ladder.pk), today).start
    latest = _players_of_the_latest_event(ladder)
    members = Player.objects.filter(club_id=ladder.club_id, merged_into=None).order_by("pk")
    rows = []
    for player in members.values_list("pk", flat=True):
        stand = stands.get(player)
        rating = stand.rating if stand else starts.get(player, start) * POINT
        row = SeedRow(
            player_id=player,
            rating=rating,
            shown=shown(rating, ladder.shown_decimals),
            rated_games=stand.rated_games if stand else 0,
            is_established=stand is not None and not stand.games_to_go,
            is_active=stand is not None and player not in inactive,
            was_last=player in latest,
        )
        place = places.get(player)
        rows.append(((-rating, -row.rated_games, place is None, place or 0, player), row))
    rows.sort(key=lambda placed: placed[0])
    return [row for _place, row in rows]


def newcomer(ladder: Ladder, today: date) -> SeedRow:
    """Somebody who is no member yet."""
    rating = rules_in_force(load_rules(ladder.pk), today).start * POINT
    return SeedRow(None, rating, shown(rating, ladder.shown_decimals), 0, False, False, False)


def with_newcomers(rows: Iterable[SeedRow], newcomers: Iterable[SeedRow]) -> list[SeedRow]:
    """Last among those of equal rating, in the order in which they come."""
    return sorted([*rows, *newcomers], key=lambda row: -row.rating)


def _players_of_the_latest_event(ladder: Ladder) -> set[int]:
    changes = RatingChange.objects.filter(ladder_id=ladder.pk)
    latest = changes.order_by("-event__last_day", "-event__sequence", "-event__tie_break")
    return set(changes.filter(event=latest.values("event")[:1]).values_list("player_id", flat=True))
