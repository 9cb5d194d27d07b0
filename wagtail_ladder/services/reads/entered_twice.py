"""Results that look as if they had been entered twice: one evening uploaded and typed, a line copied."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q
from django.db.models.functions import Coalesce

from ...kinds import Kind
from ...matching import fold
from ...models import Decision, Entry, Event, Game, Ladder
from ...reports import TournamentReport
from ..comparing import stored_pairings

_PLAYED = (Kind.PLAYED, Kind.PLAYED_UNRATED)

Seat = int | str
"""A person's id; of a name that nobody has decided, the name."""
Result = tuple[frozenset[tuple[Seat, int | None]], int | None]
"""Who played whom with which half points, whatever the colours, and the round."""


class Played(NamedTuple):
    game: int
    event: int
    day: date | None
    """None where nobody said on which day of a longer event it was."""
    result: Result


@dataclass(frozen=True, slots=True)
class EnteredTwice:
    """Games of an event of which another event (or itself) has an equal one."""

    event: Event
    """Where the others stand."""
    games: tuple[int, ...]
    """Ids of those in the event that was asked about."""


def entered_twice(event: Event) -> list[EnteredTwice]:
    """Games of the event that have the same two players, round and result as another one.

    Compared with the event itself (where rounds are not numbered, nothing else keeps a pair from standing
    there twice) and with the living events of its ladder on one of its days. A single game of another event
    is pointed out where both were played on the same day. Where it is not known on which day, two leagues
    that run side by side have such games by chance: they are pointed out where at least half the games of one
    of the two events are equal. Names count before anybody has decided who they are. Three queries.
    """
    events = {other.pk: other for other in [event, *_on_the_same_days(event)]}
    played = defaultdict(list)
    for game in _played(events):
        played[game.event].append(game)
    own = played.pop(event.pk, [])
    found = {event.pk: _twice_in_one(own)}
    for pk, theirs in played.items():
        found[pk] = _in_both(own, theirs)
    return [EnteredTwice(events[pk], tuple(sorted(games))) for pk, games in found.items() if games]


def events_with_these_results(ladder: Ladder, report: TournamentReport) -> list[Event]:
    """The living events of the ladder in which exactly what a file says was played stands, the latest first.

    By the names as typed, the rounds and the results, whatever the colours and the days. Two queries.
    """
    called = {player.number: fold(player.name) for player in report.players}
    said = Counter(
        (
            frozenset(
                {
                    (called[pairing.white], pairing.white_half_points),
                    (called[pairing.black], pairing.black_half_points),
                }
            ),
            pairing.round,
        )
        for pairing in stored_pairings(report)
        if pairing.kind in _PLAYED and pairing.black is not None
    )
    counted = Count("games", filter=Q(games__kind__in=_PLAYED))
    living = ladder.events.exclude(status=Event.Status.DELETED).annotate(played=counted)
    events = list(living.filter(played=said.total()).order_by("-last_day", "-sequence", "-tie_break"))
    stored: dict[int, Counter[Result]] = defaultdict(Counter)
    games = Game.objects.filter(event__in=events, kind__in=_PLAYED).order_by()
    for event_id, white, white_score, black, black_score, number in games.values_list(
        "event_id", "white__typed_name", "white_half_points",
        "black__typed_name", "black_half_points", "round",
    ):  # fmt: skip
        pair = frozenset({(fold(white), white_score), (fold(black or ""), black_score)})
        stored[event_id][pair, number] += 1
    return [event for event in events if said and stored[event.pk] == said]


def _twice_in_one(games: Iterable[Played]) -> set[int]:
    by_result: dict[Result, list[int]] = defaultdict(list)
    for game in games:
        by_result[game.result].append(game.game)
    return {pk for equal in by_result.values() if len(equal) > 1 for pk in equal}


def _in_both(own: list[Played], theirs: list[Played]) -> set[int]:
    days: dict[Result, set[date | None]] = defaultdict(set)
    for game in theirs:
        days[game.result].add(game.day)
    here = {game.game: _may_be_one_day(game.day, days[game.result]) for game in own if game.result in days}
    equal = {pk for pk, may_be in here.items() if may_be}
    if 2 * len(equal) >= min(len(own), len(theirs)):
        return equal
    return {game.game for game in own if game.game in equal and game.day and game.day in days[game.result]}


def _may_be_one_day(day: date | None, others: Iterable[date | None]) -> bool:
    return any(day is None or other is None or day == other for other in others)


def _on_the_same_days(event: Event) -> list[Event]:
    begin = event.first_day or event.last_day
    others = Event.objects.filter(ladder_id=event.ladder_id, last_day__gte=begin).exclude(pk=event.pk)
    living = others.exclude(status=Event.Status.DELETED).annotate(begin=Coalesce("first_day", "last_day"))
    return list(living.filter(begin__lte=event.last_day).order_by("last_day", "sequence", "tie_break"))


def _played(events: Mapping[int, Event]) -> list[Played]:
    """What was played in the events, but for games of a name that was left out. Two queries."""
    seats = _seats(events)
    games = Game.objects.filter(event__in=events, kind__in=_PLAYED).order_by("pk")
    found = []
    for pk, event_id, white, black, white_score, black_score, number in games.values_list(
        "pk", "event_id", "white", "black", "white_half_points", "black_half_points", "round"
    ):
        if white in seats and black in seats:
            pair = frozenset({(seats[white], white_score), (seats[black], black_score)})
            found.append(Played(pk, event_id, _day_of(events[event_id], number), (pair, number)))
    return found


def _seats(events: Iterable[int]) -> dict[int, Seat]:
    """Entry id -> who sits there. A name that is not decided is whom the same name was decided to be here."""
    rows = Entry.objects.with_person().filter(event__in=events).exclude(decision=Decision.LEFT_OUT)
    entries = list(rows.order_by("pk").values_list("pk", "typed_name", "person_id"))
    decided = {fold(name): person for _pk, name, person in entries if person is not None}
    return {
        pk: decided.get(fold(name), fold(name)) if person is None else person for pk, name, person in entries
    }


def _day_of(event: Event, number: int | None) -> date | None:
    """The day of a round: as the file said it, or the only one that the event has."""
    said = event.round_dates.get(str(number))
    if said:
        return date.fromisoformat(said)
    return event.last_day if event.first_day in (None, event.last_day) else None
