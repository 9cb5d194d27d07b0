"""A screen that says what an act would do, and does it once exactly that has been looked at."""

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ..engine import shown
from ..models import Club, Player
from ..services import ChangedMeanwhile, LadderError
from ..services.outside import COMPUTED_ANEW, TakenOver
from ..services.preview import LadderMoves, preview_act
from ..services.verb import club_transaction
from .events.access import AdminView
from .events.moves import MoveShown, moves_shown


@dataclass(frozen=True)
class LadderShown:
    name: str
    moves: list[MoveShown]
    unseen: int
    """How many move besides, by so little that their rating as shown, their rank and their games stay."""
    gone: list[tuple[str, int | Decimal]]
    """Who would not stand on it any more, and his rating now."""
    stood: list[int]
    """Ids of those of `moves`, of the unseen and of `gone` who stand on it already."""
    outside: str
    """A sentence on what was changed outside these screens, and will move first; empty where nothing was."""
    moved: list[int] = field(repr=False)
    """Ids of those who get another rating, come or leave, as `replay.who_moved` counts them in the log.

    They are counted and not compared: a member whom the act adds gets another id each time it is tried.
    """


def ladder_shown(moved: LadderMoves) -> LadderShown:
    names = dict(
        Player.objects.filter(pk__in=[one.player_id for one in moved.gone]).values_list("pk", "name")
    )
    decimals = moved.ladder.shown_decimals
    moves = _told_apart(moves_shown(moved.moves, moved.ladder), moved)
    seen = [move for move in moves if move.before != move.after or move.games or move.ranks]
    return LadderShown(
        moved.ladder.name,
        seen,
        len(moves) - len(seen),
        [(names[one.player_id], shown(one.rating, decimals)) for one in moved.gone],
        outside=told_outside(moved.taken_over),
        stood=[
            *(move.player_id for move in moved.moves if move.rating_before is not None),
            *(one.player_id for one in moved.gone),
        ],
        moved=[
            *(move.player_id for move in moved.moves if move.rating_before != move.rating_after),
            *(one.player_id for one in moved.gone if one.games),
        ],
    )


def told_outside(taken_over: TakenOver | None) -> str:
    """How many move by what was changed past the verbs, or is computed otherwise since an upgrade."""
    if taken_over is None:
        return ""
    count = taken_over.players_moved
    if taken_over.action == COMPUTED_ANEW:
        sentence = ngettext(
            "%(count)d player moves because a newer version of the program computes the ladder anew.",
            "%(count)d players move because a newer version of the program computes the ladder anew.",
            count,
        )
    elif count:
        sentence = ngettext(
            "%(count)d player moves because something was changed outside these screens.",
            "%(count)d players move because something was changed outside these screens.",
            count,
        )
    else:
        return _("Something was changed outside these screens. Nobody moves by that.")
    return sentence % {"count": count}


def _told_apart(shown_moves: list[MoveShown], moved: LadderMoves) -> list[MoveShown]:
    """Two of one name: with the reference, or as new on the ladder, as the member of a trial has none yet."""
    times = Counter(shown_move.name for shown_move in shown_moves)
    players = Player.objects.in_bulk([move.player_id for move in moved.moves])
    return [
        shown_move
        if times[shown_move.name] == 1
        else replace(
            shown_move,
            name=_("%(name)s (new on this ladder)") % {"name": shown_move.name}
            if move.rating_before is None
            else f"{shown_move.name} ({players[move.player_id].reference})",
        )
        for shown_move, move in zip(shown_moves, moved.moves, strict=True)
    ]


class Trying(AdminView, ABC):
    """Subclasses say what to do (`act`), and what that depends on of what the form says (`asked`)."""

    club: Club
    not_yet = gettext_lazy("Nothing is done yet. Please look at what would happen, and confirm it then.")

    @abstractmethod
    def act(self) -> Any:
        """Call the verb with what the form says, and give what it gives. It may raise LadderError."""

    @abstractmethod
    def asked(self) -> Any:
        """What the outcome depends on of what the form says."""

    @abstractmethod
    def done(self, act: Any, ladders: list[LadderShown]) -> HttpResponse:
        """The answer, once it is done. `act` is what `self.act` gave."""

    def is_asked(self) -> bool:
        """Whether the form says enough to try."""
        return True

    def tried(self) -> list[LadderShown]:
        """The ladders that would move."""
        return preview_act(self.club.pk, self.act, ladder_shown)

    def fingerprint(self, ladders: list[LadderShown]) -> str:
        """Of what is shown: another outcome asks anew. Nothing is in it that differs from trial to trial."""
        seen = repr((self.asked(), ladders))
        return salted_hmac("wagtail_ladder.act", seen, algorithm="sha256").hexdigest()

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        if "look" in request.POST:
            return self.show()
        try:
            with club_transaction(self.club.pk):
                ladders = self.tried()
                if request.POST.get("seen") != self.fingerprint(ladders):
                    raise ChangedMeanwhile("not_looked_at", str(self.not_yet))
                act = self.act()
        except LadderError as refusal:
            return self.show_refusal(refusal)
        return self.done(act, ladders)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        ladders: list[LadderShown] = []
        seen = ""
        if self.is_asked():
            try:
                ladders = self.tried()
                seen = self.fingerprint(ladders)
            except LadderError as refusal:
                self.refusal = refusal
        context = super().get_context_data(**kwargs)
        context.update(ladders=ladders, seen=seen)
        return context


def told_with_moves(sentence: str, ladders: list[LadderShown]) -> str:
    """The sentence, and how many people moved."""
    moved = len({player for ladder in ladders for player in ladder.moved})
    if not moved:
        return sentence
    told = ngettext("%(count)d player moved.", "%(count)d players moved.", moved) % {"count": moved}
    return f"{sentence} {told}"
