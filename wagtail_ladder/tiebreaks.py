"""Who stands before whom in an event with the same number of points.

The definitions are those of the FIDE Handbook, C.07 Play-Off and Tie-Break Regulations, in force since
1 March 2026; the articles named here are of that text. Players are ints, points are half points or exact
decimals: nothing is rounded. Standard library only.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from .kinds import Kind


class TieBreak(StrEnum):
    BUCHHOLZ = "buchholz"
    """Article 8.1: the sum of the scores of the opponents."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """Article 9.1: the sum of the scores of the opponents, each times the points made against that one."""
    WINS = "wins"
    """Article 7.1: rounds that gave as many points as a win, with or without play."""
    DIRECT_ENCOUNTER = "direct_encounter"
    """Article 6: the points that those who are tied made against one another."""


class System(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    FREE = "free"
    """Whoever was there played whom he liked: scores of opponents say nothing."""


ORDER: Mapping[System, tuple[TieBreak, ...]] = {
    System.SWISS: (
        TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.DIRECT_ENCOUNTER,
    ),
    # Never Buchholz, by the note to article 8: of those who met everybody it only repeats the points.
    System.ROUND_ROBIN: (TieBreak.DIRECT_ENCOUNTER, TieBreak.WINS, TieBreak.SONNEBORN_BERGER),
    System.FREE: (TieBreak.WINS,),
}  # fmt: skip
"""What breaks a tie, first to last (article 4.1 leaves the choice to the organiser)."""


class Pairing(NamedTuple):
    """As a stored game: of a bye, white is the player and black nobody. Points are half points."""

    round: int | None
    white: int
    black: int | None
    kind: Kind
    white_half_points: int | None
    black_half_points: int | None


@dataclass(frozen=True, slots=True)
class Place:
    rank: int
    """Shared by those whom no tie-break could part."""
    half_points: int
    tie_breaks: Mapping[TieBreak, Decimal]
    """A direct encounter only for those who had one."""


@dataclass(frozen=True, slots=True)
class Standings:
    places: Mapping[int, Place]
    """Player -> place, the first first."""
    needed: tuple[TieBreak, ...]
    """Of the order, those up to the last that parted anybody."""


def system_of(declared: System | None, pairings: Collection[Pairing]) -> System:
    """How the event was paired, as declared or else as it looks.

    Where everybody met everybody, equally often, it is a round robin, whatever it was called. A Swiss has
    numbered rounds, and more than one. What nobody declared is one if it has three or more, no two met twice,
    and everybody took part in more than half of them.
    """
    met = Counter(frozenset((one.white, one.black)) for one in pairings if one.black is not None)
    people = {player for pair in met for player in pair}
    is_complete = len(people) > 2 and len(met) == len(people) * (len(people) - 1) // 2
    if declared is System.ROUND_ROBIN or (is_complete and len(set(met.values())) == 1):
        return System.ROUND_ROBIN
    rounds = {one.round for one in pairings}
    if None in rounds or len(rounds) < 2:
        return System.FREE
    if declared is not None:
        return declared
    seats = Counter(player for one in pairings for player in (one.white, one.black) if _takes_part(one))
    never_again = set(met.values()) == {1}
    busy = all(2 * seats[player] > len(rounds) for player in people)
    return System.SWISS if len(rounds) > 2 and never_again and busy else System.FREE


def standings(players: Iterable[int], pairings: Iterable[Pairing], system: System) -> Standings:
    """All `players` by points and tie-breaks. Article 4.2: each next one only among those still tied."""
    event = Scores(players, pairings, system)
    groups = _parted(event.players, event.score.__getitem__)
    needed = 0
    values: dict[int, dict[TieBreak, Decimal]] = defaultdict(dict)
    for number, tie_break in enumerate(ORDER[system], start=1):
        tied = len(groups)
        if tied == len(event.players):
            break
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            for group in groups:
                for player, half_points in event.points_among(group).items():
                    values[player][tie_break] = Decimal(half_points) / 2
            groups = [part for group in groups for part in event.by_direct_encounter(group)]
        else:
            value = event.values(tie_break)
            for player in event.players:
                values[player][tie_break] = value[player]
            groups = [part for group in groups for part in _parted(group, value.__getitem__)]
        if len(groups) > tied:
            needed = number
    places, rank = {}, 1
    for group in groups:
        for player in group:
            places[player] = Place(rank, event.score[player], values[player])
        rank += len(group)
    return Standings(places, ORDER[system][:needed])


class _Seat(NamedTuple):
    """What one player did in one round."""

    round: int | None
    opponent: int | None
    kind: Kind
    half_points: int

    @property
    def is_played(self) -> bool:
        return self.kind in (Kind.PLAYED, Kind.PLAYED_UNRATED)

    @property
    def is_requested_bye(self) -> bool:
        """Article 16.1.1: half a point or none for a round that the player did not want, or was not there."""
        if self.kind is Kind.NOT_PAIRED:
            return self.half_points < 2
        return self.kind in (Kind.BYE_HALF, Kind.BYE_ZERO)

    @property
    def is_voluntary(self) -> bool:
        """Article 16.1.2: a voluntarily unplayed round, which is a requested bye or a forfeit loss."""
        is_forfeit = self.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT)
        return self.is_requested_bye or (is_forfeit and not self.half_points)


class Scores:
    """What the players of an event made, and what follows from it for those they met."""

    def __init__(self, players: Iterable[int], pairings: Iterable[Pairing], system: System) -> None:
        pairings = tuple(pairings)
        self.players, self.system = tuple(players), system
        self.rounds = max((one.round or 0 for one in pairings), default=0)
        self.seats: dict[int, list[_Seat]] = {player: [] for player in self.players}
        for number, white, black, kind, white_half_points, black_half_points in pairings:
            self.seats[white].append(_Seat(number, black, Kind(kind), white_half_points or 0))
            if black is not None:
                self.seats[black].append(_Seat(number, white, Kind(kind), black_half_points or 0))
        if system is System.SWISS:
            self._seat_the_absent()
        self.score = {player: sum(seat.half_points for seat in seats) for player, seats in self.seats.items()}

    def _seat_the_absent(self) -> None:
        """A round for which there is nothing of a player is one that he did not ask to play in."""
        for seats in self.seats.values():
            seated = {seat.round for seat in seats}
            missing = (number for number in range(1, self.rounds + 1) if number not in seated)
            seats += [_Seat(number, None, Kind.NOT_PAIRED, 0) for number in missing]
            seats.sort(key=lambda seat: seat.round or 0)

    def values(self, tie_break: TieBreak) -> dict[int, Decimal]:
        if tie_break is TieBreak.WINS:
            return {
                player: Decimal(sum(seat.half_points == 2 for seat in seats))
                for player, seats in self.seats.items()
            }
        if tie_break is TieBreak.BUCHHOLZ:
            return {
                player: Decimal(sum(score for _seat, score in self._opponents(player))) / 2
                for player in self.players
            }
        return {
            player: Decimal(sum(score * seat.half_points for seat, score in self._opponents(player))) / 4
            for player in self.players
        }

    def _opponents(self, player: int) -> Iterable[tuple[_Seat, int]]:
        """Each round of a player, with the score (half points) of whoever counts as the opponent in it."""
        for seat in self.seats[player]:
            if seat.kind is Kind.SCHEDULED:
                continue
            if self.system is System.ROUND_ROBIN:
                # Article 15.2: pairings were known beforehand, so a forfeit is a regular game.
                if seat.opponent is not None:
                    yield seat, self.score[seat.opponent]
            elif seat.is_played and seat.opponent is not None:
                yield seat, self._adjusted_score[seat.opponent]
            else:
                yield seat, self._score_of_dummy(player, seat)

    def _score_of_dummy(self, player: int, seat: _Seat) -> int:
        """Article 16.4: an unplayed round is a game against a dummy that has the player's own score, but

        16.4.1: of a forfeit, no more than the adjusted score of who should have sat opposite;
        16.4.2: of any other round, no more than a draw in every round of the event would give.
        """
        most = self.rounds if seat.opponent is None else self._adjusted_score[seat.opponent]
        return min(self.score[player], most)

    @cached_property
    def _adjusted_score(self) -> dict[int, int]:
        """Article 16.3: a player's score (half points) as it counts for those who met him.

        Requested byes after which he played no more (16.2.5) are draws; all else counts what it gave.
        """
        scores = {}
        for player, seats in self.seats.items():
            score, has_left = 0, True
            for seat in reversed(seats):
                has_left &= seat.is_voluntary
                score += 1 if has_left and seat.is_requested_bye else seat.half_points
            scores[player] = score
        return scores

    def points_among(self, group: Sequence[int]) -> dict[int, int]:
        """Half points that those of a group made against one another; without whoever met nobody of it."""
        points: dict[int, int] = {}
        for first, second in combinations(group, 2):
            for own, other in self._met.get((first, second), ()):
                points[first] = points.get(first, 0) + own
                points[second] = points.get(second, 0) + other
        return points

    def by_direct_encounter(self, group: Sequence[int]) -> list[list[int]]:
        """Article 6. Where all met all (6.2), their table parts them, and again those whom it leaves tied.

        Where some did not meet (6.3), whoever is first however those games had ended is first, and so on.
        """
        if len(group) == 1:
            return [list(group)]
        score, could_be_more = self._table(group)
        if not any(could_be_more.values()):
            parts = _parted(group, score.__getitem__)
            if len(parts) == 1:
                return parts
            return [part for tied in parts for part in self.by_direct_encounter(tied)]
        first, *rest = sorted(group, key=lambda player: -score[player])
        if all(score[first] > score[player] + could_be_more[player] for player in rest):
            return [[first], *self.by_direct_encounter([player for player in group if player != first])]
        return [list(group)]

    def _table(self, group: Sequence[int]) -> tuple[dict[int, Fraction], dict[int, int]]:
        """Half points in the table of a group, and how many more the games that were not played could give.

        Article 6.1.2: of those who met more than once, the average counts.
        """
        score = dict.fromkeys(group, Fraction(0))
        could_be_more = dict.fromkeys(group, 0)
        for first, second in combinations(group, 2):
            games = self._met.get((first, second))
            if games:
                score[first] += Fraction(sum(own for own, _other in games), len(games))
                score[second] += Fraction(sum(other for _own, other in games), len(games))
            else:
                could_be_more[first] += 2
                could_be_more[second] += 2
        return score, could_be_more

    @cached_property
    def _met(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """(one, another) -> the half points of both in each game that counts for a direct encounter.

        Article 6.1.1: forfeits do not, except in a round robin (15.2).
        """
        with_forfeits = self.system is System.ROUND_ROBIN
        halves: dict[tuple[int, int], list[int]] = defaultdict(list)
        for player, seats in self.seats.items():
            for seat in seats:
                if seat.opponent is None or seat.kind is Kind.SCHEDULED:
                    continue
                if seat.is_played or with_forfeits:
                    halves[player, seat.opponent].append(seat.half_points)
        return {
            (one, two): list(zip(own, halves[two, one], strict=True)) for (one, two), own in halves.items()
        }


def _parted(group: Sequence[int], value: Callable[[int], Any]) -> list[list[int]]:
    """Those of a group by value, highest first; equal ones together, in the order they came in."""
    together: dict[Any, list[int]] = defaultdict(list)
    for player in group:
        together[value(player)].append(player)
    return [together[key] for key in sorted(together, reverse=True)]


def _takes_part(one: Pairing) -> bool:
    return one.kind not in (Kind.NOT_PAIRED, Kind.BYE_ZERO)
