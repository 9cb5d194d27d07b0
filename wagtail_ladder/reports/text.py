"""From bytes to lines: encodings and line ends.

The order: a byte order mark, UTF-16 by its NUL bytes, strict UTF-8, then an 8-bit code page. Which page
is decided by the file's own federation, never by statistics: those guess wrong on short lists of names.
The editor sees the names and can choose another page.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from .issues import Remarks
from .limits import MAX_LINES
from .types import Where

LATIN = "cp1252"
CODE_PAGES = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258")
"""Those on offer for an 8-bit file."""

UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")

_FEDERATIONS = {
    "cp1250": "ALB BIH CRO CZE HUN MNE POL ROU SLO SVK",
    "cp1251": "BLR BUL KAZ KGZ MDA MGL MKD RUS SRB TJK UKR",
    "cp1253": "CYP GRE",
    "cp1254": "AZE TUR",
    "cp1255": "ISR",
    "cp1256": "AFG ALG BRN EGY IRI IRQ JOR KSA KUW LBA LBN MAR OMA PAK PLE QAT SUD SYR TUN UAE YEM",
    "cp1257": "EST LAT LTU",
    "cp1258": "VIE",
}
_PAGE_OF = {federation: page for page, names in _FEDERATIONS.items() for federation in names.split()}

_FEDERATION_LINE = re.compile(rb"(?:^|[\r\n])032[ \t]+([A-Z]{3})[ \t]*(?=[\r\n]|$)")
_PLAYER_FEDERATION = re.compile(rb"(?:^|[\r\n])001[^\r\n]{50}([A-Z]{3})(?= )")
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# No language of the Latin script has words like this; in another script nearly every word is one.
_FOREIGN_WORD = re.compile(rb"[\xc0-\xff]{4,}")
_LATIN_PAGES = frozenset({"cp1250", "cp1252", "cp1254", "cp1257", "cp1258"})
_LINE_END = re.compile("\r\n|\n|\r")
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\u200e\u200f]")


@dataclass(frozen=True, slots=True)
class Text:
    lines: list[str]
    encoding: str
    encodings: tuple[str, ...]
    """Other code pages to offer, the likeliest first; empty where the encoding is certain."""
    ends_with_newline: bool


def decode(content: bytes, remarks: Remarks, encoding: str | None = None) -> Text | None:
    """The lines of a text file, or None where its bytes cannot be read (`remarks` says why)."""
    others: tuple[str, ...] = ()
    if encoding is not None and encoding not in CODE_PAGES + UNICODE:
        # Python knows many more, some of which take minutes for a file, or give what is no text.
        remarks.add("encoding_unknown", encoding=encoding[:40])
        return None
    if encoding is None:
        encoding = _unicode_encoding(content)
    else:
        others = tuple(page for page in _by_plausibility(content) if page != encoding)
    if encoding is None:
        encoding = _code_page(content)
        others = tuple(page for page in _by_plausibility(content) if page != encoding)
        doubtful = encoding in _LATIN_PAGES and _is_foreign(content)
        remarks.add("encoding_doubtful" if doubtful else "encoding_assumed", encoding=encoding)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\n|\r", content[: error.start])) + 1
        remarks.add("bytes_undecodable", Where(line), encoding=encoding)
        return None
    text = text.removeprefix("\ufeff")
    # Not str.splitlines(): that also splits at form feeds and at U+0085, which are no line ends here.
    lines = _LINE_END.split(text, MAX_LINES)
    if len(lines) > MAX_LINES:
        remarks.add("too_many_lines", limit=MAX_LINES)
        return None
    return Text(lines, encoding, others, text.endswith(("\n", "\r")))


def clean(text: str) -> str:
    """As typed, but without control characters and without blanks at the ends."""
    return _CONTROL.sub("", text).strip()


def is_visible(text: str) -> bool:
    """Whether anything is left without marks that stand on nothing and characters of no width."""
    return any(
        unicodedata.category(character)[0] in "LNPS" and character not in _BLANK_LETTERS for character in text
    )


def _unicode_encoding(content: bytes) -> str | None:
    if content.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    head = content[:4096]
    if head[1::2].count(0) > len(head) * 0.4:
        return "utf-16-le"
    if head[0::2].count(0) > len(head) * 0.4:
        return "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        # Where most of it is sound UTF-8, a byte was lost: a code page would make nonsense of every name.
        sound = len(_MULTIBYTE.findall(content))
        broken = len(re.findall(rb"[\x80-\xff]+", _MULTIBYTE.sub(b"", content)))
        return "utf-8" if sound > 2 * broken else None
    return "utf-8"


def _code_page(content: bytes) -> str:
    """By the federation of the event, or else of most of its players."""
    declared = _FEDERATION_LINE.search(content)
    if declared:
        federations = [declared[1]]
    else:
        federations = [name for name, _ in Counter(_PLAYER_FEDERATION.findall(content)).most_common(1)]
    for federation in federations:
        page = _PAGE_OF.get(federation.decode("ascii"), LATIN)
        if _decodable(content, page):
            return page
    return next((page for page in CODE_PAGES if _decodable(content, page)), LATIN)


def _by_plausibility(content: bytes) -> list[str]:
    """The code pages, those first in which the text looks like one. Only the order of the offer."""
    sample = content[:65536]
    foreign = _is_foreign(sample)

    def implausibility(page: str) -> tuple[bool, bool, int]:
        text = sample.decode(page, errors="replace")
        capitals = sum(a.islower() and b.isupper() for a, b in pairwise(text))
        return "\ufffd" in text, foreign and page in _LATIN_PAGES, capitals

    return sorted(CODE_PAGES, key=implausibility)


def _is_foreign(content: bytes) -> bool:
    return len(_FOREIGN_WORD.findall(content)) >= 3


def _decodable(content: bytes, page: str) -> bool:
    try:
        content.decode(page)
    except UnicodeDecodeError:
        return False
    return True
