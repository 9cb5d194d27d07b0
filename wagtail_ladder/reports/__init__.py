"""Tournament files, read: bytes in, a `Reading` out.

Readers report what a file says. They never decide what is rated, who a typed name is, or what an
ambiguous date means; they never raise for bad data and never touch a database.
"""

from .issues import CATALOGUE, Issue, Severity
from .name_list import NameList, TypedName, read_names
from .reading import read
from .types import Pairing, Reading, ReportPlayer, TournamentReport, Where

__all__ = [
    "CATALOGUE",
    "Issue",
    "NameList",
    "Pairing",
    "Reading",
    "ReportPlayer",
    "Severity",
    "TournamentReport",
    "TypedName",
    "Where",
    "read",
    "read_names",
]
