"""A name that was decided was somebody else, or two names are one person: looked at first, then recorded."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Act, Decision, Entry, Game
from ...services import (
    Choice,
    NewMember,
    Undecide,
    decide_entries,
    join_entries,
    part_entry,
    repoint_entries,
)
from ...services.ledger import entries_in_the_event, entries_spelled_like
from ..ledger.access import url_to_undo
from ..who.trying import LadderShown, Trying, told_with_moves
from .access import url_of, whole_number
from .deciding import DecidingView, choice_of
from .results import score_of
from .suggesting import Candidate

LEAST_LETTERS = 2


@dataclass(frozen=True)
class Scope:
    """How far “this was somebody else” reaches."""

    value: str
    label: str
    entries: list[Entry]


def scopes_of(entry: Entry) -> list[Scope]:
    """The entry alone, and what is more than that: its spelling in all events, its player in this one."""
    if entry.player is None:
        return [Scope("entry", _("Only this name, in this event"), [entry])]
    spelled, here = entries_spelled_like(entry), entries_in_the_event(entry)
    name = entry.player.merged_into.name if entry.player.merged_into else entry.player.name
    scopes = [Scope("entry", _("Only this name, in this event"), [entry])]
    if len(spelled) > 1:
        events = len({other.event_id for other in spelled})
        label = ngettext(
            "Every “%(typed)s” who is %(name)s so far, in %(count)d event",
            "Every “%(typed)s” who is %(name)s so far, in %(count)d events",
            events,
        )
        told = {"typed": entry.typed_name, "name": name, "count": events}
        scopes.append(Scope("spelling", label % told, spelled))
    if len(here) > 1:
        label = ngettext(
            "All of %(name)s in this event: %(count)d name",
            "All of %(name)s in this event: %(count)d names",
            len(here),
        )
        scopes.append(Scope("event", label % {"name": name, "count": len(here)}, here))
    return scopes


def games_of(entry: Entry) -> QuerySet[Game]:
    """All its pairings, byes and absences included, in the order of the rounds."""
    own = Game.objects.filter(Q(white=entry) | Q(black=entry))
    return own.order_by("round", "board", "pk")


class ChangeView(Trying, DecidingView):
    """A change of who is who in an event: the first POST shows who would move, the second records it."""

    sentence = ""
    """What is said once it is recorded."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.club = self.event.ladder.club

    def is_asked(self) -> bool:
        return self.request.method == "POST" and "search" not in self.request.POST

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        if "search" in request.POST:
            return self.show()
        return super().post(request, **ids)

    def done(self, act: Act, ladders: list[LadderShown]) -> HttpResponse:
        undo = messages.button(url_to_undo(act), _("Undo"))
        messages.success(self.request, told_with_moves(str(self.sentence), ladders), buttons=[undo])
        # With a fragment of its own: without one, a browser keeps the one that led to the preview.
        here = next(entry for entry in self.changed if entry.event_id == self.event.pk)
        return redirect(f"{url_of('desk', self.event.pk)}#entry-{here.pk}")

    @property
    def new_name(self) -> str:
        return self.request.POST.get("new_name", "").strip()

    @cached_property
    def near(self) -> list[Candidate]:
        """Of a new member: the members who are shown as near, and are somebody else then."""
        if self.request.POST.get("choice") != "new":
            return []
        first, *others = self.changed
        names = [other.typed_name for other in others]
        return self.suggesting.near(first, *names, *filter(None, [self.new_name]))

    @cached_property
    def member(self) -> Candidate | None:
        """The member who is chosen, if one is."""
        player = whole_number(self.request.POST.get("choice", "").removeprefix("member-"))
        return next(iter(self.suggesting.members([] if player is None else [player])), None)

    @property
    @abstractmethod
    def changed(self) -> list[Entry]:
        """The names that it is about, at least one."""

    def chosen(self) -> Choice:
        """Raises Refused where the form does not say who it is."""
        choice = choice_of(self.request.POST.get("choice", ""))
        if isinstance(choice, NewMember):
            return NewMember(self.new_name or None, tuple(candidate.player_id for candidate in self.near))
        return choice

    def asked(self) -> Any:
        then = [(entry.pk, entry.decision, entry.player_id) for entry in self.changed]
        near = [candidate.seen for candidate in self.near]
        return then, self.request.POST.get("choice"), self.member and self.member.seen, self.new_name, near

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        post = self.request.POST
        context.update(
            choice=post.get("choice", ""),
            new_name=self.new_name,
            near=self.near if self.is_asked() else [],
            reason=post.get("reason", ""),
        )
        return context


class RepointView(ChangeView):
    """“This was somebody else”: the name alone, every name spelled so, or all of the player in this event."""

    template_name = "wagtail_ladder/admin/events/repoint.html"
    page_title = gettext_lazy("It was somebody else")
    sentence = gettext_lazy("It is recorded who it really was.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        entries = self.event.entries.with_person().select_related("player__merged_into", "event__ladder")
        self.entry: Entry = get_object_or_404(entries, pk=kwargs["entry"])

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(url_of("entry", self.event.pk, self.entry.pk))

    @cached_property
    def scope(self) -> Scope:
        asked_for = self.request.POST.get("scope")
        scopes = scopes_of(self.entry)
        return next((scope for scope in scopes if scope.value == asked_for), scopes[0])

    @property
    def changed(self) -> list[Entry]:
        return self.scope.entries

    def act(self) -> Act:
        ids = [entry.pk for entry in self.changed]
        reason = self.request.POST.get("reason", "")
        return repoint_entries(self.club, ids, self.chosen(), by=self.request.user, reason=reason)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(entry=self.entry, scope=self.scope, member=self.member, **kwargs)


class TakeBackView(ChangeView):
    """The name is undecided again."""

    template_name = "wagtail_ladder/admin/events/take_back.html"
    page_title = gettext_lazy("Take the decision back")
    sentence = gettext_lazy("The decision is taken back. The name waits to be decided.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        entries = self.event.entries.with_person().exclude(decision=Decision.UNDECIDED)
        self.entry: Entry = get_object_or_404(
            entries.select_related("player__merged_into"), pk=kwargs["entry"]
        )

    @property
    def changed(self) -> list[Entry]:
        return [self.entry]

    def act(self) -> Act:
        version = self.expected_version() if self.request.method == "POST" else self.event.version
        decide_entries(
            self.event, {self.entry.pk: Undecide()}, by=self.request.user, expected_version=version
        )
        return self.event.acts.latest("pk")

    def is_asked(self) -> bool:
        return True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(entry=self.entry, **kwargs)


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
