"""What Wagtail would tell of a hidden ladder's page by itself."""

import pytest
import wagtail
from django.test import TestCase
from django.urls import reverse
from wagtail.api import APIField
from wagtail.contrib.redirects.models import Redirect
from wagtail.models import PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder import services
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage

HIDDEN = (Visibility.ORGANISERS, Visibility.LINK)


def change_the_address(world, one, how):
    page = LadderPage.objects.get(pk=one.page.pk)
    with TestCase.captureOnCommitCallbacks(execute=True):
        if how == "slug":
            page.slug = f"chess-year-5-{one.ladder.pk}"
            page.save_revision().publish()
        else:
            section = HomePage(title="Section", slug=f"section-{one.ladder.pk}")
            page.move(world.home.add_child(instance=section), pos="last-child")


@pytest.mark.parametrize("how", ["slug", "move"])
@pytest.mark.parametrize("level", HIDDEN)
def test_an_old_address_is_missing_as_the_new_one_is(world, browser_of, level, how):
    one = world.of(level)
    change_the_address(world, one, how)
    assert browser_of().get(one.page.url).status_code == 404
    assert not Redirect.objects.exists()
    if wagtail.VERSION >= (8, 0):
        assert "chess-year-5" not in browser_of().get("/api/v3/redirects/").content.decode()


@pytest.mark.parametrize("level", [Visibility.MEMBERS, Visibility.PUBLIC])
def test_an_old_address_of_a_ladder_that_strangers_may_know_leads_on(world, browser_of, level):
    one = world.of(level)
    change_the_address(world, one, "slug")
    new = LadderPage.objects.get(pk=one.page.pk).url
    assert browser_of().get(one.page.url).get("Location") == new


def test_the_old_addresses_of_a_ladder_go_when_it_is_hidden(world, browser_of):
    one = world.of(Visibility.PUBLIC)
    change_the_address(world, one, "slug")
    for level in (Visibility.MEMBERS, Visibility.ORGANISERS):
        assert browser_of().get(one.page.url).status_code == 301
        with TestCase.captureOnCommitCallbacks(execute=True):
            services.change_ladder(one.ladder, visibility=level, by=world.organiser)
    assert browser_of().get(one.page.url).status_code == 404


def test_the_mark_of_our_restrictions_is_no_password(world, browser_of):
    """Wagtail's form takes a password for a restriction of any kind."""
    own = PageViewRestriction.objects.get(page=world.of(Visibility.ORGANISERS).page)
    editors = PageViewRestriction.objects.get(page=world.members_page)
    assert own.password and not editors.password
    for typed in (own.password, own.password.strip(), f" {own.password}"):
        answers = [
            browser_of().post(
                reverse("wagtailcore_authenticate_with_password", args=[restriction.pk, world.home.pk]),
                {"password": typed, "return_url": "/"},
            )
            for restriction in (own, editors)
        ]
        assert [answer.status_code for answer in answers] == [200, 200]


@pytest.mark.parametrize(
    ("level", "told"), [*((level, False) for level in HIDDEN), ("members", False), ("public", True)]
)
def test_the_api_tells_what_was_typed_about_a_block_where_everybody_sees_it(
    world, browser_of, monkeypatch, level, told
):
    block = {"ladder": world.of(level).ladder, "heading": "Year 5 Northside", "top": 3}
    host = world.home.add_child(instance=HomePage(title="Host", slug="host", body=[("ladder", block)]))
    monkeypatch.setattr(HomePage, "api_fields", [APIField("body")], raising=False)
    answer = browser_of().get(f"/api/v2/pages/{host.pk}/?fields=body")
    value = answer.json()["body"][0]["value"]
    assert value == ({"heading": "Year 5 Northside", "top": 3} if told else {})
