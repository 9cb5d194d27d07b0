"""Who edits pages and works in no club: what he may place, and what he learns of what others have placed."""

import json
import re
from html import unescape

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from wagtail.log_actions import LogContext
from wagtail.test.utils.form_data import nested_form_data, streamfield

from tests.services.kit import everything
from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.models import Club, ClubRole, Ladder, Visibility
from wagtail_ladder.pages.models import ClubPage, LadderPage
from wagtail_ladder.site.placing import PlacingChooser

from .canary import whole
from .routes import all_routes
from .world import group_of, user_in

VAULT = "Quixotry"
"""In the names of a club, and of its ladders, of which the editor is to know nothing."""
MISSING = 10**9
KINDS = ("ladder", "club", "block")
NO_LADDER = "Choose a ladder that everybody may see, or one of a club in which you have a role."
NO_CLUB = "Choose a club that has a ladder for everybody, or one in which you have a role."
REFUSAL = {"ladder": NO_LADDER, "block": NO_LADDER, "club": NO_CLUB}
PER_REQUEST = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=")[^"]*'
    r'|(?<="CSRF_TOKEN": ")[^"]*'
    r"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?<=key\\&quot;: \\&quot;)\w{5}"
    r'|(?<=/admin/editing-sessions/)[^"]*'
)
"""The CSRF token, and the ids of new blocks, of new paragraphs and of the editing session."""


class Vault:
    def __init__(self, world):
        self.club = services.create_club(f"{VAULT} club", by=world.root)
        self.ladder = services.create_ladder(self.club, f"{VAULT} ladder", by=world.root)
        self.second = services.create_ladder(self.club, f"{VAULT} nights", by=world.root)
        # The names of groups are the site's: Wagtail's privacy form lists them all.
        for role in ClubRole:
            Group.objects.filter(pk=group_of(self.club, role).pk).update(name=f"Of some club: {role}")
        self.organiser = user_in(
            "vault", group_of(self.club, ClubRole.ORGANISER), *world.page_editor.groups.all()
        )
        home = HomePage.objects.get(pk=world.home.pk)
        self.pages = {
            "ladder": home.add_child(instance=LadderPage(title="One", slug="one", ladder=self.second)),
            "club": home.add_child(instance=ClubPage(title="Two", slug="two", club=self.club)),
            "block": home.add_child(
                instance=HomePage(title="Three", slug="three", body=[block(self.second), block(self.ladder)])
            ),
        }
        for page in self.pages.values():
            page.save_revision(user=self.organiser)
        self.pages["ladder"].ladder = self.ladder
        self.pages["block"].body = [block(self.ladder)]
        for page in self.pages.values():
            page.save_revision(user=self.organiser).publish()


def block(ladder):
    return ("ladder", {"ladder": ladder, "heading": "", "top": None})


@pytest.fixture
def vault(world):
    return Vault(world)


@pytest.fixture
def editor(world, browser_of):
    return browser_of(world.page_editor)


def choosers():
    """(model, chooser address by name)."""
    for model in (Ladder, Club):
        viewset = model.snippet_viewset.chooser_viewset
        yield model, lambda name, *args, viewset=viewset: reverse(viewset.get_url_name(name), args=args)


def test_the_choosers_offer_what_is_public_and_no_more(world, vault, editor):
    public, hidden = world.of(Visibility.PUBLIC).ladder, {Ladder: vault.ladder, Club: vault.club}
    offered = {Ladder: public, Club: world.club}
    for model, address in choosers():
        for name in ("choose", "choose_results"):
            for query in ("", f"?q={offered[model].name}", "?multiple=1", "?p=1"):
                listed = whole(editor.get(address(name) + query))
                assert offered[model].name in listed, (model, name, query)
                assert VAULT not in listed
            for level in set(Visibility) - {Visibility.PUBLIC}:
                assert world.of(level).ladder.name not in listed
            searched = whole(editor.get(f"{address(name)}?q={VAULT}")).replace(f"q={VAULT}", "")
            assert f"{VAULT} " not in searched
        chosen = editor.get(address("chosen", offered[model].pk)).json()["result"]
        assert chosen == {"id": str(offered[model].pk), "string": offered[model].name, "edit_url": None}
        theirs, none = (editor.get(address("chosen", pk)) for pk in (hidden[model].pk, MISSING))
        assert theirs.status_code == none.status_code == 404
        assert theirs.content == none.content
        ids = {"id": [hidden[model].pk, offered[model].pk, MISSING]}
        (only,) = editor.get(address("chosen_multiple"), ids).json()["result"]
        assert only["id"] == str(offered[model].pk)


