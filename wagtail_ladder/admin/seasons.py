"""Seasons in the admin: the list, and the form of one."""

from typing import Any

from django import forms
from django.db.models import F, OuterRef, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel, FieldRowPanel, ObjectList
from wagtail.admin.ui.tables import NumberColumn
from wagtail.snippets.views.snippets import CreateView, EditView, SnippetViewSet

from ..models import Event, Season
from ..services import change_season, create_season, delete_season
from .deletable import VerbDeleteView
from .forms import VerbForm, VerbView, limit_clubs
from .listing import DETAIL, DayColumn, RegistryIndexView, count_of
from .permissions import ClubPolicy
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin


class SeasonForm(VerbForm):
    field_of_refusal = {
        "season_name_taken": "name",
        "season_ends_before_it_begins": "last_day",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "club" in self.fields:
            limit_clubs(self.fields["club"], ClubPolicy(Season).clubs(self.for_user, "add"))

    def save(self, commit: bool = True) -> Season:
        fields = {name: self.cleaned_data[name] for name in ("name", "first_day", "last_day")}
        if self.instance.pk is None:
            return create_season(self.cleaned_data["club"], **fields, by=self.for_user)
        return change_season(self.instance, **fields, by=self.for_user)


class SeasonIndexView(RegistryIndexView):
    add_item_label = _("Add season")
    default_ordering = "-first_day"

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            DayColumn("first_day", label=_("First day"), sort_key="first_day"),
            DayColumn("last_day", label=_("Last day"), sort_key="last_day"),
            NumberColumn("event_count", label=_("Events"), classname=DETAIL),
        ]


class NewSeasonView(VerbView, CreateView):
    success_message = _("Season created.")


class SeasonView(VerbView, EditView):
    success_message = _("Season saved.")


class DeleteSeasonView(VerbDeleteView):
    success_message = _("Season “%(object)s” deleted.")

    @property
    def confirmation_message(self) -> str:
        return gettext("Delete this season? Its events stay, and no rating moves.")

    def delete_action(self) -> None:
        delete_season(self.object, by=self.request.user)


_DAYS = FieldRowPanel([FieldPanel("first_day"), FieldPanel("last_day")])


class SeasonViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Season
    icon = "date"
    menu_label = _("Seasons")
    url_prefix = "ladders/seasons"
    url_namespace = "ladder_seasons"
    chooser_viewset_class = ClubScopedChooserViewSet
    chooser_admin_url_namespace = "ladder_season_chooser"
    chooser_base_url_path = "ladders/seasons/choose"
    index_view_class = SeasonIndexView
    add_view_class = NewSeasonView
    edit_view_class = SeasonView
    delete_view_class = DeleteSeasonView
    usage_is_shown = False
    deletion_has_a_verb = True
    add_panels = ObjectList(
        [FieldPanel("club", widget=forms.Select), FieldPanel("name"), _DAYS], base_form_class=SeasonForm
    )
    edit_handler = ObjectList(
        [FieldPanel("name"), FieldPanel("club", read_only=True), _DAYS], base_form_class=SeasonForm
    )

    def get_queryset(self, request) -> QuerySet[Season]:
        events = Event.objects.filter(
            status=Event.Status.PUBLISHED,
            last_day__gte=OuterRef("first_day"),
            last_day__lte=OuterRef("last_day"),
        ).annotate(of_club=F("ladder__club"))
        return (
            super()
            .get_queryset(request)
            .select_related("club")
            .annotate(event_count=count_of(events, of_club=OuterRef("club")))
        )
