"""The results tab: one round at a time, and the correction of a single result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from wagtail.admin import messages

from ...engine import Reason
from ...kinds import Kind
from ...models import Event, Game
from ...services import LadderError, Refused, correct_game
from ..ledger.words import told
from ..trying import LadderShown
from .access import EventView, url_of, whole_number
from .evening import told_apart
from .history import Corrected, corrected_results
from .looking import EventLookFirst
from .older import is_followed
from .results import byes, choice_of, code_of, common_results, rare_results, result_of, score_of, with_current
from .twice import twice_shown
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
    corrected: Corrected | None
    is_twice: bool
    """There seems to be the same result elsewhere."""


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
        twice, corrected = twice_shown(self.event), corrected_results(self.event)
        is_twice = {pk for found in twice for pk in found.games}
        try:
            reasons_of = verdicts(self.event, entries, games)
        except LadderError as refusal:  # the ladder cannot be computed: the results are shown all the same
            context["refusal"] = self.refusal or refusal
            reasons_of = [[] for _game in games]
        context.update(
            twice=twice,
            rounds=rounds,
            number=number,
            has_boards=any(game.board for game in games),
            next_round=(rounds[-1] if rounds else 0) + 1,
            games=[
                game_shown(game, labels, reasons, corrected.get(game.pk), is_twice=game.pk in is_twice)
                for game, reasons in zip(games, reasons_of, strict=True)
            ],
        )
        return context

    def _round(self, rounds: list[int]) -> int | None:
        """The one asked for, or the last."""
        asked = whole_number(self.request.GET.get("round"))
        if asked in rounds:
            return asked
        return rounds[-1] if rounds else None


class GameView(EventLookFirst):
    """Correct one pairing: result, round and board, and whether it is rated."""

    template_name = "wagtail_ladder/admin/events/game.html"
    tab = "results"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        games = self.event.games.select_related("white", "black", "event__ladder")
        self.game = get_object_or_404(games, pk=kwargs["game"])

    def get_page_title(self) -> str:
        return _("Correct a result")

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        games = Game.objects.select_related("white", "black", "event__ladder")
        self.game = games.filter(pk=self.game.pk).first() or self.game
        return super().show_refusal(refusal, **context)

    @property
    def stored(self) -> dict[str, str]:
        """The fields of the form as they would say what is stored."""
        game = self.game
        return {
            "result": code_of(game.kind, game.white_half_points, game.black_half_points),
            "round": str(game.round or ""),
            "board": str(game.board or ""),
            "unrated": game.unrated,
            "unrated_note": game.unrated_note,
        }

    def in_the_form(self) -> dict[str, str]:
        """What its editor changed stays; what he left as he saw it follows what somebody else has stored."""
        post, stored = self.request.POST, self.stored
        return (
            {
                name: now if post.get(f"saw-{name}", "") == post.get(name, "") else post.get(name, now)
                for name, now in stored.items()
            }
            if post
            else stored
        )

    def may_rewrite(self) -> bool:
        """The result of a game that had none only adds, unless later events follow from it."""
        return super().may_rewrite() and (self.game.kind != Kind.SCHEDULED or is_followed(self.event))

    def act(self) -> Game:
        post = self.request.POST
        return correct_game(
            self.game,
            result_of(post.get("result", "")),
            reason=post.get("reason", ""),
            by=self.request.user,
            unrated=post.get("unrated"),
            unrated_note=post.get("unrated_note", ""),
            round=self._number("round"),
            board=self._number("board"),
            expected_version=self.expected_version(),
        )

    def _number(self, field: str) -> int | None:
        """None, which leaves it as it is, where nothing is typed."""
        typed = self.request.POST.get(field, "").strip()
        number = whole_number(typed)
        if typed and number is None:
            raise Refused("number_unreadable", _("A round and a board are whole numbers."))
        return number

    def about(self) -> list[str]:
        """The result, and each of the place and the rating that would be another."""
        game, post = self.game, self.request.POST
        unrated, note = post.get("unrated"), post.get("unrated_note", "")
        if unrated is None:
            unrated, note = game.unrated, game.unrated_note
        others = [
            (_("Round"), game.round, self._number("round") or game.round),
            (_("Board"), game.board, self._number("board") or game.board),
            (_("Rated"), _rated(game.unrated, game.unrated_note), _rated(unrated, note)),
        ]
        return [
            self._result_told(),
            *(
                # Translators: in a script that runs from right to left the arrow points to the left.
                told(_("%(field)s: %(was)s → %(now)s"), field=field, was=was or "–", now=now)
                for field, was, now in others
                if was != now
            ),
        ]

    def _result_told(self) -> str:
        game = self.game
        result = result_of(self.request.POST.get("result", ""))
        score = {
            "was": _score(game),
            "now": score_of(result.kind, result.white_half_points, result.black_half_points),
        }
        if game.black is None:
            names = told("%(white)s", white=game.white.typed_name)
        else:
            both = {"white": game.white.typed_name, "black": game.black.typed_name}
            names = told(_("%(white)s – %(black)s"), **both)
        if score["was"] == score["now"]:
            sentence = _("Round %(number)s, %(names)s: %(was)s.")
        else:
            sentence = _("Round %(number)s, %(names)s: %(was)s becomes %(now)s.")
        return told(sentence, number=game.round or "–", names=names, **score)

    def done(self, act: Game, ladders: list[LadderShown]) -> HttpResponse:
        messages.success(self.request, self._done_told(act, ladders))
        return redirect(f"{url_of('results', self.event.pk)}?round={act.round or ''}#game-{act.pk}")

    def _done_told(self, act: Game, ladders: list[LadderShown]) -> str:
        if self.nothing_changed(act.event):
            return _("Nothing has changed.")
        score = {"was": _score(self.game), "now": _score(act), "number": act.round or "–"}
        if score["was"] == score["now"]:
            return self.told(_("The pairing of round %(number)s is corrected.") % score, ladders)
        return self.told(_("Round %(number)s: %(was)s is %(now)s now.") % score, ladders)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        game, typed = self.game, self.in_the_form()
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
            chosen=typed["result"],
            unrated_choices=Game.Unrated.choices,
            unrated=typed["unrated"],
            unrated_note=typed["unrated_note"],
            round=typed["round"],
            board=typed["board"],
            saw=[(f"saw-{name}", value) for name, value in self.stored.items()],
            reason=self.request.POST.get("reason", ""),
        )
        return context


def game_shown(
    game: Game,
    labels: Mapping[int, str],
    reasons: list[Reason],
    corrected: Corrected | None = None,
    *,
    is_twice: bool = False,
) -> GameShown:
    """A row of the results tab. A shield works for one side only: then both verdicts are told.

    Without a reason nothing is said of the rating.
    """
    if not reasons:
        verdict = ""
    elif len(reasons) == 1:
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
        corrected,
        is_twice,
    )


def _score(game: Game) -> str:
    return score_of(game.kind, game.white_half_points, game.black_half_points)


def _rated(unrated: str, note: str) -> str:
    if not unrated:
        return _("yes")
    label = dict(Game.Unrated.choices).get(unrated, unrated)
    return _("%(why)s (%(note)s)") % {"why": label, "note": note.strip()}


def _byes_last(game: Game) -> tuple[bool, int, int]:
    return game.black_id is None, game.board or 0, game.pk
