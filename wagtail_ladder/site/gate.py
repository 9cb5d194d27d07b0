"""Where the gate meets Wagtail: before a page is served, and on every response that is not for everybody."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from ..audience import admit

_SERVED_PAGE = "_wagtail_ladder_served_page"


def before_serve_page(page: Any, request: HttpRequest, serve_args: Any, serve_kwargs: Any) -> Any:
    """Wagtail hook, in front of all others: a hidden ladder answers as a page that does not exist.

    It also remembers the page that is really served. Blocks judge by it, and not by a template variable
    called `page`, which a loop over other pages may shadow.
    """
    setattr(request, _SERVED_PAGE, page)
    if getattr(page, "is_the_page_of_a_ladder", False):
        response = admit(request, page.ladder)
        return None if response is None else keep_private(response)
    return None


def served_page(request: HttpRequest | None) -> Any:
    """The page of this response; None in previews, and wherever it is not known."""
    return getattr(request, _SERVED_PAGE, None)


def keep_private(response: HttpResponse) -> HttpResponse:
    """For responses that are not for everybody: no shared cache, no search engine."""
    patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response
