"""What the first screens tell of changes past the verbs."""

from datetime import timedelta

from django.db.models import Max, Q
from django.utils import timezone

from ..outside import CHANGED_OUTSIDE

TOLD_FOR = timedelta(days=30)
"""How long they tell of it. The correction log keeps it for good."""


def changed_outside_lately(corrections: str = "") -> Max:
    """When such a change was last found, None where there was none lately: an aggregate over `Correction`.

    `corrections` is the way there, as "corrections__" from a ladder.
    """
    since = timezone.now() - TOLD_FOR
    lately = Q(**{f"{corrections}action": CHANGED_OUTSIDE, f"{corrections}at__gte": since})
    return Max(f"{corrections}at", filter=lately)
