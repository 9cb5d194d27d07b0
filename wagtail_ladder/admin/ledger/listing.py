"""The list of all decisions about who is who: the latest first, an undone one where it was undone."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from wagtail.admin.ui.tables import Column, Table
from wagtail.admin.views.generic import IndexView

from ...models import Act
from ...services.roles import clubs_of
from ..events.access import STYLES, works_for_a_club
from .access import acts_of, url_of
from .filters import ActFilterSet
from .words import each_told


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
