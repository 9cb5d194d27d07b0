"""Short and double forms of given names by rule, where no list mentions them.

Ron is the beginning of Ronald, Ramo that of Ramazan with the ending of a pet name. Never more than a hint.
"""

import re
from collections.abc import Iterator

from .nicknaming import is_full_form
from .transliterating import rough_keys

_FEWEST_LETTERS = 3
_LONGEST_ABBREVIATION = 3
_CONSONANTS = re.compile("[b-df-hj-np-tv-z]+|[βγδζθκλμνξπρστφχψ]+|[бвгджзклмнпрстфхцчшщ]+")
_FEWEST_CUT_OFF_ACROSS = 2  # one may be a matter of the transliteration
_ENDINGS = frozenset(
    # as compare keys: ş is s, final ς is σ, й is и
    "a e i o y u ie ey ee us os is as ek ka ko ik usia sia cia cik can ito ita in ino ina inho inha "
    "el erl chen lein je tje ke ou on ette "
    "α η ω οσ ησ ισ ασ ακησ ακι ακοσ ουλα ουλησ ιτσα ικα ιω "
    "а я о у и к ка ко ик чик ок ек очка ечка енька онька юша уша юшка ушка уся юся усик ась ось сь ня ша "
    "ха ся цьо ько уня юня "
    "ا ی و ه ک ول ون وش جان".split()
)
_COMPOUND_PARTS = frozenset(
    "محمد علی رضا حسین حسن مهدی امیر حمید غلام سید عبد ابو عباس اکبر اصغر جواد هادی صادق کاظم تقی نقی "
    "طاها یاسین زهرا فاطمه نازنین گل نور الله دین جان".split()
)


def is_short_form(one: str, other: str) -> bool:
    """Whether the shorter key begins the longer, but for an ending of pet names; in either direction."""
    short, full = (one, other) if len(one) <= len(other) else (other, one)
    common = _common_start(short, full)
    if common < _FEWEST_LETTERS:
        return False
    rest = short[common:].removeprefix(short[common - 1])  # Danny doubles the n of Daniel
    return len(short) >= _FEWEST_LETTERS and (not rest or rest in _ENDINGS)


def is_abbreviation(short: str, full: str) -> bool:
    """Whether a key may be a longer one cut off (Ah, Mehm), or without vowels or most letters (Mhmt, Wm).

    A full name of its own is none, though it begins a longer one: Ana, of Anastasia.
    """
    if full.startswith(short):
        return short != full and not is_full_form(short)
    letters = iter(full)
    return (
        (len(short) <= _LONGEST_ABBREVIATION or bool(_CONSONANTS.fullmatch(short)))
        and short[0] == full[0]
        and all(letter in letters for letter in short)
    )


def is_abbreviation_across(short: str, script: str, full: str, other: str) -> bool:
    """The same for keys of two scripts: Alex, of Александр, may be Алексей as well."""
    return not is_full_form(short) and any(
        known.startswith(read) and len(known) - len(read) >= _FEWEST_CUT_OFF_ACROSS
        for read in rough_keys(short, script, other)
        for known in rough_keys(full, other, script)
    )


def _common_start(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))


def compound_forms(key: str) -> Iterator[str]:
    """Longer and shorter forms of a Persian or Arabic double name: محمدرضا, also called رضا or محمد."""
    for part in _COMPOUND_PARTS:
        if key.startswith(part):
            yield key[len(part) :]
        if key.endswith(part):
            yield key[: -len(part)]
        yield part + key
        yield key + part
