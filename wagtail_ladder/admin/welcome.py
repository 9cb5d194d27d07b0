"""“Your clubs” on the first screen: what waits for whoever works for a club, and the ways to the work."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q
from django.forms import Media
from django.http import HttpRequest
from django.urls import reverse
from wagtail.admin.ui.components import Component

from ..models import Club, Decision, Event, Ladder, Player
from ..services.doubles import known_doubles, likely_doubles
from ..services.reads.outside import changed_outside_lately
from ..services.roles import clubs_of, clubs_organised_by, type_of_user
from .events.access import url_of
from .listing import STYLES
from .who.access import url_of_doubles

MOST_CLUBS = 10
"""Of a superuser's; the others are in the list of clubs."""

MOST_EVENTS = 5
"""Waiting events told a club: the latest."""

MOST_COMPARED = 100
"""Members who are held against each other while the first screen waits, of all clubs together: some 0.1 s.
Of a larger club the number is told while it is known, and else only the way to the report."""


@dataclass
class ClubShown:
    club: Club
    waiting: list[Event] = field(default_factory=list)
    """Each with `undecided`: how many of its names wait."""
    ladders: list[Any] = field(default_factory=list)
    """Each with `changed_outside`: when that was last found, None where it was not lately."""
    doubles_url: str = ""
    """The report, for organisers."""
    doubles: int | None = None
    """How many pairs it has; None where counting would take too long."""

    @property
    def differing(self) -> list[Ladder]:
        """Those of which a verification found that what is stored is not what it should be."""
        return [ladder for ladder in self.ladders if ladder.differences_found]

    @property
    def changed_outside(self) -> list[Any]:
        """Those of which it was found lately that somebody changed them past all screens."""
        return [ladder for ladder in self.ladders if ladder.changed_outside]

    @property
    def waiting_told(self) -> list[Event]:
        return self.waiting[:MOST_EVENTS]

    @property
    def waiting_untold(self) -> int:
        return len(self.waiting[MOST_EVENTS:])


class WelcomePanel(Component):
    name = "ladder_welcome"
    template_name = "wagtail_ladder/admin/registry/welcome.html"
    order = 50

    @property
    def media(self) -> Media:
        return STYLES

    def get_context_data(self, parent_context: Mapping[str, Any]) -> Mapping[str, Any]:
        user = parent_context["request"].user
        clubs = clubs_of(user).order_by("name", "pk")
        shown = list(clubs[:MOST_CLUBS])
        return {
            "clubs": clubs_shown(shown, user),
            "clubs_untold": clubs.count() - len(shown) if len(shown) == MOST_CLUBS else 0,
            "add_event_url": url_of("add"),
            "events_url": url_of("index"),
            "ladders_url": reverse("ladder_ladders:list"),
            "players_url": reverse("ladder_players:list"),
            "clubs_url": reverse("ladder_clubs:list"),
        }


def add_welcome(request: HttpRequest, panels: list[Component]) -> None:
    """Wagtail hook. Who edits pages as well finds it above Wagtail's own panels."""
    if clubs_of(request.user).exists():
        panels.append(WelcomePanel())


def clubs_shown(clubs: Sequence[Club], user: type_of_user) -> list[ClubShown]:
    """What waits in each club, and who sees its ladders. As many queries for ten clubs as for one,
    unless members are compared.
    """
    waiting: dict[int, list[Event]] = defaultdict(list)
    undecided = Count("entries", filter=Q(entries__decision=Decision.UNDECIDED))
    events = Event.objects.filter(ladder__club__in=clubs, unrated="").exclude(status=Event.Status.DELETED)
    events = events.annotate(undecided=undecided).filter(undecided__gt=0).select_related("ladder")
    for event in events.order_by("-last_day", "-sequence", "-tie_break"):
        waiting[event.ladder.club_id].append(event)
    ladders: dict[int, list[Any]] = defaultdict(list)
    with_changes = Ladder.objects.annotate(changed_outside=changed_outside_lately("corrections__"))
    for ladder in with_changes.filter(club__in=clubs).order_by("name", "pk"):
        ladders[ladder.club_id].append(ladder)
    shown = [ClubShown(club, waiting[club.pk], ladders[club.pk]) for club in clubs]
    _count_doubles(shown, user)
    return shown


def _count_doubles(shown: Sequence[ClubShown], user: type_of_user) -> None:
    organised = set(clubs_organised_by(user).values_list("pk", flat=True))
    members = Player.objects.filter(club__in=organised, merged_into=None).order_by().values_list("club")
    members_of = dict(members.annotate(Count("pk")))
    left = MOST_COMPARED
    for one in shown:
        count = members_of.get(one.club.pk, 0)
        if count < 2:
            continue
        one.doubles_url = url_of_doubles(one.club)
        found = known_doubles(one.club)
        if found is None and count <= left:
            left -= count
            found = likely_doubles(one.club)
        one.doubles = None if found is None else len(found)
