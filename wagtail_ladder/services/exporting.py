"""A ladder as one document: everything that its numbers follow from, and the numbers.

`docs/reference/ladder-export.md` describes it, and `wagtail_ladder/recompute.py` computes the ladder from it
again, without this package. A change of its shape raises `VERSION`, there and here.
"""

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.db.models import F
from django.utils.translation import gettext as _

from ..engine.digest import VERSION as ENGINE_VERSION
from ..models import ClubRole, Entry, Event, Game, Ladder, Player, Standing
from .errors import Missing
from .inputs import load_rules, load_starts
from .replay import STANDING_FIELDS
from .verb import Operator, verb

FORMAT = "wagtail-ladder"
VERSION = 1

_GAME_COLUMNS = (
    "round", "board", "white_id", "black_id", "white_half_points", "black_half_points", "kind", "unrated",
)  # fmt: skip

_IN_ORDER = (F("round").asc(nulls_first=True), F("board").asc(nulls_first=True), "pk")
"""On every database."""
_STANDING_KEYS = [name.removesuffix("_id") for name in STANDING_FIELDS]


def export_ladder(ladder_id: int, *, names: bool, by: AuthUser | Operator) -> dict[str, Any]:
    """The published events, rules and start ratings of a ladder, its fingerprint and its standings.

    Read in one moment, and always in the same order. People are ids; with `names`, which is for organisers
    alone, the registered names and those as typed stand with them, and the names of events, which may be
    somebody's. Also without names it is not for visitors: its ids are the same on all ladders of the club.
    Arbiters, with names organisers, or the `OPERATOR` of a command; the log says who took it. Raises Missing
    for a ladder that does not exist.
    """
    ladder = Ladder.objects.filter(pk=ladder_id).first()
    if ladder is None:
        raise Missing("ladder_missing", _("This ladder does not exist any more."))
    role = ClubRole.ORGANISER if names else ClubRole.ARBITER
    with verb(ladder.club_id, by=by, role=role) as change:
        change.log(ladder, "export_ladder", with_names=names)
        ladder.refresh_from_db()
        entries = _entries(ladder_id, names)
        starts = sorted(load_starts(ladder_id).items())
        return {
            "format": FORMAT,
            "version": VERSION,
            "engine": ENGINE_VERSION,
            "ladder": {"id": ladder_id, **({"name": ladder.name} if names else {})},
            "fingerprint": ladder.fingerprint,
            "rules": _rules(ladder_id),
            "players": _players(ladder_id, names),
            "starts": [{"player": player, "points": points} for player, points in starts],
            "events": _events(ladder_id, names, entries, _games(ladder_id)),
            "standings": [
                dict(zip(("player", *_STANDING_KEYS), row, strict=True))
                for row in Standing.objects.filter(ladder_id=ladder_id)
                .order_by("player_id")
                .values_list("player_id", *STANDING_FIELDS)
            ],
        }


def _rules(ladder_id: int) -> list[dict[str, Any]]:
    return [
        {
            "from": from_date and from_date.isoformat(),
            "start": rules.start,
            "k_bands": [list(band) for band in rules.k_bands],
            "provisional_below": rules.provisional_below,
        }
        for from_date, rules in load_rules(ladder_id)
    ]


def _players(ladder_id: int, names: bool) -> list[dict[str, Any]]:
    """Those whom names of the ladder mean, and those into whom they were merged."""
    linked = Entry.objects.filter(event__ladder=ladder_id, event__status=Event.Status.PUBLISHED)
    people = set(linked.exclude(player=None).values_list("player_id", "player__merged_into_id"))
    ids = {pk for pair in people for pk in pair if pk is not None} | set(load_starts(ladder_id))
    rows = Player.objects.filter(pk__in=ids).order_by("pk").values_list("pk", "merged_into_id", "name")
    return [
        {"id": pk, "merged_into": merged_into, **({"name": name} if names else {})}
        for pk, merged_into, name in rows
    ]


def _entries(ladder_id: int, names: bool) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    entries = Entry.objects.filter(event__ladder=ladder_id, event__status=Event.Status.PUBLISHED)
    columns = ("event_id", "pk", "number", "decision", "player_id", "typed_name")
    for event, pk, number, decision, player, typed in entries.order_by("number").values_list(*columns):
        entry = {"id": pk, "number": number, "decision": decision, "player": player}
        found[event].append({**entry, "typed_name": typed} if names else entry)
    return found


def _games(ladder_id: int) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    games = Game.objects.filter(event__ladder=ladder_id, event__status=Event.Status.PUBLISHED)
    keys = [name.removesuffix("_id") for name in _GAME_COLUMNS]
    for event, *row in games.order_by(*_IN_ORDER).values_list("event_id", *_GAME_COLUMNS):
        game = dict(zip(keys, row, strict=True))
        found[event].append({**game, "unrated": game["unrated"] or None})
    return found


def _events(
    ladder_id: int,
    names: bool,
    entries: dict[int, list[dict[str, Any]]],
    games: dict[int, list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    events = Event.objects.filter(ladder=ladder_id, status=Event.Status.PUBLISHED)
    return [
        {
            "id": event.pk,
            "day": event.last_day.isoformat(),
            "sequence": event.sequence,
            "tie_break": event.tie_break,
            "unrated": event.unrated or None,
            **({"name": event.name} if names else {}),
            "entries": entries.get(event.pk, []),
            "games": games.get(event.pk, []),
        }
        for event in events.order_by("last_day", "sequence", "tie_break")
    ]
