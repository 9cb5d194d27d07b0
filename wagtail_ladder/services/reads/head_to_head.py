"""Two players of a ladder against each other."""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, Q

from ...kinds import Kind
from ...models import Event, Game, Ladder
from ...models.player import person_at


class Meeting(NamedTuple):
    event_public_id: str
    event_name: str
    last_day: date
    first_is_white: bool
    white_half_points: int
    black_half_points: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Of all games that the two really played, rated or not."""

    first_wins: int
    draws: int
    second_wins: int
    first_half_points: int
    second_half_points: int
    latest: tuple[Meeting, ...]
    """Latest first."""

    @property
    def games(self) -> int:
        return self.first_wins + self.draws + self.second_wins


def head_to_head(ladder: Ladder, first: int, second: int, latest: int) -> HeadToHead:
    """`first` and `second` are players; of their games the `latest` so many are listed.

    One query. A game in which neither scored the whole point, as ½–0, counts as a draw; the points are
    everybody's own.
    """
    meetings = [_meeting(game, first) for game in _games(ladder, first, second)]
    scores = [
        (one.white_half_points, one.black_half_points)
        if one.first_is_white
        else (one.black_half_points, one.white_half_points)
        for one in meetings
    ]
    first_wins = sum(own == 2 for own, _other in scores)
    second_wins = sum(other == 2 for _own, other in scores)
    return HeadToHead(
        first_wins=first_wins,
        draws=len(scores) - first_wins - second_wins,
        second_wins=second_wins,
        first_half_points=sum(own for own, _other in scores),
        second_half_points=sum(other for _own, other in scores),
        latest=tuple(meetings[:latest]),
    )


def _games(ladder: Ladder, first: int, second: int) -> Any:
    """Who somebody is follows the merges, as everywhere."""
    games: Any = Game.objects.filter(
        event__ladder=ladder,
        event__status=Event.Status.PUBLISHED,
        kind__in=[Kind.PLAYED, Kind.PLAYED_UNRATED],
        white_half_points__isnull=False,
        black_half_points__isnull=False,
    ).annotate(
        white_person=person_at("white__player"),
        black_person=person_at("black__player"),
    )
    return (
        games.filter(
            Q(white_person=first, black_person=second) | Q(white_person=second, black_person=first)
        )
        .select_related("event")
        .order_by(
            "-event__last_day", "-event__sequence", "-event__tie_break",
            F("round").desc(nulls_last=True), "-pk",
        )
    )  # fmt: skip


def _meeting(game: Any, first: int) -> Meeting:
    return Meeting(
        event_public_id=game.event.public_id,
        event_name=game.event.name,
        last_day=game.event.last_day,
        first_is_white=game.white_person == first,
        white_half_points=game.white_half_points,
        black_half_points=game.black_half_points,
    )
