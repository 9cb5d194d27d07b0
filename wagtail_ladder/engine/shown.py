"""Nanopoints as people read them."""

from decimal import Decimal
from typing import Literal, overload

from wagtail_ladder.engine.values import POINT, Nanopoints


@overload
def shown(rating: Nanopoints, decimals: Literal[0] = 0) -> int: ...
@overload
def shown(rating: Nanopoints, decimals: int) -> int | Decimal: ...
def shown(rating: Nanopoints, decimals: int = 0) -> int | Decimal:
    """A rating in points, rounded half away from zero: an int, or a Decimal of so many decimals (up to 9)."""
    unit = POINT // 10**decimals
    size = (abs(rating) + unit // 2) // unit
    scaled = size if rating >= 0 else -size
    return scaled if decimals == 0 else Decimal(scaled).scaleb(-decimals)


@overload
def shown_change(before: Nanopoints, after: Nanopoints, decimals: Literal[0] = 0) -> int: ...
@overload
def shown_change(before: Nanopoints, after: Nanopoints, decimals: int) -> int | Decimal: ...
def shown_change(before: Nanopoints, after: Nanopoints, decimals: int = 0) -> int | Decimal:
    """The difference of the two ratings as shown, so that a reader can add it up on the page."""
    return shown(after, decimals) - shown(before, decimals)
