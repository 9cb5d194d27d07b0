"""The first tab of an event's desk: who the typed names are."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Decision, Entry, Event, Game, Player
from ...services import (
    ChangedMeanwhile,
    Choice,
    LadderError,
    LeaveOut,
    Member,
    NewMember,
    Refused,
    Undecide,
    confirm_adults,
    decide_entries,
    remove_entry,
    retype_entry,
)
from ...services.persons import juniors
from ...services.preview import RatingsThen, ratings_now
from ...services.verb import club_transaction
from ..bulk import ConfirmAdults
from ..disclosure import Question
from ..ledger.access import url_of_history, url_to_undo
from ..listing import STYLES
from .access import EventView, paged, url_of, whole_number
from .moves import MoveShown, moved_since
from .suggesting import Candidate, members_called, suggestions_for

NAMES_A_PAGE = 150
"""Undecided names shown at once. The next ones come when these are saved, so no choice is ever lost."""

LEAST_LETTERS = 2

MOST_ADULTS_AT_ONCE = 500
"""A tick is a field, and Django takes a thousand fields a form unless a site allows more."""


class DecidingView(EventView):
    """A screen that decides names. Of a published event it then says who moved, as after a correction."""

    tab = "names"

    def decide(self, choices: dict[int, Choice]) -> RatingsThen:
        """Decide, and give the ratings as they were before."""
        before = ratings_now(self.event.ladder_id)
        decide_entries(self.event, choices, by=self.request.user, expected_version=self.expected_version())
        return before

    def show_decided(self, sentence: str, before: RatingsThen) -> HttpResponse:
        moves = moved_since(before, self.event.ladder) if self.is_published else []
        undo_url = url_to_undo(self.event.acts.filter(by=self.request.user).latest("pk"))
        if moves:  # no redirect, as names do not belong in a session; see `GameView.post`
            shown = DecidedView.as_view(sentence=sentence, moves=moves, undo_url=undo_url)
            return shown(self.request, pk=self.event.pk)
        messages.success(self.request, sentence, buttons=[messages.button(undo_url, _("Undo"))])
        return redirect(url_of("desk", self.event.pk))


class DecidedView(EventView):
    """The answer to a decision: who moved."""

    template_name = "wagtail_ladder/admin/events/decided.html"
    page_title = gettext_lazy("Who moved")
    tab = "names"
    sentence = ""
    moves: Sequence[MoveShown] = ()
    undo_url = ""

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self.show(sentence=self.sentence, moves=self.moves, undo_url=self.undo_url)


class NamesView(DecidingView):
    """All undecided names with their suggestions, and the decided ones below. One POST decides many."""

    template_name = "wagtail_ladder/admin/events/names.html"
    page_title = gettext_lazy("Names")
    tab = "names"

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.event.entries.select_related("player__merged_into", "decided_by"))

    @property
    def media(self) -> forms.Media:
        return super().media + forms.Media(js=["wagtail_ladder/admin/member-search.js"])

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            choices = self._choices()
            before = self.decide(choices)
        except LadderError as refusal:
            self.__dict__.pop("entries", None)
            return self.show_refusal(refusal)
        sentence = ngettext("%(count)d name is decided.", "%(count)d names are decided.", len(choices))
        return self.show_decided(sentence % {"count": len(choices)}, before)

    def _choices(self) -> dict[int, Choice]:
        choices = {}
        for key, value in self.request.POST.items():
            entry = whole_number(key.removeprefix("choice-"))
            if key.startswith("choice-") and entry is not None and value:
                choices[entry] = choice_of(value)
        if not choices:
            raise Refused("nothing_chosen", _("Please choose who at least one of the names is."))
        return choices

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        undecided = [entry for entry in self.entries if entry.decision == Decision.UNDECIDED]
        candidates = suggestions_for(self.event, undecided)
        shown = undecided[:NAMES_A_PAGE]
        decided = [entry for entry in self.entries if entry.decision != Decision.UNDECIDED]
        context.update(paged(decided, NAMES_A_PAGE, self.request))
        context.update(
            rows=[
                (entry, candidates[entry.pk], self._chosen(entry, candidates[entry.pk])) for entry in shown
            ],
            undecided_count=len(undecided),
            undecided_later=len(undecided) - len(shown),
            unknown_count=sum(not candidates[entry.pk] for entry in undecided),
            minors_count=self._minors_count(decided),
            decisions_url=url_of_history(event=self.event),
            least_letters=LEAST_LETTERS,
        )
        return context

    def _chosen(self, entry: Entry, candidates: list[Candidate]) -> str:
        """What is ticked: the editor's choice of a refused form, else a member who fits and nobody else."""
        posted = self.request.POST.get(f"choice-{entry.pk}")
        if posted is not None:
            return posted
        return next((found.choice for found in candidates if found.is_strong), "")

    def _minors_count(self, decided: list[Entry]) -> int:
        if not self.is_organiser:
            return 0
        return juniors_in(self.event).count() if decided else 0


