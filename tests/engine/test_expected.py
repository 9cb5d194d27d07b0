"""The expected score, against decimal arithmetic of forty digits."""

from decimal import ROUND_HALF_UP, Decimal, localcontext

from hypothesis import given, settings
from hypothesis import strategies as st

from wagtail_ladder.engine import POINT, expected, expected_score

ratings = st.integers(-500 * POINT, 5000 * POINT)
nearby = st.integers(-4000 * POINT, 4000 * POINT)


def exact(gap):
    """1 / (1 + 10 ^ (-gap / 400)) in billionths, for a player who is `gap` nanopoints ahead."""
    with localcontext(prec=40):
        return POINT / (1 + Decimal(10) ** (Decimal(-gap) / (400 * POINT)))


def rounded(value):
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))


@settings(max_examples=300, deadline=None)
@given(ratings, nearby)
def test_nine_correct_decimals_and_an_exact_rest(rating, gap):
    higher, lower = max(rating, rating + gap), min(rating, rating + gap)
    # Half a billionth is the rounding; two thousandths of one is more than the arithmetic before it may add.
    assert abs(expected_score(higher, lower) - exact(higher - lower)) <= Decimal("0.502")
    assert expected_score(lower, higher) == POINT - expected_score(higher, lower)


def test_whole_points_round_half_up_exactly():
    for points in range(0, 4000, 7):
        assert expected_score(points * POINT, 0) == rounded(exact(points * POINT)), points


@settings(max_examples=100, deadline=None)
@given(ratings, ratings, st.integers(0, 100 * POINT))
def test_who_has_more_expects_no_less(own, opponent, more):
    assert expected_score(own + more, opponent) >= expected_score(own, opponent)


@settings(max_examples=100, deadline=None)
@given(ratings, nearby, st.integers(-1000 * POINT, 1000 * POINT))
def test_only_the_difference_counts(rating, gap, shift):
    assert expected_score(rating + gap, rating) == expected_score(rating + gap + shift, rating + shift)


def test_equals_expect_a_half_and_the_far_away_everything():
    assert expected_score(1200 * POINT, 1200 * POINT) == POINT // 2
    for gap in (3800, 3801, 4000, 10**6):
        assert expected_score(gap * POINT, 0) == POINT
        assert expected_score(0, gap * POINT) == 0
    # There is no cap: as long as nine decimals can tell, the favourite may still lose.
    assert expected_score(3700 * POINT, 0) == POINT - 1


def test_the_constant_is_the_four_hundredth_root_of_a_tenth():
    with localcontext(prec=60):
        assert abs(expected._ONE_POINT**400 - Decimal("0.1")) < Decimal("1e-26")


def test_every_table_entry_is_the_nearest_double():
    with localcontext(prec=40):
        for points, power in enumerate(expected._POWERS):
            assert power == float(Decimal(10) ** (Decimal(-points) / 400)), points
