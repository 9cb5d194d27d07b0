"""What all blocks of ladders have in common."""

from abc import abstractmethod
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.blocks.struct_block import StructBlockValidationError
from wagtail.snippets.blocks import SnippetChooserBlock

from ..audience import may_embed
from ..site.addresses import Addresses
from ..site.block_table import NO_SUCH_PLAYER
from ..site.embed import Embedded, embedded
from ..site.placing import PlacingChooser, acting_user, refusals, title_for
from ..site.reading import Reading
from .address import PlayerAddressBlock


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
        return "wagtail.snippets.blocks.SnippetChooserBlock", *super().deconstruct()[1:]


class LiveBlock(blocks.BooleanBlock):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    class Meta:
        label = _("Keep up to date")
        help_text = _(
            "A page that is left open shows the new numbers by itself, as on the screen of a club evening."
        )

    def deconstruct(self):
        return "wagtail.blocks.BooleanBlock", *super().deconstruct()[1:]


class BlockOfALadder(blocks.StructBlock):
    """Something of a ladder, with the numbers of the moment.

    Whether it shows anything depends on the ladder and on the page it stands on (`audience.may_embed`),
    never on the visitor: no cache can mix up audiences.

    A block says what it prints by `screen`, and the template prints it as `embedded.screen`.
    """

    ladder = PlacingChooserBlock("wagtail_ladder.Ladder", label=_("Ladder"))
    heading = blocks.CharBlock(label=_("Heading"), required=False, max_length=120)
    live = LiveBlock(default=True)

    is_of_a_ladder = True
    api_children: ClassVar[tuple[str, ...]] = ("heading",)
    """What the API tells of it: nothing that is a row, an id or a group."""

    @abstractmethod
    def screen(self, value: Any, reading: Reading) -> Any:
        """What the template prints, of a ladder that the gate has given; None for nothing."""

    def missing(self, value: Any, reading: Reading) -> Any:
        """Why there is nothing to show, as a sentence for editors without names; None where there is."""
        for name in self._players:
            if value[name] and reading.player(value[name]) is None:
                return NO_SUCH_PLAYER
        return None

    @abstractmethod
    def invented(self) -> Any:
        """A screen of invented people, for the preview in the admin: it asks no database."""

    @property
    def _players(self) -> list[str]:
        return [name for name, child in self.child_blocks.items() if isinstance(child, PlayerAddressBlock)]

    def get_form_layout(self):
        if self.meta.form_layout is not None:
            return super().get_form_layout()
        children = [name for name in self.child_blocks if name != "live"]
        return blocks.BlockGroup(children=children, settings=["live"])

    def clean(self, value):
        """Who is chosen must stand on the ladder that is chosen."""
        cleaned = super().clean(value)
        if cleaned["ladder"] is not None:
            reading = Reading(cleaned["ladder"], Addresses(None))
            errors = {
                name: ValidationError(
                    _("Nobody on this ladder has this address. Copy it anew from the page of the player."),
                    code="no_such_player",
                )
                for name in self._players
                if cleaned[name] and reading.player(cleaned[name]) is None
            }
            if errors:
                raise StructBlockValidationError(block_errors=errors)
        return cleaned

    def normalize(self, value):
        """What code leaves out has its default, as what a form leaves out."""
        if not isinstance(value, blocks.StructValue):
            value = {**{name: child.get_default() for name, child in self.child_blocks.items()}, **value}
        return super().normalize(value)

    def get_context(self, value, parent_context=None):
        context = super().get_context(value, parent_context=parent_context)
        context["embedded"] = embedded(value, context.get("request"), context.get("page"))
        return context

    def get_preview_value(self):
        return self.get_default()

    def get_preview_context(self, value, parent_context=None):
        context = super().get_preview_context(value, parent_context)
        return {
            **context,
            "value": value,
            "embedded": Embedded(self.invented(), self.label),
            "block_template": self.meta.template,
        }

    def get_api_representation(self, value, context=None):
        """What the editor typed, where everybody may see the ladder; never its rows, nor its number."""
        ladder = value["ladder"]
        if ladder is None or not may_embed(ladder, None):
            return {}
        return {name: value[name] for name in self.api_children}

    def get_searchable_content(self, value):
        return []

    class Meta:
        icon = "ladder"
        preview_template = "wagtail_ladder/blocks/preview.html"
