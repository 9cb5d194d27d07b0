"""The details tab: name, days, place on the day, whether it is rated; and the history of the event."""

from typing import Any

from django import forms
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages
from wagtail.models import ModelLogEntry

from ...models import Event
from ...services import LadderError, change_event
from ...services.events import MOVES_RATINGS
from .access import EventView, paged, url_of
from .fields import DayField, NameField
from .history import history_lines
from .typed import TypedEventForm


class DetailsForm(TypedEventForm):
    """As of a new event; the ladder stays, and the place on the day can be set."""

    name = NameField()
    sequence = forms.IntegerField(
        label=gettext_lazy("Order on the day"),
        min_value=1,
        max_value=1000,
        help_text=gettext_lazy("1 for the first event of the day. The order matters for the ratings."),
    )
    in_progress = forms.BooleanField(
        label=gettext_lazy("Still in progress"),
        required=False,
        help_text=gettext_lazy("More rounds will follow: the last day is then the planned one."),
    )
    last_day = DayField(label=gettext_lazy("Last day"))
    reason = forms.CharField(
        label=gettext_lazy("Reason for the change"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Kept in the history of the event."),
    )

    field_order = ("name", "first_day", "last_day", "sequence", "in_progress", "format", "unrated",
                   "unrated_note", "reason")  # fmt: skip

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        initial = {name: getattr(event, name) for name in self.field_order if name != "reason"}
        super().__init__(*args, initial=initial, **kwargs)
        del self.fields["ladder"]
        self.event = event
        if event.status == Event.Status.PUBLISHED:
            self.fields["reason"].help_text = _(
                "Required for another last day, another order, or another “For the ladder”: ratings move. "
                "Kept in the history of the event."
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        moves = [name for name in MOVES_RATINGS & set(data) if data[name] != getattr(self.event, name)]
        if self.event.status == Event.Status.PUBLISHED and moves and not data.get("reason", "").strip():
            self.add_error("reason", _("Please give a reason: the event is published, and ratings move."))
        return data


class DetailsView(EventView):
    template_name = "wagtail_ladder/admin/events/details.html"
    page_title = gettext_lazy("Details")
    tab = "details"

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        form = self._form(request.POST)
        if not form.is_valid():
            return self.show(form=form)
        try:
            change_event(
                self.event, by=request.user, expected_version=self.expected_version(), **form.cleaned_data
            )
        except LadderError as refusal:
            return self.show_refusal(refusal, form=form)
        messages.success(request, _("The details are saved."))
        return redirect(url_of("details", pk))

    def _form(self, data: Any = None) -> DetailsForm:
        return DetailsForm(data, event=self.event, user=self.request.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", self._form())
        context = super().get_context_data(**kwargs)
        day = list(events_of_the_day(self.event))
        context.update(day=day, order_is_not_set=is_order_unset(self.event, day))
        return context


class HistoryView(EventView):
    """What happened to the event, when and by whom. The log holds numbers and reasons, and no names."""

    template_name = "wagtail_ladder/admin/events/history.html"
    page_title = gettext_lazy("History")
    opens_deleted = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        entries = ModelLogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(Event), object_id=str(self.event.pk)
        )
        entries = entries.select_related("user").order_by("-timestamp", "-pk")
        context.update(paged(history_lines(entries), 50, self.request))
        return context


def events_of_the_day(event: Event) -> QuerySet[Event]:
    """The events of the ladder with the same last day, this one included, in their order."""
    return (
        Event.objects.filter(ladder_id=event.ladder_id, last_day=event.last_day)
        .exclude(status=Event.Status.DELETED)
        .order_by("sequence", "tie_break")
    )


def is_order_unset(event: Event, day: list[Event]) -> bool:
    """Another event of the day has the same place: then chance decides which is rated first."""
    return any(other.pk != event.pk and other.sequence == event.sequence for other in day)
