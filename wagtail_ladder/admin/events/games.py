"""The results tab: one round at a time, and the correction of a single result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from ...engine import Reason
from ...models import Event, Game
from ...services import LadderError, correct_game
from ...services.preview import standings_now
from .access import EventView, url_of, whole_number
from .evening import told_apart
from .moves import MoveShown, moved_since
from .results import byes, choice_of, code_of, common_results, rare_results, result_of, score_of, with_current
from .verdicts import verdicts
from .words import REASONS, because, listed


@dataclass(frozen=True)
class GameShown:
    pk: int
    board: int | None
    white: str
    black: str
    score: str
    is_rated: bool
    verdict: str
    note: str


class ResultsView(EventView):
    """The pairings of a round, each with what becomes of it and the way to correct it."""

    template_name = "wagtail_ladder/admin/events/results.html"
    tab = "results"

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        if self.event.format == Event.Format.TABLE:
            return redirect(url_of("table", pk))
        if not self.is_published and not self.event.games.exists():
            name = "round" if self.event.entries.exists() else "entries"
            return redirect(url_of(name, pk, *([1] if name == "round" else [])))
        return self.show()

    def get_page_title(self) -> str:
        return _("Results")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        rounds = sorted(self.event.games.order_by().values_list("round", flat=True).distinct())
        number = self._round(rounds)
        entries = {entry.pk: entry for entry in self.event.entries.with_person()}
        labels = told_apart(entries.values())
        games = sorted(self.event.games.filter(round=number), key=_byes_last)
        context.update(
            rounds=rounds,
            number=number,
            has_boards=any(game.board for game in games),
            next_round=(rounds[-1] if rounds else 0) + 1,
            games=[
                game_shown(game, labels, reasons)
                for game, reasons in zip(games, verdicts(self.event, entries, games), strict=True)
            ],
        )
        return context

    def _round(self, rounds: list[int]) -> int | None:
        """The one asked for, or the last."""
        asked = whole_number(self.request.GET.get("round"))
        if asked in rounds:
            return asked
        return rounds[-1] if rounds else None


class GameView(EventView):
    """Correct one result. The ladder moves at once, and the answer says who moved."""

    template_name = "wagtail_ladder/admin/events/game.html"
    tab = "results"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        games = self.event.games.select_related("white", "black", "event__ladder")
        self.game = get_object_or_404(games, pk=kwargs["game"])

    def get_page_title(self) -> str:
        return _("Correct a result")

    def post(self, request: HttpRequest, pk: int, game: int) -> HttpResponse:
        before, was = standings_now(self.event.ladder), _score(self.game)
        post = request.POST
        try:
            correct_game(
                self.game,
                result_of(post.get("result", "")),
                reason=post.get("reason", ""),
                by=request.user,
                unrated=post.get("unrated", ""),
                unrated_note=post.get("unrated_note", ""),
                expected_version=self.expected_version(),
            )
        except LadderError as refusal:
            return self.show_refusal(refusal)
        # No redirect: the answer names who moved, and names do not belong in a session or an address. The
        # same POST again is refused, for the event has a new version.
        return self._done(was, moved_since(before, self.event.ladder))

    def _done(self, was: str, moves: list[MoveShown]) -> HttpResponse:
        self.read_event_again()
        self.game.refresh_from_db()
        self.template_name = "wagtail_ladder/admin/events/corrected.html"
        return self.show(was=was, now=_score(self.game), moves=moves)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        game, post = self.game, self.request.POST
        current = choice_of(game.kind, game.white_half_points, game.black_half_points)
        is_bye = game.black_id is None
        common = [] if is_bye else common_results()
        rare = byes() if is_bye else rare_results()
        if current.code not in {choice.code for choice in common}:
            rare = with_current(rare, current)
        context.update(
            game=game,
            white=game.white.typed_name,
            black=game.black.typed_name if game.black else "",
            score=_score(game),
            common_results=common,
            rare_results=rare,
            chosen=post.get("result") or code_of(game.kind, game.white_half_points, game.black_half_points),
            unrated_choices=Game.Unrated.choices,
            unrated=post.get("unrated", game.unrated),
            unrated_note=post.get("unrated_note", game.unrated_note),
            reason=post.get("reason", ""),
        )
        return context


def game_shown(game: Game, labels: Mapping[int, str], reasons: list[Reason]) -> GameShown:
    """A row of the results tab. A shield works for one side only: then both verdicts are told."""
    if len(reasons) == 1:
        verdict = because(reasons[0])
    else:
        verdict = listed(
            _("%(colour)s: %(reason)s") % {"colour": colour, "reason": REASONS[reason]}
            for colour, reason in zip((_("White"), _("Black")), reasons, strict=True)
        )
    return GameShown(
        game.pk,
        game.board,
        labels[game.white_id],
        labels[game.black_id] if game.black_id else "",
        _score(game),
        reasons == [Reason.RATED],
        verdict,
        game.unrated_note,
    )


def _score(game: Game) -> str:
    return score_of(game.kind, game.white_half_points, game.black_half_points)


def _byes_last(game: Game) -> tuple[bool, int, int]:
    return game.black_id is None, game.board or 0, game.pk
