"""Which event of a day came first: the days that have more than one, and the order of one of them."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Count, QuerySet
from django.forms import Media
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin import messages

from ...models import Event, Ladder
from ...services import LadderError, order_day
from ...services.day_order import events_of_day, tied
from ..events.access import paged, version_in, whole_number
from ..trying import LadderShown, Trying, told_with_moves
from .access import LadderScreen, url_of

DAYS_A_PAGE = 50


def url_of_day(ladder_id: int, day: date) -> str:
    return f"{url_of('day_order', ladder_id)}?day={day.isoformat()}"


class DaysView(LadderScreen):
    """The days with more than one event, the latest first."""

    template_name = "wagtail_ladder/admin/ladders/days.html"
    page_title = gettext_lazy("Order of the day")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update(paged(days_with_several(self.ladder), DAYS_A_PAGE, self.request))
        for day in context["page"]:
            day["url"] = url_of_day(self.ladder.pk, day["last_day"])
        return context


def days_with_several(ladder: Ladder) -> QuerySet[Event, dict[str, Any]]:
    """`last_day`, how many `events`, and how many `places` they have: where fewer, the order is not set."""
    living = Event.objects.filter(ladder=ladder).exclude(status=Event.Status.DELETED).order_by()
    days = living.values("last_day").annotate(events=Count("pk"), places=Count("sequence", distinct=True))
    return days.filter(events__gt=1).order_by("-last_day")


class DayOrderView(Trying, LadderScreen):
    """The events of one day. Each move shows who would move; one more click saves it."""

    template_name = "wagtail_ladder/admin/ladders/day_order.html"
    page_title = gettext_lazy("Order of the day")

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.day = _day_of(request)
        if not self.stored and request.method != "POST":
            raise Http404

    def way_here(self) -> list[tuple[str, str]]:
        return [(url_of("days", self.ladder.pk), _("Order of the day"))]

    def get_page_title(self) -> str:
        return date_format(self.day)

    @property
    def media(self) -> Media:
        return super().media + Media(js=["wagtail_ladder/admin/order.js"])

    @cached_property
    def stored(self) -> Sequence[Event]:
        return events_of_day(self.ladder, self.day)

    @cached_property
    def moved(self) -> int | None:
        """The event that a button was pressed for."""
        return whole_number(self.request.POST.get("up") or self.request.POST.get("down"))

    @cached_property
    def order(self) -> list[int]:
        """Ids, as the form wants them. An event that came to the day since stands at its end."""
        here = [event.pk for event in self.stored]
        order = [pk for pk in map(whole_number, self.request.POST.getlist("event")) if pk in here]
        order = list(dict.fromkeys([*order, *here]))
        if self.moved in order:
            place = order.index(self.moved)
            other = place + (-1 if "up" in self.request.POST else 1)
            if 0 <= other < len(order):
                order[place], order[other] = order[other], order[place]
        return order

    @property
    def reason(self) -> str:
        return self.request.POST.get("reason", "")

    def is_asked(self) -> bool:
        return self.request.method == "POST"

    def asked(self) -> Any:
        return self.ladder.pk, self.day, self.order

    def act(self) -> Any:
        return order_day(
            self.ladder,
            self.day,
            self.order,
            by=self.request.user,
            reason=self.reason,
            expected_versions={pk: version_in(self.request, f"version-{pk}") for pk in self.order},
        )

    def post(self, request: HttpRequest, **ids: int) -> HttpResponse:
        if not self.stored:
            return self.all_gone()
        if {"up", "down"} & request.POST.keys():
            return self.show()
        return super().post(request, **ids)

    def show_refusal(self, refusal: LadderError, **context: Any) -> HttpResponse:
        for what_was_read in ("stored", "order"):
            self.__dict__.pop(what_was_read, None)
        return super().show_refusal(refusal, **context) if self.stored else self.all_gone()

    def all_gone(self) -> HttpResponse:
        """The answer to a form whose events have all been deleted, or moved to other days, meanwhile."""
        sentence = _("%(day)s has no events any more, so that there was no order to set.")
        messages.warning(self.request, sentence % {"day": date_format(self.day)})
        return redirect(url_of("days", self.ladder.pk))

    def done(self, act: Any, ladders: list[LadderShown]) -> HttpResponse:
        if all(event.version == version_in(self.request, f"version-{event.pk}") for event in act):
            sentence = _("Nothing has changed.")
        else:
            sentence = _("The order of the day is set.")
        messages.success(self.request, told_with_moves(sentence, ladders))
        return redirect(url_of_day(self.ladder.pk, self.day))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        by_id = {event.pk: event for event in self.stored}
        events = [by_id[pk] for pk in self.order]
        places = {event.pk: place for place, event in enumerate(events, start=1)}
        context.update(
            day=self.day,
            events=events,
            tied=tied(self.stored),
            is_tried=self.is_asked() and bool(context["seen"]),
            moved=self.moved,
            reason=self.reason,
            needs_reason=any(
                event.status == Event.Status.PUBLISHED and event.sequence != places[event.pk]
                for event in events
            ),
            days_url=url_of("days", self.ladder.pk),
        )
        return context


def _day_of(request: HttpRequest) -> date:
    try:
        day = parse_date(request.GET.get("day", ""))
    except ValueError:  # as 2026-02-30
        day = None
    if day is None:
        raise Http404
    return day
