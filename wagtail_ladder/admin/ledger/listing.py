"""The list of all decisions about who is who: the latest first, an undone one where it was undone."""

from typing import Any

import django_filters
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as AuthUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin.filters import DateRangePickerWidget, WagtailFilterSet
from wagtail.admin.ui.tables import Column, Table
from wagtail.admin.utils import get_user_display_name
from wagtail.admin.views.generic import IndexView

from ...models import Act, EntryDecision, Event, Player
from ...services.roles import clubs_of
from ..events.access import STYLES, events_of, works_for_a_club
from .access import acts_of, url_of
from .words import each_told


class PlayerChoiceField(django_filters.fields.ModelChoiceField):
    """Members by name, for a player's `str` holds none; with the reference where two bear the same."""

    def label_from_instance(self, player: Player) -> str:
        has_namesake = player.has_namesake  # type: ignore[attr-defined]
        return f"{player.name} ({player.reference})" if has_namesake else player.name


class PlayerFilter(django_filters.ModelChoiceFilter):
    field_class = PlayerChoiceField


class EditorChoiceField(django_filters.fields.ModelChoiceField):
    def label_from_instance(self, user: AuthUser) -> str:
        return str(get_user_display_name(user))


class EditorFilter(django_filters.ModelChoiceFilter):
    field_class = EditorChoiceField


def _players(request: HttpRequest) -> QuerySet[Player]:
    namesakes = Player.objects.filter(club=OuterRef("club"), name=OuterRef("name")).exclude(pk=OuterRef("pk"))
    kept = Player.objects.filter(club__in=clubs_of(request.user), merged_into=None)
    players = kept.annotate(has_namesake=Exists(namesakes))
    return players.order_by("name", "pk")


def _events(request: HttpRequest) -> QuerySet[Event]:
    return events_of(request.user).order_by("-last_day", "-sequence", "-tie_break")


def _editors(request: HttpRequest) -> QuerySet[AuthUser]:
    acts = Act.objects.filter(club__in=clubs_of(request.user)).order_by()
    editors = Q(pk__in=acts.values("by")) | Q(pk__in=acts.values("undone_by"))
    return get_user_model().objects.filter(editors).order_by(get_user_model().USERNAME_FIELD)


class ActFilterSet(WagtailFilterSet):
    """By whom an act is about, where, by whom, of what kind, and when."""

    player = PlayerFilter(label=gettext_lazy("Member"), queryset=_players, method="filter_player")
    event = django_filters.ModelChoiceFilter(
        label=gettext_lazy("Event"), queryset=_events, method="filter_event"
    )
    editor = EditorFilter(label=gettext_lazy("Decided by"), queryset=_editors, method="filter_editor")
    kind = django_filters.ChoiceFilter(label=gettext_lazy("Kind"), choices=Act.Kind.choices)
    at = django_filters.DateFromToRangeFilter(label=gettext_lazy("Date"), widget=DateRangePickerWidget)

    class Meta:
        model = Act
        fields = ["player", "event", "editor", "kind", "at"]

    def filter_player(self, acts: QuerySet[Act], name: str, player: Player) -> QuerySet[Act]:
        """All that was ever decided about the person, and about every name that ever was his."""
        people = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player)).values("pk")
        names = EntryDecision.objects.filter(player__in=people).values("entry")
        about = EntryDecision.objects.filter(act=OuterRef("pk"), entry__in=names)
        parted = Q(entry__in=names) | Q(entry__part_of__in=names)
        return acts.filter(Q(player__in=people) | Q(other__in=people) | parted | Q(Exists(about)))

    def filter_event(self, acts: QuerySet[Act], name: str, event: Event) -> QuerySet[Act]:
        about = EntryDecision.objects.filter(act=OuterRef("pk"), entry__event=event)
        return acts.filter(Q(event=event) | Q(Exists(about)))

    def filter_editor(self, acts: QuerySet[Act], name: str, editor: AuthUser) -> QuerySet[Act]:
        return acts.filter(Q(by=editor) | Q(undone_by=editor))


class ActColumn(Column):
    cell_template_name = "wagtail_ladder/admin/ledger/act_cell.html"


class ActIndexView(IndexView):
    model = Act
    page_title = gettext_lazy("Decisions")
    header_icon = "history"
    filterset_class = ActFilterSet
    any_permission_required = None
    FORMATS = ()  # no spreadsheet: Wagtail writes formulas into CSV files as they are
    paginate_by = 50
    default_ordering = ("-latest", "-pk")
    _show_breadcrumbs = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not works_for_a_club(request.user):
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def get_base_queryset(self) -> QuerySet[Act]:
        return acts_of(self.request.user).annotate(latest=Coalesce("undone_at", "at"))

    def get_table(self, object_list: QuerySet[Act]) -> Table:
        each_told(object_list)
        return super().get_table(object_list)

    @cached_property
    def columns(self) -> list[Column]:
        columns = [ActColumn("sentence", label=_("Decision"))]
        if clubs_of(self.request.user).count() > 1:
            columns.append(Column("club", label=_("Club"), classname="wl-wide"))
        return columns

    def get_context_data(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(*args, **kwargs)
        context["media"] += STYLES
        return context

    @cached_property
    def verbose_name_plural(self) -> Any:
        return Act._meta.verbose_name_plural

    def get_edit_url(self, instance: Act) -> str:
        return url_of("act", instance.pk)
