"""Organisers add and remove arbiters; a group through which they do it gives nothing else."""

import pytest
from django.contrib.auth.models import Group, Permission
from wagtail.models import (
    Collection,
    GroupApprovalTask,
    GroupCollectionPermission,
    GroupPagePermission,
    GroupSitePermission,
    ModelLogEntry,
    Page,
    PageViewRestriction,
    Site,
)

from wagtail_ladder import services
from wagtail_ladder.models import RESTRICTION_MARK, ClubRole, GroupClubPermission
from wagtail_ladder.services.arbiters import groups_of_arbiters_alone
from wagtail_ladder.services.roles import has_role

from .kit import make_club, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def arbiters(club):
    return Group.objects.get(club_permissions__club=club.club, club_permissions__role="arbiter")


@pytest.fixture
def helper(db):
    return user("helper", email="helper@example.org")


def fresh(person):
    return type(person).objects.get(pk=person.pk)


def is_arbiter(person, club):
    return has_role(fresh(person), ClubRole.ARBITER, club.club.pk)


def refusal_of(verb, *arguments, **named):
    with pytest.raises(services.LadderError) as refusal:
        verb(*arguments, **named)
    return refusal.value


@pytest.mark.parametrize("account", ["helper", "helper@example.org", "  helper \n"])
def test_an_organiser_adds_by_user_name_or_address(club, arbiters, helper, account):
    assert services.add_arbiter(club.club, account, by=club.organiser) == helper
    assert is_arbiter(helper, club)
    assert list(helper.groups.all()) == [arbiters]
    assert fresh(helper).get_all_permissions() == {"wagtailadmin.access_admin"}
    entry = ModelLogEntry.objects.order_by("pk").last()
    assert (entry.action, entry.object_id) == ("wagtail_ladder.add_arbiter", str(club.club.pk))
    assert entry.data == {"user": helper.pk, "group": arbiters.pk}


UNKNOWN = {
    "nobody's": ("nobody", {}),
    "nothing": (" ", {}),
    "part of a name": ("help", {}),
    "another case": ("Helper", {}),
    "an address in another case": ("HELPER@example.org", {}),
    "a pattern": ("%", {}),
    "hostile": ("helper\x00\ud800", {"username": "other"}),
    "long": ("helper" * 5000, {}),
    "inactive": ("helper", {"is_active": False}),
    "a superuser": ("helper", {"is_superuser": True}),
}


@pytest.mark.parametrize(("account", "fields"), UNKNOWN.values(), ids=UNKNOWN)
def test_one_sentence_for_whom_there_is_not_and_for_whom_one_may_not_add(club, helper, account, fields):
    type(helper).objects.filter(pk=helper.pk).update(**fields)
    refusal = refusal_of(services.add_arbiter, club.club, account, by=club.organiser)
    nobody = refusal_of(services.add_arbiter, club.club, "no-such-account", by=club.organiser)
    assert (refusal.code, refusal.message) == (nobody.code, nobody.message)
    assert refusal.code == "account_unknown"
    assert not helper.groups.exists()


@pytest.mark.parametrize("taken", ["username", "email"])
def test_an_address_that_two_accounts_claim_adds_neither(club, helper, taken):
    """Users may change their own address, and nobody has checked that it is theirs."""
    other = user("other")
    type(other).objects.filter(pk=other.pk).update(**{taken: helper.email})
    assert refusal_of(services.add_arbiter, club.club, helper.email, by=club.organiser).code == (
        "account_unknown"
    )
    assert not helper.groups.exists() and not other.groups.exists()
    services.add_arbiter(club.club, "helper", by=club.organiser)
    assert is_arbiter(helper, club)


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_who_has_a_role_already(club, role):
    person = getattr(club, role)
    before = set(person.groups.all())
    refusal = refusal_of(services.add_arbiter, club.club, person.username, by=club.organiser)
    assert refusal.code == "arbiter_already"
    assert set(person.groups.all()) == before


def test_a_role_in_another_club_is_none_here(club, helper):
    other = make_club("Elsewhere", letters="", prefix="other-")
    services.add_arbiter(club.club, other.arbiter.username, by=club.organiser)
    assert is_arbiter(other.arbiter, club) and is_arbiter(other.arbiter, other)


# What a group may mean beside the role. Every one of these must close the group.


def pages_to_edit(group, club):
    permission = Permission.objects.get(codename="change_page")
    GroupPagePermission.objects.create(group=group, page=Page.get_first_root_node(), permission=permission)


def documents(group, club):
    permission = Permission.objects.get(codename="add_document")
    root = Collection.get_first_root_node()
    GroupCollectionPermission.objects.create(group=group, collection=root, permission=permission)


def settings_of_a_site(group, club):
    permission = Permission.objects.first()
    GroupSitePermission.objects.create(group=group, site=Site.objects.get(), permission=permission)


def a_django_permission(group, club):
    group.permissions.add(Permission.objects.get(codename="change_user"))


