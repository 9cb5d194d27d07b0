import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from wagtail_ladder.models import ClubRole, GroupClubPermission

from .conftest import user_in

MANAGEMENT = {
    f"{prefix}-{key}": "0"
    for prefix in ("page_permissions", "collection_permissions", "document_permissions", "image_permissions")
    for key in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS")
}


@pytest.fixture
def teachers(db):
    return Group.objects.create(name="Teachers")


def as_of(client, group):
    page = client.get(reverse("wagtailusers_groups:edit", args=[group.pk]))
    hidden = BeautifulSoup(page.content, "html.parser").select_one('input[name="ladder_roles-as_of"]')
    return hidden.get("value", "") if hidden else ""


def post(client, group, organises=(), arbitrates=(), members=(), seen=None):
    """`seen`: what the form held when it was opened, if that was earlier."""
    return client.post(
        reverse("wagtailusers_groups:edit", args=[group.pk]),
        {
            "name": group.name,
            **MANAGEMENT,
            "ladder_roles-organises": [club.pk for club in organises],
            "ladder_roles-arbitrates": [club.pk for club in arbitrates],
            "ladder_roles-members": [club.pk for club in members],
            "ladder_roles-as_of": as_of(client, group) if seen is None else seen,
        },
    )


def roles_of(group):
    return set(GroupClubPermission.objects.filter(group=group).values_list("club_id", "role"))


def test_a_superuser_gives_and_takes_roles(client, root, rookery, foreign, teachers):
    client.force_login(root)
    assert post(client, teachers, [rookery.club], [rookery.club, foreign.club]).status_code == 302
    assert roles_of(teachers) == {
        (rookery.club.pk, ClubRole.ORGANISER),
        (rookery.club.pk, ClubRole.ARBITER),
        (foreign.club.pk, ClubRole.ARBITER),
    }
    page = client.get(reverse("wagtailusers_groups:edit", args=[teachers.pk]))
    checked = BeautifulSoup(page.content, "html.parser").select('input[name^="ladder_roles"][checked]')
    assert {(box["name"], box["value"]) for box in checked} == {
        ("ladder_roles-organises", str(rookery.club.pk)),
        ("ladder_roles-arbitrates", str(rookery.club.pk)),
        ("ladder_roles-arbitrates", str(foreign.club.pk)),
    }
    post(client, teachers, [], [foreign.club])
    assert roles_of(teachers) == {(foreign.club.pk, ClubRole.ARBITER)}


def test_a_group_of_parents_is_made_members_and_may_nothing_by_it(client, root, rookery, teachers):
    client.force_login(root)
    post(client, teachers, members=[rookery.club])
    assert roles_of(teachers) == {(rookery.club.pk, ClubRole.MEMBER)}
    client.force_login(user_in(teachers, name="parent"))
    for name in ("ladder_ladders:list", "ladder_clubs:list", "ladder_players:list"):
        assert client.get(reverse(name)).status_code == 302  # to the login form of the admin


def test_a_form_that_is_out_of_date_gives_no_role_back(client, root, rookery, teachers):
    client.force_login(root)
    post(client, teachers, [rookery.club], [rookery.club])
    opened = as_of(client, teachers)
    post(client, teachers, [], [rookery.club])
    late = post(client, teachers, [rookery.club], [rookery.club], seen=opened)
    assert late.status_code == 200 and "Somebody changed these roles" in late.content.decode()
    assert roles_of(teachers) == {(rookery.club.pk, ClubRole.ARBITER)}
    panel = BeautifulSoup(late.content, "html.parser")
    checked = {box["name"] for box in panel.select('input[name^="ladder_roles"][checked]')}
    assert checked == {"ladder_roles-arbitrates"}  # as it is now, to be looked at
    now = panel.select_one('input[name="ladder_roles-as_of"]')["value"]
    assert post(client, teachers, [], [], seen=now).status_code == 302
    assert roles_of(teachers) == set()


def test_a_new_group_gets_its_roles_at_once(client, root, rookery):
    client.force_login(root)
    data = {"name": "New", **MANAGEMENT, "ladder_roles-arbitrates": [rookery.club.pk]}
    assert client.post(reverse("wagtailusers_groups:add"), data).status_code == 302
    assert roles_of(Group.objects.get(name="New")) == {(rookery.club.pk, ClubRole.ARBITER)}


@pytest.fixture
def manager(rookery):
    """An organiser who may also edit the site's groups."""
    group = Group.objects.create(name="User managers")
    group.permissions.set(Permission.objects.filter(codename__in=["access_admin", "change_group"]))
    return user_in(group, rookery.organisers, name="manager")


def test_who_edits_groups_reaches_the_roles_of_own_clubs_only(client, manager, rookery, foreign, teachers):
    GroupClubPermission.objects.create(group=teachers, club=foreign.club, role=ClubRole.ARBITER)
    client.force_login(manager)
    page = client.get(reverse("wagtailusers_groups:edit", args=[teachers.pk])).content.decode()
    assert "Zugzwang" not in page
    post(client, teachers, [], [rookery.club])
    assert roles_of(teachers) == {(rookery.club.pk, ClubRole.ARBITER), (foreign.club.pk, ClubRole.ARBITER)}
    refused = post(client, teachers, [foreign.club])
    assert refused.status_code == 200
    assert (foreign.club.pk, ClubRole.ORGANISER) not in roles_of(teachers)


def test_who_edits_groups_without_a_club_has_no_panel(client, editor, foreign, teachers):
    editor.groups.get().permissions.add(Permission.objects.get(codename="change_group"))
    GroupClubPermission.objects.create(group=teachers, club=foreign.club, role=ClubRole.ARBITER)
    client.force_login(editor)
    page = client.get(reverse("wagtailusers_groups:edit", args=[teachers.pk]))
    assert "Club roles" not in page.content.decode()
    post(client, teachers)
    assert roles_of(teachers) == {(foreign.club.pk, ClubRole.ARBITER)}


@pytest.mark.django_db
def test_no_django_permission_on_our_models_exists():
    """Rights come from club roles alone, so the Groups screen offers no others."""
    assert not Permission.objects.filter(content_type__app_label="wagtail_ladder").exists()
