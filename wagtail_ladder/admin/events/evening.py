"""What an evening itself says about its names: who met whom, and which name stands there twice."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice

from ...kinds import Kind
from ...matching import fold
from ...models import Entry, Event

PLAYED = frozenset({Kind.PLAYED, Kind.PLAYED_UNRATED})
_NOBODY_SITS = frozenset({Kind.BYE_ZERO, Kind.NOT_PAIRED})


def told_apart(entries: Iterable[Entry]) -> dict[int, str]:
    """Entry id -> the name as typed, behind its number where another looks the same."""
    entries = list(entries)
    times = Counter(fold(entry.typed_name) for entry in entries)
    return {
        entry.pk: entry.typed_name
        if times[fold(entry.typed_name)] == 1
        else f"{entry.number} {entry.typed_name}"
        for entry in entries
    }


class Evening:
    """All entries of an event, and its pairings: one query for these."""

    def __init__(self, event: Event, entries: Sequence[Entry]) -> None:
        self._labels = told_apart(entries)
        self._opponents: dict[int, dict[int, None]] = defaultdict(dict)
        self._rounds: dict[int, set[int]] = defaultdict(set)
        self._seats: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
        seats = event.games.order_by("round", "board", "pk").values_list(
            "round", "kind", "white_id", "black_id"
        )
        for round_, kind, white, black in seats:
            for seat, other in ((white, black), (black, white)):
                if seat is None or kind in _NOBODY_SITS:
                    continue
                if round_ is not None:
                    self._rounds[seat].add(round_)
                    self._seats[seat].append((round_, other))
                if other is not None and kind in PLAYED:
                    self._opponents[seat][other] = None
        self._called: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._called[fold(entry.typed_name)].append(entry)

    def opponents(self, entry: Entry) -> list[str]:
        """Whom the entry really played, as `told_apart`, in the order of the rounds, each once."""
        return [self._labels[other] for other in self._opponents.get(entry.pk, ())]

    def seats(self, entry: Entry) -> list[tuple[int, str]]:
        """The rounds in which the entry sat, each with the opponent as `told_apart`, "" for none."""
        return [
            (round_, self._labels[other] if other else "") for round_, other in self._seats.get(entry.pk, ())
        ]

    def twins(self, entry: Entry) -> list[tuple[Entry, list[int]]]:
        """The other entries under the same name that sat in a round with it, and in which rounds.

        They are two people, and which seat is whose may be a guess: a list of results has names alone, and an
        editor has two equal names to tap.
        """
        others = (
            (other, self._rounds[entry.pk] & self._rounds[other.pk]) for other in self._same_name(entry)
        )
        return [(other, sorted(rounds)) for other, rounds in others if rounds]

    def namesakes(self, entry: Entry, limit: int | None = None) -> list[Entry]:
        """The other entries under the same name that may be the same person, all or the first ones.

        Whom it met, and who sat in one round with it, is somebody else; so is who was parted from it.
        """
        others = (other for other in self._same_name(entry) if self.can_be_one(entry, other))
        return list(islice((other for other in others if _first_of(entry) != _first_of(other)), limit))

    def stands_twice(self, entry: Entry) -> bool:
        """Whether another entry has the same name, be it the same person or somebody else."""
        return bool(self._same_name(entry))

    def can_be_one(self, entry: Entry, other: Entry) -> bool:
        """Whether the two never met, nor sat in one round."""
        return other.pk not in self._opponents.get(entry.pk, ()) and self._rounds[entry.pk].isdisjoint(
            self._rounds[other.pk]
        )

    def _same_name(self, entry: Entry) -> list[Entry]:
        return [other for other in self._called[fold(entry.typed_name)] if other.pk != entry.pk]


def _first_of(entry: Entry) -> int:
    return entry.part_of_id or entry.pk
