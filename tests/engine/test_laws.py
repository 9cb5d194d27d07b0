"""What holds for every history, however odd."""

from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.engine import reference
from tests.engine.histories import (
    PLAYERS,
    SCORES,
    dated_rules,
    events,
    histories,
    plain_rounds,
    rules,
    starts,
)
from wagtail_ladder.engine import POINT, Kind, Reason, Rules, State, rate_event, replay

law = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

states = st.dictionaries(
    st.sampled_from(PLAYERS),
    st.builds(State, st.integers(600 * POINT, 2400 * POINT), st.integers(0, 30)),
)
HALF_POINT = POINT // 2


def rated_standing(result):
    return {player: state for player, state in result.standing.items() if state.games}


@law
@given(histories(), dated_rules, starts)
def test_agrees_with_the_reference(history, dated, given_starts):
    ours = rated_standing(replay(history, dated, given_starts))
    theirs = reference.ratings(history, dated, given_starts)
    assert ours.keys() == theirs.keys()
    for player, (points, games) in theirs.items():
        assert ours[player].games == games
        assert abs(ours[player].rating / POINT - points) < 0.0001


@law
@given(histories(), dated_rules, starts, st.randoms(use_true_random=False))
def test_the_order_in_which_events_games_rules_and_starts_are_listed_is_irrelevant(
    history, dated, given, rng
):
    shuffled = [event._replace(games=rng.sample(event.games, len(event.games))) for event in history]
    rng.shuffle(shuffled)
    later = rng.sample(dated[1:], len(dated) - 1)
    reversed_starts = dict(reversed(given.items()))
    assert replay(shuffled, dated[:1] + later, reversed_starts) == replay(history, dated, given)


def with_colours_swapped(game):
    if Kind(game.kind).is_one_sided:
        return game
    return game._replace(
        white=game.black,
        black=game.white,
        white_half_points=game.black_half_points,
        black_half_points=game.white_half_points,
    )


@law
@given(histories(), dated_rules, starts, st.randoms(use_true_random=False))
def test_colours_are_irrelevant(history, dated, given_starts, rng):
    swapped = [
        event._replace(
            games=[with_colours_swapped(game) if rng.random() < 0.5 else game for game in event.games]
        )
        for event in history
    ]
    before, after = replay(history, dated, given_starts), replay(swapped, dated, given_starts)
    assert after.standing == before.standing
    assert {key: result.changes for key, result in after.results.items()} == {
        key: result.changes for key, result in before.results.items()
    }


@law
@given(histories(), dated_rules, starts, st.permutations(PLAYERS))
def test_players_are_only_numbers(history, dated, given_starts, permuted):
    new = dict(zip(PLAYERS, permuted, strict=True)) | {None: None}
    renamed = [
        event._replace(
            games=[game._replace(white=new[game.white], black=new[game.black]) for game in event.games]
        )
        for event in history
    ]
    new_starts = {new[player]: points for player, points in given_starts.items()}
    assert replay(renamed, dated, new_starts).standing == {
        new[player]: state for player, state in replay(history, dated, given_starts).standing.items()
    }


@law
@given(histories(), dated_rules, starts, st.data())
def test_an_edit_and_its_reversal_leave_no_trace(history, dated, given_starts, data):
    original = replay(history, dated, given_starts)
    index = data.draw(st.integers(0, len(history) - 1))
    event = history[index]
    edit = data.draw(
        st.sampled_from(
            [
                {"waiting": not event.waiting},
                {"unrated": None if event.unrated else Reason.UNRATED_EVENT},
                {"games": event.games[1:]},
                {"sequence": event.sequence + 7},
            ]
        )
    )
    edited = [*history]
    edited[index] = event._replace(**edit)
    assert replay(edited, dated, given_starts).digest != original.digest
    edited[index] = edited[index]._replace(**{field: getattr(event, field) for field in edit})
    assert replay(edited, dated, given_starts) == original


@law
@given(histories(), dated_rules, starts)
def test_what_comes_later_changes_nothing_earlier(history, dated, given_starts):
    history = sorted(history)
    whole = list(replay(history, dated, given_starts).results.items())
    for length in range(len(history)):
        part = replay(history[:length], dated, given_starts)
        assert list(part.results.items()) == whole[:length]
        if length:
            assert part.digest == whole[length - 1][1].digest


