"""The page of one event (see `table` for who may call it)."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from ..audience import entry_names
from ..engine import Reason
from ..models import Event
from ..services.reads import (
    corrections_of_event,
    event_sheet,
)
from . import tie_break_words, wording
from .addresses import Addresses
from .as_of import AsOf, as_of
from .corrections import CorrectionLine, correction_lines
from .days import day_shown
from .text import change, event_points, points


@dataclass(frozen=True, slots=True)
class StandingLine:
    rank: str
    name: str
    url: str | None
    points: str
    tie_breaks: tuple[tuple[Any, str], ...]
    """Short name and value of each column of `EventScreen.tie_breaks`."""
    without_play: tuple[str, ...]
    """Byes and forfeits, in words."""
    after: str
    """The rating after the event; empty, as `change`, where there is none."""
    change: SafeString
    why_url: str | None
    no_change_because: Any


@dataclass(frozen=True, slots=True)
class GameLine:
    board: str
    white: str
    white_url: str | None
    result: Any
    is_corrected: bool
    black: str | None
    black_url: str | None
    remark: Any


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A row of a crosstable."""

    number: str
    name: str
    url: str | None
    cells: tuple[tuple[tuple[str, Any], ...] | None, ...]
    """Each result as its mark and, for those who hear it, its words; None against himself."""
    points: str


@dataclass(frozen=True, slots=True)
class MoverLine:
    name: str
    url: str | None
    change: SafeString
    why_url: str | None
    after: str


@dataclass(frozen=True, slots=True)
class EventScreen:
    name: str
    first_day: str
    """Empty where the event has one day, or one month where months are shown."""
    last_day: SafeString
    in_progress: bool
    waiting: bool
    unrated_because: Any
    """None where the event is for the ladder."""
    moves_ratings: bool
    points_differ: bool
    standings: tuple[StandingLine, ...]
    tie_breaks: tuple[tuple[Any, Any], ...]
    """The columns of tie-breaks: their short names and their names."""
    rule: Any
    """What the order follows."""
    movers: tuple[MoverLine, ...]
    crosstable: tuple[CrossLine, ...]
    rounds: tuple[tuple[int | None, tuple[GameLine, ...]], ...]
    corrections: tuple[CorrectionLine, ...]
    as_of: AsOf | None

    @property
    def has_boards(self) -> bool:
        return any(game.board for _number, games in self.rounds for game in games)

    @property
    def has_words_in_the_crosstable(self) -> bool:
        return any(words for line in self.crosstable for cell in line.cells for _mark, words in cell or ())

    @property
    def has_corrected_games(self) -> bool:
        return any(game.is_corrected for _number, games in self.rounds for game in games)


def event_screen(event: Event, addresses: Addresses) -> EventScreen:
    """`event` is a published one, with its ladder and club."""
    ladder = event.ladder
    sheet = event_sheet(event, ladder.shown_decimals)
    corrected = corrections_of_event(event)
    names = entry_names(event)

    def standing(row: Any) -> StandingLine:
        name = names[row.entry_id]
        return StandingLine(
            rank=points(row.rank),
            name=name.name,
            url=addresses.player(name.public_id),
            points=event_points(row.points),
            tie_breaks=tuple(
                (tie_break_words.SHORT_NAMES[one], tie_break_words.value(value))
                for one, value in zip(sheet.tie_breaks, row.tie_breaks, strict=True)
            ),
            without_play=tuple(tie_break_words.without_play(what, times) for what, times in row.without_play),
            after=points(row.shown_after),
            change=change(row.change),
            why_url=None if row.change is None else addresses.explanation(name.public_id, event.public_id),
            no_change_because=None
            if row.no_change_because is None
            else wording.REASONS[row.no_change_because],
        )

    entry_of = {row.player_id: row.entry_id for row in sheet.standings}

    def mover(row: Any) -> MoverLine:
        name = names[entry_of[row.player_id]]
        return MoverLine(
            name=name.name,
            url=addresses.player(name.public_id),
            change=change(row.change),
            why_url=addresses.explanation(name.public_id, event.public_id),
            after=points(row.shown_after),
        )

    points_of = {row.entry_id: row.points for row in sheet.standings}

    def cross_line(number: int, row: Any) -> CrossLine:
        name = names[row.entry_id]
        return CrossLine(
            number=points(number),
            name=name.name,
            url=addresses.player(name.public_id),
            cells=tuple(
                None if cell is None else tuple(map(tie_break_words.cross_mark, cell)) for cell in row.cells
            ),
            points=event_points(points_of[row.entry_id]),
        )

    def game(row: Any) -> GameLine:
        white, black = names[row.white_entry], names.get(row.black_entry)
        remark = wording.why_not_rated(row.white_reason, row.black_reason)
        said_above = Reason.NAMES_WAITING if sheet.waiting else event.unrated
        return GameLine(
            board=points(row.board),
            white=white.name,
            white_url=addresses.player(white.public_id),
            result=wording.result(row.kind, row.white_half_points, row.black_half_points),
            is_corrected=row.game_id in corrected.games,
            black=black.name if black else None,
            black_url=addresses.player(black.public_id) if black else None,
            remark="" if said_above or black is None else remark,
        )

    first_day, last_day = day_shown(ladder, event.first_day), day_shown(ladder, event.last_day)
    return EventScreen(
        name=event.name,
        first_day="" if first_day == last_day else first_day,
        last_day=last_day,
        in_progress=event.in_progress,
        waiting=sheet.waiting,
        unrated_because=wording.REASONS[Reason(event.unrated)] if event.unrated else None,
        moves_ratings=sheet.moves_ratings,
        points_differ=sheet.points_differ,
        standings=tuple(standing(row) for row in sheet.standings),
        tie_breaks=tuple(
            (tie_break_words.SHORT_NAMES[one], tie_break_words.NAMES[one]) for one in sheet.tie_breaks
        ),
        rule=tie_break_words.rule(sheet),
        movers=tuple(mover(row) for row in sheet.movers if row.player_id in entry_of),
        crosstable=tuple(cross_line(number, row) for number, row in enumerate(sheet.crosstable, start=1)),
        rounds=tuple((number, tuple(game(row) for row in games)) for number, games in sheet.rounds),
        corrections=correction_lines(ladder, corrected.rows, addresses),
        as_of=as_of(ladder),
    )
