"""Who may do what in a club. Every verb asks here; views and menus only mirror the answer.

A role comes from a group: `GroupClubPermission`. Django's own permissions on our models play no part.
"""

from typing import cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.db.models import QuerySet

from ..models import WORKING_ROLES, Club, ClubRole, GroupClubPermission
from .errors import not_allowed

_CACHE = "_ladder_roles"

type_of_user = AbstractBaseUser | AnonymousUser | None


def has_role(user: type_of_user, role: ClubRole, club_id: int) -> bool:
    """Organisers may do all that arbiters may; superusers may do everything; inactive users nothing."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if getattr(user, "is_superuser", False):
        return True
    roles = roles_by_club(user).get(club_id, frozenset())
    return role in roles or ClubRole.ORGANISER in roles


def roles_by_club(user: type_of_user) -> dict[int, frozenset[ClubRole]]:
    """The clubs in which a user works, as what, through one of his groups (one query a user object)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return {}
    cached: dict[int, frozenset[ClubRole]] | None = getattr(user, _CACHE, None)
    if cached is None:
        found: dict[int, set[ClubRole]] = {}
        groups = cast(PermissionsMixin, user).groups.all()
        rows = GroupClubPermission.objects.filter(group__in=groups, role__in=WORKING_ROLES)
        for club_id, role in rows.values_list("club_id", "role"):
            found.setdefault(club_id, set()).add(ClubRole(role))
        cached = {club_id: frozenset(roles) for club_id, roles in found.items()}
        setattr(user, _CACHE, cached)  # kept on the object, as Django's `_perm_cache`
    return cached


def clubs_of(user: type_of_user) -> QuerySet[Club]:
    """The clubs in which the user is an organiser or an arbiter."""
    if user is not None and user.is_authenticated and user.is_active and getattr(user, "is_superuser", False):
        return Club.objects.all()
    return Club.objects.filter(pk__in=list(roles_by_club(user)))


def clubs_organised_by(user: type_of_user) -> QuerySet[Club]:
    if user is not None and user.is_authenticated and user.is_active and getattr(user, "is_superuser", False):
        return Club.objects.all()
    roles = roles_by_club(user)
    return Club.objects.filter(pk__in=[pk for pk, held in roles.items() if ClubRole.ORGANISER in held])


def require(user: type_of_user, role: ClubRole, club_id: int) -> None:
    """Raise NotAllowed unless the user holds the role. The roles are read anew: a form may be old."""
    if hasattr(user, _CACHE):
        delattr(user, _CACHE)  # not by way of `__dict__`: the user of a request is a lazy object
    if not has_role(user, role, club_id):
        raise not_allowed()
