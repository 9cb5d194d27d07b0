"""A player on one ladder: where he stands, and every event he took part in."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ...engine import shown
from ...models import Event, Ladder, RatingChange
from .table import LadderRow, ladder_table


class HistoryRow(NamedTuple):
    event_id: int
    event_public_id: str
    event_name: str
    last_day: date
    tie_break: int
    unrated: str
    rating_before: int
    """Nanopoints."""
    rating_after: int
    games_before: int
    """Rated games before the event."""
    shown_before: int | Decimal
    shown_after: int | Decimal
    change: int | Decimal
    rated_games: int
    """Games of the event that were rated for him."""
    provisional: bool
    """Still provisional after the event, by the rules of today."""


@dataclass(frozen=True, slots=True)
class Profile:
    row: LadderRow
    """His line of the ladder table."""
    history: tuple[HistoryRow, ...]
    """Oldest event first."""


def player_profile(ladder: Ladder, player_id: int, today: date) -> Profile | None:
    """None for somebody who never sat in a pairing of a published event of the ladder."""
    table = ladder_table(ladder, today)
    row = next((row for row in table.rows if row.player_id == player_id), None)
    if row is None:
        return None
    return Profile(row, tuple(history_of(ladder, player_id, table.provisional_below)))


def history_of(ladder: Ladder, player_id: int, provisional_below: int) -> Iterator[HistoryRow]:
    """Oldest event first. `provisional_below` is that of the rules of today."""
    changes = (
        RatingChange.objects.filter(
            ladder_id=ladder.pk, player_id=player_id, event__status=Event.Status.PUBLISHED
        )
        .order_by("event__last_day", "event__sequence", "event__tie_break")
        .values_list(
            "event_id", "event__public_id", "event__name", "event__last_day", "event__tie_break",
            "event__unrated", "rating_before", "rating_after", "games_before", "games_after",
        )
    )  # fmt: skip
    decimals, rating_then = ladder.shown_decimals, None
    shown_then: int | Decimal = 0
    for event_id, public_id, name, last_day, tie_break, unrated, before, after, *games in changes:
        # Nearly always it is the rating after the event before.
        shown_before = shown_then if before == rating_then else shown(before, decimals)
        rating_then, shown_then = after, shown(after, decimals)
        games_before, games_after = games
        yield HistoryRow(
            event_id=event_id,
            event_public_id=public_id,
            event_name=name,
            last_day=last_day,
            tie_break=tie_break,
            unrated=unrated,
            rating_before=before,
            rating_after=after,
            games_before=games_before,
            shown_before=shown_before,
            shown_after=shown_then,
            change=shown_then - shown_before,
            rated_games=games_after - games_before,
            provisional=games_after < provisional_below,
        )
