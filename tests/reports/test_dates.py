"""Dates: all readings, or none, but never one of two."""

from datetime import date

import pytest

from wagtail_ladder.reports import dates
from wagtail_ladder.reports.dates import Order


@pytest.mark.parametrize(
    "text",
    (
        "2025/09/14|2025-09-14|2025.09.14|2025-9-14|20250914|14.09.2025|14. 09. 2025|14/9/2025|14-09-2025|"
        "Sep 14, 2025|Sept. 14, 2025|September 14 2025|14 September 2025|14th Sep 2025|2025-09-14 19:30|"
        "2025-09-14T19:30:00| 14.09.2025. "
    ).split("|"),
)
def test_dates_that_can_be_read_in_one_way(text):
    assert set(dates.readings(text).values()) == {date(2025, 9, 14)}


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("03/04/2011", {date(2011, 4, 3), date(2011, 3, 4)}),
        ("25/08/18", {date(2025, 8, 18), date(2018, 8, 25)}),
        ("01.02.03", {date(2001, 2, 3), date(2003, 2, 1), date(2003, 1, 2)}),
        ("05.05.2011", {date(2011, 5, 5)}),
        ("01/02/99", {date(1999, 2, 1), date(1999, 1, 2)}),
    ],
)
def test_dates_that_can_be_read_in_more_ways(text, days):
    assert set(dates.readings(text).values()) == days


@pytest.mark.parametrize(
    "text", ["2024/02/30", "30.02.2024", "2024-13-01", "32/01/2024", "Feb 30, 2024", "0000/00/00"]
)
def test_days_that_do_not_exist(text):
    assert dates.readings(text) == {}


@pytest.mark.parametrize(
    "text", ["", "soon", "2024", "2024/03", "1/2/3/4", "12345", "Foo 1, 2024", "1" * 10000, "1-2/2024"]
)
def test_what_is_no_date(text):
    assert dates.readings(text) is None


def test_one_hand_writes_in_one_order():
    found = dates.in_one_order([dates.readings("03/04/2011"), dates.readings("24/04/2011")])
    assert found == {Order.DMY: [date(2011, 4, 3), date(2011, 4, 24)]}
    assert dates.in_one_order([]) == {}
