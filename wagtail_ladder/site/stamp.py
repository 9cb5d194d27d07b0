"""A short text for what is shown: another one once something else is shown, and the same as long as not."""

from typing import Any

from django.utils.crypto import salted_hmac


def stamp_of(*shown: Any) -> str:
    """Made of the screens themselves: whatever changes what visitors see changes it, be it a replay, a name,
    a group, a setting, or the day on which somebody becomes inactive. Nothing else does: it tells of no
    change that is not shown.

    A screen is a value, and its `repr` tells it from others. One that has none of its own is new each time it
    is made: then the page is sent again and not shown again (`js/live.js`).

    40 bits: the stamps of all blocks of a page go into one header.
    """
    return salted_hmac("wagtail_ladder.live", repr(shown), algorithm="sha256").hexdigest()[:10]
