"""What cannot have happened is refused with a sentence that says where, before anything is computed."""

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wagtail_ladder.engine import EngineError, Event, Game, Kind, Reason, Rules, rate_event, replay

DAY = date(2026, 1, 6)
GOOD = Game(1, 1, 1, 2, 2, 0, "played")


def refusal(*games, **changes):
    """The error which both ways into the engine raise for an event."""
    event = Event(DAY, 4, 77, games)._replace(**changes)
    with pytest.raises(EngineError) as replayed:
        replay([Event(date(2026, 1, 1), 1, 1, (GOOD,)), event])
    with pytest.raises(EngineError) as rated:
        rate_event({}, event, Rules())
    assert str(rated.value) == str(replayed.value)
    assert rated.value.code == replayed.value.code
    return rated.value


def test_an_engine_error_is_a_value_error_with_a_sentence_in_parts():
    error = refusal(GOOD._replace(round=3, board=9, black=1))
    assert isinstance(error, ValueError)
    assert error.code == "own_opponent"
    assert str(error) == (
        "Event of 2026-01-06 (sequence 4), round 3, board 9: player 1 is paired against himself."
    )
    assert error.message % error.params == str(error)
    assert (error.params["day"], error.params["round"], error.params["board"]) == (DAY, 3, 9)


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"kind": "won"}, "unknown_kind"),
        ({"kind": "PLAYED"}, "unknown_kind"),
        ({"kind": ""}, "unknown_kind"),
        ({"kind": None}, "unknown_kind"),
        ({"unrated": "odds game"}, "unknown_reason"),
        ({"unrated": Reason.UNRATED_EVENT}, "unknown_reason"),
        ({"unrated": Reason.FORFEIT}, "unknown_reason"),
        ({"round": 1.0}, "not_whole"),
        ({"board": "1"}, "not_whole"),
        ({"white": "Anna"}, "not_whole"),
        ({"black": True}, "not_whole"),
        ({"white_half_points": 2.0}, "not_whole"),
        ({"black": 1}, "own_opponent"),
        ({"black": 1, "round": None}, "own_opponent"),
        ({"black": 1, "kind": "forfeit"}, "own_opponent"),
        ({"kind": "bye_full"}, "opponent_of_a_bye"),
        ({"kind": Kind.BYE_PAIRING}, "opponent_of_a_bye"),
        ({"kind": "not_paired"}, "opponent_of_a_bye"),
    ],
    ids=str,
)
def test_rows_that_cannot_be(changes, code):
    error = refusal(GOOD._replace(round=2), GOOD._replace(**changes))
    assert error.code == code
    assert str(error).startswith("Event of 2026-01-06 (sequence 4), round")


LEGAL = {(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)}
HALF_POINTS = (None, -1, 0, 1, 2, 3)


@pytest.mark.parametrize("score", [(w, b) for w in HALF_POINTS for b in HALF_POINTS], ids=str)
@pytest.mark.parametrize("white", [1, None])
def test_a_played_game_has_one_of_six_results(score, white):
    row = GOOD._replace(white=white, white_half_points=score[0], black_half_points=score[1])
    if score in LEGAL:
        assert rate_event({}, Event(DAY, 4, 77, (row,)), Rules()).games == (row,)
    else:
        assert refusal(row).code == "impossible_score"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.PLAYED])
def test_scores_of_other_kinds_are_not_read(kind):
    row = Game(1, 1, 1, None if kind.is_one_sided else 2, 7, None, kind)
    assert rate_event({}, Event(DAY, 4, 77, (row,)), Rules()).games == (row,)


@pytest.mark.parametrize(
    "second",
    [
        GOOD._replace(board=2, white=3, black=1),
        GOOD._replace(board=2, white=1, black=None),
        Game(1, None, 2, None, None, None, "bye_half"),
        Game(1, None, 2, None, None, None, "bye_full"),
        Game(1, None, 3, 1, None, None, "scheduled"),
        GOOD,
    ],
    ids=str,
)
def test_nobody_sits_twice_in_a_round(second):
    error = refusal(GOOD, second)
    assert error.code == "twice_in_a_round"
    assert "round 1" in str(error)
    assert error.params["player"] in (1, 2)


def test_what_may_be():
    rows = (
        GOOD,
        GOOD._replace(round=2, white=2, black=1),
        GOOD._replace(round=None),
        GOOD._replace(round=None),  # without rounds, two games of the same two are two games
        Game(1, 2, None, None, 2, 0, "played"),
        Game(1, 3, None, None, 2, 0, "played"),
        Game(1, None, None, None, 2, None, "bye_full"),
        Game(1, None, 1, None, 0, None, "bye_zero"),  # absent under his other name
        Game(1, None, 2, None, None, None, "not_paired"),
    )
    assert rate_event({}, Event(DAY, 1, 1, rows), Rules()).after[1].games == 4


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"day": "2026-01-06"}, "event_header"),
        ({"day": datetime(2026, 1, 6)}, "event_header"),
        ({"day": None}, "event_header"),
        ({"sequence": None}, "event_header"),
        ({"id": "7"}, "event_header"),
        pytest.param({"games": iter([GOOD])}, "event_header", id="games-read-once"),  # no address in its name
        ({"unrated": Reason.UNRATED_GAME}, "unknown_reason"),
        ({"unrated": "friendly"}, "unknown_reason"),
    ],
    ids=str,
)
def test_events_that_cannot_be(changes, code):
    assert refusal(GOOD, **changes).code == code


