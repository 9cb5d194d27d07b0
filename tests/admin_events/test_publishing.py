"""Publish, take back, delete, restore."""

from datetime import date

import pytest

from tests.services.kit import assert_stored_is_fresh, entry, everything, fingerprint
from wagtail_ladder import services
from wagtail_ladder.models import RatingChange

from .conftest import AFTER_BOOTSTRAP, BOOTSTRAP, text_of

pytestmark = pytest.mark.django_db


def test_the_preview_of_the_bootstrap_night_is_what_is_then_stored(club, arbiter):
    event = club.play(BOOTSTRAP, publish=False)
    page = arbiter.open(f"{event.pk}/publish/")
    moves = [
        (move.name, move.before, move.after, move.signed_change, move.games) for move in page.context["moves"]
    ]
    assert moves == [
        ("Member A", 1200, 1260, "+60", 3),
        ("Member B", 1200, 1220, "+20", 3),
        ("Member C", 1200, 1180, "−20", 3),
        ("Member D", 1200, 1140, "−60", 3),
    ]
    assert "provisional: 2 more games to be ranked" in text_of(page)
    arbiter.submit(f"{event.pk}/publish/", event)
    event.refresh_from_db()
    assert event.status == "published"
    stored = {
        change.player.name[-1]: change.rating_after / 10**9
        for change in RatingChange.objects.filter(event=event).select_related("player")
    }
    assert stored == AFTER_BOOTSTRAP
    after = arbiter.open(f"{event.pk}/publish/")
    assert [move.after for move in after.context["moves"]] == [1260, 1220, 1180, 1140]


def test_an_event_put_in_before_others_tells_who_else_moves(club, arbiter):
    club.play("AB1", day=date(2026, 1, 20))
    early = club.play("AC1", day=date(2026, 1, 6), publish=False)
    others = arbiter.open(f"{early.pk}/publish/").context["others"]
    assert [move.name for move in others] == ["Member B"]  # loses less against a stronger A
    arbiter.submit(f"{early.pk}/publish/", early)
    assert_stored_is_fresh(club.ladder)


def test_a_fifth_game_makes_a_player_ranked(club, arbiter):
    event = club.play("AB1 BA1 AB1 BA1 AB1", publish=False)
    assert text_of(arbiter.open(f"{event.pk}/publish/")).count("is ranked from now on") == 2


def test_an_undecided_name_is_pointed_out_and_waited_for(draft, club, arbiter):
    page = arbiter.open(f"{draft.pk}/publish/")
    assert "4 names are not decided yet" in text_of(page)
    assert page.context["moves"] == []
    arbiter.submit(f"{draft.pk}/publish/", draft)
    assert "waiting for 4 names" in text_of(arbiter.open(f"{draft.pk}/"))
    choices = {entry(draft, letter).pk: services.Member(club.members[letter].pk) for letter in "ABCD"}
    services.decide_entries(draft, choices, by=club.arbiter)
    assert club.rating("A") == (1220, 1)


def test_games_without_a_result_and_long_events_are_pointed_out(club, arbiter):
    event = club.play(" ".join(["AB=", "BA="] * 7), publish=False)
    game = event.games.first()
    arbiter.submit(f"{event.pk}/games/{game.pk}/", event, result="scheduled--")
    page = text_of(arbiter.open(f"{event.pk}/publish/"))
    assert "1 game has no result yet." in page
    assert "more than 12 rated games" in page


def test_a_second_editor_who_published_meanwhile(club, organiser, arbiter):
    event = club.play(BOOTSTRAP, publish=False)
    version = event.version
    organiser.submit(f"{event.pk}/publish/", event)
    before = everything()
    response = arbiter.submit(f"{event.pk}/publish/", version=version)
    assert "organiser published this event at" in text_of(response)
    assert everything() == before


def test_an_event_that_changed_since_the_preview_is_not_published(club, organiser, arbiter):
    event = club.play(BOOTSTRAP, publish=False)
    version = event.version
    organiser.submit(f"{event.pk}/games/{event.games.first().pk}/", event, result="played-0-2")
    before = everything()
    assert "changed this event at" in text_of(arbiter.submit(f"{event.pk}/publish/", version=version))
    assert everything() == before


def test_an_event_without_names_is_not_published(club, arbiter):
    event = services.create_event(club.ladder, by=club.arbiter, name="E", last_day=date(2026, 2, 3))
    assert "there is nothing to publish" in text_of(arbiter.open(f"{event.pk}/publish/"))
    assert "there is nothing to publish" in text_of(arbiter.submit(f"{event.pk}/publish/", event))


def test_unpublish_and_publish_again_is_as_before(night, club, arbiter):
    before = fingerprint(club.ladder)
    assert "as if it had not been played" in text_of(arbiter.open(f"{night.pk}/unpublish/"))
    arbiter.submit(f"{night.pk}/unpublish/", night, reason="by mistake")
    assert fingerprint(club.ladder) != before
    arbiter.submit(f"{night.pk}/publish/", night)
    assert fingerprint(club.ladder) == before


def test_delete_and_restore_is_as_before(night, club, organiser, arbiter):
    before = fingerprint(club.ladder)
    assert "4 names, 6 pairings." in text_of(organiser.open(f"{night.pk}/delete/"))
    organiser.submit(f"{night.pk}/delete/", night, reason="twice")
    assert fingerprint(club.ladder) != before
    assert "An organiser can restore it." in text_of(arbiter.open(f"{night.pk}/restore/"))
    deleted = everything()
    assert "You may not do this in this club." in text_of(arbiter.submit(f"{night.pk}/restore/", night))
    assert everything() == deleted
    organiser.submit(f"{night.pk}/restore/", night)
    assert fingerprint(club.ladder) == before
    night.refresh_from_db()
    assert night.status == "published"
