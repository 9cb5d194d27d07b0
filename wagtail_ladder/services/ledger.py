"""The acts that reach over several events, and the undoing of every act."""

from collections.abc import Collection, Iterable, Mapping

from django.contrib.auth.models import User as AuthUser
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..matching import fold
from ..models import Act, Club, ClubRole, Entry, Event, Player
from .acts import Said, decide, decide_as_one, events_touched, put_distinct, settle, write_act
from .choices import Choice, Member, NewMember
from .editors import editor_name
from .entries import put_together
from .errors import ChangedMeanwhile, Missing, Refused
from .full_view import refuse_to_show_more
from .merges import decided_since, follow_the_ledger, keep_apart, part_again, replay_ladders_of
from .persons import refuse_merges_in_a_circle
from .players import player_by_himself
from .text import cleaned_reason
from .verb import Change, verb

_ORGANISERS = frozenset({Act.Kind.SPLIT, Act.Kind.MERGE, Act.Kind.DISTINCT})


def role_to_undo(act: Act) -> ClubRole:
    """The least role that may take the act back.

    Any role may say that two members differ; to take that back is an organiser's, also where it was said
    with the adding of members and is all that the undoing would change.
    """
    says_but_that = act.kind == Act.Kind.ADD and bool(act.before.get("distinct"))
    return ClubRole.ORGANISER if act.kind in _ORGANISERS or says_but_that else ClubRole.ARBITER


def repoint_entries(
    club: Club, entry_ids: Collection[int], choice: Choice, *, by: AuthUser, reason: str = ""
) -> Act:
    """These entries, of any events of the club, were somebody else: the one that `choice` says.

    Raises Refused where somebody would sit twice in a round, and where all that a player has would go to one
    from whom he was declared distinct: that would be a merge. NotAllowed as `decide_entries`.
    """
    with verb(club.pk, by=by, role=ClubRole.ARBITER) as change:
        entries = _living_entries(club.pk, entry_ids)
        act = write_act(club.pk, change, Act.Kind.REPOINT, reason=cleaned_reason(reason))
        decide_as_one(act, entries, choice, change)
        change.log(club, "repoint_entries", act=act.pk, entries=sorted(entry_ids), reason=act.reason)
    return act


def split_player(
    player: Player,
    entry_ids: Collection[int],
    choice: Member | NewMember,
    *,
    by: AuthUser,
    reason: str = "",
) -> Act:
    """The player was two people: these entries of his are the other one's. Organisers only.

    With it, it is put on record and taken back that the two are not the same. Raises Refused where no entry
    or every entry is the other one's, or the other one is nobody else; ChangedMeanwhile where the player has
    been merged.
    """
    with verb(player.club_id, by=by, role=ClubRole.ORGANISER) as change:
        player = player_by_himself(player.club_id, player.pk)
        entries = _living_entries(player.club_id, entry_ids)
        own = set(entries_of(player).values_list("pk", flat=True))
        if not {entry.pk for entry in entries} < own:
            raise Refused("not_two_people", _("Please choose some of the names, not none and not all."))
        if choice == Member(player.pk):
            raise Refused("same_player", _("Please choose two different members."))
        act = write_act(player.club_id, change, Act.Kind.SPLIT, player=player, reason=cleaned_reason(reason))
        decide_as_one(act, entries, choice, change)
        act.other_id = act.decisions.values_list("player_id", flat=True)[0]
        if act.other_id is None:
            raise Refused("nobody_chosen", _("Please choose who this is."))
        act.save(update_fields=["other"])
        if distinct := put_distinct(player.club_id, player.pk, act.other_id, change):
            act.before["distinct"] = [*act.before.get("distinct", ()), distinct.pk]
            act.save(update_fields=["before"])
        change.log(player, "split_player", act=act.pk, entries=sorted(entry_ids), reason=act.reason)
    return act


