"""The addresses of these screens, under one prefix and one name."""

from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy
from wagtail.admin.menu import MenuItem
from wagtail.admin.viewsets.base import ViewSet

from . import doubles, merging, splitting, unmerging
from .access import NAMESPACE, organises_a_club, url_of


class DoublesMenuItem(MenuItem):
    def is_shown(self, request: HttpRequest) -> bool:
        return organises_a_club(request.user)


class WhoViewSet(ViewSet):
    name = NAMESPACE
    url_prefix = "ladders/who"
    icon = "group"
    menu_label = gettext_lazy("Likely doubles")
    menu_item_class = DoublesMenuItem

    @property
    def menu_url(self) -> str:
        return url_of("doubles")

    def get_urlpatterns(self) -> list[URLPattern]:
        return [
            path("doubles/", doubles.DoublesView.as_view(), name="doubles"),
            path("distinct/<int:one>/<int:other>/", doubles.DistinctView.as_view(), name="distinct"),
            path("players/<int:pk>/merge/", merging.MergeWithView.as_view(), name="merge_with"),
            path("players/<int:pk>/split/", splitting.SplitView.as_view(), name="split"),
            path("merge/<int:kept>/<int:absorbed>/", merging.MergeView.as_view(), name="merge"),
            path("merges/<int:merge>/undo/", unmerging.UnmergeView.as_view(), name="unmerge"),
        ]
