"""Whose ladders a user meets, what he may do with them, and where their screens are."""

from django.urls import reverse

from ...models import Ladder
from ..events.access import url_of as url_of_events
from ..permissions import ClubPolicy


def organises(user, ladder: Ladder) -> bool:
    return ClubPolicy(Ladder).user_has_permission_for_instance(user, "organise", ladder)


def way_to_see_as_others(ladder: Ladder) -> str:
    """The address of the screen "What they see"."""
    return reverse("ladder_ladders:seen", args=[ladder.pk])


def events_of(ladder: Ladder) -> str:
    """The address of the list of its events."""
    return f"{url_of_events('index')}?ladder={ladder.pk}"
