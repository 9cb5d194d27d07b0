"""The registered players of one club, asked who may be meant by a typed name."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Generic, NamedTuple

from .comparing import Typed, compare
from .judging import WORTH_SHOWING, Fit, Judged
from .lexicon import FIRST_OF_TWO
from .reading import Name, Role, Word, first_place, read
from .seating import Waiting, seated
from .shortening import is_abbreviation, is_abbreviation_across
from .suggestions import Confidence, Double, Player, Suggestion
from .vocabulary import Vocabulary

Spellings = Iterable[str | tuple[str, int]] | Mapping[str, int]
"""Further spellings of a player, each with how often it was confirmed; once where no number is given.

Not at all (0) is the name of one who was found to be the same person.
"""

_MOST_DOUBLES = 20
"""Of one spelling: a registry in which more people are called alike has other worries than a missing pair."""


class _Bearer(NamedTuple, Generic[Player]):
    """A player who is known under a name. `rank`: his place in the registry, which breaks ties."""

    player: Player
    rank: int
    times: int
    """How often the spelling was confirmed; 0 for a registered name."""
    is_a_short_spelling: bool
    text: str
    """The name as written."""


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
        self._names: list[Name] = []
        self._bearers: list[list[_Bearer[Player]]] = []
        """By the number of a name, as below."""
        self._numbers: dict[str, int] = {}
        """By a name as written: hundreds who are called alike are one name to compare."""
        self._with_word: dict[str, list[int]] = defaultdict(list)
        self._with_join: dict[str, list[int]] = defaultdict(list)
        self._sparse: set[int] = set()
        """Names with an initial, or of one word: more than one word in common cannot be asked of them."""
        self._vocabulary = Vocabulary()
        for rank, (player, text, *confirmed) in enumerate(players):
            own = read(text)
            self._add(text, own, _Bearer(player, rank, 0, False, text), is_own_name=True)
            for spellings in confirmed:
                for spelled, name, times in _counted(spellings):
                    bearer = _Bearer(player, rank, times, _is_short_spelling(name, own), spelled)
                    self._add(spelled, name, bearer, is_own_name=False)

    def suggest(self, typed: str, limit: int = 3, taken: Collection[Player] = ()) -> list[Suggestion[Player]]:
        """Who may be meant, best first. Empty means: probably somebody new.

        Players in `taken` sit at another board already: they are not suggested, but remain rivals. That his
        namesake sits there tells nobody who of the two was typed here.
        """
        judged = Judged(self._fits(read(typed)))
        free = (number for number, fit in enumerate(judged.fits) if fit.player not in taken)
        return [judged.suggestion(number) for number in islice(free, limit)]

    def suggest_sheet(
        self, typed: Sequence[str], limit: int = 3, taken: Collection[Player] = ()
    ) -> list[list[Suggestion[Player]]]:
        """The suggestions for each name of one event, in which those in `taken` sit at a board already.

        One player cannot sit down twice, so nobody is first for two names: the name that fits better keeps
        him, the other goes without. Where both fit equally well, or hardly worse, he is STRONG for neither.
        """
        taken = frozenset(taken)
        places: dict[Name, list[int]] = defaultdict(list)
        for place, text in enumerate(typed):
            places[read(text)].append(place)
        names = [Waiting(Judged(self._fits(name)), places[name], taken) for name in places]
        found = dict(seated(names, limit))
        return [found.get(place, []) for place in range(len(typed))]

    def doubles(self) -> list[Double[Player]]:
        """Pairs of players who may be one person by their names and spellings, the likeliest first.

        Only what is at least LIKELY, and an initial only where it fits one player alone: else half the club
        would be a double of the other half.
        """
        found: dict[frozenset[Player], tuple[tuple[int, int, int], Double[Player]]] = {}
        for name, bearers in zip(self._names, self._bearers, strict=True):
            for is_confirmed, some in groupby(sorted(bearers, key=_is_confirmed), key=_is_confirmed):
                if name.has_initial and is_confirmed:
                    continue
                # His own name makes no slip a name of the club.
                fits = self._fits(name, least=1 if is_confirmed else 2)[: _MOST_DOUBLES + 1]
                for bearer in some:
                    for fit, suggestion in _besides(bearer.player, fits):
                        is_vague = suggestion.rivals if name.has_initial else fit.known.has_initial
                        if suggestion.confidence is Confidence.POSSIBLE or is_vague:
                            continue
                        pair = frozenset((bearer.player, fit.player))
                        order = fit.cost, bearer.rank, fit.rank
                        if pair not in found or order < found[pair][0]:
                            spellings = bearer.text, fit.text
                            found[pair] = order, Double((bearer.player, fit.player), suggestion, spellings)
        return [double for _, double in sorted(found.values(), key=itemgetter(0))]

    def _add(self, text: str, name: Name, bearer: _Bearer[Player], *, is_own_name: bool) -> None:
        words = [word for word in name.words if word.role is not Role.INITIAL]
        for word in words:
            self._vocabulary.add(word, is_own_name=is_own_name)
        number = self._numbers.setdefault(text, len(self._names))
        if number < len(self._names):
            self._bearers[number].append(bearer)
            return
        self._names.append(name)
        self._bearers.append([bearer])
        for word in words:
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
            known = self._names[number]
            agreement = compare(asked, known)
            if agreement is not None and agreement.cost <= WORTH_SHOWING:
                fits += [Fit(*bearer, typed, known, agreement) for bearer in self._bearers[number]]
        fits.sort(key=Fit.order)
        best: dict[Player, Fit[Player]] = {}
        for fit in fits:
            best.setdefault(fit.player, fit)
        return list(best.values())

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


def _is_short_spelling(spelled: Name, own: Name) -> bool:
    """Whether a word of a spelling is short for one of the registered name, as an initial would be."""
    keys = {word.key for word in own.words}
    others = [word for word in spelled.words if word.role is Role.FULL and word.key not in keys]
    return any(word.is_cut or any(_is_short_for(word, full) for full in own.words) for word in others)


def _is_short_for(word: Word, full: Word) -> bool:
    if word.script == full.script:
        return is_abbreviation(word.key, full.key)
    return is_abbreviation_across(word.key, word.script, full.key, full.script)


def _is_confirmed(bearer: _Bearer[Player]) -> bool:
    return bearer.times > 0


def _besides(player: Player, fits: Sequence[Fit[Player]]) -> Iterator[tuple[Fit[Player], Suggestion[Player]]]:
    """The fits of everybody else, as many as are looked at, each as a suggestion."""
    others = [fit for fit in fits if fit.player != player][:_MOST_DOUBLES]
    judged = Judged(others)
    return ((fit, judged.suggestion(place)) for place, fit in enumerate(others))


def _counted(spellings: Spellings) -> Iterator[tuple[str, Name, int]]:
    """Spellings that only keyboards tell apart, as one, with all their confirmations."""
    names: dict[tuple[str, ...], tuple[str, Name]] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for spelling in spellings.items() if isinstance(spellings, Mapping) else spellings:
        text, confirmed = (spelling, 1) if isinstance(spelling, str) else spelling
        name = read(text)
        names.setdefault(name.key, (text, name))
        times[name.key] += confirmed
    return ((*names[key], confirmed) for key, confirmed in times.items())
