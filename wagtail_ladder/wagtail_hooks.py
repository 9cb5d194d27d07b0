"""What this app adds to Wagtail."""

from django.utils.translation import gettext_lazy as _
from wagtail import hooks
from wagtail.snippets.models import register_snippet
from wagtail.snippets.views.snippets import SnippetViewSetGroup

from .admin.clubs import ClubViewSet
from .admin.ladders import LadderViewSet
from .admin.players import PlayerViewSet
from .services.log_actions import LOG_ACTIONS


class LaddersGroup(SnippetViewSetGroup):
    """The "Ladders" menu. Wagtail shows it to whom it shows one of its items: people with a role."""

    menu_label = _("Ladders")
    menu_name = "ladders"
    menu_icon = "list-ol"
    menu_order = 250
    items = (
        LadderViewSet,
        PlayerViewSet,
        ClubViewSet,
    )


register_snippet(LaddersGroup)


@hooks.register("register_log_actions")
def register_log_actions(actions):
    for action, (label, message) in LOG_ACTIONS.items():
        actions.register_action(f"wagtail_ladder.{action}", label, message)
