"""Tie-breaks, byes and forfeits in words, for the standings of an event."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from ..kinds import Kind
from ..services.reads import CrossResult, EventSheet, WithoutPlay
from ..tiebreaks import ORDER, System, TieBreak
from .text import points
from .wording import half_points

NAMES = {
    TieBreak.BUCHHOLZ: _("Buchholz"),
    TieBreak.SONNEBORN_BERGER: _("Sonneborn-Berger"),
    TieBreak.WINS: pgettext_lazy("number of wins", "Wins"),
    TieBreak.DIRECT_ENCOUNTER: _("Direct encounter"),
}

SHORT_NAMES = {
    TieBreak.BUCHHOLZ: pgettext_lazy("short for Buchholz", "BH"),
    TieBreak.SONNEBORN_BERGER: pgettext_lazy("short for Sonneborn-Berger", "SB"),
    TieBreak.WINS: NAMES[TieBreak.WINS],
    TieBreak.DIRECT_ENCOUNTER: pgettext_lazy("short for direct encounter", "DE"),
}

_RULES = {
    ORDER[System.SWISS]: _(
        "Of equal points, the higher Buchholz (BH) comes first, then the higher Sonneborn-Berger (SB), "
        "then the more wins, then the better direct encounter (DE), by the rules of FIDE. "
        "Who is equal in all of it shares a rank."
    ),
    ORDER[System.ROUND_ROBIN]: _(
        "Of equal points, the better direct encounter (DE) comes first, then the more wins, "
        "then the higher Sonneborn-Berger (SB), by the rules of FIDE. "
        "Who is equal in all of it shares a rank."
    ),
    ORDER[System.FREE]: _("Of equal points, the more wins come first. Who is equal in both shares a rank."),
}


def rule(sheet: EventSheet) -> object:
    """What the order of the standings follows; "" where there is nothing to order."""
    if sheet.ranks_stated:
        return _("Ranks are those of the tournament file.")
    if sheet.order:
        return _RULES[sheet.order]
    return _("Equal points share a rank.") if any(row.rank for row in sheet.standings) else ""


def value(of: Decimal | None) -> str:
    """12, 12.5, 7.25: in decimals, as pairing programs print them, for Sonneborn-Berger has quarters."""
    return points(of if of is None or of % 1 else int(of))


def without_play(what: WithoutPlay, times: int) -> str:
    """A round without a game, as in "1 bye, 2 wins by forfeit"."""
    if what.kind is Kind.BYE_FULL:
        text = ngettext("%(count)s full-point bye", "%(count)s full-point byes", times)
    elif what.kind is Kind.BYE_HALF:
        text = ngettext("%(count)s half-point bye", "%(count)s half-point byes", times)
    elif what.kind is Kind.BYE_ZERO:
        text = ngettext("%(count)s zero-point bye", "%(count)s zero-point byes", times)
    elif what.kind is Kind.BYE_PAIRING:
        text = ngettext("%(count)s bye", "%(count)s byes", times)
    elif what.half_points:
        text = ngettext("%(count)s win by forfeit", "%(count)s wins by forfeit", times)
    else:
        text = ngettext("%(count)s loss by forfeit", "%(count)s losses by forfeit", times)
    return text % {"count": points(times)}


def cross_mark(result: CrossResult) -> tuple[str, object]:
    """A result in a crosstable, and in words where the mark does not say it to those who hear it."""
    if result.kind is Kind.SCHEDULED:
        return "…", _("not played yet")
    if result.kind is Kind.FORFEIT and result.half_points:
        return "+", _("won by forfeit")
    if result.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
        return "−", _("lost by forfeit")
    return half_points(result.half_points), ""
