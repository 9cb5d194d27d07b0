"""What follows from a change: private pages stay private, and caches forget."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from wagtail.models import PageViewRestriction

from ..audience import ladder_page_models
from ..models import Ladder
from ..signals import ladder_changed
from .purging import purge, renew_cached_parts
from .restrictions import sync_restrictions


@receiver(ladder_changed, dispatch_uid="wagtail_ladder.ladder_changed")
def follow_the_ladder(
    sender: Any,
    ladder: Ladder,
    retired: Iterable[str] = (),
    shown_otherwise: bool = False,
    **kwargs: Any,
) -> None:
    sync_restrictions(ladder)
    if shown_otherwise:
        renew_cached_parts(ladder)
    purge(ladder, retired)


@receiver(post_save, dispatch_uid="wagtail_ladder.page_saved")
def follow_the_page(sender: Any, instance: Any, raw: bool = False, **kwargs: Any) -> None:
    """A new page, a copy, an alias, a translation, another ladder chosen."""
    if not raw and getattr(sender, "is_the_page_of_a_ladder", False):
        sync_restrictions(instance.ladder)


@receiver(post_save, sender=PageViewRestriction, dispatch_uid="wagtail_ladder.restriction_saved")
@receiver(post_delete, sender=PageViewRestriction, dispatch_uid="wagtail_ladder.restriction_deleted")
def put_it_back(sender: Any, instance: PageViewRestriction, **kwargs: Any) -> None:
    """Losing or weakening the restriction hides, never shows.

    It happens after the commit: the page itself may be on its way out.
    Whichever row it was: Wagtail's privacy form has written over our mark by then.
    """

    def sync() -> None:
        for model in ladder_page_models():
            for page in model.objects.filter(pk=instance.page_id).select_related("ladder"):
                sync_restrictions(page.ladder)

    transaction.on_commit(sync)
