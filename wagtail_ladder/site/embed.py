"""What a ladder block shows on the page it stands on."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from ..audience import NotEmbedded, why_not_embedded
from ..models import Ladder
from ..services.reads import of_one_replay
from .addresses import addresses_of
from .gate import served_page
from .table import TableScreen, table_screen

_WHY_NOT = {
    NotEmbedded.HIDDEN: _("This ladder is for its club's organisers and arbiters: no page shows it."),
    NotEmbedded.FOR_LINK_HOLDERS: _("This ladder is for whoever holds a link to it: no page shows it."),
    NotEmbedded.PAGE_IS_OPEN: _(
        "This ladder is for members. It shows only on a page that is limited to groups of its members."
    ),
    NotEmbedded.LADDER_PAGE_IS_RESTRICTED: _(
        "The ladder's own page is private. It shows only on pages that have the same restriction above them."
    ),
}
_NOT_IN_PREVIEW = _("A preview does not show the rows of a private ladder. The page itself will.")
_NO_LADDER = _("No ladder is chosen.")


def why_empty(ladder: Ladder | None, page: Any) -> Any:
    """Why a block of the ladder shows nothing on this page: a sentence for editors without names, or None."""
    if ladder is None:
        return _NO_LADDER
    refusal = why_not_embedded(ladder, page)
    return None if refusal is None else _WHY_NOT[refusal]


@dataclass(frozen=True, slots=True)
class Embedded:
    table: TableScreen | None
    ladder: str
    url: str | None
    why_not: Any
    """A sentence for editors, without names. Only previews print it."""


def embedded(ladder: Ladder | None, top: int | None, request: HttpRequest | None, page: Any) -> Embedded:
    """`page` is the template's own; it only words the sentence for an editor who looks at a preview."""
    if ladder is None:
        return Embedded(None, "", None, _NO_LADDER)
    refusal = why_not_embedded(ladder, served_page(request))
    if refusal is not None:
        on_the_page = why_not_embedded(ladder, page if getattr(page, "path", "") else None)
        return Embedded(None, "", None, _NOT_IN_PREVIEW if on_the_page is None else _WHY_NOT[refusal])
    addresses = addresses_of([ladder.pk], request)[ladder.pk]
    try:
        table = of_one_replay(ladder, lambda: table_screen(ladder, addresses))
    except Http404:  # hidden since it was loaded
        return Embedded(None, "", None, _WHY_NOT[NotEmbedded.HIDDEN])
    return Embedded(table.top(top) if top else table, ladder.name, addresses.base, None)
