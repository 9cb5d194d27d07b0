"""Tells editors, without names, why a ladder block shows nothing: on the edit view and in the userbar."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from wagtail.admin import messages
from wagtail.admin.ui.components import Component

from ..audience import ladders_to_place
from ..blocks import ladder_blocks
from ..models import ClubRole, Ladder
from ..services.roles import has_role
from ..site.embed import why_empty
from .listing import STYLES


def empty_blocks(page: Any) -> Iterator[tuple[Ladder | None, Any]]:
    """(ladder, reason) of the blocks that show nothing on the page, each ladder once."""
    seen = set()
    for value in ladder_blocks(page):
        ladder = value["ladder"]
        if ladder not in seen:
            seen.add(ladder)
            reason = why_empty(ladder, page)
            if reason is not None:
                yield ladder, reason


def tell_on_the_edit_view(request: HttpRequest, page: Any) -> None:
    """Wagtail hook `before_edit_page`: a message for each."""
    if request.method != "GET":
        return
    for ladder, reason in empty_blocks(page):
        messages.warning(request, _sentence(request.user, ladder, reason))


def tell_in_the_userbar(request: HttpRequest, items: list[Any], page: Any) -> None:
    """Wagtail hook `construct_wagtail_userbar`: for who may edit the page, or works in the ladder's club."""
    if not getattr(page, "path", ""):  # a preview of a page that is not in the tree yet, or no page at all
        return
    may_edit = page.permissions_for_user(request.user).can_edit()
    for ladder, reason in empty_blocks(page):
        works_there = ladder is not None and has_role(request.user, ClubRole.ARBITER, ladder.club_id)
        if may_edit or works_there:
            address = (
                reverse("wagtailadmin_pages:edit", args=[page.pk])
                if may_edit
                else reverse("ladder_ladders:edit", args=[ladder.pk])
            )
            items.append(EmptyBlockItem(_sentence(request.user, ladder, reason), address))


def _sentence(user: Any, ladder: Ladder | None, reason: Any) -> str:
    """The ladder is called by its name for those who may place it: to others it may not exist."""
    if ladder is not None and ladders_to_place(user).filter(pk=ladder.pk).exists():
        return gettext("The block of the ladder “%(ladder)s” shows nothing on this page. %(why)s") % {
            "ladder": ladder.name,
            "why": reason,
        }
    return gettext("A ladder block shows nothing on this page. %(why)s") % {"why": reason}


class EmptyBlockItem(Component):
    template_name = "wagtail_ladder/admin/registry/userbar_empty_block.html"

    def __init__(self, sentence: str, address: str) -> None:
        self.sentence = sentence
        self.address = address

    @property
    def media(self):
        return STYLES

    def get_context_data(self, parent_context: Any = None) -> dict[str, Any]:
        return {"sentence": self.sentence, "address": self.address}
