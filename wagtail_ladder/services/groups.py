"""Groups of players: which there are, and who is in them. No rating depends on it, so nothing is replayed.

Who is in a group is kept as it was set: no merge rewrites it, so that the undoing of one gives everybody his
groups back. Of several players who are one, each counts for all of them.
"""

import unicodedata
from collections.abc import Collection, Iterable

from django.contrib.auth.models import User as AuthUser
from django.db.models import Q
from django.utils.translation import gettext as _

from ..models import Club, ClubRole, Ladder, Player, PlayerGroup
from .errors import Missing, Refused
from .persons import people_in
from .players import player_by_himself
from .text import cleaned_name
from .verb import Change, verb

_Member = PlayerGroup.players.through


def create_group(club: Club, name: str, *, by: AuthUser) -> PlayerGroup:
    """A new group, with nobody in it yet. Organisers only."""
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        group = PlayerGroup(club=club, name=cleaned_name(name, limit=40))
        _refuse_name_of_another(group)
        group.save()
        change.log(group, "create_group")
    return group


def rename_group(group: PlayerGroup, name: str, *, by: AuthUser) -> PlayerGroup:
    """Organisers only."""
    with verb(group.club_id, by=by, role=ClubRole.ORGANISER) as change:
        group = _living_group(group)
        group.name = cleaned_name(name, limit=40)
        _refuse_name_of_another(group)
        group.save(update_fields=["name"])
        _purge_ladders(group.club_id, change)
        change.log(group, "rename_group")
    return group


def delete_group(group: PlayerGroup, *, by: AuthUser) -> None:
    """The players stay as they are. Organisers only."""
    with verb(group.club_id, by=by, role=ClubRole.ORGANISER) as change:
        group = _living_group(group)
        PlayerGroup.objects.filter(pk=group.pk).delete()
        _purge_ladders(group.club_id, change)
        change.log(group, "delete_group")


def add_to_group(group: PlayerGroup, player_ids: Iterable[int], *, by: AuthUser) -> int:
    """Put these members of the club into the group; returns how many were not in it. Organisers only."""
    with verb(group.club_id, by=by, role=ClubRole.ORGANISER) as change:
        group = _living_group(group)
        wanted = _persons(group.club_id, player_ids)
        new = sorted(wanted - persons_in([group.pk])[group.pk])
        _Member.objects.bulk_create(_Member(playergroup_id=group.pk, player_id=pk) for pk in new)
        if new:
            _purge_ladders(group.club_id, change)
            change.log(group, "add_to_group", players=new)
    return len(new)


def remove_from_group(group: PlayerGroup, player_ids: Iterable[int], *, by: AuthUser) -> int:
    """Take these members out of the group; returns how many were in it. Organisers only."""
    with verb(group.club_id, by=by, role=ClubRole.ORGANISER) as change:
        group = _living_group(group)
        gone = sorted(_persons(group.club_id, player_ids) & persons_in([group.pk])[group.pk])
        rows = _Member.objects.filter(playergroup=group.pk)
        rows.filter(Q(player__in=gone) | Q(player__merged_into__in=gone)).delete()
        if gone:
            _purge_ladders(group.club_id, change)
            change.log(group, "remove_from_group", players=gone)
    return len(gone)


def set_groups(player: Player, group_ids: Iterable[int], *, by: AuthUser) -> None:
    """Put a member into these groups of his club, and into no other. Organisers only.

    A group that one of those merged into him is in is left by all of them, where it is not wanted.
    """
    with verb(player.club_id, by=by, role=ClubRole.ORGANISER) as change:
        player = player_by_himself(player.club_id, player.pk)
        wanted = set(group_ids)
        if PlayerGroup.objects.filter(club=player.club_id, pk__in=wanted).count() < len(wanted):
            raise _group_missing()
        rows = _Member.objects.filter(player__in=people_in(player))
        before = set(rows.values_list("playergroup_id", flat=True))
        if before != wanted:
            rows.exclude(playergroup__in=wanted).delete()
            _Member.objects.bulk_create(
                _Member(playergroup_id=pk, player_id=player.pk) for pk in sorted(wanted - before)
            )
            _purge_ladders(player.club_id, change)
            change.log(player, "set_groups", groups=sorted(wanted))


def groups_of_person(player: Player) -> set[int]:
    """The groups that he, or somebody who was merged into him, is in: ids."""
    return set(_Member.objects.filter(player__in=people_in(player)).values_list("playergroup_id", flat=True))


def persons_in(group_ids: Iterable[int]) -> dict[int, set[int]]:
    """Group id -> who is in it, after merges: player ids."""
    found: dict[int, set[int]] = {pk: set() for pk in group_ids}
    rows = _Member.objects.filter(playergroup__in=list(found))
    for group_id, player, merged_into in rows.values_list(
        "playergroup_id", "player_id", "player__merged_into"
    ):
        found[group_id].add(merged_into or player)
    return found


def _persons(club_id: int, player_ids: Iterable[int]) -> set[int]:
    """Who these members really are. Raises Missing where one is not in the registry of the club."""
    asked_for: Collection[int] = set(player_ids)
    found = dict(Player.objects.filter(club=club_id, pk__in=asked_for).values_list("pk", "merged_into_id"))
    if len(found) < len(asked_for):
        raise Missing("player_missing", _("This player is not in the club's registry."))
    return {merged_into or pk for pk, merged_into in found.items()}


def _living_group(group: PlayerGroup) -> PlayerGroup:
    found = PlayerGroup.objects.select_related("club").filter(pk=group.pk).first()
    if found is None:
        raise _group_missing()
    return found


def _group_missing() -> Missing:
    return Missing("group_missing", _("This group does not exist any more."))


def _refuse_name_of_another(group: PlayerGroup) -> None:
    """Two names that differ in capitals alone are one: no reader would tell them apart."""
    others = PlayerGroup.objects.filter(club=group.club_id).exclude(pk=group.pk)
    if _alike(group.name) in map(_alike, others.values_list("name", flat=True)):
        raise Refused("group_name_taken", _("Another group of the club has this name."))


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _purge_ladders(club_id: int, change: Change) -> None:
    """Every ladder of the club may show the group, or have shown it."""
    for ladder_id in Ladder.objects.filter(club=club_id).values_list("pk", flat=True):
        change.purge(ladder_id)
