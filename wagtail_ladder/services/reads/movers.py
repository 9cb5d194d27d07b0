"""The movers of an event: who gained most. No list of losses: nobody is on show for a bad evening."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

from ...engine import shown, shown_change
from ...models import Event, RatingChange
from ..lot import by_lot


@dataclass(frozen=True, slots=True)
class Mover:
    player_id: int
    shown_before: int | Decimal
    shown_after: int | Decimal
    change: int | Decimal
    """As shown; above zero."""


def movers(event: Event, decimals: int, limit: int = 3) -> tuple[Mover, ...]:
    """The biggest gains of a published event, biggest first: about `limit` (see `biggest_gains`).

    Nobody where the event waits for names, or is not rated.
    """
    return biggest_gains(event, RatingChange.objects.filter(event=event), decimals, limit)


def biggest_gains(event: Event, changes: Iterable[Any], decimals: int, limit: int) -> tuple[Mover, ...]:
    """Of the `changes` of the event, those of the `limit` biggest gains, and whoever gained as much.

    Where that would be more than twice as many, nobody of those stands out: they are left out, all of them.
    Equal gains are in an order drawn by lot.
    """
    gains = [mover for change in changes if (mover := _mover(change, decimals)).change > 0]
    drawn = by_lot(event.tie_break)
    gains.sort(key=lambda mover: (-mover.change, drawn(mover.player_id)))
    found: list[Mover] = []
    for _gain, alike in groupby(gains, key=lambda mover: mover.change):
        together = [*found, *alike]
        if len(found) >= limit or len(together) > 2 * limit:
            break
        found = together
    return tuple(found)


def _mover(change: Any, decimals: int) -> Mover:
    return Mover(
        player_id=change.player_id,
        shown_before=shown(change.rating_before, decimals),
        shown_after=shown(change.rating_after, decimals),
        change=shown_change(change.rating_before, change.rating_after, decimals),
    )
