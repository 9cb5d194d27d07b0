"""The ladder rules one by one, with numbers worked by hand.

Between equals, a win is worth K/2 and a draw nothing; 1 / (1 + 10 ^ (d / 400)) is 1/11 at d = 400.
"""

from datetime import date

import pytest

from wagtail_ladder.engine import POINT, Event, Game, Kind, Reason, Rules, State, rate_event, replay

RULES = Rules()
ANNA, BEN, CEM, DORA = 1, 2, 3, 4
EVENING = date(2026, 1, 6)


def game(
    white, black, white_half_points=2, black_half_points=None, *, round=None, kind="played", unrated=None
):
    if black_half_points is None and white_half_points is not None:
        black_half_points = 2 - white_half_points
    return Game(round, None, white, black, white_half_points, black_half_points, kind, unrated)


def bye(player, kind):
    return Game(1, None, player, None, 2, None, kind)


def evening(*games, day=EVENING, sequence=1, id=1, **options):
    return Event(day, sequence, id, games, **options)


def points(states):
    return {player: (state.rating / POINT, state.games) for player, state in states.items()}


def after(before, *games, rules=RULES, **options):
    states = {player: State(rating * POINT, count) for player, (rating, count) in before.items()}
    return points(rate_event(states, evening(*games, **options), rules).after)


def test_newcomers_begin_at_1200_with_a_k_of_40():
    assert after({}, game(ANNA, BEN)) == {ANNA: (1220, 1), BEN: (1180, 1)}


def test_a_bootstrap_night():
    """Everybody was 1200 before every game, so three wins are three times 20 points."""
    games = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]
    assert after({}, *(game(white, black) for white, black in games)) == {
        1: (1260, 3),
        2: (1220, 3),
        3: (1180, 3),
        4: (1140, 3),
    }


def test_k_is_the_one_before_the_event_even_if_the_twentieth_game_falls_in_it():
    before = {ANNA: (1200, 18)} | dict.fromkeys((2, 3, 4, 5), (1200, 30))
    assert after(before, *(game(ANNA, player) for player in (2, 3, 4, 5))) == {
        ANNA: (1280, 22),
        **dict.fromkeys((2, 3, 4, 5), (1190, 31)),
    }


@pytest.mark.parametrize("games, k", [(0, 40), (19, 40), (20, 20), (200, 20)])
def test_k_changes_at_twenty_rated_games(games, k):
    assert RULES.k(games) == k
    opponent = (1200, 0) if games < 5 else (1200, 100)
    assert after({ANNA: (1200, games), BEN: opponent}, game(ANNA, BEN))[ANNA] == (1200 + k / 2, games + 1)


def test_a_newcomer_cannot_move_an_established_player_but_is_rated_himself():
    """1200 beats 1400: expected 0.240253073, so 40 * 0.759746927 = 30.389877 points."""
    moved = after({ANNA: (1400, 30), BEN: (1200, 0)}, game(ANNA, BEN, 0))
    assert moved[ANNA] == (1400, 30)
    assert moved[BEN] == (pytest.approx(1230.389877066, abs=1e-6), 1)


@pytest.mark.parametrize(
    "anna, ben, anna_after, ben_after", [(4, 4, 5, 5), (5, 5, 6, 6), (5, 4, 5, 5), (4, 5, 5, 5)]
)
def test_the_shield_stands_only_between_established_and_provisional(anna, ben, anna_after, ben_after):
    moved = after({ANNA: (1200, anna), BEN: (1200, ben)}, game(ANNA, BEN))
    assert moved == {
        ANNA: (1220 if anna_after > anna else 1200, anna_after),
        BEN: (1180 if ben_after > ben else 1200, ben_after),
    }


def test_the_shield_asks_for_the_status_before_the_event():
    """Anna has four games before the evening: her fifth in round 1 does not make her count in round 2."""
    before = {ANNA: (1200, 4), BEN: (1200, 30), CEM: (1200, 30)}
    assert after(before, game(ANNA, BEN), game(ANNA, CEM)) == {
        ANNA: (1240, 6),
        BEN: (1200, 30),
        CEM: (1200, 30),
    }


