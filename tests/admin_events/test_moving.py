"""An event of the wrong ladder, or one that is two: the screens that move, split and put together."""

from datetime import date

import pytest

from tests.services.kit import assert_stored_is_fresh, everything, make_club, stored_changes
from wagtail_ladder import services
from wagtail_ladder.models import Event

from .conftest import Browser, text_of
from .test_preview import preview_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def blitz(club):
    return services.create_ladder(club.club, "Blitz", by=club.organiser)


@pytest.fixture
def long_event(club):
    """A beat B on 6 January and again on 24 February: at once, that is 2 × 20 points."""
    event = club.play("AB1 AB1", day=date(2026, 2, 24), first_day=date(2026, 1, 6))
    event.round_dates = {"1": "2026-01-06", "2": "2026-02-24"}
    event.save()
    return event


def moves_of(looked):
    return {
        ladder.name: {move.name[-1]: (move.before, move.after) for move in ladder.moves}
        for ladder in looked.context["ladders"]
    }


class TestMove:
    def test_who_moves_on_both_ladders_is_seen_first(self, club, blitz, night, organiser):
        path = f"{night.pk}/move/"
        before = everything()
        looked = organiser.submit(path, night, ladder=blitz.pk)
        assert "“Club evening” would count for Blitz instead of Thursday." in text_of(looked)
        ladders = {ladder.name: ladder for ladder in looked.context["ladders"]}
        # On the one they begin, with the bootstrap night; from the other all four go.
        assert moves_of(looked)["Blitz"] == {
            "A": (1200, 1260), "B": (1200, 1220), "C": (1200, 1180), "D": (1200, 1140)
        }  # fmt: skip
        assert len(ladders["Thursday"].gone) == 4
        assert "Please give a reason." in text_of(organiser.confirm(path, looked))
        assert everything() == before
        done = organiser.confirm(path, looked, reason="it was blitz")
        night.refresh_from_db()
        assert night.ladder == blitz
        assert "is on the other ladder now." in text_of(organiser.get(done["Location"]))
        history = text_of(organiser.open(f"{night.pk}/history/"))
        assert "Thursday → Blitz" in history and "it was blitz" in history
        for ladder in (club.ladder, blitz):
            assert_stored_is_fresh(ladder)

    def test_a_published_one_is_moved_by_organisers_only(self, blitz, night, arbiter):
        assert arbiter.open(f"{night.pk}/move/").status_code == 404
        assert arbiter.submit(f"{night.pk}/move/", night, ladder=blitz.pk, reason="x").status_code == 404
        assert "/move/" not in arbiter.open(f"{night.pk}/details/").content.decode()

    def test_a_draft_is_moved_by_one_click(self, blitz, draft, arbiter):
        assert f"{draft.pk}/move/" in arbiter.open(f"{draft.pk}/details/").content.decode()
        assert arbiter.submit(f"{draft.pk}/move/", draft, ladder=blitz.pk).status_code == 302
        draft.refresh_from_db()
        assert draft.ladder == blitz

    def test_not_to_another_club_nor_nowhere_and_the_reason_is_kept(self, club, blitz, night, organiser):
        elsewhere = make_club("Elsewhere", letters="", prefix="other-").ladder
        before = everything()
        for ladder in (elsewhere.pk, club.ladder.pk, "", "x"):
            refused = organiser.submit(f"{night.pk}/move/", night, ladder=ladder, reason="typed")
            assert "Please choose one of the club’s other ladders." in text_of(refused)
            assert refused.context["reason"] == "typed"
        assert everything() == before
        assert "Elsewhere" not in text_of(organiser.open(f"{night.pk}/move/"))

    def test_where_the_club_has_one_ladder(self, night, organiser):
        assert "The club has no other ladder." in text_of(organiser.open(f"{night.pk}/move/"))
        assert f"{night.pk}/move/" not in organiser.open(f"{night.pk}/details/").content.decode()


