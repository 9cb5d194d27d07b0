"""Pages stay up where somebody wrote past the verbs, before and after a verb has taken it over."""

from datetime import date

import pytest
from django.core.cache import cache

from tests.services.kit import WON
from wagtail_ladder import services
from wagtail_ladder.models import Entry, Event, Game, LadderPlayer, Player, RatingChange, RuleSet
from wagtail_ladder.site.addresses import Addresses
from wagtail_ladder.site.table import table_screen

from .every_page import every_page

pytestmark = pytest.mark.django_db


def last_game(world):
    """Of two who have played before, so that they are on the ladder without it."""
    return Game.objects.get(event__ladder=world.ladder, event__name="Latest", white__typed_name="Jan")


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


def one_and_another(world):
    game = last_game(world)
    return Player.objects.get(entries=game.white_id), Player.objects.get(entries=game.black_id)


def places(world):
    LadderPlayer.objects.filter(ladder=world.ladder).delete()


def one_place(world):
    LadderPlayer.objects.filter(ladder=world.ladder, player=world.player("Bea")).delete()


def changes(world):
    RatingChange.objects.filter(ladder=world.ladder).delete()


def every_other_change(world):
    gone = list(RatingChange.objects.filter(ladder=world.ladder).order_by("pk").values_list("pk", flat=True))
    RatingChange.objects.filter(pk__in=gone[::2]).delete()


def decisions(world):
    decided = Entry.objects.filter(event__ladder=world.ladder, decision="member")
    decided.update(decision="undecided", player=None)


def rules(world):
    RuleSet.objects.filter(ladder=world.ladder).delete()


def first_rules(world):
    RuleSet.objects.filter(ladder=world.ladder).update(from_date=date(2026, 1, 1))


def merged_in_a_circle(world):
    one, another = one_and_another(world)
    Player.objects.filter(pk=one.pk).update(merged_into=another)
    Player.objects.filter(pk=another.pk).update(merged_into=one)


def merged_with_his_opponent(world):
    one, another = one_and_another(world)
    Player.objects.filter(pk=one.pk).update(merged_into=another)


@pytest.mark.parametrize(
    "write",
    [
        places, one_place, changes, every_other_change, decisions, rules, first_rules, merged_in_a_circle,
        merged_with_his_opponent,
    ],
)  # fmt: skip
def test_no_page_breaks_before_a_verb_comes(client, world, write):
    """Who is on no page any more is found by `verify_ladder`; visitors get a page or, of him, a 404."""
    pages = every_page(world)
    write(world)
    client.raise_request_exception = False
    cache.clear()
    assert {name for name, url in pages.items() if client.get(url).status_code >= 500} == set()
    assert services.verify_ladder(world.ladder.pk).differences


def test_who_has_no_place_any_more_is_left_out_and_moves_nobody(client, world):
    pages = every_page(world)
    ranks = shown_ranks(world)
    one_place(world)
    assert shown_ranks(world) == {name: rank for name, rank in ranks.items() if name != "Bea"}
    assert "Bea" in ranks
    table = client.get(f"{pages['ladder']}csv/").content.decode()
    assert "Bea" not in table
    assert "Cleo" in table


def shown_ranks(world):
    world.ladder.refresh_from_db()
    return {line.name: line.rank for line in table_screen(world.ladder, Addresses("/")).lines}
