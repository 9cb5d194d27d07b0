"""The longest winning streak of a ladder: the runs of `record.player_record`, of everybody at once."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.cache import cache

from ... import __version__
from ...models import Event, Game, Ladder, Standing
from ...models.player import person_at
from .record import KEPT, PLAYED, place_in_event


class Streak(NamedTuple):
    player_id: int
    games: int
    event_id: int
    """In which it became so long."""


def longest_streak(ladder: Ladder) -> Streak | None:
    """Two games or more; the first of several that are as long, inside an event by first appearance.

    Every game is looked at, so that what they come to (ids and numbers) is kept under the time of the replay.
    """
    if ladder.replayed_at is None:
        return None
    key = f"wagtail_ladder:streak:{__version__}:{ladder.pk}:{ladder.replayed_at.timestamp()}"
    kept: tuple[Streak | None] | None = cache.get(key)
    if kept is None:
        kept = (_longest(ladder),)
        cache.set(key, kept, KEPT)
    return kept[0]


def _longest(ladder: Ladder) -> Streak | None:
    first_place = dict(Standing.objects.filter(ladder_id=ladder.pk).values_list("player_id", "first_place"))
    now: dict[int, int] = defaultdict(int)
    longest: Streak | None = None
    for event_id, games in groupby(_games(ladder), key=itemgetter(0)):
        reached = {
            player: _run_on(now, player, results)
            for player, results in _by_player(games).items()
            if player in first_place
        }
        best = min(reached, key=lambda player: (-reached[player], first_place[player]), default=None)
        if best is not None and reached[best] > (longest.games if longest else 1):
            longest = Streak(best, reached[best], event_id)
    return longest


def _games(ladder: Ladder) -> Iterable[tuple[Any, ...]]:
    """Those really played, by event: its id, round, board, half points of both sides, and who they are."""
    played = Game.objects.filter(
        event__ladder=ladder.pk, event__status=Event.Status.PUBLISHED, kind__in=PLAYED
    ).order_by("event__last_day", "event__sequence", "event__tie_break", "event_id")
    return played.values_list(
        "event_id", "round", "board", "white_half_points", "black_half_points",
        person_at("white__player"),
        person_at("black__player"),
    ).iterator()  # fmt: skip


def _by_player(games: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[tuple[Any, ...], int]]]:
    """What each scored in an event, with what puts his games in order."""
    results: dict[int, list[tuple[tuple[Any, ...], int]]] = defaultdict(list)
    for _event, number, board, white_points, black_points, white, black in games:
        for player, half_points in ((white, white_points), (black, black_points)):
            if player is not None and half_points is not None:
                results[player].append((place_in_event(number, board, half_points), half_points))
    return results


def _run_on(now: dict[int, int], player: int, results: list[tuple[tuple[Any, ...], int]]) -> int:
    """Let the run of a player go on through an event; the longest that it was there."""
    longest = 0
    for _place, half_points in sorted(results):
        now[player] = now[player] + 1 if half_points == 2 else 0
        longest = max(longest, now[player])
    return longest
