"""The list of events, and the choice between the two ways to add one."""

from typing import Any
from urllib.parse import urlencode

import django_filters
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from wagtail.admin.filters import WagtailFilterSet
from wagtail.admin.ui.tables import Column, DateColumn, StatusTagColumn, TitleColumn
from wagtail.admin.views.generic import IndexView
from wagtail.admin.widgets.button import HeaderButton, ListingButton

from ...models import Decision, Event, Ladder
from ...services.roles import clubs_organised_by
from .access import (
    STYLES,
    AdminView,
    events_of,
    ladder_asked_for,
    ladders_of,
    url_of,
    works_for_a_club,
)
from .words import status_of

WAITING = "waiting"
_STATUSES = [
    (Event.Status.DRAFT.value, gettext_lazy("Draft")),
    (WAITING, gettext_lazy("Waiting for names")),
    (Event.Status.PUBLISHED.value, gettext_lazy("Published")),
    (Event.Status.DELETED.value, gettext_lazy("Deleted")),
]


class EventFilterSet(WagtailFilterSet):
    """By ladder and by status. Deleted events are shown only to who asks for them."""

    ladder = django_filters.ModelChoiceFilter(
        label=gettext_lazy("Ladder"), queryset=lambda request: ladders_of(request.user)
    )
    status = django_filters.ChoiceFilter(
        label=gettext_lazy("Status"), choices=_STATUSES, method="filter_status"
    )

    class Meta:
        model = Event
        fields = ["ladder", "status"]

    def filter_status(self, events: QuerySet[Event], name: str, value: str) -> QuerySet[Event]:
        if value == WAITING:
            return events.filter(status=Event.Status.PUBLISHED, undecided__gt=0, unrated="")
        return events.filter(status=value)


class EventIndexView(IndexView):
    """Every event of the user's clubs, the latest first."""

    model = Event
    page_title = gettext_lazy("Events")
    header_icon = "calendar-alt"
    filterset_class = EventFilterSet
    search_fields = ["name"]
    search_backend_name = None
    FORMATS = ()  # no spreadsheet: Wagtail writes formulas into CSV files as they are
    is_searchable = True
    any_permission_required = None
    paginate_by = 50
    default_ordering = ("-last_day", "-sequence", "-tie_break")
    _show_breadcrumbs = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not works_for_a_club(request.user):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def get_base_queryset(self) -> QuerySet[Event]:
        undecided = Count("entries", filter=Q(entries__decision=Decision.UNDECIDED))
        events = events_of(self.request.user).annotate(undecided=undecided)
        organised = clubs_organised_by(self.request.user)
        if self.request.GET.get("status") == Event.Status.DELETED:
            return events.filter(ladder__club__in=organised)
        return events.exclude(status=Event.Status.DELETED)

    @cached_property
    def columns(self) -> list[Column]:
        return [
            self._get_title_column_class(TitleColumn)(
                "name",
                label=pgettext("of an event", "Name"),
                sort_key="name",
                get_url=lambda event: url_of("desk", event.pk),
            ),
            Column(
                "ladder",
                label=_("Ladder"),
                classname="wl-wide",
                accessor=lambda event: _ladder_of(event.ladder),
            ),
            DateOfEvent("last_day", label=_("Last day"), sort_key="last_day"),
            StatusTagColumn(
                "status",
                label=_("Status"),
                accessor=lambda event: status_of(event, event.undecided),
                primary=lambda event: (
                    event.status == Event.Status.PUBLISHED and (event.unrated or not event.undecided)
                ),
            ),
            Column("rated", label=_("Rated"), classname="wl-wide", accessor=_rated),
        ]

    def get_list_buttons(self, instance: Event) -> list[ListingButton]:
        if instance.status == Event.Status.DELETED:
            return [ListingButton(_("Restore"), url_of("restore", instance.pk), icon_name="rotate")]
        return []

    def get_context_data(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(*args, **kwargs)
        context["media"] += STYLES
        return context

    @cached_property
    def header_buttons(self) -> list[HeaderButton]:
        return [HeaderButton(_("Add event"), url=url_of("add"), icon_name="plus")]

    @cached_property
    def verbose_name_plural(self) -> Any:
        return Event._meta.verbose_name_plural

    @cached_property
    def add_url(self) -> str:
        return url_of("add")


class DateOfEvent(DateColumn):
    """The plain day: an event has no hour."""

    cell_template_name = "wagtail_ladder/admin/events/day_cell.html"


class AddView(AdminView):
    """A file of the pairing program, or results typed here."""

    template_name = "wagtail_ladder/admin/events/add.html"
    page_title = gettext_lazy("Add event")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked_for = ladder_asked_for(self.request)
        return super().get_context_data(
            has_ladders=ladders_of(self.request.user).exists(),
            query=f"?{urlencode(asked_for)}" if asked_for else "",
            **kwargs,
        )


def _ladder_of(ladder: Ladder) -> str:
    return format_html("{}<br><small>{}</small>", ladder.name, ladder.club.name)


def _rated(event: Event) -> str:
    if not event.unrated and event.status != Event.Status.PUBLISHED:
        return ""
    if not event.unrated:
        return _("not yet: names are waiting") if event.undecided else _("rated")
    return _("not rated: %(reason)s") % {"reason": event.unrated_note or event.get_unrated_display()}
