"""The day it is, and days as visitors may read them."""

from datetime import date

from django.utils import timezone
from django.utils.safestring import SafeString

from ..audience import public_date
from ..models import Ladder
from .text import when


def today() -> date:
    return timezone.localdate()


def day_shown(ladder: Ladder, day: date | None, language: str | None = None) -> SafeString:
    """As exactly as the ladder says, and nothing where there is no day."""
    return when(public_date(ladder, day), language) if day else SafeString("")
