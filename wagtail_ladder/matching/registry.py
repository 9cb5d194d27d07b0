"""The registered players of one club, asked who may be meant by a typed name."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic, NamedTuple

from .comparing import Typed, compare
from .judging import Fit, judged, not_strong
from .lexicon import FIRST_OF_TWO
from .reading import Name, Role, first_place, read
from .suggestions import Confidence, Double, Player, Suggestion
from .vocabulary import Vocabulary

Spellings = Iterable[str | tuple[str, int]] | Mapping[str, int]
"""Further spellings of a player, each with how often it was confirmed; once where no number is given.

Not at all (0) is the name of one who was found to be the same person.
"""

_MOST_DOUBLES = 20
"""Of one spelling: a registry in which more people are called alike has other worries than a missing pair."""


class _Spelling(NamedTuple, Generic[Player]):
    """A name under which a player is known. `rank`: his place in the registry, which breaks ties."""

    player: Player
    rank: int
    name: Name
    times: int
    """How often it was confirmed; 0 for a registered name."""


class Registry(Generic[Player]):
    """Built once for a club, asked often; the same players in the same order give the same answers.

    `players` are (id, name) or (id, name, confirmed spellings), the latter as a mapping or pairs with a
    count, or as plain strings. `language` is the club's; names are read alike in every club, as lists of
    players mix languages, so that it is only kept for whoever holds the registry.
    """

    def __init__(
        self,
        players: Iterable[tuple[Player, str] | tuple[Player, str, Spellings]],
        language: str | None = None,
    ) -> None:
        self.language = language
        self._spellings: list[_Spelling[Player]] = []
        self._with_word: dict[str, list[int]] = defaultdict(list)
        self._with_join: dict[str, list[int]] = defaultdict(list)
        self._sparse: set[int] = set()
        """Spellings with an initial, or of one word: more than one word in common cannot be asked of them."""
        self._vocabulary = Vocabulary()
        for rank, (player, name, *confirmed) in enumerate(players):
            self._add(_Spelling(player, rank, read(name), 0), is_own_name=True)
            for spellings in confirmed:
                for spelled, times in _counted(spellings):
                    self._add(_Spelling(player, rank, spelled, times), is_own_name=False)

    def suggest(self, typed: str, limit: int = 3, taken: Collection[Player] = ()) -> list[Suggestion[Player]]:
        """Who may be meant, best first. Empty means: probably somebody new.

        Players in `taken` sit at another board already: they are neither suggested nor rivals.
        """
        seated = frozenset(taken)
        return judged([fit for fit in self._fits(read(typed)) if fit.player not in seated], limit)

    def suggest_sheet(
        self, typed: Sequence[str], limit: int = 3, taken: Collection[Player] = ()
    ) -> list[list[Suggestion[Player]]]:
        """The suggestions for each name of one event, in which those in `taken` sit at a board already.

        One player cannot sit down twice, so nobody is first for two names: the name that fits better keeps
        him, the other goes without. Where both fit equally well he is STRONG for neither.
        """
        found = {name: self._fits(read(name)) for name in set(typed)}
        fits = [[fit for fit in found[name] if fit.player not in taken] for name in typed]
        first = [0] * len(fits)
        claims = [(found[0].cost, place) for place, found in enumerate(fits) if found]
        heapq.heapify(claims)
        kept: dict[Player, tuple[int, int]] = {}
        doubted: set[int] = set()
        while claims:
            cost, place = heapq.heappop(claims)
            best_cost, best_place = kept.setdefault(fits[place][first[place]].player, (cost, place))
            if best_place == place:
                continue
            if best_cost == cost:
                doubted.add(best_place)
            first[place] += 1
            if first[place] < len(fits[place]):
                heapq.heappush(claims, (fits[place][first[place]].cost, place))
        sheet = [judged(found, limit, skipped) for found, skipped in zip(fits, first, strict=True)]
        for place in doubted:
            sheet[place][:1] = map(not_strong, sheet[place][:1])
        return sheet

    def doubles(self) -> list[Double[Player]]:
        """Pairs of players who may be one person by their names and spellings, the likeliest first.

        Only what is at least LIKELY, and an initial only where it fits one player alone: else half the club
        would be a double of the other half.
        """
        found: dict[frozenset[Player], tuple[int, int, Double[Player]]] = {}
        for spelling in self._spellings:
            has_initial = spelling.name.has_initial
            if has_initial and spelling.times:
                continue
            # His own name makes no slip a name of the club.
            found_fits = self._fits(spelling.name, least=1 if spelling.times else 2)
            fits = [fit for fit in found_fits if fit.player != spelling.player][:_MOST_DOUBLES]
            for fit, suggestion in zip(fits, judged(fits, len(fits)), strict=True):
                is_vague = suggestion.rivals if has_initial else fit.known.has_initial
                if suggestion.confidence is Confidence.POSSIBLE or is_vague:
                    continue
                pair = frozenset((spelling.player, fit.player))
                if pair not in found or fit.cost < found[pair][0]:
                    double = Double((spelling.player, fit.player), suggestion)
                    found[pair] = fit.cost, spelling.rank, double
        return [double for *_, double in sorted(found.values(), key=lambda entry: entry[:2])]

    def _add(self, spelling: _Spelling[Player], *, is_own_name: bool) -> None:
        number, name = len(self._spellings), spelling.name
        self._spellings.append(spelling)
        for word in name.words:
            if word.role is not Role.INITIAL:
                self._vocabulary.add(word, is_own_name=is_own_name)
                self._with_word[word.key].append(number)
        for key, bits in name.joins:
            self._with_join[key].append(number)
            if name.words[first_place(bits)].key in FIRST_OF_TWO:
                self._vocabulary.add_join(key)
        if name.has_initial or name.full_words < 2:
            self._sparse.add(number)

    def _fits(self, typed: Name, least: int = 1) -> list[Fit[Player]]:
        """Every player who may be meant, by the spelling that fits best; the best player first."""
        asked = self._asked(typed, least)
        fits = []
        for number in self._candidates(asked):
            spelling = self._spellings[number]
            agreement = compare(asked, spelling.name)
            if agreement is not None:
                fits.append(
                    Fit(spelling.player, spelling.rank, spelling.times, typed, spelling.name, agreement)
                )
        fits.sort(key=Fit.order)
        best: dict[Player, Fit[Player]] = {}
        for fit in fits:
            best.setdefault(fit.player, fit)
        return [fit for fit in best.values() if fit.is_worth_showing]

    def _asked(self, typed: Name, least: int) -> Typed:
        look_up = self._vocabulary
        return Typed(
            typed,
            tuple({} if word.role is Role.INITIAL else look_up.related(word, least) for word in typed.words),
            tuple(
                (bits, related)
                for key, bits in typed.joins
                if (related := look_up.related_to_joined(key, typed.words[0].script))
            ),
            {word.key: place for place, word in enumerate(typed.words)},
        )

    def _candidates(self, asked: Typed) -> set[int]:
        """The spellings that share enough words with the typed name to be compared at all."""
        shared: Counter[int] = Counter()
        enough: set[int] = set()
        for word, related in zip(asked.name.words, asked.related, strict=True):
            if word.role is not Role.LIGHT:
                shared.update(self._with_any(related))
            enough.update(chain.from_iterable(self._with_join.get(key, ()) for key in (word.key, *related)))
        for _, related in asked.joined:
            enough |= self._with_any(related)
        if asked.name.full_words < 2:
            return enough.union(shared)
        return enough.union(number for number, words in shared.items() if words > 1 or number in self._sparse)

    def _with_any(self, keys: Iterable[str]) -> set[int]:
        return set(chain.from_iterable(self._with_word.get(key, ()) for key in keys))


def _counted(spellings: Spellings) -> Iterator[tuple[Name, int]]:
    """Spellings that only keyboards tell apart, as one, with all their confirmations."""
    names: dict[tuple[str, ...], Name] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for spelling in spellings.items() if isinstance(spellings, Mapping) else spellings:
        text, confirmed = (spelling, 1) if isinstance(spelling, str) else spelling
        name = read(text)
        names.setdefault(name.key, name)
        times[name.key] += confirmed
    return ((name, times[key]) for key, name in names.items())
