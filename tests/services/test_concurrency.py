"""Two people at once: the second waits for the first, and the ladder is as if they had taken turns."""

from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from wagtail_ladder import services

from .kit import LOST, WON, assert_stored_is_fresh, make_club, stored_changes


@pytest.mark.django_db(transaction=True)
def test_two_corrections_of_one_ladder_at_once():
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        pytest.skip(
            "threads share an in-memory SQLite database's one connection; the PostgreSQL run tests this"
        )
    club = make_club()
    first, second = club.play("AB1 CD1"), club.play("AC1 BD1")
    corrections = [(event.games.get(round=1), LOST) for event in (first, second)]
    for game, result in corrections:
        services.correct_game(game, result, reason="one after the other", by=club.arbiter)
    in_turn = stored_changes(club.ladder)
    for game, _result in corrections:
        services.correct_game(game, WON, reason="back", by=club.arbiter)
    assert stored_changes(club.ladder) != in_turn

    start, errors = Barrier(2, timeout=30), []

    def correct(game, result):
        try:
            start.wait()
            services.correct_game(game, result, reason="at once", by=club.arbiter)
        except Exception as error:  # noqa: BLE001 - an error in a thread would go unseen
            errors.append(error)
        finally:
            connections.close_all()

    for _again in range(5):
        threads = [Thread(target=correct, args=correction) for correction in corrections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert not errors
        assert stored_changes(club.ladder) == in_turn
        assert_stored_is_fresh(club.ladder)
        for game, _result in corrections:
            services.correct_game(game, WON, reason="back", by=club.arbiter)
