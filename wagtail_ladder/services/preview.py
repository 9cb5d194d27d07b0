"""What a change would do to a ladder: computed by the same engine, and nothing is stored."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from django.utils import timezone

from ..engine import Replay, Rules, State
from ..models import Event, Ladder, RatingChange
from .inputs import Inputs, load_inputs, load_rules, rules_in_force
from .outside import CHANGED_OUTSIDE, TakenOver, found_outside
from .reads.snapshot import of_one_replay
from .reads.table import Stood, ranks, ranks_now
from .replay import RatingsThen, Tally, change_rows, computed, digest_now, ratings_now, tallies, who_moved
from .verb import trial

Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class Move:
    """A player before and after. Ratings in nanopoints; None before where he was not on the ladder."""

    player_id: int
    rating_before: int | None
    rating_after: int
    games_before: int
    games_after: int
    becomes_established: bool
    rank_before: int | None = None
    """As the ladder's table ranks him today: None of the provisional and the inactive."""
    rank_after: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """How everybody stands on one ladder, at one moment."""

    ratings: RatingsThen
    ranks: Mapping[int, int]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Preview:
    changes: tuple[Move, ...]
    """In the event itself: exactly what will be stored, largest rise first."""
    standings_moved: tuple[Move, ...]
    """On the ladder as it will then be: later events may carry the change on to others."""
    waiting: bool
    """An undecided name: the event will be shown and not rated yet."""
    fingerprint: str
    """It stands for everything that was looked at: the ladder as it is stored, and as it will then be."""
    taken_over: TakenOver | None = None
    """What will move first, and is not the event's doing."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who would not be on the ladder any more, and where he stands now (rating in nanopoints)."""

    player_id: int
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class LadderMoves:
    """What an act would do to one ladder."""

    ladder: Ladder
    moves: tuple[Move, ...]
    """Largest rise first. To be seated without a rated game is no move."""
    gone: tuple[Gone, ...]
    taken_over: TakenOver | None = None
    """What will move first, and is not the act's doing."""


def preview_act(club_id: int, act: Callable[[], object], look: Callable[[LadderMoves], Seen]) -> list[Seen]:
    """Who would move on each ladder of the club if `act` were done, ladders without a move left out.

    What moves because it was changed past the verbs is counted apart: `taken_over`.
    `act` calls verbs; what it raises is raised here. `look` sees each ladder while everything is as it would
    be then (a member who would be added has a name only so long). Nothing is kept.
    """
    taken_over: dict[int, TakenOver] = {}

    def on_take_over(ladder_id: int, what: TakenOver) -> None:
        # A ladder, and a deleted event of it: that of the ladder says more.
        if what.players_moved or ladder_id not in taken_over:
            taken_over[ladder_id] = what
        before[ladder_id] = standings_now(Ladder.objects.get(pk=ladder_id))

    with trial(club_id, on_take_over=on_take_over):
        ladders = list(Ladder.objects.filter(club_id=club_id).order_by("name", "pk"))
        before = {ladder.pk: standings_now(ladder) for ladder in ladders}
        act()
        found = (
            replace(moves_since(before[ladder.pk], ladder), taken_over=taken_over.get(ladder.pk))
            for ladder in _replayed_since(ladders, taken_over)
        )
        return [look(moved) for moved in found if moved.moves or moved.gone or moved.taken_over]


def _replayed_since(ladders: list[Ladder], taken_over: Collection[int]) -> Iterator[Ladder]:
    """With those of which a deleted event alone was taken over."""
    rows = Ladder.objects.filter(pk__in=[ladder.pk for ladder in ladders])
    replayed = dict(rows.values_list("pk", "replayed_at"))
    return (
        ladder
        for ladder in ladders
        if ladder.pk in taken_over or replayed.get(ladder.pk) != ladder.replayed_at
    )


def standings_now(ladder: Ladder) -> Standings:
    today = timezone.localdate()
    rules = rules_in_force(load_rules(ladder.pk), today)
    return Standings(ratings_now(ladder.pk), ranks_now(ladder, rules.provisional_below, today), rules)


def moves_since(then: Standings, ladder: Ladder) -> LadderMoves:
    """Who moved between then and now. Under other rules one may get or lose a rank, and keep the rating."""
    now, before = standings_now(ladder), then.ratings
    moves = []
    for player, (rating, games) in now.ratings.items():
        was, games_before = before.get(player, (None, 0))
        rank_before, rank = then.ranks.get(player), now.ranks.get(player)
        moved = (was, games_before) != (rating, games) and (games or was is not None)
        if moved or (rank_before is None) != (rank is None):
            was_provisional = games_before < then.rules.provisional_below
            becomes = was_provisional and games >= now.rules.provisional_below
            moves.append(Move(player, was, rating, games_before, games, becomes, rank_before, rank))
    gone = [Gone(player, *before[player]) for player in before.keys() - now.ratings.keys()]
    return LadderMoves(
        ladder,
        tuple(sorted(moves, key=_largest_first)),
        tuple(sorted(gone, key=lambda one: (-one.rating, one.player_id))),
    )


