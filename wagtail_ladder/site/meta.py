"""What a page that everybody may see tells search engines, and sites on which somebody shares its address.

It is made of what the page shows: names as the gate gives them, dates as the ladder shows them.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import CharField, Exists, ExpressionWrapper, F, OuterRef, Q
from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.translation import gettext
from wagtail.models import PageViewRestriction, Site

from .event import EventScreen
from .player import PlayerScreen


class Alternate(NamedTuple):
    language: str
    url: str


@dataclass(frozen=True, slots=True)
class PageMeta:
    title: str
    description: str
    kind: str
    """As Open Graph names it: website, profile, article."""
    url: str
    """The one address of this content, without a query."""
    alternates: tuple[Alternate, ...]
    """Its addresses in all languages, where there are several."""
    site_name: str


def meta_of(page: Any, request: HttpRequest, below: str, screen: Any, *, club: str) -> PageMeta | None:
    """`below` is the part of the address below the page; None where the page has no address."""
    known = _known(page)
    url = known.get_full_url(request)
    if url is None:
        return None
    title, description, kind = _words(page, screen, club)
    alternates = [
        Alternate(one.locale.language_code, address + below)
        for one in (known, *page.translations)
        if (address := one.get_full_url(request)) is not None
    ]
    site = Site.find_for_request(request)
    return PageMeta(
        title=title,
        description=description,
        kind=kind,
        url=url + below,
        alternates=tuple(sorted(alternates)) if len(alternates) > 1 else (),
        site_name=site.site_name if site else "",
    )


def is_a_copy(page: Any) -> bool:
    """An alias in the language of its source, which everybody can find there: two addresses of one thing."""
    return _known(page) is not page


def _known(page: Any) -> Any:
    source = page.alias_of
    if source is None or source.locale_id != page.locale_id or not source.live:
        return page
    return page if source.get_view_restrictions().exists() else source


def _words(page: Any, screen: Any, club: str) -> tuple[str, str, str]:
    title = page.seo_title or page.title
    if isinstance(screen, PlayerScreen):
        facts = {"rating": screen.rating, "record": screen.record}
        text = gettext("Rating: %(rating)s. Won, drawn and lost: %(record)s.") % facts
        return f"{screen.name} – {title}", text, "profile"
    if isinstance(screen, EventScreen):
        text = gettext("Standings and games, %(date)s.") % {"date": strip_tags(screen.last_day)}
        return f"{screen.name} – {title}", text, "article"
    text = gettext("Ratings of %(club)s, kept up to date after every event.") % {"club": club}
    return title, page.search_description or text, "website"


def open_translations(page: Any, **content: int) -> Q:
    """The pages with the same content in other languages that everybody may open, as a condition."""
    same = Q(translation_key=page.translation_key, live=True, **content) & ~Q(pk=page.pk)
    return same & open_to_everybody()


def open_to_everybody() -> Q:
    """Pages without any restriction on them or above them, as a condition."""
    restrictions = PageViewRestriction.objects.annotate(here=ExpressionWrapper(OuterRef("path"), CharField()))
    return Q(~Exists(restrictions.filter(here__startswith=F("page__path"))))
