"""What this app adds to Wagtail."""

from django.utils.translation import gettext_lazy as _
from wagtail import hooks
from wagtail.log_actions import LogFormatter
from wagtail.snippets.models import register_snippet
from wagtail.snippets.views.snippets import SnippetViewSetGroup

from .admin.bulk import ConfirmAdults, MergeTwo, RecordConsent
from .admin.bulk_groups import PutIntoGroup, TakeOutOfGroup
from .admin.bulk_tightening import AlwaysInitials, WithdrawConsent
from .admin.clubs import ClubViewSet
from .admin.empty_blocks import tell_in_the_userbar, tell_on_the_edit_view
from .admin.events.viewset import EventViewSet
from .admin.groups import ClubRolesForm
from .admin.hidden_pages import tell_who_sees_it_in_the_userbar, tell_who_sees_it_on_the_edit_view
from .admin.ladders.viewset import LadderViewSet
from .admin.ledger.viewset import LedgerViewSet
from .admin.player_groups import GroupViewSet
from .admin.players import PlayerViewSet, add_player_search
from .admin.scope import NoBulkDelete
from .admin.seasons import SeasonViewSet
from .admin.welcome import add_welcome
from .admin.who.viewset import WhoViewSet
from .compat import register_permission_policies
from .services.log_actions import LOG_ACTIONS, what_changed
from .site.gate import before_serve_page, note_served_page
from .site.live import answer_when_changed
from .site.placing import register_blocks


class LaddersGroup(SnippetViewSetGroup):
    """The "Ladders" menu. Wagtail shows it to whom it shows one of its items: people with a role."""

    menu_label = _("Ladders")
    menu_name = "ladders"
    menu_icon = "ladder"
    menu_order = 250
    items = (
        EventViewSet,
        LedgerViewSet,
        LadderViewSet,
        PlayerViewSet,
        GroupViewSet,
        WhoViewSet,
        SeasonViewSet,
        ClubViewSet,
    )


register_permission_policies()  # before the snippets: Wagtail 8.0 would give them policies of its own
register_snippet(LaddersGroup)
register_blocks()


@hooks.register("register_icons")
def register_icons(icons):
    return [*icons, "wagtail_ladder/icons/ladder.svg"]


hooks.register("construct_homepage_panels", add_welcome)
hooks.register("construct_search", add_player_search)
hooks.register("register_bulk_action", ConfirmAdults)
hooks.register("register_bulk_action", RecordConsent)
hooks.register("register_bulk_action", MergeTwo)
hooks.register("register_bulk_action", AlwaysInitials)
hooks.register("register_bulk_action", WithdrawConsent)
hooks.register("register_bulk_action", PutIntoGroup)
hooks.register("register_bulk_action", TakeOutOfGroup)
hooks.register("register_bulk_action", NoBulkDelete, order=10)  # after Wagtail's "delete", in its place


@hooks.register("register_group_permission_panel")
def register_club_roles():
    return ClubRolesForm


@hooks.register("register_log_actions")
def register_log_actions(actions):
    for action, (label, message) in LOG_ACTIONS.items():
        actions.register_action(f"wagtail_ladder.{action}", label, message)

    @actions.register_action("wagtail_ladder.change_ladder")
    class ChangeOfALadder(LogFormatter):
        label = LOG_ACTIONS["change_ladder"][0]

        def format_message(self, log_entry):
            return what_changed(log_entry.data)


# In front of Wagtail's own: its answers to a method or a restriction would say that the page exists.
hooks.register("before_serve_page", before_serve_page, order=-1000)
# Behind all others, inside Wagtail's check of the page's restrictions.
hooks.register("on_serve_page", answer_when_changed, order=1000)
hooks.register("on_serve_page", note_served_page, order=1000)

hooks.register("before_edit_page", tell_on_the_edit_view)
hooks.register("construct_wagtail_userbar", tell_in_the_userbar)
hooks.register("before_edit_page", tell_who_sees_it_on_the_edit_view)
hooks.register("construct_wagtail_userbar", tell_who_sees_it_in_the_userbar)
