"""Words in two scripts brought to one rough Latin spelling, in which they can be compared.

Rough on purpose: Юрій is Yurii, Yuri, Jurij and Iurii, so that no standard alone will do. Greek and
Cyrillic keep their vowels. Arabic script does not write the short ones, so there the consonants are
compared first, and then whether the long vowels that are written are found in the Latin form.
"""

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from .replacing import rewriter, table, undoubled
from .scripts import ARABIC, CYRILLIC, GREEK

LETTER = 4
"""What one letter more or less counts; a short vowel that only one side writes counts 1."""
FAR = 99 * LETTER
"""More than any two spellings of one word are apart."""

_GREEK = rewriter(
    table(
        "ου:u αυ:av ευ:ev ηυ:iv αι:e ει:i οι:i υι:i μπ:b ντ:d γκ:g γγ:g γχ:h τζ:z τσ:s ψ:ps ξ:x "
        "α:a β:v γ:g δ:d ε:e ζ:z η:i θ:t ι:i κ:k λ:l μ:m ν:n ο:o π:p ρ:r σ:s τ:t υ:i φ:f χ:h ω:o"
    )
)
_GREEK_BY_SOUND = rewriter(
    table(
        "ou:u oy:u au:av af:av eu:ev ef:ev ai:e ei:i oi:i ee:i mp:b nt:d nd:d nth:nt gk:g ng:g gg:g "
        "gh:g gi:gi yi:gi ye:ge tz:z dz:z ts:s dj:z ch:h kh:h th:t ph:f dh:d ks:x ps:ps qu:k c:k q:k "
        "w:v y:i j:i 8:t"
    )
)
_GREEK_BY_LETTER = rewriter(table("ou:u mp:b nt:d nth:nt tz:z ts:s ch:h kh:h th:t ph:f ks:x c:k w:v y:i j:i"))
_GREEK_BY_KEYBOARD = rewriter(
    table(
        "ou:u oy:u ei:i oi:i ai:e ay:av ey:ev mp:b nt:d nth:nt gk:g gg:g tz:z ts:s th:t ch:h x:h h:i "
        "w:o u:i y:i 8:t 3:x 9:t b:v c:k j:x"
    )
)
_CYRILLIC = rewriter(
    table(
        "дж:c кс:ks зг:z щ:s ш:s ж:z ч:c ц:s х:h г:h ю:iu я:ia є:e ё:e е:e э:e й:i ї:i и:i і:i "
        "ы:i ў:u ь: ъ: а:a б:b в:v д:d з:z к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f"
    )
)
_CYRILLIC_BY_SOUND = table(
    "shch:s sch:s schtsch:s stsch:s tsch:c tch:c ch:c cz:c sh:s sz:s zh:z rz:z rzh:rz dzh:c dj:c kh:h "
    "gh:h zgh:z ts:s tz:s ph:f th:t ck:k ya:ia ja:ia yu:iu ju:iu ye:e je:e ie:e yo:e jo:e yi:i ij:i "
    "ii:i iy:i yy:i yj:i x:ks w:v y:i j:i g:h q:k c:s ou:u oo:u ee:i"
)
_LATIN_FOR = {
    GREEK: (_GREEK_BY_SOUND, _GREEK_BY_LETTER, _GREEK_BY_KEYBOARD),
    # Scholars write х as x, and jo is not only ё but the beginning of Йосип.
    CYRILLIC: (rewriter(_CYRILLIC_BY_SOUND), rewriter(_CYRILLIC_BY_SOUND | table("x:h yo:io jo:io"))),
}
_ARABIC = rewriter(
    table(
        "خ:x ش:$ چ:$ ژ:j ج:j غ:q ق:q گ:g ک:k پ:p ب:b ف:f ت:t ط:t ث:s س:s ص:s ذ:z ز:z ض:z ظ:z د:d "
        "ر:r ل:l م:m ن:n ه:h ح:h و:w ی:y ا:a ع:' ء:"
    )
)
# Two vowel letters, or ei, stand for a long vowel, which Arabic script writes: Mahmoud is not محمد.
_LATIN_FOR_ARABIC = rewriter(
    table(
        "kh:x sh:$ ch:$ zh:j gh:q dh:z th:s ph:f ck:k dj:j v:w x:ks c:k oo:U ou:U uu:U ow:U ee:I "
        "ii:I ei:I ey:I ay:I ai:I aa:A"
    )
)
_SILENT_AT_THE_END = re.compile(r"(?<=.)h$")  # فاطمه, Khadijah
_SPOKEN_OTHERWISE = {"ض": "د", "ج": "گ", "ق": "ک"}
_SILENT_L = re.compile("(?<=.)ال(?=[تثدذرزسشصضطظلن])")
_CONSONANT = re.compile(r"[^aeiouwyAIU']")
_READ_AS = {"a": "aeoA", "w": "uowU", "y": "ieyI"}
_WRITTEN_AS = {"A": "a", "I": "y", "i": "y", "U": "w", "u": "w", "w": "w"}
_MAY_BE_SHORT = "iu"


