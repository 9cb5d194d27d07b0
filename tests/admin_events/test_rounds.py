"""The grid of a round: what an editor types becomes games, and nothing else does."""

import re
from datetime import date

import pytest

from tests.services.kit import assert_stored_is_fresh, entry, everything
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.services import Result

from .conftest import AFTER_BOOTSTRAP, BOOTSTRAP, text_of

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = "played-2-0", "played-1-1", "played-0-2"


def lines_of(event, *lines):
    """`"AB"` with a result, or `"A"` with a bye: the fields of the form."""
    fields = {}
    for index, (players, result) in enumerate(lines):
        fields[f"white-{index}"] = entry(event, players[0]).pk
        fields[f"black-{index}"] = entry(event, players[1]).pk if len(players) == 2 else result
        fields[f"result-{index}"] = result if len(players) == 2 else "scheduled--"
    return fields


def games_of(event, number):
    return [
        (game.board, game.white.typed_name[-1], game.black and game.black.typed_name[-1], game.kind,
         game.white_half_points, game.black_half_points)
        for game in event.games.filter(round=number).select_related("white", "black")
    ]  # fmt: skip


@pytest.fixture
def evening(club):
    """Six names, no game."""
    event = club.play("AB1 CD1 EF1", publish=False)
    event.games.all().delete()
    return event


def test_a_round_is_saved_board_by_board(evening, arbiter):
    fields = lines_of(
        evening, ("AB", WHITE), ("CD", "forfeit-0-2"), ("E", "bye_pairing-2-"), ("F", "bye_zero-0-")
    )
    arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    assert sorted(games_of(evening, 1), key=str) == sorted(
        [
            (1, "A", "B", "played", 2, 0),
            (2, "C", "D", "forfeit", 0, 2),
            (None, "E", None, "bye_pairing", 2, None),
            (None, "F", None, "bye_zero", 0, None),
        ],
        key=str,
    )


def test_what_was_saved_is_shown_again(evening, arbiter):
    fields = lines_of(evening, ("AB", WHITE), ("CD", "played-1-0"), ("E", "bye_half-1-"))
    arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    lines = arbiter.open(f"{evening.pk}/rounds/1/").context["lines"]
    shown = {(line.white, line.black, line.result) for line in lines if not line.is_empty}
    typed = {(str(fields[f"white-{i}"]), str(fields[f"black-{i}"]), fields[f"result-{i}"]) for i in range(3)}
    assert {line[:2] for line in shown} == {line[:2] for line in typed}
    assert {WHITE, "played-1-0"} <= {line[2] for line in shown}
    assert "Typed F" in text_of(arbiter.open(f"{evening.pk}/rounds/1/"))


def test_a_round_is_saved_as_it_goes(evening, arbiter):
    """JSON for the script: the new version, and what a board still lacks."""
    path = f"/admin/ladders/events/{evening.pk}/rounds/1/"
    fields = lines_of(evening, ("AB", WHITE), ("CD", "scheduled--"))
    fields |= {"white-2": entry(evening, "E").pk, "black-2": "", "version": evening.version}
    response = arbiter.post(path, fields, headers={"accept": "application/json"})
    answer = response.json()
    assert (response.status_code, answer["version"]) == (200, evening.version + 1)
    assert answer["problems"] == {"2": "Who has Black? Or is it a bye?"}
    assert [game[1:4] for game in games_of(evening, 1)] == [("A", "B", "played"), ("C", "D", "scheduled")]
    fields |= {"version": answer["version"], "result-1": BLACK}
    assert arbiter.post(path, fields, headers={"accept": "application/json"}).status_code == 200
    assert games_of(evening, 1)[1] == (2, "C", "D", "played", 0, 2)


