"""What the blocks of ladders show on the page they stand on.

Whether one shows anything depends on the ladder and on the page, never on the visitor: no cache can mix up
audiences.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _
from wagtail.blocks import StructValue

from ..audience import NotEmbedded, why_not_embedded
from ..models import Ladder
from ..services.reads import of_one_replay
from .addresses import Addresses, addresses_of
from .as_of import AsOf
from .gate import served_page
from .placed import runs_of_ladder_blocks
from .reading import Reading
from .stamp import stamp_of

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
_TOGETHER = "_wagtail_ladder_blocks"


@dataclass(frozen=True, slots=True)
class Embedded:
    screen: Any
    """What the block's template prints; None where it shows nothing."""
    ladder: str = ""
    url: str | None = None
    """Of the ladder's own page; None where it has none, and on that page itself."""
    as_of: AsOf | None = None
    goes_on: bool = False
    """The block right below is of the same ladder: that one says of when the numbers are, and leads to it.

    A part of the ladder's table leads to the whole by itself.
    """
    why_not: Any = None
    """A sentence for editors, without names. Only previews print it."""
    place: int | None = None
    """Which block of the page it is, counted from the top; None where it stands in something else."""
    stamp: str = ""
    """Another one once it shows something else (`stamp.stamp_of`)."""

    @property
    def leads_on(self) -> bool:
        """To the ladder's own page."""
        return bool(self.url) and (not self.goes_on or getattr(self.screen, "is_part", False))


def why_empty(value: StructValue, page: Any) -> Any:
    """Why a block shows nothing on this page: a sentence for editors without names, or None."""
    ladder = value["ladder"]
    if ladder is None:
        return _NO_LADDER
    refusal = why_not_embedded(ladder, page)
    if refusal is not None:
        return _WHY_NOT[refusal]
    return value.block.missing(value, Reading(ladder, Addresses(None)))


def embedded(value: StructValue, request: HttpRequest | None, page: Any) -> Embedded:
    """`page` is the template's own; it only words the sentence for an editor who looks at a preview.

    The first block of a page reads for all of them, so that two blocks of one ladder are of one replay.
    """
    served = served_page(request)
    if served is None or getattr(served, "pk", None) is None:
        return _read([value], request, page)[0]
    _value, found = _blocks_of(served, request).get(id(value), (None, None))
    return found or _read([value], request, page)[0]


def live_stamps(page: Any, request: HttpRequest) -> list[str]:
    """Those of the blocks of a served page that show something and are to be kept up to date."""
    placed = _blocks_of(page, request).values()
    return [shown.stamp for value, shown in placed if shown.screen is not None and value["live"]]


def _blocks_of(page: Any, request: HttpRequest | None) -> dict[int, tuple[StructValue, Embedded]]:
    """By the identity of the value, which is kept with it: nothing else can get that identity meanwhile."""
    read_for, together = getattr(request, _TOGETHER, (None, {}))
    if read_for is not page:
        together = _read_together(page, request)
        setattr(request, _TOGETHER, (page, together))
    return together


def _read_together(page: Any, request: HttpRequest | None) -> dict[int, tuple[StructValue, Embedded]]:
    runs = list(runs_of_ladder_blocks(page))
    values = [value for run in runs for value in run]
    found = dict(zip(map(id, values), _read(values, request, page), strict=True))
    for run in runs:
        seen = [value for value in run if found[id(value)].screen is not None]
        for value, below in pairwise(seen):
            if _says_the_same(value, found[id(value)]) == _says_the_same(below, found[id(below)]):
                found[id(value)] = replace(found[id(value)], goes_on=True)
    together = {}
    for place, value in enumerate(values, start=1):
        shown = replace(found[id(value)], place=place)
        if _is_its_own(page, value["ladder"]):
            shown = replace(shown, url=None)
        together[id(value)] = (value, replace(shown, stamp=stamp_of(value["heading"], shown)))
    return together


def _says_the_same(value: StructValue, shown: Embedded) -> tuple[Any, ...]:
    """Blocks in which this is equal have the same line below them, and change together.

    One with gentler ratings leads nowhere, and so says by itself of when they are.
    """
    return value["ladder"].pk, value["live"], getattr(shown.screen, "is_exact", True)


def _is_its_own(page: Any, ladder: Ladder | None) -> bool:
    if ladder is None or not getattr(page, "is_the_page_of_a_ladder", False):
        return False
    return bool(page.ladder_id == ladder.pk)


def _read(values: Sequence[StructValue], request: HttpRequest | None, page: Any) -> list[Embedded]:
    """For each block what it shows. All blocks of one ladder are read of one replay."""
    served = served_page(request)
    ladders: dict[int, Ladder] = {}
    for value in values:
        if value["ladder"] is not None:
            ladders.setdefault(value["ladder"].pk, value["ladder"])
    refusals = {pk: why_not_embedded(ladder, served) for pk, ladder in ladders.items()}
    addresses = addresses_of([pk for pk, refusal in refusals.items() if refusal is None], request)
    found: dict[int, Embedded] = {}
    for pk, ladder in ladders.items():
        its_own = [value for value in values if value["ladder"] is not None and value["ladder"].pk == pk]
        refusal = refusals[pk]
        if refusal is not None:
            sentence = _in_preview(ladder, refusal, page)
            found.update((id(value), Embedded(None, why_not=sentence)) for value in its_own)
            continue
        try:
            shown = of_one_replay(ladder, partial(_shown, ladder, addresses[pk], its_own))
        except Http404:  # hidden since it was loaded
            shown = [Embedded(None, why_not=_WHY_NOT[NotEmbedded.HIDDEN])] * len(its_own)
        found.update((id(value), one) for value, one in zip(its_own, shown, strict=True))
    return [found.get(id(value)) or Embedded(None, why_not=_NO_LADDER) for value in values]


def _shown(ladder: Ladder, addresses: Addresses, values: Sequence[StructValue]) -> list[Embedded]:
    reading = Reading(ladder, addresses)
    return [show(value.block, value, reading) for value in values]


def show(block: Any, value: Any, reading: Reading) -> Embedded:
    """Of a ladder that the gate has given, inside `of_one_replay`."""
    missing = block.missing(value, reading)
    if missing is not None:
        return Embedded(None, why_not=missing)
    screen = block.screen(value, reading)
    return Embedded(screen, reading.ladder.name, reading.addresses.base, reading.as_of)


def _in_preview(ladder: Ladder, refusal: NotEmbedded, page: Any) -> Any:
    on_the_page = why_not_embedded(ladder, page if getattr(page, "path", "") else None)
    return _NOT_IN_PREVIEW if on_the_page is None else _WHY_NOT[refusal]
