"""Reads the inputs of a ladder into the engine's words: five plain queries, however long the ladder is."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from ..engine import Event as EngineEvent
from ..engine import Game as EngineGame
from ..engine import Reason, Rules
from ..kinds import Kind
from ..models import Decision, Entry, Event, Game, RuleSet
from .persons import seats_with_start

OrderKey = tuple[date, int, int]

_KINDS = {kind.value: kind for kind in Kind}
_REASONS = {"": None, **{reason.value: reason for reason in Reason}}
GAME_FIELDS = (
    "round", "board", "white_id", "black_id", "kind", "white_half_points", "black_half_points", "unrated",
)  # fmt: skip
_game_row = attrgetter(*GAME_FIELDS)


@dataclass(frozen=True)
class Inputs:
    """Everything that a ladder follows from, and nothing else.

    Players and events are row ids; a player is who he is after all merges.
    """

    events: list[EngineEvent]
    rules: list[tuple[date | None, Rules]]
    starts: dict[int, int]
    event_ids: dict[OrderKey, int]
    appearances: dict[int, set[int]]
    """Per event id the linked players who sit in a pairing."""

    def rules_on(self, day: date) -> Rules:
        return rules_in_force(self.rules, day)


@dataclass(frozen=True, slots=True)
class Rows:
    """What `Inputs` are made of, column by column as it is stored, each list in the order of its ids."""

    events: list[tuple[Any, ...]]
    games: list[tuple[Any, ...]]
    entries: list[tuple[Any, ...]]
    rules: list[tuple[Any, ...]]
    starts: dict[int, int]

    @property
    def for_digest(self) -> object:
        """All that the ladder follows from, or could follow from tomorrow."""
        dated = repr((self.events, self.rules))
        return dated, self.games, self.entries, sorted(self.starts.items())


def stored_rows(ladder_id: int, *, drafts: bool = False) -> Rows:
    """Of the published events; with `drafts`, of all of them."""
    events = Event.objects.filter(ladder_id=ladder_id)
    entries = Entry.objects.with_person().filter(event__ladder_id=ladder_id)
    games = Game.objects.filter(event__ladder_id=ladder_id)
    if not drafts:
        events = events.filter(status=Event.Status.PUBLISHED)
        entries = entries.filter(event__status=Event.Status.PUBLISHED)
        games = games.filter(event__status=Event.Status.PUBLISHED)
    rules = RuleSet.objects.filter(ladder_id=ladder_id)
    return Rows(
        events=_in_order(events, "last_day", "sequence", "tie_break", "unrated", "status"),
        # A preview reads without the lock. Games first: no game read then can lack an entry that came later.
        games=_in_order(games, "event_id", *GAME_FIELDS),
        entries=_in_order(entries, "event_id", "person_id", "decision"),
        rules=_in_order(rules, "from_date", "start", "k_new", "k_new_games", "k", "provisional_below"),
        starts=load_starts(ladder_id),
    )


def _in_order(rows: QuerySet[Any], *columns: str) -> list[tuple[Any, ...]]:
    """Sorted here: a database may give them in another order after a write."""
    return sorted(rows.order_by().values_list("pk", *columns))


def load_inputs(
    ladder_id: int, *, also_published: Collection[int] = (), without: Collection[int] = ()
) -> Inputs:
    """The inputs as stored. Previews may count some drafts as published, or some events as gone."""
    rows = stored_rows(ladder_id, drafts=bool(also_published))
    events = [
        row
        for row in rows.events
        if (row[5] == Event.Status.PUBLISHED or row[0] in also_published) and row[0] not in without
    ]
    return inputs_from(replace(rows, events=events), load_rules(ladder_id))


def inputs_from(rows: Rows, rules: list[tuple[date | None, Rules]]) -> Inputs:
    player_of: dict[int | None, int | None] = {None: None}
    waiting: set[int] = set()
    for pk, event_id, player_id, decision in rows.entries:
        player_of[pk] = player_id
        if decision == Decision.UNDECIDED:
            waiting.add(event_id)

    games_of: dict[int, list[EngineGame]] = defaultdict(list)
    seated: dict[int, set[int | None]] = defaultdict(set)
    for _pk, event_id, *row in rows.games:
        _number, _board, white, black, kind, *_result = row
        if kind != Kind.NOT_PAIRED:
            seated[event_id].update((white, black))
        games_of[event_id].append(_engine_game(player_of, *row))

    chosen = {row[0] for row in rows.events}
    return Inputs(
        events=[
            EngineEvent(day, sequence, tie_break, games_of.get(pk, []), _reason(unrated), pk in waiting)
            for pk, day, sequence, tie_break, unrated, _status in rows.events
        ],
        rules=rules,
        starts=rows.starts,
        event_ids={(day, sequence, tie_break): pk for pk, day, sequence, tie_break, _u, _s in rows.events},
        appearances={
            event_id: {player for pk in pks if (player := player_of.get(pk)) is not None}
            for event_id, pks in seated.items()
            if event_id in chosen
        },
    )


def engine_games(games: Collection[Game], player_of: Mapping[int | None, int | None]) -> list[EngineGame]:
    """Stored games in the engine's words, in the same order: two of them may come out equal.

    `player_of` maps entry ids to players; entries that it lacks, and None, are nobody's.
    """
    return [_engine_game(player_of, *_game_row(game)) for game in games]


def _engine_game(
    player_of: Mapping[int | None, int | None],
    number: int | None,
    board: int | None,
    white: int | None,
    black: int | None,
    kind: str,
    white_half_points: int | None,
    black_half_points: int | None,
    unrated: str,
) -> EngineGame:
    return EngineGame(
        number,
        board,
        player_of.get(white),
        player_of.get(black),
        white_half_points,
        black_half_points,
        _KINDS.get(kind, kind),
        _reason(unrated),
    )


def _reason(text: str) -> Reason | None:
    """One that is unknown, which only raw SQL can have written, is passed on: the engine refuses it."""
    return _REASONS.get(text, text)  # type: ignore[arg-type]


def load_starts(ladder_id: int) -> dict[int, int]:
    """The start ratings that organisers gave: player id -> whole points."""
    return {player: seat.start_rating for player, seat in seats_with_start(ladder_id).items()}  # type: ignore[misc]


def load_rules(ladder_id: int) -> list[tuple[date | None, Rules]]:
    """The dated rules of a ladder, the undated first set in front."""
    rule_sets = RuleSet.objects.filter(ladder_id=ladder_id)
    return sorted(
        ((rule_set.from_date, as_rules(rule_set)) for rule_set in rule_sets),
        key=lambda dated: (dated[0] is not None, dated[0] or date.min),
    )


def rules_in_force(rules: list[tuple[date | None, Rules]], day: date) -> Rules:
    """The last rule set whose date is not after `day`; the first has no date.

    Those of a new ladder where there are none, which nothing but a deletion past the verbs leaves behind: the
    engine refuses to compute anything then, but pages have to be shown.
    """
    in_force = rules[0][1] if rules else Rules()
    for from_date, dated in rules[1:]:
        if from_date is not None and from_date <= day:
            in_force = dated
    return in_force


def as_rules(rule_set: RuleSet) -> Rules:
    return Rules(
        start=rule_set.start,
        k_bands=((0, rule_set.k_new), (rule_set.k_new_games, rule_set.k)),
        provisional_below=rule_set.provisional_below,
    )