def test_without_a_script_an_incomplete_board_is_asked_for_and_nothing_is_saved(evening, arbiter):
    before = everything()
    fields = lines_of(evening, ("AB", WHITE)) | {"white-1": "", "black-1": entry(evening, "C").pk}
    response = arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    assert "Who has White?" in text_of(response)
    assert everything() == before
    line = response.context["lines"][0]
    assert (line.white, line.result) == (str(fields["white-0"]), WHITE)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([("AA", WHITE)], "“Typed A” cannot play both sides of one game."),
        ([("AB", WHITE), ("CA", DRAW)], "“Typed A” sits twice in this round, on boards 1 and 2."),
        ([("AB", "played-2-2")], "This result cannot be"),
        ([("AB", "nonsense")], "Please choose a result of the list."),
        ([("AB", "bye_full-2-")], "a bye has no opponent, and a game has one"),
    ],
)
def test_an_impossible_round_is_refused_and_the_input_kept(lines, sentence, evening, arbiter):
    before = everything()
    fields = lines_of(evening, *lines)
    response = arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    assert sentence in text_of(response)
    assert response.context["lines"][0].white == str(fields["white-0"])
    assert everything() == before
    answer = arbiter.post(
        f"/admin/ladders/events/{evening.pk}/rounds/1/",
        {"version": evening.version, **fields},
        headers={"accept": "application/json"},
    )
    assert sentence in str(answer.json())
    assert not evening.games.exists()


def test_a_name_of_another_event_has_no_seat(evening, draft, arbiter):
    fields = lines_of(evening, ("AB", WHITE)) | {"black-0": entry(draft, "A").pk}
    response = arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    assert "is not one of the names." in text_of(response)


def test_a_second_editor_is_told_and_his_input_kept(evening, club, organiser, arbiter):
    stale = evening.version
    organiser.submit(f"{evening.pk}/rounds/1/", evening, **lines_of(evening, ("AB", WHITE)))
    before = everything()
    fields = {**lines_of(evening, ("CD", DRAW)), "version": stale}
    response = arbiter.submit(f"{evening.pk}/rounds/1/", **fields)
    assert "organiser changed this event after you had opened it" in text_of(response)
    # The colleague's board, and his own.
    seated = [(line.white, line.black) for line in response.context["lines"] if not line.is_empty]
    assert seated == [(str(entry(evening, one).pk), str(entry(evening, two).pk)) for one, two in ("AB", "CD")]
    answer = arbiter.post(
        f"/admin/ladders/events/{evening.pk}/rounds/1/", fields, headers={"accept": "application/json"}
    )
    evening.refresh_from_db()
    assert (answer.status_code, answer.json()["stale"]) == (409, True)
    assert answer.json()["version"] == evening.version
    assert everything() == before


def test_the_next_round_and_the_removal_of_one(evening, arbiter):
    fields = lines_of(evening, ("AB", WHITE))
    response = arbiter.submit(f"{evening.pk}/rounds/1/", evening, next="1", **fields)
    assert response["Location"] == f"/admin/ladders/events/{evening.pk}/rounds/2/"
    response = arbiter.submit(f"{evening.pk}/rounds/1/", evening, remove="1", **fields)
    assert response["Location"] == f"/admin/ladders/events/{evening.pk}/results/"
    assert games_of(evening, 1) == []


def test_a_published_round_changes_with_a_reason_only(night, club, arbiter):
    fields = lines_of(night, ("AB", BLACK))
    before = everything()
    looked = arbiter.submit(f"{night.pk}/rounds/1/", night, **fields)
    assert "Played results of round 1 would be others." in text_of(looked)
    (ladder,) = looked.context["ladders"]
    assert [(move.name, move.after) for move in ladder.moves] == [("Member B", 1260), ("Member A", 1220)]
    asked = arbiter.confirm(f"{night.pk}/rounds/1/", looked)
    assert "Please give a reason." in text_of(asked)
    assert everything() == before
    arbiter.confirm(f"{night.pk}/rounds/1/", asked, reason="scoresheet")
    # A loses the game to B: 1260 − 40 and 1220 + 40.
    assert [club.rating(letter)[0] for letter in "ABCD"] == [1220, 1260, 1180, 1140]
    assert_stored_is_fresh(club.ladder)


