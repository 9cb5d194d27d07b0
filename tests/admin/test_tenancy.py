"""Nobody learns in the admin that another club's club, player or ladder exists."""

import re
from datetime import date

import pytest
import wagtail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.desks import without_tokens
from wagtail_ladder import services
from wagtail_ladder.admin.players import PlayerChooser
from wagtail_ladder.models import Club, Ladder, Player, PlayerGroup, Season, Visibility

from .test_players import looked_at

FOREIGN_WORDS = ("Zugzwang", "Zenobia", "Zwicky", "Zoltan", "Zach")
MODELS = (Club, Player, Ladder)
"""Those that stay for good."""
ALL_MODELS = (*MODELS, PlayerGroup, Season)


def group_and_season(club, by):
    day = date(2026, 1, 1)
    return {
        PlayerGroup: [services.create_group(club, f"{club} juniors", by=by)],
        Season: [services.create_season(club, f"{club} season", day, day, by=by)],
    }


@pytest.fixture
def theirs(foreign, root):
    registry = {Club: [foreign.club], Player: foreign.players, Ladder: [foreign.ladder]}
    return registry | group_and_season(foreign.club, root)


@pytest.fixture
def ours(rookery, root):
    registry = {Club: [rookery.club], Player: rookery.players, Ladder: [rookery.ladder]}
    return registry | group_and_season(rookery.club, root)


@pytest.fixture(params=["organiser", "arbiter"])
def role(request):
    return request.param


@pytest.fixture
def staff(client, rookery, role):
    client.force_login(getattr(rookery, role))
    return client


def addresses(viewset, instance):
    """Every address of a viewset, with the key of `instance` where one is asked for."""
    for pattern in viewset.get_urlpatterns():
        converters = pattern.pattern.converters
        arguments = {name: instance.pk if name == "pk" else 1 for name in converters}
        yield pattern.name, "pk" in converters, reverse(viewset.get_url_name(pattern.name), kwargs=arguments)


def says_nothing_foreign(response):
    text = without_tokens(response)
    return not any(word in text for word in FOREIGN_WORDS)


@pytest.mark.parametrize("model", ALL_MODELS)
def test_every_address_with_a_foreign_key_is_missing(staff, theirs, model):
    instance = theirs[model][0]
    walked = set()
    for viewset in (model.snippet_viewset, model.snippet_viewset.chooser_viewset):
        for name, has_key, address in addresses(viewset, instance):
            for send in (staff.get, staff.post):
                response = send(address)
                assert says_nothing_foreign(response), address
                if has_key:
                    assert response.status_code == 404 or (
                        send == staff.post and response.status_code == 405
                    ), (address, response.status_code)
                    walked.add(name)
    assert {"edit", "history", "history_results", "chosen"} <= walked


@pytest.mark.parametrize("model", ALL_MODELS)
def test_a_foreign_object_is_as_missing_as_none(staff, theirs, model):
    """Status and body are the same, so that nobody can count another club's players."""
    key, viewset = theirs[model][0].pk, model.snippet_viewset
    for name in ("edit", "history"):
        foreign = staff.get(reverse(viewset.get_url_name(name), args=[key]))
        none = staff.get(reverse(viewset.get_url_name(name), args=[key + 100_000]))
        assert foreign.status_code == none.status_code == 404
        assert foreign.content == none.content.replace(str(key + 100_000).encode(), str(key).encode())


