"""Two members who are one person, and two who are not.

A merge rewrites no entry: who a player really is follows the merges in force (`persons.follow_merges`), and
its undoing gives back registry, ratings and addresses as they were.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from ..models import Act, ClubRole, Entry, Event, Ladder, LadderPlayer, Player
from ..models.ladder import shown_in_full
from .acts import by_and_on, distinct_pairs, put_distinct, refuse_impossible_seats, write_act
from .errors import ChangedMeanwhile, DeclaredDistinct, Missing, Refused
from .persons import absorbed_below, follow_merges, merges_in_force, people_in, seats_with_start
from .players import new_addresses_for_hidden_names, seat_players
from .text import cleaned_reason
from .verb import Change, verb


def merge_players(
    kept: Player,
    absorbed: Player,
    *,
    by: AuthUser,
    starts: Mapping[int, int] | None = None,
    reason: str = "",
) -> Act:
    """The two are the same person, who is called `kept` from now on. Organisers only.

    Where both have a start rating on a ladder, `starts` says whose counts: ladder id -> player id. Of every
    privacy value the stricter wins. Raises Refused where somebody would play himself or sit twice in a round
    (event, round and board are named), where they were declared not the same, or where a start rating has to
    be chosen; ChangedMeanwhile where one of them has been merged already.
    """
    with verb(kept.club_id, by=by, role=ClubRole.ORGANISER) as change:
        kept, absorbed = _both(kept.club_id, kept.pk, absorbed.pk)
        if kept.pk == absorbed.pk:
            raise Refused("same_player", _("Please choose two different members."))
        _refuse_merged(kept, absorbed)
        ours, theirs = people_in(kept), people_in(absorbed)
        _refuse_distinct(kept.club_id, ours, theirs)
        chosen = _chosen_starts(kept, absorbed, starts or {})
        # Kept here for the undoing; names of people are not in it.
        before: dict[str, Any] = {"starts": chosen, "privacy": _privacy_of(theirs)}
        act = write_act(
            kept.club_id,
            change,
            Act.Kind.MERGE,
            player=kept,
            other=absorbed,
            reason=cleaned_reason(reason),
        )
        seats = LadderPlayer.objects.filter(player=kept)
        addresses = dict(seats.values_list("pk", "public_id"))
        with new_addresses_for_hidden_names(seats, change):
            follow_merges(kept.club_id)
        moved = {pk: new for pk, new in seats.values_list("pk", "public_id") if addresses[pk] != new}
        before["addresses"] = {str(pk): [addresses[pk], new] for pk, new in moved.items()}
        act.before = before
        act.save(update_fields=["before"])
        for event in _events_of_both(ours, theirs):
            refuse_impossible_seats(event, said=_("%(event)s: ") % {"event": event.name})
        _bring_ladders_in_line([kept, absorbed], change)
        change.log(kept, "merge_players", act=act.pk, absorbed=absorbed.pk, reason=act.reason)
    return act


def part_again(act: Act, change: Change) -> None:
    """Inside a verb: the undoing of a merge. Entries that were decided since stay with whom they mean now."""
    kept, absorbed = _both(act.club_id, act.player_id, act.other_id)
    follow_merges(act.club_id)
    _give_privacy_back(people_in(absorbed), act.before["privacy"], change)
    _give_addresses_back(kept, change)
    _bring_ladders_in_line([kept, absorbed], change)


def declare_distinct(one: Player, other: Player, *, by: AuthUser, reason: str = "") -> Act:
    """The two are not the same person: nobody merges them until that is taken back.

    Raises Refused where it is on record already, or where the two are merged.
    """
    with verb(one.club_id, by=by, role=ClubRole.ARBITER) as change:
        one, other = _both(one.club_id, one.pk, other.pk)
        if one.pk == other.pk:
            raise Refused("same_player", _("Please choose two different members."))
        _refuse_merged(one, other)
        act = put_distinct(one.club_id, one.pk, other.pk, change, cleaned_reason(reason))
        if act is None:
            raise Refused("distinct_already", _("It is on record already that these two are not the same."))
        change.log(one, "declare_distinct", act=act.pk, other=other.pk, reason=act.reason)
    return act


def decided_since(act: Act) -> list[Entry]:
    """The names decided after a merge to be the kept player: which of the two they are is to be asked."""
    absorbed = act.other_id
    really = Player.objects.values_list("merged_into_id", flat=True).get(pk=absorbed)  # type: ignore[misc]
    entries = Entry.objects.with_person().filter(person_id=really).exclude(event__status=Event.Status.DELETED)
    return list(
        entries.filter(decisions__act__pk__gt=act.pk, decisions__act__undone_at__isnull=True)
        .exclude(player__in=[absorbed, *absorbed_below(act)])
        .distinct()
        .select_related("event", "player")
        .order_by("event__last_day", "event__sequence", "number")
    )


@dataclass(frozen=True, slots=True)
class StartsDiffer:
    """Both players have a start rating on the ladder: one of them has to be chosen."""

    ladder: Ladder
    kept: LadderPlayer
    absorbed: LadderPlayer


def start_ratings_to_choose(kept: Player, absorbed: Player) -> list[StartsDiffer]:
    differ = []
    for ladder in Ladder.objects.filter(club_id=kept.club_id).order_by("name", "pk"):
        seats = seats_with_start(ladder.pk)
        if kept.pk in seats and absorbed.pk in seats:
            differ.append(StartsDiffer(ladder, seats[kept.pk], seats[absorbed.pk]))
    return differ


def _both(club_id: int, one: int | None, other: int | None) -> tuple[Player, Player]:
    """Read behind the club's lock."""
    players = Player.objects.select_related("club").filter(club_id=club_id).in_bulk([one, other])
    if not {one, other} <= set(players):
        raise Missing("player_missing", _("This player is not in the club's registry."))
    return players[one], players[other]


