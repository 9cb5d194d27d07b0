"""What a sentence calls the user who did something."""

from datetime import datetime

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from wagtail.admin.utils import get_user_display_name


def editor_name(user: AuthUser | None) -> str:
    """As Wagtail's admin says: the full name if there is one, else the user name. Somebody, if it is gone."""
    return str(get_user_display_name(user)) if user else _("Somebody")


def last_changed(user: AuthUser | None, at: datetime) -> str:
    """A sentence to follow the one that something has changed meanwhile."""
    names = {"who": editor_name(user), "time": date_format(timezone.localtime(at), "H:i")}
    return _("The last change was made by %(who)s at %(time)s.") % names
