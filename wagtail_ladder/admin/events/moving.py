"""An event of the wrong ladder, or one that is two: moved, split by its rounds, put together again."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Event, Ladder
from ...services import Missing, join_split, move_event, split_event
from ...services.full_view import was_published
from ..ledger.words import told
from ..trying import LadderShown
from .access import EventView, url_of, whole_number
from .fields import DayField
from .looking import EventLookFirst
from .publishing import ConfirmView


class MovingView(EventLookFirst):
    """What the screens share: they are reached from the details, and lead back there."""

    tab = "details"
    sentence = ""
    """What is said once it is done."""

    @property
    def needs_reason(self) -> bool:
        return self.is_published

    def done(self, act: Event, ladders: list[LadderShown]) -> HttpResponse:
        messages.success(self.request, self.told(self.sentence % {"event": act.name}, ladders))
        return redirect(url_of("details", act.pk))


class MoveView(MovingView):
    """To another ladder of the club: by an organiser, or by anybody with a role if it never was published."""

    template_name = "wagtail_ladder/admin/events/move.html"
    page_title = gettext_lazy("Move the event")
    save_button = gettext_lazy("Yes, move it")
    sentence = gettext_lazy("“%(event)s” is on the other ladder now.")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if not may_move(self):
            raise Http404

    @cached_property
    def target(self) -> Ladder | None:
        """The ladder that the form says; None for one that is not offered."""
        return other_ladders(self.event).filter(pk=whole_number(self.request.POST.get("ladder"))).first()

    def prepare(self) -> None:
        if self.target is None:
            raise Missing("ladder_missing", _("Please choose one of the club’s other ladders."))

    def act(self) -> Event:
        assert self.target is not None  # noqa: S101 - see `prepare`
        return move_event(
            self.event,
            self.target,
            by=self.request.user,
            reason=self.request.POST.get("reason", ""),
            expected_version=self.expected_version(),
        )

    def about(self) -> list[str]:
        assert self.target is not None  # noqa: S101 - see `prepare`
        names = {"event": self.event.name, "from": self.event.ladder.name, "to": self.target.name}
        return [told(_("“%(event)s” would count for %(to)s instead of %(from)s."), **names)]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(
            others=other_ladders(self.event),
            chosen=self.target,
            reason=self.request.POST.get("reason", ""),
            needs_reason=self.needs_reason,
        )
        return context


@dataclass(frozen=True)
class RoundOfEvent:
    number: int
    day: date | None
    """As the file said it."""
    games: int

    @property
    def label(self) -> SafeString:
        """One element, as a choice lays its children out side by side."""
        games = ngettext("%(count)d pairing", "%(count)d pairings", self.games) % {"count": self.games}
        if self.day is None:
            label = told(_("Round %(number)s (%(games)s)"), number=self.number, games=games)
        else:
            day = date_format(self.day, "DATE_FORMAT")
            label = told(_("Round %(number)s, %(day)s (%(games)s)"), number=self.number, day=day, games=games)
        return format_html("<span>{}</span>", label)


def rounds_of_event(event: Event) -> list[RoundOfEvent]:
    """The rounds that are numbered, each with its day where the file said it."""
    days = {int(number): date.fromisoformat(day) for number, day in event.round_dates.items()}
    counted = event.games.exclude(round=None).order_by("round").values_list("round").annotate(Count("pk"))
    return [RoundOfEvent(number, days.get(number), games) for number, games in counted]


class SplitForm(forms.Form):
    """Where the second part begins. A day that is left empty is that of the file, where the file said it."""

    round = forms.TypedChoiceField(
        label=gettext_lazy("The second part begins with"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Please choose where the second part begins.")},
    )
    last_day = DayField(label=gettext_lazy("Last day of the first part"), required=False)
    first_day = DayField(label=gettext_lazy("First day of the second part"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason for the change"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Kept in the history of the event."),
    )

    def __init__(self, data: Any, rounds: list[RoundOfEvent]) -> None:
        later = rounds[1:]
        super().__init__(data, initial={"round": rounds[len(rounds) // 2].number if later else None})
        self.day_of = {one.number: one.day for one in rounds}
        self.fields["round"].choices = [(one.number, one.label) for one in later]
        if any(self.day_of.values()):
            for name in ("last_day", "first_day"):
                self.fields[name].help_text = _("Leave it empty for the day that the file says.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begin = data.get("round")
        if begin is None:
            return data
        before = [day for number, day in self.day_of.items() if day and number < begin]
        data["last_day"] = data.get("last_day") or max(before, default=None)
        data["first_day"] = data.get("first_day") or self.day_of[begin]
        if data["last_day"] is None and "last_day" not in self.errors:
            self.add_error("last_day", _("Please give the day: it decides the place in the ladder."))
        return data


class SplitView(MovingView):
    """By its rounds: the later ones become an event of their own."""

    template_name = "wagtail_ladder/admin/events/split.html"
    page_title = gettext_lazy("Split by rounds")
    save_button = gettext_lazy("Yes, split it")
    sentence = gettext_lazy("The later rounds of “%(event)s” are an event of their own now: this one.")

    @cached_property
    def rounds(self) -> list[RoundOfEvent]:
        return rounds_of_event(self.event)

    @cached_property
    def form(self) -> SplitForm:
        return SplitForm(self.request.POST or None, self.rounds)

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponse:
        if not self.form.is_valid():
            return self.show()
        return super().post(request, **ids)

    def act(self) -> Event:
        data = self.form.cleaned_data
        return split_event(
            self.event,
            data["round"],
            last_day=data["last_day"],
            first_day=data["first_day"],
            by=self.request.user,
            reason=data["reason"],
            expected_version=self.expected_version(),
        )

    def about(self) -> list[str]:
        data = self.form.cleaned_data
        sentence = _(
            "The rounds before round %(number)s would be an event that ended on %(day)s, the others one that "
            "ended on %(last_day)s."
        )
        days = {"day": data["last_day"], "last_day": self.event.last_day}
        shown = {name: date_format(day, "DATE_FORMAT") for name, day in days.items()}
        return [told(sentence, number=data["round"], **shown)]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(form=self.form, rounds=self.rounds)
        return context


class TogetherView(ConfirmView):
    """A part that was split off goes back into the event that it came from."""

    verb = staticmethod(join_split)
    tab = "details"
    page_title = gettext_lazy("Join the parts")
    button = gettext_lazy("Yes, put them together")
    sentence = gettext_lazy("“%(event)s” is one event again.")
    lands_on = "details"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        if self.event.split_from is None:
            raise Http404

    @property
    def needs_reason(self) -> bool:
        return self.is_published

    def sentences(self) -> list[str]:
        first = self.event.split_from
        assert first is not None  # noqa: S101 - see `setup`
        sentence = _("This event was split off from “%(event)s” of %(day)s, and goes back into it.")
        return [told(sentence, event=first.name, day=date_format(first.last_day, "DATE_FORMAT"))]


def other_ladders(event: Event) -> QuerySet[Ladder]:
    """Where the event may go."""
    return Ladder.objects.filter(club=event.ladder.club_id).exclude(pk=event.ladder_id).order_by("name", "pk")


def may_move(view: EventView) -> bool:
    return view.is_organiser or not was_published(view.event)


def parts_of(event: Event) -> list[Event]:
    """Those that `TogetherView` puts together with others: the event, if it is a part, and its own parts."""
    own = event.split_off.exclude(status=Event.Status.DELETED).order_by("last_day", "pk")
    return [*([event] if event.split_from_id else []), *own]
