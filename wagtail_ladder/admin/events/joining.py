"""Two names of an event are one person, or one name is two people."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from ...models import Act, Entry, Game
from ...services import join_entries, part_entry
from ..who.finding import LEAST_LETTERS
from .access import whole_number
from .changing import ChangeView
from .results import score_of
from .suggesting import Candidate


class JoinView(ChangeView):
    """“These names are one person”: which names, then who it is."""

    template_name = "wagtail_ladder/admin/events/join.html"
    page_title = gettext_lazy("Two names, one person")
    sentence = gettext_lazy("The names are one person now.")

    @cached_property
    def changed(self) -> list[Entry]:
        posted = self.request.POST if self.request.method == "POST" else self.request.GET
        wanted = {whole_number(value) for value in posted.getlist("entry") if value}
        found = [entry for entry in self.entries if entry.pk in wanted]
        if len(found) != len(wanted) or not found:
            raise Http404
        return found

    def is_asked(self) -> bool:
        return super().is_asked() and len(self.changed) > 1

    def act(self) -> Act:
        ids = [entry.pk for entry in self.changed]
        return join_entries(
            self.event, ids, self.chosen(), by=self.request.user, expected_version=self.expected_version()
        )

    def asked(self) -> Any:
        return self.event.version, *super().asked()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        query = self.request.POST.get("q", "").strip()[:200]
        candidates = self._candidates(query)
        context.update(
            names=[(entry, self.evening.opponents(entry)) for entry in self.changed],
            others=[entry for entry in self.entries if entry not in self.changed],
            candidates=candidates,
            choice=context["choice"] or next((one.choice for one in candidates if one.is_here), ""),
            new_name=context["new_name"] or max((entry.typed_name for entry in self.changed), key=len),
            query=query,
            least_letters=LEAST_LETTERS,
        )
        return context

    def _candidates(self, query: str) -> list[Candidate]:
        """Whom the names mean so far, whom they resemble, and who was looked for; each once."""
        decided = (entry.person_id for entry in self.changed)  # type: ignore[attr-defined]
        found = self.suggesting.members(pk for pk in decided if pk is not None)
        for entry in self.changed:
            found += self.suggesting.candidates_for(entry)
        if len(query) >= LEAST_LETTERS:
            found += self.suggesting.called(query)
        once: dict[int, Candidate] = {}
        for candidate in found:
            once.setdefault(candidate.player_id, candidate)
        return list(once.values())


class PartView(ChangeView):
    """“This name is two people”: which of its games were the second one's."""

    template_name = "wagtail_ladder/admin/events/part.html"
    page_title = gettext_lazy("One name, two people")
    sentence = gettext_lazy("The name is two people now. The second one waits to be decided.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.entry: Entry = get_object_or_404(self.event.entries.with_person(), pk=kwargs["entry"])

    @property
    def changed(self) -> list[Entry]:
        return [self.entry]

    @property
    def ticked(self) -> set[int]:
        ticked = map(whole_number, self.request.POST.getlist("game"))
        return {game for game in ticked if game is not None}

    def act(self) -> Act:
        return part_entry(
            self.entry, self.ticked, by=self.request.user, expected_version=self.expected_version()
        )

    def asked(self) -> Any:
        return self.event.version, sorted(self.ticked), *super().asked()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        called = {entry.pk: entry.typed_name for entry in self.entries}
        context.update(
            entry=self.entry,
            ticked=self.ticked,
            games=[
                {
                    "pk": game.pk,
                    "round": game.round,
                    "white": called[game.white_id],
                    "black": called[game.black_id] if game.black_id else "",
                    "score": score_of(game.kind, game.white_half_points, game.black_half_points),
                }
                for game in games_of(self.entry)
            ],
        )
        return context


def games_of(entry: Entry) -> QuerySet[Game]:
    """All its pairings, byes and absences included, in the order of the rounds."""
    own = Game.objects.filter(Q(white=entry) | Q(black=entry))
    return own.order_by("round", "board", "pk")
