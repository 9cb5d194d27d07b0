"""How a decision about who is who is written down, and how the entries follow from what is written.

An entry is what the newest of its decisions says that is not undone (`settle`); a player is who the merges
that are not undone make of him (`persons.follow_merges`). Undoing marks an act and computes both anew, so
that it does not matter in which order things are taken back. All of this runs inside a verb.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ..kinds import Kind
from ..models import Act, Decision, Entry, EntryDecision, Event, Player
from ..models.player import person_at
from .choices import Choice, LeaveOut, Member, NewMember, Undecide
from .editors import editor_name
from .errors import ChangedMeanwhile, DeclaredDistinct, Missing, Refused
from .full_view import refuse_to_show_more
from .namesakes import resembling
from .persons import people_in
from .places import seat_players
from .text import cleaned_name
from .verb import Change, save_event

_NOBODY_SITS = frozenset({Kind.BYE_ZERO, Kind.NOT_PAIRED})
"""Absent in that round: the same person may have played in it under another name."""

_DECISIONS = {
    Member: Decision.MEMBER,
    NewMember: Decision.MEMBER,
    LeaveOut: Decision.LEFT_OUT,
    Undecide: Decision.UNDECIDED,
}


class Said(NamedTuple):
    """What an act says about one entry."""

    entry: Entry
    choice: Choice


def write_act(club_id: int, change: Change, kind: Act.Kind, **fields: Any) -> Act:
    by_id = change.by.pk if change.by else None
    return Act.objects.create(club_id=club_id, kind=kind, by_id=by_id, at=timezone.now(), **fields)


def decide(act: Act, said: Sequence[Said], change: Change, *, as_one_person: bool = False) -> None:
    """Write down who the entries are by this act. A new member each, or one for all if `as_one_person`.

    The entries are read `with_person`. Raises Missing or ChangedMeanwhile for a player whom the club has not,
    or not any more; Refused where somebody would play himself or sit twice in a round, and where all that a
    player has would go to one who is on record as not the same, which would be a merge; NotAllowed where
    an arbiter would show more of somebody (see `full_view`).
    """
    were = {entry.pk: entry.person_id for entry, _choice in said}  # type: ignore[attr-defined]
    refuse_strangers(act.club_id, (one.choice for one in said))
    new = [(entry, choice) for entry, choice in said if isinstance(choice, NewMember)]
    wanted = [(choice.name or entry.typed_name, choice.not_same_as) for entry, choice in new]
    players = add_new_members(act, wanted[:1] if as_one_person else wanted)
    if as_one_person:
        players *= len(new)
    added = {entry.pk: player.pk for (entry, _choice), player in zip(new, players, strict=True)}
    EntryDecision.objects.bulk_create(
        EntryDecision(
            act=act,
            entry=entry,
            decision=_DECISIONS[type(choice)],
            player_id=choice.player_id if isinstance(choice, Member) else added.get(entry.pk),
            is_new_member=isinstance(choice, NewMember),
        )
        for entry, choice in said
    )
    settle(were, change)
    _seat(were, change)
    _refuse_merges_in_disguise(act, were)
    refuse_to_show_more(were, change, act)


def _seat(entry_ids: Iterable[int], change: Change) -> None:
    """Those whom the act names are brought to their ladder by whoever acts. Nobody else is."""
    people: dict[int, list[int]] = defaultdict(list)
    decided = Entry.objects.filter(pk__in=list(entry_ids)).with_person().exclude(player=None)
    for ladder_id, person_id in decided.values_list("event__ladder", "person_id"):
        people[ladder_id].append(person_id)
    for ladder_id, person_ids in people.items():
        seat_players(ladder_id, person_ids, by=change.by)


def decide_as_one(act: Act, entries: Sequence[Entry], choice: Choice, change: Change) -> None:
    """Write down that all these entries are one person. Besides what `decide` raises: Refused for nobody."""
    if isinstance(choice, Undecide):
        raise Refused("nobody_chosen", _("Please choose who this is."))
    decide(act, [Said(entry, choice) for entry in entries], change, as_one_person=True)


def settle(entry_ids: Iterable[int], change: Change) -> None:
    """Make the entries what their newest decisions in force say, and bring what depends on them in line."""
    ids = list(entry_ids)
    entries = list(Entry.objects.filter(pk__in=ids).select_related("event__ladder"))
    events = {entry.event_id: entry.event for entry in entries}.values()
    for event in events:
        change.replay_of(event)
    in_force: dict[int, EntryDecision] = {}
    decisions = EntryDecision.objects.filter(entry__in=ids, act__undone_at__isnull=True)
    for decision in decisions.select_related("act").order_by("act_id"):
        in_force[decision.entry_id] = decision
    for entry in entries:
        newest = in_force.get(entry.pk)
        decided = newest if newest and newest.decision != Decision.UNDECIDED else None
        entry.decision = decided.decision if decided else Decision.UNDECIDED
        entry.player_id = decided.player_id if decided else None
        entry.decided_by_id = decided.act.by_id if decided else None
        entry.decided_at = decided.act.at if decided else None
    # An upsert: `bulk_update` spells a CASE for every row and takes many times as long.
    Entry.objects.bulk_create(
        entries,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["player", "decision", "decided_by", "decided_at"],
    )
    events_touched(events, change)


def events_touched(events: Iterable[Event], change: Change) -> None:
    """Who sits in these events has changed: check it."""
    for event in events:
        refuse_impossible_seats(event)
        save_event(event, change)


def refuse_impossible_seats(event: Event, said: str = "") -> None:
    """Nobody meets himself or sits twice in a round, as one entry or as two of one person.

    Two entries may be one person ("A. Yılmaz" in round 1, "Ahmet Yilmaz" in round 3) if that holds.
    `said` goes before the sentence: which event, where it is not plain.
    """
    entry_of = {entry.pk: entry for entry in event.entries.with_person()}
    seated: dict[tuple[int, tuple[str, int]], Entry] = {}
    for game in event.games.all():
        entries = [entry_of[pk] for pk in (game.white_id, game.black_id) if pk is not None]
        where = {"round": game.round or "–", "board": game.board or "–"}
        if len({person(entry) for entry in entries}) < len(entries):
            names = {"white": entries[0].typed_name, "black": entries[1].typed_name}
            raise Refused(
                "plays_himself",
                said
                + _(
                    "“%(white)s” and “%(black)s” met in round %(round)s, board %(board)s: "
                    "they cannot be one person."
                )
                % {**names, **where},
            )
        for entry in entries:
            if game.round is None or game.kind in _NOBODY_SITS:
                continue
            seat = (game.round, person(entry))
            other = seated.get(seat)
            seated[seat] = entry
            if other is not None:
                names = {"name": other.typed_name, "other": entry.typed_name}
                raise Refused(
                    "twice_in_a_round",
                    said
                    + _(
                        "“%(name)s” would sit twice in round %(round)s, "
                        "the second time as “%(other)s” at board %(board)s."
                    )
                    % {**names, **where},
                )


def person(entry: Any) -> tuple[str, int]:
    """Who sits where the entry (`with_person`) sits, as far as anybody has decided."""
    return ("entry", entry.pk) if entry.person_id is None else ("player", entry.person_id)


def taken_by(entry: Any, kind: str) -> set[tuple[str, int]]:
    """What nobody else may take in the round: the name, and unless it is down as absent, the person."""
    return {("entry", entry.pk)} if kind in _NOBODY_SITS else {("entry", entry.pk), person(entry)}


def put_distinct(club_id: int, one: int, other: int, change: Change, reason: str = "") -> Act | None:
    """Put on record that two players are not the same. None where that is on record already."""
    first, second = sorted((one, other))
    if distinct_pairs(club_id, [first], [second]).exists():
        return None
    return write_act(club_id, change, Act.Kind.DISTINCT, player_id=first, other_id=second, reason=reason)


def distinct_pairs(club_id: int, some: Collection[int], others: Collection[int]) -> QuerySet[Act]:
    """The records in force by which somebody of the first is not somebody of the second."""
    in_force = Act.objects.filter(club_id=club_id, kind=Act.Kind.DISTINCT, undone_at__isnull=True)
    return in_force.filter(player__in=some, other__in=others) | in_force.filter(
        player__in=others, other__in=some
    )


def _refuse_merges_in_disguise(act: Act, were: Mapping[int, int | None]) -> None:
    """`were`: entry id -> who it was. Nobody's last name goes to one who is on record as not the same, nor do
    the last names of two such to a third: neither at once, nor by way of leaving the name out in between.
    """
    now = dict(Entry.objects.with_person().filter(pk__in=were).values_list("pk", "person_id"))
    of_nobody = [entry for entry, person in were.items() if person is None]
    in_force = EntryDecision.objects.filter(entry__in=of_nobody, act__undone_at__isnull=True)
    meant = dict(
        in_force.filter(player__isnull=False, act__lt=act.pk)
        .annotate(person_id=person_at())
        .order_by("act")
        .values_list("entry", "person_id")
    )
    came_from: dict[int, set[int]] = defaultdict(set)
    for entry, was in were.items():
        person = was or meant.get(entry)
        if person is not None and now[entry] not in (None, person):
            came_from[now[entry]].add(person)
    for player, people in came_from.items():
        have_some = Entry.objects.with_person().filter(person_id__in=people)
        gone = sorted(people - set(have_some.values_list("person_id", flat=True)))
        for one, other in combinations([*gone, player], 2):
            _refuse_distinct(act.club_id, one, other)


def _refuse_distinct(club_id: int, one: int, other: int) -> None:
    ours, theirs = (people_in(player) for player in Player.objects.filter(pk__in=(one, other)))
    for act in distinct_pairs(club_id, ours, theirs).select_related("by"):
        raise DeclaredDistinct(
            act.pk,
            _(
                "These are all the names of one of them, and %(who)s said on %(day)s that the two are "
                "not the same person. An organiser can take that back."
            )
            % by_and_on(act),
        )


def by_and_on(act: Act) -> dict[str, str]:
    """By whom an act was done and on which day, for a sentence with `who` and `day`."""
    return {
        "who": editor_name(act.by),
        "day": date_format(localtime(act.at), "DATE_FORMAT"),
    }


def refuse_strangers(club_id: int, choices: Iterable[Choice]) -> None:
    """Raise Missing or ChangedMeanwhile where a choice names a player whom the club has not (any more)."""
    choices = list(choices)
    wanted = {choice.player_id for choice in choices if isinstance(choice, Member)}
    wanted |= {pk for choice in choices if isinstance(choice, NewMember) for pk in choice.not_same_as}
    known = dict(Player.objects.filter(club_id=club_id, pk__in=wanted).values_list("pk", "merged_into_id"))
    if len(known) != len(wanted):
        raise Missing("player_missing", _("This player is not in the club's registry."))
    if any(known.values()):
        raise ChangedMeanwhile(
            "player_merged", _("One of these members was merged with another meanwhile. Please look again.")
        )


def add_new_members(act: Act, wanted: Sequence[tuple[str, Collection[int]]]) -> list[Player]:
    """Players for these names, added by this act.

    It is put on record with the act, and taken back with it, that each is not the same as the members whose
    ids stand with his name, nor as another of the new ones with a name like his.
    """
    players = Player.objects.bulk_create(
        Player(club_id=act.club_id, name=cleaned_name(name)) for name, _not_same_as in wanted
    )
    pairs = {
        (player.pk, other)
        for player, (_name, not_same_as) in zip(players, wanted, strict=True)
        for other in not_same_as
    }
    for one, other in resembling([player.name for player in players]):
        pairs.add((players[one].pk, players[other].pk))
    distinct = Act.objects.bulk_create(
        Act(
            club_id=act.club_id,
            kind=Act.Kind.DISTINCT,
            by_id=act.by_id,
            at=act.at,
            player_id=first,
            other_id=second,
        )
        for first, second in sorted(tuple(sorted(pair)) for pair in pairs)
    )
    if distinct:
        act.before["distinct"] = [one.pk for one in distinct]
        act.save(update_fields=["before"])
    return players
