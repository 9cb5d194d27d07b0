"""Players in the admin: the registry of names.

A player's `str` holds no name, and Wagtail puts `str` into messages, logs and usage lists. Here, where only
people with a role in the club come, titles, columns and the chooser show the name on purpose.
"""

from functools import partial

import django_filters
from django import forms
from django.contrib.admin.utils import quote
from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from wagtail.admin import messages
from wagtail.admin.filters import WagtailFilterSet
from wagtail.admin.panels import FieldPanel, MultiFieldPanel, ObjectList
from wagtail.admin.search import SearchArea
from wagtail.admin.ui.tables import BulkActionsCheckboxColumn, Column, StatusTagColumn
from wagtail.admin.views.bulk_action.registry import bulk_action_registry
from wagtail.admin.widgets.button import HeaderButton
from wagtail.snippets.bulk_actions.snippet_bulk_action import SnippetBulkAction
from wagtail.snippets.views.chooser import SnippetChosenMultipleView, SnippetChosenView
from wagtail.snippets.views.snippets import CreateView, EditView, HistoryView, SnippetViewSet
from wagtail.snippets.widgets import AdminSnippetChooser

from ..models import Entry, Event, Ladder, LadderPlayer, Player, PlayerGroup
from ..models.ladder import shown_in_full
from ..reports import TypedName
from ..services import LadderError, withdraw_consent
from ..services.groups import persons_in
from ..services.persons import juniors
from ..templatetags.ladder_tags import comma
from .forms import TemplatePanel, VerbView, disclosure_panel
from .listing import DETAIL, DayColumn, RegistryIndexView
from .member_list.lines import lines_of
from .member_list.views import ListView, ReviewView
from .permissions import ClubPolicy
from .player_forms import NewPlayerForm, PlayerForm
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin
from .start_rating import StartRatingView
from .who.panel import known_as

LONGEST_SEARCH = 200


class PlayerFilterSet(WagtailFilterSet):
    club = django_filters.ModelChoiceFilter(
        queryset=lambda request: ClubPolicy(Player).clubs(request.user, "view"), label=_("Club")
    )
    ladder = django_filters.ModelChoiceFilter(
        field_name="ladder_players__ladder",
        queryset=lambda request: ClubPolicy(Ladder).instances_user_has_permission_for(request.user, "view"),
        label=_("Ladder"),
    )

    group = django_filters.ModelChoiceFilter(
        method="in_group",
        queryset=lambda request: ClubPolicy(PlayerGroup).instances_user_has_permission_for(
            request.user, "view"
        ),
        label=_("Group"),
    )

    class Meta:
        model = Player
        fields = ["club", "ladder", "group", "is_adult", "full_name_consent"]

    def in_group(self, queryset, _name, group):
        """Those who were merged into somebody count as that one."""
        return queryset.filter(pk__in=persons_in([group.pk])[group.pk])

    def filter_queryset(self, queryset):
        """Of several who were merged the stricter values count."""
        queryset = super().filter_queryset(queryset)
        for field in ("is_adult", "full_name_consent"):
            if self.form.cleaned_data.get(field):
                queryset = queryset.exclude(absorbed__in=Player.objects.filter(**{field: False}))
        return queryset


