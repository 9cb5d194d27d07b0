"""The addresses of the event screens, under one prefix and one name."""

from django.http import HttpRequest
from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter
from django.utils.translation import gettext_lazy
from wagtail.admin.menu import MenuItem
from wagtail.admin.viewsets.base import ViewSet

from . import (
    adults,
    details,
    entry,
    games,
    joining,
    listing,
    moving,
    names,
    preview,
    publishing,
    repointing,
    rounds,
    table,
    twins,
    typed,
    upload,
)
from .access import NAMESPACE, works_for_a_club


class UploadTokenConverter(StringConverter):
    """As `models.identifiers.public_id` makes them: what else is asked for does not exist."""

    regex = "[2-9a-z]{13}"


register_converter(UploadTokenConverter, "wagtail_ladder_upload")


class EventsMenuItem(MenuItem):
    def is_shown(self, request: HttpRequest) -> bool:
        return works_for_a_club(request.user)


class EventViewSet(ViewSet):
    """Events have their own screens: they are no snippets, and nothing of them is a draft of a revision."""

    name = NAMESPACE
    url_prefix = "ladders/events"
    icon = "calendar-alt"
    menu_label = gettext_lazy("Events")
    menu_item_class = EventsMenuItem

    def get_urlpatterns(self) -> list[URLPattern]:
        return [
            path("", listing.EventIndexView.as_view(**_INDEX), name="index"),
            path(
                "results/", listing.EventIndexView.as_view(**_INDEX, results_only=True), name="index_results"
            ),
            path("add/", listing.AddView.as_view(), name="add"),
            path("upload/", upload.UploadView.as_view(), name="upload"),
            path("uploads/<wagtail_ladder_upload:token>/", preview.PreviewView.as_view(), name="preview"),
            path(
                "uploads/<wagtail_ladder_upload:token>/discard/",
                preview.DiscardView.as_view(),
                name="discard",
            ),
            path("type/", typed.TypeView.as_view(), name="type"),
            path("<int:pk>/", names.NamesView.as_view(), name="desk"),
            path("<int:pk>/entries/", typed.EntriesView.as_view(), name="entries"),
            path("<int:pk>/names/<int:entry>/", entry.EntryView.as_view(), name="entry"),
            path("<int:pk>/names/<int:entry>/repoint/", repointing.RepointView.as_view(), name="repoint"),
            path(
                "<int:pk>/names/<int:entry>/take-back/", repointing.TakeBackView.as_view(), name="take_back"
            ),
            path("<int:pk>/names/<int:entry>/part/", joining.PartView.as_view(), name="part"),
            path("<int:pk>/names/<int:entry>/games/<int:other>/", twins.TwinsView.as_view(), name="twins"),
            path("<int:pk>/join/", joining.JoinView.as_view(), name="join"),
            path("<int:pk>/members/", names.MembersView.as_view(), name="members"),
            path("<int:pk>/new-members/", names.NewMembersView.as_view(), name="new_members"),
            path("<int:pk>/adults/", adults.AdultsView.as_view(), name="adults"),
            path("<int:pk>/results/", games.ResultsView.as_view(), name="results"),
            path("<int:pk>/games/<int:game>/", games.GameView.as_view(), name="game"),
            path("<int:pk>/rounds/<int:number>/", rounds.RoundView.as_view(), name="round"),
            path("<int:pk>/table/", table.TableView.as_view(), name="table"),
            path("<int:pk>/details/", details.DetailsView.as_view(), name="details"),
            path("<int:pk>/history/", details.HistoryView.as_view(), name="history"),
            path("<int:pk>/move/", moving.MoveView.as_view(), name="move"),
            path("<int:pk>/split/", moving.SplitView.as_view(), name="split"),
            path("<int:pk>/together/", moving.TogetherView.as_view(), name="together"),
            path("<int:pk>/publish/", publishing.PublishView.as_view(), name="publish"),
            path("<int:pk>/unpublish/", publishing.UnpublishView.as_view(), name="unpublish"),
            path("<int:pk>/delete/", publishing.DeleteView.as_view(), name="delete"),
            path("<int:pk>/restore/", publishing.RestoreView.as_view(), name="restore"),
        ]


_INDEX = {"index_url_name": f"{NAMESPACE}:index", "index_results_url_name": f"{NAMESPACE}:index_results"}
