"""What a sentence calls the user who did something."""

from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _
from wagtail.admin.utils import get_user_display_name


def editor_name(user: AuthUser | None) -> str:
    """As Wagtail's admin says: the full name if there is one, else the user name. Somebody, if it is gone."""
    return str(get_user_display_name(user)) if user else _("Somebody")
