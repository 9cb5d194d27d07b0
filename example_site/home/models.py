from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel
from wagtail.blocks import CharBlock, RichTextBlock
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
    """An ordinary page, as every Wagtail site has one: a ladder is one block among others."""

    body = StreamField(
        [
            ("heading", CharBlock(icon="title", template="home/blocks/heading.html")),
            ("text", RichTextBlock(features=["bold", "italic", "link", "ul", "ol"])),
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
        verbose_name=_("body"),
    )

    content_panels = [*Page.content_panels, FieldPanel("body")]
