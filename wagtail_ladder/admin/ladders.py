from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.snippets.views.snippets import SnippetViewSet

from ..models import Ladder
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin


class LadderViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Ladder
    icon = "list-ol"
    url_prefix = "ladders/ladders"
    url_namespace = "ladder_ladders"
    chooser_viewset_class = ClubScopedChooserViewSet
    chooser_admin_url_namespace = "ladder_ladder_chooser"
    chooser_base_url_path = "ladders/ladders/choose"
    edit_handler = ObjectList([FieldPanel("name")])
