"""Wagtail 8's own API: no name of a club, and no hidden ladder, whoever asks and however.

It knows its callers by a token in the headers and by nothing else, so the visitors of this walk carry one.
The operations are read from the API's own description: one that a later Wagtail adds is walked too.
"""

import re
from itertools import product

import pytest
import wagtail

from tests.services.kit import everything
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage

from .canary import FAMILY, leaks, whole
from .world import FOREIGN

if wagtail.VERSION < (8, 0):
    pytest.skip("API v3 came with Wagtail 8", allow_module_level=True)

from wagtail.api.v3.urls import api
from wagtail.models import APIToken, Page

VISITORS = ("anonymous", "nobody", "foreign_organiser", "parent", "page_editor")
LADDER_PAGE = "wagtail_ladder_pages.LadderPage"
SNIPPETS = ["wagtail_ladder.player", "wagtail_ladder.Player", "wagtail_ladder.ladder", "wagtail_ladder.club"]


def operations():
    """(method, path with its holes) of everything that the API offers."""
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method in methods:
            yield method, path


@pytest.fixture
def caller(world, browser_of):
    """A function: the name of a visitor -> a browser that is logged in as him, and carries a token of his."""

    def caller(who):
        user = getattr(world, who, None)
        if user is None:
            return browser_of()
        _stored, token = APIToken.create_token(user=user, name="Canary")
        return browser_of(user, headers={"authorization": f"Bearer {token}"})

    return caller


@pytest.fixture
def filled(world):
    """A function: a path with holes -> its addresses. A hole that is not known here raises KeyError."""
    hidden = world.of(Visibility.ORGANISERS)
    shown = world.of(Visibility.PUBLIC)
    pages = [one.page.pk for one in world.everybody] + [world.members_page.pk]
    players = [hidden.members["adult"].pk, shown.members["junior"].pk]
    known = {
        "page_id": pages,
        "revision_id": [
            LadderPage.objects.get(pk=hidden.page.pk).save_revision().pk,
            world.home.latest_revision_id,
        ],
        "site_id": [1],
        "type_name": ["pages", "wagtail_ladder.player", "snippets"],
        "type": SNIPPETS,
        "pk": [*players, hidden.ladder.pk, world.club.pk],
        "redirect_id": [1],
        "document_id": [1],
        "image_id": [1],
        "locale_id": [1],
    }

    def filled(path):
        holes = re.findall(r"{(\w+)}", path)
        for values in product(*(known[hole] for hole in holes)):
            yield path.format(**dict(zip(holes, values, strict=True)))

    return filled


@pytest.fixture
def questions(world, filled):
    """Every address that can be read, asked for all that there is, and with a name in hand."""
    hidden, members = world.of(Visibility.ORGANISERS), world.of(Visibility.MEMBERS)
    words = [hidden.people["adult"].name, hidden.people["junior"].family, str(hidden.ladder), "place"]
    asked = ["fields=*", "fields=*,parent(*),children(*)", "version=draft&fields=*", "limit=100"]
    asked += [f"search={word}" for word in words]
    asked += [f"order={order}" for order in ("title", "-id", "name", "ladder", "player__name")]
    asked += [f"{field}={words[0]}" for field in ("title", "name", "ladder", "body", "object_str", "slug")]
    asked += [f"type={kind}" for kind in ("wagtailcore.Page", LADDER_PAGE, "wagtail_ladder_pages.ClubPage")]
    asked += [f"type={LADDER_PAGE}&ladder={hidden.ladder.pk}", f"type={LADDER_PAGE}&search={words[0]}"]
    for one in (hidden, members):
        relations = ("ancestor_of", "child_of", "descendant_of", "translation_of", "id")
        asked += [f"{relation}={one.page.pk}" for relation in relations]
        asked += [f"html_path={one.page.url}", f"html_path={one.page.url}players/"]
    found = []
    for method, path in operations():
        if method == "get":
            for address in filled(path):
                of_one_thing = not address.endswith(("/pages/", "/find/", ".player/"))
                found += [address, *(f"{address}?{query}" for query in asked[: 3 if of_one_thing else None])]
    return found


@pytest.mark.parametrize("who", VISITORS)
def test_no_name_and_no_hidden_ladder_is_told(world, caller, questions, who):
    """Page editors see the titles of the pages that they edit, which hold no name; of the ladders nothing."""
    browser, visitor = caller(who), getattr(world, who, None)
    hidden = [one for one in world.everybody if not world.sees(visitor, one.ladder)]
    slugs = [] if who == "page_editor" else [one.page.slug for one in hidden]
    answered = 0
    for question in questions:
        response = browser.get(question, follow=True)
        assert response.status_code < 500, question
        answered += response.status_code == 200
        assert leaks(whole(response)) == [], question
        answer = whole(response).replace(question, "")
        assert not [slug for slug in slugs if f'"{slug}"' in answer or f"{slug}/" in answer], question
        assert not [one for one in hidden if f'"{one.ladder}"' in answer], question
    assert hidden
    assert answered > 20


