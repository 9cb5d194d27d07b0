"""The lines about the event: name, days, rounds, scoring."""

import re
from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from .. import dates
from ..issues import Remarks
from ..limits import MAX_NAME, MAX_ROUNDS
from ..text import clean
from ..types import Where
from .layout import FIRST_ROUND, ROUND_WIDTH
from .scoring import SCORING_TAGS, Scoring

_ROUND_ROBIN = re.compile(
    r"round.?robin|all.?play.?all|berger|rundenturnier|toutes.?rondes|todos contra todos"
)
_SWISS = re.compile(r"swiss|schweiz|suisse|suizo|sviz|isviçre|швейцар|ελβετικ|dutch|dubov|burstein|lim\b")
_OTHER = re.compile(r"team|knock|k\.?o\.?\b|arena|scheveningen|match")


_LONGEST = 500  # of a line that is searched for values


class Days(NamedTuple):
    first: date | None
    last: date | None
    choices: tuple[date, ...]
    """The readings of the last day, where it is not certain."""
    rounds: tuple[date | None, ...]


class Header:
    """What the file says about the event. `read` takes one line, the rest is for afterwards."""

    def __init__(self, remarks: Remarks):
        self._remarks = remarks
        self.name = ""
        self.federation = ""
        self.format = ""
        self.scoring = Scoring()
        self.declared_players: int | None = None
        self.abnormal_points: dict[int, Decimal] = defaultdict(Decimal)
        """Bonus and penalty points of TRF26, by player."""
        self.is_team_event = False
        self._round_readings: list[dates.Readings | None] = []
        self._rounds: dict[str, int] = {}
        self._days: dict[str, tuple[str, dates.Readings, Where]] = {}
        self._impossible: set[str] = set()

    @property
    def declared_rounds(self) -> int | None:
        return self._rounds.get("142", self._rounds.get("XXR"))

    def read(self, tag: str, line: str, number: int) -> bool:
        """Take in one line. False if the tag is none of the header's."""
        value = clean(line[4:_LONGEST])
        where = Where(number, 5, max(5, len(line)), value[:40])
        if tag == "012":
            self._read_name(clean(line[4:]), where)
        elif tag == "032":
            self.federation = value if re.fullmatch("[A-Z]{3}", value) else ""
        elif tag in ("042", "052"):
            self._read_day(tag, value, where)
        elif tag == "062":
            # "129 (88)": players, and of them rated
            self.declared_players = self._number(tag, re.sub(r"\(.*\)|/.*", "", value).strip(), where)
        elif tag == "082":
            self.is_team_event |= value.isdecimal() and value.strip("0") != ""
        elif tag in ("092", "192"):
            self._read_format(value.lower())
            self.is_team_event |= tag == "192" and value.startswith("FIDE_TEAM")
        elif tag == "132":
            self._read_round_dates(line, number)
        elif tag in ("142", "XXR"):
            if (rounds := self._number(tag, value, where)) is not None:
                self._rounds[tag] = rounds
        elif tag in SCORING_TAGS:
            if not self.scoring.read(tag, value):
                self._remarks.add("value_unreadable", where, text=value[:40], tag=tag)
        elif tag == "299":
            self._read_abnormal_points(line, where)
        else:
            return False
        return True

    def days(self) -> Days:
        """What the file says about the days of the event, and whatever is doubtful about it."""
        start, end = (self._days.get(tag) for tag in ("042", "052"))
        known = [day for day in self._rounds_in(None, None) if day]
        possible = dates.event_days(start and start[1], end and end[1], known)
        first_days = list(dict.fromkeys(first for first, _ in possible if first))
        last_days = list(dict.fromkeys(last for _, last in possible if last))
        first_day = first_days[0] if len(first_days) == 1 else None
        last_day = last_days[0] if len(last_days) == 1 else None
        rounds = self._rounds_in(first_day, last_day)
        if end is None:
            if "052" not in self._impossible:
                self._remarks.add("last_day_missing")
            return Days(first_day, None, tuple(sorted({*sorted(known)[-1:], *first_days})), rounds)
        if last_day is None:
            self._remarks.add("day_ambiguous", end[2], text=end[0])
            return Days(first_day, None, tuple(sorted(last_days)), rounds)
        if first_day and first_day > last_day:
            self._remarks.add("days_reversed", end[2])
            return Days(first_day, None, (last_day, first_day), rounds)
        if any(day > last_day or (first_day and day < first_day) for day in known):
            self._remarks.add("round_dates_outside", end[2])
        return Days(first_day, last_day, (), rounds)

    def _read_name(self, value: str, where: Where) -> None:
        if len(value) > MAX_NAME:
            self._remarks.add("name_too_long", where, length=len(value), limit=MAX_NAME)
        self.name = value

    def _read_day(self, tag: str, value: str, where: Where) -> None:
        if not value:
            return
        found = dates.readings(value)
        if found:
            self._days[tag] = value, found, where
        elif found is None:
            self._remarks.add("date_unread", where, text=value[:40])
        else:
            self._impossible.add(tag)
            self._remarks.add("date_impossible", where, text=value[:40])

    def _read_format(self, value: str) -> None:
        for pattern, name in ((_ROUND_ROBIN, "round_robin"), (_OTHER, "other"), (_SWISS, "swiss")):
            if pattern.search(value):
                self.format = name
                return

    def _read_round_dates(self, line: str, number: int) -> None:
        end = min(len(line.rstrip()), FIRST_ROUND + ROUND_WIDTH * MAX_ROUNDS)
        for start in range(FIRST_ROUND, end, ROUND_WIDTH):
            text = line[start : start + ROUND_WIDTH].strip()
            found = dates.readings(text, all_orders=True) if text else None
            if text and not found:
                self._remarks.add("date_unread", Where(number, start + 1, start + 9, text), text=text)
            self._round_readings.append(found)

    def _rounds_in(self, first_day: date | None, last_day: date | None) -> tuple[date | None, ...]:
        """The dates of the rounds, once the days of the event are known.

        The standard wants YY/MM/DD. Another order (11.25.02 for 25 February 2011 is a real one) is believed
        only if it puts every round inside the event.
        """
        orders = dates.in_one_order([day for day in self._round_readings if day])
        if dates.Order.YMD in orders:
            chosen = dates.Order.YMD
        else:
            inside = [
                order
                for order, days in orders.items()
                if first_day and last_day and first_day <= min(days) and max(days) <= last_day
            ]
            if len(inside) != 1:
                return ()
            chosen = inside[0]
        return tuple(day[chosen] if day else None for day in self._round_readings)

    def _read_abnormal_points(self, line: str, where: Where) -> None:
        """Column 5 the type, 14-17 points, from 24 the players. Only a bonus or penalty (no type) counts."""
        points = re.fullmatch(r" *(-?\d+\.\d)", line[13:17])
        players = line[23:_LONGEST].split()
        if line[4:5].strip():
            return
        if not points or not all(player.isdecimal() and len(player) < 5 for player in players):
            self._remarks.add("value_unreadable", where, text=where.excerpt, tag="299")
            return
        for player in players:
            self.abnormal_points[int(player)] += Decimal(points[1])

    def _number(self, tag: str, value: str, where: Where) -> int | None:
        if value.isdecimal() and len(value) < 6:
            return int(value)
        if value:
            self._remarks.add("value_unreadable", where, text=value[:40], tag=tag)
        return None
