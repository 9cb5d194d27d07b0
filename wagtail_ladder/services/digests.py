"""Short texts that stand for stored rows: as long as they are equal, nobody has written past the verbs."""

import marshal
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from ..engine.digest import VERSION as ENGINE_VERSION

FORM = 3
"""Raise it wherever other columns go into a digest, or the same ones otherwise: an upgrade of the package is
not a change of the ladder."""


_MARSHAL = 2
"""The format of `marshal` that writes values alone, and not which of two equal ones are one object.

Five times as quick as `repr`: every verb waits for two digests."""


class Digest(NamedTuple):
    form: str
    engine: str
    """Version of the engine that computed the numbers among the rows, empty where there are none."""
    rows: str

    @classmethod
    def of(cls, *rows: Any, with_numbers: bool = False) -> Self:
        """`rows` are lists and tuples of whole numbers, text and None; anything else comes as its `repr`."""
        engine = str(ENGINE_VERSION) if with_numbers else ""
        return cls(str(FORM), engine, blake2b(marshal.dumps(rows, _MARSHAL), digest_size=16).hexdigest())

    def has_other_rows(self, stored: str) -> bool:
        """Than the one stored. Of a digest of another form nobody can tell; that there is none tells."""
        form, _engine, rows = stored.split(".") if stored else ("", "", "")
        return not stored or (form == self.form and rows != self.rows)

    def __str__(self) -> str:
        return ".".join(self)
