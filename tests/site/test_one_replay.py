"""An answer is of one replay, whatever is corrected while its page is being made: never half of each."""

from datetime import date
from threading import Thread

import pytest
from django.db import connection, connections
from django.test import Client

from tests.at_once import NEEDS_A_FILE, in_memory, run_on_a_file
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Ladder, Visibility
from wagtail_ladder.services import Result
from wagtail_ladder.services.reads import of_one_replay
from wagtail_ladder.site.addresses import Addresses

from .world import build_world

PAGES = ("table", "csv", "player", "event", "arithmetic", "club", "block")
TOGGLES = 40


class Evenings:
    """Two evenings, and a result of the first one that is one thing or the other."""

    def __init__(self, world):
        self.world = world
        self.first = world.event(date(2026, 3, 7), *[["Anna 1-0 Bea", "Cleo 1-0 Dora"]] * 5)
        world.event(date(2026, 3, 14), ["Anna 1-0 Cleo", "Bea ½-½ Dora"])
        # The log of corrections grows with each of them, and an open page is told of each by a mark of its
        # own: without the two a page is one of two.
        world.set(visibility=Visibility.PUBLIC, corrections_shown=False)
        page = world.ladder_page()
        world.club_page()
        world.home.body = [("ladder", {"ladder": world.ladder, "heading": "", "top": None, "live": False})]
        world.home.save_revision().publish()
        below, anna = Addresses(page.url), world.public_id("Anna")
        self.urls = {
            "table": page.url,
            "csv": below.csv,
            "player": below.player(anna),
            "event": below.event(self.first.public_id),
            "arithmetic": below.explanation(anna, self.first.public_id),
            "club": "/club/",
            "block": "/",
        }
        self.game = self.first.games.filter(white__typed_name="Anna").order_by("round")[0]
        self.is_won = True

    def toggle(self):
        self.is_won = not self.is_won
        result = Result(Kind.PLAYED, 2, 0) if self.is_won else Result(Kind.PLAYED, 0, 2)
        services.correct_game(self.game, result, reason="score sheet", by=self.world.by)

    def one_and_the_other(self, client):
        """Each page as it is before and after the correction."""
        for _twice in range(2):  # a result that ever was corrected has a mark from then on
            self.toggle()
        both = []
        for _which in range(2):
            both.append({what: client.get(url).content for what, url in self.urls.items()})
            self.toggle()
        for what in self.urls:
            assert both[0][what] != both[1][what], what
        return {what: {both[0][what], both[1][what]} for what in self.urls}


class Between:
    """Corrects the ladder once, in front of the statement of this number."""

    def __init__(self, number, correct):
        self.left, self.correct, self.is_done = number, correct, False

    def __call__(self, execute, sql, params, many, context):
        if not self.is_done and self.left == 0:
            self.is_done = True
            self.correct()
        self.left -= 1
        return execute(sql, params, many, context)


@pytest.mark.django_db
@pytest.mark.parametrize("what", PAGES)
def test_a_correction_before_any_of_its_statements(client, world, what):
    evenings = Evenings(world)
    possible = evenings.one_and_the_other(client)
    number, seen = 0, set()
    while True:
        between = Between(number, evenings.toggle)
        with connection.execute_wrapper(between):
            page = client.get(evenings.urls[what]).content
        if not between.is_done:
            break
        assert page in possible[what], f"torn in front of statement {number}"
        seen.add(page)
        number += 1
    assert number > 8 and seen == possible[what]


@pytest.mark.django_db
def test_somebody_comes_or_is_somebody_else_before_any_statement(client, world):
    """Nobody's name is missing on the way, and no page breaks."""
    evenings = Evenings(world)
    late = world.event(date(2026, 3, 10), ["Anna 1-0 Newcomer"], publish=False)

    def publish_merge_or_take_back():
        late.refresh_from_db()
        merge = Act.objects.filter(kind="merge", undone_at=None).first()
        if late.status == "draft":
            services.publish_event(late, by=world.by)
        elif merge is None:
            services.merge_players(world.player("Dora"), world.player("Newcomer"), by=world.by)
        else:
            services.undo(merge, by=world.by)
            services.unpublish_event(late, reason="not played yet", by=world.by)

    for what, url in evenings.urls.items():
        for number in range(8, 19):  # those before are for finding the page
            for _which in range(3):
                with connection.execute_wrapper(Between(number, publish_merge_or_take_back)):
                    assert client.get(url).status_code == 200, (what, number)


@pytest.mark.django_db
class TestReading:
    def replay_during(self, times, world):
        """A reading during the first `times` of which the ladder is replayed."""
        readings = []

        def read():
            readings.append(Ladder.objects.get(pk=world.ladder.pk).replayed_at)
            if len(readings) <= times:
                services.set_start_rating(world.ladder, self.anna, 1300 + len(readings), "so", by=world.by)
            return len(readings)

        return read

    @pytest.fixture(autouse=True)
    def players(self, world):
        world.event(date(2026, 3, 7), ["Anna 1-0 Bea"])
        world.ladder.refresh_from_db()
        self.anna = world.player("Anna")

    @pytest.mark.parametrize("times", range(4))
    def test_is_repeated_until_none_came_in_between(self, world, times):
        """After three readings the lock of the club keeps replays off: the fourth is the last."""
        assert of_one_replay(world.ladder, self.replay_during(times, world)) == times + 1
        stored = Ladder.objects.get(pk=world.ladder.pk)
        assert world.ladder.replayed_at == stored.replayed_at
        assert world.ladder.replayed_games == stored.replayed_games == 1

    def test_that_fails_is_repeated_where_a_replay_may_be_why(self, world):
        read = self.replay_during(1, world)

        def torn():
            if read() == 1:
                raise KeyError("somebody who came with the replay")
            return "whole"

        assert of_one_replay(world.ladder, torn) == "whole"

    def test_that_fails_by_itself_fails(self, world):
        calls = []

        def broken():
            calls.append(1)
            raise KeyError("a mistake")

        with pytest.raises(KeyError):
            of_one_replay(world.ladder, broken)
        assert calls == [1]


@pytest.mark.django_db(transaction=True)
def test_visitors_look_while_an_arbiter_corrects(transactional_db):
    """Two threads, two connections, as on a server."""
    if in_memory():
        pytest.skip(NEEDS_A_FILE)
    evenings = Evenings(build_world())
    client = Client()
    possible = evenings.one_and_the_other(client)
    failed = []

    def correct():
        try:
            for _time in range(TOGGLES):
                evenings.toggle()
        except Exception as error:  # noqa: BLE001 - an error in a thread would go unseen
            failed.append(error)
        finally:
            connections.close_all()

    arbiter, looked = Thread(target=correct), 0
    arbiter.start()
    while arbiter.is_alive():
        for what in ("player", "event"):  # the two that are made of most
            assert client.get(evenings.urls[what]).content in possible[what], what
            looked += 1
    arbiter.join()
    assert not failed
    assert looked


@pytest.mark.slow
def test_the_same_on_sqlite_in_a_file(tmp_path):
    if not in_memory():
        pytest.skip("this run has a database that two connections can open")
    arbiter = f"{__file__}::test_visitors_look_while_an_arbiter_corrects"
    assert "1 passed" in run_on_a_file(tmp_path / "tests.sqlite3", arbiter)
