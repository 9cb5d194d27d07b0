"""Text as people type it, made safe to store and otherwise left alone."""

import unicodedata

from django.utils.translation import gettext as _

from ..reports.text import is_visible
from .errors import Refused
from .verb import on_trial

# Marks that override the reading direction: a name that holds one would turn the page around it.
_DIRECTION_OVERRIDES = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def cleaned(text: str) -> str:
    """Without control characters, lone surrogates and direction marks; white space becomes one space."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace()
        or (unicodedata.category(character) not in ("Cc", "Cs") and character not in _DIRECTION_OVERRIDES)
    )
    return " ".join(kept.split())


def cleaned_name(text: str, *, limit: int = 200) -> str:
    """A name to store. Raises Refused where there is nothing to see, and for more than `limit` characters."""
    name = cleaned(text[: 20 * limit])
    if not is_visible(name):
        raise Refused("name_empty", _("Please give a name."))
    if len(name) > limit:
        raise Refused(
            "name_too_long",
            _("A name may have %(limit)d characters; this one has more: “%(start)s…”")
            % {"limit": limit, "start": name[:40]},
        )
    return name


def cleaned_reason(text: str, *, required: bool = False, limit: int = 200) -> str:
    """A reason to store. On trial none is required: it is asked for once somebody has seen who would move."""
    reason = cleaned(text[: 20 * limit])
    if required and not is_visible(reason) and not on_trial():
        raise Refused("reason_empty", _("Please give a reason."))
    if len(reason) > limit:
        raise Refused("reason_too_long", _("A reason may have %(limit)d characters.") % {"limit": limit})
    return reason
