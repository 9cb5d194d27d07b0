"""The alphabetical order of names, which is another one in every language.

A database orders by code points, or as its server was set up, and Python knows no other order either: Ç comes
after Z there, and پ after ه. The alphabets below are those of the Unicode CLDR, cut down to single letters:
digraphs that count as one letter (Welsh "ll", Hungarian "cs") stand where their letters do.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any

from .matching import fold

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_CYRILLIC = "абвгґдђѓеєжзѕиіїйјклљмнњопрстћќуўфхцчџшщъыьэюя"
_PERSIAN = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"
_ARABIC = "اآبپتثجچحخدذرزژسشصضطظعغفقکگلمنهوی"

_ALPHABETS = {
    "ar": _ARABIC,
    "az": "abcçdeəfgğhxıijkqlmnoöprsştuüvwyz",
    "be": _CYRILLIC,
    "bg": _CYRILLIC,
    "cs": "abcčdefghijklmnopqrřsštuvwxyzž",
    "da": _LATIN + "æøå",
    "el": _GREEK,
    "es": "abcdefghijklmnñopqrstuvwxyz",
    "et": "abcdefghijklmnopqrsšzžtuvwõäöüxy",
    "fa": _PERSIAN,
    "fi": _LATIN + "åäö",
    "is": _LATIN + "þæöå",
    "lt": "abcčdefghijklmnopqrsštuvwxyzž",
    "lv": "abcčdefgģhijkķlļmnņopqrsštuvwxyzž",
    "mk": _CYRILLIC,
    "nb": _LATIN + "æøå",
    "nn": _LATIN + "æøå",
    "no": _LATIN + "æøå",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "ro": "aăâbcdefghiîjklmnopqrsștțuvwxyz",
    "ru": _CYRILLIC,
    "sk": "aäbcčdefghijklmnoôpqrsštuvwxyzž",
    "sl": "abcčdefghijklmnopqrsštuvwxyzž",
    "sr": _CYRILLIC,
    "sv": _LATIN + "åäö",
    "tr": "abcçdefgğhıijklmnoöpqrsştuüvwxyz",
    "uk": _CYRILLIC,
}
_OTHER_SCRIPTS = _LATIN + _GREEK + _CYRILLIC + _PERSIAN
_BETWEEN_WORDS = re.compile(r"[\s.\-\u2010-\u2015\u200c]+")
_FIGURES = re.compile(r"(\d+)")
_DOTTED_I = str.maketrans({"I": "ı", "İ": "i"})


def alphabetical(name: str, language: str) -> tuple[tuple[tuple[int, ...], ...], str]:
    """A key that sorts names as a reader of the language (a code as "tr" or "pt-br") looks them up.

    Word by word, the language's own letters first and then those of other scripts, without regard to
    capitals, to accents that make no letter of their own, or to apostrophes. What is alike in all that stands
    in the order of its characters, so that one set of names has one order.
    """
    main = language.partition("-")[0]
    text = unicodedata.normalize("NFC", name)
    if main in ("az", "tr"):
        text = text.translate(_DOTTED_I)
    words = _BETWEEN_WORDS.split(unicodedata.normalize("NFC", text.casefold()))
    places = (tuple(place for letter in word for place in _places(letter, main)) for word in words)
    return tuple(filter(None, places)), name


def natural(name: str, language: str) -> tuple[tuple[Any, ...], str]:
    """The same for names that are counted: figures are numbers, so that U8 comes before U10."""
    parts = _FIGURES.split(name)  # every second one is figures
    return tuple(int(part) if part.isdecimal() else alphabetical(part, language)[0] for part in parts), name


@lru_cache(maxsize=65536)
def _places(letter: str, language: str) -> tuple[int, ...]:
    """Where the letter stands: in its alphabet, or else where those letters do that it is made of."""
    order = _order(language)
    parts = letter if letter in order else fold(letter)
    return tuple(order.get(part, len(order) + ord(part)) for part in parts)


@lru_cache(maxsize=256)
def _order(language: str) -> dict[str, int]:
    """Figures first, then the alphabet of the language, then the others."""
    letters = dict.fromkeys("0123456789" + _ALPHABETS.get(language, "") + _OTHER_SCRIPTS)
    return {letter: place for place, letter in enumerate(letters)}
