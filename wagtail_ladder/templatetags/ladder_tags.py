"""Numbers as a ladder prints them."""

from decimal import Decimal

from django import template
from django.utils.formats import get_format

register = template.Library()

_MINUS = "\u2212"
_LEFT_TO_RIGHT, _AS_BEFORE = "\u2066", "\u2069"


@register.filter
def points(value: int | Decimal | None) -> str:
    """A rating or a score: the decimal mark of the language, and never a thousands separator."""
    if value is None:
        return ""
    return str(value).replace("-", _MINUS).replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def signed(value: int | Decimal | None) -> str:
    """A change: +13, −5, 0."""
    if value is None:
        return ""
    return f"+{points(value)}" if value > 0 else points(abs(value) if value == 0 else value)


@register.filter
def event_points(value: Decimal | None) -> str:
    """Points of an event: 3½, 2, ½. Other fractions as they are."""
    if value is None:
        return ""
    whole, half = divmod(value * 2, 2)
    if value * 2 == int(value * 2) and half:
        # Isolated, or text that reads from right to left would show ½2.
        return f"{_LEFT_TO_RIGHT}{int(whole)}½{_AS_BEFORE}" if whole else "½"
    return points(value.normalize()) if value != int(value) else str(int(value))


@register.filter
def direction(value: int | Decimal | None) -> str:
    """For a class name: gain, loss or even."""
    if not value:
        return "even"
    return "gain" if value > 0 else "loss"
