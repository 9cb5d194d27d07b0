from importlib.util import find_spec

from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel
from wagtail.blocks import CharBlock, RichTextBlock
from wagtail.fields import StreamField
from wagtail.models import Page

BLOCKS = [
    ("heading", CharBlock(icon="title", template="home/blocks/heading.html")),
    ("text", RichTextBlock(features=["bold", "italic", "link", "ul", "ol"])),
]
if find_spec("wagtail_ladder.blocks"):
    from wagtail_ladder.blocks import LadderBlock

    BLOCKS.append(("ladder", LadderBlock()))


class HomePage(Page):
    """An ordinary page, as every Wagtail site has one: a LadderBlock is one block among others."""

    body = StreamField(BLOCKS, blank=True, verbose_name=_("body"))

    content_panels = [*Page.content_panels, FieldPanel("body")]
