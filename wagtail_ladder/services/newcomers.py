"""A list of new members, as a class or a club hands it in."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations

from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..matching import fold
from ..models import Club, ClubRole, Player
from .acts import add_new_members, put_distinct, refuse_strangers
from .choices import NewMember
from .errors import Refused
from .verb import verb

MOST_NAMES = 500

MOST_NAMESAKES = 10
"""Of one list. Nobody can tell more people of one name apart, and each pair of them is put on record."""


def add_players(club: Club, names: Sequence[tuple[str, Collection[int]]], *, by: AuthUser) -> list[Player]:
    """New members of the registry, all of them or none, in the order given.

    With each name stand the ids of members with a near name who were shown and are somebody else: that is
    put on record, and so it is of two people of one name in the list. Raises Refused for a name that cannot
    be stored, an empty list and one that is too long; Missing or ChangedMeanwhile where one of the members
    shown is not in the registry any more.
    """
    with verb(club.pk, by=by, role=ClubRole.ARBITER) as change:
        _refuse_list(names)
        refuse_strangers(club.pk, (NewMember(name, tuple(others)) for name, others in names))
        players = add_new_members(club.pk, names, change)
        for namesakes in _namesakes(players):
            for one, other in combinations(namesakes, 2):
                put_distinct(club.pk, one.pk, other.pk, change)
        change.log(club, "add_players", count=len(players))
    return players


def _refuse_list(names: Sequence[tuple[str, Collection[int]]]) -> None:
    if not names:
        raise Refused("no_names", _("There is nobody to add."))
    if len(names) > MOST_NAMES:
        raise Refused(
            "too_many_names", _("A list may have %(limit)d names at a time.") % {"limit": MOST_NAMES}
        )


def _namesakes(players: Sequence[Player]) -> list[list[Player]]:
    """Those who have a name in common, whatever the keyboard made of it."""
    called: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        called[fold(player.name)].append(player)
    found = [alike for alike in called.values() if len(alike) > 1]
    for alike in found:
        if len(alike) > MOST_NAMESAKES:
            raise Refused(
                "too_many_namesakes",
                _("“%(name)s” stands in the list %(count)d times. At most %(limit)d people of one name fit.")
                % {"name": alike[0].name, "count": len(alike), "limit": MOST_NAMESAKES},
            )
    return found
