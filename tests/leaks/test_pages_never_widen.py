"""Whatever a page editor does to the page of a ladder, nobody sees more of the ladder than its level says."""

import pytest
from django.test import TestCase
from wagtail.actions.create_alias import CreatePageAliasAction
from wagtail.models import Locale, Page, PageViewRestriction

from tests.testapp.models import HomePage
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage

from .canary import leaks, whole

HIDDEN = (Visibility.ORGANISERS, Visibility.LINK, Visibility.MEMBERS)


def pages_of(one):
    return LadderPage.objects.filter(ladder=one.ladder)


def move(world, one):
    LadderPage.objects.get(pk=one.page.pk).move(Page.objects.get(slug="open-house"), pos="last-child")


def copy(world, one):
    LadderPage.objects.get(pk=one.page.pk).copy(
        to=Page.objects.get(slug="open-house"),
        update_attrs={"slug": f"copied-{one.ladder.pk}"},
        user=world.page_editor,
    )


def alias(world, one):
    CreatePageAliasAction(
        LadderPage.objects.get(pk=one.page.pk),
        parent=Page.objects.get(slug="open-house"),
        update_slug=f"aliased-{one.ladder.pk}",
    ).execute(skip_permission_checks=True)


def translate(world, one):
    page = LadderPage.objects.get(pk=one.page.pk)
    page.copy_for_translation(Locale.objects.get_or_create(language_code="el")[0], copy_parents=True)
    for translated in LadderPage.objects.filter(translation_key=page.translation_key):
        translated.live = True
        translated.save()


def remove_the_restriction(world, one):
    for restriction in PageViewRestriction.objects.filter(page__in=pages_of(one)):
        restriction.delete()


def weaken_the_restriction(world, one):
    PageViewRestriction.objects.create(page=one.page, restriction_type=PageViewRestriction.LOGIN)


def unpublish_and_publish(world, one):
    page = LadderPage.objects.get(pk=one.page.pk)
    page.unpublish()
    page.save_revision().publish()


def publish_an_older_revision(world, one):
    page = LadderPage.objects.get(pk=one.page.pk)
    older = page.save_revision()
    page.title = "Newer"
    page.save_revision().publish()
    older.publish()


DEEDS = (
    move, copy, alias, translate, remove_the_restriction, weaken_the_restriction, unpublish_and_publish,
    publish_an_older_revision,
)  # fmt: skip


def open_house(world):
    """A place in the tree that everybody may enter."""
    home = HomePage.objects.get(pk=world.home.pk)
    return home.add_child(instance=HomePage(title="Open house", slug="open-house"))


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_a_hidden_ladder_stays_hidden(world, browser_of, deed):
    open_house(world)
    for level in HIDDEN:
        one = world.of(level)
        with TestCase.captureOnCommitCallbacks(execute=True):
            deed(world, one)
        assert pages_of(one).exists()
        for page in pages_of(one):
            for visitor in (None, world.nobody, world.page_editor):
                response = browser_of(visitor).get(page.url or f"/{page.slug}/")
                to_login = visitor is None and level == Visibility.MEMBERS
                assert response.status_code == (302 if to_login else 404), (deed, level, page)
                assert leaks(whole(response)) == []
            assert page not in LadderPage.objects.public(), "what reads pages is told that they are private"
            listed = browser_of().get(f"/api/v2/pages/{page.pk}/?fields=*")
            assert listed.status_code == 404
            found = browser_of().get(f"/search/?query={page.title}").content.decode()
            assert page.url not in found
            assert page.url not in browser_of().get("/sitemap.xml").content.decode()


def test_members_still_come_in_after_all_of_it(world, browser_of):
    one = world.of(Visibility.MEMBERS)
    open_house(world)
    for deed in (copy, alias, remove_the_restriction):
        with TestCase.captureOnCommitCallbacks(execute=True):
            deed(world, one)
    for page in pages_of(one):
        assert one.people["adult"].name in browser_of(world.parent).get(page.url).content.decode()


def test_a_restriction_of_the_site_still_counts_for_a_public_ladder(world, browser_of):
    """And its block disappears from pages that are less restricted than the ladder's own page."""
    one = world.of(Visibility.PUBLIC)
    name = one.people["adult"].name
    assert name in browser_of().get("/").content.decode()
    PageViewRestriction.objects.create(page=one.page, restriction_type=PageViewRestriction.LOGIN)
    assert browser_of().get(one.page.url).status_code == 302
    assert name not in browser_of().get("/").content.decode()
    assert name not in browser_of(world.parent).get("/").content.decode()
    assert name in browser_of(world.nobody).get(one.page.url).content.decode()


@pytest.mark.parametrize("who", ["page_editor", "foreign_organiser"])
def test_the_page_form_refuses_the_ladder_of_another_club(world, browser_of, who):
    """By form, for a new page and for a stored one; a public ladder is anybody's to place."""
    editor = getattr(world, who)
    editor.groups.add(world.page_editor.groups.get())
    browser = browser_of(editor)
    for level, allowed in (
        (Visibility.ORGANISERS, False),
        (Visibility.MEMBERS, False),
        (Visibility.PUBLIC, True),
    ):
        one = world.of(level)
        form = {
            "title": f"Placed {level}", "slug": f"placed-{level}", "ladder": one.ladder.pk,
            "body-count": "0", "comments-TOTAL_FORMS": "0", "comments-INITIAL_FORMS": "0",
            "action-publish": "1",
        }  # fmt: skip
        address = f"/admin/pages/add/wagtail_ladder_pages/ladderpage/{world.home.pk}/"
        response = browser.post(address, form)
        assert LadderPage.objects.filter(slug=f"placed-{level}").exists() == allowed, response.status_code
        assert leaks(whole(response)) == []
