"""On a player's screen: under which names he is known, where he played, and with whom he was merged."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from ...models import Act, ClubRole, Entry, Event, Player
from ...services.ledger import entries_of
from ...services.persons import merges_in_force, people_in
from ...services.roles import has_role
from ..ledger.access import url_of as url_in_ledger
from ..ledger.access import url_of_history
from .access import url_of

_MOST_EVENTS = 10


def known_as(form: Any) -> dict[str, Any] | None:
    """For the panel of the form of `form.instance`."""
    player: Player = form.instance
    entries = list(entries_of(player).select_related("player"))
    events: dict[int, Event] = {entry.event_id: entry.event for entry in reversed(entries)}
    organises = has_role(form.for_user, ClubRole.ORGANISER, player.club_id)
    merges = merges_in_force(player.club_id).filter(player__in=people_in(player))
    return {
        "player": player,
        "spellings": _spellings(player, entries),
        "entries_count": len(entries),
        "events": list(events.values())[:_MOST_EVENTS],
        "events_count": len(events),
        "merges": [_told(act, organises) for act in merges.select_related("by", "other")],
        "merge_url": url_of("merge_with", player.pk) if organises else "",
        "split_url": url_of("split", player.pk) if organises and len(entries) > 1 else "",
        "history_url": url_of_history(player=player),
    }


@dataclass(frozen=True)
class Spelling:
    typed: str
    times: int
    by_merge: list[str]
    """The names of those who were merged into the player, as far as it was linked to them."""


def _spellings(player: Player, entries: list[Entry]) -> list[Spelling]:
    """Most entries first."""
    times = Counter(entry.typed_name for entry in entries)
    by_merge: dict[str, dict[str, None]] = defaultdict(dict)
    for entry in entries:
        if entry.player is not None and entry.player_id != player.pk:
            by_merge[entry.typed_name][entry.player.name] = None
    return [Spelling(typed, count, list(by_merge[typed])) for typed, count in times.most_common()]


def _told(act: Act, organises: bool) -> dict[str, Any]:
    return {
        "act": act,
        "act_url": url_in_ledger("act", act.pk),
        "undo_url": url_of("unmerge", act.pk) if organises else "",
    }
