"""The names of an act: what it decided of each, what was before, and what its undoing would leave."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from ...models import Act, Decision, Entry, EntryDecision, Event
from ...services.persons import absorbed_below
from .members import tell_apart
from .words import who


@dataclass(frozen=True)
class NameOfAct:
    entry: Entry
    before: SafeString
    decided: SafeString
    now: SafeString
    then: SafeString
    """Once the act were undone."""

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def is_decided_anew(self) -> bool:
        return self.now != self.decided


def names_of(act: Act) -> list[NameOfAct]:
    """In the order of events, and of the names in them. None of an act that decides no name."""
    if act.kind == Act.Kind.MERGE:
        return _merged(act)
    entries = Entry.objects.filter(decisions__act=act).select_related("event", "player")
    entries = entries.order_by("event__last_day", "event__sequence", "event__tie_break", "number")
    of_entry: dict[int, list[EntryDecision]] = defaultdict(list)
    decisions = EntryDecision.objects.filter(entry__decisions__act=act).select_related("act", "player")
    for decision in decisions.order_by("act_id"):
        of_entry[decision.entry_id].append(decision)
    tell_apart(decision.player for decided in of_entry.values() for decision in decided)
    tell_apart(entry.player for entry in entries)
    return [_name(act, entry, of_entry[entry.pk]) for entry in entries]


def _name(act: Act, entry: Entry, decisions: list[EntryDecision]) -> NameOfAct:
    """`decisions` are all that were ever taken about the entry, oldest first."""
    (own,) = (decision for decision in decisions if decision.act_id == act.pk)
    earlier = [
        decision
        for decision in decisions
        if decision.act_id < act.pk and (decision.act.undone_at is None or decision.act.undone_at > act.at)
    ]
    left = [decision for decision in decisions if decision is not own and decision.act.undone_at is None]
    return NameOfAct(
        entry,
        before=_newest(earlier),
        decided=_who(own),
        now=who(entry.decision, entry.player, is_new=any(_is_now(entry, one) for one in decisions)),
        then=_newest(left),
    )


def _is_now(entry: Entry, decision: EntryDecision) -> bool:
    """Whether the entry is a new member by this decision."""
    in_force = decision.act.undone_at is None and decision.player_id == entry.player_id
    return in_force and decision.is_new_member


def _newest(decisions: Iterable[EntryDecision]) -> SafeString:
    *_older, newest = [None, *decisions]
    return who(Decision.UNDECIDED, None) if newest is None else _who(newest)


def _who(decision: EntryDecision) -> SafeString:
    return who(decision.decision, decision.player, is_new=decision.is_new_member)


def _merged(act: Act) -> list[NameOfAct]:
    """The names that went over to the kept player: they never were decided anew."""
    absorbed = [act.other_id, *absorbed_below(act)]
    entries = Entry.objects.filter(player__in=absorbed).exclude(event__status=Event.Status.DELETED)
    entries = entries.select_related("event", "player__merged_into")
    entries = entries.order_by("event__last_day", "event__sequence", "event__tie_break", "number")
    tell_apart([act.player, *(entry.player for entry in entries), *(entry.person for entry in entries)])
    return [
        NameOfAct(
            entry,
            before=who(entry.decision, entry.player),
            decided=who(entry.decision, act.player),
            now=who(entry.decision, entry.person),
            then=who(entry.decision, entry.player),
        )
        for entry in entries
    ]
