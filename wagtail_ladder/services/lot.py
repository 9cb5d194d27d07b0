"""An order among the people of one event that says nothing about them."""

from collections.abc import Callable
from hashlib import blake2b


def by_lot(tie_break: int) -> Callable[[int], bytes]:
    """A sort key for ids, drawn from the random number that the event was given once.

    A sheet is often in the order of surnames: nothing that visitors see may follow it, neither inside a tie
    nor in the order of first appearance.
    """

    def drawn(pk: int) -> bytes:
        return blake2b(f"{tie_break}:{pk}".encode(), digest_size=8).digest()

    return drawn
