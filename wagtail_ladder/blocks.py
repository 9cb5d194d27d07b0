"""StreamField blocks, for any page of the site."""

from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.snippets.blocks import SnippetChooserBlock


class LadderBlock(blocks.StructBlock):
    """A ladder, or the top of it, with the numbers of the moment.

    Whether it shows anything depends on the ladder and on the page it stands on (`audience.may_embed`),
    never on the visitor: no cache can mix up audiences.
    """

    ladder = SnippetChooserBlock("wagtail_ladder.Ladder", label=_("ladder"))
    heading = blocks.CharBlock(label=_("heading"), required=False, max_length=120)
    top = blocks.IntegerBlock(
        label=_("how many players"),
        required=False,
        min_value=1,
        max_value=500,
        help_text=_("Leave it empty for the whole ladder."),
    )

    class Meta:
        icon = "list-ol"
        label = _("Ladder")
        description = _("A rating ladder, always up to date.")
        template = "wagtail_ladder/blocks/ladder_block.html"


class ProseBlock(blocks.StreamBlock):
    """What an editor writes on a club page or a ladder page."""

    paragraph = blocks.RichTextBlock(label=_("text"))
    ladder = LadderBlock()