def test_people_of_the_club_are_offered_its_own(world, vault, browser_of):
    for _model, address in choosers():
        assert VAULT in whole(browser_of(vault.organiser).get(address("choose")))


def addresses_of(page):
    """Every address of the admin that is about this page, its versions included."""
    revisions = list(page.revisions.order_by("pk").values_list("pk", flat=True))
    known = {
        "page_id": [page.pk], "page_pk": [page.pk], "page_to_move_id": [page.pk], "pk": [page.pk],
        "parent_page_id": [page.pk], "destination_id": [page.get_parent().pk], "revision_id": revisions,
        "action_name": ["copy"],
    }  # fmt: skip
    compare = "wagtailadmin_pages:revisions_compare"
    for first in (revisions[0], "earliest", "live"):
        for second in (revisions[-1], "latest", "live"):
            yield compare, reverse(compare, args=[page.pk, first, second])
    for route in all_routes():
        about_pages = route.name.startswith("wagtailadmin_pages:") or route.name.startswith(
            "wagtailadmin_api:"
        )
        if about_pages and route.parameters and set(route.parameters) <= known.keys():
            filled = [{}]
            for parameter in route.parameters:
                filled = [{**one, parameter: value} for one in filled for value in known[parameter]]
            for arguments in filled:
                yield route.name, reverse(route.name, kwargs=arguments)


@pytest.mark.parametrize("kind", KINDS)
def test_no_screen_about_a_page_names_what_stands_on_it(vault, editor, browser_of, kind):
    page, before, opened = vault.pages[kind], everything(), set()
    for name, address in addresses_of(page):
        response = editor.get(address)
        assert VAULT not in whole(response), address
        if response.status_code == 200:
            opened.add(name.rpartition(":")[2])
    assert everything() == before
    assert {
        "edit",
        "history",
        "revisions_compare",
        "revisions_revert",
        "revisions_view",
        "view_draft",
        "copy",
    } <= opened

    # Whoever works in the club reads the names there: the walk would notice them.
    organiser = browser_of(vault.organiser)
    named = {
        name.rpartition(":")[2]
        for name, address in addresses_of(page)
        if VAULT in whole(organiser.get(address))
    }
    assert {"edit", "revisions_revert"} <= named
    assert ("revisions_compare" in named) == (kind != "club"), "the club of that page has never changed"


def values(response, kind):
    """What the form holds: (what is sent back, what is read) of each club or ladder in it, and the errors."""
    page = response.content.decode()
    if kind != "block":
        (field,) = re.findall(rf'<input[^>]*name="{kind}"[^>]*>', page)
        sent = re.search(r'value="([^"]*)"', field)
        title = re.search(rf'id="id_{kind}-title">([^<]*)<', page)[1]
        return [(sent and sent[1], title)], page
    arguments = re.search(r'<div id="body"[^>]* data-w-block-arguments-value="([^"]*)"', page)
    blocks, errors = json.loads(unescape(arguments[1]))
    chosen = [one["value"]["ladder"] for one in blocks if one["type"] == "ladder"]
    return [(one and one["id"], one and one["string"]) for one in chosen], json.dumps(errors)


def form(kind, chosen, **fields):
    """What a page's form sends with these clubs or ladders chosen."""
    data = {
        "title": "New title",
        "slug": f"new-{kind}",
        "comments-TOTAL_FORMS": "0",
        "comments-INITIAL_FORMS": "0",
    }
    options = {"heading": "", "top": "", "order": "positions", "ratings": "exact"}
    blocks = [("ladder", {"ladder": one, **options}) for one in chosen] if kind == "block" else []
    data["body"] = streamfield(blocks)
    if kind != "block":
        (data[kind],) = chosen
    return nested_form_data({**data, **fields})


def address_to_add(world, kind):
    model = {"ladder": LadderPage, "club": ClubPage, "block": HomePage}[kind]._meta
    return reverse("wagtailadmin_pages:add", args=[model.app_label, model.model_name, world.home.pk])


UNNAMED = {"ladder": "A ladder of another club", "block": "A ladder of another club", "club": "Another club"}


