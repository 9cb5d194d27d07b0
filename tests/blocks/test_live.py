"""An open page asks whether a ladder on it has changed, behind the same restrictions as the page itself."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Group, User
from wagtail.models import PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder import services

pytestmark = pytest.mark.django_db


def ask(client, page, etag=""):
    headers = {"HTTP_IF_NONE_MATCH": etag} if etag else {}
    return client.get(page.url, {"ladder-live": "1"}, **headers)


def stamps(html):
    return set(re.findall(r'data-ladder-live="(\w+)"', html.decode()))


@pytest.fixture
def page(host):
    return host(("ladder", {}), ("movers", {"live": True}), ("events", {}))


def test_nothing_has_changed(client, page):
    (stamp,) = stamps(client.get(page.url).content)
    answer = ask(client, page, f'"{stamp}"')
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == f'"{stamp}"' and "no-cache" in answer["Cache-Control"]


def test_a_new_result_is_told_once(client, world, page):
    (stamp,) = stamps(client.get(page.url).content)
    world.event(date(2026, 9, 11), ["Fay 1-0 Anna"])
    answer = ask(client, page, f'"{stamp}"')
    assert answer.status_code == 200 and b"1246" in answer.content
    assert stamps(answer.content) == {answer["ETag"].strip('"')} != {stamp}
    assert ask(client, page, answer["ETag"]).status_code == 304


def test_names_that_are_shown_otherwise_are_told(client, world, page):
    (stamp,) = stamps(client.get(page.url).content)
    with world.commits():
        services.force_initials(world.ladder, world.player("Anna"), True, by=world.by)
    assert ask(client, page, f'"{stamp}"').status_code == 200


def test_a_ladder_that_becomes_hidden_takes_its_rows_away(client, world, page):
    (stamp,) = stamps(client.get(page.url).content)
    world.set(visibility="organisers")
    answer = ask(client, page, f'"{stamp}"')
    assert answer.status_code == 200 and b"<section" not in answer.content


def test_where_it_is_off_nothing_is_asked(client, host):
    html = client.get(host(("ladder", {"live": False}), ("movers", {"live": False})).url).content
    assert b"live.js" not in html and not stamps(html)


def test_without_the_question_the_page_is_as_it_always_was(client, page):
    answer = client.get(page.url)
    assert "ETag" not in answer.headers and "Cache-Control" not in answer.headers
    (stamp,) = stamps(answer.content)
    assert client.get(page.url, HTTP_IF_NONE_MATCH=f'"{stamp}"').status_code == 200


def test_a_page_without_blocks_takes_no_notice(client, world):
    page = world.home.add_child(instance=HomePage(title="Text", slug="text", body=[("text", "<p>Hello</p>")]))
    answer = ask(client, page, '"x"')
    assert answer.status_code == 200 and "ETag" not in answer.headers


def test_the_restrictions_of_the_page_hold(client, world, page):
    parents = Group.objects.create(name="parents")
    world.set(visibility="members", member_groups=[parents])
    restriction = PageViewRestriction.objects.create(page=page, restriction_type="groups")
    restriction.groups.add(parents)
    member = User.objects.create_user("parent")
    member.groups.add(parents)
    client.force_login(member)
    answer = ask(client, page)
    assert b"1487" in answer.content and "private" in answer["Cache-Control"]
    client.logout()
    refused = ask(client, page, answer["ETag"])
    assert refused.status_code == 302 and "ETag" not in refused.headers


def test_what_the_page_itself_refuses_stays_refused(client, page, monkeypatch):
    from django.http import HttpResponseForbidden

    etag = ask(client, page)["ETag"]
    monkeypatch.setattr(HomePage, "serve", lambda *args, **kwargs: HttpResponseForbidden())
    refused = ask(client, page, etag)
    assert refused.status_code == 403 and "ETag" not in refused.headers


def test_the_stamp_tells_no_time(client, world, page):
    """It is another one on another site, and not made of the time alone."""
    (stamp,) = stamps(client.get(page.url).content)
    assert re.fullmatch(r"[0-9a-f]{32}", stamp)
    assert str(world.ladder.pk) != stamp and f"{world.ladder.replayed_at:%s}" not in stamp
