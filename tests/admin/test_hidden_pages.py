"""Those who work in the club are told who sees a page that looks to them as any other."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.test import RequestFactory
from django.urls import reverse
from wagtail.models import Site

from wagtail_ladder import services
from wagtail_ladder.admin.hidden_pages import tell_who_sees_it_in_the_userbar
from wagtail_ladder.models import Visibility
from wagtail_ladder.pages.models import LadderPage

LEVEL = "Organisers and arbiters of the club"


@pytest.fixture
def page(rookery):
    return Site.objects.get().root_page.add_child(
        instance=LadderPage(title="Ours", slug="ours", ladder=rookery.ladder)
    )


@pytest.fixture
def edit_view(client, page):
    def edit_view(user):
        user.groups.add(Group.objects.get(name="Editors"))
        client.force_login(user)
        return client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).content.decode()

    return edit_view


def userbar(user, page):
    request = RequestFactory().get("/ours/")
    request.user = user
    items = []
    tell_who_sees_it_in_the_userbar(request, items, page)
    return [item.render_html({"request": request}) for item in items]


def test_the_edit_view_leads_to_where_it_is_set(rookery, edit_view):
    shown = edit_view(rookery.arbiter)
    assert f"Who may see this page is set on its ladder, now to: {LEVEL}." in shown
    assert f'href="{reverse("ladder_ladders:edit", args=[rookery.ladder.pk])}"' in shown


def test_an_editor_without_a_role_learns_no_level(rookery, editor, edit_view):
    shown = edit_view(editor)
    assert "is set on its ladder, by the people of the club" in shown
    assert LEVEL not in shown
    assert reverse("ladder_ladders:edit", args=[rookery.ladder.pk]) not in shown


def test_of_a_public_one_there_is_nothing_to_say(rookery, page, root, edit_view):
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC)
    assert "is set on its ladder" not in edit_view(rookery.arbiter)
    assert userbar(rookery.arbiter, LadderPage.objects.get()) == []


def test_the_userbar_tells_those_with_a_role_alone(rookery, foreign, editor, page):
    for user in (rookery.organiser, rookery.arbiter):
        (item,) = userbar(user, page)
        assert f"Not public. Seen by: {LEVEL}" in item
    for user in (foreign.organiser, editor, AnonymousUser()):
        assert userbar(user, page) == []
    assert userbar(rookery.organiser, Site.objects.get().root_page) == []
    assert userbar(rookery.organiser, None) == []
