"""The results tab, and the correction of one result."""

import re
from datetime import date

import pytest
from wagtail.models import ModelLogEntry

from tests.services.kit import assert_stored_is_fresh, entry, everything, substance
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.services import LeaveOut, Pairing, Result, Undecide

from .conftest import text_of

pytestmark = pytest.mark.django_db


def game_of(event, white, black):
    return event.games.get(white=entry(event, white), black=entry(event, black))


def test_the_last_round_is_shown_and_every_round_can_be(night, arbiter):
    page = arbiter.open(f"{night.pk}/results/")
    assert page.context["rounds"] == [1, 2, 3, 4, 5, 6]
    assert [(game.white, game.score, game.black) for game in page.context["games"]] == [
        ("Typed B", "1–0", "Typed C")
    ]
    page = arbiter.open(f"{night.pk}/results/", round=1)
    assert [(game.white, game.verdict) for game in page.context["games"]] == [("Typed A", "rated")]


def test_why_a_game_is_not_rated_is_told(club, arbiter):
    """A and B are established by five games; C is new: the shield keeps A where he is."""
    club.play("AB1 BA1 AB1 BA1 AB=")
    event = club.play("AC0 DB1", left_out="D", day=club.ladder.events.get().last_day)
    verdicts = [
        arbiter.open(f"{event.pk}/results/", round=number).context["games"][0].verdict for number in (1, 2)
    ]
    assert verdicts == ["White: opponent is provisional, Black: rated", "not rated: a guest plays"]


def moves_of(looked):
    (ladder,) = looked.context["ladders"]
    return [(move.name, move.before, move.after, move.signed_change) for move in ladder.moves]


def test_who_would_move_is_seen_before_a_correction_is_saved(night, club, arbiter):
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    before = everything()
    looked = arbiter.submit(path, night, result="played-0-2", reason="scoresheet")
    assert everything() == before
    page = text_of(looked)
    assert "Nothing is saved yet" in page
    assert "Round 5, Typed A – Typed D: 1–0 becomes 0–1." in page
    # A loses to D instead of winning: 1260 − 40 and 1140 + 40; nobody else.
    assert moves_of(looked) == [("Member D", 1140, 1180, "+40"), ("Member A", 1260, 1220, "−40")]
    assert looked.context["reason"] == "scoresheet"
    done = arbiter.confirm(path, looked, reason="scoresheet")
    assert [club.rating(letter)[0] for letter in "ABCD"] == [1220, 1220, 1180, 1180]
    assert "Round 5: 1–0 is 0–1 now. 2 players moved." in text_of(arbiter.get(done["Location"]))
    assert_stored_is_fresh(club.ladder)


def test_the_reason_may_be_given_once_the_moves_are_seen(night, club, arbiter):
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    looked = arbiter.submit(path, night, result="played-0-2")
    before = everything()
    asked = arbiter.confirm(path, looked)
    assert "Please give a reason." in text_of(asked)
    assert moves_of(asked) == moves_of(looked)
    assert everything() == before
    arbiter.confirm(path, asked, reason="scoresheet")
    assert club.rating("A")[0] == 1220


def test_what_would_move_otherwise_by_now_is_looked_at_again(night, club, arbiter):
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    looked = arbiter.submit(path, night, result="played-0-2", reason="scoresheet")
    services.set_start_rating(club.ladder, club.members["D"], 1500, "League", by=club.organiser)
    before = everything()
    again = arbiter.confirm(path, looked, reason="scoresheet")
    assert "Nothing is done yet." in text_of(again)
    assert "The last change was made by organiser, " in text_of(again)
    assert "The last change" not in text_of(looked)
    assert moves_of(again) != moves_of(looked)
    assert everything() == before
    assert arbiter.confirm(path, again, reason="scoresheet").status_code == 302


def test_back_from_the_look_keeps_what_was_typed(night, arbiter):
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    looked = arbiter.submit(path, night, result="played-0-2", reason="scoresheet", board="7")
    before = everything()
    form = arbiter.confirm(path, looked, reason="scoresheet of D", back="1")
    assert form.context["chosen"] == "played-0-2"
    assert (form.context["reason"], form.context["board"]) == ("scoresheet of D", "7")
    assert everything() == before


