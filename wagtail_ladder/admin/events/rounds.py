"""The grid of one round: white, result, black, board by board; saved as it goes, or by its button."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from wagtail.admin import messages

from ...models import Entry, Event, Game
from ...services import ChangedMeanwhile, LadderError, Pairing, Refused, save_round
from ...services.games import rewrites_results
from ..trying import LadderShown, told_with_moves
from .access import url_of, whole_number
from .evening import told_apart
from .looking import EventLookFirst
from .older import is_followed
from .results import Choice, byes, choice_of, code_of, common_results, rare_results, result_of, with_current
from .round_lines import NO_RESULT, Line, board_in, free_numbers, is_at
from .words import listed

MOST_NAMES_IN_A_LIST = 60
"""With more names a seat is a text field with suggestions: 284 lists of 284 names are slow on a telephone."""


class RoundView(EventLookFirst):
    """A look comes first where a played result changes or goes, and where later events follow from this one.

    In the last event of the ladder, new pairings and results only add.
    """

    template_name = "wagtail_ladder/admin/events/round.html"
    tab = "results"
    lines: Sequence[Line] = ()
    """As typed."""
    pairings: Sequence[Pairing] = ()
    """Those of the lines that are complete: what the round would be."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.number = kwargs["number"]
        if not 1 <= self.number <= 99 or self.event.format == Event.Format.TABLE:
            raise Http404

    def get_page_title(self) -> str:
        return _("Round %(number)d") % {"number": self.number}

    @property
    def media(self) -> forms.Media:
        return super().media + forms.Media(js=["wagtail_ladder/admin/round.js"])

    @property
    def wants_json(self) -> bool:
        """Whether the script asks, which saves as it goes."""
        return self.request.headers.get("accept", "").startswith("application/json")

    @property
    def opens_deleted(self) -> bool:
        """The script is told by the verb that the event is gone: it cannot follow to another screen."""
        return self.wants_json

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return {str(entry.pk): entry for entry in self.event.entries.all()}

    @cached_property
    def by_list(self) -> bool:
        return len(self.entries) <= MOST_NAMES_IN_A_LIST

    @cached_property
    def labels(self) -> dict[str, str]:
        """Entry id -> its name; with the number where another has it too, and where names are typed."""
        if self.by_list:
            return {str(pk): label for pk, label in told_apart(self.entries.values()).items()}
        return {pk: f"{entry.number} {entry.typed_name}" for pk, entry in self.entries.items()}

    @cached_property
    def _code_of_text(self) -> dict[str, str]:
        """What may be typed into a seat -> the entry or the bye that it means."""
        byes = {str(choice.label): choice.code for choice in self._byes}
        return byes | {label: pk for pk, label in self.labels.items()}

    def post(self, request: HttpRequest, pk: int, number: int) -> HttpResponse:
        lines = self._typed_lines(request.POST)
        self.pairings, is_complete = self._pairings([] if self._removes else lines)
        if self.wants_json:
            return self._save_by_json(lines)
        self.lines = lines
        if not is_complete or "back" in request.POST:
            return self.show()
        return self.save()

    @property
    def _removes(self) -> bool:
        return "remove" in self.request.POST

    def may_rewrite(self) -> bool:
        return super().may_rewrite() and (
            rewrites_results(self.event, self.number, self.pairings) or is_followed(self.event)
        )

    def act(self, keep: Collection[int] = ()) -> Event:
        return save_round(
            self.event,
            self.number,
            self.pairings,
            by=self.request.user,
            keep=keep,
            expected_version=self.expected_version(),
            reason=self.request.POST.get("reason", ""),
        )

    def about(self) -> list[str]:
        if self._removes:
            return [_("Round %(number)d would be removed.") % {"number": self.number}]
        if rewrites_results(self.event, self.number, self.pairings):
            return [_("Played results of round %(number)d would be others.") % {"number": self.number}]
        return [_("Later events follow from what is added to round %(number)d.") % {"number": self.number}]

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        if self._removes:
            removed = _("Round %(number)d is removed.") % {"number": self.number}
            messages.success(self.request, self.told(removed, ladders))
            return redirect(url_of("results", act.pk))
        sentence = ngettext("Round %(number)d is saved: %(count)d pairing.",
                            "Round %(number)d is saved: %(count)d pairings.", len(self.pairings))  # fmt: skip
        saved = sentence % {"number": self.number, "count": len(self.pairings)}
        if self.nothing_changed(act):
            saved = _("Nothing has changed.")
        messages.success(self.request, told_with_moves(saved, ladders))
        return redirect(url_of("round", act.pk, self.number + ("next" in self.request.POST)))

    def _save_by_json(self, lines: list[Line]) -> JsonResponse:
        try:
            if self.may_rewrite():
                sentence = _("Not saved: this event is published. “Save” shows first who would move.")
                raise Refused("not_looked_at", sentence)
            event = self.act(keep=self._unfinished(lines, self.pairings))
        except LadderError as refusal:
            return self._refuse_by_json(refusal)
        return JsonResponse(
            {
                "version": event.version,
                "message": _saved(lines),
                "problems": {line.index: line.problem for line in lines if line.problem},
                "saw": {line.index: line.said for line in lines if not line.problem},
            }
        )

    def _refuse_by_json(self, refusal: LadderError) -> JsonResponse:
        """The page keeps what was typed. After a stale version it may save on top of the present one."""
        self.read_event_again()
        stale = isinstance(refusal, ChangedMeanwhile)
        return JsonResponse(
            {"message": refusal.message, "stale": stale, "version": self.event.version},
            status=409 if stale or refusal.code == "not_looked_at" else 422,
        )

    def _typed_lines(self, post: QueryDict) -> list[Line]:
        found = {whole_number(key.removeprefix("white-")) for key in post if key.startswith("white-")}
        return [
            Line(
                index,
                self._seat(post.get(f"white-{index}", "")),
                self._seat(post.get(f"black-{index}", "")),
                post.get(f"result-{index}", NO_RESULT),
                board_in(post.get(f"board-{index}", "")),
                saw=post.get(f"saw-{index}", ""),
            )
            for index in sorted(index for index in found if index is not None)
        ]

    def _seat(self, typed: str) -> str:
        """The id of an entry, whether it was chosen from a list or typed with its number; or a bye."""
        typed = typed.strip()
        return typed if self.by_list else self._code_of_text.get(typed, typed)

    def _pairings(self, lines: Iterable[Line]) -> tuple[list[Pairing], bool]:
        """The boards that are complete. The others say what they lack."""
        free_boards = free_numbers({line.board for line in lines if not line.is_empty})
        pairings = []
        for line in lines:
            line.problem = self._problem_of(line)
            if line.is_empty or line.problem:
                continue
            bye = self._bye_codes.get(line.black)
            if bye:
                pairings.append(Pairing(None, int(line.white), None, result_of(bye)))
                continue
            line.board = line.board or str(next(free_boards))
            pairings.append(
                Pairing(int(line.board), int(line.white), int(line.black), result_of(line.result))
            )
        return pairings, not any(line.problem for line in lines)

    def _unfinished(self, lines: Iterable[Line], pairings: Iterable[Pairing]) -> list[int]:
        """The stored games at whose lines the editor still is: saving as it goes must not take them away."""
        complete = {frozenset((pairing.white, pairing.black)) for pairing in pairings}
        others = [line for line in lines if line.is_empty or line.problem]
        kept = []
        for game in self._stored:
            line = next((line for line in others if is_at(line, game)), None)
            if line is not None and frozenset((game.white_id, game.black_id)) not in complete:
                line.problem = line.problem or _("Still stored as it was: “Save” takes it away.")
                kept.append(game.pk)
        return kept

    @cached_property
    def _bye_codes(self) -> dict[str, str]:
        return {choice.code: choice.code for choice in self._byes}

    @cached_property
    def _byes(self) -> list[Choice]:
        """Byes to choose from, and those that a file brought along."""
        found = byes()
        for game in self._stored:
            if game.black_id is None:
                found = with_current(
                    found, choice_of(game.kind, game.white_half_points, game.black_half_points)
                )
        return found

    def _problem_of(self, line: Line) -> str:
        if line.is_empty:
            return ""
        if not line.white:
            return _("Who has White?")
        if line.white not in self.entries:
            return _("“%(name)s” is not one of the names.") % {"name": line.white[:60]}
        if not line.black:
            return _("Who has Black? Or is it a bye?")
        if line.black not in self.entries and line.black not in self._bye_codes:
            return _("“%(name)s” is not one of the names.") % {"name": line.black[:60]}
        if line.black in self.entries:
            try:
                result_of(line.result)
            except LadderError as refusal:
                return refusal.message
        return ""

    @cached_property
    def _stored(self) -> list[Game]:
        return list(self.event.games.filter(round=self.number).order_by("board", "pk"))

    def _stored_lines(self) -> list[Line]:
        games = sorted(self._stored, key=lambda game: (game.black_id is None, game.board or 0, game.pk))
        lines = [self._line_of(index, game) for index, game in enumerate(games)]
        return [replace(line, saw=line.said) for line in lines]

    def _on_what_is_stored(self, lines: Iterable[Line]) -> list[Line]:
        """What is stored by now, with the lines that the editor changed.

        A form that is shown again may be saved on top of what a colleague did meanwhile: it must not bring
        back the boards that the editor only saw.
        """
        stored = {self._who(line.said): line for line in self._stored_lines()}
        boards = {line.board for line in stored.values()}
        at: dict[frozenset[str], Line] = dict(stored)
        # An emptied line first: whom it took away may sit in another.
        for line in sorted((line for line in lines if line.is_own), key=lambda line: not line.is_empty):
            place = next((who for who in (self._who(line.saw), self._who(line.said)) if who in stored), None)
            if place is not None:
                at[place] = replace(line, saw=stored[place].said, board=stored[place].board)
            elif not line.is_empty:
                board = "" if line.board in boards else line.board
                at[frozenset({f"new {line.index}"})] = replace(line, saw="", board=board)
        return [replace(line, index=index) for index, line in enumerate(at.values())]

    def _who(self, said: str) -> frozenset[str]:
        """The names at a line: one at a bye."""
        return frozenset(seat for seat in said.split(" ")[:2] if seat in self.entries)

    def _line_of(self, index: int, game: Game) -> Line:
        code = code_of(game.kind, game.white_half_points, game.black_half_points)
        if game.black_id is None:
            return Line(index, str(game.white_id), code)
        current = choice_of(game.kind, game.white_half_points, game.black_half_points)
        rare = rare_results()
        if code not in {choice.code for choice in common_results()}:
            rare = with_current(rare, current)
        return Line(index, str(game.white_id), str(game.black_id), code, str(game.board or ""), rare=rare)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        lines = self.lines
        if lines and self.expected_version() != self.event.version:
            lines = self._on_what_is_stored(lines)
        lines = lines or self._stored_lines()
        unseated = self._unseated(lines)
        blank = max(1 if unseated or not lines else 0, (len(unseated) + 1) // 2)
        first = 1 + max((line.index for line in lines), default=-1)
        if not any(line.is_empty for line in lines):
            lines = [*lines, *(Line(index) for index in range(first, first + blank))]
        rounds = set(self.event.games.order_by().values_list("round", flat=True).distinct())
        self._write_texts(lines)
        context.update(
            lines=lines,
            spare_line=Line(9999),
            number=self.number,
            rounds=sorted({*rounds, self.number}),
            next_round=self.number + 1,
            unseated=unseated,
            seats=list(self.labels.items()),
            by_list=self.by_list,
            byes=self._byes,
            common_results=common_results(),
            has_games=bool(self._stored),
            reason=self.request.POST.get("reason", ""),
            has_problems=any(line.problem for line in lines),
        )
        return context

    def _write_texts(self, lines: Iterable[Line]) -> None:
        """Where names are typed: the words for what a seat holds."""
        words = {code: text for text, code in self._code_of_text.items()}
        for line in lines:
            line.white_text = words.get(line.white, line.white)
            line.black_text = words.get(line.black, line.black)

    def _unseated(self, lines: Iterable[Line]) -> list[tuple[str, str]]:
        seated = {pk for line in lines for pk in (line.white, line.black)}
        return [(pk, label) for pk, label in self.labels.items() if pk not in seated]


def _saved(lines: Iterable[Line]) -> str:
    """What saving as it goes tells, and which boards it left out: half of a board is not stored."""
    left_out = [line.board or str(place) for place, line in enumerate(lines, start=1) if line.problem]
    time = localtime(now()).strftime("%H:%M")
    if not left_out:
        return _("Saved at %(time)s") % {"time": time}
    sentence = ngettext(
        "Saved at %(time)s, without board %(boards)s",
        "Saved at %(time)s, without boards %(boards)s",
        len(left_out),
    )
    return sentence % {"time": time, "boards": listed(left_out)}