class PlayerIndexView(RegistryIndexView):
    """Searched by POST: a name that somebody looks for is written into no address, and so into no log.

    The filters, the order and the page stay in the query string; the form of the search repeats them.
    """

    add_item_label = _("Add player")
    default_ordering = "name"
    filterset_class = PlayerFilterSet
    is_searchable = False  # by Wagtail's form, which asks by GET

    def post(self, request, *args, **kwargs):
        request.GET = request.POST.copy()  # where Wagtail's list looks for all but the name
        for name in ("q", "csrfmiddlewaretoken"):
            request.GET.pop(name, None)
        return self.get(request, *args, **kwargs)

    @cached_property
    def search_query(self) -> str:
        return self.request.POST.get("q", "").strip()[:LONGEST_SEARCH]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """What the list is filtered and ordered by."""
        names = [*self.filters.form.fields, "ordering"]
        return [(name, value) for name in names for value in self.request.GET.getlist(name) if value]

    def get_table(self, object_list):
        if self.is_searching:  # the headings are links, which would lose the search
            for column in self.columns:
                column.sort_key = None
        return super().get_table(object_list)

    def get_context_data(self, *args, **kwargs):
        return super().get_context_data(*args, is_searching=self.is_searching, **kwargs)

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            StatusTagColumn(
                "counts_as_adult",
                label=_("Counts as"),
                accessor=lambda player: gettext("adult") if player.counts_as_adult else gettext("under 18"),
                primary=lambda player: player.counts_as_adult,
                sort_key="counts_as_adult",
            ),
            Column("ladders", label=_("Ladders"), accessor=_ladder_names, classname=DETAIL),
            DayColumn("last_event_day", label=_("Last event"), sort_key="last_event_day", classname=DETAIL),
        ]

    @cached_property
    def header_buttons(self) -> list:
        url = reverse("ladder_players:add_list")
        add_list = HeaderButton(
            _("Add a list"), url=url, classname="wl-add-list", icon_name="list-ul", priority=1010
        )
        return [*super().header_buttons, add_list]

    @property
    def bulk_actions(self) -> list[dict]:
        """What the user may do with players, in order. (Wagtail's "delete" stays out: nobody may.)"""
        may = partial(ClubPolicy(Player).user_has_permission, self.request.user)
        offered = bulk_action_registry.get_bulk_actions_for_model("wagtail_ladder", "player")
        mine = [action for action in offered if may(getattr(action, "permission_required", "delete"))]
        return [
            {"url": self._bulk_url(action), "label": action.display_name, "aria_label": action.aria_label}
            for action in sorted(mine, key=lambda action: action.action_priority)
        ]

    @staticmethod
    def _bulk_url(action: type[SnippetBulkAction]) -> str:
        return reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", action.action_type])

    @cached_property
    def columns(self) -> list:
        check_boxes = BulkActionsCheckboxColumn("bulk_actions", obj_type="snippet")
        return [check_boxes, *RegistryIndexView.columns.func(self)]


class PlayerSearchArea(SearchArea):
    """The way from Wagtail's searches to the list of players, without what was searched for."""

    def __init__(self) -> None:
        super().__init__(
            _("Players"), reverse("ladder_players:list"), name="ladder_players", icon_name="user"
        )

    def render_html(self, request, query, current=None):
        return super().render_html(request, "", current)


def add_player_search(request, areas: list[SearchArea]) -> None:
    """Wagtail hook `construct_search`: for whoever has a role in a club.

    Not `register_admin_search_area`: the field in Wagtail's menu asks the first area of those that are
    registered by GET, and to somebody who edits no pages that would be this one.
    """
    if ClubPolicy(Player).clubs(request.user, "view").exists():
        areas.append(PlayerSearchArea())


def _ladder_names(player: Player) -> str:
    return comma().join(seat.ladder.name for seat in player.ladder_players.all())


class NamedPlayer:
    """Mixed into a view: its title and breadcrumbs show the player's name."""

    def get_page_subtitle(self) -> str:
        return self.object.name

    def get_breadcrumbs_items(self) -> list[dict]:
        return [
            {**item, "label": self.object.name if item["label"] == str(self.object) else item["label"]}
            for item in super().get_breadcrumbs_items()
        ]


class NewPlayerView(VerbView, CreateView):
    """Where somebody has a near name, the review of a list asks first whether this is he."""

    success_message = _("Player added.")

    def form_valid(self, form):
        club, name = form.cleaned_data["club"], form.cleaned_data["name"]
        (line,) = lines_of(club, [TypedName(1, name)])
        if line.near:
            return ReviewView.as_view(club=club, content=name.encode("utf-8", "replace"))(self.request)
        return super().form_valid(form)


class PlayerView(NamedPlayer, VerbView, EditView):
    """Of somebody who was merged with another: the way to that one's screen."""

    success_message = _("Player saved.")
    withdraw_consent_url_name = None

    def dispatch(self, request, *args, **kwargs):
        if self.object.merged_into_id is not None:
            return redirect(self.edit_url_name, quote(self.object.merged_into_id))
        return super().dispatch(request, *args, **kwargs)


class WithdrawConsentView(View):
    """One click, for whoever has a role in the club: it shows less."""

    http_method_names = ["get", "post", "head", "options"]
    model = Player
    edit_url_name = None

    def dispatch(self, request, *args, **kwargs):
        self.object = self.get_object()
        return super().dispatch(request, *args, **kwargs)

    def get_object(self) -> Player:
        return get_object_or_404(Player.objects.select_related("club"), pk=self.kwargs["pk"])

    def get(self, request, *args, **kwargs):
        return redirect(self.edit_url_name, quote(self.object.pk))

    def post(self, request, *args, **kwargs):
        try:
            withdrawn = withdraw_consent(self.object.club, [self.object.pk], by=request.user)
        except LadderError as refusal:
            messages.error(request, refusal.message)
        else:
            self._tell(bool(withdrawn))
        return redirect(self.edit_url_name, quote(self.object.pk))

    def _tell(self, withdrawn: bool) -> None:
        if not withdrawn:
            messages.success(self.request, gettext("There was no consent on record."))
            return
        in_full = LadderPlayer.objects.filter(shown_in_full(), player=self.object).order_by("ladder__name")
        ladders = list(in_full.values_list("ladder__name", flat=True))
        if not ladders:
            messages.success(self.request, gettext("Consent withdrawn."))
            return
        sentence = gettext(
            "Consent withdrawn. The full name is still shown, as that of a confirmed adult: on %(ladders)s."
            " “Always initials” below ends that."
        )
        messages.warning(self.request, sentence % {"ladders": comma().join(ladders)})


