"""Blocks of players: one of them, two against each other, and who is near to something."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from wagtail import blocks

from ..site.block_screens import (
    HeadToHeadScreen,
    Milestone,
    PlayerCard,
    head_to_head_screen,
    milestones,
    player_card,
)
from ..site.chart import sparkline
from ..site.reading import Reading
from ..site.table import TableLine
from ..site.text import change, points
from .address import PlayerAddressBlock
from .base import BlockOfALadder


def _invented(rank: int, name: str, rating: int) -> TableLine:
    values = {
        "rank": points(rank), "name": name, "rating": points(rating), "games": points(48), "note": "",
        "change": change(9),
    }  # fmt: skip
    return TableLine(**{field: values.get(field) for field in TableLine._fields})


class PlayerCardBlock(BlockOfALadder):
    """One player: rating, rank and a small drawing of the way there."""

    player = PlayerAddressBlock(label=_("Player"))

    def screen(self, value: Any, reading: Reading) -> PlayerCard | None:
        player = reading.player(value["player"])
        return None if player is None else player_card(reading, player)

    def missing(self, value: Any, reading: Reading) -> Any:
        return super().missing(value, reading) if value["player"] else _NO_PLAYER

    def invented(self) -> PlayerCard:
        ratings = (1500, 1512, 1540, 1528, 1560, 1575, 1571, 1603, 1612)
        first, last = points(ratings[0]), points(ratings[-1])
        return PlayerCard(_invented(1, "A. B.", 1612), False, points(1620), sparkline(ratings), first, last)

    class Meta:
        icon = "user"
        label = _("Player")
        description = _("A card of one player: rating, rank, and the way of the rating as a small drawing.")
        template = "wagtail_ladder/blocks/player_block.html"


class HeadToHeadBlock(BlockOfALadder):
    """What two players scored against each other."""

    first = PlayerAddressBlock(label=_("First player"))
    second = PlayerAddressBlock(label=_("Second player"))

    def screen(self, value: Any, reading: Reading) -> HeadToHeadScreen | None:
        first, second = (reading.player(value[name]) for name in ("first", "second"))
        if first is None or second is None:
            return None
        return head_to_head_screen(reading, first, second)

    def missing(self, value: Any, reading: Reading) -> Any:
        if not value["first"] or not value["second"]:
            return _NO_PLAYER
        reason = super().missing(value, reading)
        if reason is None and reading.player(value["first"]) == reading.player(value["second"]):
            return _("Both addresses are those of one player.")
        return reason

    def invented(self) -> HeadToHeadScreen:
        first, second = _invented(1, "A. B.", 1612), _invented(2, "C. D.", 1540)
        wins, draws, losses = points(3), points(2), points(1)
        return HeadToHeadScreen(first, second, 6, "4", "2", wins, draws, losses, ())

    class Meta:
        icon = "group"
        label = _("Head to head")
        description = _("Two players: what they scored against each other, and their latest games.")
        template = "wagtail_ladder/blocks/head_to_head_block.html"


class MilestonesBlock(BlockOfALadder):
    """Who is near to something: the first rank, a round number, the own highest rating. Nothing to lose."""

    count = blocks.IntegerBlock(label=_("How many players"), default=5, min_value=1, max_value=50)

    api_children = ("heading", "count")

    def screen(self, value: Any, reading: Reading) -> tuple[Milestone, ...]:
        return milestones(reading, value["count"])

    def invented(self) -> tuple[Milestone, ...]:
        to_be_ranked = ngettext("%(games)s more game to be ranked", "%(games)s more games to be ranked", 2)
        to_go = ngettext("%(points)s point to %(rating)s", "%(points)s points to %(rating)s", 12)
        return (
            Milestone("A. B.", None, to_go % {"points": points(12), "rating": points(1500)}),
            Milestone("C. D.", None, to_be_ranked % {"games": points(2)}),
        )

    class Meta:
        icon = "thumbtack"
        label = _("Next milestones")
        description = _("Who is a few games or points from something nice. Nobody can lose anything there.")
        template = "wagtail_ladder/blocks/milestones_block.html"


_NO_PLAYER = _("No player is chosen.")
