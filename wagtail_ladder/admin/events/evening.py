"""What an evening itself says about its names: who met whom, and which name stands there twice."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from ...kinds import Kind
from ...matching import fold
from ...models import Entry, Event

_PLAYED = frozenset({Kind.PLAYED, Kind.PLAYED_UNRATED})
_NOBODY_SITS = frozenset({Kind.BYE_ZERO, Kind.NOT_PAIRED})


class Evening:
    """All entries of an event, and its pairings: one query for these."""

    def __init__(self, event: Event, entries: Sequence[Entry]) -> None:
        self._entries = {entry.pk: entry for entry in entries}
        self._opponents: dict[int, dict[int, None]] = defaultdict(dict)
        self._rounds: dict[int, set[int]] = defaultdict(set)
        seats = event.games.order_by("round", "board", "pk").values_list(
            "round", "kind", "white_id", "black_id"
        )
        for round_, kind, white, black in seats:
            for seat, other in ((white, black), (black, white)):
                if seat is None or kind in _NOBODY_SITS:
                    continue
                if round_ is not None:
                    self._rounds[seat].add(round_)
                if other is not None and kind in _PLAYED:
                    self._opponents[seat][other] = None
        self._called: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._called[fold(entry.typed_name)].append(entry)

    def opponents(self, entry: Entry) -> list[str]:
        """Whom the entry really played, as typed, in the order of the rounds, each once."""
        return [self._entries[other].typed_name for other in self._opponents.get(entry.pk, ())]

    def namesakes(self, entry: Entry, limit: int | None = None) -> list[Entry]:
        """The other entries under the same name that may be the same person, all or the first ones.

        Whom it met, and who sat in one round with it, is somebody else; so is who was parted from it.
        """
        others = self._called[fold(entry.typed_name)]
        return list(islice((other for other in others if self._may_be_one(entry, other)), limit))

    def can_be_one(self, entry: Entry, other: Entry) -> bool:
        """Whether the two never met, nor sat in one round."""
        return other.pk not in self._opponents.get(entry.pk, ()) and self._rounds[entry.pk].isdisjoint(
            self._rounds[other.pk]
        )

    def _may_be_one(self, entry: Entry, other: Entry) -> bool:
        return _first_of(entry) != _first_of(other) and self.can_be_one(entry, other)


def _first_of(entry: Entry) -> int:
    return entry.part_of_id or entry.pk
