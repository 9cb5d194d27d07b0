import pytest
from django.contrib.auth.models import Group
from django.core.checks import Tags, run_checks
from django.db import DatabaseError, transaction
from wagtail.models import PageViewRestriction, Site

from tests.testapp.models import HomePage
from wagtail_ladder import checks, services
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage


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


def test_times_without_their_zone(settings):
    assert checks.times_know_their_zone() == []
    settings.USE_TZ = False
    (error,) = checks.times_know_their_zone()
    assert error.id == "wagtail_ladder.E004"
    assert error in run_checks()


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
    services.change_ladder(rookery.ladder, by=rookery.organiser, member_groups=[rookery.members])
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


@pytest.fixture
def public(rookery, root):
    """Anna, a junior, stands on a public ladder of full names."""
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC, names="full")
    services.set_start_rating(rookery.ladder, rookery.players[0], 1500, "League", by=root)
    return rookery


def test_juniors_listed_publicly_by_full_name(public, root):
    anna = public.players[0]
    assert database_checks() == []
    services.record_consent(public.club, [anna.pk], by=root)
    assert database_checks() == []
    services.change_club(
        public.club, name="Rookery", language="en", juniors_never_by_full_name=False, by=root
    )
    assert database_checks() == ["wagtail_ladder.W004"]
    (warning,) = checks.clubs_are_in_order(databases=["default"])
    assert "Keller" not in warning.msg + warning.hint
    for change in (
        {"names": "initials"},
        {"visibility": Visibility.MEMBERS, "member_groups": [public.arbiters]},
    ):
        with transaction.atomic():
            services.change_ladder(public.ladder, by=root, **change)
            assert database_checks() == []
            transaction.set_rollback(True)
    services.confirm_adults(public.club, [anna.pk], by=root)
    assert database_checks() == []


@pytest.fixture
def home(db):
    return Site.objects.get(is_default_site=True).root_page


@pytest.mark.parametrize("where", ["its own page", "a block", "above"])
def test_a_shared_password_in_front_of_juniors(public, root, home, where, django_capture_on_commit_callbacks):
    block = ("ladder", {"ladder": public.ladder, "heading": "", "top": None})
    with django_capture_on_commit_callbacks(execute=True):
        section = home.add_child(instance=HomePage(title="Section", slug="section"))
        own = section.add_child(instance=LadderPage(title="Ours", slug="ours", ladder=public.ladder))
        host = home.add_child(instance=HomePage(title="Host", slug="host", body=[block]))
    assert database_checks() == []
    page = {"its own page": own, "a block": host, "above": section}[where]
    PageViewRestriction.objects.create(
        page_id=page.pk, restriction_type=PageViewRestriction.PASSWORD, password="sesame"
    )
    (warning,) = checks.clubs_are_in_order(databases=["default"])
    assert warning.id == "wagtail_ladder.W005"
    assert "sesame" not in warning.msg + warning.hint
    services.confirm_adults(public.club, [public.players[0].pk], by=root)
    assert database_checks() == []


def test_a_hidden_ladder_on_a_page_that_counts_as_public(rookery, home):
    page = home.add_child(instance=LadderPage(title="Ours", slug="ours", ladder=rookery.ladder))
    assert database_checks() == []
    PageViewRestriction.objects.filter(page_id=page.pk).delete()  # and put back on commit, which is to come
    assert database_checks() == ["wagtail_ladder.W006"]


def test_a_hidden_ladder_in_menus(rookery, home):
    home.add_child(instance=LadderPage(title="Ours", slug="ours", ladder=rookery.ladder, show_in_menus=True))
    assert database_checks() == ["wagtail_ladder.W007"]
    services.change_ladder(
        rookery.ladder,
        by=rookery.organiser,
        visibility=Visibility.MEMBERS,
        member_groups=[
            Group.objects.get(club_permissions__club=rookery.club, club_permissions__role="member")
        ],
    )
    assert database_checks() == []


@pytest.mark.django_db
def test_migrate_can_check_before_there_are_tables(monkeypatch):
    def no_such_table(database):
        raise DatabaseError("no such table")

    monkeypatch.setattr(checks, "_ladders_for_nobody", no_such_table)
    assert database_checks() == []
