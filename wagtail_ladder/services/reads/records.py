"""The records of a ladder, each with who holds it and where it was set.

They compare what pages show, and not the fractions behind it: of two who reached the same shown number, the
one whose fraction is higher must not be told.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from ...engine import POINT, shown
from ...kinds import Kind
from ...models import Decision, Entry, Event, Game, Ladder, RatingChange, Standing
from ...models.player import person_at
from ..inputs import load_rules, rules_in_force
from .streaks import longest_streak


class RecordKind(StrEnum):
    HIGHEST_RATING = "highest_rating"
    """The highest shown rating that an established player had after an event; `value` is that.

    He had a rated game in it: a start rating that somebody typed is no achievement.
    """
    MOST_GAMES = "most_games"
    """The most games really played, rated or not; `value` is how many. It was set in no one event."""
    WINNING_STREAK = "winning_streak"
    """The most games won in a row, as on the page of a player; `value` is how many, the event that in which
    it became so many."""
    BIGGEST_UPSET = "biggest_upset"
    """The biggest shown difference against which a game was won; `value` is that.

    By the ratings before the event, at which both were established; the game was rated.
    """


class Record(NamedTuple):
    kind: RecordKind
    player_id: int
    value: int | Decimal
    opponent_id: int | None = None
    """Of an upset, who lost."""
    event_id: str | None = None
    """The public id of the event in which it was set, and its name and last day."""
    event_name: str = ""
    day: date | None = None


def club_records(ladder: Ladder) -> tuple[Record, ...]:
    """Those that there are, in the order of `RecordKind`, by a few queries, however many games there are.

    Of several who come to the same, the first holds the record: by the order of events, inside an event by
    that of first appearance on the ladder, or of round and board.
    """
    return tuple(_records(ladder))


def _records(ladder: Ladder) -> Iterator[Record]:
    provisional_below = _provisional_below(ladder)
    highest = _highest_rating(ladder, provisional_below)
    upset = _biggest_upset(ladder, provisional_below)
    most = Standing.objects.filter(ladder_id=ladder.pk).order_by("-played_games", "first_place").first()
    if highest is not None:
        yield highest
    if most is not None and most.played_games:
        yield Record(RecordKind.MOST_GAMES, most.player_id, most.played_games)
    if (streak := longest_streak(ladder)) is not None:
        # What is kept of a streak may name an event that somebody has changed past the verbs since.
        published = Event.objects.filter(pk=streak.event_id, status=Event.Status.PUBLISHED)
        if (event := published.values_list("public_id", "name", "last_day").first()) is not None:
            yield Record(RecordKind.WINNING_STREAK, streak.player_id, streak.games, None, *event)
    if upset is not None:
        yield upset


_ORDER_OF_EVENTS = ("event__last_day", "event__sequence", "event__tie_break")
_EVENT = ("event__public_id", "event__name", "event__last_day")


def _provisional_below(ladder: Ladder) -> Case:
    """By the rules in force for the event: fewer rated games than this are provisional."""
    rules = load_rules(ladder.pk)
    return Case(
        *(When(event__last_day__gte=day, then=dated.provisional_below) for day, dated in reversed(rules[1:])),
        default=rules_in_force(rules, date.min).provisional_below,
        output_field=IntegerField(),
    )


def _highest_rating(ladder: Ladder, provisional_below: Case) -> Record | None:
    reached = (
        RatingChange.objects.filter(
            ladder_id=ladder.pk,
            games_after__gt=F("games_before"),
            games_after__gte=provisional_below,
            player__standings__ladder=ladder.pk,
        )
        .order_by(
            _as_shown("rating_after", ladder).desc(), *_ORDER_OF_EVENTS, "player__standings__first_place"
        )
        .values_list("player_id", "rating_after", *_EVENT)
    )
    for player_id, rating, *event in reached[:1]:
        value = shown(rating, ladder.shown_decimals)
        return Record(RecordKind.HIGHEST_RATING, player_id, value, None, *event)
    return None


def _biggest_upset(ladder: Ladder, provisional_below: Case) -> Record | None:
    white, black = person_at("white__player"), person_at("black__player")
    upsets = (
        _won_and_rated(ladder)
        .annotate(
            winner=FilteredRelation("event__changes"),
            loser=FilteredRelation("event__changes"),
            needed=provisional_below,
        )
        .filter(
            winner__player=Case(When(white_half_points=2, then=white), default=black),
            loser__player=Case(When(white_half_points=2, then=black), default=white),
            winner__games_before__gte=F("needed"),
            loser__games_before__gte=F("needed"),
        )
        .annotate(
            difference=_as_shown("loser__rating_before", ladder) - _as_shown("winner__rating_before", ladder)
        )
        .filter(difference__gt=0)
        .order_by(
            "-difference",
            *_ORDER_OF_EVENTS,
            F("round").asc(nulls_last=True),
            F("board").asc(nulls_last=True),
            "pk",
        )
    )
    columns = ("winner__player", "winner__rating_before", "loser__player", "loser__rating_before", *_EVENT)
    for player_id, own, opponent_id, other, *event in upsets.values_list(*columns)[:1]:
        value = shown(other, ladder.shown_decimals) - shown(own, ladder.shown_decimals)
        return Record(RecordKind.BIGGEST_UPSET, player_id, value, opponent_id, *event)
    return None


def _won_and_rated(ladder: Ladder) -> QuerySet[Game]:
    """The games that somebody won, and that were rated as far as it is not up to who played."""
    undecided = Entry.objects.filter(event=OuterRef("event"), decision=Decision.UNDECIDED)
    return Game.objects.filter(
        ~Exists(undecided),
        Q(white_half_points=2) | Q(black_half_points=2),
        event__ladder=ladder.pk,
        event__status=Event.Status.PUBLISHED,
        event__unrated="",
        kind=Kind.PLAYED.value,
        unrated="",
    )


def _as_shown(rating: str, ladder: Ladder) -> Any:
    """A rating, rounded as `engine.shown` does it, in nanopoints; for ratings above zero."""
    unit = POINT // 10**ladder.shown_decimals
    raised = F(rating) + Value(unit // 2, output_field=BigIntegerField())
    return ExpressionWrapper(
        raised - raised % Value(unit, output_field=BigIntegerField()), output_field=BigIntegerField()
    )
