"""The letters of an 8-bit file, where it does not say what they are and the club's language suggests it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...reports import NameList, Reading, TournamentReport, read
from .words import CODE_PAGES

WESTERN = "cp1252"
"""What the reader takes where no federation of the file has a page of its own."""

_LANGUAGES = {
    "cp1250": "bs cs hr hu pl ro sk sl sq",
    "cp1251": "be bg kk ky mk mn ru sr tg uk",
    "cp1253": "el",
    "cp1254": "az tr",
    "cp1255": "he",
    "cp1256": "ar fa ur",
}
_PAGE_OF = {language: page for page, languages in _LANGUAGES.items() for language in languages.split()}

_ABOUT_LETTERS = frozenset({"bytes_undecodable", "encoding_unknown"})

NAMES_SHOWN = 12


Read = TypeVar("Read", Reading, NameList)


@dataclass(frozen=True)
class Letters(Generic[Read]):
    """A file as read, and the page that the club's language suggests where the file says nothing."""

    reading: Read
    suggested: str = ""

    @property
    def may_be_switched(self) -> bool:
        """Whether another page can make a difference: not where the file is refused for something else."""
        codes = {issue.code for issue in self.reading.issues if issue.severity == "error"}
        return bool(self.reading.encodings) and codes <= _ABOUT_LETTERS


def read_letters(
    content: bytes,
    filename: str,
    *,
    language: str,
    chosen: str | None,
    read: Callable[..., Read] = read,
) -> Letters[Read]:
    """Read a file as the editor chose; else by its federation, else by the language of the club."""
    own = read(content, filename)
    suggested = _PAGE_OF.get(language.split("-")[0], "")
    if not own.encodings or own.encoding != WESTERN:
        suggested = ""
    if chosen:
        return Letters(read(content, filename, encoding=chosen), suggested)
    if suggested:
        by_language = read(content, filename, encoding=suggested)
        if own.has_errors or not by_language.has_errors:
            return Letters(by_language, suggested)
    return Letters(own)


def sample_names(report: TournamentReport | None) -> list[str]:
    """Names to look at; those first that another page would change."""
    names: Iterable[str] = () if report is None else (player.name for player in report.players)
    return sorted(names, key=str.isascii)[:NAMES_SHOWN]


def encodings_offered(letters: Letters) -> list[tuple[str, str]]:
    """Name and label, the one in use first, then the one suggested; empty where there is no choice."""
    if not letters.may_be_switched:
        return []
    reading = letters.reading
    suggested = [letters.suggested] if letters.suggested else []
    return [
        (name, label_of(name)) for name in dict.fromkeys([reading.encoding, *suggested, *reading.encodings])
    ]


def label_of(page: str) -> str:
    return f"{CODE_PAGES[page]} ({page})" if page in CODE_PAGES else page