@lru_cache(maxsize=20_000)
def rough_keys(word: str, script: str, other: str) -> tuple[str, ...]:
    """What to look for when a compare key in one script is held against words in the `other`."""
    if ARABIC in (script, other):
        return consonants(word, script)
    if script == GREEK:
        return (_simple(_GREEK(word)),)
    if script == CYRILLIC:
        return (_simple(_CYRILLIC(word)),)
    return tuple(dict.fromkeys(_simple(rewrite(word)) for rewrite in _LATIN_FOR[other]))


def letters_apart(word: str, script: str, known: str, other: str) -> int:
    """How far two words in two scripts are from being read alike: LETTER a letter, FAR for two words."""
    if ARABIC in (script, other):
        return _arabic_apart(word, script, known, other)
    return LETTER * min(
        OSA.distance(one, two)
        for one in rough_keys(word, script, other)
        for two in rough_keys(known, other, script)
    )


@lru_cache(maxsize=20_000)
def consonants(word: str, script: str) -> tuple[str, ...]:
    """The consonants of a word, by which it is looked up. و and ی count as vowels, which they mostly are.

    A word in Arabic script has several answers, as countries differ: ض is z or d, ج is j or g, ق is q or k;
    ه is silent in فاطمه and not in طه; the l of an article inside is heard in Abdelaziz, not in Noureddine.
    """
    if script != ARABIC:
        return _consonants_of(_SILENT_AT_THE_END.sub("", _for_arabic(word, script)))
    spoken = [word]
    for letter, heard in _SPOKEN_OTHERWISE.items():
        spoken += [form.replace(letter, heard) for form in spoken if letter in form]
    spoken += [_SILENT_L.sub("ا", form) for form in spoken if "ال" in form]
    rough = [_for_arabic(form, script) for form in spoken]
    return tuple(
        dict.fromkeys(
            answer
            for form in rough
            for ending in (_SILENT_AT_THE_END.sub("", form), form)
            for answer in _consonants_of(ending)
        )
    )


def _consonants_of(rough: str) -> tuple[str, ...]:
    bare = undoubled("".join(_CONSONANT.findall(rough)))
    return (bare,) if bare else ()


@lru_cache(maxsize=20_000)
def _for_arabic(word: str, script: str) -> str:
    if script == ARABIC:
        return undoubled(_ARABIC(word))
    return undoubled(_LATIN_FOR_ARABIC({GREEK: _GREEK, CYRILLIC: _CYRILLIC}.get(script, str)(word)))


def _simple(rough: str) -> str:
    """Without doubled letters; ie is e, as in Yevhen."""
    return undoubled(rough).replace("ie", "e")


def _arabic_apart(word: str, script: str, known: str, other: str) -> int:
    if script != ARABIC:
        word, script, known, other = known, other, word, script
    if other == ARABIC or not set(consonants(word, script)) & set(consonants(known, other)):
        return FAR
    return _vowels_apart(_for_arabic(word, script), _for_arabic(known, other))


def _vowels_apart(arabic: str, latin: str) -> int:
    """What the vowels count that only one side has. Arabic script writes the long ones alone."""
    written, read = _CONSONANT.split(arabic), _CONSONANT.split(latin)
    if len(written) != len(read):
        written, read = (_CONSONANT.split(_SILENT_AT_THE_END.sub("", rough)) for rough in (arabic, latin))
    if len(written) != len(read):
        return LETTER
    apart = 0
    for place, (long, vowels) in enumerate(zip(written, read, strict=True)):
        for vowel in long:
            # A first alef stands for any vowel, a last yeh for a as well: موسی is Musa.
            as_any = (place == 0 and vowel == "a") or (place == len(written) - 1 and vowel == "y")
            expected = "aeiouAIUwy" if as_any else _READ_AS.get(vowel, "")
            if expected and not set(expected) & set(vowels):
                apart += LETTER
        for vowel in vowels:
            if vowel in _WRITTEN_AS and _WRITTEN_AS[vowel] not in long:
                apart += 1 if vowel in _MAY_BE_SHORT else LETTER
    if read[-1] in {"i", "u"} and not written[-1]:  # always written at the end
        apart += LETTER
    return apart