def fingerprint_once_published(event: Event) -> str:
    """As `preview_publication` gives it, and nothing else."""
    return _fingerprint(event, computed(load_inputs(event.ladder_id, also_published=[event.pk])))


def _fingerprint(event: Event, once_published: Replay) -> str:
    return f"{digest_now(event.ladder_id).rows} {once_published.digest}"


def preview_publication(event: Event) -> Preview:
    """Who would move, and by how much, if the event were published now."""
    return of_one_replay(event.ladder, lambda: _preview_publication(event))


def _preview_publication(event: Event) -> Preview:
    inputs = load_inputs(event.ladder_id, also_published=[event.pk])
    result = computed(inputs)
    established_from = inputs.rules_on(event.last_day).provisional_below
    changes = [
        Move(player, before, after, games_before, games_after, games_before < established_from <= games_after)
        for (event_id, player), (before, after, games_before, games_after) in change_rows(
            inputs, result
        ).items()
        if event_id == event.pk
    ]
    today = timezone.localdate()
    stored = ratings_now(event.ladder_id)
    before = ranks_now(event.ladder, inputs.rules_on(today).provisional_below, today)
    taken_over = None
    if action := found_outside(event.ladder_id):
        as_it_is = load_inputs(event.ladder_id)
        stands = tallies(as_it_is, computed(as_it_is))
        written, stored = stored, {player: (one.rating, one.rated_games) for player, one in stands.items()}
        before = _ranks_then(as_it_is, stands, event.ladder)
        moving = len(who_moved(written, stored))
        if moving or action == CHANGED_OUTSIDE:
            taken_over = TakenOver(action, moving)
    moved = []
    standing = tallies(inputs, result)
    for player, tally in standing.items():
        rating, games = stored.get(player, (None, 0))
        if (rating, games) != (tally.rating, tally.rated_games):
            becomes = games < established_from <= tally.rated_games
            moved.append(Move(player, rating, tally.rating, games, tally.rated_games, becomes))
    after = _ranks_then(inputs, standing, event.ladder)

    def ranked(moves: Iterable[Move]) -> tuple[Move, ...]:
        with_ranks = (
            replace(move, rank_before=before.get(move.player_id), rank_after=after.get(move.player_id))
            for move in moves
        )
        return tuple(sorted(with_ranks, key=_largest_first))

    waiting = any(
        engine_event.waiting
        and inputs.event_ids[engine_event.day, engine_event.sequence, engine_event.id] == event.pk
        for engine_event in inputs.events
    )
    return Preview(ranked(changes), ranked(moved), waiting, _fingerprint(event, result), taken_over)


def _ranks_then(inputs: Inputs, standing: Mapping[int, Tally], ladder: Ladder) -> Mapping[int, int]:
    """As `ranks_now` once these inputs are stored."""
    today = timezone.localdate()
    day_of = {event_id: day for (day, _sequence, _lot), event_id in inputs.event_ids.items()}
    seen: dict[int, list[date]] = defaultdict(list)
    for event_id, players in inputs.appearances.items():
        for player in players:
            seen[player].append(day_of[event_id])
    stood = []
    for player, tally in sorted(standing.items(), key=lambda pair: pair[1].first_place):
        rated = tally.last_rated_event_id
        last_day = max(seen[player]) if rated is None else day_of[rated]
        stood.append(Stood(player, tally.rating, tally.rated_games, last_day))
    return ranks(stood, ladder, inputs.rules_on(today).provisional_below, today)


def states_before(event: Event) -> Mapping[int, State]:
    """Where its players stand before the event: as stored, or as publishing it now would find them."""
    if event.status == Event.Status.PUBLISHED:
        stored = RatingChange.objects.filter(event=event)
        return {
            player: State(rating, games)
            for player, rating, games in stored.values_list("player_id", "rating_before", "games_before")
        }
    result = computed(load_inputs(event.ladder_id, also_published=[event.pk]))
    return result.results[event.last_day, event.sequence, event.tie_break].before


def stored_changes(event: Event) -> tuple[Move, ...]:
    """The same of a published event, as stored."""
    rows = RatingChange.objects.filter(event=event).values_list(
        "player_id", "rating_before", "rating_after", "games_before", "games_after"
    )
    established_from = rules_in_force(load_rules(event.ladder_id), event.last_day).provisional_below
    return tuple(
        sorted(
            (
                Move(
                    player,
                    before,
                    after,
                    games_before,
                    games_after,
                    games_before < established_from <= games_after,
                )
                for player, before, after, games_before, games_after in rows
            ),
            key=_largest_first,
        )
    )


def _largest_first(move: Move) -> tuple[int, int]:
    return (-(move.rating_after - (move.rating_before or 0)), move.player_id)
