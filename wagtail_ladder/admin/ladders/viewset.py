"""The addresses of these screens, and the form of a ladder."""

from django import forms
from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import path
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel, MultiFieldPanel, ObjectList
from wagtail.snippets.views.snippets import SnippetViewSet

from ...models import Event, Ladder, Standing
from ...services.rules import RULES
from ..forms import TemplatePanel, disclosure_panel
from ..links import ChangeLinkView, NewLinkView, RevokeLinkView, links_of
from ..listing import count_of
from ..scope import ClubScopedViewSetMixin, PlacingChooserViewSet
from ..seeding.views import SeedingView
from ..seen import SeenView
from . import corrections, day_order, export, proof, rules
from .editing import HideView, LadderView, NewLadderView
from .forms import LadderForm, NewLadderForm, RadioSelect
from .listing import LadderIndexView
from .panels import days_of_juniors, frame_of, numbers_of, places_of, privacy_of, rules_of


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
                    FieldPanel("visibility", widget=RadioSelect, heading=_("Level"), classname="wl-level"),
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
                    FieldPanel("names", widget=RadioSelect),
                    FieldPanel("months_instead_of_days"),
                    FieldPanel("shown_decimals", widget=forms.RadioSelect),
                    FieldPanel("inactive_after"),
                    FieldPanel("corrections_shown"),
                ],
                heading=_("How it is shown"),
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/days.html",
                days_of_juniors,
                heading=_("Days"),
                icon="warning",
            ),
            TemplatePanel("wagtail_ladder/admin/registry/panels/rules.html", rules_of, heading=_("Rules")),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/numbers.html", numbers_of, heading=_("Numbers")
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/places.html",
                places_of,
                heading=_("Events and pages"),
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/frame.html",
                frame_of,
                heading=_("On other sites"),
                icon="code",
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
            path("rules/<int:pk>/", rules.RulesView.as_view(), name="rules"),
            path("rules/<int:pk>/set/", rules.SetRulesView.as_view(), name="set_rules"),
            path("rules/<int:pk>/remove/", rules.RemoveRulesView.as_view(), name="remove_rules"),
            path("days/<int:pk>/", day_order.DaysView.as_view(), name="days"),
            path("days/<int:pk>/order/", day_order.DayOrderView.as_view(), name="day_order"),
            path("corrections/<int:pk>/", corrections.CorrectionsView.as_view(), name="corrections"),
            path("proof/<int:pk>/", proof.ProofView.as_view(), name="proof"),
            path("proof/<int:pk>/verify/", proof.VerifyView.as_view(), name="verify"),
            path("proof/<int:pk>/rebuild/", proof.RebuildView.as_view(), name="rebuild"),
            path("seeding/<int:pk>/", SeedingView.as_view(), name="seeding"),
            path("export/<int:pk>/", export.ExportView.as_view(), name="export"),
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
