"""Places won and lost by the latest event: an arrow for the eye, and words for those who hear the page."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from ..services.reads import Came, LadderRow
from .text import points


def movement(row: LadderRow, language: str | None) -> SafeString:
    """Empty for who has no rank, but for those who are new on the ladder."""
    return _movement(row.places, row.came, language)


def moved(places: int) -> SafeString:
    """The same of so many places won, below zero lost."""
    return _movement(places, None, get_language())


@lru_cache(maxsize=2000)  # a table has as many as it has lines, and few that differ
def _movement(places: int | None, came: Came | None, _language: str | None) -> SafeString:
    if came is not None:
        return _marked("came", *_CAME[came]())
    if places is None:
        return SafeString("")
    if places == 0:
        return _marked("same", "=", gettext("same place"))
    count = abs(places)
    if places > 0:
        words = ngettext("up %(count)s place", "up %(count)s places", count)
        return _marked("up", f"▲{points(count)}", words % {"count": points(count)})
    words = ngettext("down %(count)s place", "down %(count)s places", count)
    return _marked("down", f"▼{points(count)}", words % {"count": points(count)})


_CAME = {
    Came.NEW: lambda: (pgettext("a player", "new"), gettext("new on the ladder")),
    Came.RANKED: lambda: (pgettext("a player", "new"), gettext("newly ranked")),
    Came.BACK: lambda: (pgettext("a player", "back"), gettext("back on the ladder")),
}


def _marked(kind: str, mark: str, words: str) -> SafeString:
    """Isolated, or the arrow would change sides with its number in text from right to left."""
    return format_html(
        '<bdi class="wl-move wl-move--{}"><span aria-hidden="true">{}</span>'
        '<span class="wl-hidden">{}</span></bdi>',
        kind,
        mark,
        words,
    )