def test_ratings_of_the_second_round_are_those_before_the_first():
    """Anna beats Ben and loses to Cem, all 1500 and established: one win and one loss cancel out."""
    before = dict.fromkeys((ANNA, BEN, CEM), (1500, 50))
    assert after(before, game(ANNA, BEN), game(ANNA, CEM, 0)) == {
        ANNA: (1500, 52),
        BEN: (1490, 51),
        CEM: (1510, 51),
    }


@pytest.mark.parametrize(
    "scores, anna, ben",
    [((0, 0), 1490, 1490), ((1, 0), 1500, 1490), ((0, 1), 1490, 1500), ((1, 1), 1500, 1500)],
)
def test_each_is_rated_on_his_own_score(scores, anna, ben):
    assert after({ANNA: (1500, 50), BEN: (1500, 50)}, game(ANNA, BEN, *scores)) == {
        ANNA: (anna, 51),
        BEN: (ben, 51),
    }


def test_four_hundred_points_are_ten_to_one():
    before = {ANNA: (1600, 50), BEN: (1200, 50)}
    assert after(before, game(ANNA, BEN, 0))[BEN][0] == pytest.approx(1200 + 20 * 10 / 11, abs=1e-7)


@pytest.mark.parametrize(
    "row, reason",
    [
        (bye(ANNA, "bye_pairing"), Reason.BYE),
        (bye(ANNA, "bye_full"), Reason.BYE),
        (bye(ANNA, "bye_half"), Reason.BYE),
        (bye(ANNA, Kind.BYE_ZERO), Reason.BYE),
        (bye(ANNA, "not_paired"), Reason.UNPLAYED),
        (game(ANNA, BEN, kind="forfeit"), Reason.FORFEIT),
        (game(ANNA, BEN, 0, 0, kind="double_forfeit"), Reason.DOUBLE_FORFEIT),
        (game(ANNA, BEN, None, kind="scheduled"), Reason.UNFINISHED),
        (game(ANNA, BEN, kind="played_unrated"), Reason.UNRATED_GAME),
        (game(ANNA, BEN, unrated=Reason.UNRATED_GAME), Reason.UNRATED_GAME),
        (game(ANNA, BEN, unrated=Reason.VARIANT), Reason.VARIANT),
        (game(ANNA, None), Reason.LEFT_OUT),
        # The first reason of the list is the one that is given.
        (game(ANNA, None, kind="forfeit"), Reason.FORFEIT),
        (game(ANNA, None, unrated=Reason.VARIANT), Reason.VARIANT),
        (game(ANNA, BEN, kind="forfeit", unrated=Reason.VARIANT), Reason.FORFEIT),
    ],
    ids=str,
)
def test_what_is_never_rated(row, reason):
    result = rate_event({ANNA: State(1300 * POINT, 12)}, evening(row), RULES)
    assert [line.reason for line in result.lines(ANNA)] == [reason]
    assert result.after == result.before
    if reason is not Reason.UNPLAYED:
        assert points(result.after)[ANNA] == (1300, 12)


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"waiting": True}, Reason.NAMES_WAITING),
        ({"unrated": Reason.UNRATED_EVENT}, Reason.UNRATED_EVENT),
        ({"unrated": Reason.VARIANT}, Reason.VARIANT),
        ({"unrated": Reason.VARIANT, "waiting": True}, Reason.NAMES_WAITING),
    ],
)
def test_an_event_that_is_not_rated_at_all(options, reason):
    rows = [
        game(ANNA, BEN, round=1),
        bye(CEM, "bye_full"),
        game(ANNA, CEM, round=2, unrated=Reason.UNRATED_GAME),
    ]
    result = rate_event({}, evening(*rows, **options), RULES)
    assert {side for _, *sides in result.reasons() for side in sides} == {reason}
    assert points(result.after) == dict.fromkeys((ANNA, BEN, CEM), (1200, 0))


def test_a_game_of_two_members_beside_one_that_was_left_out():
    assert after(
        {ANNA: (1300, 12), BEN: (1300, 12)}, game(ANNA, None), game(None, None), game(ANNA, BEN)
    ) == {
        ANNA: (1320, 13),
        BEN: (1280, 13),
    }