class PlayerHistoryView(NamedPlayer, HistoryView):
    pass


class PlayerChooser(AdminSnippetChooser):
    """A chooser that shows the name of the chosen player: for forms that only the club's people see."""

    def __init__(self, **kwargs):
        super().__init__(**{"model": Player, "icon": "user", **kwargs})

    def get_display_title(self, instance: Player) -> str:
        return instance.name


class _ChosenByName:
    def get_display_title(self, instance: Player) -> str:
        return instance.name


class PlayerChosenView(_ChosenByName, SnippetChosenView):
    pass


class PlayersChosenView(_ChosenByName, SnippetChosenMultipleView):
    pass


class PlayerChooserViewSet(ClubScopedChooserViewSet):
    chosen_view_class = PlayerChosenView
    chosen_multiple_view_class = PlayersChosenView


class PlayerViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Player
    icon = "user"
    url_prefix = "ladders/players"
    url_namespace = "ladder_players"
    chooser_viewset_class = PlayerChooserViewSet
    chooser_admin_url_namespace = "ladder_player_chooser"
    chooser_base_url_path = "ladders/players/choose"
    index_view_class = PlayerIndexView
    index_template_name = "wagtail_ladder/admin/registry/players.html"
    index_results_template_name = "wagtail_ladder/admin/registry/players_results.html"
    add_view_class = NewPlayerView
    edit_view_class = PlayerView
    edit_template_name = "wagtail_ladder/admin/registry/player.html"
    history_view_class = PlayerHistoryView
    usage_is_shown = False
    add_panels = ObjectList(
        [FieldPanel("club", widget=forms.Select), FieldPanel("name")], base_form_class=NewPlayerForm
    )
    edit_handler = ObjectList(
        [
            disclosure_panel(),
            FieldPanel("name"),
            FieldPanel("club", read_only=True),
            FieldPanel("is_adult"),
            MultiFieldPanel(
                [
                    TemplatePanel(
                        "wagtail_ladder/admin/registry/panels/consent.html",
                        lambda form: form.consent_status(),
                    ),
                    FieldPanel("consent"),
                ],
                heading=_("Consent to the full name"),
            ),
            FieldPanel("in_groups", heading=_("Groups")),
            TemplatePanel(
                "wagtail_ladder/admin/who/panel.html",
                known_as,
                heading=_("Known as"),
                icon="group",
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/seats.html",
                lambda form: {"seats": form.seats} if form.seats else None,
                heading=_("On the ladders"),
                icon="ladder",
            ),
        ],
        base_form_class=PlayerForm,
    )

    def get_urlpatterns(self) -> list:
        view = self.construct_view(WithdrawConsentView, edit_url_name=self.get_url_name("edit"))
        return [
            *super().get_urlpatterns(),
            path("add-list/", ListView.as_view(), name="add_list"),
            path("add-list/review/", ReviewView.as_view(), name="review_list"),
            path("withdraw-consent/<int:pk>/", view, name="withdraw_consent"),
            path("start-rating/<int:pk>/", StartRatingView.as_view(), name="start_rating"),
        ]

    def get_edit_view_kwargs(self, **kwargs):
        withdraw = self.get_url_name("withdraw_consent")
        return super().get_edit_view_kwargs(withdraw_consent_url_name=withdraw, **kwargs)

    def get_queryset(self, request) -> QuerySet[Player]:
        people = Player.objects.filter(
            Q(pk=OuterRef(OuterRef("pk"))) | Q(merged_into=OuterRef(OuterRef("pk")))
        )
        played = Entry.objects.filter(player__in=people.values("pk"), event__status=Event.Status.PUBLISHED)
        last = Subquery(played.order_by("-event__last_day").values("event__last_day")[:1])
        seats = LadderPlayer.objects.select_related("ladder").order_by("ladder__name")
        return (
            super()
            .get_queryset(request)
            .select_related("club")
            .prefetch_related(Prefetch("ladder_players", seats))
            .annotate(last_event_day=last, counts_as_adult=ExpressionWrapper(~juniors(), BooleanField()))
        )
