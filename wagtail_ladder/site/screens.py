"""From the reads and the audience to what a template prints: rows that hold no name but the one to display.

Every function here is called for somebody whom the gate has admitted, or for a page on which the ladder may
be embedded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..audience import ShownName, entry_names, public_names
from ..engine import Reason
from ..models import Event, Ladder
from ..services.reads import (
    HistoryRow,
    LadderRow,
    corrections_of_event,
    event_sheet,
    explain_event,
    ladder_table,
    latest_corrections,
    player_profile,
)
from . import wording
from .addresses import Addresses
from .as_of import AsOf, as_of
from .chart import Chart, rating_chart
from .corrections import CorrectionLine, correction_lines
from .days import day_shown, today
from .text import change, event_points, points

_LATEST_CORRECTIONS = 5


class TableLine(NamedTuple):
    rank: str
    """Empty for who has none."""
    name: str
    url: str | None
    rating: str
    games: str
    games_to_go: int
    change: SafeString
    """Empty for who was not in the latest event."""
    last_rated: SafeString


@dataclass(frozen=True, slots=True)
class TableScreen:
    established: tuple[TableLine, ...]
    provisional: tuple[TableLine, ...]
    inactive: tuple[TableLine, ...]
    games_to_be_ranked: int
    as_of: AsOf | None
    inactive_after: int
    corrections: tuple[CorrectionLine, ...] = ()
    """The latest, on the ladder's own page."""

    @property
    def lines(self) -> tuple[TableLine, ...]:
        return self.established + self.provisional + self.inactive

    def top(self, count: int) -> "TableScreen":
        """The first so many: the ranked, and where they are fewer the provisional below them."""
        established = self.established[:count]
        provisional = self.provisional[: count - len(established)]
        return replace(self, established=established, provisional=provisional)


def table_screen(ladder: Ladder, addresses: Addresses) -> TableScreen:
    table = ladder_table(ladder, today())
    names = public_names(ladder)

    language = get_language()

    def lines(rows: Iterable[LadderRow]) -> tuple[TableLine, ...]:
        return tuple(_table_line(ladder, row, names[row.player_id], addresses, language) for row in rows)

    return TableScreen(
        established=lines(table.established),
        provisional=lines(table.provisional),
        inactive=lines(table.inactive),
        games_to_be_ranked=table.provisional_below,
        as_of=as_of(ladder),
        inactive_after=ladder.inactive_after,
    )


def ladder_screen(ladder: Ladder, addresses: Addresses) -> TableScreen:
    """The table as it stands on the ladder's own page."""
    corrections = correction_lines(ladder, latest_corrections(ladder, _LATEST_CORRECTIONS), addresses)
    return replace(table_screen(ladder, addresses), corrections=corrections)


def _table_line(
    ladder: Ladder, row: LadderRow, name: ShownName, addresses: Addresses, language: str | None
) -> TableLine:
    return TableLine(
        rank=points(row.rank),
        name=name.name,
        url=addresses.player(name.public_id),
        rating=points(row.shown),
        games=points(row.rated_games),
        games_to_go=row.games_to_go,
        change=change(row.change),
        last_rated=day_shown(ladder, row.last_rated, language),
    )


class HistoryLine(NamedTuple):
    event: str
    url: str | None
    """The games of the event and the arithmetic."""
    date: SafeString
    rating: str
    """After the event."""
    change: SafeString
    games: str


@dataclass(frozen=True, slots=True)
class PlayerScreen:
    name: str
    line: TableLine
    played: str
    peak: str
    """Empty before the first established rating."""
    wins: int
    draws: int
    losses: int
    history: tuple[HistoryLine, ...]
    """Latest event first."""
    chart: Chart | None
    drawn: tuple[SafeString, ...]
    """The dates of the first and the last event that the chart draws."""
    as_of: AsOf | None


def player_screen(
    ladder: Ladder, player_id: int, name: ShownName, addresses: Addresses, *, right_to_left: bool = False
) -> PlayerScreen | None:
    profile = player_profile(ladder, player_id, today())
    if profile is None:
        return None
    language = get_language()
    drawn = [row for row in profile.history if row.rated_games]
    return PlayerScreen(
        name=name.name,
        line=_table_line(ladder, profile.row, name, addresses, language),
        played=points(profile.row.played_games),
        peak=points(profile.row.peak),
        wins=profile.row.wins,
        draws=profile.row.draws,
        losses=profile.row.losses,
        history=tuple(
            _history_line(ladder, row, name, addresses, language) for row in reversed(profile.history)
        ),
        chart=rating_chart(
            [(row.shown_after, row.provisional) for row in drawn], right_to_left=right_to_left
        ),
        drawn=tuple(day_shown(ladder, row.last_day, language) for row in (*drawn[:1], *drawn[-1:])),
        as_of=as_of(ladder),
    )


