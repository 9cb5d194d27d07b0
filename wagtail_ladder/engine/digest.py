"""The fingerprint of a history: one digest per event, each over its event and the digest before it.

Equal digests mean equal inputs up to and including the event. The text that is hashed holds no floating
point, no names and no row numbers, and does not depend on the order in which games or events were listed.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from wagtail_ladder.engine.values import Event, Game, Player, Rules

VERSION = 1
"""Raise it when the same inputs give other numbers than before."""

_ROW = "%s %s %s %s %s %s %s %s"


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


NO_EVENTS = _hash(f"wagtail-ladder engine {VERSION}")
"""The digest of a ladder without events, and the beginning of every chain."""


def canonical(games: Sequence[Game]) -> tuple[list[str], tuple[Game, ...]]:
    """Each game as a line of text, and the games themselves, in the order of these lines."""
    pairs = sorted(zip(map(_ROW.__mod__, games), games, strict=True))
    return [row for row, _ in pairs], tuple(game for _, game in pairs)


def chained(
    previous: str, event: Event, rows: Sequence[str], rules: Rules, starts: Mapping[Player, int]
) -> str:
    """The digest of an event. `starts` are the given start ratings that it uses, in points."""
    return _hash(
        "\n".join(
            [
                previous,
                f"{event.day.isoformat()} {event.sequence} {event.id} {event.unrated} {event.waiting}",
                f"{rules.start} {rules.k_bands} {rules.provisional_below}",
                " ".join(f"{player}:{starts[player]}" for player in sorted(starts)),
                *rows,
            ]
        )
    )
