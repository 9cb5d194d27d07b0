"""New members of the registry: one, or a list as a class or a club hands it in."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..models import Act, Club, ClubRole, Player
from .acts import add_new_members, refuse_strangers, write_act
from .choices import NewMember
from .errors import Refused
from .verb import verb

MOST_NAMES = 500


def add_player(club: Club, name: str, *, by: AuthUser, not_same_as: Collection[int] = ()) -> Player:
    """A new member of the registry, as by `add_players`. Counts as under 18 until somebody confirms more."""
    (player,) = add_players(club, [(name, not_same_as)], by=by)
    return player


def add_players(club: Club, names: Sequence[tuple[str, Collection[int]]], *, by: AuthUser) -> list[Player]:
    """New members of the registry, all of them or none, in the order given; one act of the ledger.

    With each name stand the ids of members with a near name who were shown and are somebody else: that is
    put on record, and so it is of two people of one name in the list, or nearly so. Raises Refused for a name
    that cannot be stored, an empty list and one that is too long; Missing or ChangedMeanwhile where one of
    the members shown is not in the registry any more.
    """
    with verb(club.pk, by=by, role=ClubRole.ARBITER) as change:
        _refuse_list(names)
        refuse_strangers(club.pk, (NewMember(name, tuple(others)) for name, others in names))
        act = write_act(club.pk, change, Act.Kind.ADD)
        players = add_new_members(act, names)
        act.before["players"] = [player.pk for player in players]
        act.save(update_fields=["before"])
        if len(players) == 1:
            change.log(players[0], "add_player", act=act.pk)
        else:
            change.log(club, "add_players", act=act.pk, count=len(players))
    return players


def _refuse_list(names: Sequence[tuple[str, Collection[int]]]) -> None:
    if not names:
        raise Refused("no_names", _("There is nobody to add."))
    if len(names) > MOST_NAMES:
        raise Refused(
            "too_many_names", _("A list may have %(limit)d names at a time.") % {"limit": MOST_NAMES}
        )
