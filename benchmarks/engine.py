"""How long a whole replay takes, against the bars of the engine. Exits with 1 when one is missed.

    python -m benchmarks.engine

Ratios and not seconds, because machines differ: everything compared is run in turns, in one process, and
the best CPU time of each counts. elote and riix are development extras; without them their lines say so.
elote re-rates within a period and riix has no K bands, no shield and no ledger: they are here for a sense
of proportion.
"""

import random
import sys
import time
import tracemalloc
from datetime import date, timedelta

from benchmarks.naive import naive
from wagtail_ladder.engine import POINT, Event, Game, replay

NAIVE_BAR = 6.0
ROUNDS_OF_TIMING = 7
ONE_MILLION = 1_000_000
# Growing dictionaries double now and then, so a few per cent more or less per game are still linear.
LINEAR_WITHIN = 1.10


def club(events, games_each, players=150, present=32, seed=1):
    """Ten seasons of a club: events of a few rounds among those present."""
    rng = random.Random(seed)
    history = []
    for number in range(events):
        here = rng.sample(range(players), present)
        games = []
        while len(games) < games_each:
            rng.shuffle(here)
            first = len(games)
            for board in range(min(present // 2, games_each - first)):
                score = rng.choice([(2, 0), (0, 2), (1, 1)])
                games.append(
                    Game(
                        first // (present // 2) + 1,
                        board + 1,
                        here[2 * board],
                        here[2 * board + 1],
                        *score,
                        "played",
                    )
                )
        day = date(2016, 9, 6) + timedelta(days=number)
        history.append(Event(day, 1, rng.getrandbits(60), tuple(games)))
    return history


def elote_contender(history):
    try:
        from elote import EloCompetitor, LambdaArena
    except ImportError:
        return None
    periods = [
        [(game.white, game.black, game.white_half_points / 2, None) for game in e.games] for e in history
    ]

    def run():
        arena = LambdaArena(
            lambda a, b: None, EloCompetitor, base_competitor_kwargs={"initial_rating": 1200, "k_factor": 40}
        )
        for period in periods:
            arena.rating_period(period)

    return run


def riix_contender(history, update_method):
    try:
        import numpy
        from riix.models.elo import Elo
    except ImportError:
        return None
    players = sorted({player for event in history for game in event.games for player in game[2:4]})
    index = {player: number for number, player in enumerate(players)}
    periods = [
        (
            numpy.array([[index[game.white], index[game.black]] for game in event.games]),
            numpy.array([game.white_half_points / 2 for game in event.games]),
        )
        for event in history
    ]

    def run():
        system = Elo(players, initial_rating=1200.0, k=40.0, update_method=update_method)
        for matchups, outcomes in periods:
            system.update(matchups, outcomes, use_cache=False)

    return run


def best_cpu_times(contenders):
    """The best of several runs of each, run in turns so that a busy moment of the machine hits them all."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(ROUNDS_OF_TIMING):
        for name, run in contenders.items():
            begin = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - begin)
    return best


def compare(history):
    """Print a line per contender; return the bars that were missed."""
    count = sum(len(event.games) for event in history)
    ours, theirs = replay(history).standing, naive(history)
    assert all(abs(ours[player].rating / POINT - rating) < 1e-4 for player, (rating, _) in theirs.items())
    contenders = {
        "engine": lambda: replay(history),
        "naive loop": lambda: naive(history),
        "elote rating_period": elote_contender(history),
        "riix, batched": riix_contender(history, "batched"),
        "riix, one by one": riix_contender(history, "iterative"),
    }
    times = best_cpu_times({name: run for name, run in contenders.items() if run})
    print(f"{len(history)} events, {count} games")
    for name in contenders:
        if name not in times:
            print(f"  {name:20}  NOT INSTALLED: not compared (pip install --group bench)")
            continue
        print(
            f"  {name:20} {times[name] * 1000:8.1f} ms {times[name] / count * 1e6:7.2f} µs a game"
            f"   engine / this = {times['engine'] / times[name]:.2f}"
        )
    missed = []
    if times["engine"] > NAIVE_BAR * times["naive loop"]:
        missed.append(f"the engine takes more than {NAIVE_BAR:.0f} times the naive loop")
    if "elote rating_period" in times and times["engine"] >= times["elote rating_period"]:
        missed.append("the engine is not faster than elote's rating_period")
    return missed


def bytes_a_game(games):
    """Peak memory of a replay with everything it returns, per game; and its CPU time per game."""
    history = club(games // 100, 100)
    tracemalloc.start()
    result = replay(history)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(result.results) == games // 100
    return peak / games


def measure_memory():
    small, large = ONE_MILLION // 10, ONE_MILLION
    at_first, at_last = bytes_a_game(small), bytes_a_game(large)
    print(f"memory: {at_first:.0f} bytes a game with {small:,} games, {at_last:.0f} with {large:,}")
    return [] if at_last <= LINEAR_WITHIN * at_first else ["memory is not linear in games"]


def main():
    missed = compare(club(400, 96)) + measure_memory()
    print(f"bars: at most {NAIVE_BAR:.0f} times the naive loop, faster than elote, memory linear")
    for bar in missed:
        print(f"MISSED: {bar}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
