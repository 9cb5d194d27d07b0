"""Typing rounds and correcting results."""

import re
from datetime import date
from decimal import Decimal

import pytest
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event
from wagtail_ladder.services import Pairing, Refused, Result, TableRow

from .kit import DRAWN, LOST, WON, Purges, assert_stored_is_fresh, entry, everything, stored_changes

pytestmark = pytest.mark.django_db


def pair(event, white, black, result=WON, board=1):
    return Pairing(board, entry(event, white).pk, black and entry(event, black).pk, result)


def games(event):
    return {
        (
            game.round,
            game.board,
            game.white.typed_name[-1],
            game.black and game.black.typed_name[-1],
            game.kind,
        )
        for game in event.games.select_related("white", "black")
    }


def test_a_round_is_replaced_by_what_is_typed(club):
    event = club.play("AB1 CD1", publish=False)
    kept = event.games.get(round=1)
    services.save_round(
        event,
        1,
        [
            pair(event, "A", "B", DRAWN, board=2),
            pair(event, "C", None, Result.bye(Kind.BYE_PAIRING), board=3),
        ],
        by=club.arbiter,
    )
    assert games(event) == {
        (1, 2, "A", "B", "played"), (1, 3, "C", None, "bye_pairing"), (2, 1, "C", "D", "played"),
    }  # fmt: skip
    kept.refresh_from_db()
    assert (kept.white_half_points, kept.black_half_points) == (1, 1)  # the same row: its marks stay with it
    services.save_round(event, 2, [], by=club.arbiter)
    assert not event.games.filter(round=2).exists()


def test_a_round_saved_as_it_is_changes_nothing(club, django_capture_on_commit_callbacks):
    event = club.play("AB1")
    before = everything()
    with Purges() as purged, django_capture_on_commit_callbacks(execute=True):
        services.save_round(event, 1, [pair(event, "A", "B")], by=club.arbiter)
        services.change_event(event, name=event.name, by=club.arbiter)
    after = everything()
    before.pop("wagtail_ladder.Club"), after.pop("wagtail_ladder.Club")  # its version has been raised
    assert after == before
    assert not purged


