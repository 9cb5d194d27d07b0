"""Ladders in the admin: who sees them, how they are shown, and by which rules they are rated."""

from django import forms
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from wagtail.admin import messages
from wagtail.admin.panels import FieldPanel, MultiFieldPanel, ObjectList
from wagtail.admin.ui.tables import Column, DateColumn, NumberColumn
from wagtail.admin.widgets.button import Button
from wagtail.snippets.views.snippets import CreateView, EditView, SnippetViewSet

from ..audience import is_open, ladder_page_models
from ..models import Event, Ladder, Player, RuleSet, Standing, Visibility
from ..services import LadderError, change_ladder, create_ladder
from ..services.clubs import groups_of_members
from ..services.ladders import shows_more
from ..services.persons import juniors
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


class Choices(forms.RadioSelect):
    """Shows `closed` values greyed: nobody can choose them."""

    closed = frozenset()

    def create_option(self, name, value, *args, **kwargs):
        option = super().create_option(name, value, *args, **kwargs)
        if value in self.closed:
            option["attrs"]["disabled"] = True
        return option


class LadderForm(VerbForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        groups = self.fields["member_groups"]
        groups.queryset = groups_to_choose_from(self.for_user, self.instance)
        self.closed = {}
        if not organises(self.for_user, self.instance):
            self._close_what_shows_more()
        elif not groups.queryset.exists():
            groups.help_text = _(
                "There is none yet. A site administrator makes one under Settings, Groups, Club roles."
            )

    def _close_what_shows_more(self):
        """For arbiters."""
        for name in ("visibility", "names"):
            values = [value for value, _label in self.fields[name].choices]
            self.closed[name] = {value for value in values if shows_more(self.instance, {name: value})}
            self.fields[name].widget.closed = self.closed[name]
        self.fields["visibility"].help_text = _(
            "You may make the ladder more private. Showing more of it is for an organiser."
        )
        self.fields["months_instead_of_days"].disabled = self.instance.months_instead_of_days
        self.fields["member_groups"].queryset = self.instance.member_groups.order_by("name")

    def clean(self):
        cleaned = super().clean()
        for name, values in self.closed.items():
            if cleaned.get(name) in values:
                self.add_error(name, _("Only an organiser can show more."))
        return cleaned

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
    """The groups of members of the ladder's club, and what it has already. Superusers choose from all."""
    groups = Group.objects.order_by("name")
    if user.is_superuser:
        return groups
    of_the_club = groups_of_members(ladder.club_id)
    return groups.filter(Q(pk__in=of_the_club.values("pk")) | Q(pk__in=ladder.member_groups.values("pk")))


def organises(user, ladder: Ladder) -> bool:
    return ClubPolicy(Ladder).user_has_permission_for_instance(user, "organise", ladder)


def is_for_nobody(ladder: Ladder) -> bool:
    """For members, and no group of them is chosen: so for its organisers and arbiters alone."""
    return ladder.visibility == Visibility.MEMBERS and not ladder.member_groups.exists()


def seen_by(ladder: Ladder) -> str:
    """The level in words, and which groups of members."""
    level = ladder.get_visibility_display()
    if ladder.visibility != Visibility.MEMBERS:
        return level
    names = sorted(group.name for group in ladder.member_groups.all())
    groups = gettext(", ").join(names) if names else gettext("none is chosen yet")
    return gettext("%(level)s: %(groups)s") % {"level": level, "groups": groups}


def way_to_see_as_others(ladder: Ladder) -> str:
    """The address of the screen "What they see"."""
    return reverse("ladder_ladders:seen", args=[ladder.pk])


class HideButton(Button):
    """Sends the form `wl-hide` of the page, as a change takes a POST."""

    template_name = "wagtail_ladder/admin/registry/hide_button.html"


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
                accessor=seen_by,
                sort_key="visibility",
            ),
            NumberColumn("player_count", label=_("Players"), sort_key="player_count", classname=DETAIL),
            DayColumn("last_event_day", label=_("Last event"), sort_key="last_event_day", classname=DETAIL),
            DateColumn("replayed_at", label=_("Computed"), sort_key="replayed_at", classname=DETAIL),
        ]

    def get_list_more_buttons(self, instance: Ladder) -> list:
        events = Button(_("Events"), url=events_of(instance), icon_name="calendar-alt", priority=20)
        buttons = [*super().get_list_more_buttons(instance), events]
        if organises(self.request.user, instance):
            address = way_to_see_as_others(instance)
            buttons.append(Button(_("What they see"), url=address, icon_name="view", priority=30))
        if instance.visibility != Visibility.ORGANISERS:
            address = reverse("ladder_ladders:hide", args=[instance.pk])
            buttons.append(HideButton(_("Hide it now"), url=address, icon_name="lock", priority=40))
        return buttons


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

    def get_success_message(self, instance=None) -> str:
        message = super().get_success_message(instance)
        if is_for_nobody(self.object):
            return gettext(
                "%(saved)s No group is chosen: nobody but the club’s organisers and arbiters sees it."
            ) % {"saved": message}
        return message

    def get_success_url(self) -> str:
        """A ladder for holders of links goes on to its links, as long as none opens it."""
        ladder = self.object
        needs_links = ladder.visibility == Visibility.LINK and organises(self.request.user, ladder)
        if needs_links and not any(is_open(link) for link in ladder.share_links.all()):
            return f"{reverse(self.edit_url_name, args=[quote(ladder.pk)])}#links"
        return super().get_success_url()

    def get_context_data(self, **kwargs) -> dict:
        context = super().get_context_data(**kwargs)
        context["media"] += STYLES
        return context


