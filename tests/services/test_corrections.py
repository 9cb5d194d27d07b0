"""What counts as a correction: that a rating which stood does not stand any more."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import Correction, Ladder
from wagtail_ladder.services import Member, Pairing
from wagtail_ladder.services.preview import preview_act

from .kit import DRAWN, LOST, WON, entry

pytestmark = pytest.mark.django_db


def noted():
    fields = ("action", "event", "round", "board", "games", "players_moved", "by")
    return [tuple(row) for row in Correction.objects.order_by("pk").values_list(*fields)]


def test_a_new_event_at_the_end_is_none(club):
    club.play("AB1", day=date(2026, 1, 6))
    club.play("AC1 BD=", day=date(2026, 1, 13))
    assert noted() == []


def test_a_corrected_result_says_where_and_how_many_moved(club):
    event = club.play("AB1 CD=", day=date(2026, 1, 6))
    club.play("AC1", day=date(2026, 1, 13))
    game = event.games.get(round=1)
    services.correct_game(game, LOST, reason="score sheet", by=club.arbiter)
    # A and B by their game; C, who met A later and finds another rating there. D drew with C before.
    assert noted() == [("correct_game", event.pk, 1, 1, [game.pk], 3, club.arbiter.pk)]


def test_a_round_typed_anew_names_the_games_that_had_been_played(club):
    event = club.play("AB1", day=date(2026, 1, 6))
    game = event.games.get()
    services.add_entries(event, ["Typed C", "Typed D"], by=club.arbiter)
    choices = {entry(event, letter).pk: Member(club.members[letter].pk) for letter in "CD"}
    services.decide_entries(event, choices, by=club.arbiter)
    # Names that come to a rated event make it wait, and deciding them rates it again.
    assert [row[0] for row in noted()] == ["add_entries"]
    lines = [
        Pairing(1, entry(event, "A").pk, entry(event, "B").pk, DRAWN),
        Pairing(2, entry(event, "C").pk, entry(event, "D").pk, WON),
    ]
    services.save_round(event, 1, lines, by=club.arbiter, reason="score sheet")
    assert noted()[1:] == [("save_round", event.pk, 1, None, [game.pk], 4, club.arbiter.pk)]


def test_a_result_corrected_that_moves_nobody_is_noted_all_the_same(club):
    event = club.play("AB1", day=date(2026, 1, 6), unrated="variant", unrated_note="bughouse")
    services.correct_game(event.games.get(), LOST, reason="score sheet", by=club.arbiter)
    assert [(row[0], row[5]) for row in noted()] == [("correct_game", 0)]


def test_an_older_event_published_late_corrects_what_came_after(club):
    club.play("AB1", day=date(2026, 1, 13))
    late = club.play("CD1", day=date(2026, 1, 6))
    assert noted() == []  # nobody of it played later
    older = club.play("AC1", day=date(2026, 1, 5))
    assert [row[:2] + row[5:6] for row in noted()] == [("publish_event", older.pk, 4)]
    services.unpublish_event(late, by=club.arbiter)
    services.delete_event(older, by=club.organiser)
    services.restore_event(older, by=club.organiser)
    assert [row[0] for row in noted()[1:]] == ["unpublish_event", "delete_event", "restore_event"]


def test_a_waiting_event_that_is_decided_at_last_is_none(club):
    event = club.play("AB1", day=date(2026, 1, 6), decide=False)
    choices = {entry(event, letter).pk: Member(club.members[letter].pk) for letter in "AB"}
    services.decide_entries(event, choices, by=club.arbiter)
    assert club.rating("A") == (1220, 1)
    assert noted() == []


def test_rules_and_start_ratings_are_corrections_of_no_single_event(club):
    club.play("AB1", day=date(2026, 1, 6))
    services.set_rules(club.ladder, None, k_new=30, by=club.organiser, reason="as the federation does")
    services.set_start_rating(club.ladder, club.members["A"], 1500, "known", by=club.organiser)
    assert [row[:2] for row in noted()] == [("set_rules", None), ("set_start_rating", None)]


def test_a_preview_notes_nothing(club):
    event = club.play("AB1", day=date(2026, 1, 6))

    def correct():
        services.correct_game(event.games.get(), LOST, reason="score sheet", by=club.arbiter)

    (seen,) = preview_act(club.club.pk, correct, lambda moved: len(moved.moves))
    assert seen == 2
    assert noted() == []
    assert club.rating("A") == (1220, 1)


def test_a_ladder_says_from_how_many_games_it_was_computed(club):
    club.play("AB1 CD=", day=date(2026, 1, 6))
    club.play("AC1", day=date(2026, 1, 13), unrated="unrated_event", unrated_note="a friendly")
    club.play("AC1", day=date(2026, 1, 14), publish=False)
    assert Ladder.objects.get(pk=club.ladder.pk).replayed_games == 3
