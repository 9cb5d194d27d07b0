"""The language of what stands outside the page tree: no page and no prefix of the address names one."""

from django.utils import translation
from django.utils.translation import get_language, get_supported_language_variant


def in_language(*codes: str | None) -> translation.override:
    """The first of them that the site offers, for what is done inside; else that of the request."""
    return translation.override(next(filter(None, map(_offered, codes)), get_language()))


def _offered(code: str | None) -> str | None:
    try:
        return get_supported_language_variant(code or "")
    except LookupError:
        return None
