"""StreamField blocks, for any page of the site."""

from ..site.placed import ladder_blocks, placed_ladder_blocks
from .address import EventAddressBlock, PlayerAddressBlock
from .base import BlockOfALadder, PlacingChooserBlock
from .events import ClubRecordsBlock, EventStandingsBlock, LatestEventsBlock, MoversBlock
from .ladder import LadderBlock
from .players import HeadToHeadBlock, MilestonesBlock, PlayerCardBlock
from .prose import ProseBlock

__all__ = [
    "BlockOfALadder",
    "ClubRecordsBlock",
    "EventAddressBlock",
    "EventStandingsBlock",
    "HeadToHeadBlock",
    "LadderBlock",
    "LatestEventsBlock",
    "MilestonesBlock",
    "MoversBlock",
    "PlacingChooserBlock",
    "PlayerAddressBlock",
    "PlayerCardBlock",
    "ProseBlock",
    "ladder_blocks",
    "placed_ladder_blocks",
]
