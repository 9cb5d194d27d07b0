"""The addresses of the ledger screens, under one prefix and one name."""

from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy
from wagtail.admin.viewsets.base import ViewSet

from ..events.viewset import EventsMenuItem
from . import act, listing, member_filter
from .access import NAMESPACE


class LedgerViewSet(ViewSet):
    """“Decisions” in the menu: for whom the events are there too."""

    name = NAMESPACE
    url_prefix = "ladders/decisions"
    icon = "history"
    menu_label = gettext_lazy("Decisions")
    menu_item_class = EventsMenuItem

    def get_urlpatterns(self) -> list[URLPattern]:
        return [
            path("", listing.ActIndexView.as_view(**_INDEX), name="index"),
            path("results/", listing.ActIndexView.as_view(**_INDEX, results_only=True), name="index_results"),
            path("members/", member_filter.MembersView.as_view(), name="members"),
            path("<int:pk>/", act.ActView.as_view(), name="act"),
            path("<int:pk>/undo/", act.UndoView.as_view(), name="undo"),
        ]


_INDEX = {"index_url_name": f"{NAMESPACE}:index", "index_results_url_name": f"{NAMESPACE}:index_results"}
