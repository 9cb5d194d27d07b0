"""Sentences that several event screens share."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext

from ...engine import Reason
from ...kinds import Kind
from ...matching.suggestions import Confidence, Evidence
from ...models import Event
from ...reports import Issue, TournamentReport, Where

REASONS: Mapping[Reason, str] = {
    Reason.RATED: gettext_lazy("rated"),
    Reason.BYE: gettext_lazy("bye"),
    Reason.FORFEIT: gettext_lazy("forfeit"),
    Reason.DOUBLE_FORFEIT: gettext_lazy("double forfeit"),
    Reason.UNPLAYED: gettext_lazy("not paired"),
    Reason.UNFINISHED: gettext_lazy("no result yet"),
    Reason.VARIANT: gettext_lazy("a variant"),
    Reason.UNRATED_GAME: gettext_lazy("not for the ladder"),
    Reason.UNRATED_EVENT: gettext_lazy("the event is not rated"),
    Reason.PROVISIONAL_OPPONENT: gettext_lazy("opponent is provisional"),
    Reason.LEFT_OUT: gettext_lazy("a guest plays"),
    Reason.NAMES_WAITING: gettext_lazy("waiting for names"),
}

EVIDENCE: Mapping[Evidence, str] = {
    Evidence.SAME_NAME: gettext_lazy("same name"),
    Evidence.CONFIRMED_SPELLING: gettext_lazy("spelled like this before"),
    Evidence.ONE_LETTER: gettext_lazy("one letter differs"),
    Evidence.WORD_LEFT_OVER: gettext_lazy("one word more or less"),
    Evidence.INITIAL: gettext_lazy("only an initial"),
    Evidence.ONE_WORD: gettext_lazy("one word in common"),
    Evidence.TWO_LETTERS: gettext_lazy("two letters differ"),
    Evidence.SOUNDS_ALIKE: gettext_lazy("sounds alike"),
    Evidence.NICKNAME: gettext_lazy("another form of the name"),
    Evidence.SHORT_FORM: gettext_lazy("may be a short form"),
    Evidence.OTHER_SCRIPT: gettext_lazy("in other letters"),
    Evidence.MARK_LEFT_OVER: gettext_lazy("only one has a number, a year, Jr or the like"),
    Evidence.ORDER_DIFFERS: gettext_lazy("the names stand in another order"),
    Evidence.OTHER_ACCENTS: gettext_lazy("other accents"),
    Evidence.INITIAL_DIFFERS: gettext_lazy("the initial is nearly the same"),
    Evidence.KNOWN_NAME: gettext_lazy("but as typed it is a name of the club"),
    Evidence.OTHERS_FIT: gettext_lazy("another fits as well"),
}

CONFIDENCE: Mapping[Confidence, str] = {
    Confidence.STRONG: gettext_lazy("fits well"),
    Confidence.LIKELY: gettext_lazy("likely"),
    Confidence.POSSIBLE: gettext_lazy("possible"),
}


CODE_PAGES: Mapping[str, str] = {
    "cp1250": gettext_lazy("Central European"),
    "cp1251": gettext_lazy("Cyrillic"),
    "cp1252": gettext_lazy("Western European"),
    "cp1253": gettext_lazy("Greek"),
    "cp1254": gettext_lazy("Turkish"),
    "cp1255": gettext_lazy("Hebrew"),
    "cp1256": gettext_lazy("Arabic"),
    "cp1257": gettext_lazy("Baltic"),
    "cp1258": gettext_lazy("Vietnamese"),
}
"""What the letters of an 8-bit file may be, by Python's name for them."""


def because(reason: Reason) -> str:
    """“rated”, or “not rated: bye”."""
    if reason is Reason.RATED:
        return str(REASONS[reason])
    return gettext("not rated: %(reason)s") % {"reason": REASONS[reason]}


def names_waiting(count: int) -> str:
    return ngettext("waiting for %(count)d name", "waiting for %(count)d names", count) % {"count": count}


