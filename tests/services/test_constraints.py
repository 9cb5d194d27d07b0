"""What the database itself refuses, should anybody pass the verbs by. On SQLite and on PostgreSQL alike."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.models import (
    Club,
    Entry,
    Event,
    Game,
    GroupClubPermission,
    Ladder,
    LadderPlayer,
    RatingChange,
    RuleSet,
)

from .kit import entry

pytestmark = pytest.mark.django_db

PLAYED = {"kind": "played", "white_half_points": 2, "black_half_points": 0}


def game(**fields):
    return lambda event, a, b: Game.objects.create(
        event=event, **{"white": a, "black": b, **PLAYED, **fields}
    )


def entries(**fields):
    return lambda event, a, b: Entry.objects.filter(pk=a.pk).update(**fields)


def changed(model, **fields):
    return lambda event, a, b: model.objects.update(**fields)


def seats(**fields):
    def change(event, a, b):
        LadderPlayer.objects.filter(player=a.player_id).update(**fields)

    return change


ATTEMPTS = {
    "a player against himself": lambda event, a, b: game(black=a)(event, a, b),
    "a bye with an opponent": game(kind="bye_half", white_half_points=1, black_half_points=None),
    "a game without an opponent": game(black=None),
    "a kind that is none": game(kind="bughouse"),
    "two winners": game(black_half_points=2),
    "a win and a draw": game(black_half_points=1),
    "a game without a result": game(white_half_points=None, black_half_points=None),
    "half a result": game(black_half_points=None),
    "three half points": game(kind="forfeit", white_half_points=3),
    "a game that is not rated for no known reason": game(unrated="unrated_event"),
    "an event that is not rated for no known reason": changed(Event, unrated="unrated_game"),
    "a status that is none": changed(Event, status=""),
    "deleted, and nobody knows as what": changed(Event, status="deleted"),
    "deleted as what is deleted": changed(Event, status="deleted", status_before_deletion="deleted"),
    "published, and deleted before": changed(Event, status_before_deletion="published"),
    "a member who is nobody": entries(decision="member", player=None, decided_at=timezone.now()),
    "somebody left out who is a player": entries(decision="left_out"),
    "an undecided name that is a player": entries(decision="undecided"),
    "a decision at no time": entries(decided_at=None),
    "two of one number": entries(number=2),
    "days in the wrong order": changed(Event, first_day=date(2030, 1, 1)),
    "a second rule set without a date": lambda event, a, b: RuleSet.objects.create(ladder=event.ladder),
    "no K at all": changed(RuleSet, k=0),
    "two decimals": changed(Ladder, shown_decimals=2),
    "inactive at once": changed(Ladder, inactive_after=0),
    "one place for two": seats(initials="M. B."),
    "the same player twice": lambda event, a, b: LadderPlayer.objects.create(
        ladder=event.ladder, player=a.player, initials="X."
    ),
    "a start rating of 99": seats(start_rating=99, start_reason="x"),
    "a start rating for no reason": seats(start_rating=1500),
    "two changes in one event": lambda event, a, b: RatingChange.objects.create(
        ladder=event.ladder, event=event, player=a.player,
        rating_before=0, rating_after=0, games_before=0, games_after=0,
    ),
    "the same role twice": lambda event, a, b: GroupClubPermission.objects.create(
        group=GroupClubPermission.objects.first().group,
        club=Club.objects.get(),
        role=GroupClubPermission.objects.first().role,
    ),
}  # fmt: skip


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_refused(attempt, club):
    event = club.play("AB1")
    a, b = entry(event, "A"), entry(event, "B")
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt(event, a, b)


def test_what_a_history_hangs_on_cannot_be_deleted(club):
    event = club.play("AB1")
    for thing in (club.members["A"], entry(event, "A"), club.ladder, club.club):
        with pytest.raises(IntegrityError), transaction.atomic():
            thing.delete()


def test_a_second_rule_set_of_one_date(club):
    RuleSet.objects.create(ladder=club.ladder, from_date=date(2026, 1, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleSet.objects.create(ladder=club.ladder, from_date=date(2026, 1, 1))


def test_what_the_verbs_store_is_what_the_constraints_allow(club):
    """So that the attempts above fail for their own reason: the same writes, unspoilt, succeed."""
    event = club.play("AB1")
    game(round=9, unrated="variant")(event, entry(event, "A"), entry(event, "B"))
    changed(Event, unrated="variant", status="deleted", status_before_deletion="draft")(event, None, None)
    seats(start_rating=1500, start_reason="x")(event, entry(event, "A"), None)
    services.replay_ladder(club.ladder.pk)
