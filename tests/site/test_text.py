"""Numbers and dates in the digits of the language."""

from datetime import date
from decimal import Decimal

import pytest
from django.utils.translation import override

from wagtail_ladder.audience import PublicDate
from wagtail_ladder.site.text import change, event_points, points, signed, when


@pytest.mark.parametrize(
    ("language", "whole", "tenths"),
    [
        ("en", "1413", "1413.8"),
        ("el", "1413", "1413,8"),
        ("uk", "1413", "1413,8"),
        ("tr", "1413", "1413,8"),
        ("fa", "۱۴۱۳", "۱۴۱۳٫۸"),
    ],
)
def test_a_rating_has_the_digits_and_the_decimal_mark_of_the_language(language, whole, tenths):
    with override(language):
        assert points(1413) == whole
        assert points(Decimal("1413.8")) == tenths


def test_a_change_is_of_the_language_that_asks_and_not_of_who_asked_before():
    with override("en"):
        assert ">+13.8<" in change(Decimal("13.8"))
        assert ">−5<" in change(-5)
    with override("fa"):
        assert ">+۱۳٫۸<" in change(Decimal("13.8"))
        assert ">−۵<" in change(-5)
        assert signed(-5) == "−۵"
    with override("uk"):
        assert ">+13,8<" in change(Decimal("13.8"))


def test_points_of_an_event_with_halves():
    with override("fa"):
        assert event_points(Decimal("3.5")) == "\u2066۳½\u2069"
        assert event_points(Decimal(10)) == "۱۰"
        assert event_points(Decimal("0.5")) == "½"


def test_a_date_is_read_in_persian_digits_and_machines_read_iso():
    with override("fa"):
        shown = when(PublicDate(*date(2026, 11, 30).timetuple()[:3]))
    assert 'datetime="2026-11-30"' in shown
    assert "۳۰" in shown
    assert "۲۰۲۶" in shown
    assert ">30" not in shown
