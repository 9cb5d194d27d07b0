"""All numbers of one answer come from one replay."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from ...models import Club, Ladder

_READINGS = 3
_REPLAY = ("replayed_at", "replayed_games")

T = TypeVar("T")


def of_one_replay(ladder: Ladder, read: Callable[[], T]) -> T:
    """What `read` makes of the stored numbers of `ladder`, all of them of the replay that it names.

    A page takes several statements, and each sees what is committed by then (PostgreSQL as Django uses it,
    and SQLite outside a transaction): a replay in between would put the table of one history beside the
    changes of another. Every replay has a time of its own: where it is the same afterwards as when `ladder`
    was loaded, none came in between. Else `ladder` is brought up to date, and everything is read again.
    A transaction that sees one state all along would cost each page three statements; this costs one.
    """
    for _reading in range(_READINGS):
        try:
            found = read()
        except Exception:
            # A player who is on the ladder since, an event that is not: torn in two, it fails in any way.
            if not _replayed_meanwhile(ladder):
                raise
        else:
            if not _replayed_meanwhile(ladder):
                return found
    with transaction.atomic():  # which in SQLite is enough; on PostgreSQL it is the lock that holds verbs off
        Club.objects.select_for_update().get(pk=ladder.club_id)
        ladder.refresh_from_db(fields=_REPLAY)
        return read()


def of_one_statement(ladder: Ladder, read: Callable[[], T]) -> T:
    """The same where a single statement reads all numbers, and with them of which replay they are.

    That needs no look afterwards: a statement sees one state. What is read beside them may be of another, as
    the name of somebody who was merged meanwhile, which is not found: then it is read again.
    """
    try:
        return read()
    except LookupError:
        return of_one_replay(ladder, read)


def _replayed_meanwhile(ladder: Ladder) -> bool:
    before = ladder.replayed_at
    ladder.refresh_from_db(fields=_REPLAY)
    return ladder.replayed_at != before
