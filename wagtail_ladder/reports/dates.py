"""Dates as people and programs write them, and all the ways in which they can be read.

A date is never guessed. What the file itself rules out is no guess: its dates are all written in one
order, the event does not end before it begins, and its rounds lie between its days.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from enum import Enum


class Order(Enum):
    YMD = (0, 1, 2)
    """The positions of year, month and day among the three numbers."""
    DMY = (2, 1, 0)
    MDY = (2, 0, 1)
    YDM = (0, 2, 1)
    """Rare enough to be asked for: `readings(…, all_orders=True)`."""


Readings = dict[Order, date]

_NUMBERS = re.compile(r"(\d{1,4})(?P<mark>\s*[-/.]\s*|\s+)(\d{1,2})(?P=mark)(\d{1,4})\.?(?:[ T]+\d{1,2}:.*)?")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)")
_MONTH_FIRST = re.compile(r"([^\W\d]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?\s+([^\W\d]{3,9})\.?,?\s+(\d{4})", re.IGNORECASE)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}


def readings(text: str, *, all_orders: bool = False) -> Readings | None:
    """Every reading of `text`; none left if there is no such day, None if it does not look like a date.

    >>> readings("03/04/2011")
    {<Order.DMY: (2, 1, 0)>: datetime.date(2011, 4, 3), <Order.MDY: (2, 0, 1)>: datetime.date(2011, 3, 4)}
    """
    text = text.strip()
    if len(text) > 40:
        return None
    if match := _MONTH_FIRST.fullmatch(text):
        return _named(match[3], match[1], match[2])
    if match := _DAY_FIRST.fullmatch(text):
        return _named(match[3], match[2], match[1])
    if match := _COMPACT.fullmatch(text):
        return _numeric((match[1], match[2], match[3]), (Order.YMD,))
    if match := _NUMBERS.fullmatch(text):
        parts = (match[1], match[3], match[4])
        if len(parts[0]) == 4 and len(parts[2]) <= 2:
            return _numeric(parts, (Order.YMD,))
        if len(parts[0]) <= 2 and len(parts[2]) == 4:
            return _numeric(parts, (Order.DMY, Order.MDY))
        if [len(part) for part in parts] == [2, 2, 2]:
            return _numeric(parts, tuple(Order) if all_orders else (Order.YMD, Order.DMY, Order.MDY))
    return None


def in_one_order(dates: Sequence[Readings]) -> dict[Order, list[date]]:
    """The readings of several dates that were written by one hand, order by order."""
    return {
        order: [found[order] for found in dates]
        for order in Order
        if dates and all(order in found for found in dates)
    }


def event_days(
    first: Readings | None, last: Readings | None, rounds: Iterable[date] = ()
) -> list[tuple[date | None, date | None]]:
    """Every (first day, last day) that the file allows; both readings of a day, not one, if it is unclear."""
    starts = dict.fromkeys(Order) if not first else first
    ends = dict.fromkeys(Order) if not last else last
    same_hand = [(starts[order], ends[order]) for order in Order if order in starts and order in ends]
    pairs = same_hand or [(start, end) for start in starts.values() for end in ends.values()]
    known = sorted(rounds)
    possible = [pair for pair in pairs if _hold(pair, known)] or [pair for pair in pairs if _hold(pair, [])]
    return list(dict.fromkeys(possible or pairs))


def _hold(days: tuple[date | None, date | None], rounds: list[date]) -> bool:
    start, end = days
    marks = [day for day in (start, *rounds, end) if day is not None]
    return marks == sorted(marks)


def _named(year: str, month: str, day: str) -> Readings | None:
    number = _MONTHS.get(month.casefold())
    if number is None:
        return None
    return _numeric((year, str(number), day), (Order.YMD,))


def _numeric(parts: tuple[str, str, str], orders: tuple[Order, ...]) -> Readings:
    found: Readings = {}
    for order in orders:
        year, month, day = (parts[position] for position in order.value)
        try:
            found[order] = date(_full_year(year), int(month), int(day))
        except ValueError:  # no such month, or no such day in it
            continue
    return found


def _full_year(year: str) -> int:
    """Two digits are a year from 1970 to 2069."""
    if len(year) > 2:
        return int(year)
    return int(year) + (2000 if int(year) < 70 else 1900)
