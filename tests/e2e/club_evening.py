"""Invented events of the size that clubs really have, and what a ladder must say after them.

The expected ratings come from the engine tests' independent reference, never from the program.
"""

import random
from datetime import date

from tests.engine import reference
from tests.reports.writers import Game, trf
from wagtail_ladder.engine import Event, Rules
from wagtail_ladder.engine import Game as EngineGame

GIVEN = "Ada Bela Cato Dora Emil Fern Gwen Hugo Iris Jude Kira Liam Mona Nora Otto Pia Quin".split()
FAMILY = (
    "Abbot Brook Crane Drake Ellis Frost Grove Heath Irwin Joyce Knoll Lodge Marsh Nolan Orton Pryce Quill"
).split()
WHITE_WINS, BLACK_WINS = ("10", 2, 0), ("01", 0, 2)
RESULTS = [WHITE_WINS, WHITE_WINS, BLACK_WINS, BLACK_WINS, ("==", 1, 1)]


def large_open(players=284, rounds=7, games=970):
    """Names, and pairings as the writers want them: `games` played ones, the rest forfeits and a bye."""
    chance = random.Random(284)
    names = [f"{family}, {given}" for given in GIVEN for family in FAMILY][:players]
    pairings = []
    played = 0
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, players + 1), players)
        for white, black in zip(order[::2], order[1::2], strict=True):
            if played < games:
                played += 1
                pairings.append(Game(number, white, black, chance.choice(RESULTS)[0]))
            elif number == rounds and white == order[-2]:
                pairings += [Game(number, white, None, "U"), Game(number, black, None, "Z")]
            else:
                pairings.append(Game(number, white, black, "+-"))
    return names, pairings


def file_of(names, pairings):
    header = ("012 The Large Open", "032 ENG", "042 2026/03/06", "052 2026/03/08", f"062 {len(names)}")
    return trf(names, pairings, header).encode()


def expected_points(names, pairings):
    """{name: whole points as shown} after the event, for everybody who had a rated game; others start."""
    halves = {code: (white, black) for code, white, black in RESULTS}
    games = [
        EngineGame(game.round, None, game.white, game.black, *halves[game.result], "played")
        for game in pairings
        if game.result in halves
    ]
    ladder = reference.ratings([Event(date(2026, 3, 8), 1, 1, games)], [(None, Rules())], {})
    return {name: int(ladder.get(number, (1200.0, 0))[0] + 0.5) for number, name in enumerate(names, start=1)}
