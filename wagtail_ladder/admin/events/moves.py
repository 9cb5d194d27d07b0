"""Who moves, and by how much: the rows of every list of moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ...engine import shown, shown_change
from ...models import Ladder, Player, RatingChange, Standing
from ...services.inputs import load_rules, rules_in_force
from ...services.preview import Move
from ...services.reads.table import months_before
from ...site.text import in_digits_of, signed


@dataclass(frozen=True)
class MoveShown:
    name: str
    before: int | Decimal | None
    """Of a newcomer the start rating, as the ladder shows it; None where it is not stored yet."""
    after: int | Decimal
    change: int | Decimal | None
    games: int
    """Rated games that were added."""
    tells_games: bool
    """Whether anybody of the list got one."""
    ranks: str
    """Where the rank is another one than before."""
    note: str

    @property
    def signed_change(self) -> str:
        return "–" if self.change is None else signed(self.change)

    @property
    def signed_games(self) -> str:
        return signed(self.games)


def moves_shown(moves: Iterable[Move], ladder: Ladder, day: date | None = None) -> list[MoveShown]:
    """The moves with names and ratings as the ladder shows them, in the order given.

    `day` is the last day of the event in which they played, if they all did.
    """
    moves = list(moves)
    tells_games = any(move.games_after != move.games_before for move in moves)
    active = _active(moves, ladder, day)
    begin = _where_newcomers_begin(moves, ladder)
    names = dict(Player.objects.filter(pk__in=[move.player_id for move in moves]).values_list("pk", "name"))
    needed = rules_in_force(load_rules(ladder.pk), date.max).provisional_below
    decimals, language = ladder.shown_decimals, get_language()
    shown_moves = []
    for move in moves:
        before = begin.get(move.player_id) if move.rating_before is None else move.rating_before
        shown_moves.append(
            MoveShown(
                names[move.player_id],
                None if before is None else shown(before, decimals),
                shown(move.rating_after, decimals),
                None if before is None else shown_change(before, move.rating_after, decimals),
                move.games_after - move.games_before,
                tells_games,
                in_digits_of(language, _ranks(move)),
                in_digits_of(language, _note(move, needed, move.player_id in active)),
            )
        )
    return shown_moves


def _where_newcomers_begin(moves: Iterable[Move], ladder: Ladder) -> dict[int, int]:
    """Player id -> what his first rating change begins with, as the ladder shows it: his start rating."""
    newcomers = [move.player_id for move in moves if move.rating_before is None]
    if not newcomers:
        return {}
    latest_first = RatingChange.objects.filter(ladder=ladder, player__in=newcomers).order_by(
        "-event__last_day", "-event__sequence", "-event__tie_break"
    )
    return dict(latest_first.values_list("player_id", "rating_before"))


def active_since(ladder: Ladder) -> date:
    """Who has no rated game since is listed as inactive."""
    return months_before(timezone.localdate(), ladder.inactive_after)


def _active(moves: Iterable[Move], ladder: Ladder, day: date | None) -> set[int]:
    since = active_since(ladder)
    players = [move.player_id for move in moves]
    if day is not None and day >= since:
        return set(players)
    standings = Standing.objects.filter(
        ladder=ladder, player__in=players, last_rated_event__last_day__gte=since
    )
    return set(standings.values_list("player_id", flat=True))


def _ranks(move: Move) -> str:
    before, after = move.rank_before, move.rank_after
    if before == after:
        return ""
    if before is None:
        return _("is ranked from now on: rank %(rank)d") % {"rank": after}
    if after is None:
        return _("no rank any more, %(rank)d before") % {"rank": before}
    # Translators: in a script that runs from right to left the arrow points to the left.
    return _("rank %(before)d → %(after)d") % {"before": before, "after": after}


def _note(move: Move, needed: int, is_active: bool) -> str:
    missing = needed - move.games_after
    if missing <= 0 and not is_active:
        return _("is listed as inactive")
    if move.becomes_established:
        return "" if move.rank_after else _("is ranked from now on")
    if missing > 0:
        return ngettext(
            "provisional: %(count)d more game to be ranked",
            "provisional: %(count)d more games to be ranked",
            missing,
        ) % {"count": missing}
    return ""
