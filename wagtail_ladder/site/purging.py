"""After every change of a ladder: the cached pages that show it are out of date."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from wagtail.contrib.sitemaps.views import sitemap
from wagtail.models import AbstractPage, ReferenceIndex, Site

from ..models import Club, Ladder, Visibility
from .framed import path_of_frame

_DEEPEST = 5
"""How many snippets may stand around a block, one in the other, until a page is found that shows it."""


def pages_that_show(ladder: Ladder) -> list[Any]:
    """The live pages that refer to the ladder or its club by a field or a block, or to a snippet."""
    pages: dict[type[Model], set[int]] = defaultdict(set)
    asked: dict[type[Model], set[int]] = {Ladder: {ladder.pk}, Club: {ladder.club_id}}
    for _level in range(_DEEPEST):
        around: dict[type[Model], set[int]] = defaultdict(set)
        for model, pk in _references_to(asked):
            (pages if issubclass(model, AbstractPage) else around)[model].add(pk)
        asked = around
        if not asked:
            break
    return [
        page for model, pks in pages.items() for page in model.objects.filter(pk__in=pks).live().specific()
    ]


def _references_to(things: dict[type[Model], set[int]]) -> Iterator[tuple[type[Model], int]]:
    """What refers to them, but for our own rows: a player of the club shows it to nobody."""
    for model, pks in things.items():
        references = ReferenceIndex.objects.filter(
            to_content_type=ContentType.objects.get_for_model(model), to_object_id__in=[str(pk) for pk in pks]
        ).exclude(base_content_type__app_label=Ladder._meta.app_label)
        for base, pk in references.values_list("base_content_type", "object_id").distinct():
            refers = ContentType.objects.get_for_id(base).model_class()
            if refers is not None:
                yield refers, pk


def ladders_shown_below(path: str) -> list[Ladder]:
    """Those with a page that shows them at this path of the tree or below it."""
    return [
        ladder
        for ladder in Ladder.objects.select_related("club")
        if any(page.path.startswith(path) for page in pages_that_show(ladder))
    ]


def renew_cached_parts(ladder: Ladder, *, level_changed: bool = False) -> None:
    """Let `{% wagtailpagecache %}` make its parts of those pages anew: they are kept under this date.

    Only where names or the level changed: after a replay the numbers in such a part may be old for as long
    as the site says, but nobody's name may stay in it. The date stands in sitemaps too, so that a page that
    shows nothing of the ladder, before or after, keeps it: it must not tell when a hidden ladder changes.
    """
    blocks_may_show_it = level_changed or ladder.visibility in (Visibility.PUBLIC, Visibility.MEMBERS)
    for page in pages_that_show(ladder):
        if blocks_may_show_it or _is_its_own(page, ladder):
            type(page).objects.filter(pk=page.pk).update(last_published_at=timezone.now())


def purge(ladder: Ladder, retired: Iterable[str] = ()) -> None:
    """Tell the front-end cache, where the site has one, with all the addresses below those pages.

    `retired` are the players' addresses of before: no page leads there any more, but a cache may.
    """
    if _front_end_caches():
        _purge_what_is_no_page(ladder)
        pages = pages_that_show(ladder)
        for page in pages:
            if _is_its_own(page, ladder):
                page.retired_players = tuple(retired)
        purge_pages(pages)


def _purge_what_is_no_page(ladder: Ladder) -> None:
    """The ladder's frame and the sitemap, whose addresses stand on every site.

    A frame with a query no cache keeps (`framed`).
    """
    from wagtail.contrib.frontend_cache.utils import purge_urls_from_cache

    paths = [path for path in (path_of_frame(ladder), _path_of_sitemap()) if path is not None]
    if paths:
        purge_urls_from_cache([site.root_url + path for site in Site.objects.all() for path in paths])


def _path_of_sitemap() -> str | None:
    """None where the site does not serve Wagtail's own."""
    try:
        return reverse(sitemap)
    except NoReverseMatch:
        return None


def purge_pages(pages: Iterable[Any]) -> None:
    """The same for pages as they are in memory: those that have moved on may still hold their old address."""
    if _front_end_caches():
        from wagtail.contrib.frontend_cache.utils import purge_pages_from_cache

        purge_pages_from_cache(pages)


def _front_end_caches() -> bool:
    if not apps.is_installed("wagtail.contrib.frontend_cache"):
        return False
    from wagtail.contrib.frontend_cache.utils import get_backends

    return bool(get_backends())


def _is_its_own(page: Any, ladder: Ladder) -> bool:
    return getattr(page, "is_the_page_of_a_ladder", False) and page.ladder_id == ladder.pk
