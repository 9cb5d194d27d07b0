"""Tie-breaks of a Swiss once more, another way: from the words of the table, in fractions."""

from fractions import Fraction

POINTS = {"W": Fraction(1), "=": Fraction(1, 2), "L": Fraction(0), "+": Fraction(1), "-": Fraction(0)}
POINTS |= {"U": Fraction(1), "F": Fraction(1), "H": Fraction(1, 2), "Z": Fraction(0), ".": Fraction(0)}


def points(word):
    return POINTS[word[-1]]


def score(words):
    return sum(map(points, words), Fraction(0))


def seen_by_opponents(words):
    """The longest tail of rounds that the player did not want: its byes become draws."""
    tail = len(words)
    while tail and words[tail - 1][-1] in "HZ.-":
        tail -= 1
    left = sum(Fraction(1, 2) if word in ("H", "Z", ".") else points(word) for word in words[tail:])
    return score(words[:tail]) + left


def opposite(table, player, word):
    """The score that counts for one round of a player."""
    own, rounds = score(table[player]), len(table[player])
    if word[-1] in "W=L":
        return seen_by_opponents(table[int(word[:-1])])
    if word[-1] in "+-":
        return min(own, seen_by_opponents(table[int(word[:-1])]))
    return min(own, Fraction(rounds, 2))


def buchholz(table):
    return {player: sum(opposite(table, player, word) for word in words) for player, words in table.items()}


def sonneborn_berger(table):
    return {
        player: sum(points(word) * opposite(table, player, word) for word in words)
        for player, words in table.items()
    }


def wins(table):
    return {player: sum(word[-1] in "W+UF" for word in words) for player, words in table.items()}
