"""Events as crosstables in text: a line a player, a word a round.

`5W`, `5=`, `5L` is a win, a draw, a loss against player 5, `5+`, `5-` a forfeit won and lost, `5?` a game
not finished; `U`, `F`, `H`, `Z` are the byes of a tournament file: pairing-allocated, full, half, zero point;
`.` is no cell.
"""

from wagtail_ladder.kinds import Kind
from wagtail_ladder.tiebreaks import Pairing

HALF_POINTS = {"W": 2, "=": 1, "L": 0, "+": 2, "-": 0, "?": None}
BYES = {"U": (Kind.BYE_PAIRING, 2), "F": (Kind.BYE_FULL, 2), "H": (Kind.BYE_HALF, 1), "Z": (Kind.BYE_ZERO, 0)}


def cells(text):
    """Player -> its words, one a round."""
    rows = (line.split() for line in text.strip().splitlines())
    return {int(player): words for player, *words in rows}


def pairings(text):
    """Each pairing once. Both sides of the table have to agree on it."""
    table, found = cells(text), []
    for player, words in table.items():
        for number, word in enumerate(words, start=1):
            if word in BYES:
                kind, half_points = BYES[word]
                found.append(Pairing(number, player, None, kind, half_points, None))
            elif word != ".":
                opponent = int(word[:-1])
                other = table[opponent][number - 1]
                assert int(other[:-1]) == player, f"round {number}: {player} {word}, {opponent} {other}"
                if player < opponent:
                    found.append(_pairing(number, player, opponent, word[-1], other[-1]))
    return found


def _pairing(number, player, opponent, own, other):
    kind = Kind.PLAYED
    if own in "+-":
        kind = Kind.DOUBLE_FORFEIT if own == other else Kind.FORFEIT
    elif own == "?":
        kind = Kind.SCHEDULED
    return Pairing(number, player, opponent, kind, HALF_POINTS[own], HALF_POINTS[other])


# The two tournaments of the "Exercises in Tie-Breaking" of FIDE's Technical Commission (2024).

SWISS = """
 1    9W  13=   2=  15W   4=
 2   10W   7W   1=  16W   3=
 3   11=   6W   8W   4=   2=
 4   12W     H  13W   3=   1=
 5   13L  15L  11W   7=  10W
 6   14L   3L     U  10W   8W
 7   15W   2L  16L   5=  11L
 8   16=  14W   3L  13W   6L
 9    1L  10L     H  11-     U
10    2L   9W  15L   6L   5L
11    3=  16L   5L   9+   7W
12    4L     U  14+     Z     Z
13    5W   1=   4L   8L  14L
14    6W   8L  12-     Z  13W
15    7L   5W  10W   1L  16L
16    8=  11W   7W   2L  15W
"""

NINE_ROUNDS = """
 1    9W  13=   2=  15W   4=   6=   3=  16=   8W
 2   10W   7W   1=  16W   3W   4=   6L  15=   5=
 3   11=   6W   8W   4=   2L  16W   1=  14W  10W
 4   12W     H  13W   3=   1=   2=  16=   6=  15W
 5   13L  15L  11W   7=  10W  14L   9W   8L   2=
 6   14L   3L     U  10W   8W   1=   2W   4=  16W
 7   15W   2L  16L   5=  11L  10L  13W   9W  14W
 8   16=  14W   3L  13W   6L  11=  15=   5W   1L
 9    1L  10L     H  11-     U  13W   5L   7L  12=
10    2L   9W  15L   6L   5L   7W  12W  11W   3L
11    3=  16L   5L   9+   7W   8=  14L  10L  13=
12    4L     U  14+     Z     Z  15L  10L  13=   9=
13    5W   1=   4L   8L  14L   9L   7L  12=  11=
14    6W   8L  12-     Z  13W   5W  11W   3L   7L
15    7L   5W  10W   1L  16L  12W   8=   2=   4L
16    8=  11W   7W   2L  15W   3L   4=   1=   6L
"""
"""The same tournament, played on; in round 5, player 2 beat player 3."""

ROUND_ROBIN = """
1  5=  2W  3W  4L  6W
2  6W  1L  5W  3=  4W
3  4W  6W  1L  2=  5W
4  3L  5L  6=  1W  2L
5  1=  4W  2L  6-  3L
6  2L  3L  4=  5+  1L
"""
