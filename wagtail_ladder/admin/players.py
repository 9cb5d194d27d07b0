"""Players in the admin: the registry of names.

A player's `str` holds no name, and Wagtail puts `str` into messages, logs and usage lists. Here, where only
people with a role in the club come, titles, columns and the chooser show the name on purpose.
"""

import django_filters
from django import forms
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages
from wagtail.admin.filters import WagtailFilterSet
from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.admin.ui.tables import BulkActionsCheckboxColumn, Column, StatusTagColumn
from wagtail.snippets.views.chooser import SnippetChosenMultipleView, SnippetChosenView
from wagtail.snippets.views.snippets import CreateView, EditView, HistoryView, SnippetViewSet
from wagtail.snippets.widgets import AdminSnippetChooser

from ..audience import public_names
from ..engine import shown
from ..models import Club, Event, Ladder, LadderPlayer, Player, Standing
from ..services import (
    LadderError,
    add_player,
    confirm_adults,
    force_initials,
    rename_player,
    set_start_rating,
)
from .disclosure import disclosures
from .forms import TemplatePanel, VerbForm, VerbView, disclosure_panel, limit_clubs
from .listing import DETAIL, DayColumn, RegistryIndexView
from .permissions import ClubPolicy
from .scope import ClubScopedBulkAction, ClubScopedChooserViewSet, ClubScopedViewSetMixin, named_like


class NewPlayerForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        limit_clubs(self.fields["club"], ClubPolicy(Player).clubs(self.for_user, "add"))

    def save(self, commit=True) -> Player:
        return add_player(self.cleaned_data["club"], self.cleaned_data["name"], by=self.for_user)


class SeatForm(forms.Form):
    """What is set for a player on one ladder."""

    always_initials = forms.BooleanField(
        label=_("Always initials"),
        help_text=_("Shown by initials here, whatever else is set."),
        required=False,
    )
    start_rating = forms.IntegerField(
        label=_("Start rating"),
        help_text=_("For a newcomer of known strength, instead of the start rating of the ladder."),
        required=False,
        min_value=100,
        max_value=3500,
    )
    start_reason = forms.CharField(
        label=_("Reason for the start rating"),
        help_text=_("For example a rating of another club. Not shown to visitors."),
        required=False,
        max_length=200,
    )

    def __init__(self, ladder: Ladder, player: Player, *, organiser: bool, data=None):
        seat = LadderPlayer.objects.filter(ladder=ladder, player=player).first()
        stored = {
            "always_initials": bool(seat and seat.initials_forced),
            "start_rating": seat.start_rating if seat else None,
            "start_reason": seat.start_reason if seat else "",
        }
        super().__init__(data, prefix=f"ladder-{ladder.pk}", initial=stored)
        self.ladder, self.player = ladder, player
        if not organiser:
            self.fields["start_rating"].disabled = self.fields["start_reason"].disabled = True
            self.fields["always_initials"].disabled = stored["always_initials"]

    @property
    def shown_as(self) -> str | None:
        """The name on the ladder, None for somebody who is not on it."""
        names = public_names(self.ladder, [self.player.pk])
        return names[self.player.pk].name if self.player.pk in names else None

    @property
    def rating(self) -> str | None:
        standing = Standing.objects.filter(ladder=self.ladder, player=self.player).first()
        return str(shown(standing.rating, self.ladder.shown_decimals)) if standing else None

    @property
    def discloses(self) -> bool:
        return self.initial["always_initials"] and not self.cleaned_data["always_initials"]

    def clean(self):
        cleaned = super().clean()
        if cleaned.get("start_rating") is not None and not cleaned.get("start_reason", "").strip():
            self.add_error("start_reason", _("Please give a reason."))
        return cleaned

    def save(self, by) -> None:
        if "always_initials" in self.changed_data:
            force_initials(self.ladder, self.player, self.cleaned_data["always_initials"], by=by)
        if {"start_rating", "start_reason"} & set(self.changed_data):
            points, reason = self.cleaned_data["start_rating"], self.cleaned_data["start_reason"]
            set_start_rating(self.ladder, self.player, points, reason, by=by)


class PlayerForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        stored = Player.objects.select_related("club").get(pk=self.instance.pk)
        organiser = ClubPolicy(Player).user_has_permission_for_instance(self.for_user, "organise", stored)
        if not organiser and not stored.is_adult:
            self.fields["is_adult"].disabled = True
        data = self.data if self.is_bound else None
        self.seats = [
            SeatForm(ladder, stored, organiser=organiser, data=data) for ladder in stored.club.ladders.all()
        ]

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(seat.is_valid() for seat in self.seats)])

    def has_changed(self) -> bool:
        return super().has_changed() or any(seat.has_changed() for seat in self.seats)

    def stored_values(self) -> list:
        return [*super().stored_values(), *((seat.ladder.pk, seat.initial) for seat in self.seats)]

    def affected_ladders(self) -> list[Ladder]:
        confirmed = "is_adult" in self.changed_data and self.cleaned_data["is_adult"]
        return [seat.ladder for seat in self.seats if confirmed or seat.discloses]

    def save(self, commit=True) -> Player:
        player = Player.objects.select_related("club").get(pk=self.instance.pk)
        if "name" in self.changed_data:
            rename_player(player, self.cleaned_data["name"], by=self.for_user)
        if "is_adult" in self.changed_data:
            adult = self.cleaned_data["is_adult"]
            confirm_adults(player.club, [player.pk], adults=adult, by=self.for_user)
        for seat in self.seats:
            seat.save(by=self.for_user)
        player.refresh_from_db()
        return player


