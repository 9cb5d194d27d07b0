from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.snippets.views.snippets import SnippetViewSet

from ..models import Player
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin


class PlayerViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Player
    icon = "user"
    url_prefix = "ladders/players"
    url_namespace = "ladder_players"
    chooser_viewset_class = ClubScopedChooserViewSet
    chooser_admin_url_namespace = "ladder_player_chooser"
    chooser_base_url_path = "ladders/players/choose"
    edit_handler = ObjectList([FieldPanel("name")])
