"""All pairings of one player, as he sees them."""

from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value

from ...models import Decision, Entry, Event, Game, Player, RatingChange
from ...models.player import person_at


class Pairing(NamedTuple):
    event_id: int
    round: int | None
    board: int | None
    colour: str
    """`white` or `black`. Of a bye it means nothing."""
    kind: str
    half_points: int | None
    opponent_half_points: int | None
    unrated: str
    opponent_entry: int | None
    """None for a bye."""
    opponent: int | None
    """The player. None for a bye, a guest, and a name that is not decided yet."""
    opponent_decision: str | None
    opponent_rating: int | None
    """Nanopoints before the event."""
    opponent_games: int | None
    """Rated games before the event."""
    undecided: bool
    """A name of the event is."""


def pairings_of(ladder_id: int, player_id: int) -> list[Pairing]:
    """Of all published events, byes and forfeits included, in no order. One query."""
    white = _seen_from(ladder_id, player_id, "white", "black")
    black = _seen_from(ladder_id, player_id, "black", "white")
    return [Pairing(*row) for row in white.union(black, all=True).order_by()]


def _seen_from(ladder_id: int, player_id: int, own: str, other: str) -> QuerySet[Game, Any]:
    whom = Player.objects.filter(Q(pk=player_id) | Q(merged_into=player_id)).values("pk")
    before = RatingChange.objects.filter(event=OuterRef("event"), player=OuterRef("opponent")).order_by()
    return (
        Game.objects.filter(
            **{f"{own}__player__in": whom},
            event__ladder=ladder_id,
            event__status=Event.Status.PUBLISHED,
        )
        .order_by()
        .annotate(
            colour=Value(own),
            own_points=F(f"{own}_half_points"),
            other_points=F(f"{other}_half_points"),
            entry=F(f"{other}_id"),
            opponent=person_at(f"{other}__player"),
            decision=F(f"{other}__decision"),
            rating=Subquery(before.values("rating_before")),
            games=Subquery(before.values("games_before")),
            undecided=Exists(Entry.objects.filter(event=OuterRef("event"), decision=Decision.UNDECIDED)),
        )
        .values_list(
            "event_id", "round", "board", "colour", "kind", "own_points", "other_points", "unrated",
            "entry", "opponent", "decision", "rating", "games", "undecided",
        )
    )  # fmt: skip
