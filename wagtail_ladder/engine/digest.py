"""The fingerprint of a history: one digest per event, each over its event and the digest before it.

Equal digests mean equal inputs up to and including the event. The text that is hashed holds no floating
point, no names and no row numbers, and does not depend on the order in which games or events were listed.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from wagtail_ladder.engine.values import Event, Game, Player, Rules

VERSION = 1
"""Raise it when the same inputs give other numbers than before."""


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


NO_EVENTS = _hash(f"wagtail-ladder engine {VERSION}")
"""The digest of a ladder without events, and the beginning of every chain."""


_ROW = "%s %s %s %s %s %s %s %s"


def canonical(games: Sequence[Game]) -> tuple[Game, ...]:
    """The games in one order, whatever order they were listed in: by round, board and so on, None first."""
    try:
        return tuple(sorted(games))
    except TypeError:  # some boards are numbered and some are not
        return tuple(sorted(games, key=_none_first))


def _none_first(game: Game) -> tuple[object, ...]:
    return *((value is not None, value or 0) for value in game[:6]), game.kind, str(game.unrated)


def chained(
    previous: str, event: Event, games: Sequence[Game], rules: Rules, starts: Mapping[Player, int]
) -> str:
    """The digest of an event. `games` in canonical order; `starts` are the given start ratings it uses."""
    return _hash(
        "\n".join(
            [
                previous,
                f"{event.day.isoformat()} {event.sequence} {event.id} {event.unrated} {bool(event.waiting)}",
                f"{rules.start} {rules.k_bands} {rules.provisional_below}",
                f"{sorted(starts.items())}",
                *map(_ROW.__mod__, games),
            ]
        )
    )
