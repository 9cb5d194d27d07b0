"""A name that was decided was somebody else, or is nobody yet: looked at first, then recorded."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ...models import Act, Decision, Entry
from ...services import (
    Undecide,
    decide_entries,
    repoint_entries,
)
from ...services.ledger import entries_in_the_event, entries_spelled_like
from .access import url_of
from .changing import ChangeView


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
