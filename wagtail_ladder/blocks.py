"""StreamField blocks, for any page of the site."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.fields import StreamField
from wagtail.snippets.blocks import SnippetChooserBlock

from .audience import may_embed
from .site.embed import embedded
from .site.placing import PlacingChooser, acting_user, refusals, title_for


class PlacingChooserBlock(SnippetChooserBlock):
    """Chooses a club or a ladder that the editor may place (`site.placing`), and names no other to him."""

    @cached_property
    def widget(self):
        return PlacingChooser(self.target_model, icon=super().widget.icon)

    @cached_property
    def field(self):
        field = super().field
        field.error_messages.update(refusals(self.target_model))
        return field

    def clean(self, value):
        """Wagtail's own takes an instance that is not stored, which is refused here, for no choice."""
        return blocks.FieldBlock.clean(self, value)

    def render_basic(self, value, context=None):
        """For comparisons of two versions of a page."""
        return "" if value is None else title_for(acting_user(), value)

    def deconstruct(self):
        """In the migrations of a site it is Wagtail's, as a StructBlock is."""
        return f"{SnippetChooserBlock.__module__}.{SnippetChooserBlock.__name__}", *super().deconstruct()[1:]


class LadderBlock(blocks.StructBlock):
    """A ladder, or the top of it, with the numbers of the moment.

    Whether it shows anything depends on the ladder and on the page it stands on (`audience.may_embed`),
    never on the visitor: no cache can mix up audiences.
    """

    ladder = PlacingChooserBlock("wagtail_ladder.Ladder", label=_("Ladder"))
    heading = blocks.CharBlock(label=_("Heading"), required=False, max_length=120)
    top = blocks.IntegerBlock(
        label=_("How many players"),
        required=False,
        min_value=1,
        max_value=500,
        help_text=_("Leave it empty for the whole ladder."),
    )

    def get_context(self, value, parent_context=None):
        context = super().get_context(value, parent_context=parent_context)
        context["embedded"] = embedded(
            value["ladder"], value["top"], context.get("request"), context.get("page")
        )
        return context

    def get_preview_value(self):
        return self.normalize({"ladder": None, "heading": "", "top": None})

    def get_api_representation(self, value, context=None):
        """What the editor typed, where everybody may see the ladder; never its rows, nor its number."""
        ladder = value["ladder"]
        if ladder is None or not may_embed(ladder, None):
            return {}
        return {"heading": value["heading"], "top": value["top"]}

    def get_searchable_content(self, value):
        return []

    class Meta:
        icon = "list-ol"
        label = _("Ladder")
        description = _("A rating ladder, always up to date.")
        template = "wagtail_ladder/blocks/ladder_block.html"
        preview_template = "wagtail_ladder/blocks/ladder_block_preview.html"


class ProseBlock(blocks.StreamBlock):
    """What an editor writes on a club page or a ladder page."""

    paragraph = blocks.RichTextBlock(label=_("Text"))
    ladder = LadderBlock()


def ladder_blocks(page: Any) -> Iterator[blocks.StructValue]:
    """The values of all ladder blocks in the stream fields of a page, however deep they stand."""
    for value, _above in placed_ladder_blocks(page):
        yield value


def placed_ladder_blocks(page: Any) -> Iterator[tuple[blocks.StructValue, blocks.Block | None]]:
    """The same, each with the kind of block that stands right above it in its stream, if any does."""
    for field in page._meta.get_fields():
        if isinstance(field, StreamField):
            yield from _ladder_blocks_in(getattr(page, field.name), None)


def _ladder_blocks_in(
    value: Any, above: blocks.Block | None
) -> Iterator[tuple[blocks.StructValue, blocks.Block | None]]:
    if isinstance(value, blocks.StructValue):
        if isinstance(value.block, LadderBlock):
            yield value, above
        for child in value.values():
            yield from _ladder_blocks_in(child, None)
    elif isinstance(value, blocks.StreamValue):
        for child in value:
            yield from _ladder_blocks_in(child.value, above)
            above = child.block
    elif isinstance(value, blocks.list_block.ListValue):
        for child in value:
            yield from _ladder_blocks_in(child, None)
