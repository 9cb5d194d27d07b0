"""The lines of a round as its form has them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from ...kinds import Kind
from ...models import Game
from .access import whole_number
from .results import Choice, code_of, rare_results

NO_RESULT = code_of(Kind.SCHEDULED, None, None)


@dataclass
class Line:
    """A board as it stands in the form: entry ids, or what was typed; a bye stands in place of black."""

    index: int
    white: str = ""
    black: str = ""
    result: str = NO_RESULT
    board: str = ""
    problem: str = ""
    rare: list[Choice] = field(default_factory=rare_results)
    white_text: str = ""
    black_text: str = ""
    """What stands in the text fields of a long list of names."""
    saw: str = ""
    """What its editor saw there (see `said`)."""

    @property
    def place(self) -> str:
        """The number in front of the line."""
        return self.board or str(self.index + 1)

    @property
    def is_empty(self) -> bool:
        return not (self.white or self.black)

    @property
    def said(self) -> str:
        """Both seats and the result, or nothing of a line that is empty."""
        return "" if self.is_empty else f"{self.white} {self.black} {self.result}"

    @property
    def is_own(self) -> bool:
        """Whether its editor changed it."""
        return self.said != self.saw

    @property
    def is_rare(self) -> bool:
        return self.result != NO_RESULT and any(choice.code == self.result for choice in self.rare)


def is_at(line: Line, game: Game) -> bool:
    """By the board; games of a file may have none, and then one of the names must still be there."""
    if game.board:
        return line.board == str(game.board)
    return not line.board and (
        line.white == str(game.white_id) or (game.black_id is not None and line.black == str(game.black_id))
    )


def board_in(text: str) -> str:
    """The number of a board that was stored; anything else is numbered anew."""
    number = whole_number(text, lowest=1, highest=9999)
    return "" if number is None else str(number)


def free_numbers(taken: Iterable[str]) -> Iterator[int]:
    """1, 2, 3 … without those that are taken."""
    numbers = {int(text) for text in taken if text}
    return (number for number in count(1) if number not in numbers)
