"""Numbers as a ladder prints them, for templates of a site."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from ..site.text import event_points, in_digits_of, points, signed

register = template.Library()
register.filter("points", points)
register.filter("signed", signed)
register.filter("event_points", event_points)


@register.filter
def isolated(name: str) -> SafeString:
    """A name inside a sentence that may be read in the other direction."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def own_digits(text: object) -> str:
    """A date or another text with numbers in it, in the digits of the language."""
    return in_digits_of(get_language(), str(text))


@register.simple_tag
def comma() -> str:
    """What stands between two things of one line, with its space."""
    return pgettext("between two things in a line", ", ")
