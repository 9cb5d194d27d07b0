"""What an evening itself says about its names: who met whom, and which name stands there twice."""

from collections import defaultdict
from collections.abc import Sequence

from ...kinds import Kind
from ...matching import fold
from ...models import Entry, Event, Game

_PLAYED = frozenset({Kind.PLAYED, Kind.PLAYED_UNRATED})
_NOBODY_SITS = frozenset({Kind.BYE_ZERO, Kind.NOT_PAIRED})


class Evening:
    """All entries of an event, and its pairings: one query for these."""

    def __init__(self, event: Event, entries: Sequence[Entry]) -> None:
        self._entries = {entry.pk: entry for entry in entries}
        self._opponents: dict[int, dict[int, None]] = defaultdict(dict)
        self._rounds: dict[int, set[int | None]] = defaultdict(set)
        self._games = list(event.games.order_by("round", "board", "pk"))
        for game in self._games:
            for seat, other in ((game.white_id, game.black_id), (game.black_id, game.white_id)):
                if seat is None or game.kind in _NOBODY_SITS:
                    continue
                self._rounds[seat].add(game.round)
                if other is not None and game.kind in _PLAYED:
                    self._opponents[seat][other] = None
        self._called: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._called[fold(entry.typed_name)].append(entry)

    def opponents(self, entry: Entry) -> list[str]:
        """Whom the entry really played, as typed, in the order of the rounds, each once."""
        return [self._entries[other].typed_name for other in self._opponents.get(entry.pk, ())]

    def games_of(self, entry: Entry) -> list[Game]:
        """All its pairings, byes and absences included, in the order of the rounds."""
        return [game for game in self._games if entry.pk in (game.white_id, game.black_id)]

    def namesakes(self, entry: Entry) -> list[Entry]:
        """The other entries under the same name that may be the same person.

        Who sat in one round with it is somebody else, and so is who was parted from it by hand.
        """
        return [
            other
            for other in self._called[fold(entry.typed_name)]
            if other is not entry
            and self._rounds[entry.pk].isdisjoint(self._rounds[other.pk])
            and _first_of(entry) != _first_of(other)
        ]


def _first_of(entry: Entry) -> int:
    return entry.part_of_id or entry.pk
