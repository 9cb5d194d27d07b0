"""What follows from a change: private pages stay private, and caches forget.

Each step is a receiver of its own: where one fails, as a search engine that is down, the others still happen.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.dispatch import receiver
from wagtail.models import Page, PageViewRestriction
from wagtail.signals import page_slug_changed, post_page_move

from ..audience import ladder_page_models
from ..models import RESTRICTION_MARK, Ladder
from ..signals import ladder_changed
from .purging import ladders_shown_below, pages_that_show, purge, purge_pages, renew_cached_parts
from .restrictions import sync_restrictions


@receiver(ladder_changed, dispatch_uid="wagtail_ladder.keep_pages_private")
def keep_pages_private(sender: Any, ladder: Ladder, **kwargs: Any) -> None:
    sync_restrictions(ladder)


@receiver(ladder_changed, dispatch_uid="wagtail_ladder.renew")
def renew(
    sender: Any, ladder: Ladder, shown_otherwise: bool = False, level_changed: bool = False, **kwargs: Any
) -> None:
    if shown_otherwise:
        renew_cached_parts(ladder, level_changed=level_changed)


@receiver(ladder_changed, dispatch_uid="wagtail_ladder.forget")
def forget(sender: Any, ladder: Ladder, retired: Iterable[str] = (), **kwargs: Any) -> None:
    purge(ladder, retired)


@receiver(pre_save, dispatch_uid="wagtail_ladder.another_ladder_chosen")
def forget_the_ladder_before(sender: Any, instance: Any, raw: bool = False, **kwargs: Any) -> None:
    """Another ladder chosen for a page: the addresses of the first one's players lead nowhere."""
    if not raw and getattr(sender, "is_the_page_of_a_ladder", False):
        before = list(sender.objects.filter(pk=instance.pk).exclude(ladder_id=instance.ladder_id))
        if before:
            transaction.on_commit(partial(purge_pages, before), robust=True)


@receiver(post_save, dispatch_uid="wagtail_ladder.page_saved")
def follow_the_page(sender: Any, instance: Any, raw: bool = False, **kwargs: Any) -> None:
    """A new page, a copy, an alias, a translation, another ladder chosen."""
    if not raw and getattr(sender, "is_the_page_of_a_ladder", False):
        sync_restrictions(instance.ladder)


@receiver(post_save, sender=PageViewRestriction, dispatch_uid="wagtail_ladder.restriction_saved")
@receiver(post_delete, sender=PageViewRestriction, dispatch_uid="wagtail_ladder.restriction_deleted")
@receiver(m2m_changed, sender=PageViewRestriction.groups.through, dispatch_uid="wagtail_ladder.restricted_to")
def follow_the_restriction(sender: Any, instance: Any, action: str = "", **kwargs: Any) -> None:
    """What a page and those below it show depends on its restriction, and so does what other pages show of a
    ladder whose own page it is.

    It happens after the commit: the page itself may be on its way out. Ours follow their ladder.
    """
    if not isinstance(instance, PageViewRestriction) or action.startswith("pre_"):
        return
    transaction.on_commit(partial(_put_back, instance.page_id), robust=True)
    page = Page.objects.filter(pk=instance.page_id).first()
    if page is not None and instance.password != RESTRICTION_MARK:
        transaction.on_commit(partial(_show_anew_below, page.path), robust=True)


def _put_back(page_id: int) -> None:
    """Losing or weakening the restriction of a hidden ladder's page hides, never shows.

    Whichever row it was: Wagtail's privacy form has written over our mark by then.
    """
    for model in ladder_page_models():
        for page in model.objects.filter(pk=page_id).select_related("ladder"):
            sync_restrictions(page.ladder)


@receiver(page_slug_changed, dispatch_uid="wagtail_ladder.page_slug_changed")
def follow_the_slug(sender: Any, instance: Any, instance_before: Any, **kwargs: Any) -> None:
    _follow_the_address(instance, instance_before.url_path, instance.url_path)


@receiver(post_page_move, dispatch_uid="wagtail_ladder.page_moved")
def follow_the_move(
    sender: Any, instance: Any, url_path_before: str, url_path_after: str, **kwargs: Any
) -> None:
    _follow_the_address(instance, url_path_before, url_path_after)


def _follow_the_address(page: Any, before: str, after: str) -> None:
    """A page and those below it have another address, and may stand below other restrictions."""
    if before != after:
        transaction.on_commit(partial(_forget_the_address, page.path, before, after), robust=True)
        transaction.on_commit(partial(_show_anew_below, page.path), robust=True)


def _forget_the_address(path: str, before: str, after: str) -> None:
    for ladder in ladders_shown_below(path):
        moved = [page for page in pages_that_show(ladder) if page.path.startswith(path)]
        for page in moved:
            page.url_path = before + page.url_path.removeprefix(after)
        purge_pages(moved)


def _show_anew_below(path: str) -> None:
    for ladder in ladders_shown_below(path):
        renew_cached_parts(ladder)
        purge(ladder)
