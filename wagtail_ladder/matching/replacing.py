"""Rewriting a word by a table, the longest entry first; one pass over the word."""

import re
from collections.abc import Callable, Mapping


def rewriter(table: Mapping[str, str]) -> Callable[[str], str]:
    """A function that replaces every entry of the table in a word and leaves the rest."""
    entries = re.compile("|".join(re.escape(entry) for entry in sorted(table, key=len, reverse=True)))

    def rewrite(word: str) -> str:
        return entries.sub(lambda found: table[found[0]], word)

    return rewrite


def table(text: str) -> dict[str, str]:
    """“ou:u th:t h:” as a mapping; an entry may have nothing on its right."""
    return dict(pair.split(":") for pair in text.split())


def undoubled(word: str) -> str:
    """The word with one letter for each run of equal ones."""
    return "".join(letter for letter, before in zip(word, " " + word, strict=False) if letter != before)