def test_two_events_cannot_have_one_place():
    with pytest.raises(EngineError, match="2026-01-06, sequence 4, id 77") as refused:
        replay([Event(DAY, 4, 77, (GOOD,)), Event(DAY, 4, 77, ())])
    assert refused.value.code == "same_place"
    replay([Event(DAY, 4, 77, ()), Event(DAY, 4, 78, ()), Event(DAY, 5, 77, ())])


@pytest.mark.parametrize(
    "values, code",
    [
        ({"k_bands": ()}, "k_bands_order"),
        ({"k_bands": ((1, 40),)}, "k_bands_order"),
        ({"k_bands": ((0, 40), (20, 20), (20, 10))}, "k_bands_order"),
        ({"k_bands": ((0, 40), (30, 20), (20, 10))}, "k_bands_order"),
        ({"k_bands": ((0, 40, 1),)}, "k_bands_pairs"),
        ({"k_bands": (0, 40)}, "k_bands_pairs"),
        ({"k_bands": None}, "k_bands_pairs"),
        ({"k_bands": ((0, 32.5),)}, "rules_not_whole"),
        ({"k_bands": ((0, "40"),)}, "rules_not_whole"),
        ({"start": 1200.0}, "rules_not_whole"),
        ({"provisional_below": None}, "rules_not_whole"),
        ({"k_bands": ((0, -20),)}, "rules_negative"),
        ({"provisional_below": -1}, "rules_negative"),
    ],
    ids=str,
)
def test_rules_that_cannot_be(values, code):
    with pytest.raises(EngineError) as refused:
        Rules(**values)
    assert refused.value.code == code


def test_rules_read_from_json_are_the_same_rules():
    assert Rules(k_bands=[[0, 40], [20, 20]]) == Rules()
    assert hash(Rules(k_bands=[[0, 40], [20, 20]])) == hash(Rules())


MARCH = date(2026, 3, 1)


@pytest.mark.parametrize(
    "dated, code",
    [
        ([], "rules_first"),
        ([(MARCH, Rules())], "rules_first"),
        ([(MARCH, Rules()), (None, Rules())], "rules_first"),
        ([(None, Rules()), (None, Rules())], "rules_same_day"),
        ([(None, Rules()), (MARCH, Rules()), (MARCH, Rules(start=1000))], "rules_same_day"),
        ([(None, {"start": 1200})], "rules_type"),
        ([(None, Rules()), ("2026-03-01", Rules())], "rules_type"),
    ],
)
def test_dated_rules_that_do_not_say_which_are_in_force(dated, code):
    with pytest.raises(EngineError) as refused:
        replay([], dated)
    assert refused.value.code == code


@pytest.mark.parametrize("starts", [{1: 1800.5}, {1: None}, {1: "1800"}, {"Anna": 1800}, {1: True}], ids=str)
def test_start_ratings_are_whole_points(starts):
    with pytest.raises(EngineError) as refused:
        replay([], starts=starts)
    assert refused.value.code == "start_not_whole"


def test_nothing_is_computed_before_everything_was_checked():
    """The last event of a long history is at fault: no state, no digest, no half a ladder comes back."""
    computed = []

    class Watched(dict):
        def get(self, player, default=None):
            computed.append(player)
            return super().get(player, default)

    good, bad = Event(DAY, 1, 1, (GOOD,)), Event(DAY, 2, 2, (GOOD._replace(kind="won"),))
    with pytest.raises(EngineError):
        replay([good, bad], starts=Watched({1: 1500}))
    assert computed == []
    replay([good], starts=Watched({1: 1500}))
    assert computed  # the watch would have seen it


whole_or_odd = st.sampled_from([None, 0, 1, 2, 1, 2, 1, 2, 1, 2, 3, True, 1.0, "1"])
odd_rows = st.builds(
    Game,
    whole_or_odd,
    whole_or_odd,
    st.one_of(st.integers(1, 40), whole_or_odd),
    st.one_of(st.integers(1, 40), whole_or_odd),
    st.sampled_from([2, 1, 0, None, 3]),
    st.sampled_from([0, 1, 2, None, 3]),
    st.sampled_from(["played"] * 10 + [kind.value for kind in Kind] + ["won"]),
    st.sampled_from([None] * 8 + list(Reason)),
)
sound_rows = st.builds(
    Game,
    st.integers(1, 6),
    st.none(),
    st.one_of(st.none(), st.integers(1, 99)),
    st.one_of(st.none(), st.integers(1, 99)),
    st.just(2),
    st.just(0),
    st.just("played"),
)


def is_possible(games):
    """The refusals once more, row by row and without haste."""
    seats = [(game.round, player) for game in games for player in game[2:4]]
    seats = [seat for seat in seats if None not in seat]
    return len(seats) == len(set(seats)) and all(
        all(value is None or type(value) is int for value in game[:6])
        and game.kind in list(Kind)
        and game.unrated in (None, "unrated_game", "variant")
        and (game.kind != "played" or (game.white_half_points, game.black_half_points) in LEGAL)
        and not (Kind(game.kind).is_one_sided and game.black is not None)
        and (game.white is None or game.white != game.black)
        for game in games
    )


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(sound_rows, odd_rows), max_size=4))
def test_refused_is_exactly_what_cannot_be(games):
    """Whole columns are checked at once: that must not let through, or stop, what single rows would not."""
    event = Event(DAY, 4, 77, games)
    if is_possible(games):
        rate_event({}, event, Rules())
    else:
        refusal(*games)
