"""The simulated evenings: possible pairings, plausible results, the same on every machine."""

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from example_site.home.example import people
from example_site.home.example.evenings import Member, as_csv, present, round_robin, swiss, table
from wagtail_ladder.reports import read

CLUB = [Member(f"Player {letter}", 1000 + 50 * number) for number, letter in enumerate("ABCDEFGHIJKLM")]


def sides(rows, number):
    return [
        side.name
        for row in rows
        if row.round == number
        for side in (row.white, row.black)
        if side is not None
    ]


@pytest.mark.parametrize("count", [2, 5, 8, 12, 13])
def test_everybody_sits_once_in_each_round_of_a_swiss_evening(count):
    rows = swiss(CLUB[:count], 3, 0, Random(1))
    for number in (1, 2, 3):
        assert sorted(sides(rows, number)) == sorted(member.name for member in CLUB[:count])


def test_nobody_meets_twice_where_there_are_enough_opponents():
    rows = swiss(CLUB[:12], 4, 0, Random(2))
    pairs = Counter(frozenset((row.white.name, row.black.name)) for row in rows if row.black)
    assert max(pairs.values()) == 1


def test_in_a_round_robin_everybody_meets_everybody_once():
    rows = round_robin(CLUB[:9], 0, Random(3))
    pairs = Counter(frozenset((row.white.name, row.black.name)) for row in rows if row.black)
    assert len(pairs) == 36 and set(pairs.values()) == {1}
    for number in range(1, 10):
        assert sorted(sides(rows, number)) == sorted(member.name for member in CLUB[:9])


def test_the_stronger_win_more_often():
    strong, weak = Member("Strong", 1600), Member("Weak", 1300)
    rng = Random(4)
    points = Counter()
    for _game in range(400):
        (row,) = (row for row in swiss([strong, weak], 1, 0, rng, forfeits=0.0))
        won = {"1-0": row.white, "0-1": row.black, "½-½": None}[row.result]
        for member in (strong, weak):
            points[member.name] += 1 if member is won else 0.5 if won is None else 0
    # 300 points apart, the logistic curve gives 0.849; four standard deviations of 400 games are 0.07.
    assert points["Strong"] / 400 == pytest.approx(0.849, abs=0.07)


def test_members_come_after_they_joined_and_before_they_left():
    members = [Member("Early", 1200, leaves=5, keenness=1.0), Member("Late", 1200, joins=5, keenness=0.0)]
    assert [member.name for member in present(members, 4, Random(5))] == ["Early"]
    assert [member.name for member in present(members, 5, Random(5))] == ["Late"]


def test_a_table_is_sorted_by_points_in_half_steps():
    points = [points for _member, points in table(CLUB, 0, Random(6))]
    assert points == sorted(points, reverse=True)
    assert all(2 * number == int(2 * number) and number >= 0 for number in points)


def test_the_file_of_an_evening_is_read_without_errors():
    rows = swiss(CLUB, 4, 0, Random(7), forfeits=0.3)
    reading = read(as_csv(rows, {member.name: member.name for member in CLUB}).encode(), "results.csv")
    assert not reading.has_errors
    (report,) = reading.reports
    assert len(report.players) == 13
    assert len(report.pairings) == len(rows)


ONE_EVENING = """
from random import Random
from example_site.home.example import people
from example_site.home.example.evenings import as_csv, present, swiss
members = people.english_club(93)
here = present(members, 40, Random("a"))
print(as_csv(swiss(here, 4, 40, Random("b")), {member.name: member.name for member in members}))
"""


def test_the_same_seed_gives_the_same_evening_under_every_hash_seed():
    outputs = {
        subprocess.run(  # noqa: S603 - the program is above
            [sys.executable, "-c", ONE_EVENING],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    "text",
    [
        people.ENGLISH + "," + people.ENGLISH_JUNIORS,
        people.TURKISH,
        people.GREEK,
        people.UKRAINIAN,
        people.PERSIAN,
    ],
    ids=["en", "tr", "el", "uk", "fa"],
)
def test_no_name_occurs_twice_in_a_club(text):
    found = people.names(text)
    assert all(found)
    assert len(found) == len(set(found))
