"""A page that is left open asks now and then whether a ladder on it has changed (`js/live.js`).

It asks its own address, with a word more in the query: the same page, behind the same restrictions, for the
same visitor. As long as it shows the same the answer is 304 and empty. Without that word the page is as it
always was, and no browser takes an old one of it for the new.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control

from .embed import live_stamps

QUESTION = "ladder-live"
"""In the query of an address. `live.js` knows it too."""


def is_asked(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and QUESTION in request.GET


def answer_when_changed(serve: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wagtail hook `on_serve_page`, inside Wagtail's check of the page's restrictions.

    The page itself is asked first: what it refuses by itself is refused here too. Its template is rendered
    only where something has changed. No purge names an address with the question in it: no cache may keep the
    answer.
    """

    def answering(page: Any, request: HttpRequest, *args: Any) -> HttpResponse:
        response = serve(page, request, *args)
        if not is_asked(request):
            return response
        patch_cache_control(response, private=True, no_cache=True)
        if response.status_code != 200:
            return response
        own = (getattr(response, "context_data", None) or {}).get("ladder_stamp")
        stamps = [*live_stamps(page, request), *([own] if own else [])]
        return when_changed(request, stamps, response) if stamps else response

    return answering


def when_changed(request: HttpRequest, stamps: Sequence[str], response: HttpResponse) -> HttpResponse:
    """The response, or 304 where the one who asks has it already. `stamps` are those of its live parts."""
    etag = f'"{"-".join(stamps)}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return get_conditional_response(request, etag, response=response) or response
