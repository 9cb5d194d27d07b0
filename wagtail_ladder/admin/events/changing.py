"""A change of who is who in an event: what the screens share that show first who would move by it."""

from abc import abstractmethod
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from wagtail.admin import messages

from ...models import Act, Entry
from ...services import Choice, NewMember
from ..ledger.access import url_to_undo
from ..trying import LadderShown, Trying, told_with_moves
from .access import url_of, whole_number
from .deciding import DecidingView, choice_of
from .suggesting import Candidate


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
