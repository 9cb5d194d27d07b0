"""Ladders in the admin: who sees them, how they are shown, and by which rules they are rated."""

from django import forms
from django.contrib.auth.models import Group
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages
from wagtail.admin.panels import FieldPanel, MultiFieldPanel, ObjectList
from wagtail.admin.ui.tables import Column, DateColumn, NumberColumn
from wagtail.admin.widgets.button import Button
from wagtail.snippets.views.snippets import CreateView, EditView, SnippetViewSet

from ..audience import ladder_page_models
from ..models import Event, Ladder, RuleSet, Standing
from ..services import change_ladder, create_ladder
from ..services.roles import clubs_of
from .events.access import url_of, whole_number
from .forms import TemplatePanel, VerbForm, VerbView, disclosure_panel, limit_clubs
from .links import ChangeLinkView, NewLinkView, RevokeLinkView, links_of
from .listing import DETAIL, STYLES, DayColumn, RegistryIndexView, count_of
from .new_page import new_page_url
from .permissions import ClubPolicy
from .scope import ClubScopedViewSetMixin, PlacingChooserViewSet
from .seen import SeenView

RULES = ("start", "k_new", "k_new_games", "k", "provisional_below")


class RulesForm(VerbForm):
    """The fields of a rule set, for the panels of a ladder's form to name."""

    start, k_new, k_new_games, k, provisional_below = forms.fields_for_model(RuleSet, RULES).values()

    def clean(self):
        cleaned = super().clean()
        valid = {rule: cleaned[rule] for rule in RULES if rule in cleaned}
        unchecked = {field.name for field in RuleSet._meta.fields} - valid.keys()
        try:
            RuleSet(**valid).clean_fields(exclude=unchecked)
        except forms.ValidationError as error:
            self.add_error(None, error)
        return cleaned


class NewLadderForm(RulesForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        limit_clubs(self.fields["club"], ClubPolicy(Ladder).clubs(self.for_user, "add"))

    def save(self, commit=True) -> Ladder:
        return create_ladder(
            self.cleaned_data["club"],
            self.cleaned_data["name"],
            by=self.for_user,
            rules={rule: self.cleaned_data[rule] for rule in RULES},
        )


class LadderForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["member_groups"].queryset = groups_to_choose_from(self.for_user, self.instance)
        if not ClubPolicy(Ladder).user_has_permission_for_instance(self.for_user, "organise", self.instance):
            self.fields["visibility"].help_text = _(
                "You may make the ladder more private. Showing more of it is for an organiser."
            )

    def stored_values(self) -> list:
        groups = sorted(group.pk for group in self.initial["member_groups"])  # they come in no order
        return [pair for pair in super().stored_values() if pair[0] != "member_groups"] + [groups]

    def affected_ladders(self) -> list[Ladder]:
        return [self.instance] if set(self.changed_data) & set(self._meta.fields) else []

    def save(self, commit=True) -> Ladder:
        changed = {name: self.cleaned_data[name] for name in self._meta.fields if name in self.changed_data}
        if changed:
            change_ladder(self.instance, by=self.for_user, **changed)
        return Ladder.objects.get(pk=self.instance.pk)


def groups_to_choose_from(user, ladder: Ladder) -> QuerySet[Group]:
    """The site's groups that may be members of the ladder's club.

    Groups with a role in a club are none: they see their own club's ladders anyway. Groups whose members see
    a ladder of a club of which the user is to know nothing are left out too, unless he is in them himself.
    What the ladder has already stays. Superusers choose from all.
    """
    if user.is_superuser:
        return Group.objects.order_by("name")
    elsewhere = Ladder.member_groups.through.objects.exclude(ladder__club__in=clubs_of(user).values("pk"))
    free = Q(club_permissions__isnull=True) & (
        ~Q(pk__in=elsewhere.values("group_id")) | Q(pk__in=user.groups.values("pk"))
    )
    return (
        Group.objects.filter(free | Q(pk__in=ladder.member_groups.values("pk"))).distinct().order_by("name")
    )


class LadderIndexView(RegistryIndexView):
    default_ordering = "name"

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            Column(
                "visibility",
                label=_("Seen by"),
                accessor="get_visibility_display",
                sort_key="visibility",
            ),
            NumberColumn("player_count", label=_("Players"), sort_key="player_count", classname=DETAIL),
            DayColumn("last_event_day", label=_("Last event"), sort_key="last_event_day", classname=DETAIL),
            DateColumn("replayed_at", label=_("Computed"), sort_key="replayed_at", classname=DETAIL),
        ]

    def get_list_more_buttons(self, instance: Ladder) -> list:
        events = Button(_("Events"), url=events_of(instance), icon_name="calendar-alt", priority=20)
        return [*super().get_list_more_buttons(instance), events]


