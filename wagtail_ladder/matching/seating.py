"""The names of one evening: one player cannot sit down twice."""

import heapq
from collections.abc import Container, Iterator, Sequence
from typing import Generic

from .judging import Judged, not_strong
from .suggestions import Player, Suggestion

_HARDLY_WORSE = 6
"""The difference of costs that a father's name makes, or a mark like Jr.: both names may be the player's."""


class Waiting(Generic[Player]):
    """The places of a sheet that bear one name, and the fits that are left for them, best first."""

    def __init__(self, judged: Judged[Player], places: Sequence[int], taken: Container[Player]) -> None:
        self.judged = judged
        self.places = places
        self._open = [number for number, fit in enumerate(judged.fits) if fit.player not in taken]
        self._seated: list[int] = []
        """For each place that has a player: which of the open fits is his."""
        self._next = 0

    @property
    def place(self) -> int:
        """The first place that has no player yet."""
        return self.places[len(self._seated)]

    @property
    def is_over(self) -> bool:
        return len(self._seated) == len(self.places) or self._next == len(self._open)

    @property
    def cost(self) -> int:
        return self.judged.fits[self._open[self._next]].cost

    @property
    def player(self) -> Player:
        return self.judged.fits[self._open[self._next]].player

    def sit(self) -> None:
        self._seated.append(self._next)

    def go_on(self) -> None:
        """The player sits elsewhere: none of the places left will have him."""
        self._next += 1

    def suggestions(self, limit: int) -> Iterator[tuple[int, list[Suggestion[Player]]]]:
        """(place, suggestions): who sits there first, then those behind him. None where nobody is left."""
        for place, first in zip(self.places, self._seated, strict=False):
            yield place, [self.judged.suggestion(number) for number in self._open[first : first + limit]]


def seated(names: Sequence[Waiting[Player]], limit: int) -> Iterator[tuple[int, list[Suggestion[Player]]]]:
    """(place, suggestions) for each place that has any. Who is claimed twice sits where he fits better.

    Where another name fits him as well, or hardly worse, he is STRONG at neither.
    """
    claims = [(name.cost, name.place, number) for number, name in enumerate(names) if not name.is_over]
    heapq.heapify(claims)
    kept: dict[Player, tuple[int, int]] = {}
    doubted: set[int] = set()
    while claims:
        cost, place, number = heapq.heappop(claims)
        name = names[number]
        best_cost, best_place = kept.setdefault(name.player, (cost, place))
        if best_place == place:
            name.sit()
        else:
            if cost - best_cost <= _HARDLY_WORSE:
                doubted.add(best_place)
            name.go_on()
        if not name.is_over:
            heapq.heappush(claims, (name.cost, name.place, number))
    for name in names:
        for place, suggestions in name.suggestions(limit):
            if place in doubted:
                suggestions[:1] = map(not_strong, suggestions[:1])
            yield place, suggestions
