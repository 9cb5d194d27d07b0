"""Writes invented events as TRF16, TRF26 and CSV, so that the readers can be asked for them back.

Shares no code with the readers: the columns are written down here a second time.
"""

from dataclasses import dataclass

from wagtail_ladder.kinds import Kind


@dataclass(frozen=True)
class Game:
    round: int
    white: int
    black: int | None
    result: str
    """The two TRF codes of white and black, or the one of a bye."""


KIND_AND_SCORES = {
    "10": (Kind.PLAYED, 2, 0),
    "01": (Kind.PLAYED, 0, 2),
    "==": (Kind.PLAYED, 1, 1),
    "=0": (Kind.PLAYED, 1, 0),
    "00": (Kind.PLAYED, 0, 0),
    "WL": (Kind.PLAYED_UNRATED, 2, 0),
    "LW": (Kind.PLAYED_UNRATED, 0, 2),
    "DD": (Kind.PLAYED_UNRATED, 1, 1),
    "+-": (Kind.FORFEIT, 2, 0),
    "-+": (Kind.FORFEIT, 0, 2),
    "--": (Kind.DOUBLE_FORFEIT, 0, 0),
    "  ": (Kind.SCHEDULED, None, None),
    "U": (Kind.BYE_PAIRING, 2, None),
    "F": (Kind.BYE_FULL, 2, None),
    "H": (Kind.BYE_HALF, 1, None),
    "Z": (Kind.BYE_ZERO, 0, None),
}
POINTS = {
    "1": 1,
    "=": 0.5,
    "0": 0,
    "W": 1,
    "D": 0.5,
    "L": 0,
    "+": 1,
    "-": 0,
    "U": 1,
    "F": 1,
    "H": 0.5,
    "Z": 0,
    " ": 0,
}
CSV_RESULT = {
    "10": "1-0",
    "01": "0-1",
    "==": "½-½",
    "=0": "½-0",
    "00": "0-0",
    "+-": "+:-",
    "-+": "-:+",
    "--": "-:-",
    "  ": "",
    "U": "bye",
    "F": "full bye",
    "H": "half bye",
    "Z": "zero bye",
}


def expected(games):
    """What the reader should find: a sorted list of (round, white, black, kind, half points …)."""
    return sorted((game.round, game.white, game.black or 0, *KIND_AND_SCORES[game.result]) for game in games)


def found(report):
    return sorted(
        (p.round, p.white, p.black or 0, p.kind, p.white_half_points, p.black_half_points)
        for p in report.pairings
        if p.kind is not Kind.NOT_PAIRED
    )


def player_line(number, name, cells, *, points=0.0, rank=None, tag="001"):
    """`cells`: one string of ten columns a round."""
    line = f"{tag} {number:>4} m    {name:<33.33} 1500 ENG    {90000000 + number} 2001/02/03 "
    line += f"{points:>4.1f} {rank or number:>4}  "
    return (line + "".join(f"{cell:<10}" for cell in cells)).rstrip()


def cell(opponent, colour, result):
    return f"{opponent:>4} {colour} {result}"


def trf(
    names, games, header=("012 Rook Lane Open", "042 2024/03/01", "052 2024/03/03", "032 ENG"), newline="\n"
):
    rounds = max((game.round for game in games), default=0)
    cells = {number: [""] * rounds for number in range(1, len(names) + 1)}
    points = dict.fromkeys(cells, 0.0)
    for game in games:
        codes = game.result
        points[game.white] += POINTS[codes[0]]
        if game.black is None:
            cells[game.white][game.round - 1] = f"0000 - {codes}"
        else:
            points[game.black] += POINTS[codes[1]]
            cells[game.white][game.round - 1] = cell(game.black, "w", codes[0])
            cells[game.black][game.round - 1] = cell(game.white, "b", codes[1])
    players = [player_line(n, name, cells[n], points=points[n]) for n, name in enumerate(names, start=1)]
    return newline.join([*header, *players, ""])


def trf26(names, games):
    """As `trf`, with the records of 2026: rounds, type, and every bye a second time."""
    rounds = max((game.round for game in games), default=0)
    byes = [
        f"240 {game.result} {game.round:>3} {game.white:>4}"
        for game in games
        if game.result in ("F", "H", "Z")
    ]
    header = (
        "012 Rook Lane Open",
        "042 2024/03/01",
        "052 2024/03/03",
        f"062 {len(names)}",
        f"142 {rounds}",
        "192 FIDE_DUTCH_2025",
    )
    return trf(names, games, header) + "\n".join([*byes, ""])


def results_csv(names, games, delimiter=",", newline="\n"):
    rows = [("round", "white", "black", "result")]
    for game in sorted(games, key=lambda game: game.round):
        black = "" if game.black is None else names[game.black - 1]
        rows.append((str(game.round), names[game.white - 1], black, CSV_RESULT[game.result]))
    return newline.join([*(delimiter.join(row) for row in rows), ""])
