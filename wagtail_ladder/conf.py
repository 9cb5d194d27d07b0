"""The settings of this app, read where they are used, so that a test or a site may change them.

`docs/reference/settings.md` says what each of them does; `checks` complains of what is not well-formed.
"""

import re
from typing import Any

from django.conf import settings

FRAME_ANCESTORS = "WAGTAIL_LADDER_EMBED_FRAME_ANCESTORS"
_SOURCE = re.compile(r"\*|'self'|https?://(\*\.)?[A-Za-z0-9.-]+(:(\d{1,5}|\*))?")
"""Where a frame may stand, as Content Security Policy says it: anywhere, here, an origin, below a domain."""


def frame_ancestors() -> tuple[str, ...]:
    """The sites that may frame a public ladder; nobody unless the site names them."""
    stated = _stated()
    return tuple(stated) if isinstance(stated, list | tuple) and not wrong_frame_ancestors() else ()


def wrong_frame_ancestors() -> list[Any]:
    """What the setting holds that is no such site."""
    stated = _stated()
    if not isinstance(stated, list | tuple):
        return [stated]
    return [source for source in stated if not isinstance(source, str) or not _SOURCE.fullmatch(source)]


def _stated() -> Any:
    return getattr(settings, FRAME_ANCESTORS, ())
