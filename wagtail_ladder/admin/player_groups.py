"""Groups of players in the admin: the list, and the form of one with who is in it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.paginator import Page
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from wagtail.admin import messages
from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.admin.ui.tables import Column
from wagtail.snippets.views.snippets import CreateView, EditView, SnippetViewSet

from ..audience import SMALLEST_SHOWN_GROUP
from ..models import Ladder, Player, PlayerGroup, Standing
from ..models.group import standing_members
from ..ordering import alphabetical
from ..services import create_group, delete_group, rename_group
from ..services.groups import persons_in
from .deletable import VerbDeleteView
from .forms import TemplatePanel, VerbForm, VerbView, limit_clubs
from .listing import DETAIL, RegistryIndexView
from .permissions import ClubPolicy
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin
from .told_groups import told_by_subtraction


class NewGroupForm(VerbForm):
    field_of_refusal = {"group_name_taken": "name"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_clubs(self.fields["club"], ClubPolicy(PlayerGroup).clubs(self.for_user, "add"))

    def save(self, commit: bool = True) -> PlayerGroup:
        return create_group(self.cleaned_data["club"], self.cleaned_data["name"], by=self.for_user)


class GroupForm(VerbForm):
    field_of_refusal = {"group_name_taken": "name"}

    def save(self, commit: bool = True) -> PlayerGroup:
        return rename_group(self.instance, self.cleaned_data["name"], by=self.for_user)


def _where_shown(ladders: Iterable[tuple[str, int]]) -> list[str]:
    """Of (ladder, members who stand on it): whether each shows the group, in words."""
    needed = SMALLEST_SHOWN_GROUP
    return [
        (
            ngettext(
                "%(ladder)s: shown, with %(count)d member",
                "%(ladder)s: shown, with %(count)d members",
                count,
            )
            if count >= needed
            else ngettext(
                "%(ladder)s: not shown, %(count)d member there and %(needed)d needed",
                "%(ladder)s: not shown, %(count)d members there and %(needed)d needed",
                count,
            )
        )
        % {"ladder": ladder, "count": count, "needed": needed}
        for ladder, count in ladders
    ]


def _ladders_of(group: PlayerGroup, members: dict[int, dict[int, set[int]]]) -> list[tuple[str, int]]:
    """The ladders of its club by name, each with how many of the group stand there."""
    return [(ladder.name, len(members[ladder.pk][group.pk])) for ladder in group.club.ladders.all()]


class GroupIndexView(RegistryIndexView):
    add_item_label = _("Add a group")
    default_ordering = "name"

    @cached_property
    def list_display(self) -> list:
        return [
            "name",
            *self.club_column(),
            Column("members", label=_("Players"), accessor=lambda group: self._sizes[group.pk]),
            Column("shown", label=_("On the ladders"), accessor=self._shown, classname=DETAIL),
        ]

    def get_table(self, object_list: Page) -> Any:
        """Read at once for all the groups of the page."""
        groups = list(object_list)
        self._sizes = {pk: len(people) for pk, people in persons_in(group.pk for group in groups).items()}
        ladders = {ladder.pk for group in groups for ladder in group.club.ladders.all()}
        self._members = standing_members(ladders)
        return super().get_table(object_list)

    def _shown(self, group: PlayerGroup) -> SafeString:
        sentences = _where_shown(_ladders_of(group, self._members))
        return format_html_join("", "<div>{}</div>", ((sentence,) for sentence in sentences))


class NewGroupView(VerbView, CreateView):
    success_message = _("Group created. Nobody is in it yet.")

    def get_success_buttons(self) -> list:
        return [messages.button(url_of_players(self.object), _("Choose players"))]


class GroupView(VerbView, EditView):
    success_message = _("Group saved.")


class DeleteGroupView(VerbDeleteView):
    success_message = _("Group “%(object)s” deleted.")

    @property
    def confirmation_message(self) -> str:
        return gettext("Delete this group? Its players stay as they are.")

    def delete_action(self) -> None:
        delete_group(self.object, by=self.request.user)


def url_of_players(group: PlayerGroup) -> str:
    """The list of the club's players, to tick those whom a bulk action puts into the group."""
    return f"{reverse('ladder_players:list')}?club={group.club_id}"


def _members_panel(form: GroupForm) -> dict[str, Any]:
    group: PlayerGroup = form.instance
    players = Player.objects.filter(pk__in=persons_in([group.pk])[group.pk])
    return {
        "players": sorted(players, key=lambda player: alphabetical(player.name, group.club.language)),
        "choose_url": url_of_players(group),
        "list_url": f"{reverse('ladder_players:list')}?group={group.pk}",
    }


def _shown_panel(form: GroupForm) -> dict[str, Any] | None:
    group: PlayerGroup = form.instance
    ladders = list(group.club.ladders.all())
    if not ladders:
        return None
    members = standing_members(ladder.pk for ladder in ladders)
    everybody: dict[int, set[int]] = defaultdict(set)
    for ladder_id, player_id in Standing.objects.filter(ladder__in=ladders).values_list("ladder", "player"):
        everybody[ladder_id].add(player_id)
    names = dict(group.club.player_groups.values_list("pk", "name"))
    told = [
        told_by_subtraction(group.pk, members[ladder.pk], everybody[ladder.pk], names) for ladder in ladders
    ]
    sentences = _where_shown(_ladders_of(group, members))
    return {"ladders": list(zip(sentences, told, strict=True)), "needed": SMALLEST_SHOWN_GROUP}


class GroupViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = PlayerGroup
    icon = "group"
    menu_label = _("Groups of players")
    url_prefix = "ladders/groups"
    url_namespace = "ladder_groups"
    chooser_viewset_class = ClubScopedChooserViewSet
    chooser_admin_url_namespace = "ladder_group_chooser"
    chooser_base_url_path = "ladders/groups/choose"
    index_view_class = GroupIndexView
    add_view_class = NewGroupView
    edit_view_class = GroupView
    delete_view_class = DeleteGroupView
    usage_is_shown = False
    deletion_has_a_verb = True
    add_panels = ObjectList(
        [FieldPanel("club", widget=forms.Select), FieldPanel("name")], base_form_class=NewGroupForm
    )
    edit_handler = ObjectList(
        [
            FieldPanel("name"),
            FieldPanel("club", read_only=True),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/group_members.html",
                _members_panel,
                heading=_("Players"),
                icon="user",
            ),
            TemplatePanel(
                "wagtail_ladder/admin/registry/panels/group_shown.html",
                _shown_panel,
                heading=_("On the ladders"),
                icon="ladder",
            ),
        ],
        base_form_class=GroupForm,
    )

    def get_queryset(self, request) -> QuerySet[PlayerGroup]:
        ladders = Ladder.objects.order_by("name", "pk")
        return (
            super()
            .get_queryset(request)
            .select_related("club")
            .prefetch_related(Prefetch("club__ladders", ladders))
        )
