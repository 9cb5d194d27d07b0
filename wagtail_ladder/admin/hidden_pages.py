"""Tells who sees the page of a ladder that is not public. On the page itself there is nothing to set, and it
looks to those who may see it as a public one does.
"""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from wagtail.admin import messages
from wagtail.admin.ui.components import Component

from ..audience import is_public, ladder_page_models
from ..models import ClubRole, Ladder
from ..services.roles import has_role
from .listing import STYLES


def hidden_ladder_of(page: Any) -> Ladder | None:
    """The ladder that makes the page private."""
    if not isinstance(page, ladder_page_models()) or not page.ladder_id or is_public(page.ladder):
        return None
    ladder: Ladder = page.ladder
    return ladder


def tell_who_sees_it_on_the_edit_view(request: HttpRequest, page: Any) -> None:
    """Wagtail hook `before_edit_page`. The level is for those who work in the club."""
    ladder = hidden_ladder_of(page)
    if ladder is None or request.method != "GET":
        return
    if not has_role(request.user, ClubRole.ARBITER, ladder.club_id):
        sentence = gettext("Who may see this page is set on its ladder, by the people of the club.")
        messages.info(request, sentence)
        return
    messages.info(
        request,
        gettext("Who may see this page is set on its ladder, now to: %(level)s.")
        % {"level": ladder.get_visibility_display()},
        buttons=[messages.button(_screen_of(ladder), gettext("The ladder"))],
    )


def tell_who_sees_it_in_the_userbar(request: HttpRequest, items: list[Any], page: Any) -> None:
    """Wagtail hook `construct_wagtail_userbar`: for those who work in the club."""
    ladder = hidden_ladder_of(page)
    if ladder is not None and has_role(request.user, ClubRole.ARBITER, ladder.club_id):
        items.append(WhoSeesIt(ladder))


def _screen_of(ladder: Ladder) -> str:
    return reverse("ladder_ladders:edit", args=[ladder.pk])


class WhoSeesIt(Component):
    template_name = "wagtail_ladder/admin/registry/userbar_who_sees_it.html"

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder

    @property
    def media(self):
        return STYLES

    def get_context_data(self, parent_context: Any = None) -> dict[str, Any]:
        return {"level": self.ladder.get_visibility_display(), "address": _screen_of(self.ladder)}
