"""From a tournament report to a draft event, and from a newer file to the event that it came from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.contrib.auth.models import User as AuthUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from wagtail.models import ModelLogEntry

from ..kinds import Kind
from ..matching import fold
from ..models import Act, ClubRole, Entry, Event, Game, Ladder
from ..reports import Pairing, ReportPlayer, TournamentReport
from .acts import refuse_impossible_seats, write_act
from .comparing import ChangedGame, Difference, compare, lines_of, stored_pairings
from .entries import MOST_ENTRIES
from .errors import Refused
from .events import draft_event
from .games import corrected_since, note_corrected, published_result
from .text import cleaned_name, cleaned_reason
from .verb import Change, living_event, save_event, verb

MOST_OLDER_VERSIONS = 3


def import_report(
    ladder: Ladder,
    report: TournamentReport,
    *,
    by: AuthUser,
    name: str,
    last_day: date,
    first_day: date | None = None,
    in_progress: bool = False,
    source_digest: str = "",
) -> Event:
    """A draft event with the names, pairings and points of the report. Nobody is linked to anybody."""
    with verb(ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = draft_event(
            ladder,
            change,
            name=name,
            first_day=first_day,
            last_day=last_day,
            in_progress=in_progress,
            format=report.format or Event.Format.OTHER,
            source_digest=source_digest,
        )
        if len(report.players) > MOST_ENTRIES:
            raise Refused(
                "too_many_entries", _("An event may have %(limit)d names.") % {"limit": MOST_ENTRIES}
            )
        entries = _add_entries(event, report.players)
        _add_games(event, entries, stored_pairings(report))
        refuse_impossible_seats(event)
        event.file_points_add_up = points_add_up(report)
        event.round_dates = days_of_rounds(report)
        event.save(update_fields=["file_points_add_up", "round_dates"])
        change.log(event, "import_report", names=len(entries), games=event.games.count())
    return event


def points_add_up(report: TournamentReport) -> bool:
    """Whether everybody's points in the file are the sum of his results: win 1, draw ½, and so for byes."""
    half_points = dict.fromkeys((player.number for player in report.players), 0)
    for pairing in report.pairings:
        half_points[pairing.white] += pairing.white_half_points or 0
        if pairing.black is not None:
            half_points[pairing.black] += pairing.black_half_points or 0
    return all(
        player.points is not None and player.points * 2 == half_points[player.number]
        for player in report.players
    )


