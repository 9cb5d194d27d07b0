"""The details tab: name, days, place on the day, whether it is rated; and the history of the event."""

from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Event
from ...services import LadderError, change_event
from ...services.day_order import events_of_day, tied
from ..ledger.words import told
from ..trying import LadderShown
from .access import EventView, paged, url_of
from .fields import DayField, NameField
from .history import history_lines, log_of
from .looking import EventLookFirst
from .moving import may_move, other_ladders, parts_of, rounds_of_event
from .typed import TypedEventForm


class DetailsForm(TypedEventForm):
    """As of a new event; the ladder stays, and the place on the day can be set.

    The form carries what its editor saw (`initial-…`). Only what differs from that is the editor's own
    (`own`): all else follows the event as it is now, so that nobody takes back what a colleague
    did meanwhile.
    """

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
        if event.status == Event.Status.PUBLISHED:
            self.fields["reason"].help_text = _(
                "Required for another last day, another order, or another “For the ladder”: ratings move. "
                "Kept in the history of the event."
            )
        for name in initial:
            self.fields[name].show_hidden_initial = True
        self.own: set[str] = set()
        if self.is_bound:
            unsaid = {name for name in initial if self.add_initial_prefix(name) not in self.data}
            self.own = (unsaid | set(self.changed_data)) & initial.keys()
            now = {name: value for name, value in initial.items() if name not in self.own}
            seen = {self.add_initial_prefix(name): value for name, value in initial.items()}
            self.data = {**dict(self.data.items()), **now, **seen}

    def changes(self) -> dict[str, Any]:
        """Field -> value of all that the editor changed, and of what follows from it. Of a valid form."""
        # A table of points is not rated (see `clean`).
        follow = {"unrated", "unrated_note"} if "format" in self.own else set()
        return {name: self.cleaned_data[name] for name in self.own | follow}

    def changes_told(self) -> list[str]:
        """What saving would change, a sentence for each field."""
        changes = self.changes()
        return [
            told(
                _("%(field)s: %(was)s → %(now)s"),
                field=field.label,
                was=self._told(name, self.initial[name]),
                now=self._told(name, changes[name]),
            )
            for name, field in self.fields.items()
            if name in changes and (changes[name] or "") != (self.initial[name] or "")
        ]

    def _told(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, date):
            return date_format(value, "DATE_FORMAT")
        choices = dict(getattr(self.fields[name], "choices", ()))
        return str(choices.get(value, value or "–"))

    @property
    def what_was_seen(self) -> SafeString:
        """The hidden fields that say so."""
        fields = (field for field in self if field.field.show_hidden_initial)
        return format_html_join("", "{}", ((field.as_hidden(only_initial=True),) for field in fields))


class DetailsView(EventLookFirst):
    template_name = "wagtail_ladder/admin/events/details.html"
    page_title = gettext_lazy("Details")
    tab = "details"

    @cached_property
    def form(self) -> DetailsForm:
        return DetailsForm(self.request.POST or None, event=self.event, user=self.request.user)

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not self.form.is_valid():
            return self.show()
        return super().post(request, pk=pk)

    def act(self) -> Event:
        return change_event(
            self.event,
            by=self.request.user,
            expected_version=self.expected_version(),
            reason=self.form.cleaned_data["reason"],
            **self.form.changes(),
        )

    def about(self) -> list[str]:
        return self.form.changes_told()

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        self.read_event_again()
        del self.form
        would = (
            self.form.changes_told() if refusal.code == "changed_meanwhile" and self.form.is_valid() else []
        )
        return super().show_refusal(refusal, would=would, **context)

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        if self.nothing_changed(act):
            messages.success(self.request, _("Nothing has changed."))
        else:
            messages.success(self.request, self.told(_("The details are saved."), ladders))
        return redirect(url_of("details", act.pk))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        day = events_of_day(self.event.ladder, self.event.last_day)
        context.update(
            form=self.form,
            day=day,
            order_is_not_set=self.event.pk in tied(day),
            can_move=may_move(self) and other_ladders(self.event).exists(),
            can_split=len(rounds_of_event(self.event)) > 1,
            parts=parts_of(self.event),
        )
        return context


class HistoryView(EventView):
    """What happened to the event, when and by whom. The log holds numbers and reasons, and no names."""

    template_name = "wagtail_ladder/admin/events/history.html"
    page_title = gettext_lazy("History")
    opens_deleted = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(paged(history_lines(log_of(self.event), self.event), 50, self.request))
        return context