def _history_line(
    ladder: Ladder, row: HistoryRow, name: ShownName, addresses: Addresses, language: str | None
) -> HistoryLine:
    return HistoryLine(
        event=row.event_name,
        url=addresses.explanation(name.public_id, row.event_public_id),
        date=day_shown(ladder, row.last_day, language),
        rating=points(row.shown_after),
        change=change(row.change),
        games=points(row.rated_games),
    )


@dataclass(frozen=True, slots=True)
class StandingLine:
    rank: str
    name: str
    url: str | None
    points: str
    after: str
    """The rating after the event; empty, as `change`, where there is none."""
    change: SafeString
    why_url: str | None
    no_change_because: Any


@dataclass(frozen=True, slots=True)
class GameLine:
    board: int | None
    white: str
    white_url: str | None
    result: Any
    is_corrected: bool
    black: str | None
    black_url: str | None
    remark: Any


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
    rounds: tuple[tuple[int | None, tuple[GameLine, ...]], ...]
    corrections: tuple[CorrectionLine, ...]
    as_of: AsOf | None

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
            after=points(row.shown_after),
            change=change(row.change),
            why_url=None if row.change is None else addresses.explanation(name.public_id, event.public_id),
            no_change_because=None
            if row.no_change_because is None
            else wording.REASONS[row.no_change_because],
        )

    def game(row: Any) -> GameLine:
        white, black = names[row.white_entry], names.get(row.black_entry)
        remark = wording.why_not_rated(row.white_reason, row.black_reason)
        said_above = Reason.NAMES_WAITING if sheet.waiting else event.unrated
        return GameLine(
            board=row.board,
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
        rounds=tuple((number, tuple(game(row) for row in games)) for number, games in sheet.rounds),
        corrections=correction_lines(ladder, corrected.rows, addresses),
        as_of=as_of(ladder),
    )


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    round: int | None
    colour: Any
    opponent: str | None
    """None for a bye."""
    opponent_url: str | None
    opponent_rating: str
    result: Any
    score: str
    expected: str
    k: str
    change: SafeString
    rated: bool
    reason: Any


@dataclass(frozen=True, slots=True)
class ExplanationScreen:
    name: str
    url: str | None
    event: str
    event_url: str | None
    date: SafeString
    lines: tuple[ExplainedLine, ...]
    before: str
    after: str
    change: SafeString
    """Always with its sign: it stands between the two ratings, as in 976.1 +0.0 = 976.1."""
    moved: bool
    score: str
    expected: str
    rated_games: int
    games_before: int
    provisional_before: bool
    as_of: AsOf | None


def explanation_screen(
    event: Event, player_id: int, name: ShownName, addresses: Addresses
) -> ExplanationScreen | None:
    ladder = event.ladder
    explained = explain_event(event, player_id, ladder.shown_decimals)
    if explained is None:
        return None
    names = entry_names(event)
    lines = []
    for game in explained.games:
        opponent = names.get(game.opponent_entry) if game.opponent_entry else None
        half_points = None if game.score is None else int(game.score * 2)
        lines.append(
            ExplainedLine(
                round=game.round,
                colour=wording.COLOURS[game.colour] if opponent else "",
                opponent=opponent.name if opponent else None,
                opponent_url=addresses.player(opponent.public_id) if opponent else None,
                opponent_rating=points(game.opponent_shown),
                result=wording.result(game.kind, None, None) if opponent is None else "",
                score=wording.HALF_POINTS[half_points],
                expected=points(game.expected),
                k=points(game.k),
                change=change(game.shown_change),
                rated=game.reason is Reason.RATED,
                reason=wording.REASONS[game.reason],
            )
        )
    return ExplanationScreen(
        name=name.name,
        url=addresses.player(name.public_id),
        event=event.name,
        event_url=addresses.event(event.public_id),
        date=day_shown(ladder, event.last_day),
        lines=tuple(lines),
        before=points(explained.shown_before),
        after=points(explained.shown_after),
        change=change(explained.shown_change, zero="+"),
        moved=bool(explained.change),
        score=event_points(explained.score),
        expected=points(explained.expected),
        rated_games=explained.rated_games,
        games_before=explained.games_before,
        provisional_before=explained.provisional_before,
        as_of=as_of(ladder),
    )
