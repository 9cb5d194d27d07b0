"""A page that is left open asks now and then whether a ladder on it has changed (`js/live.js`).

It asks its own address, with a word more in the query: the same page, behind the same restrictions, for the
same visitor. As long as nothing has changed the answer is 304 and empty. Without that word the page is as it
always was, and no browser takes an old one of it for the new.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.crypto import salted_hmac

from ..models import Ladder
from .placed import ladder_blocks

QUESTION = "ladder-live"
"""In the query of an address. `live.js` knows it too."""


def stamp_of(page: Any, ladders: Iterable[Ladder | None]) -> str:
    """Another text once one of the ladders was replayed or shows names otherwise, the page was published
    anew, or another day began: then somebody may have become inactive.

    It tells nothing by itself; a ladder that shows months keeps the time of its replay.
    """
    known: dict[int, Ladder] = {}
    for ladder in ladders:
        if ladder is not None:
            known.setdefault(ladder.pk, ladder)
    parts: list[Any] = [getattr(page, "pk", ""), getattr(page, "last_published_at", ""), timezone.localdate()]
    for pk in sorted(known):
        parts += [pk, known[pk].visibility, known[pk].replayed_at]
    message = "|".join(map(str, parts))
    return salted_hmac("wagtail_ladder.live", message, algorithm="sha256").hexdigest()[:32]


def answer_when_changed(serve: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wagtail hook `on_serve_page`, inside Wagtail's check of the page's restrictions.

    The page itself is asked first: what it refuses by itself is refused here too.
    """

    def answering(page: Any, request: HttpRequest, *args: Any) -> HttpResponse:
        if request.method != "GET" or QUESTION not in request.GET:
            return serve(page, request, *args)
        ladders = [value["ladder"] for value in ladder_blocks(page)]
        stamp = stamp_of(page, ladders) if ladders else ""
        response = serve(page, request, *args)
        if not stamp or response.status_code != 200:
            return response
        return when_changed(request, stamp, response)

    return answering


def when_changed(request: HttpRequest, stamp: str, response: HttpResponse) -> HttpResponse:
    """The response, or 304 where the one who asks has it already."""
    etag = f'"{stamp}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag, response=response) or response
