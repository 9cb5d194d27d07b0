"""Pages stay up where somebody wrote past the verbs, once a verb has taken it over."""

from datetime import date

import pytest

from tests.services.kit import WON
from wagtail_ladder import services
from wagtail_ladder.models import Event, Game, Player

from .every_page import every_page

pytestmark = pytest.mark.django_db


def last_game(world):
    return Game.objects.filter(event__ladder=world.ladder, kind="played").order_by("pk").last()


def newcomer(world):
    return services.add_player(world.club, "Nobody Yet", by=world.by)


def another_name(world):
    game = last_game(world)
    game.event.entries.filter(pk=game.white_id).update(player=newcomer(world))


def another_member(world):
    Player.objects.filter(entries__games_as_white=last_game(world)).update(merged_into=newcomer(world))


def another_ladders_event(world):
    other = services.create_ladder(world.club, "Rapid", by=world.by)
    event = services.create_event(
        other, by=world.by, name="Rapid", last_day=date(2026, 1, 1), names=["X one", "Y two"]
    )
    x, y = event.entries.order_by("number")
    choices = {x.pk: services.NewMember("X one"), y.pk: services.NewMember("Y two")}
    services.decide_entries(event, choices, by=world.by)
    services.save_round(event, 1, [services.Pairing(1, x.pk, y.pk, WON)], by=world.by)
    services.publish_event(event, by=world.by)
    Event.objects.filter(pk=event.pk).update(ladder=world.ladder)


@pytest.mark.parametrize("write", [another_name, another_member, another_ladders_event])
def test_every_page_stands_whom_nobody_seated(client, world, write):
    pages = every_page(world)
    write(world)
    services.set_rules(world.ladder, None, k=21, reason="x", by=world.by)
    answers = {name: client.get(url).status_code for name, url in pages.items()}
    assert {name for name, status in answers.items() if status not in (200, 302)} == {"missing"}
