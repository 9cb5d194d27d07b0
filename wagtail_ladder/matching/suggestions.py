"""What the registry answers: a player, how sure the evidence is, and why."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Confidence(StrEnum):
    """How sure the evidence is; no probability."""

    STRONG = "strong"
    """The same full name and nobody else who fits: selected in advance, never decided."""
    LIKELY = "likely"
    POSSIBLE = "possible"


class Evidence(StrEnum):
    """Why a player is suggested; the name desk words it for the editor."""

    SAME_NAME = "same_name"
    CONFIRMED_SPELLING = "confirmed_spelling"
    """Equal to a spelling that somebody confirmed for this player before."""
    ONE_LETTER = "one_letter"
    """A word differs by one letter, or two neighbours changed places."""
    WORD_LEFT_OVER = "word_left_over"
    """One side has a word more: a middle name, a second surname."""
    INITIAL = "initial"
    """One side has only the initial of a word."""
    ONE_WORD = "one_word"
    """No more than one word could be compared."""
    TWO_LETTERS = "two_letters"


@dataclass(frozen=True, slots=True)
class Suggestion(Generic[Player]):
    """One player who may be meant. `rivals` are the others who fit as well; then nobody is STRONG."""

    player: Player
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    rivals: tuple[Player, ...] = ()
