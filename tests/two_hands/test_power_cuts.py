"""A power cut in the middle of a verb: afterwards it is wholly there, or it never was."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from random import Random
from time import sleep

import pytest
from django.db import connection
from django.db.models import F

from wagtail_ladder import services
from wagtail_ladder.models import RatingChange, Standing
from wagtail_ladder.services import LadderError

from .editor import Editor
from .soak import SEED, how_many
from .state import draw_anew, put_back, rolled_back, taken, taken_when_quiet, without_times

pytestmark = pytest.mark.django_db(transaction=True)

VERBS = ("publish_event", "correct_game", "merge_players", "rebuild_ladder")
EVERYTHING = 10_000
"""Statements: more than any verb sends."""
LONGEST_STATEMENT = 0.003
"""Seconds, about: the cut comes at any moment of one."""


@pytest.mark.slow
def test_a_power_cut_at_any_moment_of_a_verb(shared_club, capsys):
    """`when`: before the verb had begun, inside of it, or after it. `found`: whether it is there."""
    begun, cuts = taken(), how_many(suite=10, soak=200)
    found = Counter()
    with victim() as cut_after:
        for number in range(cuts):
            verb, seed = VERBS[number % len(VERBS)], f"{SEED}/{number}"
            told = f"SOAK_SEED={SEED}, cut {number}: {verb}"
            if verb == "rebuild_ladder":
                make_wrong()
            before = taken()
            seed, statements, done = what_it_would_be(shared_club, verb, seed)
            draw_anew()
            chance = Random(seed)
            # Often near the end: that is where it is decided.
            last = [statements, statements + 1, statements + 2, EVERYTHING]
            at = chance.choice([0, *[chance.randint(1, statements) for _often in range(8)], *last])
            when = cut_after(verb, seed, at, chance.uniform(0, LONGEST_STATEMENT))
            after = without_times(taken_when_quiet())
            is_there = after == done
            assert is_there or after == without_times(before), told
            assert when != "after" or is_there, f"{told}: it was done, and is lost"
            assert when != "before" or not is_there, told
            found[when, "there" if is_there else "absent"] += 1
            ladders = shared_club.club.ladders.all()
            identical = [services.verify_ladder(ladder.pk).is_identical for ladder in ladders]
            if verb == "rebuild_ladder":
                assert any(identical) == is_there, told
            else:
                assert all(identical), told
            put_back(begun)
    counted = ", ".join(f"{when} and {what}: {times}" for (when, what), times in sorted(found.items()))
    with capsys.disabled():
        print(f"\n{cuts} power cuts (SOAK_SEED={SEED}): {counted}")  # noqa: T201
    assert found["inside", "absent"] >= cuts / 10, "hardly a cut was inside a transaction"


def make_wrong():
    """Of every ladder, by hand: else a rebuild would have nothing to do."""
    RatingChange.objects.update(rating_after=F("rating_after") + 1)
    Standing.objects.update(wins=F("wins") + 1)


def what_it_would_be(club, verb, seed):
    """(a seed by which the verb is not refused, how many statements it takes, what is stored afterwards)"""
    sent = []

    def count(execute, *statement):
        sent.append(statement)
        return execute(*statement)

    for again in range(1000):
        attempt = f"{seed}/{again}"
        with rolled_back():
            try:
                intent = Editor(club.club, club.organiser, Random(attempt)).finds(verb)
                sent.clear()
                with connection.execute_wrapper(count):
                    intent.call()
            except LadderError:
                continue
            return attempt, len(sent), without_times(taken())
    raise AssertionError(f"{verb} is always refused")


@contextmanager
def victim():
    """A function (verb, seed, statements, seconds) -> when the child of `victim.py` was killed.

    It is killed so many seconds after it has begun so many statements.
    """
    connection.close()
    command = [sys.executable, "-m", "tests.two_hands.victim", str(connection.settings_dict["NAME"])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as program:  # noqa: S603

        def cut_after(verb, seed, statements, seconds):
            program.stdin.write(json.dumps([verb, seed]).encode() + b"\n")
            child, said = int(program.stdout.readline()), b""
            while said.count(b".") < statements and said[-1:] not in (b"D", b"\n"):
                said += program.stdout.read(1)
            sleep(seconds)
            os.kill(child, signal.SIGKILL)
            while not said.endswith(b"X\n"):
                said += program.stdout.read(1)
            return "after" if b"D" in said else "inside" if b"." in said else "before"

        assert program.stdout.readline() == b"R\n"
        yield cut_after
        program.stdin.close()
