"""The words of a club that may be a typed word in another script."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

from .scripts import ARABIC
from .transliterating import LETTER, letters_apart, rough_keys

Form = tuple[str, str]
"""A compare key, and the form of it that was read: the key itself, or without its article."""


class OtherScript:
    """The known words of one script, as somebody reads them who types in another one."""

    def __init__(self, forms: Iterable[Form], script: str, typed_script: str) -> None:
        self._script = script
        self._typed_script = typed_script
        self._by_rough: dict[str, list[Form]] = defaultdict(list)
        for key, form in forms:
            for rough in rough_keys(form, script, typed_script):
                self._by_rough[rough].append((key, form))
        self._by_length: dict[int, list[str]] = defaultdict(list)
        for rough in self._by_rough:
            self._by_length[len(rough)].append(rough)

    def alike(self, typed_forms: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        """(known key, how far it is from being read alike) for what may be one of the typed forms.

        The distance is in letters times LETTER; no two systems of transliteration agree on every letter.
        """
        allowed = _letters_allowed(typed_forms[0]) * LETTER
        found = {form for typed in typed_forms for form in self._near(typed)}
        for key, form in found:
            apart = min(letters_apart(typed, self._typed_script, form, self._script) for typed in typed_forms)
            if apart <= allowed:
                yield key, apart

    def equal(self, typed: str) -> Iterator[str]:
        """Known keys that are read exactly like the typed word, as far as the script tells."""
        for rough in rough_keys(typed, self._typed_script, self._script):
            for key, form in self._by_rough.get(rough, ()):
                if letters_apart(typed, self._typed_script, form, self._script) < LETTER:
                    yield key

    def _near(self, typed: str) -> Iterator[Form]:
        for rough in rough_keys(typed, self._typed_script, self._script):
            if ARABIC in (self._script, self._typed_script):  # consonants alone: they must be the same
                yield from self._by_rough.get(rough, ())
                continue
            allowed = _letters_allowed(rough)
            for length in range(len(rough) - allowed, len(rough) + allowed + 1):
                candidates = self._by_length.get(length, ())
                for near, _, _ in process.extract(
                    rough, candidates, scorer=OSA.distance, score_cutoff=allowed, limit=None
                ):
                    yield from self._by_rough[near]


def _letters_allowed(word: str) -> int:
    return min(len(word) // 3, 3)
