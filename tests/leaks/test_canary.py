"""No visitor finds a name anywhere that the rule does not show him, however it is disguised."""

import base64
import re

import pytest
from django.core import mail
from django.test import override_settings
from django.utils.formats import date_format

from wagtail_ladder.audience import link_token
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.models.identifiers import ALPHABET
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.site import table

from .canary import FAMILY, four_grams, leaks, person, whole
from .routes import METHODS, below, by_link, framed
from .world import DAY, REVIEW, new_in

VISITORS = ("anonymous", "nobody", "foreign_organiser", "parent", "page_editor")


@pytest.fixture(params=VISITORS)
def visitor(request, world):
    return getattr(world, request.param, None)


def how_many(world, visitor):
    """Addresses of a route: all for those who differ, one for those who are strangers with a name."""
    return 1 if visitor in (world.nobody, world.page_editor) else None


# The scan itself.


def disguises(name):
    yield from (name, name.lower(), name.upper(), name[::-1])
    yield "".join(f"%{byte:02X}" for byte in name.encode())
    yield "".join(f"\\u{ord(letter):04x}" for letter in name)
    yield "".join(f"&#{ord(letter)};" for letter in name)
    yield "".join(f"&#x{ord(letter):x};" for letter in name)
    for before in ("", "a", "ab"):
        for written in (name, name.lower(), name.upper()):
            yield base64.b64encode(f"{before}{written}".encode()).decode()


def test_the_scan_finds_a_name_in_every_disguise():
    one, other = person(7), person(8)
    for part in (one.given, one.family):
        for disguise in disguises(part):
            assert leaks(f"<p>{disguise}</p>"), disguise
    assert leaks(f'<p data-x="{one.family[5:9]}">')
    assert leaks(f'<input name="csrfmiddlewaretoken" value="{"7" * 32}{one.family[:-1]}{"q" * 22}">')
    assert leaks(one.name, allowed=[other.name])
    assert leaks(one.family, allowed=[one.name]), "allowed is the name as shown, and no part of it"
    assert not leaks(f"<b>{one.name}</b>", allowed=[one.name])
    assert not leaks("<p>Z. K. (2), Rookery, 1260</p>")


def test_no_token_is_taken_for_a_name():
    part = FAMILY.lower()[:4]
    assert leaks(part)
    assert not leaks(f"csrftoken={FAMILY}{'7' * 58}")
    assert not leaks(f"messages=.eJx{'7' * 40}:1x{part}:{'7' * 43}"), "the time at which Django signed it"


def test_no_public_id_can_spell_a_part_of_a_name():
    assert all(set(part) - set(ALPHABET) for part in four_grams())


# Ladder pages.


def test_ladder_pages(world, visitor, browser_of, subtests):
    browser = browser_of(visitor)
    days = [date_format(DAY, written) for written in ("Y-m-d", "N j, Y", "j F", "d.m.Y")]
    day = re.compile(
        "|".join([*map(re.escape, days), rf"{date_format(DAY, 'F j')}\b"])
    )  # no May 2 in "May 2026"
    for one in world.everybody:
        sees = world.sees(visitor, one.ladder)
        allowed = one.shown_in_full() if sees else ()
        with subtests.test(str(one.ladder)):
            for address in below(one, how_many(world, visitor)):
                response = browser.get(address)
                if not sees:
                    to_login = visitor is None and one.ladder.visibility == Visibility.MEMBERS
                    assert response.status_code == (302 if to_login else 404), address
                text = whole(response)
                assert leaks(text, allowed=allowed) == [], address
                assert not day.search(text), address


def test_full_names_are_there_where_the_rule_shows_them(world, browser_of):
    """Or the sweep above would find nothing on pages that show nothing."""
    for one in world.everybody:
        if world.sees(world.parent, one.ladder):
            page = whole(browser_of(world.parent).get(one.page.url))
            assert {name for name in (p.name for p in one.people.values()) if name in page} == (
                one.shown_in_full()
            )
    assert world.of(Visibility.PUBLIC).shown_in_full()
    assert world.of(Visibility.MEMBERS).shown_in_full()