@pytest.mark.parametrize("action", [{}, {"action-publish": "1"}], ids=["draft", "publish"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_others_have_placed_stays_on_the_page(vault, editor, kind, action):
    page = vault.pages[kind]
    address = reverse("wagtailadmin_pages:edit", args=[page.pk])
    shown, _errors = values(editor.get(address), kind)
    assert {title for _sent, title in shown} == {UNNAMED[kind]}
    sent = [value for value, _title in shown]

    unfinished = editor.post(address, form(kind, sent, title="", **action))
    assert VAULT not in whole(unfinished)
    assert values(unfinished, kind)[0] == shown

    saved = editor.post(address, form(kind, sent, **action))
    assert saved.status_code == 302
    page = type(page).objects.get(pk=page.pk).get_latest_revision_as_object()
    assert page.title == "New title"
    if kind == "club":
        assert page.club == vault.club
    else:
        assert (page.body[0].value["ladder"] if kind == "block" else page.ladder) == vault.ladder


def test_an_editor_brings_a_version_back_as_it_was(vault, editor):
    page = vault.pages["block"]
    first = page.revisions.order_by("pk").first()
    address = reverse("wagtailadmin_pages:revisions_revert", args=[page.pk, first.pk])
    sent = [value for value, _title in values(editor.get(address), "block")[0]]
    editor.post(reverse("wagtailadmin_pages:edit", args=[page.pk]), form("block", sent))
    page = HomePage.objects.get(pk=page.pk).get_latest_revision_as_object()
    assert [one.value["ladder"] for one in page.body] == [vault.second, vault.ladder]


@pytest.mark.parametrize("action", [{}, {"action-publish": "1"}], ids=["draft", "publish"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_he_may_not_place_is_refused_as_what_does_not_exist(world, vault, editor, kind, action):
    hidden = (vault.club if kind == "club" else vault.ladder).pk
    before = everything()
    stored = reverse("wagtailadmin_pages:edit", args=[vault.pages[kind].pk])
    for address in (address_to_add(world, kind), stored):
        answers = {}
        for number in (hidden, MISSING, f"{hidden}:forged", "x", "9" * 30):
            response = editor.post(address, form(kind, [number], **action))
            (chosen,), errors = values(response, kind)
            assert response.status_code == 200
            assert REFUSAL[kind] in errors
            assert not chosen[0], "nothing is chosen now"
            answers[number] = PER_REQUEST.sub("", response.content.decode())
        assert len(set(answers.values())) == 1
        assert VAULT not in answers[hidden]
    assert everything() == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_preview_of_what_he_may_not_place_is_refused_as_well(world, vault, editor, kind):
    hidden = (vault.club if kind == "club" else vault.ladder).pk
    model = {"ladder": LadderPage, "club": ClubPage, "block": HomePage}[kind]._meta
    address = reverse(
        "wagtailadmin_pages:preview_on_add", args=[model.app_label, model.model_name, world.home.pk]
    )
    for number in (hidden, MISSING):
        assert editor.post(address, form(kind, [number])).json()["is_valid"] is False
        assert VAULT not in whole(editor.get(address))


@pytest.mark.parametrize("kind", KINDS)
def test_what_everybody_may_see_is_anybodys_to_place(world, editor, kind):
    public = world.of(Visibility.PUBLIC).ladder
    chosen = public.club if kind == "club" else public
    response = editor.post(address_to_add(world, kind), form(kind, [chosen.pk]))
    assert response.status_code == 302
    shown, _errors = values(editor.get(response.url), kind)
    assert [title for _sent, title in shown] == [chosen.name]


@pytest.mark.parametrize("kind", KINDS)
def test_people_of_the_club_place_its_own(world, vault, browser_of, kind):
    organiser = browser_of(vault.organiser)
    chosen = vault.club if kind == "club" else vault.ladder
    response = organiser.post(address_to_add(world, kind), form(kind, [chosen.pk]))
    assert response.status_code == 302
    page = organiser.get(response.url)
    assert [title for _sent, title in values(page, kind)[0]] == [chosen.name]


def test_what_is_hidden_while_the_form_is_open_stays_too(world, editor):
    public = world.of(Visibility.PUBLIC).ladder
    address = editor.post(address_to_add(world, "block"), form("block", [public.pk])).url
    sent = [value for value, _title in values(editor.get(address), "block")[0]]
    services.change_ladder(public, visibility=Visibility.ORGANISERS, by=world.root)
    assert editor.post(address, form("block", sent)).status_code == 302
    assert [title for _sent, title in values(editor.get(address), "block")[0]] == [UNNAMED["block"]]


def test_an_instance_instead_of_its_key_is_asked_about_as_well(world, vault):
    """The API of Wagtail 8 hands blocks what it has found."""
    for user, taken in ((world.page_editor, None), (vault.organiser, vault.ladder.pk)):
        with LogContext(user=user):
            value = PlacingChooser(Ladder).value_from_datadict({"ladder": vault.ladder}, {}, "ladder")
        assert getattr(value, "pk", value) == taken
