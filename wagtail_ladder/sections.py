"""A seeding list cut into sections of about one size, where the players differ most.

The cuts are the best there are, found by dynamic programming over "so many sections from this player on".
What is better, the first that decides:

1. where even sizes are wished (nobody sits out in an even section), fewer sections of odd size;
2. fewer cuts between two players of the same rating;
3. more points between the neighbours whom the cuts part, all cuts added up;
4. more equal sizes (the smaller sum of their squares);
5. the larger sections further up, so that one list has one answer.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

SMALLEST = 2
"""Players of a section: one alone has no game."""


class Sizes(NamedTuple):
    """How many players a section may have."""

    least: int
    most: int


class NotEnoughPlayers(ValueError):
    """`most` sections can be made at most."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} sections")
        self.most = most


def count_for(players: int, size: int) -> int:
    """Into how many sections players go of which each has about `size`: the nearest, of two the fewer."""
    most = max(1, players // SMALLEST)
    return min(range(1, most + 1), key=lambda count: (abs(Fraction(players, count) - size), count))


def sizes_around(players: int, count: int) -> Sizes:
    """A quarter below and above the even share; the even share itself always fits."""
    return Sizes(max(SMALLEST, 3 * players // (4 * count)), ceil(5 * players / (4 * count)))


def divide(ratings: Sequence[int], count: int, *, even: bool = False) -> list[int]:
    """The sizes of `count` sections, from the top; they add up to the number of players.

    `ratings` come in the order of the seeding list, highest first, in any unit. Raises NotEnoughPlayers.
    """
    players = len(ratings)
    if count <= 1:
        return [players]
    if players < SMALLEST * count:
        raise NotEnoughPlayers(max(1, players // SMALLEST))
    sizes = sizes_around(players, count)
    # below[first] = how good the best division of the players from `first` on is, and its first size.
    below: dict[int, tuple[_Cost, int]] = {players: (_NOTHING, 0)}
    steps = []
    for left in range(count - 1, -1, -1):
        above = range(left * sizes.least, min(left * sizes.most, players) + 1)
        below = {first: best for first in above if (best := _best(ratings, first, sizes, below, even))}
        steps.append(below)
    found, first = [], 0
    for step in reversed(steps):
        found.append(step[first][1])
        first += found[-1]
    return found


class _Cost(NamedTuple):
    odd: int
    equals: int
    gaps: int
    squares: int


_NOTHING = _Cost(0, 0, 0, 0)


def _best(
    ratings: Sequence[int], first: int, sizes: Sizes, below: dict[int, tuple[_Cost, int]], even: bool
) -> tuple[_Cost, int] | None:
    """Of the sizes that a section from `first` on may have, the best one, and the cost with what follows."""
    best = None
    for size in range(sizes.most, sizes.least - 1, -1):  # of two that are as good, the larger stays
        end = first + size
        if end not in below:
            continue
        rest = below[end][0]
        gap = ratings[end - 1] - ratings[end] if end < len(ratings) else None
        cost = _Cost(
            rest.odd + (size % 2 if even else 0),
            rest.equals + (gap == 0),
            rest.gaps - (gap or 0),
            rest.squares + size * size,
        )
        if best is None or cost < best[0]:
            best = cost, size
    return best
