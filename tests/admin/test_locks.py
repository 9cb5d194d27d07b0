"""Whatever writes to a club takes the club's lock first, views with a transaction of their own included.

In SQLite a transaction that has read before it writes cannot wait for another: it fails as "database is
locked" where somebody wrote in between.
"""

from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import Group
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.services.kit import make_club
from wagtail_ladder import services
from wagtail_ladder.admin.disclosure import disclosures
from wagtail_ladder.models import Visibility

from .test_groups import MANAGEMENT

REPORT = b"""012 Club evening
001    1      Ann                               1200                             1.0    1     2 w 1
001    2      Bo                                1200                             0.0    2     1 b 0
"""


@pytest.fixture
def club(db):
    return make_club()


@pytest.fixture
def statements(club):
    """What the outermost transactions of a POST that write our tables begin with."""

    def post(address, **fields):
        client = Client()
        client.force_login(club.superuser)
        with CaptureQueriesContext(connection) as captured:
            response = client.post(address, fields)
        assert response.status_code == 302, response.content.decode()
        return [
            statements[0]
            for statements in transactions(query["sql"] for query in captured.captured_queries)
            if any(writes_ours(sql) for sql in statements)
        ]

    return post


def transactions(queries):
    """The statements of each outermost savepoint: a test runs in a transaction already."""
    depth, found = 0, []
    for sql in queries:
        if sql.startswith("SAVEPOINT"):
            depth += 1
            if depth == 1:
                found.append([])
        elif sql.startswith("RELEASE SAVEPOINT"):
            depth -= 1
        elif depth:
            found[-1].append(sql)
    return found


def writes_ours(sql):
    return sql.startswith(("INSERT", "UPDATE", "DELETE")) and '"wagtail_ladder_' in sql


def assert_locked_first(found):
    assert found
    for sql in found:
        assert sql.startswith('UPDATE "wagtail_ladder_club" SET "version"')


def test_names_picked_and_typed(club, statements):
    event = club.play("AB1", publish=False)
    fields = {"version": event.version, "member": [club.members["C"].pk], "names": "Dee"}
    assert_locked_first(statements(f"/admin/ladders/events/{event.pk}/entries/", **fields))
    assert event.entries.count() == 4


def test_a_file_that_becomes_an_event(club, statements):
    upload = services.store_upload(club.ladder, "evening.trf", REPORT, by=club.superuser)
    found = statements(
        f"/admin/ladders/events/uploads/{upload.token}/", name="Evening", last_day="2026-01-06"
    )
    assert_locked_first(found)
    assert club.ladder.events.count() == 1


def test_a_look_ahead_at_what_becomes_visible(club):
    club.play("AB1")
    with CaptureQueriesContext(connection) as captured:
        (shown,) = disclosures(
            [club.ladder],
            lambda: services.change_ladder(club.ladder, by=club.superuser, visibility=Visibility.PUBLIC),
        )
    assert shown.to_more_people
    (look,) = transactions(query["sql"] for query in captured.captured_queries)
    assert_locked_first(look[:1])
    assert not any("logentry" in sql for sql in look)
    club.ladder.refresh_from_db()
    assert club.ladder.visibility == Visibility.ORGANISERS


def test_the_roles_of_a_group(club, statements):
    group = Group.objects.create(name="Teachers")
    found = statements(
        f"/admin/groups/edit/{group.pk}/",
        name="Teachers",
        **MANAGEMENT,
        **{"ladder_roles-organises": [club.club.pk]},
    )
    assert_locked_first(found)
    assert group.club_permissions.count() == 1


def test_roles_granted_by_a_program(club):
    group = Group.objects.create(name="Teachers")
    with CaptureQueriesContext(connection) as captured:
        services.grant_roles(group, {(club.club.pk, "organiser")}, by=club.superuser)
    assert_locked_first(
        [part[0] for part in transactions(query["sql"] for query in captured.captured_queries)]
    )


@pytest.mark.django_db(transaction=True)
def test_looking_ahead_while_somebody_else_writes():
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip("threads share an in-memory SQLite database's one connection")
    club = make_club()
    group = Group.objects.create(name="Teachers")
    start, errors = Barrier(2, timeout=30), []

    def look_and_grant(turn):
        disclosures([club.ladder], lambda: services.change_ladder(club.ladder, by=club.superuser, name="X"))
        services.grant_roles(group, {(club.club.pk, "arbiter")} if turn % 2 else set(), by=club.superuser)

    def write(turn):
        services.add_player(club.club, f"Member {turn}", by=club.superuser)

    def run(act):
        try:
            start.wait()
            for turn in range(25):
                act(turn)
        except Exception as error:  # noqa: BLE001 - an error in a thread would go unseen
            errors.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=[act]) for act in (look_and_grant, write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not errors
    club.ladder.refresh_from_db()
    assert club.ladder.name == "Thursday"
