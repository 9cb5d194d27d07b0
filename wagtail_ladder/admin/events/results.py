"""Results as an editor chooses them: a code for the form, a label for the eye, the `Result` for the verbs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...kinds import Kind
from ...services import Refused, Result

_KINDS = frozenset(kind.value for kind in Kind)
_NUMERALS = {0: "0", 1: "½", 2: "1", None: ""}


@dataclass(frozen=True, slots=True)
class Choice:
    code: str
    label: str | Promise
    hint: str | Promise = ""


def code_of(kind: str, white: int | None, black: int | None) -> str:
    """`played-2-0`, `forfeit-0-2`, `scheduled--`, `bye_half-1-`."""
    return f"{kind}-{'' if white is None else white}-{'' if black is None else black}"


def result_of(code: str) -> Result:
    """Raises Refused for anything that is no result."""
    kind, _dash, scores = code.partition("-")
    white, dash, black = scores.partition("-")
    if kind not in _KINDS or not dash or not {white, black} <= {"", "0", "1", "2"}:
        raise Refused("result_unknown", _("Please choose a result of the list."))
    return Result(Kind(kind), _half_points(white), _half_points(black))


def score_of(kind: str, white: int | None, black: int | None) -> str:
    """The result as a crosstable writes it: 1–0, ½–½, + –, bye."""
    if kind == Kind.SCHEDULED:
        return "–"
    if kind == Kind.DOUBLE_FORFEIT:
        return "− −"
    if kind == Kind.FORFEIT:
        return _FORFEITS.get((white, black)) or f"{_NUMERALS[white]}–{_NUMERALS[black]} F"
    if kind in _BYES:
        return str(_BYES[Kind(kind)])
    return f"{_NUMERALS[white]}–{_NUMERALS[black]}"


def choice_of(kind: str, white: int | None, black: int | None) -> Choice:
    """The choice for a stored result, whether or not it is on one of the lists."""
    label = score_of(kind, white, black)
    hint: str | Promise = ""
    if kind == Kind.PLAYED_UNRATED:
        label, hint = _("%(score)s, not rated") % {"score": label}, gettext_lazy("played, but not rated")
    elif kind == Kind.FORFEIT:
        hint = gettext_lazy("forfeit: White wins") if (white or 0) > (black or 0) else gettext_lazy(
            "forfeit: Black wins"
        )  # fmt: skip
    elif kind == Kind.DOUBLE_FORFEIT:
        hint = gettext_lazy("forfeit: nobody came")
    elif kind == Kind.SCHEDULED:
        label, hint = _("no result"), gettext_lazy("not finished yet")
    elif (white, black) in _UNEVEN:
        hint = gettext_lazy("played; both are rated on their own score")
    return Choice(code_of(kind, white, black), label, hint)


def with_current(choices: Iterable[Choice], current: Choice) -> list[Choice]:
    """The choices, and the current one behind them where the list lacks it."""
    found = list(choices)
    return found if current.code in {choice.code for choice in found} else [*found, current]


def common_results() -> list[Choice]:
    """The three results of a played game: big buttons, under the thumb."""
    return [choice_of(Kind.PLAYED, white, black) for white, black in ((2, 0), (1, 1), (0, 2))]


def rare_results() -> list[Choice]:
    """Forfeits, uneven scores, and no result yet."""
    return [
        choice_of(Kind.SCHEDULED, None, None),
        choice_of(Kind.FORFEIT, 2, 0),
        choice_of(Kind.FORFEIT, 0, 2),
        choice_of(Kind.DOUBLE_FORFEIT, 0, 0),
        choice_of(Kind.PLAYED, 1, 0),
        choice_of(Kind.PLAYED, 0, 1),
        choice_of(Kind.PLAYED, 0, 0),
    ]


def byes() -> list[Choice]:
    """In place of an opponent."""
    return [
        Choice(code_of(kind, points, None), _BYES[kind])
        for kind, points in (
            (Kind.BYE_PAIRING, 2),
            (Kind.BYE_HALF, 1),
            (Kind.BYE_ZERO, 0),
            (Kind.BYE_FULL, 2),
        )
    ]


def _half_points(text: str) -> int | None:
    return int(text) if text else None


_FORFEITS = {(2, 0): "+ −", (0, 2): "− +"}
_UNEVEN = {(1, 0), (0, 1), (0, 0)}
_BYES = {
    Kind.BYE_PAIRING: gettext_lazy("bye (1 point)"),
    Kind.BYE_HALF: gettext_lazy("half-point bye"),
    Kind.BYE_ZERO: gettext_lazy("zero-point bye"),
    Kind.BYE_FULL: gettext_lazy("full-point bye"),
    Kind.NOT_PAIRED: gettext_lazy("not paired"),
}