def test_link_holders(world, browser_of):
    browser = browser_of()
    for one in world.everybody:
        opens = one.ladder.visibility == Visibility.LINK
        allowed = one.shown_in_full() if opens else ()
        for address in by_link(one, link_token(one.link), most=None if opens else 1):
            response = browser.get(address)
            assert leaks(whole(response), allowed=allowed) == [], address
            assert opens or response.status_code == 404
        if opens:
            assert all(name in whole(browser.get(one.link_url)) for name in allowed)


def test_the_secret_of_a_link_is_on_no_page_for_visitors(world, visitor, browser_of):
    browser = browser_of(visitor)
    secrets = [link_token(one.link).partition("-")[2] for one in world.everybody]
    secrets += [one.link.nonce for one in world.everybody] + [one.link.name for one in world.everybody]
    for address in ("/", "/club-0/", "/sitemap.xml", *(one.page.url for one in world.everybody)):
        text = whole(browser.get(address))
        assert not [secret for secret in secrets if secret in text]


@pytest.mark.parametrize("who", ["anonymous", "parent"])
def test_other_methods_tell_no_more(world, who, browser_of):
    visitor = getattr(world, who, None)
    browser = browser_of(visitor)
    for level in Visibility:
        one = world.of(level)
        allowed = one.shown_in_full() if world.sees(visitor, one.ladder) else ()
        for address in below(one, most=1):
            for method in METHODS:
                if method != "get":
                    response = getattr(browser, method)(address)
                    assert leaks(whole(response), allowed=allowed) == [], (method, address)


# Other pages, and everything that reads pages.


def test_pages_with_blocks_and_club_pages(world, visitor, browser_of):
    browser = browser_of(visitor)
    embedded = {
        world.home: (Visibility.PUBLIC,),
        world.members_page: (Visibility.PUBLIC, Visibility.MEMBERS),
    }
    for page, levels in embedded.items():
        allowed = [
            name for one in world.everybody if one.ladder.visibility in levels for name in one.shown_in_full()
        ]
        response = browser.get(page.url)
        if response.status_code == 200:
            assert any(name in whole(response) for name in allowed)
        assert leaks(whole(response), allowed=allowed) == []
    seen = [one for one in world.everybody if world.sees(visitor, one.ladder)]
    allowed = [name for one in seen for name in one.shown_in_full()]
    for page in ClubPage.objects.all():
        response = browser.get(page.url)
        assert response.status_code == 200
        assert leaks(whole(response), allowed=allowed) == []


def test_frames_for_other_sites(world, visitor, browser_of):
    """The same for whoever asks: nobody's role opens a ladder there."""
    browser = browser_of(visitor)
    for one in world.everybody:
        is_public = one.ladder.visibility == Visibility.PUBLIC
        allowed = one.shown_in_full() if is_public else ()
        for address in framed(one):
            response = browser.get(address)
            assert response.status_code == (200 if is_public else 404), address
            assert leaks(whole(response), allowed=allowed) == [], address
            if is_public and "top=2" not in address:  # who the first two are is drawn by lot
                assert all(name in whole(response) for name in allowed), address


def questions(world, visitor=None):
    """What somebody might ask who has a name and wants to know where it stands, or only wants to see all."""
    hidden = world.of(Visibility.ORGANISERS)
    words = [hidden.people["adult"].name, hidden.people["junior"].family, "Zxqv", "Z. K."]
    for page in LadderPage.objects.all():
        yield f"/api/v2/pages/{page.pk}/?fields=*"
    yield "/api/v2/pages/?type=wagtail_ladder_pages.LadderPage&fields=*&limit=20"
    yield f"/search/?query={hidden.page}"
    if visitor not in (None, world.foreign_organiser):
        return
    yield "/sitemap.xml"
    yield "/robots.txt"
    for word in [*words, "ladder", "evening", str(hidden.ladder), str(hidden.page)]:
        yield f"/search/?query={word}"
        yield f"/api/v2/pages/?search={word}&fields=*"
        yield f"/api/v2/pages/?search={word}&fields=*&type=wagtail_ladder_pages.LadderPage"
    for kind in ("wagtailcore.Page", "wagtail_ladder_pages.LadderPage", "wagtail_ladder_pages.ClubPage"):
        yield f"/api/v2/pages/?type={kind}&fields=*&limit=20"
        for order in ("title", "-id", "ladder", "name"):
            yield f"/api/v2/pages/?type={kind}&order={order}"
        for asked in ("title", "ladder", "name", "body"):
            yield f"/api/v2/pages/?type={kind}&{asked}={words[0]}"
    for page in LadderPage.objects.all():
        yield f"/api/v2/pages/find/?html_path={page.url}"
    yield "/api/v2/pages/?fields=*,parent(*),children(*)"


