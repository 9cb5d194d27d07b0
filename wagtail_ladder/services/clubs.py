from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.auth.models import User as AuthUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ..models import WORKING_ROLES, Club, ClubRole, GroupClubPermission, LadderPlayer
from .errors import ChangedMeanwhile, not_allowed, refuse_invalid
from .places import give_initials
from .players import new_addresses_for_hidden_names
from .text import cleaned_name
from .verb import club_transaction, verb


@transaction.atomic
def create_club(name: str, *, language: str = "en", by: AuthUser) -> Club:
    """A new club, with a group each for its organisers, its arbiters and its members. Superusers only.

    The first two may enter the admin and hold no other Django permission, the third holds none. Who is in
    them decides.
    """
    if by is None or not (by.is_active and by.is_superuser):
        raise not_allowed()
    club = Club(name=cleaned_name(name, limit=120), language=language)
    refuse_invalid(club)
    club.save()
    for role, title in (
        (ClubRole.ORGANISER, _("%(club)s: organisers")),
        (ClubRole.ARBITER, _("%(club)s: arbiters")),
        (ClubRole.MEMBER, _("%(club)s: members")),
    ):
        group = Group.objects.create(name=_free_group_name(title % {"club": club.name}))
        if role in WORKING_ROLES:
            group.permissions.set(enter_the_admin())
        GroupClubPermission.objects.create(group=group, club=club, role=role)
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        change.log(club, "create_club")
    club.refresh_from_db()
    return club


def change_club(
    club: Club, *, name: str, language: str, juniors_never_by_full_name: bool, by: AuthUser
) -> Club:
    """Rename the club, or set its language or its rule for juniors. Organisers only.

    Never to show juniors by full name is more private: where nothing else changes, any role may say so.
    """
    wanted = {
        "name": name,
        "language": language,
        "juniors_never_by_full_name": juniors_never_by_full_name,
    }
    tightens = _only_tightens(Club.objects.filter(pk=club.pk).first(), wanted)
    with verb(club.pk, by=by, role=ClubRole.ARBITER if tightens else ClubRole.ORGANISER) as change:
        club = Club.objects.get(pk=club.pk)
        if tightens and not _only_tightens(club, wanted):
            raise ChangedMeanwhile(
                "changed_meanwhile", _("The club was changed meanwhile. Please look again.")
            )
        wanted["name"] = cleaned_name(name, limit=120)
        language_changes = club.language != language
        for field, value in wanted.items():
            setattr(club, field, value)
        refuse_invalid(club)
        seats = LadderPlayer.objects.filter(ladder__club=club)
        with new_addresses_for_hidden_names(seats, change):
            club.save(update_fields=list(wanted))
        if language_changes:
            give_initials(seats, language)
        for ladder_id in club.ladders.values_list("pk", flat=True):
            change.purge(ladder_id)
        change.log(club, "change_club")
    return club


def grant_roles(group: Group, roles: Iterable[tuple[int, ClubRole]], *, by: AuthUser) -> None:
    """Make the given (club id, role) pairs the roles of a group, replacing those it had.

    Each club whose roles change asks for an organiser of that club; the others may be anybody's.
    """
    wanted = {(club_id, ClubRole(role)) for club_id, role in roles}
    with club_transaction(*_clubs_that_change(group, wanted)):
        for club_id in _clubs_that_change(group, wanted):
            with verb(club_id, by=by, role=ClubRole.ORGANISER) as change:
                club = Club.objects.get(pk=club_id)
                granted = sorted(role for of_club, role in wanted if of_club == club_id)
                GroupClubPermission.objects.filter(group=group, club=club).exclude(role__in=granted).delete()
                GroupClubPermission.objects.bulk_create(
                    (GroupClubPermission(group=group, club=club, role=role) for role in granted),
                    ignore_conflicts=True,
                )
                for ladder_id in club.ladders.values_list("pk", flat=True):
                    change.purge(ladder_id)  # the pages of a hidden ladder are limited to groups with a role
                change.log(club, "grant_roles", group=group.pk, roles=granted)


def groups_of_members(club_id: int) -> QuerySet[Group]:
    """To which the club's ladders for members may be opened. An organiser picks among these: a name alone
    would not tell whose parents a group of the site is for."""
    return Group.objects.filter(
        club_permissions__club=club_id, club_permissions__role=ClubRole.MEMBER
    ).order_by("name")


def enter_the_admin() -> QuerySet[Permission]:
    """The one Django permission that people with a role in a club need."""
    return Permission.objects.filter(codename="access_admin", content_type__app_label="wagtailadmin")


def _clubs_that_change(group: Group, wanted: set[tuple[int, ClubRole]]) -> list[int]:
    held = {
        (club_id, ClubRole(role))
        for club_id, role in GroupClubPermission.objects.filter(group=group).values_list("club_id", "role")
    }
    return sorted({club_id for club_id, _role in wanted ^ held})


def _only_tightens(club: Club | None, wanted: dict[str, Any]) -> bool:
    return club is not None and all(
        getattr(club, field) == value or (field == "juniors_never_by_full_name" and value)
        for field, value in wanted.items()
    )


def _free_group_name(name: str) -> str:
    """Group names are unique in a site and at most 150 characters long."""
    free, number = name[:140], 1
    while Group.objects.filter(name=free).exists():
        number += 1
        free = f"{name[:140]} ({number})"
    return free