def test_a_round_of_a_published_event_is_removed_after_a_look(night, club, arbiter):
    before = everything()
    looked = arbiter.submit(f"{night.pk}/rounds/1/", night, remove="1", **lines_of(night, ("AB", WHITE)))
    assert "Round 1 would be removed." in text_of(looked)
    back = arbiter.confirm(f"{night.pk}/rounds/1/", looked, back="1")
    assert back.context["lines"][0].result == WHITE
    assert everything() == before
    done = arbiter.confirm(f"{night.pk}/rounds/1/", looked, reason="it was another evening")
    assert done["Location"].endswith("/results/")
    # Without her win over B of 20 points: A 1260 − 20, B 1220 + 20.
    assert (club.rating("A"), club.rating("B")) == ((1240, 2), (1240, 2))
    assert_stored_is_fresh(club.ladder)


def test_the_results_of_an_evening_in_progress_are_saved_at_once(club, arbiter):
    """Round after round of a published event: a new round and the results of its games only add."""
    event = club.play("AB1 CD1", in_progress=True)
    path = f"{event.pk}/rounds/3/"
    open_boards = lines_of(event, ("AC", "scheduled--"), ("BD", "scheduled--"))
    assert arbiter.submit(path, event, **open_boards).status_code == 302
    for first, second in ((WHITE, "scheduled--"), (WHITE, DRAW)):
        fields = lines_of(event, ("AC", first), ("BD", second)) | {"board-0": 1, "board-1": 2}
        assert arbiter.submit(path, event, **fields).status_code == 302
    # Newcomers of 1200, K 40, all of it one event: A won two games, D lost one and drew one.
    assert [club.rating(letter)[0] for letter in "ABCD"] == [1240, 1180, 1200, 1180]
    fields = lines_of(event, ("AC", BLACK), ("BD", DRAW)) | {"board-0": 1, "board-1": 2}
    assert "Nothing is saved yet" in text_of(arbiter.submit(path, event, **fields))


def test_typing_the_rounds_gives_the_ratings_of_the_same_games(club, arbiter):
    """The bootstrap night again, typed in three rounds of two boards instead of being played by the kit."""
    event = club.play(BOOTSTRAP, publish=False)
    event.games.all().delete()
    rounds = [("AB", "CD"), ("AC", "BD"), ("AD", "BC")]
    for number, boards in enumerate(rounds, start=1):
        fields = lines_of(event, *((board, WHITE) for board in boards))
        arbiter.submit(f"{event.pk}/rounds/{number}/", event, **fields)
    arbiter.publish(event)
    assert {letter: club.rating(letter)[0] for letter in "ABCD"} == AFTER_BOOTSTRAP


def test_many_names_are_typed_instead_of_listed(evening, arbiter, monkeypatch):
    monkeypatch.setattr("wagtail_ladder.admin.events.rounds.MOST_NAMES_IN_A_LIST", 3)
    html = arbiter.open(f"{evening.pk}/rounds/1/").content.decode()
    assert "<datalist" in html and '<select name="white-0"' not in html
    fields = {
        "white-0": "1 Typed A", "black-0": "2 Typed B", "result-0": WHITE,
        "white-1": "3 Typed C", "black-1": "half-point bye", "result-1": "scheduled--",
    }  # fmt: skip
    arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    pairings = {game[1:4] for game in games_of(evening, 1)}
    assert pairings == {("A", "B", Kind.PLAYED), ("C", None, Kind.BYE_HALF)}
    shown = arbiter.open(f"{evening.pk}/rounds/1/").content.decode()
    assert 'value="1 Typed A"' in shown and 'value="half-point bye"' in shown


@pytest.mark.parametrize("number", [0, 100])
def test_there_is_no_such_round(number, evening, arbiter):
    assert arbiter.open(f"{evening.pk}/rounds/{number}/").status_code == 404


