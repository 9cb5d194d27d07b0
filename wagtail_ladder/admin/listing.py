"""What the lists of clubs, players and ladders have in common."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, IntegerField, Manager, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import Media
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail.admin.ui.tables import Column
from wagtail.admin.views.generic import IndexView as GenericIndexView
from wagtail.snippets.views.snippets import IndexView

from .alphabet import ByName
from .permissions import ClubPolicy
from .scope import named_like

STYLES = Media(css={"all": ["wagtail_ladder/admin/registry.css"]})
DETAIL = "wl-detail"
"""The class of a column that a phone has no room for."""


class RegistryIndexView(IndexView):
    """A list searched by name, that links only to what its reader may change."""

    paginate_by = 50
    is_searchable = True
    FORMATS = ()  # no spreadsheet: Wagtail writes formulas into CSV files as they are

    def search_queryset(self, queryset: QuerySet) -> QuerySet:
        return named_like(queryset, self.search_query) if self.is_searching else queryset

    def get_paginator(self, queryset: QuerySet, *args: Any, **kwargs: Any) -> Paginator:
        by_name = self.ordering in ("name", "-name")
        rows = ByName(queryset, backwards=self.ordering == "-name") if by_name else queryset
        return super().get_paginator(rows, *args, **kwargs)

    def get_edit_url(self, instance: Model) -> str | None:
        if not ClubPolicy(self.model).user_has_permission_for_instance(self.request.user, "change", instance):
            return None
        return super().get_edit_url(instance)

    @cached_property
    def columns(self) -> list[Column]:
        """Without the check boxes of the snippets: there is nothing to do in bulk, unless a list says so."""
        return GenericIndexView.columns.func(self)

    def club_column(self) -> list[Column]:
        """Which club, for those who have more than one."""
        if ClubPolicy(self.model).clubs(self.request.user, "view").count() < 2:
            return []
        return [Column("club", label=_("Club"), sort_key="club__name", classname=DETAIL)]

    def get_context_data(self, *args, **kwargs) -> dict:
        context = super().get_context_data(*args, **kwargs)
        context["media"] += STYLES
        return context


class DayColumn(Column):
    """A date without a time, written out."""

    def get_value(self, instance: Model) -> str:
        day: date | None = super().get_value(instance)
        return date_format(day, "DATE_FORMAT") if day else ""


def count_of(rows: Manager | QuerySet, **of: OuterRef) -> Coalesce:
    """How many of `rows` each row of the list has. Subqueries, as several counts by joins would multiply."""
    (field,) = of
    rows = rows.filter(**of).order_by().values(field)
    return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)