@pytest.mark.parametrize("model", ALL_MODELS)
def test_lists_and_choosers_hold_own_rows_only(staff, theirs, ours, model):
    viewset = model.snippet_viewset
    chooser = viewset.chooser_viewset
    name = {Ladder: "Rookery ladder", Player: "Anna Keller"}.get(model, "Rookery")
    for address in (reverse(viewset.get_url_name("list")), reverse(viewset.get_url_name("list_results"))):
        response = staff.get(address)
        assert response.status_code == 200
        assert name in response.content.decode()
        assert says_nothing_foreign(response)
    ids = [instance.pk for instance in theirs[model] + ours[model]]
    for query in ("", "z", "Zugzwang", "Zoltan"):
        for address in (
            reverse(viewset.get_url_name("list_results")),
            reverse(chooser.get_url_name("choose")),
        ):
            by_post = model is Player and "choose" not in address
            response = (staff.post if by_post else staff.get)(address, {"q": query})
            assert response.status_code == 200
            # The query itself is repeated on the page.
            shown = response.content.decode().replace(query, "") if query else response.content.decode()
            assert not any(word in shown for word in FOREIGN_WORDS)
    chosen = staff.get(reverse(chooser.get_url_name("chosen_multiple")), {"id": ids})
    assert {int(row["id"]) for row in chosen.json()["result"]} == {instance.pk for instance in ours[model]}


@pytest.mark.parametrize("ids", [["all"], None], ids=["select all", "chosen"])
def test_bulk_actions_reach_own_players_only(client, rookery, foreign, ids):
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    ids = ids or [player.pk for player in foreign.players + rookery.players]
    query = "?" + "&".join(f"id={pk}" for pk in ids)
    page = client.get(address + query)
    assert page.status_code == 200
    assert "Anna Keller" in page.content.decode()
    assert says_nothing_foreign(page)
    assert client.post(address + query, looked_at(page)).status_code == 302
    adults = Player.objects.filter(is_adult=True)
    assert set(adults) == set(rookery.players)


def test_bulk_actions_on_foreign_players_alone_are_missing(client, rookery, foreign):
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    for send in (client.get, client.post):
        assert send(f"{address}?id={foreign.players[0].pk}").status_code == 404
        assert send(f"{address}?id=99999999999999999999999").status_code == 404
    assert not Player.objects.filter(is_adult=True).exists()


def test_an_arbiter_confirms_nobody_in_bulk(client, rookery):
    client.force_login(rookery.arbiter)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    assert client.post(f"{address}?id={rookery.players[0].pk}").status_code == 404
    assert not Player.objects.filter(is_adult=True).exists()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("who", ["root", "organiser"])
def test_nobody_deletes_anything(client, root, rookery, ours, model, who):
    client.force_login(root if who == "root" else rookery.organiser)
    key = ours[model][0].pk
    with pytest.raises(NoReverseMatch):
        reverse(model.snippet_viewset.get_url_name("delete"), args=[key])
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", model._meta.model_name, "delete"])
    for send in (client.get, client.post):
        assert send(f"{address}?id={key}").status_code == 404
    assert model.objects.filter(pk=key).exists()


@pytest.mark.parametrize("model", ALL_MODELS)
def test_no_copies_revisions_or_autosave(model):
    """Wagtail saves a snippet with revisions while somebody types: results and names must not move then."""
    get_resolver().url_patterns  # noqa: B018 - it is with the addresses that Wagtail gives a model its viewset
    viewset = model.snippet_viewset
    assert not (viewset.revision_enabled or viewset.draftstate_enabled or viewset.preview_enabled)
    deletion = {"delete"} if model in (PlayerGroup, Season) else set()
    assert {pattern.name for pattern in viewset.get_urlpatterns()} <= deletion | {
        "list", "list_results", "add", "edit", "usage", "history", "history_results",
        "new_link", "change_link", "revoke_link", "withdraw_consent", "seen", "hide", "arbiters",
        "remove_arbiter", "add_list", "review_list", "start_rating",
        "rules", "set_rules", "remove_rules", "days", "day_order", "corrections", "proof", "verify",
        "rebuild", "export", "seeding",
    }  # fmt: skip


@pytest.mark.parametrize("model", ALL_MODELS)
def test_page_editors_see_no_registry(client, editor, ours, model):
    client.force_login(editor)
    viewset = model.snippet_viewset
    key = ours[model][0].pk
    assert client.get(reverse(viewset.get_url_name("edit"), args=[key])).status_code == 404
    for name in ("list", "add"):
        assert client.get(reverse(viewset.get_url_name(name))).status_code == 302
    assert (
        reverse(viewset.get_url_name("list")) not in client.get(reverse("wagtailadmin_home")).content.decode()
    )


