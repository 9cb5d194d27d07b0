"""Random identifiers. None of them says anything about a person, an order of joining or a count."""

import secrets

# No vowels and no look-alikes: nobody reads a word in an address, and it can be told over the telephone.
ALPHABET = "23456789bcdfghjkmnpqrstvwxz"


def _random_text(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def player_reference() -> str:
    """What the admin's logs and messages call a player: "Player k7f3m2h"."""
    return _random_text(7)


def public_id() -> str:
    """The part of a public address that stands for a player or an event: 13 of 27 letters, over 60 bits."""
    return _random_text(13)


def order_tie_break() -> int:
    """The last part of an event's order key, given once: a whole number of 62 bits."""
    return secrets.randbits(62)