def test_what_moves_nobody_is_saved_by_one_click_and_says_so(night, club, arbiter):
    game = game_of(night, "A", "D")
    fields = {"result": "played-2-0", "board": "4", "reason": "the other table"}
    done = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, **fields)
    assert "The pairing of round 5 is corrected. Nobody moves by it." in text_of(
        arbiter.get(done["Location"])
    )
    game.refresh_from_db()
    assert (game.round, game.board) == (5, 4)
    assert "from round 5, board 1" in text_of(arbiter.open(f"{night.pk}/history/"))


def test_a_seat_that_is_taken_is_named_and_the_input_kept(night, arbiter):
    game = game_of(night, "A", "D")
    fields = {"result": "played-2-0", "round": "1", "reason": "slip"}
    refused = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, **fields)
    assert "Board 1 of round 1 is taken by “Typed A” and “Typed B”." in text_of(refused)
    assert refused.context["round"] == "1"


def test_the_result_of_a_game_that_had_none_only_adds(night, club, arbiter):
    """The game of an evening that was put off: no second click, and it moves the ladder at once."""
    game = game_of(night, "A", "D")
    services.correct_game(game, Result(Kind.SCHEDULED), reason="put off", by=club.arbiter)
    done = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, result="played-2-0", reason="played now")
    assert done.status_code == 302
    assert club.rating("A") == (1260, 3)


def test_correcting_an_early_event_tells_who_moves_later(night, club, arbiter):
    later = club.play("EF1 EA1", day=night.last_day.replace(day=20))
    game = game_of(night, "A", "B")
    looked = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, result="played-0-2")
    # E beat A, whose rating is another then: E moves though he was not there.
    assert {name for name, *_rest in moves_of(looked)} == {"Member A", "Member B", "Member E"}
    arbiter.confirm(f"{night.pk}/games/{game.pk}/", looked, reason="scoresheet")
    assert_stored_is_fresh(later.ladder)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"result": "played-2-0", "board": "2"}, "Please give a reason."),
        ({"result": "played-2-0", "reason": "x", "board": "first"}, "are whole numbers"),
        ({"result": "played-2-2", "reason": "x"}, "This result cannot be"),
        ({"result": "", "reason": "x"}, "Please choose a result of the list."),
        ({"result": "bye_full-2-", "reason": "x"}, "A bye has no opponent"),
        ({"result": "played-2-0", "reason": "x", "unrated": "variant"}, "Please say why this game"),
        ({"result": "played-2-0", "reason": "x", "unrated": "boring"}, "Please choose why"),
        ({"result": "played-0-2", "reason": "x" * 201}, "A reason may have 200 characters."),
        ({"result": "played-0-2", "reason": "x", "version": 0}, "changed this event after you had opened it"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_the_input_kept(fields, sentence, night, arbiter):
    game = game_of(night, "A", "D")
    before = everything()
    response = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, **fields)
    assert sentence in text_of(response)
    assert response.context["reason"] == fields.get("reason", "")
    assert everything() == before


def test_a_game_can_be_taken_off_the_ladder(night, club, arbiter):
    game = game_of(night, "A", "D")
    fields = {
        "result": "played-2-0",
        "unrated": "unrated_game",
        "unrated_note": "a blitz game",
        "reason": "slip",
    }
    arbiter.save(f"{night.pk}/games/{game.pk}/", night, **fields)
    assert (club.rating("A"), club.rating("D")) == ((1240, 2), (1160, 2))
    page = arbiter.open(f"{night.pk}/results/", round=game.round)
    assert "not rated: not for the ladder (a blitz game)" in text_of(page)


def test_a_draft_is_corrected_without_a_reason_by_one_click(draft, arbiter):
    game = draft.games.get(round=1)
    response = arbiter.submit(f"{draft.pk}/games/{game.pk}/", draft, result="forfeit-2-0")
    told = text_of(arbiter.get(response["Location"]))
    assert "1–0 is + − now." in told and "Nobody moves" not in told
    game.refresh_from_db()
    assert game.kind == "forfeit"


def test_the_log_keeps_the_reason_and_no_name(night, arbiter):
    game = game_of(night, "A", "D")
    arbiter.save(f"{night.pk}/games/{game.pk}/", night, result="played-0-2", reason="scoresheet found")
    log = ModelLogEntry.objects.filter(action="wagtail_ladder.correct_game").get()
    assert log.data["reason"] == "scoresheet found"
    history = text_of(arbiter.open(f"{night.pk}/history/"))
    assert "scoresheet found" in history and "Result corrected" in history
    assert "Member" not in history and "Typed" not in history


