"""A player on one ladder: where he stands, his record, and every event he took part in."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ...engine import shown
from ...models import Event, Ladder, RatingChange
from .table import LadderRow, ladder_table


class HistoryRow(NamedTuple):
    event_public_id: str
    event_name: str
    last_day: date
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
    return Profile(row, tuple(_history(ladder, player_id, table.provisional_below)))


def _history(ladder: Ladder, player_id: int, provisional_below: int) -> Iterator[HistoryRow]:
    changes = (
        RatingChange.objects.filter(
            ladder_id=ladder.pk, player_id=player_id, event__status=Event.Status.PUBLISHED
        )
        .order_by("event__last_day", "event__sequence", "event__tie_break")
        .values_list(
            "event__public_id", "event__name", "event__last_day",
            "rating_before", "rating_after", "games_before", "games_after",
        )
    )  # fmt: skip
    for public_id, name, last_day, before, after, games_before, games_after in changes:
        shown_before, shown_after = (shown(rating, ladder.shown_decimals) for rating in (before, after))
        yield HistoryRow(
            event_public_id=public_id,
            event_name=name,
            last_day=last_day,
            shown_before=shown_before,
            shown_after=shown_after,
            change=shown_after - shown_before,
            rated_games=games_after - games_before,
            provisional=games_after < provisional_below,
        )
