"""Two members who are one person, and two who are not.

A merge rewrites no entry: who a player really is follows the merges in force (`persons.follow_merges`), and
its undoing gives back registry, ratings and addresses as they were.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User as AuthUser
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from ..models import Act, ClubRole, Entry, Event, Ladder, LadderPlayer, Player
from .acts import by_and_on, distinct_pairs, put_distinct, refuse_impossible_seats, write_act
from .errors import ChangedMeanwhile, DeclaredDistinct, Missing, Refused
from .outside import CHANGED_OUTSIDE, found_outside
from .persons import (
    absorbed_below,
    follow_merges,
    merges_in_force,
    parted_by,
    people_in,
    refuse_merges_in_a_circle,
    seats_with_start,
    stored_as_somebody_else,
)
from .places import seat_players
from .players import (
    give_addresses_back,
    new_addresses_for_hidden_names,
    new_addresses_for_names_hidden_by_a_merge,
)
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
        refuse_merges_in_a_circle(kept.club_id)
        follow_the_ledger(kept.club_id, change)
        kept, absorbed = _both(kept.club_id, kept.pk, absorbed.pk)
        if kept.pk == absorbed.pk:
            raise Refused("same_player", _("Please choose two different members."))
        _refuse_merged(kept, absorbed)
        ours, theirs = people_in(kept), people_in(absorbed)
        _refuse_distinct(kept.club_id, ours, theirs)
        chosen = _chosen_starts(kept, absorbed, starts or {})
        replay_ladders_of([kept, absorbed], change)
        act = write_act(
            kept.club_id,
            change,
            Act.Kind.MERGE,
            player=kept,
            other=absorbed,
            reason=cleaned_reason(reason),
            before={"starts": chosen, "privacy": _privacy_of([*ours, *theirs])},
        )
        with new_addresses_for_names_hidden_by_a_merge(LadderPlayer.objects.filter(player=kept), change):
            follow_merges(kept.club_id)
        for event in _events_of_both(ours, theirs):
            refuse_impossible_seats(event, said=_("%(event)s: ") % {"event": event.name})
        _bring_ladders_in_line([kept, absorbed], by=change.by)
        change.log(kept, "merge_players", act=act.pk, absorbed=absorbed.pk, reason=act.reason)
    return act


def part_again(act: Act, change: Change) -> None:
    """Inside a verb: the undoing of a merge. Entries that were decided since stay with whom they mean now."""
    follow_merges(act.club_id)
    kept, absorbed = _both(act.club_id, act.player_id, act.other_id)
    _give_privacy_back(act, change)
    _give_addresses_back(kept, absorbed, change)
    _bring_ladders_in_line([kept, absorbed], by=change.by)


def keep_apart(act: Act, change: Change) -> None:
    """Inside a verb, after the undoing of a merge: the two are on record as not the same person."""
    kept, absorbed = _both(act.club_id, act.player_id, act.other_id)
    _put_on_record(kept, absorbed, change)


def declare_distinct(one: Player, other: Player, *, by: AuthUser, reason: str = "") -> Act:
    """The two are not the same person: nobody merges them until that is taken back.

    Raises Refused where it is on record already, or where the two are merged.
    """
    with verb(one.club_id, by=by, role=ClubRole.ARBITER) as change:
        one, other = _both(one.club_id, one.pk, other.pk)
        if one.pk == other.pk:
            raise Refused("same_player", _("Please choose two different members."))
        _refuse_merged(one, other)
        act = _put_on_record(one, other, change, cleaned_reason(reason))
        if act is None:
            raise Refused("distinct_already", _("It is on record already that these two are not the same."))
    return act


def _put_on_record(one: Player, other: Player, change: Change, reason: str = "") -> Act | None:
    act = put_distinct(one.club_id, one.pk, other.pk, change, reason)
    if act is not None:
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
    """Of each by himself; `_give_privacy_back` reads it. Ids, and no names of people."""
    forced: dict[int, list[int]] = defaultdict(list)
    seats = LadderPlayer.objects.filter(player__in=player_ids, initials_forced=True)
    for player_id, ladder_id in seats.order_by("ladder").values_list("player", "ladder"):
        forced[player_id].append(ladder_id)
    return {
        str(player.pk): {
            "is_adult": player.is_adult,
            "full_name_consent": player.full_name_consent,
            "consent_by": player.consent_by_id,
            "consent_at": player.consent_at and player.consent_at.isoformat(),
            "forced_on": forced[player.pk],
        }
        for player in Player.objects.filter(pk__in=player_ids)
    }


def _give_privacy_back(act: Act, change: Change) -> None:
    """What was decided while they were one was decided for somebody who is neither of the two halves.

    So each has the strictest of what he has now and of what he had whenever he became one with somebody of
    the other half: what was tightened for the person holds for both, what was loosened for neither, unless it
    had held before. Of a merge that was written past the verbs nothing may be on record.
    """
    before = {
        pk: [had for merge in by if (had := merge.before.get("privacy", {}).get(str(pk)))]
        for pk, by in parted_by(act).items()
    }
    recorded_by = {was["consent_by"] for had in before.values() for was in had} - {None}
    still_there = set(get_user_model().objects.filter(pk__in=recorded_by).values_list("pk", flat=True))
    seats = LadderPlayer.objects.filter(player__in=before)
    with new_addresses_for_hidden_names(seats, change):
        for player in Player.objects.filter(pk__in=before):
            had = before[player.pk]
            player.is_adult = player.is_adult and all(was["is_adult"] for was in had)
            player.full_name_consent &= all(was["full_name_consent"] for was in had)
            on_record = [was for was in had if was["full_name_consent"] == player.full_name_consent]
            if on_record:
                was = on_record[0]
                player.consent_by_id = was["consent_by"] if was["consent_by"] in still_there else None
                player.consent_at = was["consent_at"] and datetime.fromisoformat(was["consent_at"])
            player.save(update_fields=["is_adult", "full_name_consent", "consent_by", "consent_at"])
            forced_on = {ladder for was in had for ladder in was["forced_on"]}
            seats.filter(player=player, ladder__in=forced_on).update(initials_forced=True)


def _give_addresses_back(kept: Player, absorbed: Player, change: Change) -> None:
    """Of all who come out of it: who they were before where their full names are shown again.

    Whom a merge in force still hides waits for the undoing of that. An address is gone for good where no
    merge hides the name any more and something else does.
    """
    with_somebody = set(merges_in_force(kept.club_id).values_list("player", flat=True))
    alone = {kept.pk, absorbed.pk} - with_somebody
    seats = LadderPlayer.objects.filter(player__in=alone | {absorbed.pk, kept.merged_into_id or kept.pk})
    give_addresses_back(seats, change)
    seats.filter(player__in=alone).update(public_id_in_full="")


def _events_of_both(ours: list[int], theirs: list[int]) -> list[Event]:
    """Deleted ones as well: they may be restored."""
    events = Event.objects.filter(pk__in=Entry.objects.filter(player__in=ours).values("event"))
    return list(events.filter(pk__in=Entry.objects.filter(player__in=theirs).values("event")))


def _bring_ladders_in_line(players: list[Player], *, by: AbstractBaseUser | None) -> None:
    """Seats for whom the entries mean now, on every ladder on which one of them has anything."""
    entries = Entry.objects.filter(player__in=_everybody_in(players)).with_person()
    for ladder_id in sorted(set(entries.values_list("event__ladder_id", flat=True))):
        here = entries.filter(event__ladder_id=ladder_id)
        seat_players(ladder_id, list(here.values_list("person_id", flat=True)), by=by)


def follow_the_ledger(club_id: int, change: Change) -> None:
    """First of all in a verb that follows the merges of the club: as far as they are not followed already.

    Who is stored as somebody else than the ledger says was changed past the verbs. Else he would become
    another person by a verb that has nothing to do with him, on ladders that it does not replay.
    """
    astray = list(Player.objects.filter(pk__in=stored_as_somebody_else(club_id)))
    if not astray:
        return
    # Looked at before and after: what somebody wrote in the players' rows may be put right by that.
    changed = {pk: found_outside(pk) == CHANGED_OUTSIDE for pk in _ladders_of(astray)}
    follow_merges(club_id)
    for ladder_id, is_changed in changed.items():
        change.replay(ladder_id, is_changed=is_changed)
        change.purge(ladder_id)
    _bring_ladders_in_line(astray, by=None)


def replay_ladders_of(players: Collection[Player], change: Change) -> None:
    """Before a merge of the two, or the undoing of one: of every ladder on which one of them has anything.

    Of each of the two, everybody counts who is the same person: a start rating of one who has no game on the
    ladder may be, or have been, that of another.
    """
    for ladder_id in _ladders_of(players):
        change.replay(ladder_id)
        change.purge(ladder_id)


def _ladders_of(players: Collection[Player]) -> list[int]:
    everybody = _everybody_in(players)
    ladders = Ladder.objects.filter(
        Q(pk__in=LadderPlayer.objects.filter(player__in=everybody).values("ladder"))
        | Q(pk__in=Entry.objects.filter(player__in=everybody).values("event__ladder"))
    )
    return list(ladders.order_by("pk").values_list("pk", flat=True))


def _everybody_in(players: Collection[Player]) -> QuerySet[Any]:
    """The ids of all who are the same person as one of these."""
    ids = Player.objects.filter(pk__in=[player.pk for player in players])
    persons = set(ids.annotate(person_id=Coalesce("merged_into", "pk")).values_list("person_id", flat=True))
    return Player.objects.filter(Q(pk__in=persons) | Q(merged_into__in=persons)).values("pk")
