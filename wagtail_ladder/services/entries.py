"""The names of an event: typed, and decided by a person."""

from collections.abc import Collection, Iterable, Mapping

from django.contrib.auth.models import User as AuthUser
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from ..models import Act, ClubRole, Decision, Entry, Event, Game
from .acts import Said, decide, decide_as_one, events_touched, write_act
from .choices import Choice, LeaveOut
from .errors import Missing, Refused
from .full_view import Moved, last_meant, refuse_moves
from .text import cleaned_name
from .verb import Change, living_event, save_event, verb

MOST_ENTRIES = 3000


def decide_entry(entry: Entry, choice: Choice, *, by: AuthUser, expected_version: int | None = None) -> Event:
    """One decision about one typed name; see `decide_entries`."""
    return decide_entries(entry.event, {entry.pk: choice}, by=by, expected_version=expected_version)


def decide_entries(
    event: Event, choices: Mapping[int, Choice], *, by: AuthUser, expected_version: int | None = None
) -> Event:
    """Record who the typed names are: entry id -> choice, all or none of them, one replay.

    It is one act of the ledger, and can be undone there. Raises Refused where a player would play himself or
    sit twice in one round, naming the round; NotAllowed where an arbiter would bring a name that stood for
    somebody shown by initials under one that is shown in full.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        entries = _entries_of(event, choices)
        if not choices:
            return event
        act = write_act(event.ladder.club_id, change, Act.Kind.DECIDE, event=event)
        decide(act, [Said(entries[pk], choice) for pk, choice in choices.items()], change)
        change.log(event, "decide_entries", act=act.pk, names=len(choices))
    event.refresh_from_db()
    return event


def join_entries(
    event: Event,
    entry_ids: Collection[int],
    choice: Choice,
    *,
    by: AuthUser,
    expected_version: int | None = None,
) -> Act:
    """These names of an event are one person: the one that `choice` says, a single new member for all.

    Raises Refused for fewer than two names, where two of them met or sat in one round, where `choice` is
    nobody, and where it contradicts a record that two members are not the same.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        entries = _entries_of(event, entry_ids)
        if isinstance(choice, LeaveOut):
            raise Refused("nobody_chosen", _("Please choose who this is."))
        if len(entries) < 2:
            raise Refused("one_name_alone", _("Please choose the two names that are one person."))
        act = write_act(event.ladder.club_id, change, Act.Kind.JOIN, event=event)
        decide_as_one(act, sorted(entries.values(), key=lambda entry: entry.number), choice, change)
        change.log(event, "join_entries", act=act.pk, entries=sorted(entries))
    return act


