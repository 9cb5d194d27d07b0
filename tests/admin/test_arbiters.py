"""Organisers add and remove arbiters; nobody else meets the screen, and nobody meets other accounts."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from tests.desks import without_tokens
from wagtail_ladder.models import ClubRole

from .conftest import user_in
from .test_clubs import actions_on, messages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def newcomer(db):
    """Somebody with an account who could not even enter the admin."""
    user = user_in(name="newcomer")
    user.first_name, user.last_name = "Nina", "<b>Newcome</b>"
    user.save()
    return user


def list_of(club):
    return reverse("ladder_clubs:arbiters", args=[club.pk])


def question(club, user):
    return f"{reverse('ladder_clubs:remove_arbiter', args=[club.pk])}?arbiter={user.pk}"


def add(client, who, club, account):
    client.force_login(who)
    return client.post(list_of(club), {"account": account})


def listed(client, club):
    table = BeautifulSoup(client.get(list_of(club)).content, "html.parser").select_one("table.listing")
    return [row.select_one("strong").get_text() for row in table.select("tbody tr")] if table else []


def test_the_way_there_is_on_the_screen_of_the_club(client, rookery):
    edit = reverse("ladder_clubs:edit", args=[rookery.club.pk])
    client.force_login(rookery.organiser)
    page = client.get(edit).content.decode()
    assert f'href="{list_of(rookery.club)}"' in page
    assert "1 arbiter enters results" in " ".join(page.split())
    client.force_login(rookery.arbiter)
    page = client.get(edit)
    assert page.status_code == 200
    assert list_of(rookery.club) not in page.content.decode()


@pytest.mark.parametrize("account", ["newcomer", "newcomer@example.org"])
def test_an_organiser_adds_somebody_who_then_works_for_the_club(client, rookery, newcomer, account):
    response = add(client, rookery.organiser, rookery.club, account)
    assert response.status_code == 302 and response["Location"] == list_of(rookery.club)
    (message,) = messages_of(response)
    assert message.startswith("Added.") and "newcomer" not in message and "Nina" not in message
    assert listed(client, rookery.club) == ["newcomer", "rookery-arbiter"]
    page = client.get(list_of(rookery.club)).content.decode()
    assert "<bdi>Nina &lt;b&gt;Newcome&lt;/b&gt;</bdi>" in page
    assert actions_on(rookery.club)[-1] == "wagtail_ladder.add_arbiter"

    client.force_login(newcomer)
    assert client.get(reverse("ladder_ladders:edit", args=[rookery.ladder.pk])).status_code == 200
    assert client.get(list_of(rookery.club)).status_code == 404


def test_the_history_of_the_club_says_it_without_a_name(client, rookery, newcomer):
    add(client, rookery.organiser, rookery.club, "newcomer")
    page = without_tokens(client.get(reverse("ladder_clubs:history", args=[rookery.club.pk])))
    assert "Arbiter added" in page
    assert "newcomer" not in page and "Nina" not in page


@pytest.mark.parametrize("account", ["no-such-account", "root", "root@example.org", "gone", "NEWCOMER"])
def test_what_is_refused_is_told_beside_what_was_typed(client, rookery, newcomer, account):
    user_in(name="gone").__class__.objects.filter(username="gone").update(is_active=False)
    response = add(client, rookery.organiser, rookery.club, account)
    page = BeautifulSoup(response.content, "html.parser")
    assert response.status_code == 200
    assert page.select_one("#id_account")["value"] == account
    (error,) = page.select(".w-field__errors .error-message")
    assert error.get_text(strip=True).startswith("There is no account of this name or address")
    assert not newcomer.groups.exists()


@pytest.mark.parametrize("account", ["", "\x00", "x" * 5000, "<script>alert(1)</script>"])
def test_hostile_input_is_refused_in_a_sentence(client, rookery, account):
    response = add(client, rookery.organiser, rookery.club, account)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == ["account"]
    assert "<script>alert(1)" not in response.content.decode()


def test_nobody_is_listed_but_the_arbiters(client, root, rookery, foreign, newcomer, editor):
    client.force_login(rookery.organiser)
    assert listed(client, rookery.club) == ["rookery-arbiter"]
    page = client.get(list_of(rookery.club)).content.decode()
    screen = BeautifulSoup(page, "html.parser").select_one("main").get_text()
    for account in (root, newcomer, editor, foreign.organiser, foreign.arbiter):
        assert account.username not in screen and account.email not in page


def test_removing_is_asked_first_and_done_by_a_post(client, rookery, newcomer):
    newcomer.groups.add(rookery.arbiters)
    client.force_login(rookery.organiser)
    asked = client.get(question(rookery.club, newcomer))
    page = asked.content.decode()
    assert asked.status_code == 200
    assert "<bdi>newcomer</bdi>" in page and "Newcome&lt;/b&gt;" in page
    assert newcomer.groups.exists()

    form = BeautifulSoup(asked.content, "html.parser").select_one("main form")
    fields = {field["name"]: field["value"] for field in form.select("input[name]")}
    done = client.post(reverse("ladder_clubs:remove_arbiter", args=[rookery.club.pk]), fields)
    assert done.status_code == 302
    (message,) = messages_of(done)
    assert message.startswith("Removed.") and "newcomer" not in message
    assert not newcomer.groups.exists()
    assert listed(client, rookery.club) == ["rookery-arbiter"]
    assert actions_on(rookery.club)[-1] == "wagtail_ladder.remove_arbiter"


@pytest.mark.parametrize("key", ["", "0", "x", "9" * 40, "\x00"])
def test_who_is_no_arbiter_is_not_asked_about(client, rookery, newcomer, key):
    """The same answer for an account that there is and for none, twice for whoever clicks twice."""
    client.force_login(rookery.organiser)
    address = reverse("ladder_clubs:remove_arbiter", args=[rookery.club.pk])
    for given in (key, newcomer.pk, rookery.organiser.pk):
        for send in (client.get, client.post):
            response = send(address, {"arbiter": given})
            assert (response.status_code, response["Location"]) == (302, list_of(rookery.club))
            assert "not an arbiter of the club any more" in messages_of(response)[-1]


def test_a_group_that_gives_more_is_a_site_administrators(client, rookery, newcomer):
    rookery.arbiters.permissions.add(Permission.objects.get(codename="change_user"))
    client.force_login(rookery.organiser)
    page = client.get(list_of(rookery.club))
    assert "Through <bdi>Rookery: arbiters</bdi>" in page.content.decode()
    assert "gives them nothing else" in page.content.decode()
    assert not BeautifulSoup(page.content, "html.parser").select("#id_account")
    assert question(rookery.club, rookery.arbiter) not in page.content.decode()

    refused = add(client, rookery.organiser, rookery.club, "newcomer")
    assert "gives them nothing else" in refused.content.decode()
    assert not newcomer.groups.exists()
    refused = client.post(question(rookery.club, rookery.arbiter), {"arbiter": rookery.arbiter.pk})
    assert "gives more than that" in messages_of(refused)[-1]
    assert rookery.arbiter.groups.exists()


@pytest.mark.parametrize("who", ["arbiter", "foreign organiser", "editor"])
def test_to_everybody_else_there_is_no_such_screen(client, rookery, foreign, editor, newcomer, who):
    people = {"arbiter": rookery.arbiter, "foreign organiser": foreign.organiser, "editor": editor}
    client.force_login(people[who])
    for address in (list_of(rookery.club), question(rookery.club, rookery.arbiter)):
        for send in (client.get, client.post):
            response = send(address, {"account": "newcomer", "arbiter": rookery.arbiter.pk})
            assert response.status_code == 404
    assert not newcomer.groups.exists()
    assert list(rookery.arbiter.groups.all()) == [rookery.arbiters]


def test_a_superuser_may_too(client, root, rookery, newcomer):
    assert add(client, root, rookery.club, "newcomer").status_code == 302
    group = Group.objects.get(user=newcomer)
    assert group.club_permissions.get().role == ClubRole.ARBITER
