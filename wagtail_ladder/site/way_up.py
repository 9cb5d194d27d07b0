"""From a ladder's page the way up to the page of its club: a site may have no menu."""

from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, JSONObject
from django.http import HttpRequest

from .meta import open_to_everybody


class ClubLink(NamedTuple):
    title: str
    url: str


def with_club_page(pages: QuerySet, page: Any, above: list[str]) -> QuerySet:
    """Pages of ladders, each with a live page of its club, as `club_page`: no statement is left for it.

    Whoever may open `page` may open that one too: it stands at one of the paths `above` it in the tree, or
    else everybody may, in the language of `page` if there is one.
    """
    here = Q(path__in=above)
    found = []
    for model in _club_page_models():
        club_pages = model.objects.live().filter(
            here | open_to_everybody(), club_id=OuterRef("ladder__club_id")
        )
        best = club_pages.order_by(
            Case(When(here, then=0), default=1), Case(When(locale=page.locale_id, then=0), default=1), "path"
        )
        found.append(Subquery(best.values(fields=JSONObject(**_FIELDS))[:1]))
    if not found:
        return pages
    return pages.annotate(club_page=Coalesce(*found) if len(found) > 1 else found[0])


def club_link(page: Any, request: HttpRequest) -> ClubLink | None:
    """None where there is no such page, or the ladder's page did not come `with_club_page`."""
    if page.club_page is None:
        return None
    known = type(page)(url_path=page.club_page["url_path"], locale_id=page.club_page["locale_id"])
    url = known.get_url(request)
    return ClubLink(page.club_page["title"], url) if url else None


_FIELDS = {"title": "title", "url_path": "url_path", "locale_id": "locale_id"}


@cache
def _club_page_models() -> tuple[Any, ...]:
    return tuple(model for model in apps.get_models() if getattr(model, "is_the_page_of_a_club", False))
