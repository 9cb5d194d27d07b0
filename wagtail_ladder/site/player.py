"""A player's page (see `table` for who may call it)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from ..audience import ShownName, public_names
from ..engine import shown
from ..models import Decision, Ladder
from ..services.reads.profile import HistoryRow, history_of
from ..services.reads.record import (
    BestWin,
    Record,
    SeasonRecord,
    Tally,
    by_season,
    player_record,
    seasons_of_events,
)
from ..services.reads.seasons import SeasonRow, seasons_of
from ..services.reads.table import row_of
from . import wording
from .addresses import Addresses
from .as_of import AsOf, as_of
from .chart import Chart, rating_chart
from .days import day_shown, today
from .explanation import ExplanationScreen, explained_screen
from .text import change, event_points, points

_OPPONENTS = 20
"""So many are seen at once, of those whom a player met most often; the others unfold."""


class BestWinLine(NamedTuple):
    opponent: str
    url: str | None
    rating: str
    event: str
    event_url: str | None
    date: SafeString


class RunLine(NamedTuple):
    longest: str
    now: str
    """Empty where it is not worth a word."""


@dataclass(frozen=True, slots=True)
class PlayerScreen:
    name: str
    rating: str
    rank: str
    """Empty for who has none."""
    to_be_ranked: str
    """How many games are missing for that; empty for who is not provisional."""
    games: str
    """Rated ones."""
    played: str
    peak: str
    """Empty before the first established rating."""
    record: str
    """Won, drawn and lost: 3–1–2."""
    best_win: BestWinLine | None
    unbeaten: RunLine
    winning: RunLine
    latest: ExplanationScreen | None
    """Why the latest event moved the rating as it did."""
    colours: SafeString
    """Rows of a table, as all that follow."""
    seasons: SafeString
    opponents: SafeString
    """Those met most often."""
    more_opponents: SafeString
    others: SafeString
    """One row for guests, and names that are not decided yet."""
    history: SafeString
    """A row for each event, latest first."""
    chart: Chart | None
    drawn: tuple[SafeString, ...]
    """The dates of the first and the last event that the chart draws."""
    as_of: AsOf | None


def player_screen(
    ladder: Ladder, public_id: str, addresses: Addresses, *, right_to_left: bool = False
) -> PlayerScreen | None:
    """None where the address means nobody, or somebody who never sat in a pairing of a published event."""
    names = public_names(ladder)
    player_id = next((player for player, name in names.items() if name.public_id == public_id), None)
    found = None if player_id is None else row_of(ladder, player_id, today())
    if player_id is None or found is None:
        return None
    name = names[player_id]
    row, provisional_below = found
    language = get_language()
    history = tuple(history_of(ladder, player_id, provisional_below))
    record = player_record(ladder, player_id, history)
    of_event = seasons_of_events(
        history, seasons_of(ladder.club_id), whole_months=ladder.months_instead_of_days
    )
    opponents = list(_opponents(record, names, addresses))
    of_season = by_season(history, of_event, record.events)
    drawn = [event for event in history if event.rated_games]
    return PlayerScreen(
        name=name.name,
        rating=points(row.shown),
        rank=points(row.rank),
        to_be_ranked=wording.games_to_go(row.games_to_go),
        games=points(row.rated_games),
        played=points(row.played_games),
        peak=points(row.peak),
        record=_record(Tally(0, row.wins, row.draws, row.losses)),
        best_win=record.best_win and _best_win(ladder, record.best_win, history, names, name, addresses),
        unbeaten=_run(*record.unbeaten),
        winning=_run(*record.winning),
        latest=_latest(ladder, record, history, names, name, addresses),
        colours=_rows(_colours(record)),
        seasons=_rows(_seasons(ladder, of_season)),
        opponents=_rows(opponents[:_OPPONENTS]),
        more_opponents=_rows(opponents[_OPPONENTS:]),
        others=_rows(_others(record)),
        history=_rows(_history(ladder, history, name, addresses, language)),
        chart=rating_chart(
            drawn[0].shown_before,
            [(event.shown_after, event.provisional) for event in drawn],
            peak=row.peak,
            seasons=_where_seasons_begin(history, of_event),
            right_to_left=right_to_left,
        )
        if drawn
        else None,
        drawn=tuple(day_shown(ladder, event.last_day, language) for event in (*drawn[:1], *drawn[-1:])),
        as_of=as_of(ladder),
    )


def _where_seasons_begin(history: Sequence[HistoryRow], of_event: Sequence[SeasonRow | None]) -> list[int]:
    """Among the events that are drawn."""
    drawn = [season for row, season in zip(history, of_event, strict=True) if row.rated_games]
    neighbours = enumerate(pairwise(drawn), start=1)
    return [place for place, (before, now) in neighbours if now not in (None, before)]


def _latest(
    ladder: Ladder,
    record: Record,
    history: Sequence[HistoryRow],
    names: Mapping[int, ShownName],
    name: ShownName,
    addresses: Addresses,
) -> ExplanationScreen | None:
    """Who is no member has initials on the page of the explanation; here he is a guest."""
    if record.latest is None:
        return None
    event = history[-1]
    guest = ShownName(pgettext("instead of a name", "Guest"), None)
    unknown = ShownName(pgettext("instead of a name", "Not known yet"), None)
    nobody = {Decision.UNDECIDED.value: unknown}
    opponents = {
        entry: nobody.get(decision or "", guest) if player is None else names.get(player, guest)
        for entry, (player, decision) in record.latest.opponents.items()
    }
    shown_event = (event.event_public_id, event.event_name, day_shown(ladder, event.last_day))
    return explained_screen(ladder, record.latest.explained, shown_event, name, opponents, addresses)


def _best_win(
    ladder: Ladder,
    best: BestWin,
    history: Sequence[HistoryRow],
    names: Mapping[int, ShownName],
    name: ShownName,
    addresses: Addresses,
) -> BestWinLine | None:
    opponent = names.get(best.player_id)
    if opponent is None:
        return None
    event = next(event for event in history if event.event_id == best.event_id)
    return BestWinLine(
        opponent=opponent.name,
        url=addresses.player(opponent.public_id),
        rating=points(shown(best.rating, ladder.shown_decimals)),
        event=event.event_name,
        event_url=addresses.explanation(name.public_id, event.event_public_id),
        date=day_shown(ladder, event.last_day),
    )


def _run(now: int, longest: int) -> RunLine:
    return RunLine(points(longest) if longest else "", points(now) if now > 1 else "")


def _rows(rows: Iterable[str]) -> SafeString:
    """Rows are put together here and not in the template: on a long page its nodes are what takes time."""
    return mark_safe("".join(rows))  # noqa: S308 - each part of a row is escaped where it comes in


_NUMBER = '<td class="wl-number">%s</td>'
_RATING = '<td class="wl-number wl-rating">%s</td>'
_LINK = '<a href="%s">%s</a>'


def _colours(record: Record) -> Iterator[str]:
    yield _games_row(wording.COLOURS["white"], record.white)
    yield _games_row(wording.COLOURS["black"], record.black)
    yield _games_row(gettext("Together"), record.total)


def _seasons(ladder: Ladder, seasons: Iterable[SeasonRecord]) -> Iterator[str]:
    for season in seasons:
        name = gettext("Outside the seasons") if season.name is None else season.name
        rating = "–" if season.rating is None else points(shown(season.rating, ladder.shown_decimals))
        yield _games_row(name, season.tally, rating=_RATING % rating)


def _opponents(record: Record, names: Mapping[int, ShownName], addresses: Addresses) -> Iterator[str]:
    for player_id, tally in record.opponents:
        opponent = names.get(player_id)
        if opponent is not None:  # else his place was deleted past the verbs
            yield _games_row(opponent.name, tally, url=addresses.player(opponent.public_id))


def _others(record: Record) -> Iterator[str]:
    if record.others.games:
        yield _games_row(gettext("Guests, and names not known yet"), record.others)


def _games_row(label: Any, tally: Tally, *, url: str | None = None, rating: str = "") -> str:
    """Games added up: those with white, of a season, against somebody."""
    name = f"<bdi>{escape(str(label))}</bdi>"
    head = _LINK % (url, name) if url else name
    return f'<tr><th scope="row">{head}</th>{_games_cells(tally, get_language())}{rating}</tr>\n'


@lru_cache(maxsize=2000)  # many opponents were met a few times: the same few records again and again
def _games_cells(tally: Tally, _language: str | None) -> str:
    percent = pgettext("of the points that were to be had", "%(percent)s%%")
    share = percent % {"percent": points(tally.percent)} if tally.games else ""
    return (
        _NUMBER % points(tally.games)
        + _NUMBER % _record(tally)
        + _NUMBER % f'{event_points(tally.score)} <small class="wl-note">{escape(share)}</small>'
    )


def _record(tally: Tally) -> str:
    return "–".join(points(number) for number in (tally.wins, tally.draws, tally.losses))


_EVENT_ROW = (
    '<tr><th scope="row">%s <small class="wl-note">%s</small></th>'
    + _NUMBER
    + _RATING
    + '<td class="wl-number">%s%s</td></tr>\n'
)
_WHY = ' <small class="wl-note"><a href="%s">%s</a></small>'


def _history(
    ladder: Ladder,
    history: Sequence[HistoryRow],
    name: ShownName,
    addresses: Addresses,
    language: str | None,
) -> Iterator[str]:
    """Latest first. The name of an event leads to the event, the change to its explanation."""
    why = escape(pgettext("link beside a change of rating", "why?"))
    unrated = f'<small class="wl-note">{escape(pgettext("an event, in a table", "not rated"))}</small>'
    number, moved = cache(points), cache(change)
    for row in reversed(history):
        event = f"<bdi>{escape(row.event_name)}</bdi>"
        event_url = addresses.event(row.event_public_id)
        why_url = addresses.explanation(name.public_id, row.event_public_id)
        yield _EVENT_ROW % (
            _LINK % (event_url, event) if event_url else event,
            day_shown(ladder, row.last_day, language),
            number(row.rated_games),
            number(row.shown_after),
            moved(row.change) if row.rated_games else unrated,
            _WHY % (why_url, why) if why_url else "",
        )
