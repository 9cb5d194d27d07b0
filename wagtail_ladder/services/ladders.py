from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..models import Club, ClubRole, Ladder, LadderPlayer, NameMode, RuleSet, Visibility
from .errors import Refused, refuse_invalid
from .players import new_addresses_for_hidden_names
from .text import cleaned_name
from .verb import verb


def create_ladder(club: Club, name: str, *, by: AuthUser, rules: dict[str, int] | None = None) -> Ladder:
    """A new ladder, with initials and months, which only those with a role in the club see. Organisers only.

    `rules` may set the fields of its first `RuleSet`: start, k_new, k_new_games, k, provisional_below.
    """
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        ladder = Ladder.objects.create(club_id=club.pk, name=cleaned_name(name, limit=120))
        first = RuleSet(ladder=ladder, from_date=None, **(rules or {}))
        refuse_invalid(first)
        first.save()
        change.replay(ladder.pk)
        change.log(ladder, "create_ladder")
    ladder.refresh_from_db()
    return ladder


def change_ladder(
    ladder: Ladder, *, by: AuthUser, member_groups: Iterable[Group] | None = None, **fields: Any
) -> Ladder:
    """Set any of: name, visibility, names, months_instead_of_days, shown_decimals, inactive_after,
    member_groups.

    Making a ladder less private (a wider visibility, full names, days, another group) is the organiser's;
    making it more private, or renaming it, anybody's with a role. No rating moves.
    """
    unknown = set(fields) - {
        "name", "visibility", "names", "months_instead_of_days", "shown_decimals", "inactive_after",
    }  # fmt: skip
    if unknown:
        raise TypeError(f"change_ladder cannot set {', '.join(sorted(unknown))}")
    ladder = Ladder.objects.get(pk=ladder.pk)
    groups = None if member_groups is None else set(member_groups)
    loosens = _loosens(ladder, fields, groups)
    role = ClubRole.ORGANISER if loosens else ClubRole.ARBITER
    with verb(ladder.club_id, by=by, role=role) as change:
        ladder = Ladder.objects.get(pk=ladder.pk)
        if _loosens(ladder, fields, groups) and not loosens:
            raise Refused("changed_meanwhile", _("The ladder was changed meanwhile. Please look again."))
        level = ladder.visibility
        if "name" in fields:
            fields["name"] = cleaned_name(fields["name"], limit=120)
        for field, value in fields.items():
            setattr(ladder, field, value)
        refuse_invalid(ladder)
        with new_addresses_for_hidden_names(LadderPlayer.objects.filter(ladder=ladder), change):
            ladder.save(update_fields=list(fields) or None)
        if groups is not None:
            ladder.member_groups.set(groups)
        change.purge(ladder.pk)
        if ladder.visibility != level:
            change.change_level(ladder.pk)
        change.log(ladder, "change_ladder", fields=sorted(fields), loosened=loosens)
    return ladder


def _loosens(ladder: Ladder, fields: dict[str, Any], groups: set[Group] | None) -> bool:
    wanted = fields.get("visibility", ladder.visibility)
    # An unknown level counts as wider; it is refused behind the role check.
    wider = wanted not in Visibility.values or Visibility(wanted).is_wider_than(Visibility(ladder.visibility))
    fuller = fields.get("names", ladder.names) == NameMode.FULL and ladder.names == NameMode.INITIALS
    days = ladder.months_instead_of_days and not fields.get("months_instead_of_days", True)
    more_groups = groups is not None and bool(groups - set(ladder.member_groups.all()))
    return wider or fuller or days or more_groups
