from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WagtailLadderPagesConfig(AppConfig):
    """Optional: sites whose pages have a base model of their own use the mixins of `wagtail_ladder.site`."""

    name = "wagtail_ladder.pages"
    label = "wagtail_ladder_pages"
    verbose_name = _("Ladder pages")
    default_auto_field = "django.db.models.BigAutoField"
