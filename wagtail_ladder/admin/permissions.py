"""Who may do what with clubs, players and ladders in the admin.

Wagtail asks a permission policy. Ours mirrors the roles that the verbs check and never reads a Django
permission. It is no lock: Wagtail's snippet views ask about the model only, so `scope` asks again for every
object, and the verbs ask once more.
"""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.db.models import Model, Q, QuerySet
from wagtail.permission_policies import BasePermissionPolicy

from ..models import WORKING_ROLES, Club, ClubRole, Ladder, Player, PlayerGroup, Season
from ..services import roles

_SUPERUSERS_ONLY = None

_ORGANISERS_ALONE = {
    "view": ClubRole.ARBITER,
    "change": ClubRole.ORGANISER,
    "add": ClubRole.ORGANISER,
    "delete": ClubRole.ORGANISER,
}

LEAST_ROLE: dict[type[Model], dict[str, ClubRole | None]] = {
    Club: {
        "view": ClubRole.ARBITER,
        "change": ClubRole.ARBITER,
        "add": _SUPERUSERS_ONLY,
        "organise": ClubRole.ORGANISER,
    },
    Player: {
        "view": ClubRole.ARBITER,
        "change": ClubRole.ARBITER,
        "add": ClubRole.ARBITER,
        "organise": ClubRole.ORGANISER,
    },
    Ladder: {
        "view": ClubRole.ARBITER,
        "change": ClubRole.ARBITER,
        "add": ClubRole.ORGANISER,
        "organise": ClubRole.ORGANISER,
    },
    PlayerGroup: _ORGANISERS_ALONE,
    Season: _ORGANISERS_ALONE,
}
"""What each action takes. An action that is not here, as "delete" of a player, is nobody's: no verb does it.

"organise" is ours: what an arbiter may not do to what he may change, as showing more of it.
"""


class ClubPolicy(BasePermissionPolicy):
    """An action on a model is open to those who hold a role in the club that the instance belongs to."""

    def user_has_permission(self, user, action) -> bool:
        if action not in self._least_role:
            return False
        if user.is_active and user.is_superuser:
            return True
        role = self._least_role[action]
        return role is not _SUPERUSERS_ONLY and any(
            roles.has_role(user, role, club_id) for club_id in roles.roles_by_club(user)
        )

    def user_has_permission_for_instance(self, user, action, instance) -> bool:
        if action not in self._least_role:
            return False
        role = self._least_role[action]
        if role is _SUPERUSERS_ONLY:
            return user.is_active and user.is_superuser
        return roles.has_role(user, role, _club_id(instance))

    def instances_user_has_any_permission_for(self, user, actions) -> QuerySet:
        clubs = Club.objects.none()
        for action in actions:
            clubs = clubs | self.clubs(user, action)
        if self.model is Club:
            return clubs
        instances = self.model._default_manager.filter(club__in=clubs.values("pk"))
        # Who was merged with another is in no list and no chooser, and nothing is done to him in bulk.
        return instances.filter(merged_into=None) if self.model is Player else instances

    def clubs(self, user, action) -> QuerySet[Club]:
        """The clubs in which the user may do this."""
        role = self._least_role.get(action, _SUPERUSERS_ONLY)
        if action not in self._least_role:
            return Club.objects.none()
        if role is _SUPERUSERS_ONLY:
            return Club.objects.all() if user.is_active and user.is_superuser else Club.objects.none()
        return roles.clubs_organised_by(user) if role == ClubRole.ORGANISER else roles.clubs_of(user)

    def users_with_any_permission(self, actions) -> QuerySet:
        return self._users(actions, Q())

    def users_with_any_permission_for_instance(self, actions, instance) -> QuerySet:
        return self._users(actions, Q(groups__club_permissions__club=_club_id(instance)))

    def _users(self, actions: Iterable[str], in_club: Q) -> QuerySet:
        known = [self._least_role[action] for action in actions if action in self._least_role]
        who = Q(pk__in=[])
        if known:
            who |= Q(is_superuser=True)
        if ClubRole.ORGANISER in known:
            who |= Q(groups__club_permissions__role=ClubRole.ORGANISER) & in_club
        if ClubRole.ARBITER in known:
            who |= Q(groups__club_permissions__role__in=WORKING_ROLES) & in_club
        return get_user_model().objects.filter(who, is_active=True).distinct()

    @property
    def _least_role(self) -> dict[str, ClubRole | None]:
        return LEAST_ROLE[self.model]


def _club_id(instance: Model) -> int:
    return instance.pk if isinstance(instance, Club) else instance.club_id
