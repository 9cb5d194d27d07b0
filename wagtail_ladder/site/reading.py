"""What is read of a ladder once, for however many blocks of it stand on a page."""

from functools import cached_property

from django.utils.translation import get_language

from ..audience import ShownGroup, ShownName, new_address_of, public_names, shown_groups
from ..models import Event, Ladder
from ..services.reads import LadderRow, LadderTable, ladder_table, latest_event
from .addresses import Addresses
from .as_of import AsOf, as_of
from .days import today
from .table import TableLine, group_named, table_line


class Reading:
    """Of one replay: made and used inside `services.reads.of_one_replay`, for a ladder that the gate gave."""

    def __init__(self, ladder: Ladder, addresses: Addresses) -> None:
        self.ladder = ladder
        self.addresses = addresses

    @cached_property
    def table(self) -> LadderTable:
        return ladder_table(self.ladder, today()).of(self.names)

    @cached_property
    def names(self) -> dict[int, ShownName]:
        return public_names(self.ladder)

    @cached_property
    def rows(self) -> dict[int, LadderRow]:
        return {row.player_id: row for row in self.table.rows}

    @cached_property
    def groups(self) -> tuple[ShownGroup, ...]:
        return shown_groups(self.ladder)

    @cached_property
    def latest_event(self) -> Event | None:
        return latest_event(self.ladder)

    @cached_property
    def latest_rated_event(self) -> Event | None:
        return latest_event(self.ladder, rated=True)

    @property
    def as_of(self) -> AsOf | None:
        return as_of(self.ladder)

    def line(self, row: LadderRow) -> TableLine:
        return table_line(self.ladder, row, self.names[row.player_id], self.addresses, get_language())

    def player(self, public_id: str) -> int | None:
        """Whom the address of a player means by now, if somebody who stands on the ladder."""
        found = self._players.get(public_id)
        if found is None:
            found = self._players.get(new_address_of(self.ladder, public_id) or "")
        return found

    @cached_property
    def _players(self) -> dict[str, int]:
        return {
            name.public_id: player_id
            for player_id, name in self.names.items()
            if name.public_id and player_id in self.rows
        }

    def group(self, name: str) -> ShownGroup | None:
        return group_named(self.groups, name)

    def event(self, public_id: str) -> Event | None:
        """The published event of this address, or without one the latest."""
        if not public_id:
            return self.latest_event
        published = Event.objects.filter(ladder=self.ladder, status=Event.Status.PUBLISHED)
        event = published.filter(public_id=public_id).first()
        if event is not None:
            event.ladder = self.ladder
        return event
