"""Why a rating moved in one event, game by game (see `table` for who may call it)."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ..audience import ShownName, entry_names
from ..engine import POINT, Reason, Rules, shown
from ..models import Event, Ladder
from ..services.reads import ExplainedGame, Explanation, explain_event
from . import wording
from .addresses import Addresses
from .as_of import AsOf, as_of
from .days import day_shown
from .text import change, event_points, points, signed

_WHY_ZERO = {
    Reason.BYE: _("A bye gives points in the event. Nobody was played, so the rating has nothing to go by."),
    Reason.FORFEIT: _("A forfeit gives points in the event. No game was played, so no rating moves."),
    Reason.DOUBLE_FORFEIT: _("Where nobody appeared, no game was played, and no rating moves."),
    Reason.UNFINISHED: _("A game that is not finished is rated once its result is entered."),
    Reason.VARIANT: _("Bughouse and other variants are another game: they say little about chess."),
    Reason.UNRATED_GAME: _("A game that is marked as unrated is on show, and moves nobody."),
    Reason.UNRATED_EVENT: _("An event that is marked as unrated is on show, and moves nobody."),
    Reason.LEFT_OUT: _("A guest is on no ladder and has no rating, so that nothing is expected of the game."),
    Reason.NAMES_WAITING: _(
        "It is not decided yet who one of the names in this event is. Until then none of its games is rated."
    ),
    Reason.PROVISIONAL_OPPONENT: _(
        "A provisional rating is a guess from few games. So nobody whose own rating is established gains or "
        "loses by an opponent who has one. The opponent's rating moves."
    ),
}
"""In more words than beside the game."""


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
class KRule:
    """Why K is what it is. `limit` is 0 where it is the same for everybody."""

    games_before: int
    limit: int
    new: bool
    k: str


@dataclass(frozen=True, slots=True)
class ExplanationScreen:
    name: str
    url: str | None
    event: str
    event_url: str | None
    address: str | None
    """Of the explanation on a page of its own."""
    date: SafeString
    lines: tuple[ExplainedLine, ...]
    before: str
    after: str
    change: SafeString
    """Always with its sign: it stands between the two ratings, as in 976.1 +0.0 = 976.1."""
    moved: bool
    score: str
    expected: str
    expected_of_all: str
    """The same to two decimals, for a sentence."""
    formula: str
    """With the numbers of the event: 20 × (2.5 − 1.8117) = +13.77."""
    added_up: str
    """What the lines as printed come to, where it is not what stands below them; empty where it is."""
    k: KRule
    rated_games: int
    first: bool
    """Nothing was rated for him before."""
    provisional_before: bool
    reasons: tuple[Any, ...]
    """Why games came to 0: a sentence for each of the reasons that occur."""
    as_of: AsOf | None


def explanation_screen(
    event: Event, player_id: int, name: ShownName, addresses: Addresses
) -> ExplanationScreen | None:
    explained = explain_event(event, player_id, event.ladder.shown_decimals)
    if explained is None:
        return None
    shown_event = (event.public_id, event.name, day_shown(event.ladder, event.last_day))
    return explained_screen(event.ladder, explained, shown_event, name, entry_names(event), addresses)


def explained_screen(
    ladder: Ladder,
    explained: Explanation,
    event: tuple[str, str, SafeString],
    name: ShownName,
    names: Mapping[int, ShownName],
    addresses: Addresses,
) -> ExplanationScreen:
    """`event`: its public id, name and date. `names`: entry id -> the name that is shown for it."""
    public_id, event_name, date = event
    lines = tuple(_line(game, names, addresses) for game in explained.games)
    reasons = dict.fromkeys(game.reason for game in explained.games)
    printed = sum((game.shown_change for game in explained.games), Decimal(0))
    return ExplanationScreen(
        name=name.name,
        url=addresses.player(name.public_id),
        event=event_name,
        event_url=addresses.event(public_id),
        address=addresses.explanation(name.public_id, public_id),
        date=date,
        lines=lines,
        before=points(explained.shown_before),
        after=points(explained.shown_after),
        change=change(explained.shown_change, zero="+"),
        moved=bool(explained.change),
        score=event_points(explained.score),
        expected=points(explained.expected),
        expected_of_all=points(_hundredths(explained)),
        formula=_formula(explained),
        added_up="" if printed == explained.shown_change else signed(printed, zero="+"),
        k=_k_rule(explained),
        rated_games=explained.rated_games,
        first=explained.games_before == 0,
        provisional_before=explained.provisional_before,
        reasons=tuple(_WHY_ZERO[reason] for reason in reasons if reason in _WHY_ZERO),
        as_of=as_of(ladder),
    )


def _line(game: ExplainedGame, names: Mapping[int, ShownName], addresses: Addresses) -> ExplainedLine:
    opponent = names.get(game.opponent_entry) if game.opponent_entry else None
    return ExplainedLine(
        round=game.round,
        colour=wording.COLOURS[game.colour] if opponent else "",
        opponent=opponent.name if opponent else None,
        opponent_url=addresses.player(opponent.public_id) if opponent else None,
        opponent_rating=points(game.opponent_shown),
        result=wording.result(game.kind, None, None) if opponent is None else "",
        score=event_points(game.score),
        expected=points(game.expected),
        k=points(game.k),
        change=change(game.shown_change, zero="+"),
        rated=game.reason is Reason.RATED,
        reason=wording.REASONS[game.reason],
    )


def _hundredths(explained: Explanation) -> Decimal:
    return Decimal(shown(int(explained.expected * POINT), 2))


def _formula(explained: Explanation) -> str:
    """The exact change to two decimals: the ratings beside it are rounded, each by itself."""
    exact = signed(Decimal(shown(explained.change, 2)), zero="+")
    score, expected = points(explained.score.normalize() + 0), points(explained.expected)
    return f"{points(explained.k)} × ({score} − {expected}) = {exact}"


def _k_rule(explained: Explanation) -> KRule:
    rules: Rules = explained.rules
    limits = [since for since, _k in rules.k_bands if since]
    limit = limits[0] if limits and len({k for _since, k in rules.k_bands}) > 1 else 0
    return KRule(explained.games_before, limit, explained.games_before < limit, points(explained.k))
