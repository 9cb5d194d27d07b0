"""The whole way, by HTTP: a file, its preview, all names in one step, publish, correct one result."""

import pytest

from tests.reports.writers import Game, trf
from tests.services.kit import assert_stored_is_fresh
from wagtail_ladder import services
from wagtail_ladder.models import Event, Standing

from .conftest import Browser, text_of
from .test_preview import preview_of, save

pytestmark = pytest.mark.django_db

PLAYERS = 284
FIRST = ["Ada", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou"]
LAST = ["Ash", "Birch", "Cedar", "Dove", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kale", "Larch"]
NAMES = [f"{LAST[n // 12 % 12]}{n // 144 or ''}, {FIRST[n % 12]}" for n in range(PLAYERS)]


def big_file(rounds=7):
    """284 players, 7 rounds: in round r, number n of the upper half meets number n + r of the lower half."""
    half = PLAYERS // 2
    codes = ["10", "==", "01"]
    games = [
        Game(number, upper + 1, half + (upper + number) % half + 1, codes[(upper + number) % 3])
        for number in range(1, rounds + 1)
        for upper in range(half)
    ]
    return trf(NAMES, games)


@pytest.mark.slow
def test_from_a_file_of_284_players_to_a_corrected_ladder(club):
    """A new club: everybody has 1200, K 40 and seven games, so the change is 40 × (score − 3½)."""
    new_club = services.create_club("New club", by=club.superuser)
    ladder = services.create_ladder(new_club, "First ladder", by=club.superuser)
    admin = Browser(club.superuser)

    path = preview_of(admin, ladder, big_file())
    assert "284 players, 7 rounds, 994 played games will be rated." in text_of(admin.open(path))
    save(admin, path)
    event = Event.objects.get()

    page = admin.open(f"{event.pk}/new-members/")
    assert len(page.context["unknown"]) == PLAYERS
    admin.submit(f"{event.pk}/", event, new=page.context["ids"])
    assert new_club.players.count() == PLAYERS

    admin.publish(event)
    before = by_hand(event)
    assert stored(ladder) == before

    game = event.games.filter(white_half_points=2).first()
    admin.save(f"{event.pk}/games/{game.pk}/", event, result="played-1-1", reason="scoresheet")
    assert stored(ladder) == by_hand(event) != before
    assert_stored_is_fresh(ladder)


def by_hand(event):
    """Name -> rating: a half point is worth 20, and 7 half points are what was expected."""
    half_points = dict.fromkeys(NAMES, 0)
    for game in event.games.select_related("white", "black"):
        half_points[game.white.typed_name] += game.white_half_points
        half_points[game.black.typed_name] += game.black_half_points
    return {name: 1200 + 20 * (scored - 7) for name, scored in half_points.items()}


def stored(ladder):
    standings = Standing.objects.filter(ladder=ladder)
    return {name: rating / 10**9 for name, rating in standings.values_list("player__name", "rating")}
