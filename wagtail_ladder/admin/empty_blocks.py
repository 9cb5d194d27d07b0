"""Tells editors, without names, why a ladder block shows nothing: on the edit view and in the userbar."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from wagtail.admin import messages
from wagtail.admin.ui.components import Component
from wagtail.blocks import CharBlock

from ..audience import NotEmbedded, ladders_to_place, why_not_embedded
from ..blocks import placed_ladder_blocks
from ..models import ClubRole, Ladder
from ..services.roles import has_role
from ..site.embed import why_empty
from ..templatetags.ladder_tags import comma
from .listing import STYLES


@dataclass
class EmptyBlocks:
    """The blocks of one ladder, or without a ladder, that show nothing on a page for the same reason."""

    ladder: Ladder | None
    reason: Any
    of: int
    """How many ladder blocks the page has."""
    places: list[int] = field(default_factory=list)
    """Which of them, counted from the top."""
    leave_a_heading_alone: bool = False
    """A line of text stands right above one of them."""


def empty_blocks(page: Any) -> list[EmptyBlocks]:
    placed = list(placed_ladder_blocks(page))
    found: dict[tuple[Ladder | None, str], EmptyBlocks] = {}
    for place, (value, above) in enumerate(placed, start=1):
        reason = why_empty(value, page)
        if reason is None:
            continue
        blocks = found.setdefault(
            (value["ladder"], str(reason)), EmptyBlocks(value["ladder"], reason, len(placed))
        )
        blocks.places.append(place)
        blocks.leave_a_heading_alone |= isinstance(above, CharBlock)
    return list(found.values())


def tell_on_the_edit_view(request: HttpRequest, page: Any) -> None:
    """Wagtail hook `before_edit_page`: a message for each."""
    if request.method != "GET":
        return
    for blocks in empty_blocks(page):
        messages.warning(request, _sentences(request.user, blocks, page))


def tell_in_the_userbar(request: HttpRequest, items: list[Any], page: Any) -> None:
    """Wagtail hook `construct_wagtail_userbar`: for who may edit the page, or works in the ladder's club."""
    if not getattr(page, "path", ""):  # a preview of a page that is not in the tree yet, or no page at all
        return
    may_edit = page.permissions_for_user(request.user).can_edit()
    for blocks in empty_blocks(page):
        ladder = blocks.ladder
        works_there = ladder is not None and has_role(request.user, ClubRole.ARBITER, ladder.club_id)
        if may_edit or works_there:
            address = (
                reverse("wagtailadmin_pages:edit", args=[page.pk])
                if may_edit
                else reverse("ladder_ladders:edit", args=[ladder.pk])
            )
            items.append(EmptyBlockItem(_sentences(request.user, blocks, page), address))


def _sentences(user: Any, blocks: EmptyBlocks, page: Any) -> str:
    """The ladder is called by its name for those who may place it: to others it may not exist."""
    ladder = blocks.ladder
    knows_it = ladder is not None and ladders_to_place(user).filter(pk=ladder.pk).exists()
    named = gettext(" (“%(ladder)s”)") % {"ladder": ladder.name} if knows_it else ""
    if blocks.of == 1:
        lead = gettext("The ladder block%(named)s shows nothing on this page.") % {"named": named}
    else:
        lead = ngettext(
            "Ladder block %(places)s of %(of)d%(named)s shows nothing on this page.",
            "Ladder blocks %(places)s of %(of)d%(named)s show nothing on this page.",
            len(blocks.places),
        ) % {"places": comma().join(map(str, blocks.places)), "of": blocks.of, "named": named}
    sentences = [lead, str(blocks.reason)]
    if ladder is not None:
        sentences.append(_where_to_set_it(user, ladder, page))
    if blocks.leave_a_heading_alone:
        sentences.append(gettext("The heading above it stands alone."))
    return " ".join(filter(None, sentences))


def _where_to_set_it(user: Any, ladder: Ladder, page: Any) -> str:
    """Groups are named to those with a role in the club alone."""
    works_there = has_role(user, ClubRole.ARBITER, ladder.club_id)
    match why_not_embedded(ladder, page):
        case NotEmbedded.PAGE_IS_OPEN:
            if not works_there:
                return gettext("That is set at the page, under Status, Privacy.")
            groups = ladder.member_groups.order_by("name").values_list("name", flat=True)
            return gettext("That is set at the page, under Status, Privacy. The groups are: %(groups)s.") % {
                "groups": comma().join(groups) or gettext("none yet")
            }
        case NotEmbedded.HIDDEN | NotEmbedded.FOR_LINK_HOLDERS if works_there:
            return gettext("That is set on the ladder’s screen, under “Who may see it”.")
        case NotEmbedded.LADDER_PAGE_IS_RESTRICTED:
            return gettext("That is set at each page, under Status, Privacy.")
    return ""


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
