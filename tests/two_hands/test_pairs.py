"""Any two verbs at once: as if one had come after the other, in one of the two orders.

Two editors look at the same club, and each decides on something. Then they do it in turn, in both orders,
and are rolled back; and then at once, in two threads. All that is stored in the end, the log included, and
who was refused for what, must be that of one of the two orders.
"""

from collections import Counter
from random import Random
from time import sleep

import pytest

from tests.at_once import at_once
from wagtail_ladder.models import Entry, Event, Game
from wagtail_ladder.services import ChangedMeanwhile, LadderError, Missing

from .editor import Editor
from .soak import SEED, how_many
from .state import draw_anew, put_back, rolled_back, taken, without_times

pytestmark = pytest.mark.django_db(transaction=True)

LATEST_START = 0.01
"""Seconds by which one may begin after the other: about what a verb takes, so that either may be first."""


@pytest.mark.slow
def test_pairs_of_verbs_at_once(shared_club, capsys):
    begun, orders, refusals = taken(), Counter(), Counter()
    seen = without_times(begun)
    pairs = how_many(suite=50, soak=500)
    for number in range(pairs):
        chance = Random(f"{SEED}/{number}")
        people = (shared_club.organiser, shared_club.superuser)
        pair = [Editor(shared_club.club, by, chance).finds_something() for by in people]
        told = f"SOAK_SEED={SEED}, pair {number}: {' and '.join(intent.verb for intent in pair)}"
        in_turn = [one_after_the_other(seen, pair, order, told) for order in ((0, 1), (1, 0))]
        delays = [chance.uniform(0, LATEST_START), 0]
        chance.shuffle(delays)
        draw_anew()
        errors = at_once(*(delayed(intent.call, delay) for intent, delay in zip(pair, delays, strict=True)))
        outcome = without_times(taken()), [refusal(error) for error in errors]
        assert outcome in in_turn, told
        orders["either" if in_turn[0] == in_turn[1] else ("A, B", "B, A")[in_turn.index(outcome)]] += 1
        refusals[sum(error is not None for error in errors)] += 1
        put_back(begun)
    with capsys.disabled():
        print(f"\n{pairs} pairs (SOAK_SEED={SEED}): {dict(orders)}; refused of two: {dict(refusals)}")  # noqa: T201
    assert orders["A, B"] and orders["B, A"], "the two never changed turns"
    assert refusals[0] > pairs / 10, "hardly ever did both of them do something"


def one_after_the_other(begun, pair, order, told):
    """What is stored then, and why each of the pair was refused, if he was; nothing of it is kept."""
    first, second = (pair[place] for place in order)
    refusals = [None, None]
    with rolled_back():
        refusals[order[0]] = refusal(attempt(first))
        changed = events_changed(begun, without_times(taken()))
        refusals[order[1]] = said = refusal(attempt(second))
        end = without_times(taken())
    # Of what he did not see he is told; and of nothing else: the club's version is only the lock.
    if second.event in changed:
        assert said is not None, f"{told}: the second one overwrote what he had not seen"
        assert said[0] in (ChangedMeanwhile, Missing), f"{told}: he was told {said}"
    elif second.event:
        assert said is None or said[1] != "changed_meanwhile", f"{told}: he was sent back for nothing"
    return end, refusals


def events_changed(before, after):
    """Ids of the events of which a row is another one: its own, a name's, a game's."""
    changed = set()
    for model, event in [(Event, "id"), (Entry, "event_id"), (Game, "event_id")]:
        for pk in before[model].keys() | after[model].keys():
            rows = [state[model].get(pk) for state in (before, after)]
            if rows[0] != rows[1]:
                changed |= {row[event] for row in rows if row}
    return changed


def attempt(intent):
    try:
        intent.call()
    except LadderError as error:
        return error
    return None


def refusal(error):
    return error and (type(error), error.code)


def delayed(call, seconds):
    def run():
        sleep(seconds)
        return call()

    return run
