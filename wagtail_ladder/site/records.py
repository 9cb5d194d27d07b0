"""The records of a ladder, in the words and names that visitors may read."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..audience import ShownName
from ..models import Ladder
from ..services.reads import Record, RecordKind, club_records
from .addresses import Addresses
from .days import day_shown
from .text import points

_TITLES = {
    RecordKind.HIGHEST_RATING: _("Highest rating"),
    RecordKind.MOST_GAMES: _("Most games"),
    RecordKind.WINNING_STREAK: _("Longest winning streak"),
    RecordKind.BIGGEST_UPSET: _("Biggest upset"),
}


@dataclass(frozen=True, slots=True)
class RecordLine:
    title: str
    value: str
    """As 1684, 112 games or 302 points."""
    name: str
    url: str | None
    opponent: str
    """Of an upset, who lost; else empty, as the event is where the record was set in no single one."""
    opponent_url: str | None
    event: str
    event_url: str | None
    date: SafeString


def record_lines(
    ladder: Ladder, names: Mapping[int, ShownName], addresses: Addresses
) -> tuple[RecordLine, ...]:
    """`names` holds everybody on the ladder. Who has none, as he came with a replay since, is left out."""
    return tuple(
        _line(record, ladder, names, addresses)
        for record in club_records(ladder)
        if record.player_id in names and (record.opponent_id is None or record.opponent_id in names)
    )


def _line(record: Record, ladder: Ladder, names: Mapping[int, ShownName], addresses: Addresses) -> RecordLine:
    holder = names[record.player_id]
    opponent = names[record.opponent_id] if record.opponent_id is not None else None
    return RecordLine(
        title=str(_TITLES[record.kind]),
        value=_value(record),
        name=holder.name,
        url=addresses.player(holder.public_id),
        opponent=opponent.name if opponent else "",
        opponent_url=addresses.player(opponent.public_id) if opponent else None,
        event=record.event_name,
        event_url=addresses.event(record.event_id) if record.event_id else None,
        date=day_shown(ladder, record.day),
    )


def _value(record: Record) -> str:
    shown = points(record.value)
    if record.kind in (RecordKind.MOST_GAMES, RecordKind.WINNING_STREAK):
        return ngettext("%(count)s game", "%(count)s games", int(record.value)) % {"count": shown}
    if record.kind is RecordKind.BIGGEST_UPSET:
        return ngettext("%(count)s point", "%(count)s points", int(record.value)) % {"count": shown}
    return shown