def update_from_report(
    event: Event,
    report: TournamentReport,
    *,
    by: AuthUser,
    reason: str = "",
    source_digest: str = "",
    in_progress: bool | None = None,
    expected_version: int | None = None,
) -> Event:
    """Bring an event in line with a newer file of it; decisions on names are kept, and the ladder replays.

    Where nobody can tell whose a new game is, as a name was found to be two people, it goes to one more entry
    of that name, which waits to be decided.
    Where the event is published and a game that was played changes or goes, a reason is required.
    Raises Refused where two names that somebody decided to be one person now meet, or sit in one round; and
    for an event that was split, as the file holds the rounds of all its parts.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        if event.format == Event.Format.TABLE and stored_pairings(report):
            raise Refused("table_has_no_games", _("This event is a table of points: it has no games."))
        if was_split(event):
            raise Refused(
                "event_was_split",
                _("“%(event)s” was split, and the file has all its rounds. Put the parts together first.")
                % {"event": event.name},
            )
        difference = compare(event, report)
        rewritten = [*difference.gone_games, *(changed.game for changed in difference.changed_games)]
        reason = cleaned_reason(
            reason,
            required=event.status == Event.Status.PUBLISHED
            and any(game.kind == Kind.PLAYED for game in rewritten),
        )
        stood = {game.pk: published_result(game) for game in rewritten}
        gone = any(stood[game.pk] for game in difference.gone_games)
        change.replay_of(event)
        Game.objects.filter(pk__in=[game.pk for game in difference.gone_games]).delete()
        for entry in sorted(difference.gone_entries, key=lambda entry: -entry.pk):  # parts before their line
            entry.delete()
        first_free = 1 + max((player.number for player in report.players), default=0)
        _renumber(difference.entry_of, event.entries.exclude(part_of=None), first_free)
        entry_of = {**difference.entry_of, **_add_entries(event, difference.new_players)}
        for changed in difference.changed_games:
            _write(changed.game, changed.pairing, {**entry_of, **_parts_at(changed, entry_of)})
            changed.game.save()
        seats = {**difference.seated, **_part_again(difference, event, change)}
        _add_games(event, entry_of, difference.new_games, seats)
        refuse_impossible_seats(event)
        _copy_points(report.players, entry_of)
        event.source_digest = source_digest or event.source_digest
        event.file_points_add_up = points_add_up(report)
        event.round_dates = days_of_rounds(report)
        if in_progress is not None:
            event.in_progress = in_progress
        save_event(event, change, "source_digest", "in_progress", "file_points_add_up", "round_dates")
        if event.status == Event.Status.PUBLISHED:
            changed_games = [changed.game for changed in difference.changed_games]
            note_corrected(change, corrected_since(stood, changed_games), gone=gone)
        change.log(
            event,
            "update_from_report",
            new=len(difference.new_games),
            changed=len(difference.changed_games),
            gone=len(difference.gone_games),
            reason=reason,
        )
    return event


def corrected_by_hand(event: Event) -> dict[int, datetime]:
    """Game id -> when its result or its players were changed by hand, since the event was as in its file."""
    entries = ModelLogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Event), object_id=str(event.pk)
    )
    corrected: dict[int, datetime] = {}
    for action, data, when in entries.order_by("timestamp", "pk").values_list("action", "data", "timestamp"):
        verb_name = action.removeprefix("wagtail_ladder.")
        if verb_name in ("import_report", "update_from_report"):
            corrected.clear()
        changes = [data] if verb_name == "correct_game" else data.get("changed", [])
        if verb_name in ("correct_game", "save_round"):
            corrected.update({change["game"]: when for change in changes})
        if verb_name == "exchange_games":
            corrected.update(dict.fromkeys(data["games"], when))
    return corrected


def was_split(event: Event) -> bool:
    """Whether it is one of the parts of an event, the first one or a later."""
    return event.split_from_id is not None or event.split_off.exists()


def days_of_rounds(report: TournamentReport) -> dict[str, str]:
    """Round -> its day, as the event keeps it, of those rounds of which the file says it."""
    return {str(number): day.isoformat() for number, day in enumerate(report.round_dates, start=1) if day}


def events_of_file(ladder: Ladder, source_digest: str) -> list[Event]:
    """The events that this very file was imported as."""
    living = ladder.events.exclude(status=Event.Status.DELETED)
    return list(living.filter(source_digest=source_digest).order_by("-last_day"))


def likely_older_versions(ladder: Ladder, report: TournamentReport) -> list[Event]:
    """Events of the ladder that the report may be a newer file of: at most three, likeliest first.

    They share a day with it (where it has none, the title), and at least half of the names of the longer
    list: a club that meets every week has the same names and often the same title every time.
    """
    events = ladder.events.exclude(status=Event.Status.DELETED).filter(source_digest__gt="")
    days = {report.first_day, report.last_day, *report.day_choices, *report.round_dates} - {None}
    if days:
        events = events.filter(Q(first_day__in=days) | Q(last_day__in=days))
        candidates = list(events)
    else:
        title = fold(report.name)
        candidates = [event for event in events if title and fold(event.name) == title]
    names: dict[int, set[str]] = defaultdict(set)
    entries = Entry.objects.filter(event__in=candidates)
    for event_id, name in entries.values_list("event_id", "typed_name"):
        names[event_id].add(fold(name))
    typed = {fold(player.name) for player in report.players}
    shares = {
        event: len(names[event.pk] & typed) / max(1, len(names[event.pk]), len(typed)) for event in candidates
    }
    likely = [event for event in candidates if shares[event] >= 0.5]
    return sorted(likely, key=lambda event: (-shares[event], -event.pk))[:MOST_OLDER_VERSIONS]


def _renumber(entry_of: Mapping[int, Entry], parts: Iterable[Entry], first_free: int) -> None:
    """Give the entries the numbers of the report, and to those that it does not know numbers after its own.

    By way of free ones, for no two may ever be equal.
    """
    wanted = {**entry_of, **dict(enumerate(parts, start=first_free))}
    moved = [(number, entry) for number, entry in wanted.items() if entry.number != number]
    free = max([*wanted, *(entry.number for entry in wanted.values())], default=0) + 1
    for new_numbers in (range(free, free + len(moved)), [number for number, _entry in moved]):
        for new_number, (_number, entry) in zip(new_numbers, moved, strict=True):
            entry.number = new_number
        Entry.objects.bulk_update([entry for _number, entry in moved], ["number"], batch_size=200)


def _part_again(difference: Difference, event: Event, change: Change) -> dict[tuple[int | None, int], Entry]:
    """The seats of new games of a name that was found to be two people: those of one more, not decided yet.

    It is recorded as any other parting, so that undoing gives the games to the first of them.
    """
    seats: dict[tuple[int | None, int], Entry] = {}
    number = event.entries.aggregate(last=Max("number"))["last"]
    for line, pairings in difference.unclear.items():
        number += 1
        first = event.entries.get(pk=line)
        part = Entry.objects.create(event=event, number=number, typed_name=first.typed_name, part_of=first)
        write_act(event.ladder.club_id, change, Act.Kind.PART, event=event, entry=part)
        seats.update({(pairing.round, line): part for pairing in pairings})
    return seats


def _parts_at(changed: ChangedGame, entry_of: Mapping[int, Entry]) -> dict[int, Entry]:
    """Number in the report -> the entry at the game, where that is the second person of the file's line."""
    game, pairing = changed.game, changed.pairing
    parts = [entry for entry in (game.white, game.black) if entry is not None and entry.part_of_id]
    line_of = lines_of(game.white.event.entries.all()) if parts else {}
    numbers = [number for number in (pairing.white, pairing.black) if number is not None]
    return {number: part for number in numbers for part in parts if line_of[part.pk] == entry_of[number].pk}


