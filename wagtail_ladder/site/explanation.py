"""Why a rating moved in one event, game by game (see `table` for who may call it)."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from ..audience import ShownName, entry_names
from ..engine import Reason
from ..models import Event
from ..services.reads import (
    explain_event,
)
from . import wording
from .addresses import Addresses
from .as_of import AsOf, as_of
from .days import day_shown
from .text import change, event_points, points


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
