"""Blocks of events: who gained most, the standings, what was played lately, and the records of all."""

from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from ..site.block_screens import (
    EventStandings,
    MoverLine,
    MoversScreen,
    PlaceLine,
    event_standings,
    latest_event_lines,
    movers_screen,
)
from ..site.lists import EventLine
from ..site.reading import Reading
from ..site.records import RecordLine, record_lines
from ..site.text import change, points
from .address import EventAddressBlock
from .base import BlockOfALadder


def _an_evening() -> str:
    return pgettext("invented name of an event", "Club evening")


class MoversBlock(BlockOfALadder):
    """Who gained most in the latest event. Nobody is shown for having lost."""

    count = blocks.IntegerBlock(label=_("How many players"), default=3, min_value=1, max_value=20)

    api_children = ("heading", "count")

    def screen(self, value: Any, reading: Reading) -> MoversScreen | str:
        return movers_screen(reading, value["count"]) or ""

    def invented(self) -> MoversScreen:
        people = (("A. B.", 1412, 31), ("C. D.", 1288, 24), ("E. F.", 1530, 12))
        lines = tuple(MoverLine(name, None, points(rating), change(gain)) for name, rating, gain in people)
        return MoversScreen(_an_evening(), None, "", lines)

    class Meta:
        icon = "arrow-up"
        label = _("Movers of the latest event")
        description = _("Who gained most in the latest event. Losses are not listed.")
        template = "wagtail_ladder/blocks/movers_block.html"


class EventStandingsBlock(BlockOfALadder):
    """The standings of one event, or of the latest."""

    event = EventAddressBlock(label=_("Event"), required=False)
    top = blocks.IntegerBlock(
        label=_("How many players"),
        required=False,
        min_value=1,
        max_value=500,
        help_text=_("Leave it empty for everybody."),
    )

    api_children = ("heading", "top")

    def screen(self, value: Any, reading: Reading) -> EventStandings | str:
        return event_standings(reading, value["event"], value["top"]) or ""

    def missing(self, value: Any, reading: Reading) -> Any:
        if value["event"] and reading.event(value["event"]) is None:
            return _("The chosen event is not published on this ladder.")
        return super().missing(value, reading)

    def invented(self) -> EventStandings:
        people = (("A. B.", "3½", 31), ("C. D.", "3", 2), ("E. F.", "2", -6))
        lines = tuple(
            PlaceLine(points(rank), name, None, scored, change(moved))
            for rank, (name, scored, moved) in enumerate(people, start=1)
        )
        return EventStandings(_an_evening(), None, "", False, False, True, lines)

    class Meta:
        icon = "table"
        label = _("Event standings")
        description = _("The standings of one event, or always of the latest.")
        template = "wagtail_ladder/blocks/standings_block.html"


class LatestEventsBlock(BlockOfALadder):
    """The latest events of a ladder."""

    count = blocks.IntegerBlock(label=_("How many events"), default=5, min_value=1, max_value=20)

    api_children = ("heading", "count")

    def screen(self, value: Any, reading: Reading) -> tuple[EventLine, ...]:
        return latest_event_lines(reading, value["count"])

    def invented(self) -> tuple[EventLine, ...]:
        return tuple(
            EventLine(f"{_an_evening()} {number}", None, "", "", players, False, False, False)
            for number, players in ((3, 14), (2, 12), (1, 15))
        )

    class Meta:
        icon = "date"
        label = _("Latest events")
        description = _("The latest events of a ladder, each a way to its results.")
        template = "wagtail_ladder/blocks/latest_events_block.html"


class ClubRecordsBlock(BlockOfALadder):
    """The highest rating, the most games, the longest winning streak, the biggest upset of a ladder."""

    def screen(self, value: Any, reading: Reading) -> tuple[RecordLine, ...]:
        return record_lines(reading.ladder, reading.names, reading.addresses)

    def invented(self) -> tuple[RecordLine, ...]:
        evening = _an_evening()
        holder, other = "E. F.", "A. B."
        return (
            RecordLine(gettext("Highest rating"), points(1655), "A. B.", None, "", None, evening, None, ""),
            RecordLine(gettext("Most games"), points(148), "C. D.", None, "", None, "", None, ""),
            RecordLine(
                gettext("Longest winning streak"), points(8), "A. B.", None, "", None, evening, None, ""
            ),
            RecordLine(gettext("Biggest upset"), points(312), holder, None, other, None, evening, None, ""),
        )

    class Meta:
        icon = "pick"
        label = _("Club records")
        description = _("The highest rating, the longest winning streak and other records of a ladder.")
        template = "wagtail_ladder/blocks/records_block.html"
