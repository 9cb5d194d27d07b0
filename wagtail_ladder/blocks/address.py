"""Which player, or which event: by the random part of the address of the page.

That is all that is stored, in the page and in its old versions. It says nothing of anybody, and once less of
the player's name is shown it leads nowhere: no page, and no old version of one, explains the new initials.
"""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from wagtail import blocks


class AddressBlock(blocks.CharBlock):
    """Takes a whole address, and keeps the part that tells which it is. A name is never kept."""

    below = ""
    """The step of the address above that part."""
    refusal: Any = ""

    def __init__(self, required: bool = True, **kwargs: Any) -> None:
        super().__init__(required=required, max_length=2000, **kwargs)

    def clean(self, value: Any) -> str:
        text = super().clean(value).strip()
        if not text:
            return ""
        found = re.search(rf"(?:^|/{self.below}/)([0-9a-z]{{13}})(?=[/?#]|$)", text)
        if found is None:
            raise ValidationError(self.refusal, code="no_address")
        return found[1]

    def get_searchable_content(self, value: Any) -> list[str]:
        return []

    def get_translatable_segments(self, value: Any) -> list[Any]:
        """For wagtail-localize: there is nothing to translate."""
        return []

    def get_api_representation(self, value: Any, context: Any = None) -> None:
        return None

    def deconstruct(self) -> Any:
        """In the migrations of a site it is Wagtail's, as a StructBlock is."""
        return "wagtail.blocks.CharBlock", *super().deconstruct()[1:]


class GroupNameBlock(blocks.CharBlock):
    """The name of a group, as the club writes it in every language."""

    def get_translatable_segments(self, value: Any) -> list[Any]:
        return []

    def deconstruct(self) -> Any:
        return "wagtail.blocks.CharBlock", *super().deconstruct()[1:]


class PlayerAddressBlock(AddressBlock):
    below = "players"
    refusal = _("This is not the address of a player. Open the page of the player and copy its address.")

    class Meta:
        help_text = _("Open the page of the player on this ladder, and paste its address here.")
        icon = "user"


class EventAddressBlock(AddressBlock):
    below = "events"
    refusal = _("This is not the address of an event. Open the page of the event and copy its address.")

    class Meta:
        help_text = _("Paste the address of the page of the event. Leave it empty for the latest event.")
        icon = "date"
