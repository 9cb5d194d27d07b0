"""The drawing of a rating history: level and upright parts alone, inside its box, the peak marked."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagtail_ladder.site.chart import HEIGHT, WIDTH, rating_chart, sparkline

RATINGS = st.lists(st.integers(-300, 3000), min_size=1, max_size=60)


def walked(path):
    """The places a path of M, H and V passes; anything else in it fails, a slanted line above all."""
    assert re.fullmatch(r"M[\d.]+ [\d.]+(?:[HV][\d.]+)*", path), path
    places = []
    for command, numbers in re.findall(r"([MHV])([\d. ]+)", path):
        if command == "M":
            places.append(tuple(float(number) for number in numbers.split()))
        elif command == "H":
            places.append((float(numbers), places[-1][1]))
        else:
            places.append((places[-1][0], float(numbers)))
    return places


def line_of(chart):
    return walked(chart.provisional) + (walked(chart.established) if chart.established else [])


class TestByHand:
    """The box is 420 wide: 50 at the side of the numbers and 12 at the other leave 358 for the line."""

    def test_one_event_is_a_step_in_the_middle(self):
        chart = rating_chart(1200, [(1220, True)])
        # Two levels of 179 each: 50, 229, 408. Ticks 1200 to 1220 by 5: 24 is above, 188 below.
        assert [tick.label for tick in chart.ticks] == [1200, 1205, 1210, 1215, 1220]
        assert chart.provisional == "M50 188H229V24H408"
        assert chart.established == "" and chart.peak is None
        assert [(dot.x, dot.y, dot.provisional) for dot in chart.dots] == [("229", "24", True)]

    def test_dashed_until_established_and_the_line_goes_on_from_there(self):
        chart = rating_chart(1200, [(1240, True), (1220, False), (1240, False)], peak=1240)
        # Four levels of 89.5: 50, 139.5, 229, 318.5, 408. Ticks 1200 to 1240 by 10.
        assert chart.provisional == "M50 188H139.5V24H229V106"
        assert chart.established == "M229 106H318.5V24H408"
        # 1240 was reached before, but as a guess: the peak is that of the third event.
        assert (chart.peak.x, chart.peak.y, chart.peak.rating) == ("318.5", "24", 1240)
        assert chart.peak.label_anchor == "end"

    def test_an_event_that_moves_nobody_is_no_step(self):
        chart = rating_chart(1200, [(1200, False), (1200, False)])
        assert "V" not in chart.provisional + chart.established
        assert (chart.lowest, chart.highest, chart.latest) == (1200, 1200, 1200)

    def test_from_right_to_left_it_is_the_mirror_image(self):
        left, right = (
            rating_chart(1200, [(1240, True), (1220, False)], peak=1220, right_to_left=mirrored)
            for mirrored in (False, True)
        )
        assert [(WIDTH - x, y) for x, y in line_of(left)] == [
            (pytest.approx(x, abs=0.1), y) for x, y in line_of(right)
        ]
        assert (left.peak.label_anchor, right.peak.label_anchor) == ("end", "start")
        assert (left.label_anchor, right.label_anchor) == ("end", "start")

    def test_a_season_begins_between_two_events(self):
        chart = rating_chart(1200, [(1210, True)] * 3, seasons=[0, 2])
        # The first event of the second season is the third: it stands at 318.5, the one before at 229.
        assert chart.seasons == ("273.8",)

    def test_nothing_to_draw(self):
        assert rating_chart(1200, []) is None
        assert sparkline([]) is None

    def test_decimals(self):
        chart = rating_chart(Decimal("1200.0"), [(Decimal("1202.5"), False)], peak=Decimal("1202.5"))
        assert chart.provisional == "M50 188H229V106" and chart.established == "M229 106H408"

    def test_a_peak_that_no_drawn_rating_is_has_no_mark(self):
        assert rating_chart(1200, [(1210, False)], peak=1300).peak is None

    def test_a_spark_of_one_rating_is_level(self):
        assert sparkline([1200]).line == "M3 16H117"
        assert sparkline([1200, 1300]).line == "M3 29H60V3H117"
        assert sparkline([1200, 1300], right_to_left=True).line == "M117 29H60V3H3"


@given(RATINGS, st.integers(0, 60), st.booleans())
def test_the_line_stays_in_its_box_and_never_turns_back(ratings, until, right_to_left):
    levels = [(rating, place < until) for place, rating in enumerate(ratings[1:])]
    chart = rating_chart(ratings[0], levels, right_to_left=right_to_left)
    if not levels:
        assert chart is None
        return
    line = line_of(chart)
    along = [WIDTH - x if right_to_left else x for x, _y in line]
    assert along == sorted(along)
    assert along[0] == 50 and along[-1] == 408
    assert all(24 <= y <= HEIGHT - 12 for _x, y in line)
    assert bool(chart.established) == (until < len(levels))


@given(RATINGS, st.integers(0, 60))
def test_the_peak_is_the_highest_established_rating_at_its_first_event(ratings, until):
    levels = [(rating, place < until) for place, rating in enumerate(ratings)]
    established = [rating for rating, provisional in levels if not provisional]
    chart = rating_chart(1200, levels, peak=max(established, default=None))
    if not established:
        assert chart.peak is None
        return
    assert chart.peak.rating == max(established)
    line = walked(chart.established)
    assert float(chart.peak.y) == min(y for _x, y in line)
    assert float(chart.peak.x) == min(x for x, y in line if y == float(chart.peak.y))
    assert float(chart.peak.label_y) > 10  # its letters are inside the box


@given(RATINGS)
def test_higher_ratings_are_drawn_higher(ratings):
    chart = rating_chart(ratings[0], [(rating, False) for rating in ratings])
    places = [(float(dot.x), float(dot.y)) for dot in chart.dots]
    if len(places) == len(ratings):
        for (rating, (_x, y)), (other, (_x2, other_y)) in zip(
            zip(ratings, places, strict=True), zip(ratings[1:], places[1:], strict=False), strict=False
        ):
            assert (rating > other) <= (y <= other_y) and (rating == other) <= (y == other_y)


def test_three_hundred_events_are_one_line_with_one_dot():
    chart = rating_chart(1200, [(1200 + place % 7 * 10, place < 5) for place in range(300)])
    assert len(chart.dots) == 1 and len(chart.established) < 6000
    assert chart.dots[0].y == f"{line_of(chart)[-1][1]:.1f}".removesuffix(".0")


@given(RATINGS, st.booleans())
def test_a_spark_stays_in_its_box(ratings, right_to_left):
    spark = sparkline(ratings, right_to_left=right_to_left)
    places = walked(spark.line)
    assert all(3 <= x <= 117 and 3 <= y <= 29 for x, y in places)
    assert (float(spark.x), float(spark.y)) == places[-1]