def test_a_draft_without_games_goes_to_its_grid(club, arbiter):
    event = services.create_event(club.ladder, by=club.arbiter, name="E", last_day="2026-02-03")
    assert arbiter.open(f"{event.pk}/results/")["Location"].endswith("/entries/")
    services.add_entries(event, ["Max"], by=club.arbiter)
    assert arbiter.open(f"{event.pk}/results/")["Location"].endswith("/rounds/1/")


def test_two_guests_with_byes_in_one_round_are_two_rows(club, arbiter):
    """To the engine they are equal: neither is anybody's, and a bye has no board."""
    event = services.create_event(
        club.ladder, by=club.arbiter, name="Open", last_day=date(2026, 1, 6), names=["Ann", "Bo"]
    )
    ann, bo = event.entries.order_by("number")
    bye = Result.bye(Kind.BYE_FULL)
    services.save_round(event, 1, [Pairing(None, pk, None, bye) for pk in (ann.pk, bo.pk)], by=club.arbiter)
    services.decide_entries(event, {ann.pk: LeaveOut(), bo.pk: LeaveOut()}, by=club.arbiter)
    rows = arbiter.open(f"{event.pk}/results/").context["games"]
    assert [(row.white, row.verdict) for row in rows] == [("Ann", "not rated: bye"), ("Bo", "not rated: bye")]


def test_a_draft_says_what_publishing_will_make_of_a_game(club, arbiter):
    """A and B are established by five games, C is new: the shield keeps A where he is."""
    club.play("AB1 BA1 AB1 BA1 AB=")
    draft = club.play("AC0", day=date(2026, 1, 13), publish=False)
    verdict = arbiter.open(f"{draft.pk}/results/").context["games"][0].verdict
    assert verdict == "White: opponent is provisional, Black: rated"
    services.publish_event(draft, by=club.arbiter)
    assert arbiter.open(f"{draft.pk}/results/").context["games"][0].verdict == verdict


@pytest.mark.parametrize("publish", [True, False])
def test_a_game_waits_while_a_name_of_the_event_is_undecided(publish, club, arbiter):
    event = club.play("AB1 CD1", publish=publish)
    services.decide_entry(entry(event, "D"), Undecide(), by=club.arbiter)
    services.save_round(
        event, 3, [Pairing(None, entry(event, "A").pk, None, Result.bye(Kind.BYE_HALF))], by=club.arbiter
    )
    verdicts = [
        arbiter.open(f"{event.pk}/results/", round=number).context["games"][0].verdict for number in (1, 3)
    ]
    assert verdicts == ["not rated: waiting for names", "not rated: bye"]


def test_the_history_tells_what_was_corrected(night, arbiter):
    game = night.games.get(round=2)
    arbiter.save(f"{night.pk}/games/{game.pk}/", night, result="played-0-2", reason="scoresheet found")
    history = text_of(arbiter.open(f"{night.pk}/history/"))
    assert "round 2, board 1: 1–0 → 0–1" in history
    # C and D, whose game it was: as the look and the message say, whatever was rewritten for it.
    assert "2 players moved" in history and "rating moved" not in history


def test_the_history_folds_the_saves_of_a_round(draft, club, organiser, arbiter):
    one, two = draft.games.get(round=1).white_id, draft.games.get(round=1).black_id

    def saved(white, black, by, number=1):
        result = services.Result(Kind.PLAYED, white, black)
        services.save_round(draft, number, [services.Pairing(1, one, two, result)], by=by)

    for score in ((0, 2), (1, 1)):
        saved(*score, by=club.arbiter)
    saved(2, 0, by=club.organiser)
    saved(2, 0, by=club.organiser, number=3)
    lines = [
        (line.times, line.facts) for line in arbiter.open(f"{draft.pk}/history/").context["page"].object_list
    ]
    assert lines[:3] == [
        (1, "round 3"),
        (1, "round 1, board 1: ½–½ → 1–0"),
        (2, "round 1, board 1: 1–0 → ½–½"),
    ]


def test_the_history_tells_the_fields_that_were_changed(night, club, arbiter):
    services.change_event(night, name="Hall night", sequence=2, reason="later", by=club.arbiter)
    history = text_of(arbiter.open(f"{night.pk}/history/"))
    assert "name, order on the day" in history and "later" in history


def test_boards_are_shown_where_there_are_some(night, arbiter):
    assert "Board" in text_of(arbiter.open(f"{night.pk}/results/"))
    night.games.update(board=None)
    assert "Board" not in text_of(arbiter.open(f"{night.pk}/results/"))


