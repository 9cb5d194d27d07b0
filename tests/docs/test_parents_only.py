"""The how-to for schools, followed over HTTP on a site that `wagtail start` has just made.

Before it begins there are a club with a ladder and an evening, its organiser, and a site administrator.
"""

from datetime import date, timedelta

import pytest

from .browser import Browser
from .markdown import DOCS, bold_words, prose
from .reader import Reader, package_name

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("parents only")]

PAGE = DOCS / "how-to" / "parents-only-ladder.md"
INSTALL = DOCS / "how-to" / "install.md"
TUTORIAL = DOCS / "tutorial" / "first-ladder.md"
DAY = date.today() - timedelta(days=40)
PASSWORD = "a-long-word-for-parents"
GROUP = "Parents of Northside"

THE_CLUB = f"""
from datetime import date
from django.contrib.auth.models import Group, User
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind

admin = User.objects.create_superuser("admin", "admin@example.org", "{PASSWORD}")
club = services.create_club("Northside", by=admin)
head = User.objects.create_user(
    "head", "head@example.org", "{PASSWORD}", first_name="Hedda", last_name="Head"
)
head.groups.add(Group.objects.get(name="Northside: organisers"))
ladder = services.create_ladder(club, "Junior ladder", by=head)
event = services.create_event(
    ladder, by=head, name="First evening", last_day=date.fromisoformat("{DAY}"), names=["Ada Tern", "Bo Wren"]
)
white, black = event.entries.order_by("number")
won = services.Result(Kind.PLAYED, 2, 0)
services.save_round(event, 1, [services.Pairing(1, white.pk, black.pk, won)], by=head)
choices = {{white.pk: services.NewMember(), black.pk: services.NewMember()}}
services.decide_entries(event, choices, by=head)
services.publish_event(event, by=head)
"""


def logged_in(site: str, name: str) -> Browser:
    browser = Browser(site)
    browser.open("/admin/login/")
    browser.fill("Username", name)
    browser.fill("Password", PASSWORD)
    browser.send("Sign in")
    assert "/login/" not in browser.address
    return browser


def through_the_login_form(address: str, name: str) -> Browser:
    """Asks for a private page, and logs in on the way."""
    browser = Browser(address)
    browser.open(address)
    assert "/_util/login/" in browser.address
    browser.fill("Username:", name)
    browser.fill("Password:", PASSWORD)
    browser.send("Log in")
    return browser


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Where a new site answers, set up as the how-to for installing says, with a block for the front page."""
    reader = Reader(tmp_path_factory.mktemp("school"))
    try:
        for command in (f"pip install {package_name()}", "wagtail start schoolsite", "cd schoolsite"):
            reader.type(command)
        places = {"settings.py": "schoolsite/settings/base.py", "urls.py": "schoolsite/urls.py"}
        reader.follow(INSTALL, files=places)
        reader.follow(TUTORIAL, section="## 7. The ladder on your front page")
        reader.run("python manage.py shell", stdin=THE_CLUB)
        reader.serve()
        yield reader.address
    finally:
        reader.close()


BY_SCRIPTS = {"comments-TOTAL_FORMS": "0", "comments-INITIAL_FORMS": "0"}
"""What Wagtail's scripts put into the form of a page."""


@pytest.fixture(scope="module")
def address(site):
    """The page's steps, in its order and with its words; where the ladder's page is then."""
    admin = logged_in(site, "admin")
    admin.open("/admin/groups/")
    admin.follow("Add a group")
    admin.fill("Name", GROUP)
    (club,) = admin.page.select('input[name="ladder_roles-members"]')
    club["checked"] = ""
    admin.send("Create")
    for name, groups in (("parent", [GROUP]), ("visitor", [])):
        admin.open("/admin/users/")
        admin.follow("Add a user")
        for label, text in (
            ("Username", name),
            ("Email", f"{name}@example.org"),
            ("First Name", name),
            ("Last Name", "X"),
            ("Password", PASSWORD),
            ("Password confirmation", PASSWORD),
        ):
            admin.fill(label, text)
        for group in groups:
            admin.fill(group)
        assert "created" in admin.send("Create")

    head = logged_in(site, "head")
    head.open("/admin/ladders/ladders/")
    head.follow("Junior ladder")
    assert not head.page.find(string="Make its page")
    head.fill("Logged-in members of chosen groups")
    head.fill(GROUP)
    asked = head.send("Save")
    assert "Nothing is saved yet" in asked and "A. T." in asked
    head.fill("I have looked at this list: show it from now on")
    assert "Ladder saved." in head.send("Save and show")

    admin.open("/admin/users/")
    admin.follow("Hedda Head")
    admin.fill("Moderators")
    assert "updated" in admin.send("Save")

    head.open("/admin/ladders/ladders/")
    head.follow("Junior ladder")
    head.follow("Make its page")
    head.fill("Title", "Junior ladder")
    head.fill("Slug", "junior-ladder")
    assert "created and published" in head.send("Publish", **BY_SCRIPTS, **{"body-count": "0"})
    return f"{site}/junior-ladder/"