class TestAnAutosaveWhileANameIsMissing:
    """The boards of the form carry the numbers that they are stored under."""

    @pytest.fixture
    def marked(self, evening, club, arbiter):
        """A–B and C–D, and A–B was bughouse."""
        arbiter.submit(f"{evening.pk}/rounds/1/", evening, **lines_of(evening, ("AB", WHITE), ("CD", DRAW)))
        services.correct_game(
            evening.games.get(board=1),
            Result(Kind.PLAYED, 2, 0),
            reason="told so",
            by=club.arbiter,
            unrated="variant",
            unrated_note="bughouse",
        )
        return evening

    def autosave(self, event, arbiter, lines, **changes):
        event.refresh_from_db()
        fields = lines_of(event, *lines) | {f"board-{index}": index + 1 for index in range(len(lines))}
        return arbiter.post(
            f"/admin/ladders/events/{event.pk}/rounds/1/",
            {**fields, "version": event.version, **changes},
            headers={"accept": "application/json"},
        )

    @pytest.mark.parametrize("emptied", [{"white-0": ""}, {"black-0": ""}, {"white-0": "", "black-0": ""}])
    def test_the_stored_game_stays_with_its_mark(self, emptied, marked, arbiter):
        lines = ("AB", WHITE), ("CD", WHITE)
        assert self.autosave(marked, arbiter, lines, **emptied).status_code == 200
        assert games_of(marked, 1)[1][3:] == ("played", 2, 0)  # the other board is saved
        assert self.autosave(marked, arbiter, lines).status_code == 200
        game = marked.games.get(board=1)
        assert (game.unrated, game.unrated_note) == ("variant", "bughouse")

    def test_somebody_else_in_the_seat_makes_another_game(self, marked, arbiter):
        self.autosave(marked, arbiter, [("EB", WHITE), ("CD", DRAW)])
        assert sorted(game[:3] for game in games_of(marked, 1)) == [(1, "E", "B"), (2, "C", "D")]
        assert marked.games.get(board=1).unrated == ""

    def test_colours_swapped_keep_the_mark(self, marked, arbiter):
        self.autosave(marked, arbiter, [("BA", BLACK), ("CD", DRAW)])
        assert games_of(marked, 1)[0] == (1, "B", "A", "played", 0, 2)
        assert marked.games.get(board=1).unrated == "variant"

    def test_a_name_that_went_to_another_board_waits_for_the_board_it_left(self, marked, arbiter):
        before = everything()
        answer = self.autosave(marked, arbiter, [("AB", WHITE), ("CA", DRAW)], **{"white-0": ""})
        assert answer.status_code == 422
        assert answer.json()["message"] == "Board 1 lacks a name: the round is saved once it has one."
        assert everything() == before

    def test_the_button_takes_an_emptied_board_away(self, marked, arbiter):
        fields = lines_of(marked, ("CD", DRAW)) | {"board-0": 2, "white-1": "", "black-1": "", "board-1": 1}
        arbiter.submit(f"{marked.pk}/rounds/1/", marked, **fields)
        assert [game[:3] for game in games_of(marked, 1)] == [(2, "C", "D")]


def test_saving_as_it_goes_tells_which_boards_it_left_out(evening, arbiter):
    fields = lines_of(evening, ("AB", WHITE), ("CD", DRAW)) | {"black-1": ""}
    evening.refresh_from_db()
    answer = arbiter.post(
        f"/admin/ladders/events/{evening.pk}/rounds/1/",
        {**fields, "version": evening.version},
        headers={"accept": "application/json"},
    ).json()
    assert answer["message"].endswith(", without board 2")
    assert [game[:3] for game in games_of(evening, 1)] == [(1, "A", "B")]


def test_a_board_that_lacks_something_is_told_at_the_top_too(evening, arbiter):
    fields = lines_of(evening, ("AB", WHITE), ("CD", DRAW)) | {"black-1": ""}
    page = text_of(arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields, next="1"))
    assert "Not saved yet: a board below lacks something." in page
    assert "Not saved yet" not in text_of(arbiter.open(f"{evening.pk}/rounds/1/"))