def test_the_walk_meets_pages_that_are_there_to_be_read(world, caller, questions):
    public, hidden = world.of(Visibility.PUBLIC).page, world.of(Visibility.ORGANISERS).page
    told = {
        who: [whole(caller(who).get(question)) for question in questions]
        for who in ("anonymous", "page_editor")
    }
    assert any(f'"{public.slug}"' in answer for answer in told["anonymous"])
    assert any(f'"{hidden.slug}"' in answer for answer in told["page_editor"])


@pytest.mark.parametrize("who", ["anonymous", "foreign_organiser", "page_editor"])
def test_a_right_guess_is_answered_as_a_wrong_one(world, caller, who):
    """Or the API would tell, one name at a time, who is in the club."""
    right, wrong = world.of(Visibility.PUBLIC).people["adult"].family, f"{FAMILY}zzzzş"
    browser = caller(who)
    for query in ("search=%s", f"type={LADDER_PAGE}&search=%s", "title=%s", f"type={LADDER_PAGE}&ladder=%s"):
        for address in ("/api/v3/pages/", *(f"/api/v3/snippets/{kind}/" for kind in SNIPPETS)):
            first, second = (browser.get(f"{address}?{query % word}") for word in (right, wrong))
            assert first.status_code == second.status_code
            assert first.content.replace(right.encode(), b"") == second.content.replace(wrong.encode(), b"")


@pytest.mark.parametrize("who", ["anonymous", "parent", "foreign_organiser"])
def test_nothing_of_ours_is_changed_by_those_who_edit_no_page(world, caller, filled, who):
    browser, before, pages = caller(who), everything(), page_tree()
    body = {
        "title": "X",
        "slug": "x",
        "name": "X",
        "ladder": world.ladders[0].ladder.pk,
        "meta": {"type": LADDER_PAGE},
    }
    for method, path in operations():
        if method != "get":
            for address in filled(path):
                response = getattr(browser, method)(address, body, content_type="application/json")
                assert response.status_code in (401, 403, 404, 422), (method, address)
                assert leaks(whole(response)) == []
    assert everything() == before
    assert page_tree() == pages


def page_tree():
    return list(Page.objects.order_by("path").values_list("path", "url_path", "live", "title"))


def test_what_page_editors_do_with_a_ladders_page_shows_it_to_nobody(world, caller, browser_of):
    """They may: the pages are theirs. The ladder is not, at whatever address its page stands."""
    editor, before = caller("page_editor"), everything()
    one = world.of(Visibility.ORGANISERS)
    actions = f"/api/v3/pages/{one.page.pk}/actions"
    made = []
    for action in ("copy", "create_alias"):
        response = editor.post(
            f"{actions}/{action}/",
            {"slug": f"by-{action}", "meta": {"parent": {"id": world.home.pk}}},
            content_type="application/json",
        )
        assert response.status_code in (200, 201), response.content
        assert leaks(whole(response)) == []
        made += LadderPage.objects.filter(slug=f"by-{action}")
    editor.patch(f"/api/v3/pages/{one.page.pk}/", {"title": "Mine"}, content_type="application/json")
    editor.post(f"{actions}/publish/", {}, content_type="application/json")
    assert len(made) == 2
    for page in [*made, LadderPage.objects.get(pk=one.page.pk)]:
        for visitor in (None, world.page_editor, world.parent, world.foreign_organiser):
            assert browser_of(visitor).get(page.url).status_code == 404
        assert page.slug not in whole(browser_of().get("/sitemap.xml"))
        assert caller("anonymous").get(f"/api/v3/pages/{page.pk}/").status_code == 404
    assert everything() == before


def test_no_page_is_given_another_clubs_ladder(world, caller):
    """The form of the admin refuses it; the API has no field for it."""
    editor = caller("page_editor")
    theirs, public = world.foreign_ladders[0], world.of(Visibility.PUBLIC).page
    places = list(LadderPage.objects.order_by("pk").values_list("pk", "ladder_id"))
    fields = {"title": "Mine", "slug": "mine", "ladder": theirs.ladder.pk, "club": world.foreign.pk}
    for kind in (LADDER_PAGE, "wagtail_ladder_pages.ClubPage"):
        meta = {"type": kind, "parent": {"id": world.home.pk}, "parent_id": world.home.pk}
        created = editor.post("/api/v3/pages/", {**fields, "meta": meta}, content_type="application/json")
        assert created.status_code == 422, created.content
    editor.patch(f"/api/v3/pages/{public.pk}/", fields, content_type="application/json")
    editor.post(f"/api/v3/pages/{public.pk}/actions/publish/", {}, content_type="application/json")
    assert list(LadderPage.objects.order_by("pk").values_list("pk", "ladder_id")) == places
    assert not ClubPage.objects.filter(slug="mine").exists()


def test_the_foreign_club_is_not_in_any_description(world, caller):
    """The API describes itself to everybody."""
    for who in VISITORS:
        for address in ("/api/v3/openapi.json", "/api/v3/docs/", "/api/v3/schema/"):
            text = whole(caller(who).get(address))
            assert leaks(text) == []
            assert FOREIGN not in text