@law
@given(histories(), dated_rules, starts)
def test_unrated_rows_are_inert(history, dated, given_starts):
    with_them = replay(history, dated, given_starts)
    counting = (Reason.RATED, Reason.PROVISIONAL_OPPONENT)
    bare = [
        event._replace(
            games=tuple(
                game for game, *reasons in with_them.results[event.key].reasons() if reasons[0] in counting
            )
        )
        for event in history
    ]
    without_them = replay(bare, dated, given_starts)
    assert without_them.standing == rated_standing(with_them)


@law
@given(states, events(), rules)
def test_the_shield_and_the_limit_of_a_change(before, event, rules):
    result = rate_event(before, event, rules)
    for player, change in result.changes.items():
        lines = result.lines(player)
        own = result.before[player]
        rated = [line for line in lines if line.reason is Reason.RATED]
        assert abs(change) <= len(rated) * rules.k(own.games) * POINT
        for line in lines:
            if line.expected is None:
                continue
            shielded = own.games >= rules.provisional_below > result.before[line.opponent].games
            assert line.reason is (Reason.PROVISIONAL_OPPONENT if shielded else Reason.RATED)


@law
@given(histories(rounds=plain_rounds, always_rated=True), st.integers(0, 100), starts)
def test_what_one_wins_another_loses_where_all_have_one_k(history, k, given_starts):
    one_k = Rules(k_bands=((0, k),), provisional_below=0)
    result = replay(history, one_k, given_starts)
    for event in result.results.values():
        assert sum(event.changes.values()) == 0
    assert sum(state.rating for state in result.standing.values()) == sum(
        given_starts.get(player, 1200) * POINT for player in result.standing
    )


@law
@given(histories(), dated_rules, starts)
def test_the_explained_lines_add_up_exactly(history, dated, given_starts):
    for result in replay(history, dated, given_starts).results.values():
        for player, before in result.before.items():
            lines, after = result.lines(player), result.after[player]
            assert (
                sum(line.change for line in lines) == after.rating - before.rating == result.changes[player]
            )
            rated = [line for line in lines if line.reason is Reason.RATED]
            assert len(rated) == after.games - before.games
            assert all(line.change == line.k * (line.score - line.expected) for line in rated)
            assert all(line.change == 0 for line in lines if line.reason is not Reason.RATED)


@law
@given(states, events(always_rated=True), rules, st.data())
def test_another_result_moves_its_two_players_alone_by_half_of_k_per_half_point(before, event, rules, data):
    games = list(event.games)
    played = [i for i, game in enumerate(games) if game.kind == "played"]
    assume(played)
    index = data.draw(st.sampled_from(played))
    game, score = games[index], data.draw(st.sampled_from(SCORES))
    games[index] = game._replace(white_half_points=score[0], black_half_points=score[1])
    was, now = rate_event(before, event, rules), rate_event(before, event._replace(games=games), rules)
    wanted = was.changes
    for player, opponent, old, new in (
        (game.white, game.black, game.white_half_points, score[0]),
        (game.black, game.white, game.black_half_points, score[1]),
    ):
        if None in (player, opponent) or game.unrated:
            continue
        own_games, other_games = was.before[player].games, was.before[opponent].games
        if not own_games >= rules.provisional_below > other_games:
            wanted[player] += rules.k(own_games) * (new - old) * HALF_POINT
    assert now.changes == wanted


@law
@given(histories(), dated_rules, starts)
def test_one_event_alone_is_rated_as_in_the_replay(history, dated, given_starts):
    """The pages explain an event from the stored states before it, not by a replay."""
    whole = replay(history, dated, given_starts)
    for event in history:
        result = whole.results[event.key]
        assert replace(result, digest=None) == rate_event(result.before, event, result.rules)


@law
@given(histories(), dated_rules, starts)
def test_everybody_who_was_paired_has_a_row(history, dated, given_starts):
    result = replay(history, dated, given_starts)
    for event in history:
        paired = {
            player
            for game in event.games
            if game.kind != "not_paired"
            for player in (game.white, game.black)
            if player is not None
        }
        assert paired == set(result.results[event.key].before) == set(result.results[event.key].after)
