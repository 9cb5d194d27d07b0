"""The rating history as a drawing: coordinates only, the template draws.

Events stand at equal distances and not at their dates: a ladder that shows months must not give away days.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

WIDTH, HEIGHT = 420, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 12, 12, 12
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_DOTS = 40


@dataclass(frozen=True, slots=True)
class Tick:
    label: int
    y: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """All coordinates are text: a template would write 1.5 as 1,5 in many languages."""

    view_box: str
    provisional: str
    """Points of the line until the player was established, with the first established one as its end."""
    established: str
    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    axis_start: str
    axis_end: str
    label_x: str
    label_anchor: str
    lowest: int | Decimal
    highest: int | Decimal
    latest: int | Decimal


def rating_chart(
    ratings: Sequence[tuple[int | Decimal, bool]], *, right_to_left: bool = False
) -> Chart | None:
    """Shown ratings after each event, oldest first, with whether they were provisional.

    None for fewer than two. Where the language is read from right to left, so is the drawing.
    """
    if len(ratings) < 2:
        return None
    values = [float(rating) for rating, _provisional in ratings]
    ticks = _ticks(min(values), max(values))
    low, high = ticks[0], ticks[-1]

    def x(index: int) -> float:
        along = _LEFT + index * (WIDTH - _LEFT - _RIGHT) / (len(values) - 1)
        return WIDTH - along if right_to_left else along

    def y(value: float) -> float:
        return _TOP + (high - value) * (HEIGHT - _TOP - _BOTTOM) / (high - low)

    places = [(_text(x(index)), _text(y(value))) for index, value in enumerate(values)]
    until = sum(1 for _rating, provisional in ratings if provisional)
    line = [f"{across},{down}" for across, down in places]
    first_dot = 0 if len(places) <= _MOST_DOTS else len(places) - 1
    return Chart(
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        provisional=" ".join(line[: until + 1]) if until else "",
        established=" ".join(line[until:]),
        dots=tuple(
            Dot(*places[index], provisional=ratings[index][1]) for index in range(first_dot, len(places))
        ),
        ticks=tuple(Tick(tick, _text(y(tick))) for tick in ticks),
        axis_start=_text(x(0)),
        axis_end=_text(x(len(values) - 1)),
        label_x=_text(WIDTH - _LEFT + 8 if right_to_left else _LEFT - 8),
        label_anchor="start" if right_to_left else "end",
        lowest=min(rating for rating, _provisional in ratings),
        highest=max(rating for rating, _provisional in ratings),
        latest=ratings[-1][0],
    )


def _ticks(lowest: float, highest: float) -> list[int]:
    """Two to six round numbers around the ratings."""
    step = next((step for step in _STEPS if highest - lowest <= 4 * step), _STEPS[-1])
    first = int(lowest // step) * step
    ticks = [first]
    while ticks[-1] < highest or len(ticks) < 2:
        ticks.append(ticks[-1] + step)
    return ticks


def _text(number: float) -> str:
    return f"{number:.1f}"