def _refuse_merged(*players: Player) -> None:
    merged = {player.pk for player in players if player.merged_into_id is not None}
    for act in merges_in_force(players[0].club_id).filter(other__in=merged).select_related("by"):
        raise ChangedMeanwhile(
            "merged_already",
            _("%(who)s merged one of these two with another member on %(day)s. Please look again.")
            % by_and_on(act),
        )


def _refuse_distinct(club_id: int, ours: list[int], theirs: list[int]) -> None:
    for act in distinct_pairs(club_id, ours, theirs).select_related("by"):
        raise DeclaredDistinct(
            act.pk,
            _("%(who)s said on %(day)s that these two are not the same person. Take that back first.")
            % by_and_on(act),
        )


def _chosen_starts(kept: Player, absorbed: Player, starts: Mapping[int, int]) -> dict[str, int]:
    chosen: dict[str, int] = {}
    for differ in start_ratings_to_choose(kept, absorbed):
        seats = (differ.kept, differ.absorbed)
        choice = starts.get(differ.ladder.pk)
        if choice is None and differ.kept.start_rating == differ.absorbed.start_rating:
            choice = differ.kept.player_id
        if choice not in {seat.player_id for seat in seats}:
            raise Refused(
                "start_rating_to_choose",
                _("Both have a start rating on the ladder %(ladder)s. Please choose one of them.")
                % {"ladder": differ.ladder.name},
            )
        chosen[str(differ.ladder.pk)] = choice
    return chosen


def _privacy_of(player_ids: list[int]) -> dict[str, Any]:
    forced: dict[int, list[int]] = defaultdict(list)
    seats = LadderPlayer.objects.filter(player__in=player_ids, initials_forced=True)
    for player_id, ladder_id in seats.order_by("ladder").values_list("player", "ladder"):
        forced[player_id].append(ladder_id)
    return {
        str(player.pk): {
            "is_adult": player.is_adult,
            "full_name_consent": player.full_name_consent,
            "forced_on": forced[player.pk],
        }
        for player in Player.objects.filter(pk__in=player_ids)
    }


def _give_privacy_back(player_ids: list[int], before: Mapping[str, Any], change: Change) -> None:
    """What was loosened for the merged person holds for the kept one alone: it was his name that was seen."""
    seats = LadderPlayer.objects.filter(player__in=player_ids)
    with new_addresses_for_hidden_names(seats, change):
        for player in Player.objects.filter(pk__in=player_ids):
            was = before[str(player.pk)]
            player.is_adult = player.is_adult and was["is_adult"]
            player.full_name_consent = player.full_name_consent and was["full_name_consent"]
            player.save(update_fields=["is_adult", "full_name_consent"])
            seats.filter(player=player, ladder__in=was["forced_on"]).update(initials_forced=True)


def _give_addresses_back(kept: Player, change: Change) -> None:
    """Where the full name is shown again, its address from before the merge that had hidden it.

    That may be another merge than the one undone now: of two that hide a name, the last one undone shows it.
    """
    merges = Act.objects.filter(kind=Act.Kind.MERGE, player=kept).order_by("-pk")
    taken = [before["addresses"] for before in merges.values_list("before", flat=True)]
    for seat in LadderPlayer.objects.filter(shown_in_full(), player=kept):
        for addresses in taken:
            old, given = addresses.get(str(seat.pk), (None, None))
            if seat.public_id == given:
                change.retire(seat.ladder_id, given)
                seat.public_id = old
                seat.save(update_fields=["public_id"])
                break


def _events_of_both(ours: list[int], theirs: list[int]) -> list[Event]:
    """Deleted ones as well: they may be restored."""
    events = Event.objects.filter(pk__in=Entry.objects.filter(player__in=ours).values("event"))
    return list(events.filter(pk__in=Entry.objects.filter(player__in=theirs).values("event")))


def _bring_ladders_in_line(players: list[Player], change: Change) -> None:
    """Seats for whom the entries mean now, and a replay of every ladder on which one of them has anything.

    Of each of the two, everybody counts who is the same person now: a start rating of one who has no game on
    the ladder may be, or have been, that of another.
    """
    ids = Player.objects.filter(pk__in=[player.pk for player in players])
    persons = set(ids.annotate(person_id=Coalesce("merged_into", "pk")).values_list("person_id", flat=True))
    everybody = Player.objects.filter(Q(pk__in=persons) | Q(merged_into__in=persons)).values("pk")
    entries = Entry.objects.filter(player__in=everybody).with_person()
    for ladder_id in sorted(set(entries.values_list("event__ladder_id", flat=True))):
        here = entries.filter(event__ladder_id=ladder_id)
        seat_players(ladder_id, list(here.values_list("person_id", flat=True)), change)
    for ladder_id in LadderPlayer.objects.filter(player__in=everybody).values_list("ladder_id", flat=True):
        change.replay(ladder_id)
        change.purge(ladder_id)
