"""New members of one list, or of one event, whose names resemble each other."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from ..matching import Registry, fold
from .errors import Refused

MOST_NAMESAKES = 10
"""Nobody can tell more people of one name apart, and each pair of them is put on record."""


def resembling(names: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places, the lesser first, whose names would be taken for one person's by the likely doubles.

    Raises Refused where more than `MOST_NAMESAKES` have one name.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        places[fold(name) or name].append(place)
    pairs: set[tuple[int, int]] = set()
    for alike in places.values():
        if len(alike) > MOST_NAMESAKES:
            raise Refused(
                "too_many_namesakes",
                _("“%(name)s” stands in the list %(count)d times. At most %(limit)d people of one name fit.")
                % {"name": names[alike[0]], "count": len(alike), "limit": MOST_NAMESAKES},
            )
        pairs.update(combinations(alike, 2))
    for double in Registry(enumerate(names)).doubles():
        one, other = sorted(double.players)
        pairs.add((one, other))
    return sorted(pairs)
