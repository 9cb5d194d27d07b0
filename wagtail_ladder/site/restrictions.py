"""A ladder that is not for everybody makes its pages private for Wagtail too.

The gate decides who gets a page. This row is for all the code that follows Wagtail's own convention and
never asks us: listings, search, sitemap, API. An editor's own restriction is left alone.
"""

from typing import Any

from django.apps import apps
from wagtail.models import PageViewRestriction
from wagtail.search import index

from ..audience import Access, access, groups_of, is_public, ladder_page_models
from ..models import RESTRICTION_MARK, Ladder


def sync_restrictions(ladder: Ladder) -> None:
    """Bring the automatic restriction of every page of the ladder in line with its visibility."""
    wanted = None if is_public(ladder) else groups_of(ladder)
    opened, closed, pages = [], [], []
    for model in ladder_page_models():
        for page in model.objects.filter(ladder_id=ladder.pk):
            pages.append(page)
            ours = list(
                PageViewRestriction.objects.filter(
                    page_id=page.pk,
                    restriction_type=PageViewRestriction.GROUPS,
                    password=RESTRICTION_MARK,
                )
            )
            if wanted is None:
                for restriction in ours:
                    restriction.delete()
                if ours:
                    opened.append(page)
                continue
            if not ours:
                restriction = PageViewRestriction(
                    page_id=page.pk,
                    restriction_type=PageViewRestriction.GROUPS,
                    password=RESTRICTION_MARK,
                )
                restriction.save()
                ours = [restriction]
                closed.append(page)
            if set(ours[0].groups.values_list("pk", flat=True)) != wanted:
                ours[0].groups.set(wanted)
    if access(None, ladder) is Access.MISSING:
        _forget_old_addresses(pages)
    # The search engine may be down: by now every page is private.
    for page in opened:
        index.insert_or_update_object(page)
    for page in closed:
        index.remove_object(page)


def _forget_old_addresses(pages: list[Any]) -> None:
    """Those from which Wagtail leads on to a page by itself: where it is missing, so are they."""
    if apps.is_installed("wagtail.contrib.redirects"):
        from wagtail.contrib.redirects.models import Redirect

        ids = [page.pk for page in pages]
        Redirect.objects.filter(redirect_page__in=ids, automatically_created=True).delete()