def events_of(ladder: Ladder) -> str:
    """The address of the list of its events."""
    return f"{url_of('index')}?ladder={ladder.pk}"


class NewLadderView(VerbView, CreateView):
    success_message = _("Ladder created. Only the club's organisers and arbiters see it so far.")

    def get_form_kwargs(self) -> dict:
        kwargs = super().get_form_kwargs()
        club = whole_number(self.request.GET.get("club"))
        return kwargs if club is None else {**kwargs, "initial": {"club": club}}

    def get_success_buttons(self) -> list:
        add_event = f"{url_of('add')}?ladder={self.object.pk}"
        make_page = new_page_url(self.request.user)
        buttons = [messages.button(add_event, _("Add an event"))]
        return buttons + ([messages.button(make_page, _("Make its page"))] if make_page else [])


class LadderView(VerbView, EditView):
    success_message = _("Ladder saved.")

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(**kwargs)
        context["media"] += STYLES
        return context


def places_of(form: LadderForm) -> dict:
    """The list of its events, and the pages that show the ladder as their own."""
    pages = [
        page
        for model in ladder_page_models()
        for page in model.objects.filter(ladder_id=form.instance.pk).order_by("path")
    ]
    organises = ClubPolicy(Ladder).user_has_permission_for_instance(form.for_user, "organise", form.instance)
    return {
        "new_page_url": None if pages else new_page_url(form.for_user),
        "events_url": events_of(form.instance),
        "seen_url": reverse("ladder_ladders:seen", args=[form.instance.pk]) if organises else None,
        "pages": [
            {"page": page, "may_edit": page.permissions_for_user(form.for_user).can_edit()} for page in pages
        ],
    }


class LadderViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Ladder
    icon = "ladder"
    url_prefix = "ladders/ladders"
    url_namespace = "ladder_ladders"
    chooser_viewset_class = PlacingChooserViewSet
    chooser_admin_url_namespace = "ladder_ladder_chooser"
    chooser_base_url_path = "ladders/ladders/choose"
    index_view_class = LadderIndexView
    add_view_class = NewLadderView
    edit_view_class = LadderView
    add_panels = ObjectList(
        [
            FieldPanel("club", widget=forms.Select),
            FieldPanel("name"),
            MultiFieldPanel(
                [FieldPanel(rule) for rule in RULES],
                heading=_("Rules"),
                help_text=_("The usual rules of a club ladder. They hold from its first event on."),
            ),
        ],
        base_form_class=NewLadderForm,
    )
    edit_handler = ObjectList(
        [
            disclosure_panel(),
            FieldPanel("name"),
            FieldPanel("club", read_only=True),
            MultiFieldPanel(
                [
                    FieldPanel("visibility", widget=forms.RadioSelect),
                    FieldPanel("member_groups", widget=forms.CheckboxSelectMultiple),
                ],
                heading=_("Who may see it"),
                icon="view",
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/links.html",
                links_of,
                heading=_("Links"),
                icon="link",
            ),
            MultiFieldPanel(
                [
                    FieldPanel("names", widget=forms.RadioSelect),
                    FieldPanel("months_instead_of_days"),
                    FieldPanel("shown_decimals", widget=forms.RadioSelect),
                    FieldPanel("inactive_after"),
                ],
                heading=_("How it is shown"),
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/rules.html",
                lambda form: {"rule_sets": form.instance.rule_sets.all()},
                heading=_("Rules"),
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/places.html",
                places_of,
                heading=_("Events and pages"),
            ),
        ],
        base_form_class=LadderForm,
    )

    def get_urlpatterns(self) -> list:
        link = "links/<int:pk>/<int:link>/"
        return [
            *super().get_urlpatterns(),
            path("links/<int:pk>/new/", self.construct_view(NewLinkView), name="new_link"),
            path(link, self.construct_view(ChangeLinkView), name="change_link"),
            path(f"{link}revoke/", self.construct_view(RevokeLinkView), name="revoke_link"),
            path("seen/<int:pk>/", self.construct_view(SeenView), name="seen"),
        ]

    def get_queryset(self, request) -> QuerySet[Ladder]:
        published = Event.objects.filter(status=Event.Status.PUBLISHED, ladder=OuterRef("pk"))
        last = Subquery(published.order_by("-last_day").values("last_day")[:1])
        return (
            super()
            .get_queryset(request)
            .select_related("club")
            .annotate(
                player_count=count_of(Standing.objects, ladder=OuterRef("pk")),
                last_event_day=last,
            )
        )