def _add_entries(event: Event, players: Iterable[ReportPlayer]) -> dict[int, Entry]:
    """Number in the report -> entry, which keeps that number."""
    entries = {
        player.number: Entry(
            event=event,
            number=player.number,
            typed_name=cleaned_name(player.name),
            points=player.points,
            rank=player.rank or None,
        )
        for player in players
    }
    Entry.objects.bulk_create(entries.values())
    return entries


def _add_games(
    event: Event,
    entries: Mapping[int, Entry],
    pairings: Iterable[Pairing],
    seats: Mapping[tuple[int | None, int], Entry] | None = None,
) -> None:
    """`seats`: round and line -> who sits there, where that is not the entry of the line."""
    games = []
    for pairing in pairings:
        numbers = [number for number in (pairing.white, pairing.black) if number is not None]
        seated = {number: (seats or {}).get((pairing.round, entries[number].pk)) for number in numbers}
        at_the_board = {**entries, **{number: seat for number, seat in seated.items() if seat}}
        games.append(_write(Game(event=event, round=pairing.round), pairing, at_the_board))
    Game.objects.bulk_create(games)


def _write(game: Game, pairing: Pairing, entries: Mapping[int, Entry]) -> Game:
    if pairing.white == pairing.black:
        raise Refused(
            "plays_himself",
            _("Round %(round)s: “%(name)s” cannot play both sides of one game.")
            % {"round": pairing.round, "name": entries[pairing.white].typed_name},
        )
    game.white = entries[pairing.white]
    game.black = None if pairing.black is None else entries[pairing.black]
    game.board, game.kind = pairing.board, pairing.kind.value
    game.white_half_points, game.black_half_points = pairing.white_half_points, pairing.black_half_points
    return game


def _copy_points(players: Iterable[ReportPlayer], entry_of: Mapping[int, Entry]) -> None:
    changed = []
    for player in players:
        entry = entry_of[player.number]
        if (entry.points, entry.rank) != (player.points, player.rank or None):
            entry.points, entry.rank = player.points, player.rank or None
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["points", "rank"], batch_size=200)