def undo(
    act: Act, *, by: AuthUser, answers: Mapping[int, Choice] | None = None, distinct: bool = False
) -> Act:
    """Take a decision back; the ladders are as if it had never been made.

    A name falls back to the decision before, or is undecided again. A player whom it added stays in the
    registry, and may be merged with those from whom he was declared distinct with it. At the undoing of a
    merge, `answers` say of names decided since who they are: entry id -> choice, which is an act of its own;
    with `distinct` it is put on record, by one more, that the two are not the same person.
    Raises ChangedMeanwhile where somebody undid it before, Refused where what was before does not fit any
    more to what was decided since, which has to go first, and NotAllowed where an arbiter would show more of
    somebody (see `full_view`).
    """
    with verb(act.club_id, by=by, role=role_to_undo(act)) as change:
        act = _in_force(act)
        with_it = Act.objects.filter(pk__in=[act.pk, *act.before.get("distinct", ())], undone_at=None)
        if act.kind == Act.Kind.MERGE:
            refuse_merges_in_a_circle(act.club_id, but_for=act)
            follow_the_ledger(act.club_id, change)
            replay_ladders_of([player for player in (act.player, act.other) if player is not None], change)
        act.undone_by_id, act.undone_at = by.pk, timezone.now()
        with_it.update(undone_by=by.pk, undone_at=act.undone_at)
        _take_back(act, answers or {}, change)
        change.log(act.event or act.player or act.club, "undo_act", act=act.pk, kind=act.kind)
        if distinct and act.kind == Act.Kind.MERGE:
            keep_apart(act, change)
    return act


def entries_of(player: Player) -> QuerySet[Entry]:
    """Everything that the player, or one who was merged into him, is linked to; oldest event first."""
    entries: QuerySet[Entry] = Entry.objects.with_person().filter(
        person_id=player.merged_into_id or player.pk
    )
    living = entries.exclude(event__status=Event.Status.DELETED).select_related("event__ladder")
    return living.order_by("event__last_day", "event__sequence", "event__tie_break", "number")


def entries_spelled_like(entry: Entry) -> list[Entry]:
    """The entries of the same player under the same spelling, whatever the keyboard made of it."""
    if entry.player is None:
        return [entry]
    spelling = fold(entry.typed_name)
    return [other for other in entries_of(entry.player) if fold(other.typed_name) == spelling]


def entries_in_the_event(entry: Entry) -> list[Entry]:
    """The entries of the same player in the same event."""
    if entry.player is None:
        return [entry]
    return [other for other in entries_of(entry.player) if other.event_id == entry.event_id]


def _take_back(act: Act, answers: Mapping[int, Choice], change: Change) -> None:
    if act.kind == Act.Kind.MERGE:
        asked = {entry.pk for entry in decided_since(act)}
        if not set(answers) <= asked:
            raise Missing("entry_missing", _("One of these names does not have to be decided again."))
        part_again(act, change)
        if answers:
            entries = {entry.pk: entry for entry in _living_entries(act.club_id, answers)}
            anew = write_act(act.club_id, change, Act.Kind.REPOINT)
            decide(anew, [Said(entries[pk], choice) for pk, choice in answers.items()], change)
    elif act.kind == Act.Kind.PART:
        put_together(act, change)
        if act.event is not None:
            events_touched([act.event], change)
    else:
        entries = Entry.objects.with_person().filter(decisions__act=act)
        were = dict(entries.values_list("pk", "person_id"))
        settle(were, change)
        refuse_to_show_more(were, change, act)


def _living_entries(club_id: int, entry_ids: Iterable[int]) -> list[Entry]:
    wanted = set(entry_ids)
    entries = Entry.objects.with_person().filter(pk__in=wanted, event__ladder__club_id=club_id)
    found = list(entries.exclude(event__status=Event.Status.DELETED).order_by("pk"))
    if len(found) != len(wanted) or not wanted:
        raise Missing("entry_missing", _("One of these names is not there any more. Please look again."))
    return found


def _in_force(act: Act) -> Act:
    """Read behind the club's lock."""
    acts = Act.objects.select_related("club", "event", "player", "entry", "undone_by")
    found = acts.filter(pk=act.pk).first()
    if found is None:
        raise Missing("act_missing", _("This decision is not there any more."))
    if found.undone_at is not None:
        raise ChangedMeanwhile(
            "undone_already",
            _("%(who)s took this back on %(day)s already.")
            % {
                "who": editor_name(found.undone_by),
                "day": date_format(timezone.localtime(found.undone_at), "DATETIME_FORMAT"),
            },
        )
    return found
