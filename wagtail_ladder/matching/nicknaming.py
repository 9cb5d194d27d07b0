"""Short and pet forms of given names, from the files in `nicknames/`: one a language.

A line holds the forms of one name: full forms, a colon, short forms. Any two of one line may be one
person, two short forms less likely; a short form may stand on several lines. What follows # is a comment.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from .folding import fold_word


def related_forms(key: str) -> Mapping[str, bool]:
    """The compare keys of the other forms of a given name, and whether one of the two is a full form.

    Empty for a word that no list knows.
    """
    return _lists()[0].get(key, {})


def is_full_form(key: str) -> bool:
    """Whether a list has it as the full form of a name."""
    return key in _lists()[1]


@cache
def _lists() -> tuple[dict[str, dict[str, bool]], set[str]]:
    """The related forms of each key, and all full forms."""
    forms: dict[str, dict[str, bool]] = defaultdict(dict)
    full_forms: set[str] = set()
    for file in (files(__package__) / "nicknames").iterdir():
        if file.name.endswith(".txt"):
            for line in file.read_text(encoding="utf-8").splitlines():
                full, short = (_keys(part) for part in line.partition("#")[0].partition(":")[::2])
                for key in full | short:
                    for other in (full | short) - {key}:
                        is_full = key in full or other in full
                        forms[key][other] = forms[key].get(other, False) or is_full
                full_forms |= full
    # Ayşegül is called Ayşe, or Gül; but Ayşe is a name of its own, and no Gül is called so.
    related = {
        key: {other: is_full for other, is_full in others.items() if is_full or not {key, other} & full_forms}
        for key, others in forms.items()
    }
    return related, full_forms


def _keys(text: str) -> set[str]:
    return {fold_word(word) for word in text.split()}