def test_the_menu_is_for_people_with_a_role(client, rookery):
    client.force_login(rookery.arbiter)
    home = client.get(reverse("wagtailadmin_home")).content.decode()
    for model in ALL_MODELS:
        assert reverse(model.snippet_viewset.get_url_name("list")) in home


def test_the_site_history_tells_an_organiser_nothing_of_other_clubs(client, rookery, foreign):
    client.force_login(rookery.organiser)
    response = client.get(reverse("wagtailadmin_reports:site_history"))
    assert says_nothing_foreign(response)


def test_keys_that_cannot_be(staff, rookery):
    for key in ("abc", "9" * 30, "-1", "1.5"):
        chooser = Player.snippet_viewset.chooser_viewset
        assert staff.get(reverse(chooser.get_url_name("chosen"), args=[key])).status_code == 404
        many = staff.get(reverse(chooser.get_url_name("chosen_multiple")), {"id": key})
        assert many.json()["result"] == []


def test_the_chooser_shows_names_to_those_with_a_role(staff, rookery):
    anna = rookery.players[0]
    chooser = Player.snippet_viewset.chooser_viewset
    chosen = staff.get(reverse(chooser.get_url_name("chosen"), args=[anna.pk])).json()["result"]
    assert (chosen["id"], chosen["string"]) == (str(anna.pk), "Anna Keller")
    assert chosen["edit_url"] == reverse(Player.snippet_viewset.get_url_name("edit"), args=[anna.pk])
    listed = staff.get(reverse(chooser.get_url_name("choose")), {"q": "keller"}).json()["html"]
    assert "Anna Keller" in listed
    assert "Ben Okafor" not in listed
    assert "Anna Keller" in PlayerChooser().render("player", anna, {"id": "player"})


@pytest.mark.skipif(wagtail.VERSION < (8, 0), reason="Wagtail 7.4 has no v3 API")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("who", ["root", "organiser", "nobody"])
def test_the_api_of_wagtail_8_neither_shows_nor_deletes(client, root, rookery, ours, model, who):
    """Wagtail offers snippets over its API; what has no verb has no way around the verbs either."""
    if who != "nobody":
        from wagtail.models import APIToken

        user = root if who == "root" else rookery.organiser
        _token, secret = APIToken.create_token(user=user, name="test")
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
    refused = (401, 403, 404, 422)  # 422: for the API there is no such type
    key, name = ours[model][0].pk, model._meta.label
    for address in (f"/api/v3/snippets/{name}/", f"/api/v3/snippets/{name}/{key}/"):
        response = client.get(address)
        assert response.status_code in refused
        assert "Keller" not in response.content.decode()
    change = {"data": '{"name": "x"}', "content_type": "application/json"}
    assert client.patch(f"/api/v3/snippets/{name}/{key}/", **change).status_code in refused
    assert client.delete(f"/api/v3/snippets/{name}/{key}/actions/delete/").status_code in refused
    assert model.objects.get(pk=key).name != "x"


def test_the_chooser_tells_ladders_of_one_name_apart(client, rookery, foreign, root):
    for club in (rookery, foreign):
        services.change_ladder(club.ladder, by=root, name="Club ladder")
    services.change_ladder(foreign.ladder, by=root, visibility=Visibility.PUBLIC)
    client.force_login(root)
    with CaptureQueriesContext(connection) as of_two:
        html = client.get(reverse("ladder_ladder_chooser:choose")).json()["html"]
    rows = [" ".join(re.findall(r">\s*([^<>]*?)\s*<", row)).split() for row in html.split("</tr>")[1:-1]]
    assert sorted(" ".join(row) for row in rows) == [
        "Club ladder Rookery Organisers and arbiters of the club",
        "Club ladder Zugzwang Everybody",
    ]
    services.create_ladder(rookery.club, "Another", by=root)
    with CaptureQueriesContext(connection) as of_three:
        client.get(reverse("ladder_ladder_chooser:choose"))
    assert len(of_three) == len(of_two)