class PlayerFilterSet(WagtailFilterSet):
    club = django_filters.ModelChoiceFilter(
        queryset=lambda request: ClubPolicy(Player).clubs(request.user, "view"), label=_("Club")
    )
    ladder = django_filters.ModelChoiceFilter(
        field_name="ladder_players__ladder",
        queryset=lambda request: ClubPolicy(Ladder).instances_user_has_permission_for(request.user, "view"),
        label=_("Ladder"),
    )

    class Meta:
        model = Player
        fields = ["club", "ladder", "is_adult"]


class PlayerIndexView(RegistryIndexView):
    default_ordering = "name"
    filterset_class = PlayerFilterSet

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            StatusTagColumn(
                "is_adult",
                label=_("Counts as"),
                accessor=lambda player: gettext("adult") if player.is_adult else gettext("under 18"),
                primary=lambda player: player.is_adult,
                sort_key="is_adult",
            ),
            Column("ladders", label=_("Ladders"), accessor=_ladder_names, classname=DETAIL),
            DayColumn("last_event_day", label=_("Last event"), sort_key="last_event_day", classname=DETAIL),
        ]

    @cached_property
    def may_confirm_adults(self) -> bool:
        return ClubPolicy(Player).user_has_permission(self.request.user, "organise")

    @cached_property
    def columns(self) -> list:
        check_boxes = [BulkActionsCheckboxColumn("bulk_actions", obj_type="snippet")]
        return (check_boxes if self.may_confirm_adults else []) + RegistryIndexView.columns.func(self)


def _ladder_names(player: Player) -> str:
    return ", ".join(seat.ladder.name for seat in player.ladder_players.all())


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
    success_message = _("Player added.")


class PlayerView(NamedPlayer, VerbView, EditView):
    success_message = _("Player saved.")


class PlayerHistoryView(NamedPlayer, HistoryView):
    pass


class ConfirmAdults(ClubScopedBulkAction):
    """Confirm the selected members as adults, after the list of what becomes visible. Organisers only."""

    models = [Player]
    action_type = "confirm_adults"
    display_name = _("Confirm as adults")
    aria_label = _("Confirm the selected players as adults")
    template_name = "wagtail_ladder/admin/registry/confirm_adults.html"
    action_priority = 10
    permission_required = "organise"

    def get_queryset_in_listing(self, reachable: QuerySet[Player]) -> QuerySet[Player]:
        filters = PlayerFilterSet(self.request.GET, request=self.request, queryset=reachable)
        listed = filters.qs if filters.is_valid() else reachable
        text = self.request.GET.get("q", "").strip()
        return named_like(listed, text) if text else listed

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        players = [row["item"] for row in context["items"]]
        ladders = Ladder.objects.filter(ladder_players__player__in=players).distinct()
        try:
            context["disclosures"] = disclosures(ladders, lambda: self._confirm(players))
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
        return context

    def form_valid(self, form):
        try:
            return super().form_valid(form)
        except LadderError as refusal:
            messages.error(self.request, refusal.message)
            return self.render_to_response(self.get_context_data(form=form))

    @classmethod
    def execute_action(cls, objects, self=None, **kwargs):
        return self._confirm(objects), 0

    def _confirm(self, players) -> int:
        by_club: dict[int, list[int]] = {}
        for player in players:
            by_club.setdefault(player.club_id, []).append(player.pk)
        clubs = Club.objects.in_bulk(by_club)
        return sum(
            confirm_adults(clubs[club_id], ids, by=self.request.user) for club_id, ids in by_club.items()
        )

    def get_success_message(self, num_parent_objects, num_child_objects) -> str:
        if not num_parent_objects:
            return gettext("They were confirmed as adults already.")
        return ngettext(
            "%(count)d player confirmed as an adult.",
            "%(count)d players confirmed as adults.",
            num_parent_objects,
        ) % {"count": num_parent_objects}


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
    add_view_class = NewPlayerView
    edit_view_class = PlayerView
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
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/seats.html",
                lambda form: {"seats": form.seats} if form.seats else None,
                heading=_("On the ladders"),
                icon="ladder",
            ),
        ],
        base_form_class=PlayerForm,
    )

    def get_queryset(self, request) -> QuerySet[Player]:
        played_in = Event.objects.filter(status=Event.Status.PUBLISHED, entries__player=OuterRef("pk"))
        last = Subquery(played_in.order_by("-last_day").values("last_day")[:1])
        seats = LadderPlayer.objects.select_related("ladder").order_by("ladder__name")
        return (
            super()
            .get_queryset(request)
            .select_related("club")
            .prefetch_related(Prefetch("ladder_players", seats))
            .annotate(last_event_day=last)
        )