class HideView(View):
    """One click, for whoever has a role in the club: the ladder is for organisers and arbiters at once."""

    http_method_names = ["get", "post", "head", "options"]
    permission_required = "change"
    model = Ladder
    edit_url_name = ""

    def dispatch(self, request, *args, **kwargs):
        self.object = self.get_object()
        return super().dispatch(request, *args, **kwargs)

    def get_object(self) -> Ladder:
        return get_object_or_404(Ladder, pk=self.kwargs["pk"])

    def get(self, request, *args, **kwargs):
        return redirect(self.edit_url_name, quote(self.object.pk))

    def post(self, request, *args, **kwargs):
        try:
            change_ladder(self.object, by=request.user, visibility=Visibility.ORGANISERS)
        except LadderError as refusal:
            messages.error(request, refusal.message)
        else:
            done = gettext("Hidden: only organisers and arbiters of the club see “%(ladder)s” now.")
            messages.success(request, done % {"ladder": self.object.name})
        list_url = reverse("ladder_ladders:list")
        came_from_the_list = request.POST.get("next") == list_url
        return redirect(list_url) if came_from_the_list else self.get(request)


def privacy_of(form: LadderForm) -> dict:
    """What can be done at once about who sees the ladder."""
    ladder = Ladder.objects.get(pk=form.instance.pk)  # a form that is refused holds what was chosen in it
    return {
        "is_for_nobody": is_for_nobody(ladder),
        "hide_url": reverse("ladder_ladders:hide", args=[ladder.pk])
        if ladder.visibility != Visibility.ORGANISERS
        else None,
        "seen_url": way_to_see_as_others(ladder) if organises(form.for_user, ladder) else None,
    }


def places_of(form: LadderForm) -> dict:
    """The list of its events, and the pages that show the ladder as their own."""
    pages = [
        page
        for model in ladder_page_models()
        for page in model.objects.filter(ladder_id=form.instance.pk).order_by("path")
    ]
    return {
        "new_page_url": None if pages else new_page_url(form.for_user),
        "events_url": events_of(form.instance),
        "pages": [
            {"page": page, "may_edit": page.permissions_for_user(form.for_user).can_edit()} for page in pages
        ],
    }


def days_of_juniors(form: LadderForm) -> dict | None:
    """How many players under 18 a ladder for everybody lists, where it shows days."""
    ladder = form.instance
    if ladder.visibility != Visibility.PUBLIC or ladder.months_instead_of_days:
        return None
    count = Player.objects.filter(juniors(), standings__ladder=ladder).count()
    return {"juniors": count} if count else None


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
    index_template_name = "wagtail_ladder/admin/registry/ladders.html"
    edit_template_name = "wagtail_ladder/admin/registry/ladder.html"
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
                    FieldPanel("visibility", widget=Choices, heading=_("Level"), classname="wl-level"),
                    FieldPanel(
                        "member_groups", widget=forms.CheckboxSelectMultiple, classname="wl-member-groups"
                    ),
                    TemplatePanel("wagtail_ladder/admin/registry/panels/privacy.html", privacy_of),
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
                    FieldPanel("names", widget=Choices),
                    FieldPanel("months_instead_of_days"),
                    FieldPanel("shown_decimals", widget=forms.RadioSelect),
                    FieldPanel("inactive_after"),
                ],
                heading=_("How it is shown"),
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/days.html",
                days_of_juniors,
                heading=_("Days"),
                icon="warning",
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
            path("hide/<int:pk>/", self.construct_view(HideView), name="hide"),
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
            .prefetch_related("member_groups")
            .annotate(
                player_count=count_of(Standing.objects, ladder=OuterRef("pk")),
                last_event_day=last,
            )
        )