def test_a_parent_logs_in_and_comes_back_to_the_ladder(site, address):
    assert "A. T." not in Browser(site).open(address)
    parent = through_the_login_form(address, "parent")
    assert (parent.address, parent.status) == (address, 200)
    page = str(parent.page)
    assert "A. T." in page and "B. W." in page
    assert "Ada" not in page and "Wren" not in page
    assert DAY.isoformat() not in page
    parent.follow("A. T.")
    assert parent.status == 200
    parent.open("/admin/")
    assert "/admin/login/" in parent.address


def test_nobody_else_learns_of_it(site, address):
    visitor = through_the_login_form(address, "visitor")
    hidden, status = visitor.open(address), visitor.status
    missing = visitor.open("/no-such-page/")
    assert status == visitor.status == 404
    assert hidden.replace("junior-ladder", "no-such-page") == missing

    for browser in (visitor, Browser(site)):
        assert "Junior ladder" not in browser.open("/search/?query=junior")
        assert "junior-ladder" not in browser.open("/")


def test_the_organiser_looks_at_it_as_they_do(site, address):
    head = logged_in(site, "head")
    head.open("/admin/ladders/ladders/")
    head.follow("Junior ladder")
    head.follow("What they see")
    for who, what in ((f"a member of “{GROUP}”", "A. T."), ("a stranger", "They get the login form")):
        head.fill("As seen by", who)
        assert what in head.send("Look")


def test_on_another_page_it_is_shown_to_parents_alone(site, address):
    admin = logged_in(site, "admin")
    admin.open("/admin/ladders/ladders/")
    admin.follow("Junior ladder")
    ladder = admin.address.rstrip("/").rpartition("/")[2]
    admin.open("/admin/pages/")
    admin.follow("Home")
    admin.follow("Add child page")
    admin.follow("Home page")
    admin.fill("Title", "For parents")
    admin.fill("Slug", "for-parents")
    block = {
        "body-count": "1", "body-0-type": "ladder", "body-0-order": "0", "body-0-deleted": "",
        "body-0-value-ladder": ladder, "body-0-value-heading": "", "body-0-value-top": "10",
        "body-0-value-order": "positions", "body-0-value-ratings": "exact", "body-0-value-ranks": "on",
    }  # fmt: skip
    admin.send("Publish", **BY_SCRIPTS, **block)
    parent = through_the_login_form(address, "parent")
    assert "A. T." not in parent.open("/for-parents/")
    admin.follow("For parents")
    edit = admin.address
    assert "only on a page that is limited to groups of its members" in admin.open(edit)

    admin.open(edit.replace("/edit/", "/privacy/"))
    admin.fill("Private, accessible to users in specific groups")
    admin.fill(GROUP)
    admin.send("Save")
    assert "A. T." in parent.open("/for-parents/")
    stranger = Browser(site)
    assert "A. T." not in stranger.open("/for-parents/")
    assert "/_util/login/" in stranger.address


def test_its_words_are_those_of_the_screens():
    words = set(bold_words(prose(PAGE.read_text(encoding="utf-8"))))
    package = DOCS.parent / "wagtail_ladder"
    sources = " ".join(
        path.read_text(encoding="utf-8") for suffix in ("py", "html") for path in package.rglob(f"*.{suffix}")
    ).casefold()
    labels_of_wagtail = {"Settings", "Groups", "Users", "Account", "Roles"}
    assert not {word for word in words - labels_of_wagtail if word.casefold() not in sources}
