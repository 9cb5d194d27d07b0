"""The way from a new ladder to a page of its own."""

from typing import Any

from django.urls import reverse
from wagtail.models import Site

from ..audience import ladder_page_models


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