def test_a_published_round_marks_its_reason(night, arbiter):
    page = arbiter.open(f"{night.pk}/rounds/1/")
    assert 'Reason for the change<span class="w-required-mark">' in page.content.decode()
    looked = arbiter.submit(f"{night.pk}/rounds/1/", night, **lines_of(night, ("AB", BLACK)))
    refused = arbiter.confirm(f"{night.pk}/rounds/1/", looked)
    assert refused.content.decode().count("Please give a reason.") == 2  # at the top and at the field
    assert "w-required-mark" not in arbiter.open(f"{night.pk}/rounds/9/").content.decode()


def test_rare_results_say_what_they_are(evening, arbiter):
    assert "forfeit: nobody came" in text_of(arbiter.open(f"{evening.pk}/rounds/1/"))


def test_who_has_come_later_leads_back_to_the_round(evening, arbiter):
    path = f"{evening.pk}/entries/?round=2"
    assert path in arbiter.open(f"{evening.pk}/rounds/2/").content.decode()
    assert f"{evening.pk}/rounds/2/" in arbiter.open(path).content.decode()
    response = arbiter.submit(path, evening, names="Max Muster")
    assert response["Location"] == f"/admin/ladders/events/{evening.pk}/rounds/2/"


def test_two_of_one_name_are_told_apart(evening, club, arbiter):
    """By their numbers, wherever a name is tapped or read. Nobody else needs one."""
    services.add_entries(evening, ["Typed A", "TYPED a"], by=club.arbiter)
    page = arbiter.open(f"{evening.pk}/rounds/1/")
    labels = [label for _pk, label in page.context["unseated"]]
    assert labels == [
        "1 Typed A", "Typed B", "Typed C", "Typed D", "Typed E", "Typed F",
        "7 Typed A", "8 TYPED a",
    ]  # fmt: skip
    assert [label for _pk, label in page.context["seats"]] == labels
    seventh = evening.entries.get(number=7)
    fields = {**lines_of(evening, ("B", "bye_full-2-")), "white-1": seventh.pk, "black-1": "bye_half-1-"}
    arbiter.submit(f"{evening.pk}/rounds/1/", evening, **fields)
    assert "7 Typed A" in text_of(arbiter.open(f"{evening.pk}/results/"))


class TestTwoEditorsOfARound:
    """Both have the grid open, without a script. The second is refused, and saves only his own then."""

    def fields_of(self, page):
        """As a browser reads them out of the page."""
        html = page.content.decode()
        fields = {"version": page.context["event"].version}
        for line in page.context["lines"]:
            saw = re.search(rf'name="saw-{line.index}" value="([^"]*)"', html)[1]
            fields |= {
                f"white-{line.index}": line.white, f"black-{line.index}": line.black,
                f"result-{line.index}": line.result, f"board-{line.index}": line.board,
                f"saw-{line.index}": saw,
            }  # fmt: skip
        return fields

    @pytest.fixture
    def path(self, evening, arbiter):
        """A won against B, and C played D without a result yet."""
        path = f"{evening.pk}/rounds/1/"
        arbiter.submit(path, evening, **lines_of(evening, ("AB", WHITE), ("CD", "scheduled--")))
        return path

    def test_a_board_that_came_meanwhile_stays(self, path, evening, arbiter, organiser):
        mine, theirs = self.fields_of(arbiter.open(path)), self.fields_of(organiser.open(path))
        e, f = entry(evening, "E").pk, entry(evening, "F").pk
        organiser.submit(path, **{**theirs, "white-2": e, "black-2": f, "result-2": DRAW})
        refused = arbiter.submit(path, **{**mine, "result-1": BLACK})
        assert "organiser changed this event after you had opened it" in text_of(refused)
        assert arbiter.submit(path, **self.fields_of(refused)).status_code == 302
        assert games_of(evening, 1) == [
            (1, "A", "B", "played", 2, 0), (2, "C", "D", "played", 0, 2), (3, "E", "F", "played", 1, 1),
        ]  # fmt: skip

    def test_an_untouched_result_follows_the_colleague(self, path, evening, arbiter, organiser):
        mine, theirs = self.fields_of(arbiter.open(path)), self.fields_of(organiser.open(path))
        organiser.submit(path, **{**theirs, "result-0": DRAW})
        e, f = entry(evening, "E").pk, entry(evening, "F").pk
        refused = arbiter.submit(path, **{**mine, "white-2": e, "black-2": f, "result-2": WHITE})
        arbiter.submit(path, **self.fields_of(refused))
        assert [game[1:] for game in games_of(evening, 1)] == [
            ("A", "B", "played", 1, 1), ("C", "D", "scheduled", None, None), ("E", "F", "played", 2, 0),
        ]  # fmt: skip

    def test_a_board_taken_away_by_either_stays_away(self, path, evening, arbiter, organiser):
        mine, theirs = self.fields_of(arbiter.open(path)), self.fields_of(organiser.open(path))
        organiser.submit(path, **{**theirs, "white-0": "", "black-0": ""})
        refused = arbiter.submit(path, **{**mine, "white-1": "", "black-1": ""})
        arbiter.submit(path, **self.fields_of(refused))
        assert games_of(evening, 1) == []

    def test_what_was_saved_as_it_went_is_not_ones_own_any_more(self, path, evening, arbiter, organiser):
        mine = self.fields_of(arbiter.open(path)) | {"result-1": BLACK}
        saved = arbiter.post(
            f"/admin/ladders/events/{path}", mine, headers={"accept": "application/json"}
        ).json()
        mine |= {f"saw-{index}": saw for index, saw in saved["saw"].items()} | {"version": saved["version"]}
        organiser.submit(path, **{**self.fields_of(organiser.open(path)), "result-1": DRAW})
        arbiter.submit(path, **self.fields_of(arbiter.submit(path, **{**mine, "result-0": DRAW})))
        assert [game[1:] for game in games_of(evening, 1)] == [
            ("A", "B", "played", 1, 1), ("C", "D", "played", 1, 1),
        ]  # fmt: skip


