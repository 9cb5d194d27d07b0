"""A decision taken back: looked at first, like every other change of who is who."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from ...models import Act, Entry
from ...services import undo
from ...services.preview import preview_act
from ..trying import LadderShown, Trying, ladder_shown
from .visible import becomes_visible, full_names


class Undoing(Trying):
    """Whose full name is seen again belongs to what is looked at. Subclasses set `recorded`, and `club`."""

    recorded: Act
    """What is taken back."""
    becomes_visible: Sequence[str] = ()

    @abstractmethod
    def entries_that_change(self) -> QuerySet[Entry]:
        """The entries that may be shown under another name then."""

    def asked(self) -> Any:
        return self.recorded.pk, self.becomes_visible

    def act(self) -> Act:
        return undo(self.recorded, by=self.request.user)

    def tried(self) -> list[LadderShown]:
        entries = self.entries_that_change()
        before = full_names(entries)

        def undo_and_look() -> None:
            self.act()
            self.becomes_visible = becomes_visible(before, full_names(entries))

        return preview_act(self.club.pk, undo_and_look, ladder_shown)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["becomes_visible"] = self.becomes_visible
        return context
