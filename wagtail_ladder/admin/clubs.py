from wagtail.admin.panels import FieldPanel, ObjectList
from wagtail.snippets.views.snippets import SnippetViewSet

from ..models import Club
from .scope import ClubScopedChooserViewSet, ClubScopedViewSetMixin


class ClubViewSet(ClubScopedViewSetMixin, SnippetViewSet):
    model = Club
    icon = "group"
    url_prefix = "ladders/clubs"
    url_namespace = "ladder_clubs"
    chooser_viewset_class = ClubScopedChooserViewSet
    chooser_admin_url_namespace = "ladder_club_chooser"
    chooser_base_url_path = "ladders/clubs/choose"
    edit_handler = ObjectList([FieldPanel("name"), FieldPanel("language")])
