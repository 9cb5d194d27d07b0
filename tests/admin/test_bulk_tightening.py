"""Whoever has a role in the club may show less of many players at once."""

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.audience import public_names
from wagtail_ladder.models import LadderPlayer, NameMode, Player, Visibility

from .test_clubs import actions_on, messages_of


def address(action, *players):
    ids = "&".join(f"id={player.pk}" for player in players) or "id=all"
    return reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", action]) + f"?{ids}"


@pytest.fixture
def anna(rookery, root):
    """By her full name on a public ladder, as a junior with consent. Ben is on no ladder."""
    anna = rookery.players[0]
    services.change_club(
        rookery.club, name="Rookery", language="en", juniors_never_by_full_name=False, by=root
    )
    services.record_consent(rookery.club, [anna.pk], by=root)
    services.set_start_rating(rookery.ladder, anna, 1650, "League", by=root)
    services.change_ladder(rookery.ladder, by=root, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    return anna


def shown(ladder, player):
    ladder.refresh_from_db()
    return public_names(ladder, [player.pk])[player.pk]


def test_an_arbiter_shows_them_by_initials_on_all_their_ladders(client, rookery, anna, root):
    other = services.create_ladder(rookery.club, "Blitz", by=root)
    services.set_start_rating(other, anna, 1500, "League", by=root)
    assert shown(rookery.ladder, anna).name == "Anna Keller"
    old = shown(rookery.ladder, anna).public_id
    client.force_login(rookery.arbiter)
    page = client.get(address("always_initials", *rookery.players)).content.decode()
    assert "Anna Keller</bdi></li>" in page
    assert "Ben Okafor</bdi> (nothing changes)" in page
    assert "a page with a new address" in page
    response = client.post(address("always_initials", *rookery.players))
    assert messages_of(response) == ["1 player is always shown by initials now."]
    assert set(LadderPlayer.objects.values_list("player", "initials_forced")) == {(anna.pk, True)}
    assert shown(rookery.ladder, anna).name == "A. K."
    assert shown(rookery.ladder, anna).public_id != old


def test_who_is_by_initials_already_stays_as_he_is(client, rookery, anna):
    services.force_initials(rookery.ladder, anna, True, by=rookery.arbiter)
    before = shown(rookery.ladder, anna).public_id, actions_on(anna)
    client.force_login(rookery.arbiter)
    assert messages_of(client.post(address("always_initials", anna))) == [
        "On no ladder did that change anything."
    ]
    assert (shown(rookery.ladder, anna).public_id, actions_on(anna)) == before


def test_under_both_names_of_who_was_merged(client, rookery, anna, root):
    services.merge_players(rookery.players[1], anna, by=root)
    client.force_login(rookery.arbiter)
    client.post(address("always_initials", rookery.players[1]))
    assert not LadderPlayer.objects.filter(initials_forced=False).exists()


def test_an_arbiter_records_that_consent_was_taken_back(client, rookery, anna):
    client.force_login(rookery.arbiter)
    page = client.get(address("withdraw_consent", *rookery.players)).content.decode()
    assert "Ben Okafor</bdi> (no consent on record)" in page
    assert "Confirmed adults need no consent" in page
    response = client.post(address("withdraw_consent", *rookery.players))
    assert messages_of(response) == ["Consent of 1 player withdrawn."]
    assert not Player.objects.filter(full_name_consent=True).exists()
    assert shown(rookery.ladder, anna).name == "A. K."
    assert not [message for message in messages_of(response) if "Keller" in message]


def test_everybody_in_the_list_means_those_of_its_filters(client, rookery, anna):
    client.force_login(rookery.arbiter)
    client.post(f"{address('always_initials')}&ladder={rookery.ladder.pk}")
    assert set(LadderPlayer.objects.values_list("player", "initials_forced")) == {(anna.pk, True)}


@pytest.mark.parametrize("action", ["always_initials", "withdraw_consent"])
def test_not_for_another_club(client, rookery, foreign, anna, action):
    client.force_login(foreign.organiser)
    for ask in (client.get, client.post):
        assert ask(address(action, anna)).status_code == 404
    assert shown(rookery.ladder, anna).name == "Anna Keller"


def test_a_refusal_is_told_and_not_an_error(client, rookery, anna, monkeypatch):
    def refuse(*args, **kwargs):
        raise services.NotAllowed("not_allowed", "You may not do this in this club.")

    monkeypatch.setattr("wagtail_ladder.admin.bulk_tightening.withdraw_consent", refuse)
    client.force_login(rookery.arbiter)
    response = client.post(address("withdraw_consent", anna))
    assert response.status_code == 200
    assert "You may not do this in this club." in response.content.decode()


@pytest.mark.parametrize(
    ("who", "offered"),
    [
        ("arbiter", ["Always initials", "Withdraw consent"]),
        (
            "organiser",
            [
                "Confirm as adults",
                "Record consent",
                "Merge",
                "Always initials",
                "Withdraw consent",
                "Put into a group",
                "Take out of a group",
            ],
        ),
    ],
)
def test_everybody_is_offered_what_he_may_do(client, rookery, who, offered):
    client.force_login(getattr(rookery, who))
    page = client.get(reverse("ladder_players:list"))
    assert [str(action["label"]) for action in page.context["view"].bulk_actions] == offered
    html = page.content.decode()
    assert html.count("data-bulk-action-button") == len(offered)
    assert "data-bulk-action-checkbox" in html
