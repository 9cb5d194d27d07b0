"""Which initials may stand for one sound in two scripts: Y. is Ю, Я, Є, Ї, Й, Υ or ی."""

from .scripts import LATIN, script_of

# The first letters of the usual Latin spellings of a name, by the letter it begins with in its own script.
_SPELLED = {
    "Α": "AEI", "Β": "VB", "Γ": "GYJ", "Δ": "D", "Ε": "EAI", "Ζ": "Z", "Η": "IHE", "Θ": "TQ8",
    "Ι": "IYJ", "Κ": "KCQ", "Λ": "L", "Μ": "MB", "Ν": "ND", "Ξ": "XK3", "Ο": "OIU", "Π": "P", "Ρ": "R",
    "Σ": "SC", "Τ": "TJC", "Υ": "YIU", "Φ": "FP", "Χ": "CHKX", "Ψ": "P", "Ω": "OW", "А": "A", "Б": "B",
    "В": "VW", "Г": "GH", "Ґ": "G", "Д": "DJ", "Е": "EYJ", "Є": "YEIJ", "Ё": "YJEIO", "Ж": "ZJG",
    "З": "ZS", "И": "IYJ", "І": "IJY", "Ї": "YIJ", "Й": "YJI", "К": "KC", "Л": "L", "М": "M", "Н": "N",
    "О": "O", "П": "P", "Р": "R", "С": "SC", "Т": "T", "У": "UO", "Ф": "FPT", "Х": "KHCX", "Ц": "TCZ",
    "Ч": "CT", "Ш": "SC", "Щ": "S", "Ы": "YI", "Э": "EA", "Ю": "YIJ", "Я": "YIJ", "ا": "AEIOU",
    "آ": "A", "أ": "AEIOU", "إ": "IEA", "ب": "B", "پ": "P", "ت": "T", "ث": "TS", "ج": "JGD", "چ": "CT",
    "ح": "H", "خ": "KC", "د": "D", "ذ": "ZD", "ر": "R", "ز": "Z", "ژ": "ZJ", "س": "S", "ش": "SC",
    "ص": "S", "ض": "ZD", "ط": "T", "ظ": "ZD", "ع": "AEIOU", "غ": "GQ", "ف": "FP", "ق": "QGK", "ک": "KC",
    "ك": "KC", "گ": "G", "ل": "L", "م": "M", "ن": "N", "ه": "H", "و": "VWOU", "ی": "YIE", "ي": "YIE",
}  # fmt: skip


def may_be_one(letter: str, other: str) -> bool:
    """Whether two initials of different scripts, in upper case, may begin one name."""
    one = letter if script_of(letter) == LATIN else _SPELLED.get(letter, "")
    two = other if script_of(other) == LATIN else _SPELLED.get(other, "")
    return not set(one).isdisjoint(two)