def test_the_look_says_another_place_and_rating_and_not_the_same_result_twice(night, arbiter):
    fields = {"round": "9", "board": "2", "unrated": "unrated_game", "unrated_note": "casual"}
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    about = text_of(arbiter.submit(path, night, result="played-2-0", **fields))
    assert "Round 5, Typed A – Typed D: 1–0. Round: 5 → 9 Board: 1 → 2" in about
    assert "Rated: yes → not for the ladder (casual)" in about


def test_a_first_result_that_later_events_follow_is_looked_at(night, club, arbiter):
    club.play("AB0", day=date(2026, 1, 13))
    pair = [entry(night, letter).pk for letter in "AB"]
    scheduled = Pairing(1, *pair, Result(Kind.SCHEDULED))
    services.save_round(night, 7, [scheduled], by=club.arbiter)
    before = everything()
    looked = arbiter.submit(f"{night.pk}/games/{night.games.get(round=7).pk}/", night, result="played-2-0")
    assert {name for name, *_rating in moves_of(looked)} == {"Member A", "Member B"}
    assert everything() == before


def test_of_several_saves_the_history_tells_how_many_each_moved_at_most(night, club, arbiter):
    """C and D by their result, twice: who moved altogether nobody has counted."""
    game = night.games.get(round=2)
    for half_points in (1, 0):
        result = services.Result(Kind.PLAYED, half_points, 2 - half_points)
        pairing = services.Pairing(1, game.white_id, game.black_id, result)
        services.save_round(night, 2, [pairing], reason="score sheet", by=club.arbiter)
    history = text_of(arbiter.open(f"{night.pk}/history/"))
    assert "up to 2 players moved each time" in history


def stored(event):
    """All that an act writes, the version of the event and the log with it; not the lock of the club."""
    event.refresh_from_db()
    return substance(), event.version, event.changed_at, ModelLogEntry.objects.count()


def test_a_form_that_does_not_speak_of_the_rating_leaves_it_as_it_is(night, club, arbiter):
    game = game_of(night, "A", "D")
    services.correct_game(
        game,
        Result(Kind.PLAYED, 2, 0),
        reason="x",
        by=club.arbiter,
        unrated="unrated_game",
        unrated_note="friendly",
    )
    arbiter.save(f"{night.pk}/games/{game.pk}/", night, result="played-0-2", reason="scoresheet")
    game.refresh_from_db()
    assert (game.unrated, game.unrated_note, game.white_half_points) == ("unrated_game", "friendly", 0)


def test_a_correction_that_changes_nothing_writes_nothing(night, arbiter):
    game, before = game_of(night, "A", "D"), stored(night)
    fields = {"result": "played-2-0", "round": "5", "board": "1", "unrated": "", "unrated_note": ""}
    for reason in ("", "scoresheet"):
        done = arbiter.submit(f"{night.pk}/games/{game.pk}/", night, reason=reason, **fields)
        assert text_of(arbiter.get(done["Location"])).count("Nothing has changed.") == 1
    assert stored(night) == before


def test_details_saved_unchanged_write_nothing(night, arbiter):
    form = arbiter.open(f"{night.pk}/details/").context["form"]
    fields = {name: value for name, value in form.initial.items() if value not in (None, False)}
    before = stored(night)
    done = arbiter.submit(f"{night.pk}/details/", night, **fields)
    assert "Nothing has changed." in text_of(arbiter.get(done["Location"]))
    assert stored(night) == before


def test_a_round_saved_unchanged_writes_nothing(night, arbiter):
    a, d = entry(night, "A").pk, entry(night, "D").pk
    fields = {"white-0": a, "black-0": d, "result-0": "played-2-0", "board-0": "1"}
    before = stored(night)
    done = arbiter.submit(f"{night.pk}/rounds/5/", night, **fields)
    assert "Nothing has changed." in text_of(arbiter.get(done["Location"]))
    assert stored(night) == before


def begins_at(response):
    """What has the focus once the page is there."""
    return re.findall(r"<(\w+) [^>]*?\bautofocus\b", response.content.decode())


def test_the_look_begins_at_its_reason_and_once_there_is_one_at_its_button(night, arbiter):
    path = f"{night.pk}/games/{game_of(night, 'A', 'D').pk}/"
    assert begins_at(arbiter.submit(path, night, result="played-0-2")) == ["input"]
    assert begins_at(arbiter.submit(path, night, result="played-0-2", reason="scoresheet")) == ["button"]
    looked = arbiter.submit(path, night, result="played-0-2")
    assert begins_at(arbiter.confirm(path, looked, reason=" ")) == ["input"]
