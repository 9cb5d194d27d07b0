"""The stream of blocks on the pages of this app."""

from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from .events import ClubRecordsBlock, EventStandingsBlock, LatestEventsBlock, MoversBlock
from .ladder import LadderBlock
from .players import HeadToHeadBlock, MilestonesBlock, PlayerCardBlock


class ProseBlock(blocks.StreamBlock):
    """What an editor writes on a club page or a ladder page."""

    paragraph = blocks.RichTextBlock(label=_("Text"))
    ladder = LadderBlock()
    movers = MoversBlock()
    player = PlayerCardBlock()
    head_to_head = HeadToHeadBlock()
    standings = EventStandingsBlock()
    events = LatestEventsBlock()
    records = ClubRecordsBlock()
    milestones = MilestonesBlock()
