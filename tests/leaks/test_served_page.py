"""A block judges by the page that the visitor has been admitted to, and by no page before that."""

import pytest
from django.http import HttpResponse
from django.template import engines
from wagtail.models import PageViewRestriction

from tests import urls
from tests.testapp.models import HomePage
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage

from .canary import leaks, whole

FRAME = "{% load wagtailcore_tags %}{% for block in blocks %}{% include_block block %}{% endfor %}"
"""A site's footer that holds ladder blocks."""


@pytest.fixture
def frame_around_not_found(world, monkeypatch):
    frame = engines["django"].from_string(FRAME)

    def not_found(request, exception):
        return HttpResponse(frame.render({"blocks": world.home.body}, request), status=404)

    monkeypatch.setattr(urls, "handler404", not_found, raising=False)


def test_what_a_site_shows_around_not_found_is_the_same_for_a_hidden_ladder(
    world, browser_of, frame_around_not_found
):
    members, public = world.of(Visibility.MEMBERS), world.of(Visibility.PUBLIC)
    missing = browser_of().get("/nothing/")
    assert public.people["adult"].name in whole(missing)
    assert members.people["adult"].name not in whole(missing)
    hidden = [world.of(level).page.url for level in (Visibility.ORGANISERS, Visibility.LINK)]
    for address in (*hidden, *(f"{address}csv/" for address in hidden)):
        answer = browser_of().get(address)
        assert (answer.status_code, answer.content) == (404, missing.content)
    refused = browser_of(world.nobody).get(members.page.url)
    assert (refused.status_code, refused.content) == (404, missing.content)


def test_a_page_that_refuses_by_itself_is_not_the_page_of_its_not_found(
    world, browser_of, frame_around_not_found
):
    """The ladder's page limits a visit to its members, and has no such player."""
    one = world.of(Visibility.MEMBERS)
    answer = browser_of(world.parent).get(f"{one.page.url}players/nobody/")
    assert answer.status_code == 404
    assert one.people["adult"].name not in whole(answer)


def test_the_form_that_asks_for_a_password_shows_no_ladder(world, browser_of, monkeypatch):
    """Whatever the site's template for it is: here the page's own."""
    monkeypatch.setattr(HomePage, "password_required_template", "testapp/home_page.html")
    section = world.home.add_child(instance=HomePage(title="Section", slug="section"))
    PageViewRestriction.objects.create(page=section, restriction_type="password", password="x")
    one = world.of(Visibility.PUBLIC)
    LadderPage.objects.get(pk=one.page.pk).move(section, pos="last-child")
    block = ("ladder", {"ladder": one.ladder, "heading": "", "top": None})
    host = section.add_child(instance=HomePage(title="Host", slug="host", body=[block]))
    answer = browser_of().get(host.url)
    assert answer.status_code == 200 and host.title in whole(answer)
    assert leaks(whole(answer)) == []


@pytest.mark.parametrize("level", [Visibility.ORGANISERS, Visibility.LINK])
def test_a_page_below_a_hidden_ladder_is_missing_too(world, browser_of, level):
    below = world.of(level).page.add_child(instance=HomePage(title="Rules", slug="rules"))
    deeper = below.add_child(instance=HomePage(title="More", slug="more"))
    for page in (below, deeper):
        for visitor in (None, world.nobody, world.parent, world.page_editor):
            assert browser_of(visitor).get(page.url).status_code == 404
        assert browser_of(world.arbiter).get(page.url).status_code == 200


def test_a_page_below_a_ladder_for_members_is_for_them(world, browser_of):
    page = world.of(Visibility.MEMBERS).page.add_child(instance=HomePage(title="Rules", slug="rules"))
    asked = [browser_of(visitor).get(page.url).status_code for visitor in (None, world.nobody, world.parent)]
    assert asked == [302, 404, 200]
