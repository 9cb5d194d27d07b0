"""Players are searched by name without the name in an address, which servers and browsers log and keep."""

import re
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.admin.players import PlayerIndexView

from .conftest import user_in

LIST = "ladder_players:list"
RESULTS = "ladder_players:list_results"


@pytest.fixture
def arbiter(client, rookery):
    client.force_login(rookery.arbiter)
    return client


def names(response):
    return [player.name for player in response.context["object_list"]]


def addresses(response):
    page = response.content.decode()
    return [unquote(found) for found in re.findall(r'(?:href|action|src-value)="([^"]*)"', page)]


@pytest.mark.parametrize("view", [LIST, RESULTS])
def test_it_finds_the_name_and_writes_it_into_no_address(arbiter, view):
    response = arbiter.post(reverse(view), {"q": " keller "})
    assert names(response) == ["Anna Keller"]
    assert "There is 1 match" in " ".join(response.content.decode().split())
    assert not [address for address in addresses(response) if "keller" in address.lower()]


def test_the_field_asks_by_post_and_shows_what_was_typed(arbiter):
    response = arbiter.post(reverse(LIST), {"q": "keller"})
    page = response.content.decode()
    form = re.search(r'<form id="wl-find".*?</form>', page, re.DOTALL)[0]
    assert 'method="post"' in form and "csrfmiddlewaretoken" in form
    assert f'action="{reverse(LIST)}"' in form
    assert f'data-w-swap-src-value="{reverse(RESULTS)}"' in form
    assert 'value="keller"' in form
    assert page.count('name="q"') == 1  # and not Wagtail's, which asks by GET


def test_by_get_there_is_no_search(arbiter):
    assert len(names(arbiter.get(reverse(LIST), {"q": "keller"}))) == 2


def test_without_the_token_of_the_form_it_is_refused(rookery):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(rookery.arbiter)
    assert browser.post(reverse(LIST), {"q": "keller"}).status_code == 403


def test_nobody_of_another_club_is_found(arbiter, foreign):
    response = arbiter.post(reverse(LIST), {"q": "zwicky"})
    assert names(response) == []
    assert "Zenobia" not in response.content.decode()


def test_only_those_with_a_role_search(client, editor):
    client.force_login(editor)
    assert client.post(reverse(LIST), {"q": "keller"}).status_code == 302


def test_within_the_filters_and_in_the_order_of_the_list(arbiter, rookery, root):
    lena = services.add_player(rookery.club, "Lena Keller", by=root)
    services.add_player(rookery.club, "Mia Keller", by=root)
    services.confirm_adults(rookery.club, [lena.pk, rookery.players[0].pk], by=root)
    listed = arbiter.get(reverse(LIST), {"is_adult": "true", "ordering": "-name"}).content.decode()
    kept = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)" form="wl-find">', listed))
    assert kept == {"is_adult": "true", "ordering": "-name"}
    assert names(arbiter.post(reverse(LIST), {"q": "keller", **kept})) == ["Lena Keller", "Anna Keller"]


def test_it_pages_through_what_it_found(arbiter, rookery, root, monkeypatch):
    monkeypatch.setattr(PlayerIndexView, "get_paginate_by", lambda view, players: 1)
    services.add_player(rookery.club, "Lena Keller", by=root)
    first = arbiter.post(reverse(LIST), {"q": "keller"})
    assert names(first) == ["Anna Keller"]
    (button,) = re.findall(r"<button[^>]*name=\"p\"[^>]*>", first.content.decode())
    assert 'form="wl-find"' in button and 'value="2"' in button
    assert names(arbiter.post(reverse(LIST), {"q": "keller", "p": "2"})) == ["Lena Keller"]


def test_no_link_of_the_list_found_would_lose_the_search(arbiter):
    results = arbiter.post(reverse(RESULTS), {"q": "keller"}).content.decode()
    assert "ordering=" not in results and "?p=" not in results
    assert "ordering=" in arbiter.get(reverse(RESULTS)).content.decode()


class TestFromWagtailsSearches:
    """The tabs over the results of a search of pages."""

    def tabs(self, client, *groups):
        user = user_in(Group.objects.get(name="Editors"), *groups, name="somebody")
        client.force_login(user)
        return client.get(reverse("wagtailadmin_pages:search"), {"q": "keller"}).content.decode()

    def test_a_way_for_those_with_a_role_without_the_name(self, client, rookery):
        page = self.tabs(client, rookery.arbiters)
        (way,) = re.findall(rf'href="({reverse(LIST)}[^"]*)" class', page)
        assert "keller" not in way

    def test_none_for_others(self, client, rookery):
        assert reverse(LIST) not in self.tabs(client)

    def test_the_field_in_the_menu_never_asks_for_players(self, client, rookery):
        """It asks by GET. An arbiter edits no pages: an area of players would be his first."""
        client.force_login(rookery.arbiter)
        menu = client.get(reverse("wagtailadmin_home")).content.decode()
        assert "SearchModule" not in menu or reverse(LIST) not in menu.partition("SearchModule")[2][:200]