class EntryView(DecidingView):
    """One name: decide it, decide it anew, search the registry, mend a slip, take it out."""

    template_name = "wagtail_ladder/admin/events/entry.html"
    page_title = gettext_lazy("Who is it?")
    tab = "names"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        entries = self.event.entries.select_related("player__merged_into", "decided_by", "event__ladder")
        self.entry = get_object_or_404(entries, pk=kwargs["entry"])

    def post(self, request: HttpRequest, pk: int, entry: int) -> HttpResponse:
        if "search" in request.POST:
            return self.show()
        try:
            return self._act(request.POST)
        except LadderError as refusal:
            return self.show_refusal(refusal)

    def _act(self, post: Any) -> HttpResponse:
        by, version = self.request.user, self.expected_version()
        if "retype" in post:
            retype_entry(self.entry, post.get("typed_name", ""), by=by, expected_version=version)
            messages.success(self.request, _("The spelling is mended."))
        elif "remove" in post:
            remove_entry(self.entry, by=by, expected_version=version)
            messages.success(self.request, _("The name is removed."))
        else:
            choice = choice_of(post.get("choice", ""))
            if isinstance(choice, NewMember):
                choice = NewMember(post.get("new_name") or None)
            before = self.decide({self.entry.pk: choice})
            return self.show_decided(_("The name is decided."), before)
        return redirect(url_of("desk", self.event.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        post = self.request.POST
        query = post.get("q", "").strip()
        candidates = suggestions_for(self.event, [self.entry])[self.entry.pk]
        if len(query) >= LEAST_LETTERS:
            known = {candidate.player_id for candidate in candidates}
            found = members_called(self.event, query)
            candidates += [candidate for candidate in found if candidate.player_id not in known]
        context.update(
            entry=self.entry,
            candidates=candidates,
            query=query,
            chosen=post.get("choice", ""),
            new_name=post.get("new_name", self.entry.typed_name),
            typed_name=post.get("typed_name", self.entry.typed_name),
            has_games=Game.objects.filter(white=self.entry).exists()
            or Game.objects.filter(black=self.entry).exists(),
            is_undecided=self.entry.decision == Decision.UNDECIDED,
            decisions_url=url_of_history(event=self.event, player=self.entry.player),
            least_letters=LEAST_LETTERS,
        )
        return context


class MembersView(EventView):
    """Members of the event's own club by name, for the search field. A POST, so that no name is in a log."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        query = request.POST.get("q", "").strip()
        if len(query) < LEAST_LETTERS:
            return JsonResponse({"members": []})
        members = [
            {"value": found.choice, "name": found.name, "facts": _facts(found)}
            for found in members_called(self.event, query[:200])
        ]
        return JsonResponse({"members": members, "message": "" if members else _("Nobody is called that.")})


class NewMembersView(DecidingView):
    """“Make all of them new members”: only for names that resemble nobody, after a look at the list."""

    template_name = "wagtail_ladder/admin/events/new_members.html"
    page_title = gettext_lazy("New members")
    tab = "names"

    @cached_property
    def unknown(self) -> list[Entry]:
        undecided = list(self.event.entries.filter(decision=Decision.UNDECIDED))
        candidates = suggestions_for(self.event, undecided)
        return [entry for entry in undecided if not candidates[entry.pk]]

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            if request.POST.get("list") != _digest(self.unknown) or not self.unknown:
                raise ChangedMeanwhile(
                    "list_changed", _("The names or the members have changed meanwhile. Please look again.")
                )
            choices: dict[int, Choice] = {entry.pk: NewMember() for entry in self.unknown}
            before = self.decide(choices)
        except LadderError as refusal:
            del self.unknown
            return self.show_refusal(refusal)
        sentence = ngettext("%(count)d new member.", "%(count)d new members.", len(choices))
        return self.show_decided(sentence % {"count": len(choices)}, before)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(unknown=self.unknown, list_digest=_digest(self.unknown))
        return context


class AdultsView(EventView):
    """“Confirm as adults” for the members of this event: an organiser's, after a look at what that shows.

    The first form ticks names, the second is the question of the bulk action with the same name.
    """

    template_name = "wagtail_ladder/admin/events/adults.html"
    page_title = gettext_lazy("Confirm as adults")
    tab = "names"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if not self.is_organiser:
            raise Http404

    @property
    def media(self) -> forms.Media:
        return super().media + STYLES

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        if "listed" not in request.POST:
            return self._ask()
        try:
            count = self._confirm()
        except LadderError as refusal:
            self.refusal = refusal
            return self._ask()
        sentence = ngettext(
            "%(count)d member is confirmed as an adult.", "%(count)d members are confirmed as adults.", count
        )
        messages.success(request, sentence % {"count": count})
        return redirect(url_of("desk", pk))

    def _confirm(self) -> int:
        with club_transaction(self.event.ladder.club_id):
            question = self._question()
            question.refuse_other_answers(self.request.POST, str(ConfirmAdults.not_yet))
            return self._confirm_all(question.players)

    def _ask(self) -> HttpResponse:
        try:
            question = self._question()
        except LadderError as refusal:
            return self.show_refusal(refusal)
        self.template_name = "wagtail_ladder/admin/events/adults_question.html"
        return self.show(
            question=question, lead=ConfirmAdults.lead(len(question.players)), button=ConfirmAdults.button
        )

    def _question(self) -> Question:
        """About those ticked who still are minors of this event. Raises Refused where there is nobody."""
        ticked = set(map(whole_number, self.request.POST.getlist("player")))
        minors = self._minors()
        picked = [player for player in minors if player.pk in ticked]
        if not picked:
            raise Refused("nobody_picked", _("Please tick at least one name."))
        others = (player for player in minors if player.pk not in ticked)
        return Question.about(picked, lambda: self._confirm_all(picked), others)

    def _confirm_all(self, players: list[Player]) -> int:
        ids = [player.pk for player in players]
        return confirm_adults(self.event.ladder.club, ids, by=self.request.user)

    def _minors(self) -> list[Player]:
        return list(juniors_in(self.event).order_by("name", "pk"))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        minors = self._minors()
        context.update(minors=minors[:MOST_ADULTS_AT_ONCE], minors_later=len(minors[MOST_ADULTS_AT_ONCE:]))
        return context


def juniors_in(event: Event) -> QuerySet[Player]:
    """The members of the event who count as under 18."""
    here = event.entries.with_person().exclude(player=None).values("person_id")
    return Player.objects.filter(juniors(), pk__in=here)


def choice_of(value: str) -> Choice:
    """`member-17`, `new`, `left_out` or `undecided`. Raises Refused for anything else."""
    player = whole_number(value.removeprefix("member-"))
    if value.startswith("member-") and player is not None:
        return Member(player)
    choices: dict[str, Choice] = {"new": NewMember(), "left_out": LeaveOut(), "undecided": Undecide()}
    if value not in choices:
        raise Refused("choice_unknown", _("Please choose who this is."))
    return choices[value]


def _facts(candidate: Candidate) -> str:
    if candidate.rating is None:
        return ""
    if candidate.last_played is None or not candidate.was_long_away:
        return str(candidate.rating)
    month = date_format(candidate.last_played, "F Y")
    return _("%(rating)s · last seen %(month)s") % {"rating": candidate.rating, "month": month}


def _digest(entries: list[Entry]) -> str:
    """Stands for the list that was looked at: one field of the form, however many names there are."""
    return hashlib.sha256(",".join(str(entry.pk) for entry in entries).encode()).hexdigest()
