"""A club's page: the ladders that this visitor may see, everybody on them, and their events."""

from calendar import monthrange
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest

from ..audience import Access, access, is_public, may_embed, public_date, public_names
from ..models import Club, ClubRole, Ladder
from ..ordering import alphabetical
from ..services.reads import coming_events, ladder_table, of_one_replay, seasons_of
from ..services.roles import has_role
from .addresses import Addresses, addresses_of
from .as_of import AsOf, as_of
from .days import today
from .lists import ArchiveScreen, EventLine, archive_screen, event_line, mixes_days_and_months
from .records import RecordLine, record_lines
from .text import points


@dataclass(frozen=True, slots=True)
class RosterLine:
    name: str
    url: str | None
    ladder: str
    rating: str
    games_to_go: int


@dataclass(frozen=True, slots=True)
class LadderLink:
    name: str
    url: str | None
    players: int
    as_of: AsOf | None


@dataclass(frozen=True, slots=True)
class LadderRecords:
    ladder: str
    records: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True)
class ComingEvent:
    event: EventLine
    is_over: bool
    """Its planned last day has passed, and it is in progress all the same."""


@dataclass(frozen=True, slots=True)
class ClubScreen:
    name: str
    ladders: tuple[LadderLink, ...]
    coming: tuple[ComingEvent, ...]
    """In progress, and to come: as planned."""
    records: tuple[LadderRecords, ...]
    """Of the ladders that have any."""
    roster: tuple[RosterLine, ...]
    archive: ArchiveScreen
    is_private: bool
    """Some of it is not for everybody: no shared cache may keep it."""

    @property
    def several_ladders(self) -> bool:
        return len(self.ladders) > 1


def club_screen(club: Club, page: Any, request: HttpRequest) -> ClubScreen:
    visible: dict[int, Ladder] = {}
    is_private = False
    for ladder in club.ladders.all():
        ladder.club = club
        for_everybody = is_public(ladder) and may_embed(ladder, page)
        if for_everybody or _may_see(request, ladder):
            visible[ladder.pk] = ladder
            is_private = is_private or not for_everybody
    addresses = addresses_of(visible, request)
    links, records, roster = _of_each_ladder(club, visible, addresses)
    seasons = seasons_of(club.pk) if visible else ()
    return ClubScreen(
        name=club.name,
        ladders=links,
        coming=_coming(visible, addresses) if visible else (),
        records=records,
        roster=roster,
        archive=archive_screen(visible, addresses, request.GET.get("page"), seasons),
        is_private=is_private,
    )


def _may_see(request: HttpRequest, ladder: Ladder) -> bool:
    """A public ladder whose own page is private is shown here to people with a role only."""
    user = getattr(request, "user", None)
    if is_public(ladder):
        return has_role(user, ClubRole.ARBITER, ladder.club_id)
    return access(user, ladder) is Access.GRANTED


def _of_each_ladder(
    club: Club, ladders: dict[int, Ladder], addresses: dict[int, Addresses]
) -> tuple[tuple[LadderLink, ...], tuple[LadderRecords, ...], tuple[RosterLine, ...]]:
    """A member of several ladders stands in the roster once for each, as that ladder shows him.

    Nothing may join two of them: the initials of one ladder would be told by the full name on another. So
    there are no records of the club as a whole either.
    """
    links, records, roster = [], [], []
    for ladder in ladders.values():
        lines, held = of_one_replay(ladder, partial(_lines_and_records, ladder, addresses[ladder.pk]))
        links.append(LadderLink(ladder.name, addresses[ladder.pk].base, len(lines), as_of(ladder)))
        if held:
            records.append(LadderRecords(ladder.name, held))
        roster.extend(lines)
    # By what is printed, and not by the name behind it: the order of initials must not tell surnames. In the
    # alphabet of the club: the same order for every visitor, whatever his language.
    roster.sort(key=lambda line: alphabetical(line.name, club.language))
    return tuple(links), tuple(records), tuple(roster)


def _lines_and_records(
    ladder: Ladder, addresses: Addresses
) -> tuple[list[RosterLine], tuple[RecordLine, ...]]:
    table = ladder_table(ladder, today())
    names = public_names(ladder, [row.player_id for row in table.rows])
    lines = []
    for row in table.of(names).rows:
        name = names[row.player_id]
        url = addresses.player(name.public_id)
        lines.append(RosterLine(name.name, url, ladder.name, points(row.shown), row.games_to_go))
    return lines, record_lines(ladder, names, addresses)


def _coming(ladders: dict[int, Ladder], addresses: dict[int, Addresses]) -> tuple[ComingEvent, ...]:
    """A ladder that shows months has no event to come this month: else it would tell the day it passes."""
    now = today()
    end_of_month = now.replace(day=monthrange(now.year, now.month)[1])
    after = {pk: end_of_month if ladder.months_instead_of_days else now for pk, ladder in ladders.items()}
    rows = coming_events(after, by_month=mixes_days_and_months(ladders.values()))
    return tuple(
        ComingEvent(
            event_line(row, ladders[row.ladder_id], addresses[row.ladder_id]),
            is_over=public_date(ladders[row.ladder_id], row.last_day)[:3]
            < public_date(ladders[row.ladder_id], now)[:3],
        )
        for row in rows
    )
