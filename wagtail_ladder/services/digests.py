"""Short texts that stand for stored rows: as long as they are equal, nobody has written past the verbs."""

from hashlib import blake2b
from typing import NamedTuple, Self

from ..engine.digest import VERSION as ENGINE_VERSION

FORM = 1
"""Raise it wherever other columns go into a digest, or the same ones otherwise: an upgrade of the package is
not a change of the ladder."""


class Digest(NamedTuple):
    form: str
    engine: str
    """Version of the engine that computed the numbers among the rows."""
    rows: str

    @classmethod
    def of(cls, *rows: object) -> Self:
        return cls(str(FORM), str(ENGINE_VERSION), blake2b(repr(rows).encode(), digest_size=16).hexdigest())

    @classmethod
    def read(cls, stored: str) -> Self | None:
        """None where it cannot be compared: there is none yet, or it is of another form."""
        parts = stored.split(".")
        return cls(*parts) if len(parts) == 3 and parts[0] == str(FORM) else None

    def __str__(self) -> str:
        return ".".join(self)
