"""Which script a word is written in, and the repair of letters typed on another keyboard."""

import unicodedata

LATIN, GREEK, CYRILLIC, ARABIC, SYLLABIC, OTHER = "Latn", "Grek", "Cyrl", "Arab", "Hani", "Zzzz"

_SYLLABIC = (
    "CJK", "HIRAGANA", "KATAKANA", "HENTAIGANA", "HANGUL",
    "BOPOMOFO", "YI SYLLABLE", "TANGUT", "NUSHU", "KHITAN",
)  # fmt: skip

# Letters that look alike in print; the small ones follow by case.
_LIKE_CYRILLIC = "AАBВEЕKКMМHНOОPРCСTТXХIІJЈYУSЅ" + "aаeеoоpрcсxхiіjјyуsѕkк"
_LIKE_GREEK = "AΑBΒEΕZΖHΗIΙKΚMΜNΝOΟPΡTΤYΥXΧ" + "aαoοvνuυiιpρkκxχyγ"


def _pairs(text: str) -> dict[int, str]:
    return {ord(latin): other for latin, other in zip(text[::2], text[1::2], strict=True)}


_FROM_LATIN = {CYRILLIC: _pairs(_LIKE_CYRILLIC), GREEK: _pairs(_LIKE_GREEK)}
_TO_LATIN = {
    script: {ord(other): chr(latin) for latin, other in table.items()}
    for script, table in _FROM_LATIN.items()
}


def script_of(letter: str) -> str:
    """The script of a letter; only what the matcher treats apart has a name of its own."""
    code = ord(letter)
    if code < 0x2B0 or 0x1E00 <= code < 0x1F00:
        return LATIN
    if 0x370 <= code < 0x400 or 0x1F00 <= code < 0x2000:
        return GREEK
    if code < 0x530:
        return CYRILLIC if code >= 0x400 else OTHER
    if 0x600 <= code < 0x780 or 0x8A0 <= code < 0x900:
        return ARABIC
    return SYLLABIC if unicodedata.name(letter, "").startswith(_SYLLABIC) else OTHER


def repaired(word: str) -> str:
    """The word in one script, where letters that only look alike made it two: “Iван” with a Latin I.

    A word wholly in Latin letters stays: it may well be meant.
    """
    scripts = {script_of(char) for char in word if char.isalpha()}
    if len(scripts) != 2 or LATIN not in scripts:
        return word
    (other,) = scripts - {LATIN}
    if other not in _FROM_LATIN:
        return word
    native = word.translate(_FROM_LATIN[other])
    if all(script_of(char) == other for char in native if char.isalpha()):
        return native
    latin = word.translate(_TO_LATIN[other])
    return latin if all(script_of(char) == LATIN for char in latin if char.isalpha()) else word


def in_script(letter: str, script: str) -> str:
    """The letter of `script` that looks like this Latin one, or the letter itself."""
    return letter.translate(_FROM_LATIN[script]) if script in _FROM_LATIN else letter
