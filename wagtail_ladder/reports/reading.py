"""The front door: look at the bytes, find the reader, hand back what it says."""

from .issues import Issue
from .types import Reading


def read(content: bytes, filename: str, *, encoding: str | None = None) -> Reading:
    """Read a tournament file.

    `encoding` overrides the choice of an 8-bit code page (one of `Reading.encodings`).
    """
    return Reading((), (Issue("file_empty"),))
