"""The correction log of a ladder: what, when, by whom, why, and how many moved. Ids and numbers, no names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.models import ModelLogEntry

from ...models import Correction, Event, Ladder
from ...services.editors import editor_name
from ...services.log_actions import LOG_ACTIONS
from ..events.access import paged
from ..events.fields import DayField
from .access import LadderScreen

LINES_A_PAGE = 50

_SOON = timedelta(seconds=10)
"""Within which the entry of the log follows its correction: one transaction writes both."""


@dataclass(frozen=True)
class CorrectionLine:
    correction: Correction
    what: str
    where: str
    by: str
    reason: str


class EventField(forms.ModelChoiceField):
    def label_from_instance(self, event: Event) -> str:
        """With the day: every Thursday may be called so."""
        return f"{event.name}, {date_format(event.last_day)}"


class CorrectionFilter(forms.Form):
    """Asks by ids and days alone: they stand in the address."""

    event = EventField(label=gettext_lazy("Event"), queryset=Event.objects.none(), required=False)
    since = DayField(label=gettext_lazy("From"), required=False)
    until = DayField(label=gettext_lazy("Until"), required=False)

    def __init__(self, data: Any, *, ladder: Ladder) -> None:
        super().__init__(data)
        corrected = ladder.corrections.order_by().exclude(event=None).values("event")
        events = Event.objects.filter(pk__in=corrected)
        self.fields["event"].queryset = events.order_by("-last_day", "-sequence", "-tie_break")

    def chosen(self, corrections: QuerySet[Correction]) -> QuerySet[Correction]:
        """All of them where the form says nothing, or nothing that can be."""
        asked = self.cleaned_data if self.is_valid() else {}
        if asked.get("event"):
            corrections = corrections.filter(event=asked["event"])
        if asked.get("since"):
            corrections = corrections.filter(at__date__gte=asked["since"])
        if asked.get("until"):
            corrections = corrections.filter(at__date__lte=asked["until"])
        return corrections


class CorrectionsView(LadderScreen):
    template_name = "wagtail_ladder/admin/ladders/corrections.html"
    page_title = gettext_lazy("Corrections")

    @cached_property
    def filter(self) -> CorrectionFilter:
        return CorrectionFilter(self.request.GET, ladder=self.ladder)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        corrections = self.filter.chosen(self.ladder.corrections.select_related("event", "by"))
        context.update(paged(corrections, LINES_A_PAGE, self.request))
        context.update(
            form=self.filter,
            is_filtered=any(self.request.GET.get(name) for name in self.filter.fields),
            lines=lines_of(context["page"].object_list),
        )
        return context


def lines_of(corrections: Iterable[Correction]) -> list[CorrectionLine]:
    """In the order given, each with the reason of its entry in the log. One query."""
    corrections = list(corrections)
    entries = _entries_about(corrections)
    return [
        CorrectionLine(
            correction,
            str(LOG_ACTIONS[correction.action][1]),
            _where(correction),
            editor_name(correction.by),
            _reason(correction, entries),
        )
        for correction in corrections
    ]


def _entries_about(corrections: Sequence[Correction]) -> list[ModelLogEntry]:
    """What the log may have of them, the earliest first.

    The log is that of the whole site, so it is asked for the moments of these corrections alone.
    """
    then = Q()
    for correction in corrections:
        soon = (correction.at, correction.at + _SOON)
        then |= Q(action=_action(correction), user=correction.by_id, timestamp__range=soon)
    return list(ModelLogEntry.objects.filter(then).order_by("timestamp", "pk")) if corrections else []


def _reason(correction: Correction, entries: Iterable[ModelLogEntry]) -> str:
    """That of the first entry of the same verb by the same person from then on.

    It is the right one: the club's lock lets no other in between. Of a round that was split off since, the
    log is that of the event that it was a part of.
    """
    content_type = ContentType.objects.get_for_model(Event).pk
    event = correction.event
    events = {(content_type, str(pk)) for pk in (event.pk, event.split_from_id)} if event else set()
    for entry in entries:
        if (entry.action, entry.user_id) != (_action(correction), correction.by_id):
            continue
        about = (entry.content_type_id, entry.object_id)
        if events and about not in events:
            continue
        if correction.at <= entry.timestamp <= correction.at + _SOON:
            return str(entry.data.get("reason") or "")
    return ""


def _action(correction: Correction) -> str:
    return f"wagtail_ladder.{correction.action}"


def _where(correction: Correction) -> str:
    if correction.round is None:
        return ""
    if correction.board is None:
        return _("round %(round)d") % {"round": correction.round}
    return _("round %(round)d, board %(board)d") % {"round": correction.round, "board": correction.board}