def test_an_unfinished_round_of_a_published_event_goes_on_without_reasons(club):
    event = club.play("AB1", publish=False)
    services.save_round(event, 2, [pair(event, "B", "A", Result(Kind.SCHEDULED))], by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    services.save_round(event, 2, [pair(event, "B", "A", WON)], by=club.arbiter)
    assert club.rating("A") == (1200, 2)
    services.save_round(event, 3, [pair(event, "A", "B", WON)], by=club.arbiter)
    assert club.rating("A") == (1220, 3)


@pytest.mark.parametrize("mend", ["colours", "result", "correct"])
def test_a_mended_game_is_still_not_rated(club, mend):
    """A mark "not rated" must not get lost, or the next replay would rate the game in silence."""
    event = club.play("AB1 AB1")
    game = event.games.get(round=1)
    services.correct_game(
        game, WON, unrated="unrated_game", unrated_note="odds game", reason="told so", by=club.arbiter
    )
    assert club.rating("A") == (1220, 1)
    if mend == "correct":
        services.correct_game(game, LOST, reason="score sheet", by=club.arbiter)
    else:
        line = pair(event, "B", "A", LOST) if mend == "colours" else pair(event, "A", "B", LOST)
        services.save_round(event, 1, [line], by=club.arbiter, reason="score sheet")
    game.refresh_from_db()
    assert (game.unrated, game.unrated_note) == ("unrated_game", "odds game")
    assert (game.white == entry(event, "A"), game.white_half_points) == (mend != "colours", 0)
    assert club.rating("A") == (1220, 1)
    assert_stored_is_fresh(club.ladder)
    services.correct_game(game, WON, unrated="", reason="it was no odds game", by=club.arbiter)
    game.refresh_from_db()
    assert (game.unrated, game.unrated_note) == ("", "")


def test_a_correction_is_logged_with_what_was_and_why(club):
    event = club.play("AB1")
    services.correct_game(event.games.get(), DRAWN, reason="score sheet", by=club.arbiter)
    logged = ModelLogEntry.objects.get(action="wagtail_ladder.correct_game")
    assert (logged.object_id, logged.user) == (str(event.pk), club.arbiter)
    assert logged.data == {
        "game": event.games.get().pk,
        "round": 1,
        "board": 1,
        "was": ["played", 2, 0, ""],
        "now": ["played", 1, 1, ""],
        "reason": "score sheet",
        "players_moved": 2,
        "ladders": [club.ladder.pk],
    }


def test_a_corrected_draft_needs_no_reason_and_moves_nothing(club):
    event = club.play("AB1", publish=False)
    services.correct_game(event.games.get(), LOST, reason="", by=club.arbiter)
    assert event.games.get().black_half_points == 2
    assert not club.ladder.standings.exists()


def test_a_table_of_points(club):
    event = services.create_event(
        club.ladder,
        by=club.arbiter,
        name="Bughouse",
        last_day=date(2026, 1, 6),
        names=["Typed A", "Typed B"],
        format="table",
        unrated="variant",
        unrated_note="bughouse",
    )
    a, b = event.entries.all()
    rows = [TableRow(a.pk, Decimal("7.5"), 1), TableRow(b.pk, None)]
    services.save_table(event, rows, by=club.arbiter)
    assert list(event.entries.values_list("points", "rank")) == [(Decimal("7.5"), 1), (None, None)]
    services.publish_event(event, by=club.arbiter)
    assert not club.ladder.standings.exists()


def test_names_are_added_mended_and_removed(club):
    event = club.play("AB1", publish=False)
    c, d = services.add_entries(event, ["Typed C", " Typed  D "], by=club.arbiter)
    assert (c.number, d.number, d.typed_name) == (3, 4, "Typed D")
    assert services.retype_entry(c, "Typed Sea", by=club.arbiter).typed_name == "Typed Sea"
    services.remove_entry(d, by=club.arbiter)
    assert list(event.entries.values_list("typed_name", flat=True)) == ["Typed A", "Typed B", "Typed Sea"]
    assert services.add_entries(event, ["Typed E"], by=club.arbiter)[0].number == 4


def test_a_name_added_to_a_published_event_stops_its_rating_until_it_is_decided(club):
    event = club.play("AB1")
    (late,) = services.add_entries(event, ["Typed C"], by=club.arbiter)
    assert club.rating("A") == (1200, 0)
    services.remove_entry(late, by=club.arbiter)
    assert club.rating("A") == (1220, 1)


@pytest.mark.parametrize("odd", ["<script>alert(1)</script>", "O'Brien & Söhne", "محمدرضا", "X Æ A-12"])
def test_a_name_is_kept_as_it_was_typed(club, odd):
    event = club.play("AB1", publish=False)
    (added,) = services.add_entries(event, [odd], by=club.arbiter)
    services.decide_entry(added, services.NewMember(), by=club.arbiter)
    added.refresh_from_db()
    assert (added.typed_name, added.player.name) == (odd, odd)


def test_what_a_changed_event_keeps(club):
    event = club.play("AB1", publish=False)
    changed = services.change_event(
        event,
        name=" Winter  Open ",
        first_day=date(2026, 1, 5),
        last_day=date(2026, 1, 7),
        format="swiss",
        in_progress=True,
        by=club.arbiter,
    )
    stored = Event.objects.get(pk=event.pk)
    for one in (changed, stored):
        assert (one.name, one.first_day, one.last_day) == ("Winter Open", date(2026, 1, 5), date(2026, 1, 7))
        assert (one.format, one.in_progress, one.version) == ("swiss", True, event.version + 1)


class TestAPairingInTheWrongPlace:
    @pytest.fixture
    def event(self, club):
        return club.play("AB1 CD1 AC=", day=date(2026, 1, 6))

    def move(self, event, club, number, **where):
        game = event.games.get(round=number)
        return services.correct_game(game, WON, reason="scoresheet", by=club.arbiter, **where)

    def test_it_is_moved_to_another_round_and_board_and_nobody_moves(self, event, club):
        before = stored_changes(club.ladder)
        self.move(event, club, 2, round=1, board=2)
        game = event.games.get(white=entry(event, "C"), black=entry(event, "D"))
        assert (game.round, game.board) == (1, 2)
        assert stored_changes(club.ladder) == before
        log = ModelLogEntry.objects.get(action="wagtail_ladder.correct_game").data
        assert (log["round"], log["board"], log["stood"]) == (1, 2, [2, 1])
        assert_stored_is_fresh(club.ladder)

    @pytest.mark.parametrize(
        ("where", "code", "sentence"),
        [
            ({"round": 1}, "board_taken", "Board 1 of round 1 is taken by “Typed A” and “Typed B”."),
            ({"round": 3, "board": 2}, "twice_in_a_round", "“Typed C” would sit twice in round 3"),
            ({"round": 100}, "round_impossible", "from 1 to 99"),
            ({"board": 0}, "board_impossible", "from 1 to 9999"),
            ({"board": 10**6}, "board_impossible", "from 1 to 9999"),
        ],
    )
    def test_a_seat_that_is_taken_is_named(self, where, code, sentence, event, club):
        before = everything()
        with pytest.raises(Refused, match=re.escape(sentence)) as refused:
            self.move(event, club, 2, **where)
        assert refused.value.code == code
        assert everything() == before

    def test_where_it_is_it_may_stay(self, event, club):
        """Also where a file gave two pairings one board: that is no reason to refuse another result."""
        event.games.update(round=None)
        game = event.games.get(white=entry(event, "C"))
        services.correct_game(game, DRAWN, reason="scoresheet", by=club.arbiter)
        game.refresh_from_db()
        assert (game.round, game.board, game.white_half_points) == (None, 1, 1)
