"""Who moves, and by how much: the rows of the publish page and of a correction."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...engine import Nanopoints, shown, shown_change
from ...models import Ladder, Player, Standing
from ...services.inputs import load_rules
from ...services.preview import Move

RatingsThen = dict[int, tuple[Nanopoints, int]]
"""Player id -> rating and rated games."""


@dataclass(frozen=True)
class MoveShown:
    name: str
    before: int | Decimal | None
    after: int | Decimal
    change: int | Decimal | None
    """None for somebody who was not on the ladder."""
    games: int
    note: str

    @property
    def signed_change(self) -> str:
        if self.change is None:
            return "–"
        return f"+{self.change}" if self.change > 0 else f"−{abs(self.change)}" if self.change < 0 else "0"


def moves_shown(moves: Iterable[Move], ladder: Ladder) -> list[MoveShown]:
    """The moves with names and ratings as the ladder shows them, in the order given."""
    moves = list(moves)
    names = dict(Player.objects.filter(pk__in=[move.player_id for move in moves]).values_list("pk", "name"))
    needed = load_rules(ladder.pk)[-1][1].provisional_below
    decimals = ladder.shown_decimals
    return [
        MoveShown(
            names[move.player_id],
            None if move.rating_before is None else shown(move.rating_before, decimals),
            shown(move.rating_after, decimals),
            None
            if move.rating_before is None
            else shown_change(move.rating_before, move.rating_after, decimals),
            move.games_after - move.games_before,
            _note(move, needed),
        )
        for move in moves
    ]


def _note(move: Move, needed: int) -> str:
    if move.becomes_established:
        return _("is ranked from now on")
    missing = needed - move.games_after
    if missing > 0:
        return ngettext(
            "provisional: %(count)d more game to be ranked",
            "provisional: %(count)d more games to be ranked",
            missing,
        ) % {"count": missing}
    return ""


def ratings_now(ladder_id: int) -> RatingsThen:
    rows = Standing.objects.filter(ladder_id=ladder_id).values_list("player_id", "rating", "rated_games")
    return {player: (rating, games) for player, rating, games in rows}


def moved_since(before: RatingsThen, ladder: Ladder) -> list[MoveShown]:
    """The standings that differ from `before`, largest rise first."""
    established_from = load_rules(ladder.pk)[-1][1].provisional_below
    moves = []
    for player, (rating, games) in ratings_now(ladder.pk).items():
        was, games_before = before.get(player, (None, 0))
        if (was, games_before) != (rating, games):
            becomes = games_before < established_from <= games
            moves.append(Move(player, was, rating, games_before, games, becomes))
    moves.sort(key=lambda move: (-(move.rating_after - (move.rating_before or 0)), move.player_id))
    return moves_shown(moves, ladder)
