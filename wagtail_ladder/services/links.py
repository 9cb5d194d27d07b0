"""The links of a ladder: each an address that an organiser gives out, and anybody with a role may end.

What the address is, and whether it opens anything, the gate in `audience` knows. No log entry holds it.
"""

from datetime import date
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import ClubRole, Ladder, ShareLink
from .errors import Missing, Refused
from .roles import require
from .text import cleaned_name
from .verb import verb


def make_link(ladder: Ladder, name: str, *, last_day: date | None = None, by: AuthUser) -> ShareLink:
    """A new link, which opens the ladder while its level is *link*: until it is revoked, or to the end of
    `last_day`. `name` says for whom it is. Organisers only.
    """
    with verb(ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        _refuse_past(last_day, _("This day is over already."))
        link = ShareLink(
            ladder_id=ladder.pk, name=cleaned_name(name, limit=80), last_day=last_day, made_by_id=by.pk
        )
        _refuse_name_of_another(link)
        link.save()
        change.log(ladder, "make_link", link=link.pk)
    return link


def change_link(link: ShareLink, *, by: AuthUser, **fields: Any) -> ShareLink:
    """Set any of: name, last_day (None: it does not end by itself).

    A later last day lets people in for longer: that is the organiser's. Anything else is anybody's with a
    role. The address stays the same.
    """
    unknown = set(fields) - {"name", "last_day"}
    if unknown:
        raise TypeError(f"change_link cannot set {', '.join(sorted(unknown))}")
    with verb(link.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        link = _living_link(link)
        if "name" in fields:
            link.name = cleaned_name(fields["name"], limit=80)
            _refuse_name_of_another(link)
        if "last_day" in fields and fields["last_day"] != link.last_day:
            if _is_later(fields["last_day"], link.last_day):
                require(by, ClubRole.ORGANISER, link.ladder.club_id)
            _refuse_past(
                fields["last_day"], _("This day is over already. Revoke the link to end it at once.")
            )
            link.last_day = fields["last_day"]
        link.save(update_fields=["name", "last_day"])
        change.log(link.ladder, "change_link", link=link.pk, fields=sorted(fields))
    return link


def revoke_link(link: ShareLink, *, by: AuthUser) -> ShareLink:
    """End a link at once and for good; the ladder's other links stay. Anybody with a role."""
    with verb(link.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        link = _living_link(link)
        link.revoked_at, link.revoked_by_id = timezone.now(), by.pk
        link.save(update_fields=["revoked_at", "revoked_by"])
        change.log(link.ladder, "revoke_link", link=link.pk)
    return link


def _living_link(link: ShareLink) -> ShareLink:
    found = ShareLink.objects.select_related("ladder").filter(pk=link.pk).first()
    if found is None:
        raise Missing("link_missing", _("This link does not exist any more."))
    if found.revoked_at is not None:
        raise Refused("link_revoked", _("This link has been revoked. Make a new one where one is needed."))
    return found


def _is_later(new: date | None, old: date | None) -> bool:
    return old is not None and (new is None or new > old)


def _refuse_past(last_day: date | None, sentence: str) -> None:
    if last_day is not None and last_day < timezone.localdate():
        raise Refused("last_day_over", sentence)


def _refuse_name_of_another(link: ShareLink) -> None:
    """Who revokes one of two must know which. A revoked link needs its name no more."""
    others = ShareLink.objects.filter(ladder=link.ladder_id, revoked_at=None).exclude(pk=link.pk)
    if link.name in others.values_list("name", flat=True):
        raise Refused(
            "link_name_taken", _("Another link of this ladder has this name. Say for whom this one is.")
        )
