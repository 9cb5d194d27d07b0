"""A ladder on which there is one of everything, and ways past the verbs."""

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from django.core.management import call_command
from django.core.serializers import serialize
from django.db import connection, transaction

from tests.services.kit import TheClub, entry
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, EntryDecision, Event, Ladder, Player
from wagtail_ladder.services import LeaveOut, Member, Pairing, Result


@dataclass
class Scene:
    """What may be written past the verbs.

    A played in two events, with a start rating; he lost to D the second time, under other rules. E has
    nothing but that he was merged into A. The draft holds a name that is decided, the third event one that
    is not. "irmak" is a member whose initials depend on the language of the club.
    """

    club: TheClub
    first: Event
    second: Event
    draft: Event
    waiting: Event
    decision: Act
    merge: Act

    @classmethod
    def made(cls, club):
        member, by = club.members, club.organiser
        irmak = services.add_player(club.club, "ilhan irmak", by=by)
        club.members["I"] = irmak
        services.set_start_rating(club.ladder, member["A"], 1500, "his rating elsewhere", by=by)
        first = club.play("AB1 CD= AC1 BD0", day=date(2026, 1, 6))
        _byes(club, first)
        services.set_rules(club.ladder, date(2026, 2, 1), k_new=30, start=1000, reason="decided so", by=by)
        second = club.play("DA1 IB1 FA0", day=date(2026, 2, 3), left_out="F")
        club.play("AB1", day=date(2026, 2, 3), sequence=2, unrated="unrated_event", unrated_note="simul")
        draft = club.play("AC1", day=date(2026, 2, 10), publish=False)
        waiting = club.play("AB1", day=date(2026, 3, 3), decide=False)
        services.decide_entries(waiting, {entry(waiting, "A").pk: Member(member["A"].pk)}, by=club.arbiter)
        merge = club.merge("A", "E")
        for event in (first, second, draft, waiting):
            event.refresh_from_db()
        return cls(club, first, second, draft, waiting, first.acts.earliest("pk"), merge)

    @property
    def ladder(self):
        return self.club.ladder

    def player(self, letter):
        return Player.objects.get(pk=self.club.members[letter].pk)

    def game(self):
        """The first game of the second event: D beats A."""
        return self.second.games.get(round=1)

    def entry(self):
        """B in the first event."""
        return entry(self.first, "B")

    def entry_decision(self):
        return EntryDecision.objects.get(entry=self.entry())

    def found(self):
        """The kinds of differences on all ladders."""
        return {
            difference.what
            for ladder_id in Ladder.objects.values_list("pk", flat=True)
            for difference in services.verify_ladder(ladder_id).differences
        }


def _byes(club, event):
    names = {letter: entry(event, letter).pk for letter in "ABCD"}
    services.add_entries(event, ["Typed F", "Typed I"], by=club.arbiter)
    f, i = (entry(event, letter) for letter in "FI")
    services.decide_entries(event, {f.pk: LeaveOut(), i.pk: Member(club.members["I"].pk)}, by=club.arbiter)
    pairings = [
        Pairing(1, names["A"], names["D"], Result(Kind.FORFEIT, 2, 0)),
        Pairing(2, names["B"], names["C"], Result(Kind.PLAYED_UNRATED, 0, 2)),
        Pairing(None, i.pk, None, Result.bye(Kind.BYE_HALF)),
        Pairing(None, f.pk, None, Result.bye(Kind.BYE_ZERO)),
    ]
    services.save_round(event, 5, pairings, by=club.arbiter)


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def save(row, **fields):
    for name, value in fields.items():
        setattr(row, name, value)
    row.save()


def update(row, **fields):
    type(row).objects.filter(pk=row.pk).update(**fields)


def raw_sql(row, **fields):
    """One UPDATE, as somebody at the database's own prompt would write it."""
    for name, value in fields.items():
        field = row._meta.get_field(name)
        stored = field.get_db_prep_save(getattr(value, "pk", value), connection)
        with connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE "{row._meta.db_table}" SET "{field.column}" = %s WHERE id = %s',  # noqa: S608
                [stored, row.pk],
            )


def delete_by_raw_sql(row):
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{row._meta.db_table}" WHERE id = %s', [row.pk])  # noqa: S608


def load_data(folder, row, **fields):
    for name, value in fields.items():
        setattr(row, name, value)
    fixture = folder / "fixture.json"
    fixture.write_text(serialize("json", [row]))
    call_command("loaddata", str(fixture), verbosity=0)


def rows_of_the_table(model):
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')  # noqa: S608
        return [column.name if hasattr(column, "name") else column[0] for column in cursor.description], (
            cursor.fetchall()
        )


def restore_the_table(model, backup):
    """As from the backup of one table: all rows away, the old ones in. Foreign keys are checked later."""
    columns, rows = backup
    table = f'"{model._meta.db_table}"'
    places = ", ".join(["%s"] * len(columns))
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)  # noqa: S608