class TestSplit:
    def test_the_days_of_the_file_are_proposed_and_who_moves_is_seen_first(self, club, long_event, arbiter):
        path = f"{long_event.pk}/split/"
        page = text_of(arbiter.open(path))
        assert "Round 2, Feb. 24, 2026 (1 pairing)" in page
        before = everything()
        looked = arbiter.submit(path, long_event, round="2")
        assert "an event that ended on Jan. 6, 2026" in text_of(looked)
        # In two steps: 1220 against 1180 is expected to score 0.557312, so 20 and 17.7 instead of 2 × 20.
        assert moves_of(looked) == {"Thursday": {"A": (1240, 1238), "B": (1160, 1162)}}
        assert everything() == before
        done = arbiter.confirm(path, looked, reason="too long")
        second = Event.objects.get(split_from=long_event)
        assert done["Location"].endswith(f"/{second.pk}/details/")
        long_event.refresh_from_db()
        assert (long_event.last_day, second.first_day, second.last_day) == (
            date(2026, 1, 6),
            date(2026, 2, 24),
            date(2026, 2, 24),
        )
        assert "from round 2 on" in text_of(arbiter.open(f"{long_event.pk}/history/"))
        assert_stored_is_fresh(club.ladder)

    def test_without_days_in_the_file_the_last_one_is_asked_for_and_the_input_kept(self, club, arbiter):
        event = club.play("AB1 AB1 AB0", day=date(2026, 2, 24), publish=False)
        refused = arbiter.submit(f"{event.pk}/split/", event, round="3", reason="typed")
        assert "Please give the day" in text_of(refused)
        assert (refused.context["form"]["round"].value(), refused.context["form"]["reason"].value()) == (
            "3", "typed",
        )  # fmt: skip
        arbiter.submit(f"{event.pk}/split/", event, round="3", last_day="2026-02-01")
        assert [game.round for game in Event.objects.get(split_from=event).games.all()] == [3]

    @pytest.mark.parametrize("number", ["1", "7", "x", ""])
    def test_where_it_cannot_begin(self, number, long_event, arbiter):
        before = everything()
        assert arbiter.submit(f"{long_event.pk}/split/", long_event, round=number).context["form"].errors
        assert everything() == before

    def test_days_that_do_not_fit_are_refused(self, long_event, arbiter):
        fields = {"round": "2", "last_day": "2026-03-01", "reason": "x"}
        refused = arbiter.submit(f"{long_event.pk}/split/", long_event, **fields)
        assert "The second part would begin before the first one has ended." in text_of(refused)
        assert refused.context["form"]["last_day"].value() == "2026-03-01"

    def test_it_is_offered_where_an_event_is_too_long(self, club, arbiter):
        event = club.play(" ".join(["AB="] * 13), publish=False)
        assert f"{event.pk}/split/" in arbiter.open(f"{event.pk}/publish/").content.decode()
        short = club.play("AB1", publish=False)
        assert f"{short.pk}/split/" not in arbiter.open(f"{short.pk}/publish/").content.decode()
        assert "there is nothing to split" in text_of(arbiter.open(f"{short.pk}/split/"))


class TestTogether:
    @pytest.fixture
    def second(self, club, long_event):
        return services.split_event(
            long_event, 2, last_day=date(2026, 1, 6), by=club.arbiter, reason="too long"
        )

    def test_it_is_as_before_the_split(self, club, long_event, arbiter):
        before = stored_changes(club.ladder)
        second = services.split_event(
            long_event, 2, last_day=date(2026, 1, 6), by=club.arbiter, reason="too long"
        )
        path = f"{second.pk}/together/"
        for event in (long_event, second):
            assert path in arbiter.open(f"{event.pk}/details/").content.decode()
        looked = arbiter.open(path)
        assert moves_of(looked) == {"Thursday": {"A": (1238, 1240), "B": (1162, 1160)}}
        stored = everything()
        assert "Please give a reason." in text_of(arbiter.confirm(path, looked))
        assert everything() == stored
        done = arbiter.confirm(path, looked, reason="it was not")
        assert done["Location"].endswith(f"/{long_event.pk}/details/")
        assert stored_changes(club.ladder) == before
        assert "Parts of an event put together again" in text_of(arbiter.open(f"{long_event.pk}/history/"))

    def test_what_is_no_part_has_no_such_screen(self, night, arbiter):
        assert arbiter.open(f"{night.pk}/together/").status_code == 404
        assert arbiter.submit(f"{night.pk}/together/", night).status_code == 404

    def test_parts_that_became_different_are_refused_with_the_sentence(self, second, club, arbiter):
        services.unpublish_event(second, reason="not played yet", by=club.arbiter)
        assert "only one of them is published" in text_of(arbiter.submit(f"{second.pk}/together/", second))

    def test_the_preview_of_a_newer_file_says_that_the_event_was_split(self, club, organiser):
        organiser.submit(preview_of(organiser, club.ladder), name="Open", last_day="2024-03-03")
        event = Event.objects.get()
        services.split_event(event, 2, last_day=date(2024, 3, 1), by=club.arbiter)
        page = organiser.open(preview_of(organiser, club.ladder))
        assert "It was split: to update it, put its parts together first." in text_of(page)
        assert page.context["differences"] == []


