"""Two clubs that must not learn of each other, and everybody who works in them."""

from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission

from wagtail_ladder import services
from wagtail_ladder.models import ClubRole


@pytest.fixture
def root(db):
    return get_user_model().objects.create_superuser("root", "root@example.org", "secret")


def user_in(*groups, name):
    user = get_user_model().objects.create_user(name, f"{name}@example.org", "secret")
    user.groups.set(groups)
    return user


@pytest.fixture
def make_club(root):
    """A club with two players and a ladder, its organiser and its arbiter."""

    def make(name, players):
        club = services.create_club(name, by=root)
        groups = {
            role: Group.objects.get(club_permissions__club=club, club_permissions__role=role)
            for role in ClubRole
        }
        slug = name.split()[0].lower()
        return SimpleNamespace(
            club=club,
            ladder=services.create_ladder(club, f"{name} ladder", by=root),
            players=[services.add_player(club, player, by=root) for player in players],
            organisers=groups[ClubRole.ORGANISER],
            arbiters=groups[ClubRole.ARBITER],
            members=groups[ClubRole.MEMBER],
            organiser=user_in(groups[ClubRole.ORGANISER], name=f"{slug}-organiser"),
            arbiter=user_in(groups[ClubRole.ARBITER], name=f"{slug}-arbiter"),
        )

    return make


@pytest.fixture
def rookery(make_club):
    return make_club("Rookery", ["Anna Keller", "Ben Okafor"])


@pytest.fixture
def foreign(make_club):
    return make_club("Zugzwang", ["Zenobia Zwicky", "Zoltan Zach"])


@pytest.fixture
def editor(db):
    """May enter the admin, and has no role in any club."""
    group = Group.objects.create(name="Page editors")
    group.permissions.add(Permission.objects.get(codename="access_admin"))
    return user_in(group, name="editor")
