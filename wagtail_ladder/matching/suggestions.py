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
    """One explanation is enough: a slip, a nickname, another script, an initial, a word more or less."""
    POSSIBLE = "possible"


class Evidence(StrEnum):
    """Why a player is suggested, and what speaks against him; the name desk words it for the editor."""

    SAME_NAME = "same_name"
    CONFIRMED_SPELLING = "confirmed_spelling"
    """Equal to a spelling that somebody confirmed for this player before."""
    ONE_LETTER = "one_letter"
    """A word differs by one letter, or two neighbours changed places."""
    TWO_LETTERS = "two_letters"
    SOUNDS_ALIKE = "sounds_alike"
    """A word is written otherwise but read alike: Fiebig, Fybig; Ali Can, Alican."""
    NICKNAME = "nickname"
    """One word is a known short or pet form of the other."""
    SHORT_FORM = "short_form"
    """One word looks like a short form of the other, but no list says so."""
    OTHER_SCRIPT = "other_script"
    """The same word in the letters of another language."""
    OTHER_ACCENTS = "other_accents"
    """A letter bears two different accents, which makes another name of it: Hùng, Hưng."""
    INITIAL = "initial"
    """One side has only the initial of a word."""
    WORD_LEFT_OVER = "word_left_over"
    """One side has a word more: a middle name, a second surname."""
    ONE_WORD = "one_word"
    """No more than one word could be compared."""
    MARK_LEFT_OVER = "mark_left_over"
    """Only one side has what tells somebody from a namesake: Jr., U12, a counting 2, a year, (brother)."""
    ORDER_DIFFERS = "order_differs"
    """The same names in another order, which is more than a surname in front: Mehmet Ali, Ali Mehmet."""
    INITIAL_DIFFERS = "initial_differs"
    """The initial agrees but for its mark: Й is not И."""
    KNOWN_NAME = "known_name"
    """The word as typed is a name of this club, so it hardly is a slip."""
    OTHERS_FIT = "others_fit"
    """Another player fits as well (`Suggestion.rivals`)."""

    @property
    def speaks_against(self) -> bool:
        return self in _AGAINST


_AGAINST = frozenset(
    {
        Evidence.WORD_LEFT_OVER,
        Evidence.ONE_WORD,
        Evidence.MARK_LEFT_OVER,
        Evidence.ORDER_DIFFERS,
        Evidence.INITIAL_DIFFERS,
        Evidence.OTHER_ACCENTS,
        Evidence.KNOWN_NAME,
        Evidence.OTHERS_FIT,
    }
)


@dataclass(frozen=True, slots=True)
class Suggestion(Generic[Player]):
    """One player who may be meant. `rivals` are the others who fit as well; then nobody is STRONG."""

    player: Player
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    rivals: tuple[Player, ...] = ()
    letters: str = ""
    """The letters in which the names differ, where the evidence is ONE_LETTER or TWO_LETTERS."""
    times: int = 0
    """How often exactly this spelling was confirmed for the player."""

    @property
    def against(self) -> tuple[Evidence, ...]:
        return tuple(code for code in self.evidence if code.speaks_against)


@dataclass(frozen=True, slots=True)
class Double(Generic[Player]):
    """Two entries of one registry that may be one person."""

    players: tuple[Player, Player]
    suggestion: Suggestion[Player]
    """The second player, as he would be suggested for the name of the first."""
    spellings: tuple[str, str]
    """Under which names the two are so alike: a registered name or a further spelling of each."""
