"""A form of the desk by which a published ladder may move: who would move is seen before it is saved."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...services import ChangedMeanwhile, LadderError
from ...services.editors import last_replayed
from ...services.text import cleaned_reason
from ...services.verb import club_transaction
from ..trying import LadderShown, Trying, told_with_moves
from .access import AdminView, EventView

_NOT_CARRIED = frozenset({"csrfmiddlewaretoken", "seen", "reason", "back"})
"""Fields that the look has itself, or that its outcome does not depend on."""


class LookFirst(Trying):
    """The first POST shows who would move, the second saves: one click, with the reason.

    The rule for every form of the desk: a look comes first where the form may change what stood
    (`may_rewrite`) and somebody would move by it. All else is saved at once: a draft, for it moves nobody;
    what moves nobody though the event is published, and the answer says so; and what only adds to the last
    published event of the ladder, as the results of its next round, which somebody types all evening.
    """

    save_button = gettext_lazy("Yes, save it")
    asks_reason = True
    """Whether the form has a reason, which is then asked for beside who moves."""
    needs_reason = True
    _ladders: list[LadderShown] | None = None

    @abstractmethod
    def may_rewrite(self) -> bool:
        """Whether the form may change what stands: only then it is tried."""

    def about(self) -> list[str]:
        """What is about to be saved, in sentences, for the page that says who moves."""
        return []

    def prepare(self) -> None:
        """Read the form, behind the club's lock. It may raise LadderError."""

    def is_asked(self) -> bool:
        return self._ladders is not None

    def tried(self) -> list[LadderShown]:
        """Once in a request: what is shown is what was compared."""
        if self._ladders is None:
            self._ladders = super().tried()
        return self._ladders

    def asked(self) -> Any:
        """Everything that the form says."""
        return sorted(
            (name, values) for name, values in self.request.POST.lists() if name not in _NOT_CARRIED
        )

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponse:
        if "back" in request.POST:
            return self.show()
        return self.save()

    def save(self) -> HttpResponse:
        """Save the form, or show who would move."""
        ladders: list[LadderShown] = []
        is_seen, act = False, None
        try:
            with club_transaction(self.club.pk):
                self.prepare()
                ladders = self.tried() if self.may_rewrite() else []
                is_seen = not ladders or self.request.POST.get("seen") == self.fingerprint(ladders)
                if is_seen:
                    must_say_why = bool(ladders) and self.asks_reason and self.needs_reason
                    cleaned_reason(self.request.POST.get("reason", ""), required=must_say_why)
                    act = self.act()
                else:
                    transaction.set_rollback(True)
        except LadderError as refusal:
            if ladders and is_seen and refusal.code == "reason_empty":
                return self.show_look(ladders, refusal)
            return self.show_refusal(refusal)
        if is_seen:
            return self.done(act, ladders)
        return self.show_look(ladders, self._changed_since() if "seen" in self.request.POST else None)

    def _changed_since(self) -> ChangedMeanwhile:
        """The look carries the whole form: if it would come to something else, somebody was at a ladder."""
        sentences = [str(self.not_yet), last_replayed(*self.club.ladders.all())]
        return ChangedMeanwhile("not_looked_at", " ".join(filter(None, sentences)))

    def show_look(self, ladders: list[LadderShown], refusal: LadderError | None = None) -> HttpResponse:
        """Who would move, the reason, and the button; the form goes along, to be saved or shown again."""
        post = self.request.POST
        shown = self.look_view(
            refusal=refusal,
            said={
                "about": self.about(),
                "ladders": ladders,
                "seen": self.fingerprint(ladders),
                "carried": [
                    (name, value)
                    for name, values in post.lists()
                    for value in values
                    if name not in _NOT_CARRIED
                ],
                "asks_reason": self.asks_reason,
                "needs_reason": self.needs_reason,
                "reason": post.get("reason", "").strip(),
                "save_button": self.save_button,
            },
        )
        return shown(self.request, **self.kwargs)

    def look_view(self, **attributes: Any) -> Callable[..., HttpResponse]:
        return LookView.as_view(**attributes)

    def told(self, sentence: str, ladders: list[LadderShown]) -> str:
        """The sentence, and how many moved; where somebody might have, that nobody did."""
        if ladders or not self.may_rewrite():
            return told_with_moves(sentence, ladders)
        return _("%(sentence)s Nobody moves by it.") % {"sentence": sentence}


class LookView(AdminView):
    """The look. It is shown in the place of a form, under its address."""

    template_name = "wagtail_ladder/admin/events/look.html"
    page_title = gettext_lazy("Who would move")
    frame = "wagtail_ladder/admin/events/base.html"
    said: dict[str, Any] = {}

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponse:
        return self.show(frame=self.frame, **self.said)


class EventLookView(LookView, EventView):
    frame = "wagtail_ladder/admin/events/event_base.html"


class EventLookFirst(LookFirst, EventView):
    """A form of one event. It moves nobody before the event is published."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.club = self.event.ladder.club

    def may_rewrite(self) -> bool:
        return self.is_published

    def look_view(self, **attributes: Any) -> Callable[..., HttpResponse]:
        return EventLookView.as_view(tab=self.tab, **attributes)
