"""Compute a ladder again from its export, and compare the result with what the site had stored.

    python recompute.py ladder.json

It needs Python 3.11 and this file, and nothing of the package: the rules of the ladder are written out here a
second time, so that a fault of the one program is not a fault of the other. The document is made by
`manage.py ladder_export`.

Exit codes: 0 the numbers are those of the site, 1 they are not, 2 the file cannot be read.
"""

import json
import sys
from datetime import date
from decimal import Decimal, localcontext
from hashlib import blake2b
from typing import Any

FORMAT, VERSION, ENGINE = "wagtail-ladder", 1, 1
POINT = 1_000_000_000  # a rating point, or a won game: ratings and scores are whole billionths
LARGEST = 2**63
MOST_SHOWN = 20

ONE_SIDED = {"bye_pairing", "bye_full", "bye_half", "bye_zero", "not_paired"}
KINDS = ONE_SIDED | {"played", "played_unrated", "forfeit", "double_forfeit", "scheduled"}
UNRATED_EVENTS = (None, "unrated_event", "variant")
UNRATED_GAMES = (None, "unrated_game", "variant")
DECISIONS = ("member", "left_out", "undecided")
STANDING = (
    "rating", "rated_games", "played_games", "wins", "draws", "losses", "peak", "last_rated_event",
    "first_place",
)  # fmt: skip


class Unreadable(Exception):
    """The file is no export of a ladder; the message says where."""


# ---- Reading -----------------------------------------------------------------------------------------------


