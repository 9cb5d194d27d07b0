"""The rules of a ladder, from a date on. A change that reaches back moves every event since."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext as _
from wagtail.models import ModelLogEntry

from ..models import ClubRole, Ladder, RuleSet
from .editors import last_changed
from .errors import ChangedMeanwhile, Missing, Refused, refuse_invalid
from .events import FIRST_DAY_POSSIBLE
from .text import cleaned_reason
from .verb import verb

RULES = ("start", "k_new", "k_new_games", "k", "provisional_below")
"""The fields of a `RuleSet` that say what is computed."""


def values_of(rule_set: RuleSet) -> dict[str, int]:
    return {name: getattr(rule_set, name) for name in RULES}


def set_rules(
    ladder: Ladder,
    from_date: date | None,
    *,
    by: AuthUser,
    reason: str,
    expected: Mapping[str, int] | None = None,
    **values: int,
) -> RuleSet:
    """Let these rules hold from the date on (None: from the beginning), until the next rule set.

    `values` are any of `RULES`; what is not said stays, or is as in the rules that hold on the date so far.
    `expected` are the values of the rule set of that date that were looked at, `{}` where there was none:
    raises ChangedMeanwhile where they are others now. Organisers only; the ladder is replayed.
    """
    unknown = set(values) - set(RULES)
    if unknown:
        raise TypeError(f"a rule set has no field {', '.join(sorted(unknown))}")
    with verb(ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        reason = cleaned_reason(reason, required=True)
        if from_date is not None and from_date < FIRST_DAY_POSSIBLE:
            raise Refused("day_impossible", _("This day cannot be right: please give one from 1900 on."))
        found = RuleSet.objects.filter(ladder_id=ladder.pk, from_date=from_date).first()
        was = values_of(found) if found else {}
        _refuse_stale(ladder, from_date, was, expected)
        if found is None:
            found = RuleSet(ladder_id=ladder.pk, from_date=from_date, **_in_force(ladder, from_date))
        for name, value in values.items():
            setattr(found, name, value)
        refuse_invalid(found)
        if values_of(found) == was:
            return found
        change.replay(ladder.pk)
        found.save()
        change.purge(ladder.pk)
        change.log(ladder, "set_rules", **_told(from_date), was=was, now=values_of(found), reason=reason)
    return found


def remove_rules(
    ladder: Ladder,
    from_date: date,
    *,
    by: AuthUser,
    reason: str,
    expected: Mapping[str, int] | None = None,
) -> None:
    """Take a rule set away: from its date on the rules before hold. The first stays. Organisers only."""
    with verb(ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        reason = cleaned_reason(reason, required=True)
        found = RuleSet.objects.filter(ladder_id=ladder.pk, from_date=from_date).first()
        if found is None or from_date is None:
            raise Missing("rules_missing", _("There are no rules from this date on any more."))
        was = values_of(found)
        _refuse_stale(ladder, from_date, was, expected)
        change.replay(ladder.pk)
        found.delete()
        change.purge(ladder.pk)
        change.log(ladder, "remove_rules", **_told(from_date), was=was, reason=reason)


def _in_force(ladder: Ladder, day: date | None) -> dict[str, int]:
    """The rules so far on that day: the last whose date is not after it."""
    earlier: Any = RuleSet.objects.filter(ladder_id=ladder.pk, from_date__isnull=True)
    if day is not None:
        dated = RuleSet.objects.filter(ladder_id=ladder.pk, from_date__lt=day).order_by("-from_date")
        earlier = list(dated[:1]) or earlier
    return values_of(earlier[0]) if earlier else {}


def _refuse_stale(
    ladder: Ladder, from_date: date | None, was: Mapping[str, int], expected: Mapping[str, int] | None
) -> None:
    if expected is not None and dict(expected) != was:
        sentences = [_("These rules have been changed since you looked. Please look again.")]
        of_ladders = ModelLogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Ladder))
        actions = [f"wagtail_ladder.{verb_name}" for verb_name in ("set_rules", "remove_rules")]
        changes = of_ladders.filter(object_id=str(ladder.pk), action__in=actions)
        latest_first = changes.select_related("user").order_by("-timestamp", "-pk")
        day = _told(from_date)["from_date"]
        latest = next((entry for entry in latest_first if entry.data["from_date"] == day), None)
        if latest is not None and latest.data.get("now", {}) == was:  # else somebody passed the verbs by
            sentences.append(last_changed(latest.user, latest.timestamp))
        raise ChangedMeanwhile("rules_changed", " ".join(sentences))


def _told(from_date: date | None) -> dict[str, str | None]:
    return {"from_date": from_date.isoformat() if from_date else None}
