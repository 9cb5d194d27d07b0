"""Several threads on one database, which must be one that two connections can open."""

import os
import subprocess
import sys
from threading import Barrier, Thread

from django.db import connection, connections

from wagtail_ladder.services import LadderError


def in_memory():
    """Threads share the one connection of such a database, and processes cannot see it."""
    return connection.vendor == "sqlite" and connection.is_in_memory_db()


NEEDS_A_FILE = "needs a database that two connections can open: see the run on a file, and PostgreSQL's"


def run_on_a_file(database, *modules):
    """What pytest says of these modules on a new SQLite database that is a file. All must pass."""
    done = subprocess.run(  # noqa: S603 - our own tests, by our own Python
        [sys.executable, "-m", "pytest", "-q", "-n0", *map(str, modules)],
        env={**os.environ, "SQLITE_TEST_FILE": str(database)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    return done.stdout


def at_once(*calls):
    """What each of the calls raised, or None; in the order of the calls. Only our own errors may come."""
    start, outcomes = Barrier(len(calls), timeout=30), [RuntimeError("it hangs")] * len(calls)

    def run(number, call):
        try:
            start.wait()
            call()
            outcomes[number] = None
        except Exception as error:  # noqa: BLE001 - an error in a thread would go unseen
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=numbered) for numbered in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    for error in outcomes:
        if error is not None and not isinstance(error, LadderError):
            raise error
    return outcomes
