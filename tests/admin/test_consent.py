"""Consent to the full name on the screen of a player, and for several at once."""

import re

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.models import LadderPlayer, Player

from .test_clubs import actions_on, messages_of
from .test_players import looked_at

EDIT = "ladder_players:edit"
WITHDRAW = "ladder_players:withdraw_consent"
BULK = ["wagtail_ladder", "player", "record_consent"]


@pytest.fixture
def anna(rookery, root):
    """On a public ladder of full names, of a club that shows juniors with consent in full."""
    services.change_ladder(rookery.ladder, by=root, visibility="public", names="full")
    services.change_club(
        rookery.club, name="Rookery", language="en", juniors_never_by_full_name=False, by=root
    )
    services.set_start_rating(rookery.ladder, rookery.players[0], 1650, "League", by=root)
    return rookery.players[0]


@pytest.fixture
def agreed(rookery, anna):
    services.record_consent(rookery.club, [anna.pk], by=rookery.organiser)
    anna.refresh_from_db()
    return anna


@pytest.fixture
def save(client, rookery):
    """What the browser sends of the unchanged form, with changes."""

    def save(who, player, **changes):
        client.force_login(who)
        response = client.post(reverse(EDIT, args=[player.pk]), {"name": player.name, **changes})
        player.refresh_from_db()
        return response

    return save


def screen(client, who, player):
    client.force_login(who)
    return " ".join(client.get(reverse(EDIT, args=[player.pk])).content.decode().split())


def test_an_organiser_records_it_after_looking_at_what_becomes_visible(client, save, rookery, anna):
    assert 'name="consent"' in screen(client, rookery.organiser, anna)
    asked = save(rookery.organiser, anna, consent="on")
    assert asked.status_code == 200
    assert "<li><bdi>Anna Keller</bdi></li>" in asked.content.decode()
    assert not anna.full_name_consent
    seen = asked.context["form"].disclosure_fingerprint
    assert save(rookery.organiser, anna, consent="on", seen=seen).status_code == 302
    assert (anna.full_name_consent, anna.consent_by) == (True, rookery.organiser)


def test_where_the_club_forbids_it_nothing_becomes_visible_and_the_screen_says_so(
    client, save, rookery, anna, root
):
    services.change_club(
        rookery.club, name="Rookery", language="en", juniors_never_by_full_name=True, by=root
    )
    assert "This club never shows juniors by full name" in screen(client, rookery.organiser, anna)
    assert save(rookery.organiser, anna, consent="on").status_code == 302
    assert anna.full_name_consent


def test_an_arbiter_records_none(client, save, rookery, anna):
    assert 'name="consent"' not in screen(client, rookery.arbiter, anna)
    assert save(rookery.arbiter, anna, consent="on").status_code == 302
    assert not anna.full_name_consent


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_who_recorded_it_is_shown_and_one_click_withdraws_it(client, rookery, agreed, role):
    who = getattr(rookery, role)
    page = screen(client, who, agreed)
    line = re.search(r"On record since (.*?)\s*</p>", page)[1]
    assert line.endswith("entered by <bdi>rookery-organiser</bdi>"), "no full stop after a time or a name"
    assert f'method="post" action="{reverse(WITHDRAW, args=[agreed.pk])}"' in page
    assert 'form="wl-withdraw-consent"' in page

    old = LadderPlayer.objects.get(player=agreed).public_id
    response = client.post(reverse(WITHDRAW, args=[agreed.pk]))
    assert response.url == reverse(EDIT, args=[agreed.pk])
    assert messages_of(response) == ["Consent withdrawn."]
    agreed.refresh_from_db()
    assert (agreed.full_name_consent, agreed.consent_by) == (False, who)
    assert LadderPlayer.objects.get(player=agreed).public_id != old
    assert actions_on(agreed)[-1] == "wagtail_ladder.withdraw_consent"
    assert f"by rookery-{role}" in screen(client, who, agreed)


def test_enter_in_a_field_does_not_withdraw(client, rookery, agreed):
    """The form of the button ends before that of the player begins: it is not the latter's first button."""
    page = screen(client, rookery.organiser, agreed)
    own_form = page.index('id="wl-withdraw-consent"')
    assert own_form < page.index("</form>", own_form) < page.index('id="w-editor-form"')


