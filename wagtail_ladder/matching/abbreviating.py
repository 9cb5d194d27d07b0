"""Initials: what a ladder shows of a name that is to stay private ("Γ. Π.", "ج. ب.").

Never more than two letters, and never that of a patronymic, title, particle or suffix: each would narrow
the circle of those who may be meant. In scripts whose characters are syllables or words (Han, kana,
Hangul) a second character may complete the name, so only the first is given.
"""

import unicodedata

from .cleaning import clean, first_letter, parts
from .folding import fold_word
from .lexicon import PATRONYMIC_ENDINGS
from .scripts import GREEK, SYLLABIC, script_of

NOTHING_LEFT = "?"

_TITLES = frozenset(
    "dr prof mr mrs ms miss mx sir gm wgm fm wim wfm cm wcm nm "
    "δρ κος г-н г-жа пан пані др проф гм мг мф دکتر دكتور آقای خانم مهندس استاد".split()
)
_SUFFIXES = frozenset("jr jnr sr snr ii iii iv phd esq".split())
_PARTICLES = frozenset(
    "van von vom zu zum zur der den dem de 't ten ter te op la le les du des da do dos das di del della "
    "af av bin bint ibn ben al el بن بنت ابن آل".split()
)
_FIRST_HALVES = frozenset("عبد أبو ابو أبي ابي أم ام".split())  # "عبد الله" is one name
_SECOND_HALVES = frozenset("زاده پور نژاد نیا فر خانی".split())  # "حسن زاده" is one surname
_TURKISH = frozenset({"tr", "az"})
_TURKISH_CAPITALS = {"i": "İ", "ı": "I"}
_LETTERS_OF_A_SHORT_NAME = 2


def initials(name: str, language: str | None = None) -> str:
    """The given name's first letter and the surname's: "Γιώργος Παπαδόπουλος" gives "Γ. Π.".

    `language` is the club's (a Django language code): Turkish writes i as İ, and a Persian surname in ال
    does not begin with the Arabic article. Words are taken in the order as written, unless a comma or a
    patronymic tells that the surname stands first. "?" where no letter is left. Never raises.
    """
    language = (language or "").replace("_", "-").partition("-")[0].lower()
    given, surname = _given_and_surname(parts(clean(name)))
    if not given:
        return NOTHING_LEFT
    first = _capital(first_letter(given), language)
    if _is_syllabic(first) or (len(given) == 1 and not surname):  # a lone letter is no abbreviation
        return first
    if not surname:
        return f"{first}."
    last = _capital(first_letter(_without_article(surname, language)), language)
    return f"{first}." if _is_syllabic(last) else f"{first}. {last}."


def discreet_initials(name: str, language: str | None = None) -> str:
    """The initials, or "" where they would give the name away and something neutral must stand for it.

    That is a script without initials, where one character is the whole surname ("李明", "김민준"), a name of
    one word with one or two letters ("Bo"), and a name in which no letter is left. Of "O Kim" and "A Yılmaz"
    the initials are kept: nobody sees whether that letter is a given name or stands for one.
    """
    given, surname = _given_and_surname(parts(clean(name)))
    if not surname and sum(map(str.isalpha, given)) <= _LETTERS_OF_A_SHORT_NAME:
        return ""
    text = initials(name, language)
    return text if text.endswith(".") else ""


def _given_and_surname(parts: list[list[str]]) -> tuple[str, str]:
    """The word that gives each initial, "" where there is none."""
    names = [named for part in parts if (named := _without_titles(part))] or parts
    if not names:
        return "", ""
    if len(names) > 1:  # "Surname, First"
        surname, given = names[0], names[1]
        return given[0], next((word for word in surname if word.lower() not in _PARTICLES), surname[0])
    (name,) = names
    if len(name) == 1 or (len(name) == 2 and name[0] in _FIRST_HALVES):
        return name[0], ""
    if len(name) > 2:
        if _is_patronymic(name[-1]) and not _is_patronymic(name[-2]):  # "Ковальчук Йосип Іванович"
            return name[-2], name[0]
        if name[-2] in _FIRST_HALVES or name[-1] in _SECOND_HALVES:
            return name[0], name[-2]
    return name[0], name[-1]


def _without_titles(part: list[str]) -> list[str]:
    # "IM" only in capitals: Im is a Korean surname.
    named = [word for word in part if word.lower() not in _TITLES and word != "IM"]
    while len(named) > 1 and named[-1].lower() in _SUFFIXES:
        named.pop()
    return [] if len(named) == 1 and named[0].lower() in _SUFFIXES else named


def _is_patronymic(word: str) -> bool:
    return fold_word(word).endswith(PATRONYMIC_ENDINGS)


def _without_article(surname: str, language: str) -> str:
    if surname[:3].lower() in {"al-", "el-"} or (language != "fa" and surname.startswith("ال")):
        rest = surname[3:] if surname[2] == "-" else surname[2:]
        return rest if first_letter(rest) else surname
    return surname


def _capital(letter: str, language: str) -> str:
    if language in _TURKISH and letter in _TURKISH_CAPITALS:
        return _TURKISH_CAPITALS[letter]
    if script_of(letter) == GREEK:  # Greek capitals stand without tonos
        letter = unicodedata.normalize("NFD", letter)[0]
    return letter.title()[0]  # one letter: ß gives S


def _is_syllabic(letter: str) -> bool:
    return script_of(letter) == SYLLABIC
