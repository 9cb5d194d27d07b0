"""Places on a ladder: nobody stands on it without one, and it holds the address and the initials.

Below the verbs, because the replay needs it: whoever gets a standing past them has to be shown all the same.
"""

from collections.abc import Iterable

from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import QuerySet

from ..matching import discreet_initials
from ..models import ClubRole, Ladder, LadderPlayer, Player, Visibility
from ..models.ladder import shown_in_full
from .roles import has_role


def seat_players(
    ladder_id: int, player_ids: Iterable[int], *, by: AbstractBaseUser | None
) -> dict[int, LadderPlayer]:
    """The players' places on the ladder, made where they are not there yet. Inside a verb only.

    Where somebody already sees the ladder, nobody's full name appears on it because an arbiter linked him, or
    nobody did: such a newcomer is shown by initials until an organiser lifts that, who sees what becomes
    visible.
    """
    wanted = list(dict.fromkeys(player_ids))
    seats = {
        seat.player_id: seat
        for seat in LadderPlayer.objects.filter(ladder_id=ladder_id, player_id__in=wanted)
    }
    missing = [pk for pk in wanted if pk not in seats]
    if missing:
        players = Player.objects.select_related("club").filter(pk__in=missing)
        # In an order that says nothing: the numbers behind initials must not tell the order of a sheet.
        in_order = sorted(players, key=lambda player: player.reference)
        new = [LadderPlayer(ladder_id=ladder_id, player=player) for player in in_order]
        _number([(seat, _initials(seat.player.name, seat.player.club.language)) for seat in new])
        LadderPlayer.objects.bulk_create(new)
        seats.update({seat.player_id: seat for seat in new})
        ladder = Ladder.objects.get(pk=ladder_id)
        is_seen = ladder.visibility != Visibility.ORGANISERS
        if is_seen and not has_role(by, ClubRole.ORGANISER, ladder.club_id):
            in_full = LadderPlayer.objects.filter(shown_in_full(), pk__in=[seat.pk for seat in new])
            LadderPlayer.objects.filter(pk__in=list(in_full.values_list("pk", flat=True))).update(
                initials_forced=True
            )
    return seats


def give_initials(seats: QuerySet[LadderPlayer], language: str) -> None:
    """Write the initials anew after a change of names or of the club's language. Inside a verb only."""
    changed = []
    for seat in seats.select_related("player").order_by("pk"):
        text = _initials(seat.player.name, language)
        if seat.initials != text:
            changed.append((seat, text))
    _number(changed)
    for seat, _text in changed:
        seat.save(update_fields=["initials", "initials_suffix"])


def _number(seats: list[tuple[LadderPlayer, str]]) -> None:
    """Give each place its initials, and the next number for them on its ladder."""
    ladders = Ladder.objects.in_bulk({seat.ladder_id for seat, _text in seats})
    for seat, text in seats:
        given = ladders[seat.ladder_id].initials_given
        seat.initials = text
        given[text] = seat.initials_suffix = given.get(text, 0) + 1
    for ladder in ladders.values():
        ladder.save(update_fields=["initials_given"])


def _initials(name: str, language: str) -> str:
    return discreet_initials(name, language)[:12]