def a_step_of_a_workflow(group, club):
    GroupApprovalTask.objects.create(name="Approve").groups.add(group)


def a_private_page(group, club):
    restriction = PageViewRestriction.objects.create(
        page=Page.objects.get(depth=2), restriction_type=PageViewRestriction.GROUPS
    )
    restriction.groups.add(group)


def the_organisers(group, club):
    GroupClubPermission.objects.create(group=group, club=club.club, role=ClubRole.ORGANISER)


def another_club(group, club):
    other = services.create_club("Elsewhere", by=club.superuser)
    GroupClubPermission.objects.create(group=group, club=other, role=ClubRole.ARBITER)


def the_ladder_of_another_club(group, club):
    other = make_club("Elsewhere", letters="", prefix="other-")
    other.ladder.member_groups.add(group)


MORE = [
    pages_to_edit,
    documents,
    settings_of_a_site,
    a_django_permission,
    a_step_of_a_workflow,
    a_private_page,
    the_organisers,
    another_club,
    the_ladder_of_another_club,
]


@pytest.mark.parametrize("give", MORE, ids=lambda give: give.__name__)
def test_nobody_is_added_to_nor_removed_from_a_group_that_gives_more(club, arbiters, helper, give):
    give(arbiters, club)
    refusal = refusal_of(services.add_arbiter, club.club, "helper", by=club.organiser)
    assert refusal.code == "no_group_of_arbiters_alone"
    assert not helper.groups.exists()

    refusal = refusal_of(services.remove_arbiter, club.club, club.arbiter, by=club.organiser)
    assert refusal.code == "arbiter_by_another_group"
    assert list(club.arbiter.groups.all()) == [arbiters]


def test_whether_there_is_such_an_account_is_not_told_where_nobody_can_be_added(club, arbiters):
    another_club(arbiters, club)
    codes = {
        refusal_of(services.add_arbiter, club.club, account, by=club.organiser).code
        for account in ("no-such-account", "superuser", "arbiter")
    }
    assert codes == {"no_group_of_arbiters_alone"}


def test_what_the_club_itself_does_with_the_group_is_not_more(club, arbiters):
    """Its members may see the ladder, and its hidden page is restricted to them, without the group's help."""
    club.ladder.member_groups.add(arbiters)
    restriction = PageViewRestriction.objects.create(
        page=Page.objects.get(depth=2),
        restriction_type=PageViewRestriction.GROUPS,
        password=RESTRICTION_MARK,
    )
    restriction.groups.add(arbiters)
    assert groups_of_arbiters_alone(club.club) == [arbiters]


def test_another_group_of_the_club_is_taken_where_the_first_gives_more(club, arbiters, helper):
    another_club(arbiters, club)
    second = Group.objects.create(name="Helpers")
    services.grant_roles(second, [(club.club.pk, ClubRole.ARBITER)], by=club.organiser)
    services.add_arbiter(club.club, "helper", by=club.organiser)
    assert list(helper.groups.all()) == [second]


def test_removing_ends_this_role_and_no_other(club, arbiters):
    """The arbiter here is a parent too, and an arbiter elsewhere."""
    other = make_club("Elsewhere", letters="", prefix="other-")
    parents = Group.objects.create(name="Parents")
    club.arbiter.groups.add(parents, *other.arbiter.groups.all())
    services.remove_arbiter(club.club, club.arbiter, by=club.organiser)
    assert not is_arbiter(club.arbiter, club)
    assert is_arbiter(club.arbiter, other)
    assert set(club.arbiter.groups.all()) == {parents, *other.arbiter.groups.all()}
    entry = ModelLogEntry.objects.order_by("pk").last()
    assert entry.action == "wagtail_ladder.remove_arbiter"
    assert entry.data == {"user": club.arbiter.pk, "groups": [arbiters.pk]}


def test_who_would_stay_an_arbiter_through_another_group_is_not_said_to_be_removed(club, arbiters):
    second = Group.objects.create(name="Teachers")
    services.grant_roles(second, [(club.club.pk, ClubRole.ARBITER)], by=club.organiser)
    pages_to_edit(second, club)
    club.arbiter.groups.add(second)
    refusal = refusal_of(services.remove_arbiter, club.club, club.arbiter, by=club.organiser)
    assert refusal.code == "arbiter_by_another_group"
    assert set(club.arbiter.groups.all()) == {arbiters, second}


@pytest.mark.parametrize("who", ["organiser", "superuser"])
def test_who_is_no_arbiter_cannot_be_removed(club, who):
    person = getattr(club, who)
    before = set(person.groups.all())
    refusal = refusal_of(services.remove_arbiter, club.club, person, by=club.organiser)
    assert refusal.code == "arbiter_missing"
    assert set(person.groups.all()) == before


def test_who_cannot_log_in_any_more_is_removed_all_the_same(club, arbiters):
    club.arbiter.is_active = False
    club.arbiter.save()
    services.remove_arbiter(club.club, club.arbiter, by=club.organiser)
    assert not club.arbiter.groups.exists()
