"""The how-to for schools, followed in the admin of a site that has nothing yet but a club and its players."""

import re
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from wagtail.models import Page, Site

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Ladder

from .markdown import DOCS, bold_words, prose

PAGE = DOCS / "how-to" / "parents-only-ladder.md"
DAY = date.today() - timedelta(days=40)
PASSWORD = "a-long-word-for-parents"


@pytest.fixture
def school(db):
    """A site as `wagtail start` makes it: root, one page, an administrator."""
    admin = User.objects.create_superuser("admin", "admin@example.org", PASSWORD)
    club = services.create_club("Northside", by=admin)
    ladder = services.create_ladder(club, "Junior ladder", by=admin)
    event = services.create_event(
        ladder, by=admin, name="First evening", last_day=DAY, names=["Ada Tern", "Bo Wren"]
    )
    white, black = event.entries.order_by("number")
    won = services.Result(Kind.PLAYED, 2, 0)
    services.save_round(event, 1, [services.Pairing(1, white.pk, black.pk, won)], by=admin)
    everybody = {white.pk: services.NewMember(), black.pk: services.NewMember()}
    services.decide_entries(event, everybody, by=admin)
    services.publish_event(event, by=admin)
    browser = Client()
    browser.force_login(admin)
    return browser, ladder


def browser_as(name):
    browser = Client()
    assert browser.login(username=name, password=PASSWORD)
    return browser


def test_parents_and_nobody_else(school, django_capture_on_commit_callbacks):
    browser, ladder = school
    nothing = {
        f"{prefix}-{count}": "0"
        for prefix in (
            "page_permissions",
            "document_permissions",
            "image_permissions",
            "collection_permissions",
        )
        for count in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS")
    }
    browser.post("/admin/groups/new/", {"name": "Parents of Northside", **nothing})
    group, _made = Group.objects.get_or_create(name="Parents of Northside")
    assert not group.permissions.exists()
    for name, groups in (("parent", [group.pk]), ("visitor", [])):
        fields = {"email": f"{name}@example.org", "first_name": name, "last_name": "X"}
        passwords = {"password1": PASSWORD, "password2": PASSWORD}
        form = {"username": name, **fields, **passwords, "groups": groups}
        assert browser.post("/admin/users/new/", form).status_code == 302

    address = f"/admin/ladders/ladders/edit/{ladder.pk}/"
    form = {
        "name": ladder.name, "visibility": "members", "member_groups": [group.pk], "names": "initials",
        "months_instead_of_days": "on", "shown_decimals": "0", "inactive_after": "12",
    }  # fmt: skip
    asked = browser.post(address, form)
    assert asked.status_code == 200, "first the list of who will be shown"
    shown = asked.content.decode()
    assert "A. T." in shown
    (seen,) = re.findall(r'name="seen"[^>]*value="(\w+)"', shown)
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post(address, {**form, "seen": seen}).status_code == 302
    assert Ladder.objects.get(pk=ladder.pk).visibility == "members"

    root = Site.objects.get(is_default_site=True).root_page
    page = {
        "title": "Junior ladder", "slug": "junior-ladder", "ladder": ladder.pk, "body-count": "0",
        "comments-TOTAL_FORMS": "0", "comments-INITIAL_FORMS": "0", "action-publish": "1",
    }  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"/admin/pages/add/wagtail_ladder_pages/ladderpage/{root.pk}/", page)

    url = Page.objects.get(slug="junior-ladder").url
    to_login = Client().get(url)
    assert to_login.status_code == 302
    stranger = Client()
    back = stranger.post(to_login["Location"], {"username": "parent", "password": PASSWORD, "next": url})
    assert back["Location"] == url
    page = stranger.get(url).content.decode()
    assert "A. T." in page
    assert "Ada" not in page
    assert DAY.isoformat() not in page
    missing = browser_as("visitor").get("/no-such-page/")
    hidden = browser_as("visitor").get(url)
    assert (hidden.status_code, hidden.content) == (missing.status_code, missing.content)
    assert browser_as("parent").get("/admin/").status_code == 302
    assert url not in Client().get("/sitemap.xml").content.decode()


def test_its_words_are_those_of_the_screens():
    words = set(bold_words(prose(PAGE.read_text(encoding="utf-8"))))
    package = DOCS.parent / "wagtail_ladder"
    sources = " ".join(
        path.read_text(encoding="utf-8") for suffix in ("py", "html") for path in package.rglob(f"*.{suffix}")
    ).casefold()
    unknown = {word for word in words - {"Settings", "Groups", "Users"} if word.casefold() not in sources}
    assert not unknown
