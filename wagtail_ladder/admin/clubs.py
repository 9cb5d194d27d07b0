"""Clubs in the admin: the list, a new club (superusers), a club's settings (organisers)."""

from collections.abc import Iterable

from django import forms
from django.conf import settings
from django.contrib.auth.models import Group
from django.db.models import OuterRef, QuerySet
from django.urls import path, reverse
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages
from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.admin.ui.tables import NumberColumn
from wagtail.snippets.views.snippets import CreateView, EditView, SnippetViewSet

from ..models import Club, Event, Ladder, Player
from ..services import change_club, create_club
from .arbiters import ArbitersView, RemoveArbiterView, arbiters_panel
from .forms import TemplatePanel, VerbForm, VerbView, disclosure_panel
from .listing import RegistryIndexView, count_of
from .permissions import ClubPolicy
from .scope import ClubScopedViewSetMixin, PlacingChooserViewSet

_INITIALS_ARE_KNOWN_FOR = ("en", "el", "uk", "fa", "tr")


def language_choices() -> list[tuple[str, str]]:
    """The site's languages and those whose initials have rules of their own."""
    names = dict(settings.LANGUAGES)
    for code in _INITIALS_ARE_KNOWN_FOR:
        names.setdefault(code, get_language_info(code)["name_translated"])
    return sorted(names.items(), key=lambda item: str(item[1]))


class ClubForm(VerbForm):
    language = forms.ChoiceField(
        label=capfirst(Club._meta.get_field("language").verbose_name),
        help_text=Club._meta.get_field("language").help_text,
        choices=language_choices,
        initial=lazy(lambda: settings.LANGUAGE_CODE, str),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        stored = self.instance.language
        if self.instance.pk and stored not in dict(language_choices()):
            self.fields["language"].choices = [*language_choices(), (stored, stored)]


class NewClubForm(ClubForm):
    def save(self, commit=True) -> Club:
        return create_club(
            self.cleaned_data["name"], language=self.cleaned_data["language"], by=self.for_user
        )


class ClubSettingsForm(ClubForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not ClubPolicy(Club).user_has_permission_for_instance(self.for_user, "organise", self.instance):
            self.fields["name"].disabled = self.fields["language"].disabled = True
            switch = self.fields["juniors_never_by_full_name"]
            switch.disabled = self.initial["juniors_never_by_full_name"]
            switch.help_text = _("You may switch this on. Everything else here is for an organiser.")

    def affected_ladders(self) -> Iterable[Ladder]:
        return self.instance.ladders.all() if "juniors_never_by_full_name" in self.changed_data else ()

    def save(self, commit=True) -> Club:
        return change_club(
            self.instance,
            name=self.cleaned_data["name"],
            language=self.cleaned_data["language"],
            juniors_never_by_full_name=self.cleaned_data["juniors_never_by_full_name"],
            by=self.for_user,
        )


class ClubIndexView(RegistryIndexView):
    add_item_label = _("Add club")
    default_ordering = "name"
    list_display = [
        "name",
        NumberColumn("player_count", label=_("Players"), sort_key="player_count"),
        NumberColumn("ladder_count", label=_("Ladders"), sort_key="ladder_count"),
        NumberColumn("event_count", label=_("Events"), sort_key="event_count"),
    ]


class NewClubView(VerbView, CreateView):
    success_message = _("Club created, with a group each for its organisers, arbiters and members.")

    def get_success_buttons(self) -> list:
        """What comes next: a ladder, and the groups, as who is in them decides who works in the club."""
        groups = Group.objects.filter(club_permissions__club=self.object).order_by("name")
        add_ladder = f"{reverse('ladder_ladders:add')}?club={self.object.pk}"
        return [messages.button(add_ladder, _("Add a ladder"))] + [
            messages.button(reverse("wagtailusers_groups:edit", args=[group.pk]), group.name)
            for group in groups
        ]


class ClubSettingsView(VerbView, EditView):
    success_message = _("Club saved.")


class ClubViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Club
    icon = "group"
    url_prefix = "ladders/clubs"
    url_namespace = "ladder_clubs"
    chooser_viewset_class = PlacingChooserViewSet
    chooser_admin_url_namespace = "ladder_club_chooser"
    chooser_base_url_path = "ladders/clubs/choose"
    index_view_class = ClubIndexView
    add_view_class = NewClubView
    edit_view_class = ClubSettingsView
    add_panels = ObjectList([FieldPanel("name"), FieldPanel("language")], base_form_class=NewClubForm)
    edit_handler = ObjectList(
        [
            disclosure_panel(),
            FieldPanel("name"),
            FieldPanel("language"),
            FieldPanel("juniors_never_by_full_name"),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/arbiters.html",
                arbiters_panel,
                heading=_("Arbiters"),
                icon="user",
            ),
        ],
        base_form_class=ClubSettingsForm,
    )

    def get_urlpatterns(self) -> list:
        return [
            *super().get_urlpatterns(),
            path("arbiters/<int:pk>/", self.construct_view(ArbitersView), name="arbiters"),
            path("arbiters/<int:pk>/remove/", self.construct_view(RemoveArbiterView), name="remove_arbiter"),
        ]

    def get_queryset(self, request) -> QuerySet[Club]:
        events = Event.objects.exclude(status=Event.Status.DELETED)
        return (
            super()
            .get_queryset(request)
            .annotate(
                player_count=count_of(Player.objects.filter(merged_into=None), club=OuterRef("pk")),
                ladder_count=count_of(Ladder.objects, club=OuterRef("pk")),
                event_count=count_of(events, ladder__club=OuterRef("pk")),
            )
        )
