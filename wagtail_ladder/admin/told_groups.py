"""What readers of a ladder can tell of a few players by leaving one shown group out of another.

Of classes of 10, 8 and 2 the two are those in no class that is shown. No rule of the gate closes that: to
hide a group wherever few remain would hide most groups of a club. So the screen of a group says it, and the
club decides.
"""

from collections.abc import Mapping

from django.utils.translation import ngettext

from ..audience import SMALLEST_SHOWN_GROUP


def told_by_subtraction(
    group_id: int, members: Mapping[int, set[int]], everybody: set[int], names: Mapping[int, str]
) -> list[str]:
    """Of one ladder, in words. `members` are those of each group who stand on it, `everybody` all who do."""
    shown = {pk: people for pk, people in members.items() if len(people) >= SMALLEST_SHOWN_GROUP}
    own = members.get(group_id, set())
    told = []
    rest = everybody.difference(*shown.values())
    if shown and _are_few(rest) and (group_id in shown or own & rest):
        told.append(
            ngettext(
                "%(count)d player is in no group that is shown: readers can tell who it is.",
                "%(count)d players are in no group that is shown: readers can tell who they are.",
                len(rest),
            )
            % {"count": len(rest)}
        )
    if group_id in shown:
        for pk, people in shown.items():
            if own < people and _are_few(people - own):
                told.append(_told_apart(names[pk], names[group_id], len(people - own)))
            elif people < own and _are_few(own - people):
                told.append(_told_apart(names[group_id], names[pk], len(own - people)))
    return told


def _are_few(people: set[int]) -> bool:
    return 0 < len(people) < SMALLEST_SHOWN_GROUP


def _told_apart(wider: str, narrower: str, count: int) -> str:
    return ngettext(
        "“%(wider)s” has %(count)d player more than “%(narrower)s”: readers can tell who it is.",
        "“%(wider)s” has %(count)d players more than “%(narrower)s”: readers can tell who they are.",
        count,
    ) % {"wider": wider, "narrower": narrower, "count": count}
