import pytest
from django.core.checks import Tags, run_checks
from django.db import DatabaseError

from wagtail_ladder import checks, services
from wagtail_ladder.models import Visibility


def ids(messages):
    return [message.id for message in messages if message.id.startswith("wagtail_ladder.")]


def test_this_project_has_what_is_needed():
    assert ids(run_checks()) == []


@pytest.mark.parametrize(
    ("missing", "number"),
    [("wagtail.snippets", "E001"), ("wagtail.users", "E001"), ("wagtail.contrib.routable_page", "E002")],
)
def test_an_app_that_is_missing(monkeypatch, missing, number):
    installed = checks.apps.is_installed
    monkeypatch.setattr(checks.apps, "is_installed", lambda app: app != missing and installed(app))
    (error,) = checks.needed_apps_are_installed()
    assert error.id == f"wagtail_ladder.{number}"
    assert missing in error.hint


def test_routable_pages_are_for_our_pages_only(monkeypatch):
    installed = checks.apps.is_installed
    absent = {"wagtail_ladder.pages", "wagtail.contrib.routable_page"}
    monkeypatch.setattr(checks.apps, "is_installed", lambda app: app not in absent and installed(app))
    assert checks.needed_apps_are_installed() == []


def database_checks():
    return ids(run_checks(tags=[Tags.database], databases=["default"]))


def test_a_club_in_order(rookery):
    assert database_checks() == []
    assert ids(run_checks()) == []


def test_a_ladder_for_members_of_no_group(rookery):
    services.change_ladder(rookery.ladder, by=rookery.organiser, visibility=Visibility.MEMBERS)
    assert database_checks() == ["wagtail_ladder.W001"]
    assert ids(run_checks()) == []  # without --database no check asks a database
    services.change_ladder(rookery.ladder, by=rookery.organiser, member_groups=[rookery.arbiters])
    assert database_checks() == []


def test_a_club_that_nobody_organises(rookery):
    rookery.organiser.is_active = False
    rookery.organiser.save()
    assert database_checks() == ["wagtail_ladder.W002"]


def test_a_ladder_for_holders_of_links_that_lead_nowhere(rookery, settings):
    services.change_ladder(rookery.ladder, by=rookery.organiser, visibility=Visibility.LINK)
    assert database_checks() == []
    settings.ROOT_URLCONF = "tests.urls_without_links"
    assert database_checks() == ["wagtail_ladder.W003"]


@pytest.mark.django_db
def test_migrate_can_check_before_there_are_tables(monkeypatch):
    def no_such_table(database):
        raise DatabaseError("no such table")

    monkeypatch.setattr(checks, "_ladders_for_nobody", no_such_table)
    assert database_checks() == []
