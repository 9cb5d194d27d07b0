from decimal import Decimal

import pytest

from wagtail_ladder.engine import POINT, shown, shown_change


@pytest.mark.parametrize(
    "nanopoints, whole, one, two",
    [
        (0, 0, "0.0", "0.00"),
        (1413_765_676_184, 1414, "1413.8", "1413.77"),
        (1412_500_000_000, 1413, "1412.5", "1412.50"),
        (1413_500_000_000, 1414, "1413.5", "1413.50"),
        (1412_499_999_999, 1412, "1412.5", "1412.50"),
        (1412_449_999_999, 1412, "1412.4", "1412.45"),
        (1412_050_000_000, 1412, "1412.1", "1412.05"),
        (-500_000_000, -1, "-0.5", "-0.50"),
        (-2_500_000_000, -3, "-2.5", "-2.50"),
        (-499_999_999, 0, "-0.5", "-0.50"),
        (-49_999_999, 0, "0.0", "-0.05"),
        (-1, 0, "0.0", "0.00"),
    ],
)
def test_halves_go_away_from_zero(nanopoints, whole, one, two):
    assert shown(nanopoints) == whole
    assert type(shown(nanopoints)) is int
    assert str(shown(nanopoints, 1)) == one
    assert str(shown(nanopoints, decimals=2)) == two


def test_a_shown_change_is_the_difference_of_what_is_shown():
    before, after = 1200_400_000_000, 1201_600_000_000  # 1.2 points more, but 1200 and 1202 on the page
    assert shown_change(before, after) == 2
    assert shown_change(before, after, 1) == Decimal("1.2")
    assert shown_change(after, before) == -2
    assert shown_change(before, before, 1) == 0


def test_nine_decimals_are_everything():
    assert shown(1234_567_890_123, 9) * POINT == 1234_567_890_123
