"""What a sentence calls the user who did something."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from wagtail.admin.utils import get_user_display_name
from wagtail.models import ModelLogEntry

from ..models import Ladder

_SOON = timedelta(minutes=1)
"""Within which the entry of the log follows the replay: one transaction writes both."""


def editor_name(user: AuthUser | None) -> str:
    """As Wagtail's admin says: the full name if there is one, else the user name. Somebody, if it is gone."""
    return str(get_user_display_name(user)) if user else _("Somebody")


def last_changed(user: AuthUser | None, at: datetime) -> str:
    """A sentence to follow the one that something has changed meanwhile."""
    names = {"who": editor_name(user), "time": date_format(timezone.localtime(at), "H:i")}
    return _("The last change was made by %(who)s at %(time)s.") % names


def last_replayed(ladder: Ladder) -> str:
    """The same sentence about the ratings of a ladder; empty where the log does not say who it was.

    The log is that of the whole site, so it is asked for the moment of the replay alone.
    """
    if ladder.replayed_at is None:
        return ""
    entries = ModelLogEntry.objects.filter(timestamp__range=(ladder.replayed_at, ladder.replayed_at + _SOON))
    for entry in entries.select_related("user").order_by("timestamp", "pk"):
        if ladder.pk in entry.data.get("ladders", ()):
            return last_changed(entry.user, entry.timestamp)
    return ""