def test_get_withdraws_nothing(client, rookery, agreed):
    client.force_login(rookery.organiser)
    assert client.get(reverse(WITHDRAW, args=[agreed.pk])).url == reverse(EDIT, args=[agreed.pk])
    agreed.refresh_from_db()
    assert agreed.full_name_consent


@pytest.mark.parametrize("key", ["9" * 30, "abc", "-1", "_00"])
def test_keys_that_cannot_be_are_missing(client, rookery, key):
    client.force_login(rookery.organiser)
    for send in (client.get, client.post):
        assert send(reverse(WITHDRAW, args=[1]).replace("/1/", f"/{key}/")).status_code == 404


def test_a_form_from_before_the_withdrawal_is_out_of_date(client, save, rookery, agreed):
    client.force_login(rookery.organiser)
    as_of = client.get(reverse(EDIT, args=[agreed.pk])).context["form"]["as_of"].value()
    services.withdraw_consent(rookery.club, [agreed.pk], by=rookery.arbiter)
    response = save(rookery.organiser, agreed, as_of=as_of, consent="on")
    assert "Somebody changed this" in messages_of(response)[-1]
    assert not agreed.full_name_consent


def test_in_bulk_with_the_list_of_what_becomes_visible(client, rookery, anna):
    client.force_login(rookery.organiser)
    address = reverse("wagtail_bulk_action", args=BULK)
    address += "?" + "&".join(f"id={player.pk}" for player in rookery.players)
    page = client.get(address)
    assert page.context["disclosures"][0].names == ("Anna Keller",)
    assert "Ben Okafor" in page.content.decode()
    assert not Player.objects.filter(full_name_consent=True).exists()
    assert messages_of(client.post(address)) == [
        "No consent is recorded yet. Please look at this list first."
    ]
    response = client.post(address, looked_at(page))
    assert messages_of(response) == ["Consent of 2 players recorded."]
    assert Player.objects.filter(full_name_consent=True).count() == 2
    again = client.get(address).content.decode()
    assert "on record already" in again
    assert "Nothing changes for visitors" in again


def test_in_bulk_for_organisers_and_their_own_players_alone(client, rookery, foreign):
    address = reverse("wagtail_bulk_action", args=BULK)
    client.force_login(rookery.arbiter)
    assert client.post(f"{address}?id={rookery.players[0].pk}").status_code == 404
    client.force_login(rookery.organiser)
    assert client.post(f"{address}?id={foreign.players[0].pk}").status_code == 404
    client.post(f"{address}?id=all", looked_at(client.get(f"{address}?id=all")))
    assert set(Player.objects.filter(full_name_consent=True)) == set(rookery.players)


def test_the_list_offers_it_and_filters_by_it(client, rookery, agreed):
    client.force_login(rookery.organiser)
    assert (
        reverse("wagtail_bulk_action", args=BULK)
        in client.get(reverse("ladder_players:list")).content.decode()
    )
    found = client.get(reverse("ladder_players:list_results"), {"full_name_consent": "true"}).content.decode()
    assert "Anna Keller" in found
    assert "Ben Okafor" not in found


def test_who_withdraws_it_learns_where_the_full_name_is_still_shown(client, rookery, agreed):
    """A confirmed adult needs no consent: only "always initials" ends the full name."""
    services.confirm_adults(rookery.club, [agreed.pk], by=rookery.organiser)
    client.force_login(rookery.arbiter)
    response = client.post(reverse(WITHDRAW, args=[agreed.pk]))
    (message,) = list(response.wsgi_request._messages)
    assert message.level_tag == "warning"
    assert "still shown" in str(message) and "Rookery ladder" in str(message) and "Keller" not in str(message)
    services.record_consent(rookery.club, [agreed.pk], by=rookery.organiser)
    services.force_initials(rookery.ladder, agreed, True, by=rookery.arbiter)
    assert messages_of(client.post(reverse(WITHDRAW, args=[agreed.pk])))[-1] == "Consent withdrawn."