def test_search_sitemap_and_apis(world, visitor, browser_of):
    browser = browser_of(visitor)
    for question in questions(world, visitor):
        answer = whole(browser.get(question))
        assert leaks(answer) == [], question


def test_strangers_learn_of_no_hidden_ladder_from_search_sitemap_or_api(world, browser_of):
    browser = browser_of()
    for question in questions(world):
        answer = whole(browser.get(question))
        for one in world.everybody:
            if one.ladder.visibility != Visibility.PUBLIC:
                asked = question.rpartition("=")[2]
                assert one.page.title not in answer.replace(asked, ""), question
                assert one.page.slug not in answer.replace(question, ""), question


def test_a_right_guess_is_answered_as_a_wrong_one(world, browser_of):
    """Or the search would tell, one name at a time, who is in the club."""
    right, wrong = world.of(Visibility.PUBLIC).people["adult"].family, f"{FAMILY}zzzzş"
    for address in (
        "/search/?query=%s",
        "/api/v2/pages/?search=%s",
        "/api/v2/pages/?type=wagtail_ladder_pages.LadderPage&search=%s",
    ):
        first, second = (browser_of().get(address % word) for word in (right, wrong))
        assert first.status_code == second.status_code
        assert first.content.replace(right.encode(), b"") == second.content.replace(wrong.encode(), b"")


# Errors.


def test_error_pages_and_mail_to_the_admins(world, browser_of, monkeypatch, settings):
    settings.ADMINS = [("Admin", "admin@example.org")]
    one = world.of(Visibility.PUBLIC, NameMode.INITIALS)
    browser = browser_of(world.organiser)

    def broken(ladder, names):
        raise RuntimeError("broken while names are at hand")

    monkeypatch.setattr(
        table, "ladder_table", lambda ladder, _: broken(ladder, [p.name for p in one.members.values()])
    )
    answers = {
        500: browser.get(one.page.url),
        404: browser.get(f"{one.page.url}players/{one.people['adult'].family[:8]}/"),
        405: browser.delete("/admin/ladders/events/add/"),
    }
    with override_settings(ALLOWED_HOSTS=["elsewhere"]):
        answers[400] = browser.get(one.page.url)
    answers[403] = browser_of(world.organiser, enforce_csrf_checks=True).post(
        "/admin/ladders/events/type/", {"name": "x"}
    )
    for status, answer in answers.items():
        assert answer.status_code == status
        text = re.sub(re.escape(one.people["adult"].family[:8]), "", whole(answer))
        assert leaks(text) == []
    assert mail.outbox
    assert all(leaks(letter.message().as_string()) == [] for letter in mail.outbox)


def test_a_crash_while_names_are_saved_mails_none_of_them(world, browser_of, monkeypatch, settings):
    """Django's letter to the admins repeats what a form had sent."""
    from wagtail_ladder.admin.events import typed
    from wagtail_ladder.services import text

    settings.ADMINS = [("Admin", "admin@example.org")]
    one, browser = world.ladders[0], browser_of(world.organiser)
    names = {"names": person(60).name, "version": one.draft.version}

    def broken(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(typed, "add_entries", broken)
    assert browser.post(f"/admin/ladders/events/{one.draft.pk}/entries/", names).status_code == 500
    player = {"club": world.club.pk, "name": person(61).name}
    new = new_in(browser.post("/admin/ladders/players/add/", player))
    monkeypatch.setattr(text, "cleaned", broken)
    assert browser.post(REVIEW, new).status_code == 500
    assert len(mail.outbox) == 2
    for letter in mail.outbox:
        assert leaks(letter.message().as_string()) == []
