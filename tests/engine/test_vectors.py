"""The shared rating vectors: numbers worked by hand or with a ten-line script, none by this engine."""

import json
from datetime import date
from pathlib import Path

import pytest

from wagtail_ladder.engine import POINT, Event, Game, Reason, Rules, State, expected_score, rate_event, replay

VECTORS = Path(__file__).parents[2].parent / "shared" / "ratings" / "vectors.json"
if not VECTORS.exists():
    pytest.skip("the shared rating vectors are not beside the project", allow_module_level=True)
vectors = json.loads(VECTORS.read_text())

RATINGS = 1e-6 * POINT
EXPECTED = 1e-9 * POINT


def test_anna():
    anna = vectors["anna"]
    opponents = dict(enumerate(anna["opponents"], start=1))
    # A win, a loss and a half: which opponent gave which does not matter, only their sum does.
    games = [
        Game(number, 1, 0, number, white, 2 - white, "played")
        for number, white in zip(opponents, (2, 2, 1, 0), strict=True)
    ]
    states = {0: State(anna["own"] * POINT, 30)} | {n: State(r * POINT, 30) for n, r in opponents.items()}
    result = rate_event(states, Event(date(2026, 1, 6), 1, 7, games), Rules())
    lines = result.lines(0)
    assert [line.k for line in lines] == [anna["k"]] * 4
    assert sum(line.score for line in lines) == anna["score"] * POINT
    assert [line.expected / POINT for line in lines] == pytest.approx(anna["expected_each"], abs=1e-9)
    assert sum(line.expected for line in lines) / POINT == pytest.approx(anna["expected_sum"], abs=4e-9)
    assert result.changes[0] == pytest.approx(anna["change"] * POINT, abs=RATINGS)
    assert result.after[0].rating == pytest.approx(anna["new"] * POINT, abs=RATINGS)


@pytest.mark.parametrize("gap", vectors["expected_formula"])
def test_expected_score_against_an_opponent_so_many_points_higher(gap):
    higher, lower = (1200 + int(gap)) * POINT, 1200 * POINT
    expected = vectors["expected_formula"][gap] * POINT
    assert expected_score(lower, higher) == pytest.approx(expected, abs=EXPECTED)
    assert expected_score(higher, lower) == POINT - expected_score(lower, higher)


def number(name):
    return ord(name)


def rows(item):
    for round_number, code in enumerate(item.get("games", ()), start=1):
        half_points = {"1": (2, 0), "=": (1, 1), "0": (0, 2)}[code[2]]
        yield Game(round_number, 1, number(code[0]), number(code[1]), *half_points, "played")
    for round_number, pairing in enumerate(item.get("pairings", ()), start=1):
        black = pairing.get("black")
        yield Game(
            round_number,
            1,
            number(pairing["white"]),
            black and number(black),
            *(
                None if score is None else int(2 * score)
                for score in (pairing.get("white_score"), pairing.get("black_score"))
            ),
            pairing["kind"],
            Reason.UNRATED_GAME if "unrated" in pairing else None,
        )


def events(case):
    for index, item in enumerate(case.get("events", [case])):
        day = date.fromisoformat(item.get("date", "2026-01-06"))
        yield Event(day, item.get("sequence", 1), index, tuple(rows(item)))


def dated_rules(case):
    return [
        (since and date.fromisoformat(since), Rules(k_bands=rules["k_bands"]))
        for rules in case.get("rules", [{"from": None, "k_bands": [[0, 40], [20, 20]]}])
        for since in [rules["from"]]
    ]


def rules_on(day, dated):
    return [rules for since, rules in dated if since is None or since <= day][-1]


def states(players):
    return {number(name): State(rating * POINT, games) for name, (rating, games) in players.items()}


def assert_stand(actual, wanted):
    for name, (rating, games) in wanted.items():
        state = actual[number(name)]
        assert (state.rating, state.games) == (pytest.approx(rating * POINT, abs=RATINGS), games), name


def run(case, history):
    """Event by event, because most vectors begin in the middle of a career."""
    standing = states(case["pre"]) | states({n: (points, 0) for n, points in case.get("starts", {}).items()})
    for event in history:
        standing |= rate_event(standing, event, rules_on(event.day, dated_rules(case))).after
        yield dict(standing)


@pytest.mark.parametrize("case", vectors["ladder"], ids=lambda case: case["id"])
def test_ladder(case):
    history = sorted(events(case))
    *_, last = snapshots = list(run(case, history))
    assert_stand(last, case["post"])
    assert set(last) == {number(name) for name in case["post"]}
    if "after_first" in case:
        assert_stand(snapshots[0], case["after_first"])
    if "post_if_sequence_swapped" in case:
        first, second = history
        swapped = [second._replace(sequence=1), first._replace(sequence=2)]
        *_, last = run(case, swapped)
        assert_stand(last, case["post_if_sequence_swapped"])


@pytest.mark.parametrize(
    "case",
    [c for c in vectors["ladder"] if all(rating == [1200, 0] for rating in c["pre"].values())],
    ids=lambda case: case["id"],
)
def test_replay_of_those_which_begin_at_the_beginning(case):
    result = replay(
        events(case), dated_rules(case), {number(n): r for n, r in case.get("starts", {}).items()}
    )
    assert_stand(result.standing, case["post"])
