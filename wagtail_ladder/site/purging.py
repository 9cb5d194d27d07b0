"""After every change of a ladder: the cached pages that show it are out of date."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.utils import timezone
from wagtail.models import AbstractPage, ReferenceIndex

from ..models import Ladder


def pages_that_show(ladder: Ladder) -> list[Any]:
    """The live pages that refer to the ladder or its club, by a field or by a block."""
    ids: dict[type[AbstractPage], set[int]] = defaultdict(set)
    for shown in (ladder, ladder.club):
        for reference in ReferenceIndex.get_references_to(shown).select_related("base_content_type"):
            model = reference.base_content_type.model_class()
            if model is not None and issubclass(model, AbstractPage):
                ids[model].add(int(reference.object_id))
    return [page for model, pks in ids.items() for page in model.objects.filter(pk__in=pks).live().specific()]


def renew_cached_parts(ladder: Ladder) -> None:
    """Let `{% wagtailpagecache %}` make its parts of those pages anew: they are kept under this date.

    Only where names or the level changed: after a replay the numbers in such a part may be old for as long
    as the site says, but nobody's name may stay in it.
    """
    for page in pages_that_show(ladder):
        type(page).objects.filter(pk=page.pk).update(last_published_at=timezone.now())


def purge(ladder: Ladder, retired: Iterable[str] = ()) -> None:
    """Tell the front-end cache, where the site has one, with all the addresses below those pages.

    `retired` are the players' addresses of before: no page leads there any more, but a cache may.
    """
    if not apps.is_installed("wagtail.contrib.frontend_cache"):
        return
    from wagtail.contrib.frontend_cache.utils import get_backends, purge_pages_from_cache

    if get_backends():
        pages = pages_that_show(ladder)
        for page in pages:
            if getattr(page, "is_the_page_of_a_ladder", False) and page.ladder_id == ladder.pk:
                page.retired_players = tuple(retired)
        purge_pages_from_cache(pages)
