"""Club evenings that could have been: Swiss-like pairings, and results that follow hidden strengths.

Pure: the same seed gives the same evenings, on every machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random


@dataclass(frozen=True)
class Member:
    """`strength` is what the ladder does not know and slowly finds out."""

    name: str
    strength: float
    joins: int = 0
    """The first evening (counted from 0 over all seasons) that the member may attend."""
    leaves: int = 10_000
    keenness: float = 0.5
    """How likely the member is to attend an evening."""
    growth: float = 0.0
    """Points of strength gained per evening: juniors learn."""
    is_adult: bool = True

    def strength_at(self, evening: int) -> float:
        return self.strength + self.growth * max(0, evening - self.joins)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a results file. Of a bye, `black` is None."""

    round: int
    board: int | None
    white: Member
    black: Member | None
    result: str


@dataclass
class _Seat:
    member: Member
    strength: float
    half_points: int = 0
    whites: int = 0
    had_bye: bool = False
    met: set[str] = field(default_factory=set)


def present(members: Iterable[Member], evening: int, rng: Random) -> list[Member]:
    """Who comes: those who are members by then, as keenness and chance will have it."""
    return [
        member
        for member in members
        if member.joins <= evening < member.leaves
        and (member.joins == evening or rng.random() < member.keenness)
    ]


def swiss(
    members: Sequence[Member], rounds: int, evening: int, rng: Random, *, forfeits: float = 0.01
) -> list[Row]:
    """The rows of a Swiss evening: equal scores meet, nobody meets twice if it can be helped."""
    seats = [_Seat(member, member.strength_at(evening)) for member in members]
    rows: list[Row] = []
    for number in range(1, rounds + 1):
        rng.shuffle(seats)
        seats.sort(key=lambda seat: -seat.half_points)
        waiting = list(seats)
        if number == 1 and len(waiting) > 8 and rng.random() < 0.25:
            late = waiting.pop()
            late.half_points += 1
            rows.append(Row(number, None, late.member, None, "half bye"))
        if len(waiting) % 2:
            rows.append(_bye(number, waiting))
        board = 0
        while waiting:
            board += 1
            one = waiting.pop(0)
            other = next((seat for seat in waiting if seat.member.name not in one.met), waiting[0])
            waiting.remove(other)
            white, black = (one, other) if one.whites <= other.whites else (other, one)
            rows.append(_game(number, board, white, black, rng, forfeits))
    return rows


def round_robin(members: Sequence[Member], evening: int, rng: Random) -> list[Row]:
    """Everybody against everybody, by the circle method; with an odd number one sits out each round."""
    seats: list[_Seat | None] = [_Seat(member, member.strength_at(evening)) for member in members]
    if len(seats) % 2:
        seats.append(None)
    rows = []
    for number in range(1, len(seats)):
        half = len(seats) // 2
        for board, (one, other) in enumerate(zip(seats[:half], reversed(seats[half:]), strict=True), start=1):
            if one is None or other is None:
                seat = one or other
                rows.append(Row(number, None, seat.member, None, "zero bye"))
            else:
                white, black = (one, other) if (number + board) % 2 else (other, one)
                rows.append(_game(number, board, white, black, rng, 0.0))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rows


def table(members: Sequence[Member], evening: int, rng: Random) -> list[tuple[Member, float]]:
    """Points of an evening without games, as bughouse: half luck, half strength."""
    points = {
        member.name: round(2 * max(0.0, rng.gauss(7 + (member.strength_at(evening) - 1300) / 150, 2.5))) / 2
        for member in members
    }
    return sorted(((member, points[member.name]) for member in members), key=lambda row: -row[1])


def as_csv(rows: Iterable[Row], typed: dict[str, str]) -> str:
    """A results file as a club secretary keeps it; `typed` gives the name as typed for a member's name."""
    lines = ["round;board;white;black;result"]
    for row in rows:
        black = typed[row.black.name] if row.black else ""
        lines.append(f"{row.round};{row.board or ''};{typed[row.white.name]};{black};{row.result}")
    return "\n".join(lines) + "\n"


def _bye(number: int, waiting: list[_Seat]) -> Row:
    """The lowest who had none yet gets the point; takes the seat out of `waiting`."""
    seat = next((seat for seat in reversed(waiting) if not seat.had_bye), waiting[-1])
    waiting.remove(seat)
    seat.had_bye = True
    seat.half_points += 2
    return Row(number, None, seat.member, None, "bye")


def _game(number: int, board: int, white: _Seat, black: _Seat, rng: Random, forfeits: float) -> Row:
    result = _forfeit(rng) if rng.random() < forfeits else _result(white, black, rng)
    white_half, black_half = _HALF_POINTS[result]
    white.half_points += white_half
    black.half_points += black_half
    white.whites += 1
    white.met.add(black.member.name)
    black.met.add(white.member.name)
    return Row(number, board, white.member, black.member, result)


_HALF_POINTS = {"1-0": (2, 0), "0-1": (0, 2), "½-½": (1, 1), "+:-": (2, 0), "-:+": (0, 2), "-:-": (0, 0)}


def _forfeit(rng: Random) -> str:
    return rng.choices(["+:-", "-:+", "-:-"], [6, 6, 1])[0]


def _result(white: _Seat, black: _Seat, rng: Random) -> str:
    """The logistic curve, with 30 points for the first move and most draws between equals."""
    expected = 1 / (1 + 10 ** ((black.strength - white.strength - 30) / 400))
    draw = 0.28 * 4 * expected * (1 - expected)
    return rng.choices(["1-0", "½-½", "0-1"], [expected - draw / 2, draw, 1 - expected - draw / 2])[0]
