"""What a sentence calls the user who did something."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from wagtail.admin.utils import get_user_display_name
from wagtail.models import ModelLogEntry

from ..models import Ladder
from .outside import found_outside

_SOON = timedelta(minutes=1)
"""Within which the entry of the log follows the replay: one transaction writes both."""


def editor_name(user: AuthUser | None) -> str:
    """As Wagtail's admin says: the full name if there is one, else the user name. Somebody, if it is gone."""
    return str(get_user_display_name(user)) if user else _("Somebody")


def last_changed(user: AuthUser | None, at: datetime) -> str:
    """A sentence to follow the one that something has changed meanwhile.

    Only where it is known that it was this change: nobody is to be named for what somebody else did.
    """
    names = {"who": editor_name(user), "when": moment(at)}
    return _("The last change was made by %(who)s, %(when)s.") % names


def moment(at: datetime | None) -> str:
    """With its day: an hour alone is taken for one of today. A dash where it is not known."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT") if at else "–"


def last_replayed(*ladders: Ladder) -> str:
    """The same sentence about the ratings of these ladders; empty where the log does not say who it was.

    Empty too where something was changed past the verbs: it may be that. The log is that of the whole site,
    so it is asked for the moment of the replay alone.
    """
    replayed = [(ladder.replayed_at, ladder.pk) for ladder in ladders if ladder.replayed_at is not None]
    if not replayed or any(found_outside(ladder_id) for _at, ladder_id in replayed):
        return ""
    at, latest = max(replayed)
    entries = ModelLogEntry.objects.filter(timestamp__range=(at, at + _SOON)).select_related("user")
    for entry in entries.order_by("timestamp", "pk"):
        if latest in entry.data.get("ladders", ()):
            return last_changed(entry.user, entry.timestamp)
    return ""
