"""What an event did, kept as columns, and opened line by line when somebody asks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from wagtail_ladder.engine.values import (
    HALF_POINT,
    Billionths,
    Game,
    Nanopoints,
    OrderKey,
    Player,
    Reason,
    Rules,
    State,
)


class Line(NamedTuple):
    """One pairing as one of its players sees it. The lines of a player add up to his change exactly.

    `expected` and `k` are None where the pairing counts for neither side; `change` is then 0. Otherwise
    `change` is k * (score - expected), or 0 where `reason` is the shield.
    """

    round: int | None
    board: int | None
    colour: Literal["white", "black"]
    kind: str
    opponent: Player | None
    own: Nanopoints | None
    """The player's rating before the event. None only for one who was never paired in it."""
    opponent_rating: Nanopoints | None
    score: Billionths | None
    expected: Billionths | None
    k: int | None
    change: Nanopoints
    reason: Reason


@dataclass(frozen=True, slots=True)
class EventResult:
    """Everybody who was paired in an event (byes and forfeits included), before and after it."""

    key: OrderKey
    rules: Rules
    before: Mapping[Player, State]
    after: Mapping[Player, State]
    games: tuple[Game, ...]
    """In canonical order, whatever order they came in; the columns below follow it."""
    expected: tuple[Billionths | None, ...]
    """White's expected score; None where the game counts for neither side. Black's is POINT less it."""
    white_reasons: tuple[Reason, ...]
    black_reasons: tuple[Reason, ...]
    digest: str | None
    """Fingerprint of all inputs up to this event. None from `rate_event`, which sees one event only."""

    @property
    def changes(self) -> dict[Player, Nanopoints]:
        """Everybody's change, zeros included."""
        return {player: self.after[player].rating - state.rating for player, state in self.before.items()}

    def reasons(self) -> Iterator[tuple[Game, Reason, Reason]]:
        """Each game, with the reason for its white and for its black player."""
        return zip(self.games, self.white_reasons, self.black_reasons, strict=True)

    def lines(self, player: Player) -> tuple[Line, ...]:
        """The pairings of a player in the order of rounds and boards (unnumbered ones first)."""
        lines = [
            self._line(index, game, player)
            for index, game in enumerate(self.games)
            if player == game.white or player == game.black
        ]
        return tuple(sorted(lines, key=_place))

    def _line(self, index: int, game: Game, player: Player) -> Line:
        expected = self.expected[index]
        if player == game.white:
            colour: Literal["white", "black"] = "white"
            opponent, half_points, reason = game.black, game.white_half_points, self.white_reasons[index]
        else:
            colour = "black"
            opponent, half_points, reason = game.white, game.black_half_points, self.black_reasons[index]
            expected = None if expected is None else HALF_POINT * 2 - expected
        own = self.before.get(player)
        other = None if opponent is None else self.before.get(opponent)
        score = None if half_points is None else half_points * HALF_POINT
        k = None if expected is None or own is None else self.rules.k(own.games)
        change = 0
        if reason is Reason.RATED and k is not None and score is not None and expected is not None:
            change = k * (score - expected)
        return Line(
            round=game.round,
            board=game.board,
            colour=colour,
            kind=str(game.kind),
            opponent=opponent,
            own=own and own.rating,
            opponent_rating=other and other.rating,
            score=score,
            expected=expected,
            k=k,
            change=change,
            reason=reason,
        )


def _place(line: Line) -> tuple[bool, int, bool, int]:
    return line.round is not None, line.round or 0, line.board is not None, line.board or 0
