"""The compare key: two spellings of one name that only keyboards tell apart have one key.

For comparing only. Initials and everything shown come from the display form: Й is not И there.
"""

import unicodedata

from .cleaning import ZWNJ, clean, words

# What no Unicode normal form does. The Arabic yeh comes last in its making: NFKD turns ئ into ي.
_LETTERS = str.maketrans(
    {
        **{"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss"},
        **{"ς": "σ", "ґ": "г"},
        **dict.fromkeys("يى", "ی"),
        **dict.fromkeys("ةۀەۂۃہھ", "ه"),
        **dict.fromkeys("أإآٱ", "ا"),
        **{"ك": "ک", "ؤ": "و", "ئ": "ی"},
    }
)
_SEPARATORS = {ord(ZWNJ): " ", ord("-"): " ", ord("'"): None}


def fold(name: str) -> str:
    """The words of a name as a compare key, in the order as written; "" where no letter is left.

    Two empty keys mean nothing: never compare them. Hyphens, dots and ZWNJ separate words, an
    apostrophe is deleted. Any string is accepted, in linear time.
    """
    return " ".join(words(_fold(clean(name))))


def fold_word(word: str) -> str:
    """The compare key of one cleaned word; hyphens and apostrophes are deleted."""
    return word.lower() if word.isascii() and word.isalpha() else _fold(word).replace(" ", "")


def _fold(text: str) -> str:
    if not text.isascii():
        # Decomposed before case folding: İ would leave a dot, ΐ two marks.
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
        text = "".join(char for char in text if not _is_accent(char)).translate(_LETTERS)
        text = unicodedata.normalize("NFC", text)
        text = "".join(" " if unicodedata.category(char) == "Pd" else char for char in text)
    return text.casefold().translate(_SEPARATORS)


def _is_accent(char: str) -> bool:
    """A mark above, below or through a letter, an Arabic or Hebrew vowel sign.

    Vowel signs and voicing marks of Indian and Asian scripts are no accents: without them राम is रम.
    """
    combining = unicodedata.combining(char)
    return combining == 1 or 10 <= combining <= 36 or combining >= 200
