"""What every test may count on: empty caches, English, and the pages Wagtail's migrations made."""

from contextlib import contextmanager
from itertools import count

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation

ONE_PROCESS = {"example", "docs", "leaks"}
"""Folders whose tests share a site that takes long to make."""

LONGEST_FIRST = ("tests/two_hands/", "tests/proof/test_at_once.py", "tests/services/test_concurrency.py",
                 "tests/services/test_ledger_histories.py", "tests/leaks/")  # fmt: skip
"""Begun last, one of these would keep one process busy while the other has nothing left to do."""

SERVER_FIXTURES = {"transactional_db", "live_server"}
DATABASE_FIXTURES = {"db", *SERVER_FIXTURES}


def pytest_addoption(parser):
    parser.addoption(
        "--database-tests-only",
        action="store_true",
        help="run only what touches the database: the second run, on another database",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Under `pytest -n`: one process makes a shared site, once; every other test goes where there is room.

    `--dist loadgroup` would do, but its marks are lost on pytest 9.
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneProcessForAFolder(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            folder = nodeid.removeprefix("tests/").partition("/")[0]
            return folder if folder in ONE_PROCESS else nodeid

    return OneProcessForAFolder(config, log)


def pytest_collection_modifyitems(config, items):
    for item in items:
        keep_the_root_page(item)
    if config.getoption("database_tests_only"):
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = filter(uses_database, items)
    if config.getoption("numprocesses", None):
        items.sort(key=lambda item: not item.nodeid.startswith(LONGEST_FIRST))


def keep_the_root_page(item):
    """A transactional test ends by emptying every table; the next one needs what the migrations made."""
    marker = item.get_closest_marker("django_db") or pytest.mark.django_db
    if marker.kwargs.get("transaction") or not SERVER_FIXTURES.isdisjoint(item.fixturenames):
        options = {**marker.kwargs, "transaction": True, "serialized_rollback": True}
        item.add_marker(pytest.mark.django_db(**options), append=False)


def uses_database(item):
    return (
        item.get_closest_marker("django_db") is not None
        or not DATABASE_FIXTURES.isdisjoint(item.fixturenames)
        or (item.cls is not None and issubclass(item.cls, TransactionTestCase))
    )


@pytest.fixture(autouse=True)
def clean_caches():
    """No test sees what another has cached, nor the language it has left on."""
    cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def no_id_twice(monkeypatch):
    """What a trial makes has other ids in each trial, and when it is done: so it is on PostgreSQL, whose
    sequences know no way back. SQLite would take its counters back with the trial, and give the same ids.
    """
    from wagtail_ladder.admin import disclosure
    from wagtail_ladder.services import preview, verb

    tries = count(1)

    @contextmanager
    def trial(*club_ids, **options):
        with verb.trial(*club_ids, **options):
            if connection.vendor == "sqlite":
                with connection.cursor() as cursor:
                    cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s", [1000 * next(tries)])
            yield

    for module in (preview, disclosure):
        monkeypatch.setattr(module, "trial", trial)
