from wagtail import blocks
from wagtail.admin.panels import FieldPanel
from wagtail.fields import StreamField
from wagtail.models import Page

from wagtail_ladder.blocks import (
    ClubRecordsBlock,
    EventStandingsBlock,
    HeadToHeadBlock,
    LadderBlock,
    LatestEventsBlock,
    MilestonesBlock,
    MoversBlock,
    PlayerCardBlock,
)


class HomePage(Page):
    """An ordinary page of a site that knows nothing of clubs."""

    body = StreamField(
        [
            ("heading", blocks.CharBlock()),
            ("text", blocks.RichTextBlock()),
            ("ladder", LadderBlock()),
            ("movers", MoversBlock()),
            ("player", PlayerCardBlock()),
            ("head_to_head", HeadToHeadBlock()),
            ("standings", EventStandingsBlock()),
            ("events", LatestEventsBlock()),
            ("records", ClubRecordsBlock()),
            ("milestones", MilestonesBlock()),
        ],
        blank=True,
    )

    content_panels = [*Page.content_panels, FieldPanel("body")]
