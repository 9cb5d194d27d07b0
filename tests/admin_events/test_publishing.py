"""Publish, take back, delete, restore."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from wagtail.users.models import UserProfile

from tests.services.kit import DRAWN, assert_stored_is_fresh, entry, everything, fingerprint
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
    arbiter.publish(event)
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
    arbiter.publish(early)
    assert_stored_is_fresh(club.ladder)


def test_a_fifth_game_makes_a_player_ranked(club, arbiter):
    event = club.play("AB1 BA1 AB1 BA1 AB1", day=timezone.localdate(), publish=False)
    assert text_of(arbiter.open(f"{event.pk}/publish/")).count("is ranked from now on") == 2


def test_an_undecided_name_is_pointed_out_and_waited_for(draft, club, arbiter):
    page = arbiter.open(f"{draft.pk}/publish/")
    assert "4 names are not decided yet" in text_of(page)
    assert page.context["moves"] == []
    arbiter.publish(draft)
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
    assert "Member A has 13 rated games in this one event." in page
    assert "consider entering it as several events" in page


def test_a_long_event_is_pointed_out_while_names_are_undecided(club, arbiter):
    event = club.play(" ".join(["AB="] * 13), publish=False, decide=False)
    page = text_of(arbiter.open(f"{event.pk}/publish/"))
    assert "Typed A has 13 rated games" in page
    assert "Typed B has 13 rated games" in page


def test_twelve_games_are_not_too_many(club, arbiter):
    event = club.play(" ".join(["AB="] * 12), publish=False)
    assert "rated games in this one event" not in text_of(arbiter.open(f"{event.pk}/publish/"))


def test_an_old_event_makes_nobody_ranked_who_has_not_played_since(club, arbiter):
    day = timezone.localdate() - timedelta(days=800)
    old = club.play("AB1 BA1 AB1 BA1 AB1", day=day, publish=False)
    page = text_of(arbiter.open(f"{old.pk}/publish/"))
    assert "is ranked from now on" not in page
    assert page.count("is listed as inactive") == 2
    assert "players without a rated game since then are listed as inactive" in page
    club.play("AC1", day=timezone.localdate())
    page = text_of(arbiter.open(f"{old.pk}/publish/"))
    assert (page.count("is ranked from now on"), page.count("is listed as inactive")) == (1, 1)


def test_nobody_moves_before_all_names_are_decided(club, arbiter):
    event = club.play("AB1", publish=False, decide=False)
    page = text_of(arbiter.open(f"{event.pk}/publish/"))
    assert "Nobody will move before all names are decided." in page
    assert "Nobody will move." not in page


def test_an_unrated_event_waits_for_nobody(club, arbiter):
    event = club.play("AB1", publish=False, decide=False, unrated="variant", unrated_note="bughouse")
    assert "Nobody moves: this event is not rated (bughouse)." in text_of(
        arbiter.open(f"{event.pk}/publish/")
    )
    arbiter.publish(event)
    for path in ("", f"{event.pk}/", f"{event.pk}/publish/", f"{event.pk}/results/"):
        page = text_of(arbiter.open(path))
        assert "not rated: bughouse" in page
        assert not any(words in page for words in ("waiting for", "waiting to be", "ot rated yet"))
    assert list(arbiter.open("", status="waiting").context["object_list"]) == []


def test_the_moves_tell_the_rated_games_where_there_are_some(club, arbiter):
    club.play("AB1", day=date(2026, 1, 20))
    early = club.play("AC1", day=date(2026, 1, 6), publish=False)
    page = arbiter.open(f"{early.pk}/publish/")
    assert [move.signed_games for move in page.context["moves"]] == ["+1", "+1"]
    assert not any(move.tells_games for move in page.context["others"])
    assert text_of(page).count("Rated games") == 1


def test_a_second_editor_who_published_meanwhile(club, organiser, arbiter):
    event = club.play(BOOTSTRAP, publish=False)
    version = event.version
    organiser.publish(event)
    before = everything()
    response = arbiter.submit(f"{event.pk}/publish/", version=version)
    assert "organiser has published this event already" in text_of(response)
    assert everything() == before


def test_an_event_that_changed_since_the_preview_is_not_published(club, organiser, arbiter):
    event = club.play(BOOTSTRAP, publish=False)
    version = event.version
    organiser.submit(f"{event.pk}/games/{event.games.first().pk}/", event, result="played-0-2")
    before = everything()
    assert "changed this event after" in text_of(arbiter.submit(f"{event.pk}/publish/", version=version))
    assert everything() == before


@pytest.mark.parametrize("meanwhile", ["a result elsewhere", "a start rating"])
def test_a_ladder_that_changed_since_the_preview_is_looked_at_again(meanwhile, club, organiser, arbiter):
    earlier = club.play("AB1")
    event = club.play("CA1", day=date(2026, 1, 13), publish=False)
    seen = arbiter.open(f"{event.pk}/publish/").context
    if meanwhile == "a result elsewhere":
        services.correct_game(earlier.games.get(), DRAWN, reason="scoresheet", by=club.organiser)
    else:
        services.set_start_rating(club.ladder, club.members["C"], 1800, "League", by=club.organiser)
    before = everything()
    response = arbiter.submit(f"{event.pk}/publish/", event, fingerprint=seen["fingerprint"])
    told = text_of(response)
    assert "The ladder has changed since you looked. Please look again. The last change was made by" in told
    assert re.search(r"made by organiser, \w+\.? \d+, 20\d\d, ", told)
    assert everything() == before
    assert response.context["moves"] != seen["moves"]
    arbiter.submit(f"{event.pk}/publish/", event, fingerprint=response.context["fingerprint"])
    event.refresh_from_db()
    assert event.status == "published"
    assert response.context["fingerprint"].split()[-1] == fingerprint(club.ladder)


def test_publishing_without_a_look_at_the_preview_is_refused(club, arbiter):
    event = club.play("AB1", publish=False)
    assert "Please look again." in text_of(arbiter.submit(f"{event.pk}/publish/", event))


def test_an_event_without_names_is_not_published(club, arbiter):
    event = services.create_event(club.ladder, by=club.arbiter, name="E", last_day=date(2026, 2, 3))
    assert "there is nothing to publish" in text_of(arbiter.open(f"{event.pk}/publish/"))
    assert "there is nothing to publish" in text_of(arbiter.publish(event))


def test_unpublish_and_publish_again_is_as_before(night, club, arbiter):
    before = fingerprint(club.ladder)
    assert "as if it had not been played" in text_of(arbiter.open(f"{night.pk}/unpublish/"))
    looked = arbiter.open(f"{night.pk}/unpublish/")
    (ladder,) = looked.context["ladders"]
    # Nobody has another event: all four leave the ladder.
    assert sorted(ladder.gone) == [
        ("Member A", 1260), ("Member B", 1220), ("Member C", 1180), ("Member D", 1140)
    ]  # fmt: skip
    stored = everything()
    assert "will not stand on it any more" in text_of(arbiter.submit(f"{night.pk}/unpublish/", night))
    assert everything() == stored  # without a look
    arbiter.confirm(f"{night.pk}/unpublish/", looked, reason="by mistake")
    assert fingerprint(club.ladder) != before
    arbiter.publish(night)
    assert fingerprint(club.ladder) == before


def test_delete_and_restore_is_as_before(night, club, organiser, arbiter):
    before = fingerprint(club.ladder)
    assert "4 names, 6 pairings." in text_of(organiser.open(f"{night.pk}/delete/"))
    organiser.save(f"{night.pk}/delete/", night, reason="twice")
    assert fingerprint(club.ladder) != before
    assert "An organiser can restore it." in text_of(arbiter.open(f"{night.pk}/restore/"))
    deleted = everything()
    assert "You may not do this in this club." in text_of(arbiter.submit(f"{night.pk}/restore/", night))
    assert everything() == deleted
    looked = organiser.open(f"{night.pk}/restore/")
    (ladder,) = looked.context["ladders"]
    # He begins with 1200, as every newcomer.
    assert (ladder.moves[0].name, ladder.moves[0].before, ladder.moves[0].after) == ("Member A", 1200, 1260)
    organiser.confirm(f"{night.pk}/restore/", looked, reason="it was not")
    assert fingerprint(club.ladder) == before
    night.refresh_from_db()
    assert night.status == "published"


@pytest.mark.parametrize("act", ["unpublish", "delete", "restore"])
def test_what_visitors_saw_goes_and_comes_with_a_reason(act, night, club, organiser):
    if act == "restore":
        services.delete_event(night, reason="twice", by=club.organiser)
    path = f"{night.pk}/{act}/"
    looked = organiser.open(path)
    before = everything()
    assert "Please give a reason." in text_of(organiser.confirm(path, looked))
    assert everything() == before
    assert organiser.confirm(path, looked, reason="a slip").status_code == 302
    assert everything() != before


def test_what_is_changed_past_the_verbs_after_the_look_is_looked_at_again(night, club, organiser):
    """Once more, though the look had said so already, and though nobody moves by it."""
    services.delete_event(night, reason="twice", by=club.organiser)
    night.games.filter(round=1).update(white_half_points=1, black_half_points=1)
    looked = organiser.open(f"{night.pk}/restore/")
    assert "changed outside these screens while it was deleted" in text_of(looked)
    night.entries.filter(number=1).update(typed_name="Somebody Else")
    assert organiser.confirm(f"{night.pk}/restore/", looked, reason="it was not").status_code == 200
    night.refresh_from_db()
    assert night.status == "deleted"


def test_a_draft_is_deleted_without_a_reason(draft, organiser):
    assert organiser.submit(f"{draft.pk}/delete/", draft).status_code == 302


def test_a_persian_organiser_reads_all_numbers_of_a_move_in_persian(club, organiser):
    """Not the ratings alone: one row has one kind of digits."""
    club.play("AB1", day=date(2026, 11, 3))
    UserProfile.objects.update_or_create(user=club.organiser, defaults={"preferred_language": "fa"})
    event = club.play("BA1 BA1 BA1 BA1 BA1", day=date(2026, 11, 10), publish=False)
    page = organiser.open(f"{event.pk}/publish/").content.decode()
    moves = re.search('<table class="listing wl-games wl-moves">.*?</table>', page, re.S)[0]
    assert re.search("[۰-۹]", moves)
    assert not re.search(">[^<]*[0-9][^<]*<", moves)
