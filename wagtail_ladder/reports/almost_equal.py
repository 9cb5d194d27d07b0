"""Names that a slip of the keyboard may have made of one."""

from collections.abc import Iterator

MOST_ALIKE = 100
"""Pairs of similar names to tell; a list with more has not been mistyped."""


def almost_equal(names: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ in one letter only: lost, added, or another.

    Each name is filed under itself with every single letter left out, so that no name need be compared
    with every other. The files hold hashes: a rare false pair is weeded out by looking.
    """
    filed: dict[int, list[int]] = {}
    seen: set[tuple[int, int]] = set()
    keys = ["".join(name.casefold().split()) for name in names]
    for number, key in enumerate(keys):
        for form in {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}:
            for other in filed.setdefault(hash(form), []):
                if (other, number) not in seen and _differ_by_one(keys[other], key):
                    seen.add((other, number))
                    yield names[other], names[number]
            filed[hash(form)].append(number)


def _differ_by_one(name: str, other: str) -> bool:
    if len(name) > len(other):
        name, other = other, name
    at = next((place for place, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), len(name))
    return name[at:] == other[at + 1 :] or name[at + 1 :] == other[at + 1 :]
