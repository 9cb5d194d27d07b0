"""The rating history as a drawing: coordinates only, the template draws.

A rating stands still between two events and jumps at an event, and so does the line: it is made of level and
upright parts alone, so that nothing is drawn which was not played. Events stand at equal distances and not
at their dates: a ladder that shows months must not give away days.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

WIDTH, HEIGHT = 420, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 12, 24, 12
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_DOTS = 40
_SPARK_WIDTH, _SPARK_HEIGHT, _SPARK_EDGE = 120, 32, 3

Number = int | Decimal


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
class Peak:
    rating: Number
    x: str
    y: str
    label_y: str
    label_anchor: str
    """So that the words stay inside the drawing."""


@dataclass(frozen=True, slots=True)
class Chart:
    """All coordinates are text: a template would write 1.5 as 1,5 in many languages."""

    view_box: str
    provisional: str
    """A path: from the rating before the first event until the player was established."""
    established: str
    """A path. Empty while he is provisional."""
    dots: tuple[Dot, ...]
    """Where each event led to; of a long history the last alone."""
    peak: Peak | None
    seasons: tuple[str, ...]
    """Across: where a season begins."""
    ticks: tuple[Tick, ...]
    axis_start: str
    axis_end: str
    axis_top: str
    axis_bottom: str
    label_x: str
    label_anchor: str
    lowest: Number
    highest: Number
    latest: Number


def rating_chart(
    start: Number,
    ratings: Sequence[tuple[Number, bool]],
    *,
    peak: Number | None = None,
    seasons: Sequence[int] = (),
    right_to_left: bool = False,
) -> Chart | None:
    """Shown ratings after each event, oldest first, with whether they were provisional; None without any.

    `start` is the rating before the first event. `peak` is marked at the first event after which an
    established rating was that. `seasons` are the places in `ratings` of the first event of each season.
    Where the language is read from right to left, so is the drawing.
    """
    if not ratings:
        return None
    levels = [start, *(rating for rating, _provisional in ratings)]
    ticks = _ticks(float(min(levels)), float(max(levels)))
    low, high = ticks[0], ticks[-1]

    def x(place: float) -> float:
        """Event 1 stands at place 1; before it is the start, after the last one the rating of now."""
        along = _LEFT + place * (WIDTH - _LEFT - _RIGHT) / len(levels)
        return WIDTH - along if right_to_left else along

    def y(rating: Number) -> float:
        return _TOP + (high - float(rating)) * (HEIGHT - _TOP - _BOTTOM) / (high - low)

    places = [(_text(x(place)), _text(y(level))) for place, level in enumerate(levels)]
    end = _text(x(len(levels)))
    established = next((place for place, (_r, guess) in enumerate(ratings, 1) if not guess), None)
    first_dot = 1 if len(ratings) <= _MOST_DOTS else len(ratings)
    return Chart(
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        provisional=_steps(places[:established], end)
        if established is None
        else _steps(places[:established], *places[established]),
        established="" if established is None else _steps(places[established:], end),
        dots=tuple(
            Dot(*places[place], provisional=ratings[place - 1][1]) for place in range(first_dot, len(places))
        ),
        peak=_peak(ratings, peak, places),
        seasons=tuple(_text(x(place + 0.5)) for place in seasons if place > 0),
        ticks=tuple(Tick(tick, _text(y(tick))) for tick in ticks),
        axis_start=_text(x(0)),
        axis_end=end,
        axis_top=_text(_TOP),
        axis_bottom=_text(HEIGHT - _BOTTOM),
        label_x=_text(WIDTH - _LEFT + 8 if right_to_left else _LEFT - 8),
        label_anchor="start" if right_to_left else "end",
        lowest=min(levels),
        highest=max(levels),
        latest=levels[-1],
    )


@dataclass(frozen=True, slots=True)
class Sparkline:
    """The same line, small, without a word or a number; coordinates are text."""

    view_box: str
    line: str
    """A path."""
    x: str
    """Where it ends: the rating of now."""
    y: str


def sparkline(ratings: Sequence[Number], *, right_to_left: bool = False) -> Sparkline | None:
    """Shown ratings one after another, oldest first; None without any. One alone is a level line."""
    if not ratings:
        return None
    low, high = float(min(ratings)), float(max(ratings))

    def x(place: int) -> float:
        along = _SPARK_EDGE + place * (_SPARK_WIDTH - 2 * _SPARK_EDGE) / len(ratings)
        return _SPARK_WIDTH - along if right_to_left else along

    def y(rating: Number) -> float:
        if low == high:
            return _SPARK_HEIGHT / 2
        return _SPARK_EDGE + (high - float(rating)) * (_SPARK_HEIGHT - 2 * _SPARK_EDGE) / (high - low)

    places = [(_text(x(place)), _text(y(rating))) for place, rating in enumerate(ratings)]
    end = _text(x(len(ratings)))
    return Sparkline(f"0 0 {_SPARK_WIDTH} {_SPARK_HEIGHT}", _steps(places, end), end, places[-1][1])


def _steps(places: Sequence[tuple[str, str]], across: str, down: str | None = None) -> str:
    """A path of level and upright parts from the first place to `across`, and there to `down`."""

    def parts() -> Iterator[str]:
        level = places[0][1]
        yield "M{} {}".format(*places[0])
        for place_x, place_y in places[1:]:
            yield f"H{place_x}"
            if place_y != level:
                yield f"V{place_y}"
            level = place_y
        yield f"H{across}"
        if down is not None and down != level:
            yield f"V{down}"

    return "".join(parts())


def _peak(
    ratings: Sequence[tuple[Number, bool]], peak: Number | None, places: Sequence[tuple[str, str]]
) -> Peak | None:
    for place, (rating, provisional) in enumerate(ratings, start=1):
        if rating == peak and not provisional:
            across, down = places[place]
            third = int(float(across) * 3 / WIDTH)
            return Peak(
                rating, across, down, _text(float(down) - 10), ("start", "middle", "end")[min(third, 2)]
            )
    return None


def _ticks(lowest: float, highest: float) -> list[int]:
    """Two to six round numbers around the ratings."""
    step = next((step for step in _STEPS if highest - lowest <= 4 * step), _STEPS[-1])
    first = int(lowest // step) * step
    ticks = [first]
    while ticks[-1] < highest or len(ticks) < 2:
        ticks.append(ticks[-1] + step)
    return ticks


def _text(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