def read(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            document = json.load(file)
    except OSError as error:
        raise Unreadable(f"it cannot be opened ({error.strerror})") from None
    except RecursionError:
        raise Unreadable("it is no export of a ladder") from None
    except ValueError as error:  # of JSON, of UTF-8, of a number of too many digits
        raise Unreadable(f"it is not JSON, or not all of it ({error})") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable("it is no export of a ladder")
    if document.get("version") != VERSION:
        raise Unreadable(
            f"it is of version {document.get('version')!r:.20}, and this script reads version {VERSION}: "
            "use the script of the release that made it"
        )
    if document.get("engine") != ENGINE:
        raise Unreadable(
            f"it is of engine {document.get('engine')!r:.20}, and this script knows engine {ENGINE}: "
            "use the script of the release that made it"
        )
    return document


def get(row: Any, where: str, key: str, type_: type, *, none: bool = False) -> Any:
    """A value of the expected type; anything else is told with its place."""
    if not isinstance(row, dict):
        raise Unreadable(f"{where} is no object")
    value = row.get(key, ...)
    if value is ...:
        raise Unreadable(f"{where} has no “{key}”")
    if value is None and none:
        return None
    if type(value) is not type_ or (isinstance(value, int) and not fits(value)):
        raise Unreadable(f"{where} has a “{key}” that cannot be: {value!r:.40}")
    return value


def fits(number: int) -> bool:
    """Whether a database could hold it. Python may not even print what follows from a number far beyond."""
    return -LARGEST < number < LARGEST


def refuse_second(known: Any, key: Any, where: str, what: str) -> None:
    """Of two rows for the same, one would be computed with and nobody would look at the other."""
    if key in known:
        raise Unreadable(f"{where} is for the {what} {key}, as another before it")


def one_of(row: Any, where: str, key: str, choices: Any) -> Any:
    value = get(row, where, key, str, none=True)
    if value not in choices:
        raise Unreadable(f"{where} has a “{key}” that cannot be: {value!r:.40}")
    return value


def get_day(row: Any, where: str, key: str, *, none: bool = False) -> date:
    """None, where it may be, is the beginning of time."""
    text = get(row, where, key, str, none=none)
    try:
        return date.min if text is None else date.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{where} has a “{key}” that is no day: {text!r:.40}") from None


def rows(row: Any, where: str, key: str) -> list[tuple[str, Any]]:
    """The members of a list, each with words for where it stands."""
    members = get(row, where, key, list)
    return [(f"number {number} of “{key}” of {where}", member) for number, member in enumerate(members, 1)]


# ---- The inputs --------------------------------------------------------------------------------------------


def read_rules(document: Any) -> list[tuple[date, int, tuple[tuple[int, int], ...], int]]:
    """(from, start, K bands, provisional below), the first from the beginning of time, in order."""
    found: list[tuple[date, int, tuple[tuple[int, int], ...], int]] = []
    for where, row in rows(document, "the file", "rules"):
        bands = []
        for band_where, band in rows(row, where, "k_bands"):
            if not isinstance(band, list) or [type(number) for number in band] != [int, int]:
                raise Unreadable(f"{band_where} is no pair of whole numbers")
            if not all(map(fits, band)):
                raise Unreadable(f"{band_where} has a number that cannot be: {band!r:.40}")
            bands.append((band[0], band[1]))
        since = get_day(row, where, "from", none=True)
        refuse_second([rules[0] for rules in found], since, where, "day")
        start, below = get(row, where, "start", int), get(row, where, "provisional_below", int)
        found.append((since, start, tuple(bands), below))
    found.sort()
    if not found or found[0][0] != date.min:
        raise Unreadable("it has no rules that are in force from the beginning")
    return found


def read_people(document: Any) -> dict[int, int]:
    """Player -> who he is after all merges."""
    person: dict[int, int] = {}
    for where, row in rows(document, "the file", "players"):
        player = get(row, where, "id", int)
        refuse_second(person, player, where, "player")
        merged_into = get(row, where, "merged_into", int, none=True)
        person[player] = player if merged_into is None else merged_into
    return person


class Event:
    def __init__(self, row: Any, where: str, person: dict[int, int]) -> None:
        self.id = get(row, where, "id", int)
        place = (get(row, where, "sequence", int), get(row, where, "tie_break", int))
        self.key = (get_day(row, where, "day"), *place)
        self.unrated = one_of(row, where, "unrated", UNRATED_EVENTS)
        self.waiting = False
        who: dict[int | None, int | None] = {None: None}
        for entry_where, entry in rows(row, where, "entries"):
            decision = one_of(entry, entry_where, "decision", DECISIONS)
            player = get(entry, entry_where, "player", int, none=True)
            if player is not None and player not in person:
                raise Unreadable(f"{entry_where} is player {player}, who is not in the file")
            self.waiting |= decision == "undecided"
            entry_id = get(entry, entry_where, "id", int)
            refuse_second(who, entry_id, entry_where, "entry")
            who[entry_id] = None if player is None else person[player]
        self.games = [self._game(game, game_where, who) for game_where, game in rows(row, where, "games")]
        self.games.sort(key=_place)

    @staticmethod
    def _game(row: Any, where: str, who: dict[int | None, int | None]) -> tuple[Any, ...]:
        numbers = {
            key: get(row, where, key, int, none=True)
            for key in ("round", "board", "white", "black", "white_half_points", "black_half_points")
        }
        for colour in ("white", "black"):
            if numbers[colour] not in who:
                raise Unreadable(f"{where} seats name {numbers[colour]}, which is not in its event")
            numbers[colour] = who[numbers[colour]]
        kind = one_of(row, where, "kind", KINDS)
        if kind == "played" and None in (numbers["white_half_points"], numbers["black_half_points"]):
            raise Unreadable(f"{where} was played and has no result")
        return *numbers.values(), kind, one_of(row, where, "unrated", UNRATED_GAMES)


def _place(game: tuple[Any, ...]) -> tuple[Any, ...]:
    """Games are hashed in this order, whatever order they are listed in: None comes first."""
    *numbers, kind, unrated = game
    return *((number is not None, number or 0) for number in numbers), kind, str(unrated)


# ---- The rules of the ladder -------------------------------------------------------------------------------


def expected_score(own: int, opponent: int) -> int:
    """1 / (1 + 10 ^ ((opponent - own) / 400)) in billionths, by steps that every machine rounds alike.

    10 ^ (-gap / 400) is a table entry for the whole points and a polynomial for the rest, as the rules of the
    ladder say. Computed for the higher rated; the other expects the exact rest.
    """
    gap = abs(own - opponent) / 1e9 if abs(own - opponent) < 10**15 else 1e6
    whole = int(gap)
    if whole > 3800:
        higher = POINT
    else:
        x = gap - whole
        series = -3.1791853004585566e-08 + x * 4.5752154254385426e-11
        series = 1.0 + x * (-0.005756462732485115 + x * (1.6568431595244994e-05 + x * series))
        higher = int(1e9 / (1.0 + POWERS[whole] * series) + 0.5)
    return higher if own >= opponent else POINT - higher


def powers() -> list[float]:
    """10 ^ (-points / 400)."""
    with localcontext() as context:
        context.prec = 50
        one = Decimal("0.99426007395295665683294593083")
        value, found = Decimal(1), []
        for _ in range(3801):
            found.append(float(value))
            value *= one
    return found


POWERS = powers()


class Standing:
    """A player, from event to event."""

    def __init__(self, first_place: int) -> None:
        self.rating = self.rated_games = 0
        self.wins = self.draws = self.losses = 0
        self.peak: int | None = None
        self.last_rated_event: int | None = None
        self.first_place = first_place

    @property
    def played_games(self) -> int:
        return self.wins + self.draws + self.losses


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def compute(document: Any) -> tuple[str, dict[int, Standing], list[Event]]:
    """The fingerprint, and everybody's standing, after the last event."""
    all_rules, person = read_rules(document), read_people(document)
    events = [Event(row, where, person) for where, row in rows(document, "the file", "events")]
    events.sort(key=lambda event: event.key)
    starts: dict[int, int] = {}
    for where, row in rows(document, "the file", "starts"):
        player = get(row, where, "player", int)
        refuse_second(starts, player, where, "player")
        starts[player] = get(row, where, "points", int)
    chain = digest(f"wagtail-ladder engine {ENGINE}")
    standings: dict[int, Standing] = {}
    for event in events:
        rules = [rules for rules in all_rules if rules[0] <= event.key[0]][-1]
        chain = rate(event, rules, starts, standings, chain)
    return chain, standings, events


def rate(event: Event, rules: Any, starts: dict[int, int], standings: dict[int, Standing], chain: str) -> str:
    """Rate an event, everything with what it was before the event; returns the chained digest."""
    _since, start, bands, below = rules
    day, sequence, tie_break = event.key
    seated = {seat for game in event.games if game[6] != "not_paired" for seat in game[2:4]} - {None}
    # Who appears for the first time stands in an order drawn by lot, from the event's random number.
    for player in sorted(
        seated - set(standings), key=lambda pk: blake2b(f"{tie_break}:{pk}".encode(), digest_size=8).digest()
    ):
        standings[player] = Standing(len(standings) + 1)
    used = {}
    for player in seated:
        if standings[player].rated_games == 0:
            standings[player].rating = starts.get(player, start) * POINT
            if player in starts:
                used[player] = starts[player]
    heading = f"{day.isoformat()} {sequence} {tie_break} {event.unrated} {event.waiting}"
    lines = [chain, heading, f"{start} {bands} {below}", f"{sorted(used.items())}"]
    lines += [" ".join(map(str, game)) for game in event.games]

    surplus, rated = dict.fromkeys(seated, 0), dict.fromkeys(seated, 0)
    for _round, _board, white, black, white_half, black_half, kind, unrated in event.games:
        if kind in ("played", "played_unrated"):
            for player, half in ((white, white_half), (black, black_half)):
                if player is not None and half is not None:
                    count(standings[player], half)
        if event.waiting or event.unrated or kind != "played" or unrated or white is None or black is None:
            continue
        ratings = standings[white].rating, standings[black].rating
        established = [standings[player].rated_games >= below for player in (white, black)]
        expected = expected_score(*ratings)
        for player, half, chances, own, other in (
            (white, white_half, expected, *established),
            (black, black_half, POINT - expected, *reversed(established)),
        ):
            if other or not own:  # a provisional opponent cannot move an established player
                surplus[player] += half * POINT // 2 - chances
                rated[player] += 1
    for player in seated:
        standing = standings[player]
        k = ([k for games, k in bands if standing.rated_games >= games] or [0])[-1]
        standing.rating += k * surplus[player]
        standing.rated_games += rated[player]
        if rated[player]:
            standing.last_rated_event = event.id
        if standing.rated_games >= below and (standing.peak is None or standing.rating > standing.peak):
            standing.peak = standing.rating
    return digest("\n".join(lines))


def count(standing: Standing, half_points: int) -> None:
    if half_points == 2:
        standing.wins += 1
    elif half_points == 1:
        standing.draws += 1
    else:
        standing.losses += 1


# ---- The comparison ----------------------------------------------------------------------------------------


def differences(document: Any, fingerprint: str, standings: dict[int, Standing]) -> list[str]:
    found = []
    stored = get(document, "the file", "fingerprint", str)
    if stored != fingerprint:
        found.append(
            f"The fingerprint of the site is {stored!r:.70}, and computed here it is '{fingerprint}'."
        )
    there: dict[int, list[int | None]] = {}
    for where, row in rows(document, "the file", "standings"):
        player = get(row, where, "player", int)
        refuse_second(there, player, where, "player")
        there[player] = [
            get(row, where, key, int, none=key in ("peak", "last_rated_event")) for key in STANDING
        ]
    for player in sorted(there.keys() | standings.keys()):
        if player not in there:
            found.append(f"Player {player} does not stand on the ladder of the site.")
        elif player not in standings:
            found.append(f"Player {player} stands on the ladder of the site and follows from nothing.")
        else:
            for key, value in zip(STANDING, there[player], strict=True):
                if (here := getattr(standings[player], key)) != value:
                    found.append(
                        f"Player {player}: “{key}” of the site is {value}, and computed here it is {here}."
                    )
    return found


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # a terminal of few letters
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("Name one file, as in: python recompute.py ladder.json", file=sys.stderr)
        return 2
    try:
        document = read(arguments[0])
        fingerprint, standings, events = compute(document)
        found = differences(document, fingerprint, standings)
    except Unreadable as problem:
        print(f"{arguments[0]}: {problem}.", file=sys.stderr)
        return 2
    games = sum(len(event.games) for event in events)
    size = [counted(len(events), "event"), counted(games, "game"), counted(len(standings), "player")]
    print(f"{', '.join(size)}: {fingerprint}")
    for sentence in found[:MOST_SHOWN]:
        print(sentence)
    if len(found) > MOST_SHOWN:
        print(f"And {len(found) - MOST_SHOWN} more.")
    print(f"{counted(len(found), 'difference')}." if found else "The same as on the site, to the last digit.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
