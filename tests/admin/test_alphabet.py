"""Wherever names are listed they stand in the alphabet of their club: that of Turkish has Ç between C and D.

By code points Çağan and İpek would come last; without accents Çağan would come before Ceren and Cuma.
"""

from datetime import date
from itertools import pairwise

import pytest
from django.urls import reverse

from wagtail_ladder import services
from wagtail_ladder.admin.disclosure import disclosures
from wagtail_ladder.admin.players import PlayerIndexView
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import NameMode, Player, Visibility
from wagtail_ladder.services import Member, Pairing, Result

NAMES = ["Zeynep", "İpek", "Cuma", "Çağan", "Ceren"]
IN_ORDER = ["Ceren", "Cuma", "Çağan", "İpek", "Zeynep"]


@pytest.fixture
def cinar(make_club, root):
    club = make_club("Cinar", NAMES)
    services.change_club(club.club, by=root, name="Cinar", language="tr", juniors_never_by_full_name=False)
    return club


def listed(client, **asked):
    page = client.get(reverse("ladder_players:list"), asked)
    return [player.name for player in page.context["object_list"]]


def test_the_list_of_players_pages_through_it_in_both_directions(client, cinar, monkeypatch):
    monkeypatch.setattr(PlayerIndexView, "get_paginate_by", lambda view, players: 2)
    client.force_login(cinar.arbiter)
    assert [listed(client, p=page) for page in (1, 2, 3)] == [IN_ORDER[:2], IN_ORDER[2:4], IN_ORDER[4:]]
    assert listed(client, ordering="-name", p=1) == IN_ORDER[:2:-1]
    assert "5 players" in client.get(reverse("ladder_players:list")).content.decode()


def test_of_several_clubs_in_the_readers_language(client, cinar, make_club, root):
    make_club("Other", ["Dana"])
    client.force_login(root)
    assert listed(client, club=cinar.club.pk) == IN_ORDER
    assert listed(client) == ["Çağan", "Ceren", "Cuma", "Dana", "İpek", "Zeynep"]  # English: Ç is a C


def test_the_chooser(client, cinar):
    client.force_login(cinar.arbiter)
    html = client.get(reverse("ladder_player_chooser:choose_results")).content.decode()
    assert sorted(IN_ORDER, key=html.index) == IN_ORDER


def test_the_question_of_a_bulk_action(client, cinar):
    client.force_login(cinar.organiser)
    address = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
    page = client.get(f"{address}?id=all")
    assert [name for name, _done in page.context["players"]] == IN_ORDER


def test_what_becomes_visible_and_what_they_see(client, cinar, root):
    services.confirm_adults(cinar.club, Player.objects.values_list("pk", flat=True), by=root)
    event = services.create_event(
        cinar.ladder, by=root, name="Evening", last_day=date(2026, 3, 6), names=NAMES
    )
    entries = list(event.entries.order_by("number"))
    for number, (white, black) in enumerate(pairwise(entries), 1):
        pairing = Pairing(1, white.pk, black.pk, Result(Kind.PLAYED, 1, 1))
        services.save_round(event, number, [pairing], by=root)
    choices = {entry.pk: Member(player.pk) for entry, player in zip(entries, cinar.players, strict=True)}
    services.decide_entries(event, choices, by=root)
    services.publish_event(event, by=root)

    def show():
        services.change_ladder(cinar.ladder, by=root, visibility=Visibility.PUBLIC, names=NameMode.FULL)

    (shown,) = disclosures([cinar.ladder], show)
    assert list(shown.names) == IN_ORDER
    assert [name for name, _other in shown.people] == IN_ORDER
    client.force_login(cinar.organiser)
    page = client.get(reverse("ladder_ladders:seen", args=[cinar.ladder.pk])).content.decode()
    assert sorted(IN_ORDER, key=page.index) == IN_ORDER


def test_the_event_desk(client, cinar, root):
    """Who is picked, in which order the picked come, and who counts as under 18."""
    event = services.create_event(cinar.ladder, by=root, name="Evening", last_day=date(2026, 3, 6))
    client.force_login(cinar.organiser)
    page = client.get(reverse("wagtail_ladder_events:entries", args=[event.pk]))
    assert [name for _pk, name in page.context["members"]] == IN_ORDER
    client.post(
        reverse("wagtail_ladder_events:entries", args=[event.pk]),
        {"version": event.version, "member": [player.pk for player in cinar.players]},
    )
    typed = event.entries.order_by("number").values_list("typed_name", flat=True)
    assert list(typed) == IN_ORDER
    page = client.get(reverse("wagtail_ladder_events:adults", args=[event.pk]))
    assert [player.name for player in page.context["minors"]] == IN_ORDER
