"""`make test` runs twice what touches the database: these tests watch over the choice and over both runs."""

import os

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TestCase
from wagtail.models import Page

from tests.conftest import uses_database


def test_a_test_without_database_runs_once(request):
    assert not uses_database(request.node)


@pytest.mark.django_db
def test_a_marked_test_runs_on_both(request):
    assert uses_database(request.node)


def test_a_test_that_asks_for_the_database_runs_on_both(db, request):
    assert uses_database(request.node)


class DatabaseTestCase(TestCase):
    @pytest.fixture(autouse=True)
    def _item(self, request):
        self.item = request.node

    def test_a_test_case_of_django_runs_on_both(self):
        self.assertTrue(uses_database(self.item))


def test_the_database_is_the_one_asked_for(db):
    url = os.environ.get("DATABASE_URL", "sqlite:")
    assert url.startswith(connection.vendor)


@pytest.mark.parametrize("turn", ["first", "second"])
@pytest.mark.django_db(transaction=True)
def test_a_transactional_test_finds_the_pages_that_migrations_made(turn):
    assert Page.objects.filter(depth=1).exists()
    Page.objects.filter(depth=2).delete()


def test_no_migration_is_missing(db):
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
