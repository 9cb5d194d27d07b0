"""The way from a new ladder to a page of its own."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from wagtail.log_actions import get_active_log_context
from wagtail.models import Page, Site
from wagtail.signals import init_new_page

from ..audience import ladder_page_models
from ..models import Ladder
from ..services.roles import clubs_of


def new_page_url(user: Any) -> str | None:
    """The form for a new ladder page below the first home page of the site where this user may add one."""
    for site in Site.objects.select_related("root_page").order_by("-is_default_site", "pk"):
        home = site.root_page.specific
        if not home.permissions_for_user(user).can_add_subpage():
            continue
        for model in ladder_page_models():
            if model in home.creatable_subpage_models() and model.can_create_at(home):
                names = model._meta.app_label, model._meta.model_name
                return reverse("wagtailadmin_pages:add", args=[*names, home.pk])
    return None


@receiver(init_new_page, dispatch_uid="wagtail_ladder.choose_newest_ladder")
def choose_newest_ladder(page: Page, **kwargs: Any) -> None:
    """The form of a new ladder page opens with the newest ladder that has no page yet.

    Wagtail sends no request with its signal. Who acts is known from the log context of every admin view.
    """
    if not isinstance(page, ladder_page_models()) or page.ladder_id:
        return
    shown = [pk for model in ladder_page_models() for pk in model.objects.values_list("ladder_id", flat=True)]
    own = Ladder.objects.filter(club__in=clubs_of(get_active_log_context().user))
    page.ladder = own.exclude(pk__in=shown).order_by("pk").last()
