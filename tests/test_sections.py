"""Sections of a seeding list, against every possible division of short lists."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagtail_ladder.sections import NotEnoughPlayers, count_for, divide, sizes_around


def all_divisions(players, count, least, most):
    """Every list of `count` sizes within the bounds that adds up to `players`."""
    if count == 0:
        return [[]] if players == 0 else []
    return [
        [size, *rest]
        for size in range(least, min(most, players) + 1)
        for rest in all_divisions(players - size, count - 1, least, most)
    ]


def cuts(sizes):
    """The places behind which is cut."""
    places, end = [], 0
    for size in sizes[:-1]:
        end += size
        places.append(end)
    return places


def badness(ratings, sizes, even):
    """The rule in words, in its order: see the docstring of the module."""
    gaps = [ratings[place - 1] - ratings[place] for place in cuts(sizes)]
    return (
        sum(size % 2 for size in sizes) if even else 0,
        gaps.count(0),
        -sum(gaps),
        sum(size**2 for size in sizes),
        [-size for size in sizes],
    )


ratings_of = st.lists(st.integers(0, 12), min_size=2, max_size=14).map(lambda points: sorted(points)[::-1])


@given(ratings_of, st.integers(2, 7), st.booleans())
def test_no_division_is_better(ratings, count, even):
    players = len(ratings)
    if players < 2 * count:
        with pytest.raises(NotEnoughPlayers) as refusal:
            divide(ratings, count, even=even)
        assert refusal.value.most == max(1, players // 2)
        return
    possible = all_divisions(players, count, *sizes_around(players, count))
    best = min(possible, key=lambda sizes: badness(ratings, sizes, even))
    assert divide(ratings, count, even=even) == best


@given(st.integers(2, 400), st.integers(1, 60))
def test_the_sizes_are_around_the_even_share_and_it_is_among_them(players, count):
    if players < 2 * count:
        return
    least, most = sizes_around(players, count)
    share = Fraction(players, count)
    assert 2 <= least <= players // count
    assert -(-players // count) <= most
    assert least == 2 or least <= share * 3 / 4 < least + 1
    assert most - 1 < share * 5 / 4 <= most


@given(st.integers(1, 300), st.integers(2, 40))
def test_as_many_sections_as_come_nearest_to_the_size(players, size):
    count = count_for(players, size)
    assert 1 <= count <= max(1, players // 2)
    for other in range(1, max(1, players // 2) + 1):
        nearer = abs(Fraction(players, other) - size) - abs(Fraction(players, count) - size)
        assert nearer > 0 or (nearer == 0 and count <= other)


@pytest.mark.parametrize(
    ("players", "size", "count"),
    [(24, 8, 3), (20, 8, 3), (19, 8, 2), (9, 8, 1), (1, 8, 1), (5, 2, 2), (0, 8, 1)],
)  # 20 in threes are 6⅔ each, 1⅓ short of 8; in twos 10 each, 2 too many. 19: 6⅓ and 9½, 1⅔ and 1½ off.
def test_sections_of_about_a_size(players, size, count):
    assert count_for(players, size) == count


def test_it_is_cut_where_the_gap_is():
    # The even share of twelve in twos is six, so that a section has four to eight.
    ratings = [1900, 1890, 1880, 1870, 1860, 1500, 1490, 1480, 1470, 1460, 1450, 1440]
    assert divide(ratings, 2) == [5, 7]
    assert divide(ratings, 2, even=True) == [6, 6]  # any even cut skips 10 points: the most equal sizes


def test_a_gap_too_near_to_the_end_is_not_cut():
    assert divide([1900, 1500, 1490, 1480, 1470, 1460], 2) == [3, 3]


def test_people_of_one_rating_stay_together_where_they_can():
    # Eight in threes: two to four each. Behind the fourth place is the widest gap, 100 points; but the other
    # cut would then be behind the second or the sixth, between equals. Behind the third and the fifth are 10.
    assert divide([1500, 1400, 1400, 1390, 1290, 1280, 1280, 1270], 3) == [3, 2, 3]
    assert divide([1300, 1200, 1200, 1200], 2) == [2, 2]  # there is no other way


def test_one_section_is_everybody():
    assert divide([5, 4, 3], 1) == [3]
    assert divide([], 1) == [0]


def test_a_large_list_is_cut_at_once():
    ratings = [3000 - 7 * place % 11 - 3 * place for place in range(600)]
    sizes = divide(sorted(ratings)[::-1], count_for(600, 8))
    assert len(sizes) == 75
    assert sum(sizes) == 600
    assert all(6 <= size <= 10 for size in sizes)
    assert all(first < second for first, second in pairwise(cuts(sizes)))
