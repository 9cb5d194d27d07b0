"""The nouns of the engine. All of them are frozen; the next state is a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from wagtail_ladder.kinds import Kind

Nanopoints: TypeAlias = int
"""Billionths of a rating point: every rating and every change inside the engine."""

Billionths: TypeAlias = int
"""Billionths of a won game: scores and expected scores. K times billionths are nanopoints."""

Player: TypeAlias = int
"""An opaque number. Two names that were merged arrive here as one number."""

OrderKey: TypeAlias = tuple[date, int, int]
"""(last day, sequence of the day, tie-break): the place of an event in the history."""

POINT = 1_000_000_000
"""One rating point in nanopoints, and one won game in billionths."""

HALF_POINT = POINT // 2


class EngineError(ValueError):
    """Input that is no ladder. Raised before anything is computed; `str()` is a sentence for people.

    `code` is for programs, and `message % params` is the sentence, so that it can be translated.
    """

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message % params)
        self.code, self.message, self.params = code, message, params


class Reason(StrEnum):
    """Why a pairing did, or did not, move the rating of one of its players. The first that applies."""

    RATED = "rated"
    BYE = "bye"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    UNPLAYED = "unplayed"
    """The player was not paired in this round."""
    UNFINISHED = "unfinished"
    VARIANT = "variant"
    """Another game than chess, such as bughouse."""
    UNRATED_GAME = "unrated_game"
    UNRATED_EVENT = "unrated_event"
    PROVISIONAL_OPPONENT = "provisional_opponent"
    """The shield: an established player is not moved by an opponent whose rating means little yet."""
    LEFT_OUT = "left_out"
    """One side is no member of the ladder."""
    NAMES_WAITING = "names_waiting"
    """Some name of the event is undecided, so nothing of it is rated yet."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the ladder rules. Refuses impossible ones with an `EngineError`.

    `start` is in whole points. `k_bands` are pairs (rated games before the event, K from there on).
    A player with fewer than `provisional_below` rated games is provisional.
    """

    start: int = 1200
    k_bands: tuple[tuple[int, int], ...] = ((0, 40), (20, 20))
    provisional_below: int = 5

    def __post_init__(self) -> None:
        try:
            # Bands read from JSON are lists; equal rules must be equal, and hashable.
            object.__setattr__(self, "k_bands", tuple(tuple(band) for band in self.k_bands))
        except TypeError:
            raise EngineError(
                "k_bands_pairs", "K bands must be a list of pairs: %(bands)s.", bands=self.k_bands
            ) from None
        numbers = [self.start, self.provisional_below, *(number for band in self.k_bands for number in band)]
        if any(type(number) is not int for number in numbers):
            raise EngineError(
                "rules_not_whole",
                "Start rating, K and numbers of games must be whole numbers: %(rules)s.",
                rules=self,
            )
        if any(len(band) != 2 for band in self.k_bands):
            raise EngineError(
                "k_bands_pairs", "Each K band is a number of games and a K: %(bands)s.", bands=self.k_bands
            )
        froms = [games for games, _ in self.k_bands]
        if not froms or froms[0] != 0 or any(a >= b for a, b in pairwise(froms)):
            raise EngineError(
                "k_bands_order", "K bands must begin at 0 games and ascend: %(bands)s.", bands=self.k_bands
            )
        if self.provisional_below < 0 or any(k < 0 for _, k in self.k_bands):
            raise EngineError(
                "rules_negative", "K and numbers of games cannot be negative: %(rules)s.", rules=self
            )

    def k(self, games: int) -> int:
        """K of a player with so many rated games before the event."""
        k_now = 0
        for since, k in self.k_bands:
            if games >= since:
                k_now = k
        return k_now

    def is_provisional(self, games: int) -> bool:
        """Whether so many rated games are too few for the rating to mean much."""
        return games < self.provisional_below


class Game(NamedTuple):
    """One row of a round: a game, a forfeit, a bye.

    Of a bye, white is the player and black is None. Elsewhere None stands for an entry without a member.
    Half points are 0, 1 or 2, None where there is no result; they are read for played games only, and
    each player is rated on his own.
    """

    round: int | None
    board: int | None
    white: Player | None
    black: Player | None
    white_half_points: int | None
    black_half_points: int | None
    kind: Kind | str
    unrated: Reason | None = None
    """None, Reason.UNRATED_GAME or Reason.VARIANT."""


class Event(NamedTuple):
    """A club evening or a tournament, at its place in the history."""

    day: date
    """Its last day; the planned one while it is in progress."""
    sequence: int
    """Its place among the events of that day."""
    id: int
    """A random number given once, which decides where day and sequence tie."""
    games: Sequence[Game]
    unrated: Reason | None = None
    """None, Reason.UNRATED_EVENT or Reason.VARIANT."""
    waiting: bool = False
    """Some name is still undecided."""

    @property
    def key(self) -> OrderKey:
        return self.day, self.sequence, self.id


class State(NamedTuple):
    """Where a player stands between two events."""

    rating: Nanopoints
    games: int
    """Games rated for this player so far."""
