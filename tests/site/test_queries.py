"""However long a ladder gets, its pages ask the database the same number of questions."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from wagtail_ladder.models import Visibility
from wagtail_ladder.site.addresses import Addresses

pytestmark = pytest.mark.django_db


def evenings(world, players, events, rounds):
    """Everybody meets a neighbour, again and again, and a result is corrected.

    In the last evening one name stays undecided, and somebody new has a bye.
    """
    names = [f"P{number}" for number in range(players)]
    pairings = [f"{white} 1-0 {black}" for white, black in zip(names[::2], names[1::2], strict=True)]
    for number in range(events):
        event = world.event(date(2026, 1, 1 + number), *[pairings] * rounds)
        world.correct(event, "P0 ½-½ P1")
    world.event(date(2026, 2, 1), ["P0 1-0 P1"], undecided=["P1"])
    world.event(date(2026, 2, 1), ["New bye"])
    return event


def counted(client, world, event):
    below = Addresses("/ladder/")
    urls = {
        "ladder": "/ladder/",
        "player": below.player(world.public_id("P0")),
        "event": below.event(event.public_id),
        "why": below.explanation(world.public_id("P0"), event.public_id),
        "events": below.events,
        "corrections": below.corrections,
        "csv": below.csv,
        "club": "/club/",
    }
    numbers = {}
    for name, url in urls.items():
        client.get(url)  # whatever Wagtail keeps in the cache is there
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        numbers[name] = len(queries)
    return numbers


def test_the_numbers_are_constant_in_players_games_and_events(client, world):
    world.set(visibility=Visibility.PUBLIC)
    world.ladder_page()
    world.club_page()
    small = counted(client, world, evenings(world, players=4, events=1, rounds=5))
    large = counted(client, world, evenings(world, players=24, events=6, rounds=6))
    assert small == large
    assert large["ladder"] <= 12
    assert large["player"] <= 15