def status_of(event: Event, undecided: int) -> str:
    """What became of the event, in a word or two: draft, published, waiting for 3 names, deleted.

    An event that is not rated waits for nobody.
    """
    if event.status == Event.Status.PUBLISHED and undecided and not event.unrated:
        return names_waiting(undecided)
    return str(Event.Status(event.status).label)


def sentence_of(issue: Issue) -> str:
    """The remark of a reader, in the language of the page."""
    return gettext(issue.template) % issue.params


def place_of(where: Where | None) -> str:
    if where is None:
        return ""
    if where.column and where.end_column and where.end_column != where.column:
        return gettext("line %(line)d, columns %(column)d–%(end)d") % {
            "line": where.line,
            "column": where.column,
            "end": where.end_column,
        }
    if where.column:
        return gettext("line %(line)d, column %(column)d") % {"line": where.line, "column": where.column}
    return gettext("line %(line)d") % {"line": where.line}


def listed(parts: Iterable[str]) -> str:
    # Translators: stands between the items of a list
    return gettext(", ").join(str(part) for part in parts)


def counts_of(report: TournamentReport) -> str:
    """“137 players, 7 rounds, 396 played games will be rated; not rated: 15 forfeits, …”; no part is 0."""
    kinds = Counter(pairing.kind for pairing in report.pairings)
    rated = kinds[Kind.PLAYED]
    head = listed(
        [
            _count(
                ngettext("%(count)d player", "%(count)d players", len(report.players)), len(report.players)
            ),
            _count(ngettext("%(count)d round", "%(count)d rounds", report.rounds), report.rounds),
            _count(
                ngettext(
                    "%(count)d played game will be rated", "%(count)d played games will be rated", rated
                ),
                rated,
            ),
        ]
    )
    parts = not_rated_parts(kinds)
    if not parts:
        return gettext("%(counts)s.") % {"counts": head}
    return gettext("%(counts)s; not rated: %(parts)s.") % {"counts": head, "parts": listed(parts)}


def not_rated_parts(kinds: Mapping[Kind, int]) -> list[str]:
    """One phrase for each kind of pairing there is that no rating follows from."""
    forfeits, double = kinds.get(Kind.FORFEIT, 0), kinds.get(Kind.DOUBLE_FORFEIT, 0)
    full = kinds.get(Kind.BYE_PAIRING, 0) + kinds.get(Kind.BYE_FULL, 0)
    marked, open_games = kinds.get(Kind.PLAYED_UNRATED, 0), kinds.get(Kind.SCHEDULED, 0)
    parts = [
        (forfeits, ngettext("%(count)d forfeit", "%(count)d forfeits", forfeits)),
        (double, ngettext("%(count)d double forfeit", "%(count)d double forfeits", double)),
        (full, ngettext("%(count)d full or pairing bye", "%(count)d full and pairing byes", full)),
    ]
    phrases = [_count(phrase, count) for count, phrase in parts if count]
    phrases += _lesser_byes(kinds.get(Kind.BYE_HALF, 0), kinds.get(Kind.BYE_ZERO, 0))
    parts = [
        (marked, ngettext("%(count)d game marked as unrated", "%(count)d games marked as unrated", marked)),
        (
            open_games,
            ngettext("%(count)d game without a result", "%(count)d games without a result", open_games),
        ),
    ]
    return phrases + [_count(phrase, count) for count, phrase in parts if count]


def _lesser_byes(half: int, zero: int) -> list[str]:
    if half and zero:
        return [
            ngettext(
                "%(half)d half-point and %(zero)d zero-point bye",
                "%(half)d half-point and %(zero)d zero-point byes",
                zero,
            )
            % {"half": half, "zero": zero}
        ]
    if half:
        return [_count(ngettext("%(count)d half-point bye", "%(count)d half-point byes", half), half)]
    if zero:
        return [_count(ngettext("%(count)d zero-point bye", "%(count)d zero-point byes", zero), zero)]
    return []


def _count(phrase: str, count: int) -> str:
    return phrase % {"count": count}
