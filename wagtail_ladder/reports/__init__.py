"""Tournament files, read: bytes in, a `Reading` out. And one that is written: the start list of the next one.

Readers report what a file says. They never decide what is rated, who a typed name is, or what an
ambiguous date means; they never raise for bad data and never touch a database.
"""

from .catalogue import CATALOGUE, Severity
from .issues import Issue
from .name_list import NameList, TypedName, read_names
from .reading import read
from .trf.writing import Seeded, is_cut, write_start_list
from .types import Pairing, Reading, ReportPlayer, TournamentReport, Where

__all__ = [
    "CATALOGUE",
    "Issue",
    "NameList",
    "Pairing",
    "Reading",
    "ReportPlayer",
    "Seeded",
    "Severity",
    "TournamentReport",
    "TypedName",
    "Where",
    "is_cut",
    "read",
    "read_names",
    "write_start_list",
]