def part_entry(
    entry: Entry, game_ids: Collection[int], *, by: AuthUser, expected_version: int | None = None
) -> Act:
    """This name of an event is two people: these of its games were the second one's, who is not decided yet.

    A second entry with the same name takes the games over. Raises Refused where no game or every game is
    the second one's.
    """
    with verb(entry.event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(entry.event_id, expected_version)
        entry = _entry_of(event, entry.pk)
        own = list(event.games.filter(Q(white=entry) | Q(black=entry)))
        chosen = [game for game in own if game.pk in set(game_ids)]
        if len(chosen) != len(set(game_ids)):
            raise Missing("game_missing", _("One of these games is not there any more."))
        if not chosen or len(chosen) == len(own):
            raise Refused("not_two_people", _("Please choose some of the games, not none and not all."))
        change.replay_of(event)
        number = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
        second = Entry.objects.create(event=event, number=number, typed_name=entry.typed_name, part_of=entry)
        for game in chosen:
            _reseat(game, entry, second)
        act = write_act(event.ladder.club_id, change, Act.Kind.PART, event=event, entry=second)
        events_touched([event], change)
        change.log(event, "part_entry", act=act.pk, entry=entry.pk, games=sorted(game.pk for game in chosen))
    return act


def put_together(act: Act, change: Change) -> None:
    """Inside a verb: the undoing of `part_entry`.

    Raises Refused while the second one is decided or is two people himself, while he stands in a part that
    was split off from the event since, and where the two met since;
    NotAllowed where an arbiter would show more of the second one (see `full_view`).
    """
    second = act.entry
    if second is None:
        return
    if second.decision != Decision.UNDECIDED:
        raise Refused(
            "second_is_decided",
            _("Somebody decided who the second “%(name)s” is. Take that back first.")
            % {"name": second.typed_name},
        )
    if second.parts.exists():
        raise Refused(
            "second_is_parted",
            _("The second “%(name)s” was found to be two people as well. Take that back first.")
            % {"name": second.typed_name},
        )
    if _stands_in_a_part(second):
        raise Refused(
            "event_was_split",
            _("The event was split since, and “%(name)s” plays in both parts. Put the parts together first.")
            % {"name": second.typed_name},
        )
    first = second.part_of
    games = list(Game.objects.filter(Q(white=second) | Q(black=second)))
    if met := next((game for game in games if first in (game.white, game.black)), None):
        raise Refused(
            "plays_himself",
            _("The two “%(name)s” met in round %(round)s: they cannot be one person.")
            % {"name": second.typed_name, "round": met.round or "–"},
        )
    if first is not None and first.person is not None:
        refuse_moves([Moved(second, last_meant([second]).get(second.pk), first.person.pk)], change)
    change.replay_of(second.event)
    for game in games:
        _reseat(game, second, first)
    second.delete()


def _stands_in_a_part(entry: Entry) -> bool:
    """Whether the name was copied to an event that was split off from this one since."""
    part_ids = [entry.event_id]
    while part_ids := list(Event.objects.filter(split_from__in=part_ids).values_list("pk", flat=True)):
        copies = Entry.objects.filter(event__in=part_ids, number=entry.number, typed_name=entry.typed_name)
        if copies.exists():
            return True
    return False


def add_entries(
    event: Event, names: Iterable[str], *, by: AuthUser, expected_version: int | None = None
) -> list[Entry]:
    """More typed names for an event."""
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        change.replay_of(event)
        added = new_entries(event, names)
        save_event(event, change)
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
        was, entry.typed_name = entry.typed_name, cleaned_name(name)
        if entry.typed_name == was:
            return entry
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
        if entry.part_of_id or entry.parts.exists():
            raise Refused("entry_is_parted", _("This name was found to be two people. Take that back first."))
        change.log(event, "remove_entry", entry=entry.pk)
        change.replay_of(event)
        entry.delete()
        save_event(event, change)


def new_entries(event: Event, names: Iterable[str]) -> list[Entry]:
    """Inside a verb: undecided entries for the names, numbered on from the last."""
    cleaned_names = [_cleaned(number, name) for number, name in enumerate(names, start=1)]
    there = event.entries.count()
    if there + len(cleaned_names) > MOST_ENTRIES:
        raise Refused("too_many_entries", _("An event may have %(limit)d names.") % {"limit": MOST_ENTRIES})
    first = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return Entry.objects.bulk_create(
        Entry(event=event, number=number, typed_name=name)
        for number, name in enumerate(cleaned_names, start=first)
    )


def _cleaned(number: int, name: str) -> str:
    """Raises what `cleaned_name` raises, and says which of the names it is."""
    try:
        return cleaned_name(name)
    except Refused as refusal:
        told = _("Name no. %(number)d: %(why)s") % {"number": number, "why": refusal.message}
        raise Refused(refusal.code, told) from refusal


def _entry_of(event: Event, entry_id: int) -> Entry:
    entry = event.entries.filter(pk=entry_id).first()
    if entry is None:
        raise Missing("entry_missing", _("This name is not in this event any more."))
    return entry


def _entries_of(event: Event, entry_ids: Iterable[int]) -> dict[int, Entry]:
    wanted = set(entry_ids)
    entries = {entry.pk: entry for entry in event.entries.with_person() if entry.pk in wanted}
    if len(entries) != len(wanted):
        raise Missing("entry_missing", _("One of these names is not in this event any more."))
    return entries


def _reseat(game: Game, one: Entry, other: Entry | None) -> None:
    if game.white_id == one.pk:
        game.white = other  # type: ignore[assignment]
    else:
        game.black = other
    game.save(update_fields=["white", "black"])
