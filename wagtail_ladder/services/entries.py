"""The names of an event: typed, and decided by a person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User as AuthUser
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import ClubRole, Decision, Entry, Event, Game, Player
from .errors import Missing, Refused
from .players import seat_players
from .text import cleaned_name
from .verb import living_event, save_event, verb

MOST_ENTRIES = 3000


@dataclass(frozen=True, slots=True)
class Member:
    """The name is this player of the club's registry."""

    player_id: int


@dataclass(frozen=True, slots=True)
class NewMember:
    """The name is somebody new: a player is added, under the typed name unless another is given."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """A guest: the name stays in the event's standings, and the games are not rated."""


@dataclass(frozen=True, slots=True)
class Undecide:
    """Take the decision back."""


Choice = Member | NewMember | LeaveOut | Undecide


def decide_entry(entry: Entry, choice: Choice, *, by: AuthUser, expected_version: int | None = None) -> Event:
    """One decision about one typed name; see `decide_entries`."""
    return decide_entries(entry.event, {entry.pk: choice}, by=by, expected_version=expected_version)


def decide_entries(
    event: Event, choices: Mapping[int, Choice], *, by: AuthUser, expected_version: int | None = None
) -> Event:
    """Record who the typed names are: entry id -> choice, all or none of them, one replay.

    Each decision is kept with who made it and when. Raises Refused where a player would play himself or sit
    twice in one round, naming the round.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        entries = {entry.pk: entry for entry in event.entries.all()}
        if not set(choices) <= set(entries):
            raise Missing("entry_missing", _("One of these names is not in this event any more."))
        _refuse_strangers(event, choices)
        decided_at = timezone.now()
        changed = [entries[pk] for pk in choices]
        new_members = _add_new_members(event.ladder.club_id, changed, choices)
        for entry in changed:
            choice = choices[entry.pk]
            entry.player_id = choice.player_id if isinstance(choice, Member) else new_members.get(entry.pk)
            entry.decision = _DECISIONS[type(choice)]
            entry.decided_by_id = None if isinstance(choice, Undecide) else by.pk
            entry.decided_at = None if isinstance(choice, Undecide) else decided_at
        # An upsert: `bulk_update` spells a CASE for every row and takes many times as long.
        Entry.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["player", "decision", "decided_by", "decided_at"],
        )
        refuse_impossible_seats(event)
        seat_players(event.ladder_id, [entry.player_id for entry in changed if entry.player_id])
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            change.replay(event.ladder_id)
        change.log(
            event,
            "decide_entries",
            decisions=[[entry.pk, str(entry.decision), entry.player_id] for entry in changed],
        )
    return event


_DECISIONS = {
    Member: Decision.MEMBER,
    NewMember: Decision.MEMBER,
    LeaveOut: Decision.LEFT_OUT,
    Undecide: Decision.UNDECIDED,
}


def add_entries(
    event: Event, names: Iterable[str], *, by: AuthUser, expected_version: int | None = None
) -> list[Entry]:
    """More typed names for an event."""
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        added = new_entries(event, names)
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            change.replay(event.ladder_id)
        change.log(event, "add_entries", count=len(added))
    return added


def retype_entry(entry: Entry, name: str, *, by: AuthUser, expected_version: int | None = None) -> Entry:
    """Mend a slip in a name that nobody has decided yet. A decided name stays as it was typed."""
    with verb(entry.event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(entry.event_id, expected_version)
        entry = _entry_of(event, entry.pk)
        if event.source_digest:
            # A newer file of the event finds its lines by the names; a mended one would be gone and new.
            raise Refused(
                "name_of_a_file",
                _("This name came from a file and stays as it stands there. Decide who it is instead."),
            )
        if entry.decision != Decision.UNDECIDED:
            raise Refused("entry_decided", _("Somebody decided who this name is. Take that back first."))
        entry.typed_name = cleaned_name(name)
        entry.save(update_fields=["typed_name"])
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            change.purge(event.ladder_id)
        change.log(event, "retype_entry", entry=entry.pk)
    return entry


def remove_entry(entry: Entry, *, by: AuthUser, expected_version: int | None = None) -> None:
    """Take a name out of an event in which it has no game."""
    with verb(entry.event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(entry.event_id, expected_version)
        entry = _entry_of(event, entry.pk)
        if Game.objects.filter(Q(white=entry) | Q(black=entry)).exists():
            raise Refused("entry_has_games", _("This name has pairings. Remove those first."))
        change.log(event, "remove_entry", entry=entry.pk)
        entry.delete()
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            change.replay(event.ladder_id)


def new_entries(event: Event, names: Iterable[str]) -> list[Entry]:
    """Inside a verb: undecided entries for the names, numbered on from the last."""
    cleaned_names = [cleaned_name(name) for name in names]
    there = event.entries.count()
    if there + len(cleaned_names) > MOST_ENTRIES:
        raise Refused("too_many_entries", _("An event may have %(limit)d names.") % {"limit": MOST_ENTRIES})
    first = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return Entry.objects.bulk_create(
        Entry(event=event, number=number, typed_name=name)
        for number, name in enumerate(cleaned_names, start=first)
    )


def _entry_of(event: Event, entry_id: int) -> Entry:
    entry = event.entries.filter(pk=entry_id).first()
    if entry is None:
        raise Missing("entry_missing", _("This name is not in this event any more."))
    return entry


def _refuse_strangers(event: Event, choices: Mapping[int, Choice]) -> None:
    wanted = {choice.player_id for choice in choices.values() if isinstance(choice, Member)}
    known = Player.objects.filter(club_id=event.ladder.club_id, pk__in=wanted).count()
    if known != len(wanted):
        raise Missing("player_missing", _("This player is not in the club's registry."))


def _add_new_members(club_id: int, entries: list[Entry], choices: Mapping[int, Choice]) -> dict[int, int]:
    """Entry id -> id of the player added for it."""
    new = {
        entry.pk: Player(club_id=club_id, name=cleaned_name(choice.name or entry.typed_name))
        for entry in entries
        if isinstance(choice := choices[entry.pk], NewMember)
    }
    Player.objects.bulk_create(new.values())
    return {entry_id: player.pk for entry_id, player in new.items()}


def refuse_impossible_seats(event: Event) -> None:
    """Inside a verb: nobody meets himself or sits twice in a round, as one entry or as two of one person.

    Two entries may be one person ("A. Yılmaz" in round 1, "Ahmet Yilmaz" in round 3) if that holds.
    """
    seats: dict[tuple[int, tuple[str, int]], Entry] = {}
    for game in event.games.select_related("white", "black"):
        entries = [game.white] if game.black is None else [game.white, game.black]
        if len({person(entry) for entry in entries}) < len(entries):
            raise Refused(
                "plays_himself",
                _("“%(white)s” and “%(black)s” met in round %(round)s: they cannot be one person.")
                % {
                    "white": entries[0].typed_name,
                    "black": entries[1].typed_name,
                    "round": game.round or "–",
                },
            )
        for entry in entries:
            if game.round is None:
                continue
            other = seats.setdefault((game.round, person(entry)), entry)
            if other is not entry:
                raise Refused(
                    "twice_in_a_round",
                    _("“%(name)s” would sit twice in round %(round)s, the second time as “%(other)s”.")
                    % {"name": other.typed_name, "other": entry.typed_name, "round": game.round},
                )


def person(entry: Entry) -> tuple[str, int]:
    """Who sits where the entry sits, as far as anybody has decided."""
    return ("entry", entry.pk) if entry.player_id is None else ("player", entry.player_id)