class TestARoundOfAPublishedEventThatOthersFollow:
    """The bootstrap night was on 6 January; A and B met again on the 13th."""

    @pytest.fixture
    def older(self, night, club):
        club.play("AB0", day=date(2026, 1, 13))
        return night

    def test_what_is_added_is_looked_at_and_has_a_reason(self, older, club, arbiter):
        path, fields = f"{older.pk}/rounds/7/", lines_of(older, ("AB", WHITE))
        before = everything()
        looked = arbiter.submit(path, older, **fields)
        assert "Later events follow from what is added to round 7." in text_of(looked)
        (ladder,) = looked.context["ladders"]
        assert {move.name for move in ladder.moves} == {"Member A", "Member B"}
        asked = arbiter.confirm(path, looked)
        assert "Please give a reason." in text_of(asked)
        assert everything() == before
        assert arbiter.confirm(path, asked, reason="a forgotten game").status_code == 302
        assert [game[1:4] for game in games_of(older, 7)] == [("A", "B", "played")]
        assert_stored_is_fresh(club.ladder)

    def test_a_pairing_without_a_result_is_saved_at_once_and_its_first_result_is_not(self, older, arbiter):
        path = f"{older.pk}/rounds/7/"
        assert arbiter.submit(path, older, **lines_of(older, ("AB", "scheduled--"))).status_code == 302
        looked = arbiter.submit(path, older, **lines_of(older, ("AB", WHITE)))
        assert "Nothing is saved yet" in text_of(looked)

    def test_the_last_event_is_saved_at_once(self, older, club, arbiter):
        last = club.ladder.events.get(last_day=date(2026, 1, 13))
        assert (
            arbiter.submit(f"{last.pk}/rounds/2/", last, **lines_of(last, ("AB", WHITE))).status_code == 302
        )


def test_played_results_of_a_published_event_are_not_rewritten_as_it_goes(night, arbiter):
    before = everything()
    answer = arbiter.post(
        f"/admin/ladders/events/{night.pk}/rounds/1/",
        {**lines_of(night, ("AB", BLACK)), "version": night.version, "reason": "scoresheet"},
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["stale"]) == (409, False)
    assert "“Save” shows first who would move." in answer.json()["message"]
    assert everything() == before