def test_days_then_sequence_then_id_make_the_order():
    """Anna beats Ben when she is 1220 and not 1200: expected 0.528750 of 1 after one win, K 40."""
    first, second = game(ANNA, CEM), game(ANNA, BEN)
    for keys in (
        [(date(2026, 1, 6), 9, 9), (date(2026, 1, 7), 1, 1)],
        [(EVENING, 1, 9), (EVENING, 2, 1)],
        [(EVENING, 1, 1), (EVENING, 1, 2)],
    ):
        history = [Event(*key, (row,)) for key, row in zip(keys, (first, second), strict=True)]
        result = replay(reversed(history))
        assert list(result.results) == keys
        assert result.results[keys[0]].changes == {ANNA: 20 * POINT, CEM: -20 * POINT}
        assert result.results[keys[1]].changes[ANNA] / POINT == pytest.approx(18.850, abs=0.001)


def test_rules_are_in_force_from_their_day_on():
    rules = [(None, Rules()), (date(2026, 3, 1), Rules(k_bands=((0, 32),)))]
    for day, change in [(date(2026, 2, 28), 20), (date(2026, 3, 1), 16), (date(2027, 1, 1), 16)]:
        result = replay([evening(game(ANNA, BEN), day=day)], rules)
        assert result.results[day, 1, 1].changes == {ANNA: change * POINT, BEN: -change * POINT}


def test_a_start_rating_is_used_and_its_player_is_provisional_all_the_same():
    """1800 beats 1400: expected 10/11, so 40/11 = 3.636364 points; the others are established."""
    rest = [evening(*(game(BEN, CEM, 1) for _ in range(5)), day=date(2026, 1, 5))]
    result = replay([*rest, evening(game(ANNA, BEN))], starts={ANNA: 1800, BEN: 1400, CEM: 1400})
    assert result.standing[BEN] == State(1400 * POINT, 5)
    assert result.standing[ANNA].games == 1
    assert result.standing[ANNA].rating / POINT == pytest.approx(1803.636364, abs=1e-6)
    [line] = result.results[EVENING, 1, 1].lines(BEN)
    assert (line.reason, line.change) == (Reason.PROVISIONAL_OPPONENT, 0)


def test_the_start_in_force_at_the_first_rated_event_counts():
    """Anna's bye under the old rules does not tie her to the old start."""
    rules = [(None, Rules(start=1200)), (date(2026, 3, 1), Rules(start=1000))]
    history = [evening(bye(ANNA, "bye_full")), evening(game(ANNA, BEN), day=date(2026, 3, 3))]
    result = replay(history, rules)
    assert points(result.results[history[0].key].after) == {ANNA: (1200, 0)}
    assert points(result.standing) == {ANNA: (1020, 1), BEN: (980, 1)}


def test_a_ladder_without_events_is_empty():
    assert replay([]).standing == {}
    assert replay([evening()]).standing == {}


def test_ratings_may_fall_below_zero_and_far_apart():
    """Nothing is capped: a favourite of a million points gains nothing and loses all of K."""
    before = {ANNA: (1_000_000, 50), BEN: (-50, 50)}
    assert after(before, game(ANNA, BEN))[ANNA] == (1_000_000, 51)
    assert after(before, game(ANNA, BEN, 0)) == {ANNA: (999_980, 51), BEN: (-30, 51)}


def test_nothing_that_is_handed_in_is_changed():
    states, starts = {ANNA: State(1500 * POINT, 40)}, {BEN: 1500}
    games = [game(BEN, ANNA, round=2), game(ANNA, BEN, round=1)]
    event = Event(EVENING, 1, 1, games)
    rate_event(states, event, RULES)
    replay([event], starts=starts)
    assert states == {ANNA: State(1500 * POINT, 40)}
    assert starts == {BEN: 1500}
    assert [row.round for row in games] == [2, 1]


def test_results_cannot_be_changed():
    result = replay([evening(game(ANNA, BEN))])
    with pytest.raises(TypeError):
        result.standing[ANNA] = State(3000 * POINT, 99)
    with pytest.raises(TypeError):
        result.results[EVENING, 1, 1].after[ANNA] = State(3000 * POINT, 99)
    with pytest.raises(AttributeError):
        result.digest = ""
