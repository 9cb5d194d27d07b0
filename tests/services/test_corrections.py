"""What counts as a correction: that a rating which stood does not stand any more."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Correction, Ladder
from wagtail_ladder.services import Member, Pairing, Result
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


class TestWhatIsNoCorrectedResult:
    def test_the_first_result_of_a_game_that_was_to_come(self, club):
        event = club.play("AB1 CD=", day=date(2026, 1, 6))
        line = Pairing(1, entry(event, "A").pk, entry(event, "C").pk, Result(Kind.SCHEDULED))
        services.save_round(event, 3, [line], by=club.arbiter)
        game = event.games.get(round=3)
        services.correct_game(game, WON, reason="it was played", by=club.arbiter)
        # Four stood on their ratings; A and C stand on others now. Nothing that was read became another.
        assert [(row[0], row[2], row[4]) for row in noted()] == [("correct_game", None, [])]
        services.correct_game(game, DRAWN, reason="score sheet", by=club.arbiter)
        assert noted()[1][:5] == ("correct_game", event.pk, 3, 1, [game.pk])

    def test_a_result_saved_as_it_is_and_another_board(self, club):
        game = club.play("AB1").games.get()
        services.correct_game(game, WON, reason="nothing", by=club.arbiter)
        services.correct_game(game, WON, reason="wrong board", board=7, by=club.arbiter)
        line = Pairing(2, game.white_id, game.black_id, WON)
        services.save_round(game.event, 1, [line], reason="wrong board", by=club.arbiter)
        assert noted() == []

    def test_a_first_result_beside_a_corrected_one(self, club):
        event = club.play("AB1 CD=", day=date(2026, 1, 6))
        a, b, c, d = (entry(event, letter).pk for letter in "ABCD")
        to_come = Pairing(2, c, d, Result(Kind.SCHEDULED))
        services.save_round(event, 1, [Pairing(1, a, b, WON), to_come], by=club.arbiter)
        lines = [Pairing(1, a, b, LOST), Pairing(2, c, d, WON)]
        services.save_round(event, 1, lines, reason="score sheet", by=club.arbiter)
        (corrected,) = noted()
        assert corrected[4] == [event.games.get(round=1, white=a).pk]


def test_a_played_game_that_becomes_a_forfeit_in_its_round_is_a_corrected_result(club):
    game = club.play("AB1").games.get()
    line = Pairing(1, game.white_id, game.black_id, Result(Kind.FORFEIT, 2, 0))
    services.save_round(game.event, 1, [line], reason="nobody came", by=club.arbiter)
    assert noted()[0][4] == [game.pk]


@pytest.mark.parametrize("unrated", [{}, {"unrated": "variant", "unrated_note": "bughouse"}])
def test_names_that_change_places_are_corrected_results(club, unrated):
    event = club.play("AB1 AC1 BD=", **unrated)
    first, second, third = event.games.order_by("round")
    one, other = entry(event, "A"), entry(event, "B")
    services.exchange_games(one, other, [2], reason="score sheet", by=club.arbiter)
    assert noted()[0][:5] == ("exchange_games", event.pk, 2, 1, [second.pk])
    services.exchange_games(one, other, [1, 3], reason="score sheet", by=club.arbiter)
    assert noted()[1][:5] == ("exchange_games", event.pk, None, None, [first.pk, third.pk])


def test_an_older_event_published_late_corrects_what_came_after(club):
    club.play("AB1", day=date(2026, 1, 13))
    late = club.play("CD1", day=date(2026, 1, 6))
    assert noted() == []  # nobody of it played later
    older = club.play("AC1", day=date(2026, 1, 5))
    assert [row[:2] + row[5:6] for row in noted()] == [("publish_event", older.pk, 4)]
    services.unpublish_event(late, reason="not played yet", by=club.arbiter)
    services.delete_event(older, reason="entered twice", by=club.organiser)
    services.restore_event(older, reason="it was played", by=club.organiser)
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