def test_deleted_events_are_listed_and_come_back_exactly(night, club, organiser, arbiter):
    before = stored_changes(club.ladder)
    done = organiser.save(f"{night.pk}/delete/", night, reason="twice")
    assert "?status=deleted" in organiser.get(done["Location"]).content.decode()
    listed = organiser.open("", status="deleted")
    assert f"{night.pk}/restore/" in listed.content.decode()
    assert list(arbiter.open("", status="deleted").context["object_list"]) == []
    organiser.save(f"{night.pk}/restore/", night, reason="it was not")
    assert stored_changes(club.ladder) == before
    assert "it was not" in text_of(organiser.open(f"{night.pk}/history/"))


class TestAFormOfAPartThatIsPutTogetherMeanwhile:
    @pytest.fixture
    def gone(self, club, long_event):
        """The id of the second part, which the organiser has put together with the first since."""
        part = services.split_event(
            long_event, 2, last_day=date(2026, 1, 6), reason="long", by=club.organiser
        )
        pk = part.pk
        services.join_split(part, reason="not so long", by=club.organiser)
        return pk

    def test_says_who_did_it_and_shows_what_was_typed(self, gone, long_event, arbiter):
        before = everything()
        typed = {
            "version": "1",
            "name": "Hall night",
            "initial-name": "Club evening",
            "initial-format": "swiss",
            "format": "swiss",
            "reason": "the hall was closed",
        }
        page = arbiter.submit(f"{gone}/details/", **typed)
        assert everything() == before
        shown = text_of(page)
        assert "This part of the event was put together with the rest by organiser, " in shown
        assert "Nothing of what you sent is saved." in shown
        assert "name Hall night" in shown and "reason the hall was closed" in shown
        assert f"/{long_event.pk}/" in page.content.decode() and "version 1" not in shown
        assert "swiss" not in shown, "what was not touched"

    @pytest.mark.parametrize("path", ["", "results/", "publish/", "split/", "together/"])
    def test_an_old_address_leads_to_the_whole(self, path, gone, long_event, arbiter):
        page = arbiter.open(f"{gone}/{path}")
        assert "put together with the rest by organiser" in text_of(page)
        assert f'href="/admin/ladders/events/{long_event.pk}/"' in page.content.decode()

    def test_the_script_of_a_round_is_told_so(self, gone, arbiter):
        answer = arbiter.post(
            f"/admin/ladders/events/{gone}/rounds/2/", {"version": 1}, headers={"accept": "application/json"}
        )
        assert answer.status_code == 422
        assert "put together with the rest by organiser" in answer.json()["message"]

    def test_a_round_is_shown_in_words(self, club, long_event, arbiter):
        part = services.split_event(
            long_event, 2, last_day=date(2026, 1, 6), reason="long", by=club.organiser
        )
        pk, (white, black) = part.pk, part.entries.order_by("number")[:2]
        typed = {
            "version": "1", "saw-0": "", "white-0": white.pk, "black-0": black.pk, "result-0": "played-1-1",
            "board-0": "4", "reason": "forgotten",
        }  # fmt: skip
        services.join_split(part, reason="not so long", by=club.organiser)
        page = text_of(arbiter.submit(f"{pk}/rounds/2/", **typed))
        assert f"Round 2, board 4 {white.typed_name} – {black.typed_name}: ½–½" in page
        assert "reason forgotten" in page
        assert "played-1-1" not in page and "white-0" not in page

    def test_of_a_part_whose_whole_was_itself_a_part(self, club, arbiter):
        """Split into three; the third goes into the second, and that into the first."""
        first = club.play("AB1 AB1 AB1", day=date(2026, 2, 24), first_day=date(2026, 1, 6), publish=False)
        second = services.split_event(first, 2, last_day=date(2026, 1, 6), by=club.arbiter)
        third = services.split_event(second, 3, last_day=date(2026, 1, 20), by=club.arbiter)
        pk = third.pk
        services.join_split(services.join_split(third, by=club.arbiter), by=club.arbiter)
        page = arbiter.open(f"{pk}/details/")
        assert f'href="/admin/ladders/events/{first.pk}/"' in page.content.decode()

    def test_another_club_learns_nothing(self, gone, foreign):
        assert Browser(foreign.organiser).open(f"{gone}/details/").status_code == 404
        assert Browser(foreign.organiser).submit(f"{gone}/details/", version=1).status_code == 404

    def test_an_event_that_never_was_is_missing(self, gone, arbiter):
        assert arbiter.open(f"{gone + 1000}/details/").status_code == 404
