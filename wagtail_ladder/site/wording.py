"""Results, reasons and corrections in words."""

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ..engine import Reason
from ..kinds import Kind
from .text import in_digits_of, points

_HALF_POINTS = {None: "", 0: "0", 1: "½", 2: "1"}

REASONS = {
    Reason.RATED: _("rated"),
    Reason.BYE: _("a bye is not rated"),
    Reason.FORFEIT: _("a forfeit is not rated"),
    Reason.DOUBLE_FORFEIT: _("nobody appeared: not rated"),
    Reason.UNPLAYED: _("no game in this event"),
    Reason.UNFINISHED: _("not finished yet"),
    Reason.VARIANT: _("another game than chess"),
    Reason.UNRATED_GAME: _("this game is not for the ladder"),
    Reason.UNRATED_EVENT: _("this event is not for the ladder"),
    Reason.PROVISIONAL_OPPONENT: _("not rated for this player: the opponent's rating is provisional"),
    Reason.LEFT_OUT: _("a guest is not rated"),
    Reason.NAMES_WAITING: _("waits until every name of the event is known"),
}

COLOURS = {
    "white": pgettext_lazy("side of the board", "White"),
    "black": pgettext_lazy("side of the board", "Black"),
}

_WITHOUT_SCORE = {
    Kind.DOUBLE_FORFEIT: "−:−",
    Kind.SCHEDULED: "…",
    Kind.BYE_PAIRING: _("bye"),
    Kind.BYE_FULL: _("full-point bye"),
    Kind.BYE_HALF: _("half-point bye"),
    Kind.BYE_ZERO: _("zero-point bye"),
    Kind.NOT_PAIRED: _("not paired"),
}


def result(kind: str, white_half_points: int | None, black_half_points: int | None) -> object:
    """A result as a pairing list shows it, white's side first: 1–0, ½–½, + : − for a forfeit, bye."""
    if kind in _WITHOUT_SCORE:
        return _WITHOUT_SCORE[Kind(kind)]
    if kind == Kind.FORFEIT:
        return (
            _sides("+", ":", "−")
            if (white_half_points or 0) > (black_half_points or 0)
            else _sides("−", ":", "+")
        )
    return _sides(half_points(white_half_points), "–", half_points(black_half_points))


def half_points(value: int | None) -> str:
    """What one side of a game got: 1, ½, 0; empty where there is no result."""
    return in_digits_of(get_language(), _HALF_POINTS[value])


@cache  # there are a dozen of them, and thousands of games
def _sides(white: str, between: str, black: str) -> SafeString:
    """Each half isolated: in any direction of reading, the half beside a player's column is that player's."""
    return format_html("<bdi>{}</bdi>{}<bdi>{}</bdi>", white, between, black)


def games_to_go(games: int) -> str:
    """Of a provisional player; empty for who is ranked."""
    if not games:
        return ""
    text = ngettext("%(games)s more game to be ranked", "%(games)s more games to be ranked", games)
    return text % {"games": points(games)}


def why_not_rated(white: Reason, black: Reason) -> object:
    """One remark on a game for both sides; "" where it was rated for both."""
    if white is Reason.RATED and black is Reason.RATED:
        return ""
    if Reason.PROVISIONAL_OPPONENT in (white, black):
        return _("rated for the provisional player only")
    return REASONS[white]


_CORRECTIONS = {
    "publish_event": _("An event was added"),
    "restore_event": _("An event was added again"),
    "unpublish_event": _("An event was withdrawn"),
    "delete_event": _("An event was withdrawn"),
    "change_event": _("An event was changed"),
    "update_from_report": _("An event was changed"),
    "move_event": _("An event was moved"),
    "split_event": _("An event was divided"),
    "join_split": _("The parts of an event were put together"),
    "order_day": _("The events of a day were put in order"),
    "correct_game": _("A result was corrected"),
    "save_round": _("A result was corrected"),
    "exchange_games": _("A result was corrected"),
    "add_entries": _("A name was added"),
    "remove_entry": _("A name was removed"),
    "set_rules": _("The rules were changed"),
    "remove_rules": _("The rules were changed"),
    "set_start_rating": _("A start rating was changed"),
    **dict.fromkeys(
        ("rebuild_ladder", "changed_outside", "computed_anew"), _("The ratings were computed anew")
    ),
    # Who is who: no more than this, or a line would tell that two initials of the page are one person.
    **dict.fromkeys(
        (
            "decide_entries", "join_entries", "part_entry", "repoint_entries", "split_player",
            "merge_players", "undo_act",
        ),
        _("A name was corrected"),
    ),
}  # fmt: skip


_ADDITIONS = {"save_round": _("Games were added"), "correct_game": _("A result was added")}
"""In the place of `_CORRECTIONS`, where no result became another one."""


def correction(
    action: str, number: int | None, board: int | None, moved: int, only_adds: bool = False
) -> str:
    """What a verb did that corrected a ladder, in round `number`, and how many ratings it changed.

    `only_adds` where no result became another one. "Something was corrected" for a verb that is not known
    here.
    """
    if only_adds and action in _ADDITIONS:
        what = str(_ADDITIONS[action])
    elif number is None:
        what = str(_CORRECTIONS.get(action, _("Something was corrected")))
    elif board is None:
        what = gettext("Round %(round)s corrected") % {"round": points(number)}
    else:
        what = gettext("Round %(round)s, board %(board)s corrected") % {
            "round": points(number),
            "board": points(board),
        }
    if not moved:
        return gettext("%(what)s, no rating changed") % {"what": what}
    changed = ngettext("%(what)s, %(count)s rating changed", "%(what)s, %(count)s ratings changed", moved)
    return changed % {"what": what, "count": points(moved)}
