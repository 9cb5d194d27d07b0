"""An event of the wrong ladder, or one that is two: moved, split by its rounds, put together again."""

from collections.abc import Iterable, Mapping
from datetime import date

from django.contrib.auth.models import User as AuthUser
from django.db.models import Q
from django.utils.translation import gettext as _

from ..models import Act, ClubRole, Entry, EntryDecision, Event, Game, Ladder, RatingChange
from .acts import events_touched, settle
from .errors import ChangedMeanwhile, Missing, Refused
from .events import next_sequence, refuse_impossible_days
from .full_view import was_published
from .places import seat_players
from .text import cleaned_reason
from .verb import living_event, save_event, verb

_CHANGED_BY_A_SPLIT = ("last_day", "sequence", "in_progress", "file_points_add_up")
"""Fields of the first part."""
_ALIKE = ("name", "format", "unrated", "unrated_note")
"""Fields of either part as of the whole: where they differ, nobody knows what the whole is to be."""


def move_event(
    event: Event, ladder: Ladder, *, by: AuthUser, reason: str = "", expected_version: int | None = None
) -> Event:
    """Count the event for another ladder of its club, behind the events of its last day there.

    A draft may be moved by any role. To move one that is published, or ever was, is the organiser's, as it
    takes it away from one ladder and shows it on another. A reason is required where it is published.
    """
    is_published = event.status == Event.Status.PUBLISHED
    role = ClubRole.ORGANISER if was_published(event) else ClubRole.ARBITER
    with verb(event.ladder.club_id, by=by, role=role) as change:
        event = living_event(event.pk, expected_version)
        if (event.status == Event.Status.PUBLISHED) != is_published:
            raise ChangedMeanwhile(
                "changed_meanwhile", _("The event was changed meanwhile. Please look again.")
            )
        target = Ladder.objects.filter(pk=ladder.pk, club_id=event.ladder.club_id).first()
        if target is None:
            raise Missing("ladder_missing", _("This ladder is not one of the club."))
        if target.pk == event.ladder_id:
            raise Refused("same_ladder", _("The event is on this ladder already."))
        reason = cleaned_reason(reason, required=is_published)
        left = event.ladder_id
        if is_published:
            change.correct((), round=None)
            change.replay(left)
            change.replay(target.pk)
            # Else the replay of the ladder that it comes to would find the rows of the one that it left.
            RatingChange.objects.filter(event=event).delete()
            change.purge(left)
            change.purge(target.pk)
        event.ladder, event.sequence = target, next_sequence(target, event.last_day)
        save_event(event, change, "ladder", "sequence")
        people = event.entries.with_person().exclude(player=None).values_list("person_id", flat=True)
        seat_players(target.pk, people, by=change.by)
        events_touched([event], change)
        change.log(event, "move_event", was=left, now=target.pk, reason=reason)
    return event


