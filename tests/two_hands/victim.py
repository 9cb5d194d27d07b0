"""A program that calls verbs and can be killed at any point of them.

    python -m tests.two_hands.victim <name of the database>

For each line that it reads, [verb, seed] in JSON, it makes a child process: an organiser of the one club that
there is, to whom chance with that seed tells what to do. It writes a line `R` when it is ready; then for each
child a line with its process id, and one that grows: `.` before every statement that the verb sends to the
database, `D` when the verb is done, after which the child waits to be killed, and `X` when the child is gone.
"""

import json
import os
import sys
from random import Random
from time import sleep

TOLD = 1
"""The descriptor of the standard output."""
LONGEST_WAIT = 60
"""Seconds after which a child goes that nobody kills."""


def main(database):
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    from . import editor  # noqa: F401 - once, and not in every child

    os.write(TOLD, b"R\n")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            be_killed(*json.loads(line))
        os.waitpid(child, 0)
        os.write(TOLD, b"X\n")


def be_killed(verb, seed):
    from django.contrib.auth import get_user_model
    from django.db import connection

    from wagtail_ladder.models import Club

    from .editor import Editor
    from .state import draw_identifiers_anew

    def tell(execute, *statement):
        os.write(TOLD, b".")
        return execute(*statement)

    organiser = get_user_model().objects.get(username="organiser")
    intent = Editor(Club.objects.get(), organiser, Random(seed)).finds(verb)
    draw_identifiers_anew()
    os.write(TOLD, b"%d\n" % os.getpid())
    with connection.execute_wrapper(tell):
        intent.call()
    os.write(TOLD, b"D")
    sleep(LONGEST_WAIT)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
