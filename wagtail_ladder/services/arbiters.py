"""Who is an arbiter of a club, as its organisers decide it, without a site administrator.

An arbiter is whoever is in a group with that role. Such a group may mean more: pages to edit, another club.
An organiser may give no more than is his, so he adds and removes people only where a group makes them
arbiters of his club and nothing else.
"""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.auth.models import User as AuthUser
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from wagtail.models import PageViewRestriction

from ..models import RESTRICTION_MARK, Club, ClubRole, GroupClubPermission, Ladder
from .clubs import enter_the_admin
from .errors import Missing, Refused
from .roles import roles_by_club
from .text import cleaned
from .verb import verb


def add_arbiter(club: Club, account: str, *, by: AuthUser) -> AuthUser:
    """Make the user with exactly this user name or e-mail address an arbiter. Organisers only.

    Raises Refused, in one sentence whether there is no such account, there are several, or it is one that
    may not be added: nobody learns here who has an account. Inactive users may not, as they could do nothing
    with it before an administrator lets them in again and has forgotten about this; nor superusers, who
    may do everything already and would stay arbiters when they are superusers no more.
    """
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        groups = groups_of_arbiters_alone(club)
        if not groups:
            raise Refused(
                "no_group_of_arbiters_alone",
                _(
                    "This club has no group that makes people arbiters and gives them nothing else. A site"
                    " administrator can make one, or add people."
                ),
            )
        user = _find(account)
        if club.pk in roles_by_club(user):
            raise Refused("arbiter_already", _("This person is an organiser or arbiter of the club already."))
        user.groups.add(groups[0])
        change.log(club, "add_arbiter", user=user.pk, group=groups[0].pk)
    return user


def remove_arbiter(club: Club, user: AuthUser, *, by: AuthUser) -> None:
    """End that the user is an arbiter of the club. Organisers only.

    Raises Missing where he is none, and Refused where he is one through a group that gives him more: an
    organiser cannot take that from him.
    """
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        held = list(user.groups.filter(pk__in=groups_of_arbiters(club).values("pk")))
        if not held:
            raise Missing("arbiter_missing", _("This person is not an arbiter of the club any more."))
        if not set(held) <= set(groups_of_arbiters_alone(club)):
            raise Refused(
                "arbiter_by_another_group",
                _(
                    "This person is an arbiter through a group that gives more than that. Please ask a site"
                    " administrator."
                ),
            )
        user.groups.remove(*held)
        change.log(club, "remove_arbiter", user=user.pk, groups=[group.pk for group in held])


def groups_of_arbiters(club: Club) -> QuerySet[Group]:
    return Group.objects.filter(
        club_permissions__club=club.pk, club_permissions__role=ClubRole.ARBITER
    ).order_by("pk")


def groups_of_arbiters_alone(club: Club) -> list[Group]:
    """The groups that make their members arbiters of the club and give them nothing else."""
    return [group for group in groups_of_arbiters(club) if not _gives_more(group, club)]


def _gives_more(group: Group, club: Club) -> bool:
    """Whether being in the group means anything but being an arbiter of this club.

    Whatever a group can mean is a row that points to it, also of an app that we do not know: so every table
    with a foreign key to groups is asked, and what is not known here to be harmless counts.
    """
    harmless = {
        get_user_model().groups.through: Q(pk__isnull=False),  # its members
        Group.permissions.through: Q(permission__in=enter_the_admin()),
        GroupClubPermission: Q(club=club.pk, role__in=(ClubRole.ARBITER, ClubRole.MEMBER)),
        Ladder.member_groups.through: Q(ladder__club=club.pk),
        PageViewRestriction.groups.through: Q(pageviewrestriction__password=RESTRICTION_MARK),
    }
    foreign_keys = [
        relation.field
        for relation in Group._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
    ]
    return any(
        key.model._base_manager.filter(**{key.name: group}).exclude(harmless.get(key.model, Q())).exists()
        for key in foreign_keys
    )


def _find(account: str) -> AuthUser:
    """By user name or e-mail address, exactly: a case that differs may be somebody else."""
    accounts = get_user_model()
    text = cleaned(account[:1000])
    named = Q(**{accounts.USERNAME_FIELD: text}) | Q(**{accounts.get_email_field_name(): text})
    found = list(accounts._default_manager.filter(named)[:2]) if text else []
    if len(found) == 1 and found[0].is_active and not found[0].is_superuser:
        return found[0]
    raise Refused(
        "account_unknown",
        _(
            "There is no account of this name or address that you can add. Please write it exactly as this"
            " person logs in."
        ),
    )
