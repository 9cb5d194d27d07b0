from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WagtailLadderConfig(AppConfig):
    name = "wagtail_ladder"
    label = "wagtail_ladder"
    verbose_name = _("Rating ladders")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import checks, tokens  # noqa: F401 - registers the system checks
        from .site import receivers  # noqa: F401 - connects them

        tokens.mask_tokens_in_django_logs()
