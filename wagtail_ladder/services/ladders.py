from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.models import User as AuthUser
from django.utils.translation import gettext as _

from ..models import Club, ClubRole, Ladder, LadderPlayer, NameMode, RuleSet, Visibility
from .clubs import groups_of_members
from .errors import ChangedMeanwhile, Refused, refuse_invalid
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
        change.replay(ladder.pk)
        first.save()
        change.log(ladder, "create_ladder")
    ladder.refresh_from_db()
    return ladder


def change_ladder(
    ladder: Ladder, *, by: AuthUser, member_groups: Iterable[Group] | None = None, **fields: Any
) -> Ladder:
    """Set any of: name, visibility, names, months_instead_of_days, shown_decimals, inactive_after,
    corrections_shown, member_groups.

    Making a ladder less private (a wider visibility, full names, days, another group) is the organiser's;
    making it more private, or renaming it, anybody's with a role. No rating moves.

    A new group must be one of members of the club (`clubs.groups_of_members`), else Refused is raised; a
    superuser may choose any.
    """
    unknown = set(fields) - {
        "name", "visibility", "names", "months_instead_of_days", "shown_decimals", "inactive_after",
        "corrections_shown",
    }  # fmt: skip
    if unknown:
        raise TypeError(f"change_ladder cannot set {', '.join(sorted(unknown))}")
    ladder = Ladder.objects.get(pk=ladder.pk)
    groups = None if member_groups is None else set(member_groups)
    loosens = shows_more(ladder, fields, groups)
    role = ClubRole.ORGANISER if loosens else ClubRole.ARBITER
    with verb(ladder.club_id, by=by, role=role) as change:
        ladder = Ladder.objects.get(pk=ladder.pk)
        if shows_more(ladder, fields, groups) and not loosens:
            raise ChangedMeanwhile(
                "changed_meanwhile", _("The ladder was changed meanwhile. Please look again.")
            )
        groups_before = set(ladder.member_groups.all())
        _refuse_strange_groups(ladder, groups, by)
        level = ladder.visibility
        if "name" in fields:
            fields["name"] = cleaned_name(fields["name"], limit=120)
        was = {field: getattr(ladder, field) for field in fields}
        changed = {field: [was[field], value] for field, value in fields.items() if was[field] != value}
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
        if groups is not None and groups != groups_before:
            changed["member_groups"] = [
                sorted(group.pk for group in them) for them in (groups_before, groups)
            ]
        change.log(ladder, "change_ladder", changed=changed, loosened=loosens)
    return ladder


def _refuse_strange_groups(ladder: Ladder, groups: set[Group] | None, by: AuthUser) -> None:
    if groups is None or by.is_superuser:
        return
    if groups - set(ladder.member_groups.all()) - set(groups_of_members(ladder.club_id)):
        raise Refused(
            "not_a_group_of_members",
            _("This group is not one of members of the club. A site administrator can make it one."),
        )


def shows_more(ladder: Ladder, fields: dict[str, Any], groups: set[Group] | None = None) -> bool:
    """Whether setting these would show more of the ladder, or to more people: that is the organiser's."""
    wanted = fields.get("visibility", ladder.visibility)
    # An unknown level counts as wider; it is refused behind the role check.
    wider = wanted not in Visibility.values or Visibility(wanted).is_wider_than(Visibility(ladder.visibility))
    fuller = fields.get("names", ladder.names) == NameMode.FULL and ladder.names == NameMode.INITIALS
    days = ladder.months_instead_of_days and not fields.get("months_instead_of_days", True)
    more_groups = groups is not None and bool(groups - set(ladder.member_groups.all()))
    return wider or fuller or days or more_groups
