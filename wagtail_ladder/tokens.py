"""What the token of a share link looks like, and how it is kept out of logs.

No model is imported here: a site may name the filter in its `LOGGING`, which Django reads before any app.
"""

import logging
import re

LINK_PATTERN = r"[0-9a-z]{13}-[0-9A-Za-z_-]{32}"
"""A token: the link's key, which opens nothing by itself, and the secret."""

_TOKEN = re.compile(r"\b([0-9a-z]{13})(?:-|%2[dD])(?:[0-9A-Za-z_-]|%[0-9A-Fa-f]{2}){32}")
"""In an address, any character may be written as its code."""
_LOGGERS = ("django.request", "django.server", "django.security.csrf")


class LadderTokenFilter(logging.Filter):
    """Masks the secret of a share link in what is logged; the link's key stays, to tell which link it was."""

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            message = record.getMessage()
        except (TypeError, ValueError, KeyError):  # the handler says so, as it would without this filter
            return True
        masked = _TOKEN.sub(r"\1-(hidden)", message)
        if masked != message:
            record.msg, record.args = masked, None
        return True


def mask_tokens_in_django_logs() -> None:
    """Django logs the address of a request that was refused or not found, and of every one in `runserver`."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(LadderTokenFilter())
