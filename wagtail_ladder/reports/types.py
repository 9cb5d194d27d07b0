"""What a reader hands over. Values only: frozen, without Django, and without anything private.

Personal numbers, birth dates, sex, titles and ratings of a file are never kept: a report knows its
players by the name as typed and by a number that means something inside this one file only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from wagtail_ladder.kinds import Kind

if TYPE_CHECKING:
    from .issues import Issue


@dataclass(frozen=True, slots=True)
class Where:
    """A place in the file. Lines and columns count from 1; in a CSV file a column is a cell."""

    line: int
    column: int | None = None
    end_column: int | None = None
    """The last column of the place, where that is not `column` itself."""
    excerpt: str = ""

    def __str__(self) -> str:
        text = f"line {self.line}"
        if self.column and self.end_column and self.end_column != self.column:
            text += f", columns {self.column}–{self.end_column}"
        elif self.column:
            text += f", column {self.column}"
        return f'{text} ("{self.excerpt}")' if self.excerpt else text


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    number: int
    """What the pairings of this report call the player: the start number, or the order of appearance."""
    name: str
    """As typed in the file; control characters and surrounding blanks removed, nothing else."""
    points: Decimal | None
    """Event points as the file states them (not computed)."""
    rank: int | None
    """Final rank as the file states it."""
    where: Where


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two players, or one player without an opponent, did in one round.

    Half points are the rating score, by result alone: win 2, draw 1, loss 0; None where there is no
    result. Points are what the event gave for it, under the file's own scoring. Where kind is
    one-sided (a bye, or not paired), white is the player and black is None.
    """

    round: int
    board: int | None
    white: int
    black: int | None
    kind: Kind
    white_half_points: int | None
    black_half_points: int | None
    white_points: Decimal | None
    black_points: Decimal | None
    code: str
    """As in the file: the result codes of white and black (`10`, `==`, `+-`), or the one of a bye;
    of a CSV file the result as typed."""
    where: Where
    sources: tuple[Where, ...] = ()
    """Every place that says so: two for a file that writes each pairing once per player."""


@dataclass(frozen=True, slots=True)
class TournamentReport:
    name: str
    federation: str
    """Three letters, or empty."""
    first_day: date | None
    last_day: date | None
    """None where the file does not say, or can be read in more than one way: somebody must choose."""
    day_choices: tuple[date, ...]
    """The readings of the last day to offer where `last_day` is None."""
    round_dates: tuple[date | None, ...]
    """The date of round 1, 2, …, as far as the file gives them; may be shorter than `rounds`."""
    rounds: int
    """The last round in which anybody was paired or had a bye other than absence."""
    declared_rounds: int | None
    """How many rounds the event was to have, where the file says so."""
    format: str
    """`swiss`, `round_robin`, `other`, or empty where the file does not say."""
    players: tuple[ReportPlayer, ...]
    declared_players: int | None
    pairings: tuple[Pairing, ...]
    """By round, then in the order of the file."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a file. With an error there are no reports: an event is never read by half."""

    reports: tuple[TournamentReport, ...]
    issues: tuple[Issue, ...]
    format: str = ""
    """`trf`, `trf26`, `csv`, or what else the file turned out to be."""
    encoding: str = ""
    """The encoding in which the file was read, by its Python name."""
    encodings: tuple[str, ...] = ()
    """Other encodings worth a look, should the names be wrong; empty where there is no doubt."""

    @property
    def has_errors(self) -> bool:
        return any(issue.severity == "error" for issue in self.issues)
