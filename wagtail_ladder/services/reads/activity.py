"""What the players of a ladder did since a day: how many games were rated, and where that led them."""

from datetime import date
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Sum

from ...models import Event, Ladder, RatingChange


class Activity(NamedTuple):
    rated_games: int
    gain: int
    """Nanopoints; below zero where it was a loss."""


def activity(ladder: Ladder, since: date | None) -> dict[int, Activity]:
    """Player id -> all events whose last day is `since` or later, added up; all there are where it is None.

    One query, whatever the number of events: a rating before an event is the one after the event before it,
    so that the changes add up to the way from the first to the last.
    """
    changes = RatingChange.objects.filter(ladder=ladder, event__status=Event.Status.PUBLISHED)
    if since is not None:
        changes = changes.filter(event__last_day__gte=since)
    sums = changes.values("player_id").annotate(
        games=Sum(F("games_after") - F("games_before")), gain=Sum(F("rating_after") - F("rating_before"))
    )
    return {
        player: Activity(games, gain)
        for player, games, gain in sums.values_list("player_id", "games", "gain")
    }


def latest_event(ladder: Ladder, *, rated: bool = False) -> Event | None:
    """The last published event in the order of the ladder; with `rated` the last that moved a rating."""
    events = Event.objects.filter(ladder=ladder, status=Event.Status.PUBLISHED)
    if rated:
        games = RatingChange.objects.filter(event=OuterRef("pk"), games_after__gt=F("games_before"))
        events = events.filter(Exists(games))
    event = events.order_by("-last_day", "-sequence", "-tie_break").first()
    if event is not None:
        event.ladder = ladder
    return event
