"""Verifying while others work, and in several processes: needs a database that two connections can open."""

import os
import subprocess
import sys
from functools import partial
from random import random
from threading import Event as Flag
from threading import Thread
from time import sleep

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from tests.services.kit import LOST, WON, make_club
from wagtail_ladder import services
from wagtail_ladder.models import Club, Game, Standing

pytestmark = pytest.mark.django_db(transaction=True)


def in_memory():
    """Threads share the one connection of such a database, and processes cannot."""
    return connection.vendor == "sqlite" and connection.is_in_memory_db()


@pytest.fixture
def club(transactional_db):
    if in_memory():
        pytest.skip("needs a database that two connections can open: see the run on a file, and PostgreSQL's")
    return make_club()


@pytest.mark.slow
def test_all_of_this_on_sqlite(tmp_path):
    """This module again, on a database that is a file."""
    if not in_memory():
        pytest.skip("this run has a database that two connections can open")
    done = subprocess.run(  # noqa: S603 - our own tests, by our own Python
        [sys.executable, "-m", "pytest", "-q", "-n0", __file__],
        env={**os.environ, "SQLITE_TEST_FILE": str(tmp_path / "tests.sqlite3")},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "3 skipped" in done.stdout


def in_a_thread(work, errors):
    try:
        work()
    except Exception as error:  # noqa: BLE001 - an error in a thread would go unseen
        errors.append(error)
    finally:
        connections.close_all()


def test_a_verb_at_the_same_time_is_no_false_alarm(club):
    """One thread corrects and merges without pause, the other verifies; each correction moves all numbers."""
    for day in range(3):
        event = club.play("AB1 CD= AC0 BD1", sequence=day + 1)
    game, stop, errors = event.games.get(round=1), Flag(), []

    def work():
        while not stop.is_set():
            for result in (LOST, WON):
                services.correct_game(game, result, reason="again", by=club.arbiter)
            club.undo(club.merge("A", "E"))

    thread = Thread(target=in_a_thread, args=(work, errors))
    thread.start()
    try:
        versions, found = [], []
        for _again in range(25):
            found.append(services.verify_ladder(club.ladder.pk))
            versions.append(Club.objects.values_list("version", flat=True).get(pk=club.club.pk))
            sleep(0.02 * random())  # SQLite gives the lock to whoever asks first, and not in turn
    finally:
        stop.set()
        thread.join(timeout=60)
    assert not errors
    assert [verification.differences for verification in found] == [()] * 25
    own = 2 * (len(versions) - 1)  # a verification takes the lock twice
    assert versions[-1] - versions[0] > own + 5, "nobody else worked meanwhile"


def test_two_rebuilds_and_a_verb_at_once(club):
    event = club.play("AB1 CD= AC0 BD1")
    Game.objects.filter(round=1).update(white_half_points=0, black_half_points=2)
    errors = []
    rebuild = partial(services.rebuild_ladder, club.ladder.pk, by=club.organiser)
    correct = partial(
        services.correct_game, event.games.get(round=2), WON, reason="score sheet", by=club.arbiter
    )
    threads = [Thread(target=in_a_thread, args=(work, errors)) for work in (rebuild, correct, rebuild)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not errors
    assert services.verify_ladder(club.ladder.pk).is_identical


@pytest.mark.slow
def test_two_processes(club, capsys):
    """On the database of this test, whose name only this process knows."""
    club.play("AB1 CD=")
    other = make_club("Elsewhere", prefix="other-")
    other.play("AB1")
    call_command("ladder_verify", "--all", "--jobs=2")
    told = [f"Ladder {ladder.pk}: identical" for ladder in (club.ladder, other.ladder)]
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" (")[0] for line in lines] == told
    Standing.objects.filter(ladder=other.ladder).update(wins=99)
    with pytest.raises(CommandError) as differ:
        call_command("ladder_verify", "--all", "--jobs=2", "--fix")
    assert (differ.value.returncode, str(differ.value)) == (1, "1 of 2 ladders differed.")
    assert capsys.readouterr().out.endswith("    Rebuilt.\n")
    call_command("ladder_rebuild", "--all", "--jobs=2")
    assert services.verify_ladder(other.ladder.pk).is_identical


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["ladder_verify", "ladder_rebuild"])
def test_a_database_in_memory_cannot_be_shared(command):
    if not in_memory():
        pytest.skip("about the other kind of database")
    make_club()
    with pytest.raises(CommandError) as refusal:
        call_command(command, "--all", "--jobs=2")
    assert refusal.value.returncode == 2
    assert str(refusal.value) == (
        "This database is in memory, where no other process can see it: leave --jobs out."
    )
