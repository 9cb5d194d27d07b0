"""A player on one ladder: where he stands, his record, and every event he took part in."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ...engine import shown, shown_change
from ...models import Event, Ladder, RatingChange, Standing
from .table import LadderRow, ladder_table


@dataclass(frozen=True, slots=True)
class HistoryRow:
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
    peak: int | Decimal | None
    """Highest shown rating after an event in which he was, or became, established."""
    wins: int
    draws: int
    losses: int
    history: tuple[HistoryRow, ...]
    """Oldest event first."""


def player_profile(ladder: Ladder, player_id: int, today: date) -> Profile | None:
    """None for somebody who never sat in a pairing of a published event of the ladder."""
    table = ladder_table(ladder, today)
    row = next((row for row in table.rows if row.player_id == player_id), None)
    if row is None:
        return None
    standing = Standing.objects.get(ladder_id=ladder.pk, player_id=player_id)
    decimals = ladder.shown_decimals
    changes = (
        RatingChange.objects.filter(
            ladder_id=ladder.pk, player_id=player_id, event__status=Event.Status.PUBLISHED
        )
        .select_related("event")
        .order_by("event__last_day", "event__sequence", "event__tie_break")
    )
    return Profile(
        row=row,
        peak=None if standing.peak is None else shown(standing.peak, decimals),
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
        history=tuple(
            HistoryRow(
                event_public_id=change.event.public_id,
                event_name=change.event.name,
                last_day=change.event.last_day,
                shown_before=shown(change.rating_before, decimals),
                shown_after=shown(change.rating_after, decimals),
                change=shown_change(change.rating_before, change.rating_after, decimals),
                rated_games=change.games_after - change.games_before,
                provisional=change.games_after < table.provisional_below,
            )
            for change in changes
        ),
    )
