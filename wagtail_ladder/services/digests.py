"""Short texts that stand for stored rows: as long as they are equal, nobody has written past the verbs."""

from hashlib import blake2b
from typing import NamedTuple, Self

from ..engine.digest import VERSION as ENGINE_VERSION

FORM = 2
"""Raise it wherever other columns go into a digest, or the same ones otherwise: an upgrade of the package is
not a change of the ladder."""


class Digest(NamedTuple):
    form: str
    engine: str
    """Version of the engine that computed the numbers among the rows, empty where there are none."""
    rows: str

    @classmethod
    def of(cls, *rows: object, with_numbers: bool = False) -> Self:
        engine = str(ENGINE_VERSION) if with_numbers else ""
        return cls(str(FORM), engine, blake2b(repr(rows).encode(), digest_size=16).hexdigest())

    def has_other_rows(self, stored: str) -> bool:
        """Than the one stored. Of a digest of another form nobody can tell; that there is none tells."""
        form, _engine, rows = stored.split(".") if stored else ("", "", "")
        return not stored or (form == self.form and rows != self.rows)

    def __str__(self) -> str:
        return ".".join(self)
