import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.services.kit import assert_stored_is_fresh
from wagtail_ladder import services
from wagtail_ladder.models import Correction, Game, Standing

from .conftest import logged_in, text_of, url


@pytest.fixture
def wrong(club, evenings):
    """Somebody has written past the site: A has 99 wins instead of three."""
    Standing.objects.filter(ladder=club.ladder, player=club.members["A"]).update(wins=99)
    return club.members["A"]


def said(pk):
    return f"Player {pk}: wins is stored as 99, and by the inputs it is 3."


def test_a_ladder_that_nobody_verified_says_so(club, arbiter):
    for name in ("proof", "edit"):
        shown = text_of(arbiter.get(url(name, club.ladder)))
        assert "from 7 games" in shown, "six of the bootstrap, and one"
        assert "Last verified never" in shown


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_whoever_works_for_the_club_verifies(club, evenings, role):
    client = logged_in(getattr(club, role))
    shown = text_of(client.post(url("verify", club.ladder)))
    assert "Identical: computed again from 2 events, 7 pairings." in shown
    assert "Result identical" in shown
    assert "Result identical" in text_of(client.get(url("edit", club.ladder)))


def test_what_differs_is_told_by_ids_and_nothing_is_changed(club, arbiter, wrong):
    shown = text_of(arbiter.post(url("verify", club.ladder)))
    assert "1 difference between what is stored and what follows from the inputs:" in shown
    assert said(wrong.pk) in shown
    assert "Member" not in shown
    assert "Result 1 difference" in shown
    assert Standing.objects.get(player=wrong, ladder=club.ladder).wins == 99


def test_numbers_newer_than_the_last_verification_say_so(club, arbiter):
    arbiter.post(url("verify", club.ladder))
    assert "computed anew since" not in text_of(arbiter.get(url("proof", club.ladder)))
    club.play("AB1")
    assert "identical, and the numbers were computed anew since" in text_of(
        arbiter.get(url("proof", club.ladder))
    )


def changed_by_a_script(club):
    """A result is written past the site, and an arbiter publishes the next evening."""
    Game.objects.filter(event__ladder=club.ladder, event__status="published").update(
        kind="played", white_half_points=0, black_half_points=2
    )
    club.play("AB1")


class TestChangedOutside:
    def test_it_is_told_on_the_ladder_and_in_its_corrections(self, club, arbiter, evenings):
        assert "Changed outside" not in text_of(arbiter.get(url("proof", club.ladder)))
        changed_by_a_script(club)
        for name in ("proof", "edit"):
            page = arbiter.get(url(name, club.ladder))
            assert "Changed outside its screens found on" in text_of(page)
            assert url("corrections", club.ladder) in page.content.decode()
        assert "Changed outside the screens of the ladder" in text_of(
            arbiter.get(url("corrections", club.ladder))
        )

    def test_it_is_told_on_the_first_screen_for_thirty_days(self, club, arbiter, evenings, foreign):
        sentence = "Thursday: somebody changed it outside its screens"
        changed_by_a_script(club)
        home = arbiter.get("/admin/")
        assert sentence in text_of(home)
        assert url("corrections", club.ladder) in home.content.decode()
        assert "outside its screens" not in text_of(logged_in(foreign.organiser).get("/admin/"))
        of_it = Correction.objects.filter(action="changed_outside")
        of_it.update(at=timezone.now() - timedelta(days=31))
        assert sentence not in text_of(arbiter.get("/admin/"))


class TestRebuilding:
    def test_identical_is_said(self, club, organiser):
        assert "Rebuilt: identical." in text_of(organiser.post(url("rebuild", club.ladder)))

    def test_what_has_changed_is_said_and_mended(self, club, organiser, wrong):
        shown = text_of(organiser.post(url("rebuild", club.ladder)))
        assert "Rebuilt. 1 value was another one:" in shown
        assert said(wrong.pk) in shown
        assert "Result identical" in shown
        assert_stored_is_fresh(club.ladder)

    def test_what_cannot_be_mended_is_told_as_left(self, club, organiser, evenings):
        other = club.play("CD1").entries.first()
        game = evenings[1].games.get()
        Game.objects.filter(pk=game.pk).update(black=other)
        shown = text_of(organiser.post(url("rebuild", club.ladder)))
        assert "which no rebuilding can mend:" in shown
        assert f"Event {evenings[1].pk}, game {game.pk}: it seats a name of another event." in shown

    def test_inputs_that_contradict_each_other_are_a_sentence(self, club, organiser, monkeypatch):
        def refuse(*args, **kwargs):
            raise services.Refused("contradiction", "Nobody plays against himself.")

        monkeypatch.setattr("wagtail_ladder.admin.ladders.proof.rebuild_ladder", refuse)
        assert "Nobody plays against himself." in text_of(organiser.post(url("rebuild", club.ladder)))

    def test_an_arbiter_sees_no_button_and_gets_no_further(self, club, arbiter, wrong):
        assert "Rebuild" not in text_of(arbiter.get(url("proof", club.ladder)))
        assert arbiter.post(url("rebuild", club.ladder)).status_code == 302
        assert Standing.objects.get(player=wrong, ladder=club.ladder).wins == 99


def test_the_buttons_take_a_post(club, organiser):
    for name in ("verify", "rebuild"):
        assert organiser.get(url(name, club.ladder)).url == url("proof", club.ladder)
    club.ladder.refresh_from_db()
    assert club.ladder.verified_at is None


def test_of_many_differences_the_first_hundred_are_told(club, organiser, monkeypatch):
    Standing.objects.filter(ladder=club.ladder).update(wins=99, draws=98, losses=97)
    monkeypatch.setattr("wagtail_ladder.admin.ladders.proof.MOST_TOLD", 5)
    page = organiser.post(url("verify", club.ladder))
    assert len(re.findall(r"<li><bdi>Player", page.content.decode())) == 5
    assert "And 7 more." in text_of(page), "four players, three columns"


class TestOnTheFirstScreen:
    def test_a_ladder_with_differences_is_told_with_the_way_to_it(self, club, arbiter, wrong):
        services.verify_ladder(club.ladder.pk)
        home = arbiter.get("/admin/")
        assert "Thursday: 1 number is not what the results say" in text_of(home)
        assert url("proof", club.ladder) in home.content.decode()

    def test_an_identical_one_is_not(self, club, arbiter, foreign):
        services.verify_ladder(club.ladder.pk)
        assert "not what the results say" not in text_of(arbiter.get("/admin/"))

    def test_another_clubs_is_not(self, club, arbiter, foreign):
        foreign.play("YZ1")
        Standing.objects.filter(ladder=foreign.ladder).update(wins=99)
        services.verify_ladder(foreign.ladder.pk)
        assert "not what the results say" not in text_of(arbiter.get("/admin/"))
