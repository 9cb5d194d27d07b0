"""Numbers and dates as a ladder prints them.

Text is made once a row and not once a template node: on a page of 300 events the nodes are what takes time.
"""

from decimal import Decimal
from functools import lru_cache

from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from ..audience import PublicDate

Number = int | Decimal

_PERSIAN = str.maketrans("0123456789.", "۰۱۲۳۴۵۶۷۸۹٫")

_MINUS = "\u2212"
_LEFT_TO_RIGHT, _AS_BEFORE = "\u2066", "\u2069"


def in_digits_of(language: str | None, text: str) -> str:
    """Persian is written in its own digits; the other languages of this app share 0 to 9."""
    return text.translate(_PERSIAN) if (language or "").startswith("fa") else text


def points(value: Number | None, language: str | None = None) -> SafeString:
    """A rating or a count: digits and decimal mark of the language, and never a thousands separator.

    Safe, as digits are: a template need not look for anything to escape in them. Whoever writes hundreds
    asks once which language it is.
    """
    if value is None:
        return SafeString("")
    # As text: 1200, 1200.0 and 1200.00 are one number, and not to be printed alike.
    return _points(str(value), language or get_language())


@lru_cache(maxsize=4000)  # a ladder prints the same few hundred numbers again and again
def _points(value: str, language: str | None) -> SafeString:
    text = in_digits_of(language, value.replace("-", _MINUS))
    return SafeString(text.replace(".", get_format("DECIMAL_SEPARATOR")) if "." in text else text)


def signed(value: Number | None, *, zero: str = "") -> str:
    """A change: +13, −5, 0. `zero` is the sign of that."""
    if value is None:
        return ""
    sign = "+" if value > 0 else "" if value else zero
    return sign + points(value or abs(value))


def change(value: Number | None, *, zero: str = "", language: str | None = None) -> SafeString:
    """A change as it is printed in a table; empty where there is none."""
    return mark_safe("") if value is None else _change(value, str(value), zero, language or get_language())


@lru_cache(maxsize=2000)
def _change(value: Number, _printed: str, zero: str, _language: str | None) -> SafeString:
    """`_printed` tells 1.0 from 1.00."""
    direction = "even" if not value else "gain" if value > 0 else "loss"
    return format_html(
        '<bdi class="wl-change wl-change--{}" dir="ltr">{}</bdi>', direction, signed(value, zero=zero)
    )


def when(day: PublicDate, language: str | None = None) -> SafeString:
    """`<time>` in the language of the visitor. Whoever writes hundreds asks once which it is."""
    return _when(day, language or get_language())


@lru_cache(maxsize=2000)  # a long page prints the same few months again and again
def _when(day: PublicDate, language: str | None) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', day.iso, in_digits_of(language, str(day)))


def event_points(value: Decimal | None) -> str:
    """Points of an event: 3½, 2, ½. Other fractions as they are."""
    if value is None:
        return ""
    if value == int(value):
        return points(int(value))
    if value * 2 == int(value * 2):
        # Isolated, or text that reads from right to left would show ½2.
        return f"{_LEFT_TO_RIGHT}{points(int(value))}½{_AS_BEFORE}" if value > 1 else "½"
    return points(value.normalize())
