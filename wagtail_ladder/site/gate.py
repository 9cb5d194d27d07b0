"""Where the gate meets Wagtail: before a page is served, and on every response that is not for everybody."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from ..audience import admit, ladder_page_models
from ..models import Ladder
from .meta import open_translations
from .way_up import with_club_page

_SERVED_PAGE = "_wagtail_ladder_served_page"


def before_serve_page(page: Any, request: HttpRequest, serve_args: Any, serve_kwargs: Any) -> Any:
    """Wagtail hook, in front of all others: a hidden ladder answers as a page that does not exist.

    So do the pages below it, whose login form would tell that there is something above them.
    """
    for ladder in _ladders_of(page):
        response = admit(request, ladder)
        if response is not None:
            return keep_private(response)
    return None


def _ladders_of(page: Any) -> Iterator[Ladder]:
    """Those whose own page this is, or stands above it.

    The page itself keeps what has been read of it, which spares everything after this a query each.
    """
    paths = [page.path[:end] for end in range(2 * page.steplen, len(page.path) + 1, page.steplen)]
    for model in ladder_page_models():
        here = Q(path__in=paths)
        if isinstance(page, model):
            here |= open_translations(page, ladder=page.ladder_id)
        found_here = with_club_page(model.objects.filter(here), page, paths)
        pages = list(found_here.select_related("ladder__club", "locale"))
        for found in pages:
            if found.path == page.path:
                page.ladder, page.locale = found.ladder, found.locale
                page.club_page = getattr(found, "club_page", None)
                page.translations = tuple(other for other in pages if other.path not in paths)
            if found.path in paths:
                yield found.ladder


def note_served_page(serve: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wagtail hook `on_serve_page`, behind all others: whoever is served the page has been admitted to it.

    Blocks judge by the page noted here, and not by a template variable called `page`, which a loop over other
    pages may shadow. Where the page refuses after all, nothing is noted: blocks in the site's frame around
    "not found" stand on no page.
    """

    def noting(page: Any, request: HttpRequest, *args: Any) -> HttpResponse:
        setattr(request, _SERVED_PAGE, page)
        try:
            return serve(page, request, *args)
        except Exception:
            setattr(request, _SERVED_PAGE, None)
            raise

    return noting


def served_page(request: HttpRequest | None) -> Any:
    """The page of this response; None in previews, and wherever it is not known."""
    return getattr(request, _SERVED_PAGE, None)


def keep_private(response: HttpResponse) -> HttpResponse:
    """For responses that are not for everybody: no shared cache, no search engine."""
    patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response
