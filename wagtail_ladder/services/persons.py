"""Who a player really is: the end of his chain of merges, and what follows from that."""

from collections import defaultdict
from collections.abc import Collection, Container, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from ..models import Act, Ladder, LadderPlayer, Player
from ..models.player import person_at
from .errors import Refused


def merges_in_force(club_id: int) -> QuerySet[Act]:
    return Act.objects.filter(club_id=club_id, kind=Act.Kind.MERGE, undone_at__isnull=True).order_by("pk")


def who_is_really(club_id: int) -> dict[int, int | None]:
    """Merged player id -> who he is by the merges in force, None where they lead into a circle."""
    kept_by = _kept_by(club_id)
    really: dict[int, int | None] = {}
    for player in kept_by:
        passed, end = _way(player, kept_by, really)
        really |= dict.fromkeys(passed, None if end in passed else really.get(end, end))
    return really


def _kept_by(club_id: int) -> dict[int, int]:
    """Of players of the club alone: the lock and the roles of one reach no other, whatever was written."""
    merges = merges_in_force(club_id).filter(player__club=club_id, other__club=club_id)
    return dict(merges.values_list("other_id", "player_id"))


def _way(start: int, kept_by: Mapping[int, int], known: Container[int] = ()) -> tuple[set[int], int]:
    """Whom one passes from merge to merge, and where that ends: at one of these in a circle."""
    passed, end = set[int](), start
    while end in kept_by and end not in passed and end not in known:
        passed.add(end)
        end = kept_by[end]
    return passed, end


def refuse_merges_in_a_circle(club_id: int, *, but_for: Act | None = None) -> None:
    """Nobody can tell who a player is then. The undoing of a merge of the circle puts it right: `but_for`.

    No verb merges in a circle: somebody wrote the ledger past them.
    """
    if None not in who_is_really(club_id).values():
        return
    if but_for is None or but_for.other_id is None or not _is_in_a_circle(but_for.other_id, club_id):
        raise Refused(
            "merges_in_a_circle", _("The merges in force lead in a circle. Undo one of them first.")
        )


def _is_in_a_circle(player: int, club_id: int) -> bool:
    passed, end = _way(player, _kept_by(club_id))
    return end == player and end in passed


def stored_as_somebody_else(club_id: int) -> dict[int, int | None]:
    """Player id -> who he is by the merges in force, of everybody of whom something else is stored.

    Who is in a circle of merges stays as he is stored.
    """
    merged = Player.objects.filter(club_id=club_id, merged_into__isnull=False)
    stored: dict[int, Any] = dict(merged.values_list("pk", "merged_into_id"))
    really = who_is_really(club_id)
    return {
        player: really.get(player)
        for player in sorted({*stored, *really})
        if stored.get(player) != really.get(player) and really.get(player, player) is not None
    }


def follow_merges(club_id: int) -> None:
    """Inside a verb: write anew who each player of the club really is."""
    for player, end in stored_as_somebody_else(club_id).items():
        Player.objects.filter(pk=player).update(merged_into=end)


def people_in(player: Player) -> list[int]:
    """The player, and everybody who was merged into him."""
    return [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]


def juniors() -> Q:
    """Which players count as under 18: of several who are one, the one who is kept, if one of them does."""
    absorbed = Player.objects.filter(merged_into=OuterRef("pk"), is_adult=False)
    return Q(merged_into=None) & (Q(is_adult=False) | Q(Exists(absorbed)))


def absorbed_below(act: Act) -> list[int]:
    """Everybody who was merged before into the one whom this merge absorbs."""
    kept_by = dict(merges_in_force(act.club_id).values_list("other_id", "player_id"))
    below: list[int] = []
    wave: set[Any] = {act.other_id}
    while wave:
        wave = {player for player, kept in kept_by.items() if kept in wave} - {*below}
        below += wave
    return below


def parted_by(act: Act) -> dict[int, list[Act]]:
    """After a merge was undone: everybody of its two halves -> the merges by which he had become one with
    somebody whom he is parted from, the oldest first.

    With whom he became one, he did by the latest of the merges that lie between the two.
    """
    merges = list(merges_in_force(act.club_id))
    halves = [_latest_on_the_way(player, act, merges) for player in (act.player_id, act.other_id)]
    by_pk = {merge.pk: merge for merge in (act, *merges)}
    return {
        player: [by_pk[pk] for pk in sorted({max(latest, there) for there in others.values()})]
        for own, others in (halves, reversed(halves))
        for player, latest in own.items()
    }


def _latest_on_the_way(start: Any, act: Act, merges: Collection[Act]) -> dict[int, int]:
    """Everybody who is one with `start` -> the newest of the act and of the merges on the way to him: ids."""
    latest = {start: act.pk}
    wave = [start]
    while wave:
        player = wave.pop()
        for merge in merges:
            pair: set[Any] = {merge.player_id, merge.other_id}
            for other in pair - latest.keys() if player in pair else ():
                latest[other] = max(latest[player], merge.pk)
                wave.append(other)
    return latest


def seats_with_start(ladder_id: int) -> dict[int, LadderPlayer]:
    """Player id, after merges -> the place whose start rating counts, for everybody who has one.

    Of several players who are one, the last merge that had to choose between two of them decides.
    """
    given: dict[int, list[Any]] = defaultdict(list)
    seats = LadderPlayer.objects.filter(ladder_id=ladder_id, start_rating__isnull=False)
    for seat in seats.annotate(person_id=person_at()).order_by("pk"):
        given[seat.person_id].append(seat)
    if any(len(alike) > 1 for alike in given.values()):
        chosen = _chosen_starts(ladder_id)
        for person, alike in given.items():
            alike.sort(key=lambda seat: (chosen.get(seat.player_id, -1), seat.player_id == person))
    return {person: alike[-1] for person, alike in given.items()}


def seat_with_start(ladder_id: int, player: Player) -> LadderPlayer | None:
    return seats_with_start(ladder_id).get(player.merged_into_id or player.pk)


def forced_seats(ladder_id: int, player: Player) -> QuerySet[LadderPlayer]:
    """The person's places on a ladder at which initials are forced: his own, and those merged into it."""
    person = player.merged_into_id or player.pk
    whose = Q(player=person) | Q(player__merged_into=person)
    return LadderPlayer.objects.filter(whose, ladder_id=ladder_id, initials_forced=True)


def _chosen_starts(ladder_id: int) -> dict[int, int]:
    """Player id -> the latest merge that chose his start rating on the ladder."""
    club_id = Ladder.objects.values_list("club_id", flat=True).get(pk=ladder_id)
    chosen = {}
    for pk, before in merges_in_force(club_id).values_list("pk", "before"):
        if player := before.get("starts", {}).get(str(ladder_id)):
            chosen[player] = pk
    return chosen
