"""One name of an event: who it is, whether its spelling is right, whether it should be there at all."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Decision
from ...services import Choice, NewMember, remove_entry, retype_entry
from ..ledger.access import url_of_history
from ..ledger.words import told
from ..trying import LadderShown
from ..who.finding import LEAST_LETTERS
from .access import url_of, whole_number
from .deciding import DecidingView, NotLookedAt, choice_of
from .joining import games_of
from .looking import EventLookFirst
from .repointing import scopes_of


class EntryView(EventLookFirst, DecidingView):
    """One name: decide it, decide it anew, search the registry, mend a slip, take it out."""

    template_name = "wagtail_ladder/admin/events/entry.html"
    page_title = gettext_lazy("Who is it?")
    asks_reason = False
    _choice: Mapping[int, Choice] = {}

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        entries = self.event.entries.select_related("player__merged_into", "decided_by", "event__ladder")
        self.entry = get_object_or_404(entries, pk=kwargs["entry"])

    def post(self, request: HttpRequest, pk: int, entry: int) -> HttpResponse:
        if "search" in request.POST:
            return self.show()
        try:
            return super().post(request, pk=pk, entry=entry)
        except NotLookedAt as unseen:
            return self.ask_about(unseen.newcomers)

    @property
    def _decides(self) -> bool:
        return not {"retype", "remove"} & set(self.request.POST)

    def may_rewrite(self) -> bool:
        return super().may_rewrite() and "retype" not in self.request.POST

    def prepare(self) -> None:
        if not self._decides:
            return
        choice = choice_of(self.request.POST.get("choice", ""))
        if isinstance(choice, NewMember):
            choice = NewMember(self.request.POST.get("new_name") or None)
        choices = {self.entry.pk: choice}
        self.refuse_unseen(choices)
        self._choice = self.beside_near_ones(choices, {"choice": self.entry})

    def act(self) -> None:
        by, version = self.request.user, self.expected_version()
        if self._decides:
            self.decide(self._choice)
        elif "retype" in self.request.POST:
            name = self.request.POST.get("typed_name", "")
            retype_entry(self.entry, name, by=by, expected_version=version)
        else:
            remove_entry(self.entry, by=by, expected_version=version)

    def about(self) -> list[str]:
        sentence = _("“%(name)s” would be decided.") if self._decides else _("“%(name)s” would be removed.")
        return [told(sentence, name=self.entry.typed_name)]

    def done(self, act: None, ladders: list[LadderShown]) -> HttpResponse:
        if self._decides:
            return self.show_decided(self.told(_("The name is decided."), ladders))
        sentence = (
            _("The spelling is mended.") if "retype" in self.request.POST else _("The name is removed.")
        )
        messages.success(self.request, self.told(sentence, ladders))
        return redirect(url_of("desk", self.event.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        post = self.request.POST
        query = post.get("q", "").strip()
        (entry,) = (entry for entry in self.entries if entry.pk == self.entry.pk)
        candidates = self.suggesting.candidates_for(entry)
        if len(query) >= LEAST_LETTERS:
            known = {candidate.player_id for candidate in candidates}
            found = self.suggesting.called(query[:200])
            candidates += [candidate for candidate in found if candidate.player_id not in known]
        chosen = whole_number(post.get("choice", "").removeprefix("member-"))
        if chosen is not None and chosen not in {candidate.player_id for candidate in candidates}:
            candidates += self.suggesting.members([chosen])  # by a search, or renamed since
        context.update(
            entry=entry,
            candidates=[
                found
                for found in candidates
                if found.player_id != entry.person_id  # type: ignore[attr-defined]
            ],
            query=query,
            choice=post.get("choice", ""),
            new_name=post.get("new_name", entry.typed_name),
            typed_name=post.get("typed_name", entry.typed_name),
            opponents=self.evening.opponents(entry),
            has_games=games_of(entry).exists(),
            others=[other for other in self.entries if other.pk != entry.pk],
            twins=self.evening.twins(entry),
            namesakes={other.pk for other in self.evening.namesakes(entry, 1)},
            scopes=scopes_of(entry),
            scope=post.get("scope", "entry"),
            is_undecided=entry.decision == Decision.UNDECIDED,
            decisions_url=url_of_history(event=self.event, player=entry.player),
            least_letters=LEAST_LETTERS,
        )
        return context
