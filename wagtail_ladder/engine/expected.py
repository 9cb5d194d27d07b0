"""The expected score: 1 / (1 + 10 ^ ((opponent - own) / 400)), to nine decimals, on every machine alike.

The power function of the C library differs in its last bits from one system to the next, so it is not
used. 10 ^ (-gap / 400) is the product of a table entry for the whole points of the gap and a polynomial
for the rest. The table is made in decimal arithmetic, which is exact by specification, and everything
after it is IEEE 754 addition, multiplication and division, which are correctly rounded.
"""

from decimal import Decimal, localcontext

from wagtail_ladder.engine.values import POINT, Billionths, Nanopoints

_ONE_POINT = Decimal("0.99426007395295665683294593083")  # 10 ** (-1 / 400)
_FARTHEST = 3800
"""Whole points beyond which nine decimals of the better player's expectation are all nines."""


def _powers() -> tuple[float, ...]:
    """10 ** (-points / 400) for every whole number of points up to the farthest."""
    with localcontext(prec=50):
        value, powers = Decimal(1), []
        for _ in range(_FARTHEST + 1):
            powers.append(float(value))
            value *= _ONE_POINT
    return tuple(powers)


_POWERS = _powers()
# Taylor's series of 10 ** (-x / 400) for 0 <= x < 1; the first term left out is below 6e-14.
_C1, _C2, _C3, _C4 = (
    -0.005756462732485115,
    1.6568431595244994e-05,
    -3.1791853004585566e-08,
    4.5752154254385426e-11,
)


def expected_score(own: Nanopoints, opponent: Nanopoints) -> Billionths:
    """What a player should score against this opponent, rounded half up to a billionth.

    Computed for the higher rated; the other expects the exact rest, so that both add up to one game.
    """
    gap = (own - opponent) / 1e9
    if gap < 0.0:
        gap = -gap
    whole = int(gap)
    if whole > _FARTHEST:
        higher = POINT
    else:
        x = gap - whole
        odds = _POWERS[whole] * (1.0 + x * (_C1 + x * (_C2 + x * (_C3 + x * _C4))))
        higher = int(1e9 / (1.0 + odds) + 0.5)
    return higher if own >= opponent else POINT - higher
