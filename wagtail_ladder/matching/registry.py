"""The registered players of one club, asked who may be meant by a typed name.

A deliberately simple judge: nicknames and names in another script are not recognised.
"""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from rapidfuzz import process
from rapidfuzz.distance import OSA

from .comparing import Agreement, Words, compare, tolerance
from .folding import fold
from .suggestions import Confidence, Evidence, Player, Suggestion

_MOST_LETTERS = 200  # longer is no name; bounds the work for a pasted paragraph
_LIKELY = 30  # the greatest cost that is still LIKELY: one letter, one middle name or one initial


@dataclass(frozen=True, slots=True)
class _Spelling(Generic[Player]):
    """A name under which a player is known. `rank`: his place in the registry, which breaks ties."""

    player: Player
    rank: int
    words: Words
    confirmed: bool


@dataclass(frozen=True, slots=True)
class _Fit(Generic[Player]):
    spelling: _Spelling[Player]
    agreement: Agreement

    @property
    def player(self) -> Player:
        return self.spelling.player

    @property
    def cost(self) -> int:
        return self.agreement.cost


class Registry(Generic[Player]):
    """Built once for a club, asked often; the same players in the same order give the same answers.

    `players` are (id, name) or (id, name, confirmed spellings); `language` is the club's.
    """

    def __init__(
        self,
        players: Iterable[tuple[Player, str] | tuple[Player, str, Iterable[str]]],
        language: str | None = None,
    ) -> None:
        self.language = language
        self._spellings: dict[str, list[_Spelling[Player]]] = defaultdict(list)
        for rank, (player, name, *confirmed) in enumerate(players):
            own = _words(name)
            for words in dict.fromkeys(
                [own, *(_words(spelling) for given in confirmed for spelling in given)]
            ):
                for word in set(words):
                    self._spellings[word].append(_Spelling(player, rank, words, confirmed=words != own))
        self._words_by_length: dict[int, list[str]] = defaultdict(list)
        for word in self._spellings:
            self._words_by_length[len(word)].append(word)

    def suggest(self, typed: str, limit: int = 3, taken: Collection[Player] = ()) -> list[Suggestion[Player]]:
        """Who may be meant, best first. Empty means: probably somebody new.

        Players in `taken` sit at another board already: they are neither suggested nor rivals.
        """
        return _suggestions([fit for fit in self._fits(typed) if fit.player not in taken])[:limit]

    def suggest_sheet(self, typed: Sequence[str], limit: int = 3) -> list[list[Suggestion[Player]]]:
        """The suggestions for each name of one event.

        One player cannot sit down twice, so nobody is first for two names: the name that fits better keeps
        him, the other goes without. Where both fit equally well he is STRONG for neither.
        """
        fits = [self._fits(name) for name in typed]
        sheet = [_suggestions(found) for found in fits]
        claims = [(found[0].cost, place, 0) for place, found in enumerate(fits) if found]
        heapq.heapify(claims)
        kept: dict[Player, tuple[int, int]] = {}
        while claims:
            cost, place, choice = heapq.heappop(claims)
            player = fits[place][choice].player
            if player not in kept:
                kept[player] = cost, place
                del sheet[place][:choice]
                continue
            best_cost, best_place = kept[player]
            if best_cost == cost:
                sheet[best_place][0] = _not_strong(sheet[best_place][0])
            if choice + 1 < len(fits[place]):
                heapq.heappush(claims, (fits[place][choice + 1].cost, place, choice + 1))
            else:
                sheet[place].clear()
        return [suggestions[:limit] for suggestions in sheet]

    def _fits(self, typed: str) -> list[_Fit[Player]]:
        """Every player who may be meant, by the spelling that fits best; the best player first."""
        words = _words(typed)
        fits = [
            _Fit(spelling, agreement)
            for spelling in self._candidates(words)
            if (agreement := compare(words, spelling.words)) is not None
        ]
        fits.sort(key=lambda fit: (fit.cost, fit.spelling.rank, fit.spelling.confirmed, fit.spelling.words))
        best: dict[Player, _Fit[Player]] = {}
        for fit in fits:
            best.setdefault(fit.player, fit)
        return list(best.values())

    def _candidates(self, typed: Words) -> set[_Spelling[Player]]:
        """The spellings with a word that is, but for a letter or two, one of the typed ones."""
        found: set[_Spelling[Player]] = set()
        for word in typed:
            allowed = tolerance(word)
            for length in range(len(word) - allowed, len(word) + allowed + 1):
                near = process.extract(
                    word,
                    self._words_by_length.get(length, ()),
                    scorer=OSA.distance,
                    score_cutoff=allowed,
                    limit=None,
                )
                for known, _, _ in near:
                    found.update(self._spellings[known])
        return found


def _words(name: str) -> Words:
    return tuple(fold(name[:_MOST_LETTERS]).split())


def _suggestions(fits: Sequence[_Fit[Player]]) -> list[Suggestion[Player]]:
    players_at: dict[int, list[Player]] = defaultdict(list)
    for fit in fits:
        players_at[fit.cost].append(fit.player)
    return [
        Suggestion(fit.player, _confidence(fit, rivals), _evidence(fit), rivals)
        for fit in fits
        for rivals in [tuple(player for player in players_at[fit.cost] if player != fit.player)]
    ]


def _confidence(fit: _Fit[Player], rivals: Collection[Player]) -> Confidence:
    if fit.cost == 0 and fit.agreement.full_words >= 2 and not rivals:
        return Confidence.STRONG
    return Confidence.LIKELY if fit.cost <= _LIKELY else Confidence.POSSIBLE


def _evidence(fit: _Fit[Player]) -> tuple[Evidence, ...]:
    if fit.spelling.confirmed:
        return (Evidence.CONFIRMED_SPELLING, *fit.agreement.evidence)
    return fit.agreement.evidence or (Evidence.SAME_NAME,)


def _not_strong(suggestion: Suggestion[Player]) -> Suggestion[Player]:
    if suggestion.confidence is Confidence.STRONG:
        return replace(suggestion, confidence=Confidence.LIKELY)
    return suggestion