def split_event(
    event: Event,
    from_round: int,
    *,
    last_day: date,
    first_day: date | None = None,
    by: AuthUser,
    reason: str = "",
    expected_version: int | None = None,
) -> Event:
    """The rounds from `from_round` on become an event of their own; returns it.

    Rated over many weeks at once, a player is measured against ratings that are long out of date (the frozen
    ratings of section 2 of the rules): a long event is better rated in parts. `last_day` is that of the
    rounds before; the new event keeps the last day of the whole, and begins on `first_day`. Whoever plays in
    it is there under the same number and name, and is who a person has decided: the decisions cover both.
    Raises Refused where either part would have no game, and for days that do not fit.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        is_published = event.status == Event.Status.PUBLISHED
        reason = cleaned_reason(reason, required=is_published)
        later = list(event.games.filter(round__gte=from_round).order_by("pk"))
        if not later or not event.games.filter(Q(round__lt=from_round) | Q(round=None)).exists():
            raise Refused("part_empty", _("Each part needs a round: please choose where the second begins."))
        second = Event(
            ladder=event.ladder,
            name=event.name,
            first_day=first_day,
            last_day=event.last_day,
            sequence=event.sequence,
            format=event.format,
            status=event.status,
            in_progress=event.in_progress,
            unrated=event.unrated,
            unrated_note=event.unrated_note,
            source_digest=event.source_digest,
            round_dates=event.round_dates,
            split_from=event,
            before_split={"file_points_add_up": event.file_points_add_up},
            changed_by=event.changed_by,
            changed_at=event.changed_at,
        )
        event.in_progress = False
        event.file_points_add_up = True  # those of the whole: from now on they are counted
        if last_day != event.last_day:
            event.last_day, event.sequence = last_day, next_sequence(event.ladder, last_day)
        else:
            second.sequence = next_sequence(event.ladder, last_day)
        refuse_impossible_days(event)
        refuse_impossible_days(second)
        if (second.first_day or second.last_day) < event.last_day:
            raise Refused(
                "days_in_wrong_order", _("The second part would begin before the first one has ended.")
            )
        change.replay_of(event)
        second.save()
        _part_corrections(event, second, from_round, later)
        seats = _copied_entries(event, second, later)
        _give_games(second, later, seats)
        save_event(event, change, *_CHANGED_BY_A_SPLIT)
        settle([entry.pk for entry in seats.values()], change)
        if is_published:
            change.correct((), round=None)
            change.purge(event.ladder_id)
        change.log(event, "split_event", part=second.pk, round=from_round, reason=reason)
    return second


def join_split(part: Event, *, by: AuthUser, reason: str = "", expected_version: int | None = None) -> Event:
    """Put a part that was split off back into the event that it came from; returns that.

    The whole begins as the first part and ends as the later one, at its place on the day.
    Raises Refused where the two have become different since: on two ladders, one published and the other
    not, of another name, format or rating, a part split once more, or a name that was decided in one alone.
    """
    with verb(part.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        part = living_event(part.pk, expected_version)
        if part.split_from_id is None:
            raise Refused("not_a_part", _("This event was not split off from another one."))
        event = living_event(part.split_from_id, None)
        if event.ladder_id != part.ladder_id or event.status != part.status:
            raise Refused(
                "parts_differ",
                _("The two parts are on different ladders, or only one of them is published."),
            )
        alike = [field for field in Event._meta.fields if field.name in _ALIKE]
        unlike = [field for field in alike if getattr(event, field.name) != getattr(part, field.name)]
        if unlike:
            raise Refused(
                "parts_differ",
                _("The two parts are not alike any more: %(what)s. Please make them equal first.")
                % {"what": ", ".join(str(field.verbose_name) for field in unlike)},
            )
        if Event.objects.filter(split_from=part).exists():
            raise Refused("part_was_split", _("This part was split once more. Put those together first."))
        is_published = event.status == Event.Status.PUBLISHED
        reason = cleaned_reason(reason, required=is_published)
        change.replay_of(event)
        seats = _seats_in_the_whole(event, part)
        _give_games(event, list(part.games.all()), seats)
        _give_decisions(event, part, seats)
        for entry in part.entries.exclude(part_of=None).order_by("-pk"):
            entry.delete()  # a second person goes before the name whose second he is
        part_id = part.pk
        part.delete()
        if part.last_day > event.last_day:
            event.last_day, event.sequence = part.last_day, part.sequence
        event.in_progress |= part.in_progress
        event.file_points_add_up &= part.before_split["file_points_add_up"]
        save_event(event, change, *_CHANGED_BY_A_SPLIT)
        events_touched([event], change)
        if is_published:
            change.correct((), round=None)
            change.purge(event.ladder_id)
        entries = {str(pk): entry.pk for pk, entry in seats.items() if pk != entry.pk}
        change.log(event, "join_split", part=part_id, entries=entries, reason=reason)
    return event


def _copied_entries(event: Event, second: Event, games: Iterable[Game]) -> dict[int, Entry]:
    """Entry id in the whole -> the same name in the part, with the decisions in force, undecided so far."""
    seated = {pk for game in games for pk in (game.white_id, game.black_id) if pk is not None}
    entries = list(event.entries.filter(pk__in=seated).order_by("number"))
    copies = {
        entry.pk: Entry.objects.create(event=second, number=entry.number, typed_name=entry.typed_name)
        for entry in entries
    }
    for entry in entries:
        if entry.part_of_id in copies:
            copies[entry.pk].part_of = copies[entry.part_of_id]
            copies[entry.pk].save(update_fields=["part_of"])
    in_force = EntryDecision.objects.filter(entry__in=copies, act__undone_at__isnull=True)
    EntryDecision.objects.bulk_create(
        EntryDecision(
            act_id=said.act_id,
            entry=copies[said.entry_id],
            decision=said.decision,
            player_id=said.player_id,
            is_new_member=said.is_new_member,
        )
        for said in in_force.order_by("act_id")
    )
    return copies


def _seats_in_the_whole(event: Event, part: Event) -> dict[int, Entry]:
    """Entry id in the part -> whose seats these are in the whole: a name added since the split comes along.

    Raises Refused where somebody decided since who a name is, in the part alone.
    """
    first = {(entry.number, entry.typed_name): entry for entry in event.entries.all()}
    free = max((number for number, _name in first), default=0) + 1
    came_since = set(part.acts.filter(kind=Act.Kind.PART).values_list("entry", flat=True))
    seats: dict[int, Entry] = {}
    for entry in part.entries.order_by("number"):
        same = None if entry.pk in came_since else first.get((entry.number, entry.typed_name))
        if same is None:
            entry.event, entry.number = event, free
            entry.part_of = None if entry.part_of_id is None else seats[entry.part_of_id]
            entry.save(update_fields=["event", "number", "part_of"])
            free += 1
        else:
            acts = same.decisions.values("act")
            if entry.decisions.filter(act__undone_at__isnull=True).exclude(act__in=acts).exists():
                raise Refused(
                    "decided_since",
                    _("Somebody decided since who “%(name)s” is in the second part. Take that back first.")
                    % {"name": entry.typed_name},
                )
        seats[entry.pk] = same or entry
    return seats


def _give_decisions(event: Event, part: Event, seats: Mapping[int, Entry]) -> None:
    """What was said in the part, and taken back since, stays on record with the whole."""
    for pk, entry in seats.items():
        if pk != entry.pk:
            said = EntryDecision.objects.filter(entry=pk).exclude(act__in=entry.decisions.values("act"))
            said.update(entry=entry)
    Act.objects.filter(event=part).update(event=event)
    _join_corrections(event, part)


def _part_corrections(event: Event, second: Event, from_round: int, later: Iterable[Game]) -> None:
    """What was corrected in the later rounds goes along; of games in both parts, each has its half."""
    going = {game.pk for game in later}
    staying = set(event.games.values_list("pk", flat=True)) - going
    for correction in event.corrections.all():
        games = set(correction.games)
        if games & going and games & staying:
            correction.games = sorted(games - going)
            correction.save(update_fields=["games"])
            correction.pk, correction.event, correction.games = None, second, sorted(games & going)
            correction.save(force_insert=True)
        elif games & going or (not games & staying and (correction.round or 0) >= from_round):
            correction.event = second
            correction.save(update_fields=["event"])


def _join_corrections(event: Event, part: Event) -> None:
    """Theirs are those of the whole again, and what `_part_corrections` made two is one."""
    halves = {(one.ladder_id, one.action, one.at): one for one in event.corrections.all()}
    for correction in part.corrections.all():
        half = halves.get((correction.ladder_id, correction.action, correction.at))
        if half is None:
            correction.event = event
            correction.save(update_fields=["event"])
        else:
            half.games = sorted({*half.games, *correction.games})
            half.save(update_fields=["games"])
            correction.delete()


def _give_games(event: Event, games: Iterable[Game], seats: Mapping[int, Entry]) -> None:
    """These games were played in the event, by the entries that `seats` says."""
    for game in games:
        game.event, game.white = event, seats[game.white_id]
        game.black = None if game.black_id is None else seats[game.black_id]
        game.save(update_fields=["event", "white", "black"])
