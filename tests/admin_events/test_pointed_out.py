"""What the desk points out without refusing it: results entered twice, old events, corrected results."""

from datetime import date

import pytest

from tests.services.kit import DRAWN, LOST, WON, entry
from wagtail_ladder import services

from .conftest import text_of
from .test_preview import preview_of, save

pytestmark = pytest.mark.django_db


class TestEnteredTwice:
    @pytest.fixture
    def again(self, club, night):
        """The same evening: the first two games typed once more, the third with another result."""
        return club.play("AB1 CD1 AC0", day=night.last_day, publish=False)

    def test_each_of_the_two_events_leads_to_the_other(self, night, again, arbiter):
        for event, other in ((night, again), (again, night)):
            for path in ("results/", "publish/", ""):
                page = arbiter.open(f"{event.pk}/{path}")
                words = "2 results look entered twice: they stand in “Club evening” of Jan. 6, 2026 too."
                assert words in text_of(page)
                assert f"/{other.pk}/results/" in page.content.decode()

    def test_the_rows_are_marked(self, again, arbiter):
        marked = [
            arbiter.open(f"{again.pk}/results/", round=number).context["games"][0].is_twice
            for number in (1, 2, 3)
        ]
        assert marked == [True, True, False]
        assert text_of(arbiter.open(f"{again.pk}/results/", round=1)).count("looks entered twice") == 1

    def test_nothing_is_said_where_nothing_is_equal(self, night, arbiter):
        for path in ("results/", "publish/", ""):
            assert "entered twice" not in text_of(arbiter.open(f"{night.pk}/{path}"))

    def test_twice_in_one_event(self, club, night, arbiter):
        night.games.filter(round=2).update(round=1)
        game = night.games.get(round=1, board=1, white__typed_name="Typed A")
        game.pk = None
        game.save()
        page = text_of(arbiter.open(f"{night.pk}/results/"))
        assert "2 results of this event look entered twice" in page


class TestOlderThanTheLatest:
    NOTE = "This event is older than “Club evening” of Jan. 6, 2026: 1 later event will be recalculated."

    def test_a_typed_evening_is_accepted_with_a_note(self, night, club, arbiter):
        fields = {"ladder": club.ladder.pk, "name": "Late", "format": "swiss", "unrated": ""}
        done = arbiter.submit("type/", **fields, last_day="2026-01-02")
        assert self.NOTE in text_of(arbiter.get(done["Location"]))
        done = arbiter.submit("type/", **fields, last_day="2026-01-06")  # behind it on the same day
        assert "older than" not in text_of(arbiter.get(done["Location"]))
        unrated = {**fields, "unrated": "variant", "unrated_note": "bughouse"}
        done = arbiter.submit("type/", **unrated, last_day="2026-01-02")
        assert "older than" not in text_of(arbiter.get(done["Location"]))

    def test_so_is_a_file_and_the_preview_says_it_before(self, night, club, organiser):
        path = preview_of(organiser, club.ladder)  # of March 2024
        assert self.NOTE in text_of(organiser.open(path))
        done = save(organiser, path)
        assert self.NOTE in text_of(organiser.get(done["Location"]))

    def test_and_the_publishing_says_it(self, club, night, arbiter):
        early = club.play("AB1", day=date(2026, 1, 2), publish=False)
        same_day = club.play("AB0", day=date(2026, 1, 6), publish=False)
        assert self.NOTE in text_of(arbiter.open(f"{early.pk}/publish/"))
        assert "older than" not in text_of(arbiter.open(f"{same_day.pk}/publish/"))
        services.change_event(same_day, sequence=1, by=club.arbiter)
        services.change_event(night, sequence=2, reason="later", by=club.arbiter)
        assert self.NOTE in text_of(arbiter.open(f"{same_day.pk}/publish/"))
        arbiter.publish(early)
        assert "older than" not in text_of(arbiter.open(f"{early.pk}/publish/"))

    def test_of_two_at_one_place_the_first_is_looked_at_and_the_last_is_not(self, night, club, arbiter):
        """Nobody has set their order; the numbers follow one all the same."""
        two = [club.play("AB1 CD0", day=date(2026, 2, 3), sequence=1) for _event in range(2)]
        first, last = sorted(two, key=lambda event: event.tie_break)
        for event, is_followed in ((last, False), (first, True)):
            seats = {"white-0": entry(event, "A").pk, "black-0": entry(event, "C").pk}
            answer = arbiter.submit(
                f"{event.pk}/rounds/7/", event, **seats, **{"result-0": "played-2-0", "board-0": "1"}
            )
            assert (answer.status_code == 200) == is_followed
            if is_followed:
                assert "This moves" in text_of(answer)
            event.refresh_from_db()
            assert event.games.filter(round=7).exists() != is_followed
            services.unpublish_event(event, reason="again", by=club.organiser)
            page = text_of(arbiter.open(f"{event.pk}/publish/"))
            assert ("older than" in page) == is_followed
            services.publish_event(event, by=club.organiser)


class TestCorrected:
    def test_the_row_says_what_it_was_and_who_corrected_it_when(self, night, club, arbiter):
        game = night.games.get(round=2)
        services.correct_game(game, LOST, reason="scoresheet", by=club.organiser)
        row = arbiter.open(f"{night.pk}/results/", round=2)
        (shown,) = row.context["games"]
        assert (shown.corrected.was, shown.corrected.who) == ("1–0", "organiser")
        assert "corrected: was 1–0, by organiser," in text_of(row)
        assert "corrected:" not in text_of(arbiter.open(f"{night.pk}/results/", round=1))

    def test_what_was_typed_in_a_draft_is_no_correction(self, draft, club, arbiter):
        services.correct_game(draft.games.get(round=1), DRAWN, reason="", by=club.arbiter)
        assert "corrected:" not in text_of(arbiter.open(f"{draft.pk}/results/", round=1))

    def test_a_late_result_and_another_board_are_none(self, night, club, arbiter):
        game = night.games.get(round=2)
        assert (game.white_half_points, game.black_half_points) == (2, 0)
        services.correct_game(game, WON, reason="other table", board=9, by=club.arbiter)
        assert "corrected:" not in text_of(arbiter.open(f"{night.pk}/results/", round=2))

    def test_a_round_typed_anew_is_marked_too(self, night, club, arbiter):
        game = night.games.get(round=3)
        pairing = services.Pairing(1, game.white_id, game.black_id, DRAWN)
        services.save_round(night, 3, [pairing], reason="scoresheet", by=club.arbiter)
        assert "corrected: was 1–0, by arbiter," in text_of(arbiter.open(f"{night.pk}/results/", round=3))


def test_the_history_tells_the_place_on_the_day(club, night, arbiter):
    second = club.play("CD1", day=night.last_day)
    services.order_day(
        club.ladder, night.last_day, [second.pk, night.pk], reason="they began later", by=club.arbiter
    )
    page = text_of(arbiter.open(f"{night.pk}/history/"))
    assert "Order of the day set" in page and "place 2 of 2" in page and "they began later" in page
    assert "place 1 of 2" in text_of(arbiter.open(f"{second.pk}/history/"))
    elsewhere = club.play("AB1", day=date(2026, 1, 20))
    assert "Order of the day" not in text_of(arbiter.open(f"{elsewhere.pk}/history/"))
