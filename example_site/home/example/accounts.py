"""Logins for the demonstration. Their password is known to everybody."""

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, User
from wagtail.users.models import UserProfile

from wagtail_ladder.models import Club, ClubRole

PASSWORD = "ladder-demo"
PARENTS = "Çınaraltı Okulu: veliler"


@dataclass(frozen=True)
class Login:
    username: str
    name: str
    """Invented, as is the e-mail address: Wagtail's account page asks for both."""
    who: str


LOGINS = (
    Login("admin", "Robin Sedgemoor", "superuser: everything, every club"),
    Login("organiser", "Alex Millrace", "organiser of Weirbridge Chess Club, and page editor"),
    Login("arbiter", "Sam Towpath", "arbiter of Weirbridge Chess Club"),
    Login("editor", "Kim Inkwell", "page editor without a role in any club"),
    Login("teacher", "Deniz Taşköprü", "organiser of the Turkish school"),
    Login("parent", "Umut Yelkovan", "parent at the Turkish school: sees its ladder, no admin"),
    Login("omilos", "Φοίβη Ανεμόμυλου", "organiser of the Greek club, where an event waits for names"),
    Login("klub", "Зоряна Криниченко", "organiser of the Ukrainian club"),
    Login("sarv", "مهرگان سروستانی", "organiser of the Persian club"),
)


def create_admin() -> User:
    return _create_user("admin", is_staff=True, is_superuser=True)


def create_organiser(username: str, club: Club) -> User:
    """A role is a group's: `create_club` has made one group for organisers and one for arbiters."""
    return _create_user(username, _group(club, ClubRole.ORGANISER))


def create_arbiter(username: str, club: Club) -> User:
    return _create_user(username, _group(club, ClubRole.ARBITER))


def read_in_its_language(club: Club) -> None:
    """Whoever has a role in the club reads the admin in the club's language."""
    for user in User.objects.filter(groups__club_permissions__club=club).distinct():
        profile = UserProfile.get_for_user(user)
        profile.preferred_language = club.language
        profile.save()


def create_parents() -> Group:
    """The parents of the school, one of them with a login."""
    group = Group.objects.create(name=PARENTS)
    _create_user("parent", group)
    return group


def create_page_editors(*organisers: str) -> None:
    """An editor of pages alone; and organisers who look after the pages as well."""
    editors = Group.objects.get(name="Editors")  # made by Wagtail's own migrations
    _create_user("editor", editors)
    for user in User.objects.filter(username__in=organisers):
        user.groups.add(editors)


def _group(club: Club, role: ClubRole) -> Group:
    return Group.objects.get(club_permissions__club=club, club_permissions__role=role)


def _create_user(username: str, *groups: Group, **fields: bool) -> User:
    first_name, last_name = next(login.name for login in LOGINS if login.username == username).split()
    user = User.objects.create(
        username=username,
        first_name=first_name,
        last_name=last_name,
        email=f"{username}@example.org",
        password=_hashed(),
        **fields,
    )
    user.groups.set(groups)
    return user


@cache
def _hashed() -> str:
    """Hashing is slow on purpose; for nine logins with one known password, once is enough."""
    return make_password(PASSWORD)
