"""The first screen of the admin, for people with a role in a club."""

from django.contrib.auth.models import Group
from django.urls import reverse

HOME = "wagtailadmin_home"
WELCOME = 'id="ladder-welcome'


def test_an_arbiter_finds_the_way_from_an_empty_home(client, rookery, foreign):
    client.force_login(rookery.arbiter)
    page = client.get(reverse(HOME)).content.decode()
    assert WELCOME in page
    assert "Rookery" in page and "Zugzwang" not in page
    assert f'href="{reverse("ladder_clubs:edit", args=[rookery.club.pk])}"' in page[page.index(WELCOME) :]
    panel = page[page.index(WELCOME) :]
    for url in ("wagtail_ladder_events:add", "wagtail_ladder_events:index", "ladder_ladders:list"):
        assert f'href="{reverse(url)}"' in panel
        assert client.get(reverse(url)).status_code == 200


def test_nobody_else_is_greeted(client, rookery, editor):
    """An editor of pages has a full home; so has an arbiter who edits pages as well."""
    rookery.arbiter.groups.add(Group.objects.get(name="Editors"))
    for user in (editor, rookery.arbiter):
        client.force_login(user)
        assert WELCOME not in client.get(reverse(HOME)).content.decode()
