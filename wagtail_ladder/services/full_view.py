"""Only an organiser brings the results of somebody who is shown by less under a name that is shown in full.

To decide who a name is, and to correct that, is everybody's who has a role. Where visitors have read it as
somebody shown by initials, and would read the full name of another instead, the effect is that of a merge,
and less private than before.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext as _
from wagtail.models import ModelLogEntry

from ..models import Act, ClubRole, Entry, EntryDecision, Event, LadderPlayer, Visibility
from ..models.ladder import shown_in_full
from ..models.player import person_at
from .errors import NotAllowed
from .roles import has_role
from .verb import Change


class Moved(NamedTuple):
    """Whose an entry was and is, after merges."""

    entry: Entry
    was: int | None
    now: int | None


def refuse_to_show_more(were: Mapping[int, int | None], change: Change, act: Act) -> None:
    """`were`: entry id -> who it was before this act, or its undoing. Raises NotAllowed, for arbiters.

    A name that is nobody at the moment is still whom the last decision meant, taken back or not.
    """
    read = Entry.objects.with_person().filter(pk__in=were)
    entries = list(read.select_related("event__ladder", "part_of__player__merged_into"))
    meant = last_meant([entry for entry in entries if were[entry.pk] is None], besides=act)
    refuse_moves(
        (Moved(entry, were[entry.pk] or meant.get(entry.pk), entry.person_id) for entry in entries), change
    )


def refuse_moves(moves: Iterable[Moved], change: Change) -> None:
    """The same of names that this act puts together, or takes from one to the other."""
    seen = [
        move
        for move in moves
        if None not in (move.was, move.now)
        and move.was != move.now
        and move.entry.event.ladder.visibility != Visibility.ORGANISERS
    ]
    if not seen or has_role(change.by, ClubRole.ORGANISER, seen[0].entry.event.ladder.club_id):
        return
    people = {person for move in seen for person in (move.was, move.now)}
    seats = LadderPlayer.objects.filter(shown_in_full(), player__in=people)
    in_full = set(seats.values_list("ladder", "player"))
    for entry, was, now in seen:
        ladder = entry.event.ladder_id
        if (ladder, now) in in_full and (ladder, was) not in in_full and was_published(entry.event):
            raise NotAllowed(
                "shows_more",
                _(
                    "So far “%(name)s” is somebody who is shown by initials. "
                    "Only an organiser can make it somebody who is shown by the full name."
                )
                % {"name": entry.typed_name},
            )


def last_meant(entries: Collection[Entry], *, besides: Act | None = None) -> dict[int, int]:
    """Entry id -> whom the newest decision meant that meant anybody, in force or taken back.

    A new member whose adding was taken back is nobody: nothing of his was ever anybody else's. Of the second
    of two people under one name, of whom nobody has said who he is, the games were those of the first.
    """
    decisions = EntryDecision.objects.filter(entry__in=entries, player__isnull=False)
    decisions = decisions.exclude(is_new_member=True, act__undone_at__isnull=False)
    if besides is not None:
        decisions = decisions.exclude(act=besides, act__undone_at__isnull=True)
    meant = dict(decisions.order_by("act").annotate(person_id=person_at()).values_list("entry", "person_id"))
    for entry in entries:
        first = entry.part_of
        if first is not None and entry.pk not in meant:
            by_now = {first.pk: first.person.pk} if first.person else last_meant([first], besides=besides)
            if first.pk in by_now:
                meant[entry.pk] = by_now[first.pk]
    return meant


def was_published(event: Event) -> bool:
    """Now or ever: what is taken back for a moment has been seen."""
    if event.status == Event.Status.PUBLISHED:
        return True
    of_events = ModelLogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Event))
    # A part that was split off a published event was never published by itself, but may have been taken back.
    actions = [f"wagtail_ladder.{verb}_event" for verb in ("publish", "unpublish")]
    return bool(of_events.filter(object_id=str(event.pk), action__in=actions).exists())
