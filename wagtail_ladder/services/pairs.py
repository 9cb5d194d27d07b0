"""What is known of two members who may be one person, to help somebody decide."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db.models import Q

from ..engine import shown
from ..kinds import Kind
from ..models import Entry, Event, Game, Ladder, Player, Standing

_PLAYED = frozenset({Kind.PLAYED, Kind.PLAYED_UNRATED})


@dataclass(frozen=True, slots=True)
class RatingOn:
    ladder: Ladder
    rating: int | Decimal
    """As the ladder shows it."""
    games: int


@dataclass(slots=True)
class MemberFacts:
    """A member with everybody who was merged into him. Deleted events do not count."""

    player: Player
    spellings: Counter[str] = field(default_factory=Counter)
    """Name as typed -> in how many entries."""
    ratings: list[RatingOn] = field(default_factory=list)
    games: int = 0
    """Really played, rated or not, in published events and drafts."""
    events: dict[int, Event] = field(default_factory=dict)
    first_day: date | None = None
    last_day: date | None = None

    @property
    def typed_as(self) -> list[tuple[str, int]]:
        """The spellings, the commonest first."""
        return self.spellings.most_common()

    def rating_on(self, ladder: Ladder) -> RatingOn | None:
        return next((one for one in self.ratings if one.ladder.pk == ladder.pk), None)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where two members sat at one board, or both sat in one round."""

    event: Event
    round: int | None
    board: int | None


@dataclass(frozen=True, slots=True)
class PairFacts:
    one: MemberFacts
    other: MemberFacts
    met: tuple[Meeting, ...]
    """They played each other."""
    in_one_round: tuple[Meeting, ...]
    """Both had a seat, at two boards: one round each, the first of an event first."""

    @property
    def both(self) -> tuple[MemberFacts, MemberFacts]:
        return self.one, self.other

    @property
    def common_events(self) -> list[Event]:
        return [event for pk, event in self.one.events.items() if pk in self.other.events]

    @property
    def ladders(self) -> list[Ladder]:
        """On which at least one of them has a rating."""
        found = {rated.ladder.pk: rated.ladder for rated in (*self.one.ratings, *self.other.ratings)}
        return sorted(found.values(), key=lambda ladder: (ladder.name, ladder.pk))

    @property
    def days_between(self) -> int | None:
        """Between the last event of who was seen first and the first of the other; None where they overlap,
        or where one was never seen."""
        spans = [
            (facts.first_day, facts.last_day)
            for facts in self.both
            if facts.first_day is not None and facts.last_day is not None
        ]
        if len(spans) < 2:
            return None
        (_begin, end), (later_begin, _end) = sorted(spans)
        return (later_begin - end).days if later_begin > end else None

    @property
    def overlaps(self) -> bool:
        return None not in (self.one.first_day, self.other.first_day) and self.days_between is None


def member_facts(players: Iterable[Player]) -> dict[int, MemberFacts]:
    """Player id -> facts, of members of one club who stand for themselves; three queries for all of them."""
    facts, _entries, _games = _gathered(list(players))
    return facts


def pair_facts(pairs: Sequence[tuple[Player, Player]]) -> list[PairFacts]:
    """The facts of each pair, in the same order; as many queries for a page of pairs as for one."""
    facts, entries, games = _gathered([player for pair in pairs for player in pair])
    return [
        PairFacts(
            facts[one.pk],
            facts[other.pk],
            *_meetings(facts[one.pk].events, {one.pk, other.pk}, entries, games),
        )
        for one, other in pairs
    ]


_Entries = dict[int, int]
"""Entry id -> id of the person."""


def _gathered(players: Collection[Player]) -> tuple[dict[int, MemberFacts], _Entries, list[Game]]:
    facts = {player.pk: MemberFacts(player) for player in players}
    person_of: _Entries = {}
    whose = Q(player__in=facts) | Q(player__merged_into__in=facts)
    entries = Entry.objects.with_person().filter(whose).exclude(event__status=Event.Status.DELETED)
    for entry in entries.select_related("event__ladder").order_by("event__last_day", "event_id", "number"):
        if entry.person_id not in facts:  # one of the two was merged with somebody else meanwhile
            continue
        person_of[entry.pk] = entry.person_id
        one, event = facts[entry.person_id], entry.event
        one.spellings[entry.typed_name] += 1
        one.events[event.pk] = event
        one.first_day = one.first_day or event.first_day or event.last_day
        one.last_day = event.last_day
    events = {pk for one in facts.values() for pk in one.events}
    games = [
        game
        for game in Game.objects.filter(event__in=events).order_by("event", "round", "board", "pk")
        if game.white_id in person_of or game.black_id in person_of
    ]
    for game in games:
        if game.kind in _PLAYED:
            for seat in (game.white_id, game.black_id):
                if seat in person_of:
                    facts[person_of[seat]].games += 1
    standings = Standing.objects.filter(player__in=facts).select_related("ladder")
    for standing in standings.order_by("ladder__name", "ladder_id"):
        ladder = standing.ladder
        rating = shown(standing.rating, ladder.shown_decimals)
        facts[standing.player_id].ratings.append(RatingOn(ladder, rating, standing.rated_games))
    return facts, person_of, games


def _meetings(
    events: dict[int, Event], pair: set[int], person_of: _Entries, games: Iterable[Game]
) -> tuple[tuple[Meeting, ...], tuple[Meeting, ...]]:
    met: list[Meeting] = []
    boards: dict[tuple[int, int], list[tuple[int, Game]]] = defaultdict(list)
    for game in games:
        if game.event_id not in events:
            continue
        seated = {person_of.get(seat) for seat in (game.white_id, game.black_id) if seat} & pair
        if len(seated) == 2:
            met.append(Meeting(events[game.event_id], game.round, game.board))
        elif seated and game.round is not None and game.kind not in (Kind.BYE_ZERO, Kind.NOT_PAIRED):
            boards[game.event_id, game.round].extend((person, game) for person in seated if person)
    both = [
        Meeting(events[event_id], number, seats[-1][1].board)
        for (event_id, number), seats in boards.items()
        if {person for person, _game in seats} == pair
    ]
    return tuple(met), tuple(both)
