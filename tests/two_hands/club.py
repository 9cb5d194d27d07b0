"""A small club in which there is something to do for every verb."""

from datetime import date

from tests.services.calls import report
from tests.services.kit import entry, make_club
from wagtail_ladder import services
from wagtail_ladder.services import Member, Undecide

FIRST_DAY = date(2026, 1, 1)

NAMES = ["Typed A", "Typed B", "Typed E"]
FILES = [
    report(NAMES, [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (2, 0)), (3, 2, 3, "played", (1, 1))]),
    report(NAMES, [(1, 1, 2, "played", (0, 2)), (2, 3, 1, "played", (1, 1)), (3, 2, 3, "played", (2, 0))]),
]
"""Of one event; in the second of them results differ, and one game has the colours the other way round."""


def digest_of(file):
    return str(FILES.index(file)) * 64


def make_busy_club():
    """Two ladders with start ratings, and one with two rule sets; E and G are one person by a merge.

    On Thursday: an event of which the later rounds were split off, two of one day in which one name is left
    out, one deleted, and a draft. Juniors: one that waits for a name, and one from a file.
    """
    club = make_club(letters="ABCDEFG")
    by = club.organiser
    long = club.play("AB1 CD= BE1 EA0", day=date(2026, 1, 2))
    services.split_event(long, 3, last_day=date(2026, 1, 1), by=by, reason="too long")
    club.play("AC1 DF0 BD1", day=date(2026, 1, 3), left_out="F")
    club.play("GA0 CE1", day=date(2026, 1, 3))
    services.delete_event(club.play("AB0 CD1", day=date(2026, 1, 4)), reason="entered twice", by=by)
    club.play("AF1 BC0 DG1", day=date(2026, 1, 5), publish=False)
    services.set_rules(club.ladder, date(2026, 1, 3), k=16, by=by, reason="decided so")
    services.set_start_rating(club.ladder, club.members["A"], 1500, "known", by=by)
    thursday, club.ladder = club.ladder, services.create_ladder(club.club, "Juniors", by=by)
    waiting = club.play("EB1 AD0 CB=", day=date(2026, 1, 3))
    services.decide_entry(entry(waiting, "D"), Undecide(), by=by)
    tournament = services.import_report(
        club.ladder,
        FILES[0],
        by=by,
        name="Open",
        last_day=date(2026, 1, 6),
        source_digest=digest_of(FILES[0]),
    )
    members = zip(tournament.entries.all(), "ABE", strict=True)
    services.decide_entries(
        tournament, {name.pk: Member(club.members[letter].pk) for name, letter in members}, by=by
    )
    services.publish_event(tournament, by=by)
    services.set_start_rating(club.ladder, club.members["C"], 1000, "known", by=by)
    club.merge("E", "G")
    club.ladder = thursday
    return club
