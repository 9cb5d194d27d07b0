"""How an event was paired, where nobody said so or something else was said."""

import pytest

from wagtail_ladder.tiebreaks import System, system_of

from .tables import NINE_ROUNDS, ROUND_ROBIN, SWISS, pairings

THREE_ROUNDS = """
1  2W  3W  5=
2  1L  4W  6W
3  4W  1L   H
4  3L  2L   Z
5  6W   U  1=
6  5L   Z  2L
"""

KNOCKOUT = """
1  2W  3W  5W
2  1L   .   .
3  4W  1L   .
4  3L   .   .
5  6W  7W  1L
6  5L   .   .
7  8W  5L   .
8  7L   .   .
"""


@pytest.mark.parametrize(
    ("text", "system"),
    [
        (SWISS, System.SWISS),
        (ROUND_ROBIN, System.ROUND_ROBIN),
        (THREE_ROUNDS, System.SWISS),
        ("1  2W  2L\n2  1L  1W", System.FREE),  # a match
        ("1  2W  3W  .  .\n2  1L  .  3W  .\n3  .  1L  2L  .", System.ROUND_ROBIN),
        # Everybody twice, and everybody twice but two of them only once.
        ("1  2W  3W  .  2L  3L  .\n2  1L  .  3W  1W  .  3L\n3  .  1L  2L  .  1W  2W", System.ROUND_ROBIN),
        ("1  2W  3W  .  2L  3L\n2  1L  .  3W  1W  .\n3  .  1L  2L  .  1W", System.FREE),
        # A round is short for a Swiss that nobody called one; a knockout; somebody met twice.
        ("1  2W  3W\n2  1L  4W\n3  4W  1L\n4  3L  2L", System.FREE),
        (KNOCKOUT, System.FREE),
        ("1  2W  3W  2L\n2  1L  4W  1W\n3  4W  1L  4W\n4  3L  2L  3L", System.FREE),
    ],
)  # fmt: skip
def test_as_it_looks(text, system):
    assert system_of(None, pairings(text)) is system


def test_a_game_without_a_round_makes_it_free_pairing():
    with_one_more = [one._replace(round=None) if one.round == 3 else one for one in pairings(THREE_ROUNDS)]
    assert system_of(None, with_one_more) is System.FREE
    assert system_of(System.SWISS, with_one_more) is System.FREE


def test_what_was_declared_counts_where_it_can_be():
    assert system_of(System.ROUND_ROBIN, pairings("1  2W  .\n2  1L  3W\n3  .  2L")) is System.ROUND_ROBIN
    assert system_of(System.SWISS, pairings(NINE_ROUNDS)) is System.SWISS
    assert system_of(System.SWISS, pairings("1  2W  2W\n2  1L  1L")) is System.SWISS
    assert system_of(System.SWISS, pairings("1  2W\n2  1L")) is System.FREE  # one round
    assert system_of(System.SWISS, pairings(ROUND_ROBIN)) is System.ROUND_ROBIN  # everybody met everybody


def test_of_nothing_at_all():
    assert system_of(None, []) is System.FREE
