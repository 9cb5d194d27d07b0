"""The ladder block."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from ..site.block_table import (
    BlockLine,
    BlockTable,
    Order,
    Ratings,
    TableOptions,
    block_table,
    missing,
)
from ..site.movement import moved
from ..site.reading import Reading
from ..site.text import change, points
from .address import GroupNameBlock, PlayerAddressBlock
from .base import BlockOfALadder


class LadderBlock(BlockOfALadder):
    """A ladder, the top of it, the part around a player, or a group; and gentler ways for schools."""

    top = blocks.IntegerBlock(
        label=_("How many players"),
        required=False,
        min_value=1,
        max_value=500,
        help_text=_("Leave it empty for the whole ladder."),
    )
    order = blocks.ChoiceBlock(
        label=_("What it shows"),
        choices=Order.choices,
        default=Order.POSITIONS,
        help_text=_("Instead of positions: who plays most, or who has gained most. Nobody is last there."),
    )
    group = GroupNameBlock(
        label=_("Only one group"),
        required=False,
        max_length=40,
        help_text=_("The name of a group of players, as “U10”. It shows with eight or more members."),
    )
    around = PlayerAddressBlock(label=_("Around one player"), required=False)
    ranks = blocks.BooleanBlock(label=_("Show rank numbers"), required=False, default=True)
    moves = blocks.BooleanBlock(
        label=_("Show places won and lost"),
        required=False,
        default=True,
        help_text=_("By the latest event, beside the rank numbers of the whole ladder and exact ratings."),
    )
    ratings = blocks.ChoiceBlock(
        label=_("Ratings"),
        choices=Ratings.choices,
        default=Ratings.EXACT,
        help_text=_(
            "Rounded or in bands for everybody in the block: for juniors alone it would tell who is a child."
        ),
    )

    api_children = ("heading", "top")

    def screen(self, value: Any, reading: Reading) -> BlockTable:
        return block_table(reading, _options(value))

    def missing(self, value: Any, reading: Reading) -> Any:
        return missing(_options(value), reading)

    def invented(self) -> BlockTable:
        people = (("A. B.", 1612, 48, 9, 1), ("C. D.", 1540, 31, -4, -1), ("E. F.", 1388, 22, None, 0))
        lines = tuple(
            BlockLine(
                points(rank), moved(won), name, None, points(rating), points(games), "", change(gain), False
            )
            for rank, (name, rating, games, gain, won) in enumerate(people, start=1)
        )
        return BlockTable(lines, (), Order.POSITIONS, "", "", True, True, True, True, False)

    class Meta:
        icon = "list-ol"
        label = _("Ladder")
        description = _("A rating ladder, always up to date: all of it, the top, or a part.")
        template = "wagtail_ladder/blocks/ladder_block.html"
        form_layout = blocks.BlockGroup(
            children=["ladder", "heading", "top"],
            settings=["order", "group", "around", "ranks", "moves", "ratings", "live"],
        )


def _options(value: Any) -> TableOptions:
    return TableOptions(
        top=value["top"],
        around=value["around"] or "",
        group=(value["group"] or "").strip(),
        order=value["order"],
        ranks=value["ranks"],
        moves=value["moves"],
        ratings=value["ratings"],
    )
