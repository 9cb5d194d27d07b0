"""Seasons of a club: a name and two dates, by which pages put events together. No rating depends on them."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import Club, ClubRole, Ladder, Season
from .errors import Missing, Refused, refuse_invalid
from .text import cleaned_name
from .verb import Change, verb


def create_season(club: Club, name: str, first_day: date, last_day: date, *, by: AuthUser) -> Season:
    """A new season of the club, with no day in common with another. Organisers only."""
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        season = Season(club=club, name=cleaned_name(name, limit=40), first_day=first_day, last_day=last_day)
        _save(season, change)
        change.log(season, "create_season")
    return season


def change_season(season: Season, *, by: AuthUser, **fields: Any) -> Season:
    """Set any of: name, first_day, last_day. Organisers only."""
    unknown = set(fields) - {"name", "first_day", "last_day"}
    if unknown:
        raise TypeError(f"change_season cannot set {', '.join(sorted(unknown))}")
    with verb(season.club_id, by=by, role=ClubRole.ORGANISER) as change:
        season = _living_season(season)
        if "name" in fields:
            fields["name"] = cleaned_name(fields["name"], limit=40)
        for field, value in fields.items():
            setattr(season, field, value)
        _save(season, change)
        change.log(season, "change_season", fields=sorted(fields))
    return season


def delete_season(season: Season, *, by: AuthUser) -> None:
    """Its events stay, and stand under no season. Organisers only."""
    with verb(season.club_id, by=by, role=ClubRole.ORGANISER) as change:
        season = _living_season(season)
        Season.objects.filter(pk=season.pk).delete()
        _purge_ladders(season, change)
        change.log(season, "delete_season")


def _living_season(season: Season) -> Season:
    found = Season.objects.select_related("club").filter(pk=season.pk).first()
    if found is None:
        raise Missing("season_missing", _("This season does not exist any more."))
    return found


def _save(season: Season, change: Change) -> None:
    refuse_invalid(season)
    if season.last_day < season.first_day:
        raise Refused("season_ends_before_it_begins", _("The last day is before the first one."))
    others = Season.objects.filter(club=season.club_id).exclude(pk=season.pk)
    if season.name in others.values_list("name", flat=True):
        raise Refused("season_name_taken", _("Another season of the club has this name."))
    other = others.filter(first_day__lte=season.last_day, last_day__gte=season.first_day).first()
    if other is not None:
        raise Refused(
            "seasons_overlap",
            _("It has days in common with the season “%(name)s” (%(first_day)s to %(last_day)s).")
            % {
                "name": other.name,
                "first_day": date_format(other.first_day, "DATE_FORMAT"),
                "last_day": date_format(other.last_day, "DATE_FORMAT"),
            },
        )
    season.save()
    _purge_ladders(season, change)


def _purge_ladders(season: Season, change: Change) -> None:
    """The pages of the club, and those of its ladders, show the seasons."""
    for ladder_id in Ladder.objects.filter(club=season.club_id).values_list("pk", flat=True):
        change.purge(ladder_id)
