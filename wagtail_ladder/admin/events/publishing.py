"""Publish, take back, delete, restore: each a screen that says what will happen, and one POST."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...kinds import Kind
from ...models import Decision, Event
from ...services import (
    LadderError,
    delete_event,
    preview_publication,
    publish_event,
    restore_event,
    unpublish_event,
)
from ...services.day_order import events_of_day, tied
from ...services.deleted_events import changed_while_deleted, digest_of_event
from ...services.preview import Preview, stored_changes
from ...services.text import cleaned_reason
from ..trying import LadderShown, told_outside
from .access import EventView, url_of
from .long_events import warnings_of_length
from .looking import EventLookFirst
from .moves import MoveShown, active_since, moves_shown
from .older import note_if_older
from .twice import twice_shown


class PublishView(EventView):
    """Of a draft: who would move, and the button. Of a published event: who moved."""

    template_name = "wagtail_ladder/admin/events/publish.html"
    tab = "publish"

    def get_page_title(self) -> str:
        return _("Published") if self.is_published else _("Publish")

    @cached_property
    def preview(self) -> Preview | None:
        """None of a published event, and where nothing can be computed: `refusal` says why."""
        try:
            return None if self.is_published else preview_publication(self.event)
        except LadderError as refusal:
            self.refusal = self.refusal or refusal
            return None

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        try:
            event = publish_event(
                self.event,
                by=request.user,
                expected_version=self.expected_version(),
                expected_fingerprint=request.POST.get("fingerprint", ""),
            )
        except LadderError as refusal:
            return self.show_refusal(refusal)
        messages.success(request, _("“%(event)s” is published.") % {"event": event.name})
        return redirect(url_of("publish", pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        preview = self.preview
        context = super().get_context_data(**kwargs)
        changes = preview.changes if preview else stored_changes(self.event)
        moving = [move for move in changes if move.games_after > move.games_before]
        moves = moves_shown(moving, self.event.ladder, self.event.last_day)
        context.update(
            moves=moves,
            unmoved_count=len(changes) - len(moving),
            is_known=self.is_published or preview is not None,
            others=self._others(preview) if preview else [],
            warnings=self._warnings(context["undecided_total"]),
            length_warnings=warnings_of_length(self._rated_games(moves)),
            inactive_since=self._inactive_since(),
            notes=self._notes(),
            twice=twice_shown(self.event),
            outside=told_outside(preview.taken_over) if preview else "",
            has_names=self.event.entries.exists(),
            fingerprint=preview.fingerprint if preview else "",
        )
        return context

    def _others(self, preview: Preview) -> Any:
        """Those who are not in the event, and move because later events follow from it."""
        here = {move.player_id for move in preview.changes}
        others = [move for move in preview.standings_moved if move.player_id not in here]
        return moves_shown(others, self.event.ladder)

    def _inactive_since(self) -> str:
        """The day since which one must have played, where this event lies before it."""
        since = active_since(self.event.ladder)
        is_old = self.event.last_day < since and not self.event.unrated
        return date_format(since, "DATE_FORMAT") if is_old else ""

    def _notes(self) -> list[str]:
        """What is good to know, and nothing to worry about."""
        event = self.event
        if self.is_published or event.unrated:
            return []
        note = note_if_older(event.ladder, event.last_day, event.sequence, event.tie_break)
        return [note] if note else []

    def _rated_games(self, moves: list[MoveShown]) -> list[tuple[str, int]]:
        """Of each player; while names are undecided, of each typed name."""
        if moves or self.event.unrated:
            return [(move.name, move.games) for move in moves]
        entries = self.event.entries.exclude(decision=Decision.LEFT_OUT)
        seats = Counter(
            seat
            for pair in self.event.games.filter(kind=Kind.PLAYED, unrated="").values_list("white", "black")
            for seat in pair
        )
        return [(name, seats[pk]) for pk, name in entries.values_list("pk", "typed_name")]

    def _warnings(self, undecided: int) -> list[str]:
        found = []
        if undecided and not self.event.unrated:
            found.append(
                ngettext(
                    "%(count)d name is not decided yet: the event will be shown with its standings, "
                    "and it is not rated until you have decided it.",
                    "%(count)d names are not decided yet: the event will be shown with its standings, "
                    "and it is not rated until you have decided all of them.",
                    undecided,
                )
                % {"count": undecided}
            )
        unfinished = self.event.games.filter(kind=Kind.SCHEDULED).count()
        if unfinished:
            found.append(
                ngettext(
                    "%(count)d game has no result yet.", "%(count)d games have no result yet.", unfinished
                )
                % {"count": unfinished}
            )
        if self.event.pk in tied(events_of_day(self.event.ladder, self.event.last_day)):
            found.append(_("Order not set: another event of that day has the same place. See the details."))
        return found


class ConfirmView(EventLookFirst):
    """Says what will happen and who would move, and does it on POST: the screen is its own look."""

    template_name = "wagtail_ladder/admin/events/confirm.html"
    verb: Callable[..., Event]
    """What the button does with the event."""
    organisers_only = False
    button = ""
    sentence = ""
    """What is said once it is done."""
    lands_on = "publish"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if self.organisers_only and not self.is_organiser:
            raise Http404
        self.version = self.expected_version() if request.method == "POST" else self.event.version

    @abstractmethod
    def sentences(self) -> list[str]:
        """What will happen."""

    def is_asked(self) -> bool:
        return self.may_rewrite()

    @property
    def needs_reason(self) -> bool:
        """Visitors are told of it, where the event is or will be published."""
        return self.may_rewrite()

    def prepare(self) -> None:
        cleaned_reason(self.request.POST.get("reason", ""), required=self.needs_reason)

    def act(self) -> Event:
        reason = self.request.POST.get("reason", "")
        return self.verb(self.event, by=self.request.user, expected_version=self.version, reason=reason)

    def asked(self) -> Any:
        """Nothing is typed that the outcome depends on."""
        return self.version

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        """What would happen to the event as it is now, whatever it was when the form was made."""
        self.version = self.event.version
        return super().show(status, **context)

    def show_look(self, ladders: list[LadderShown], refusal: LadderError | None = None) -> HttpResponse:
        self.refusal = refusal
        return self.show()

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        sentence = self.sentence % {"event": act.name}
        messages.success(self.request, self.told(sentence, ladders), buttons=self.buttons_once_done())
        return redirect(url_of("index") if self.lands_on == "index" else url_of(self.lands_on, act.pk))

    def buttons_once_done(self) -> list[Any]:
        return []

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            sentences=self.sentences(),
            button=self.button,
            may_move=self.may_rewrite(),
            needs_reason=self.needs_reason,
            reason=self.request.POST.get("reason", ""),
            organisers_only=self.organisers_only,
            may_act=True,
        )
        return context


class UnpublishView(ConfirmView):
    verb = staticmethod(unpublish_event)
    page_title = gettext_lazy("Unpublish")
    button = gettext_lazy("Unpublish")
    sentence = gettext_lazy("“%(event)s” is a draft again.")

    def sentences(self) -> list[str]:
        return [
            _("The event becomes a draft again. Its results and the decisions on its names stay."),
            _("The ladder will be as if it had not been played; later events are rated anew."),
        ]


class DeleteView(ConfirmView):
    verb = staticmethod(delete_event)
    page_title = gettext_lazy("Delete")
    organisers_only = True
    button = gettext_lazy("Yes, delete")
    sentence = gettext_lazy("“%(event)s” is deleted. You find it in the list under the status “Deleted”.")
    lands_on = "index"

    def buttons_once_done(self) -> list[Any]:
        return [messages.button(f"{url_of('index')}?status={Event.Status.DELETED}", _("Deleted events"))]

    def sentences(self) -> list[str]:
        counted = Event.objects.annotate(
            names=Count("entries", distinct=True), pairings=Count("games", distinct=True)
        ).get(pk=self.event.pk)
        return [
            _("“%(event)s”: %(names)d names, %(pairings)d pairings.")
            % {"event": self.event.name, "names": counted.names, "pairings": counted.pairings},
            _("The ladder will be as if it had not been played. Nothing is lost: you can restore it."),
        ]


class RestoreView(ConfirmView):
    verb = staticmethod(restore_event)
    page_title = gettext_lazy("Deleted event")
    opens_deleted = True
    button = gettext_lazy("Restore")
    sentence = gettext_lazy("“%(event)s” is back as it was.")
    lands_on = "desk"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if self.event.status != Event.Status.DELETED:
            raise Http404

    @cached_property
    def is_changed(self) -> bool:
        """Past the verbs, while it was deleted."""
        return changed_while_deleted(self.event)

    def sentences(self) -> list[str]:
        if not self.is_organiser:
            return [_("This event has been deleted. An organiser can restore it.")]
        if self.is_changed:
            return [_("Restored, it is as it is stored now, published or draft as it was.")]
        return [_("This event has been deleted. Restored, it is exactly as it was, published or draft.")]

    def asked(self) -> Any:
        return self.version, digest_of_event(self.event)

    def prepare(self) -> None:
        super().prepare()
        if self.is_changed:
            self.sentence = _("“%(event)s” is back, with what was changed outside these screens.")

    def may_rewrite(self) -> bool:
        return self.is_organiser and self.event.status_before_deletion == Event.Status.PUBLISHED

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["may_act"] = self.is_organiser
        if self.is_organiser and self.is_changed:
            context["warning"] = _("This event was changed outside these screens while it was deleted.")
        return context
