from datetime import UTC, datetime, timedelta

import pytest
from wagtail.models import ModelLogEntry

from tests.services.kit import DRAWN, LOST
from wagtail_ladder import services
from wagtail_ladder.models import Correction

from .conftest import text_of, url


@pytest.fixture
def corrected(club, evenings):
    """The first game of the first evening, then the rules."""
    game = evenings[0].games.get(round=1)
    services.correct_game(game, LOST, by=club.arbiter, reason="score sheet")
    services.set_rules(club.ladder, None, by=club.organiser, reason="agreed in May", k_new=30)
    return game


def lines(response):
    return response.context["lines"]


def test_each_line_tells_what_when_by_whom_how_many_and_why(club, corrected, arbiter):
    club.organiser.first_name, club.organiser.last_name = "Ola", "Nordmann"
    club.organiser.save()
    response = arbiter.get(url("corrections", club.ladder))
    rules, result = lines(response)
    assert (result.what, result.where) == ("Result corrected", "round 1, board 1")
    assert (result.by, result.reason, result.correction.players_moved) == ("arbiter", "score sheet", 2)
    assert (rules.what, rules.where) == ("Rules of the ladder set", "")
    assert (rules.by, rules.reason, rules.correction.players_moved) == ("Ola Nordmann", "agreed in May", 4)
    assert "Result corrected, round 1, board 1 Club evening, Jan. 6, 2026" in text_of(response)


def test_no_players_name_is_in_it(club, corrected, arbiter):
    assert "Member" not in text_of(arbiter.get(url("corrections", club.ladder)))
    assert "Typed" not in text_of(arbiter.get(url("corrections", club.ladder)))


def test_the_reason_is_that_of_its_own_entry(club, corrected, arbiter):
    services.correct_game(corrected, DRAWN, by=club.arbiter, reason="after all a draw")
    services.correct_game(corrected, LOST, by=club.organiser, reason="no, it was not")
    found = [line.reason for line in lines(arbiter.get(url("corrections", club.ladder)))]
    assert found == ["no, it was not", "after all a draw", "agreed in May", "score sheet"]


def test_a_correction_of_which_the_log_is_gone_has_no_reason(club, corrected, arbiter):
    ModelLogEntry.objects.filter(action="wagtail_ladder.set_rules").delete()
    assert [line.reason for line in lines(arbiter.get(url("corrections", club.ladder)))] == [
        "",
        "score sheet",
    ]


def test_filtered_by_event_and_by_day(club, corrected, arbiter, evenings):
    def actions(query):
        response = arbiter.get(url("corrections", club.ladder, query))
        return [line.correction.action for line in lines(response)]

    assert actions(f"?event={evenings[0].pk}") == ["correct_game"]
    old = datetime(2026, 1, 8, 12, tzinfo=UTC)
    Correction.objects.filter(action="correct_game").update(at=old)
    assert actions("?until=2026-01-08") == ["correct_game"]
    assert actions("?since=2026-01-09") == ["set_rules"]
    assert actions("?since=2026-01-08&until=2026-01-08") == ["correct_game"]
    page = arbiter.get(url("corrections", club.ladder, "?until=2020-01-01"))
    assert "No correction fits the filter." in text_of(page)
    for nonsense in ("?event=x", "?since=2026-02-30", f"?event={10**30}"):
        assert arbiter.get(url("corrections", club.ladder, nonsense)).status_code == 200


def test_it_offers_the_events_of_this_ladder_alone(club, corrected, arbiter, foreign):
    theirs = foreign.play("YZ1")
    services.correct_game(theirs.games.get(), LOST, by=foreign.arbiter, reason="score sheet")
    response = arbiter.get(url("corrections", club.ladder))
    assert f'<option value="{theirs.pk}"' not in response.content.decode()
    assert len(lines(response)) == 2


def test_pages_of_fifty_with_as_many_queries_as_a_page_of_two(
    club, corrected, arbiter, django_assert_max_num_queries
):
    arbiter.get(url("corrections", club.ladder))
    with django_assert_max_num_queries(60) as few:
        arbiter.get(url("corrections", club.ladder))
    (one,) = Correction.objects.filter(action="correct_game")
    for number in range(60):
        one.pk, one.at = None, one.at - timedelta(minutes=number + 1)
        one.save()
    with django_assert_max_num_queries(60) as many:
        page = arbiter.get(url("corrections", club.ladder))
    assert len(many) <= len(few) + 1, "counting the pages"
    assert len(lines(page)) == 50
    assert len(lines(arbiter.get(url("corrections", club.ladder, "?p=2")))) == 12


def test_nothing_corrected_is_said(club, arbiter):
    assert "Nothing has been corrected yet." in text_of(arbiter.get(url("corrections", club.ladder)))


def test_a_club_can_switch_the_public_lines_off_and_the_history_says_so(club, corrected, arbiter):
    assert "Visitors read it too" in text_of(arbiter.get(url("corrections", club.ladder)))
    fields = ("name", "visibility", "names", "shown_decimals", "inactive_after")
    unticked = {name: getattr(club.ladder, name) for name in fields}
    months = {"months_instead_of_days": "on"}
    assert arbiter.post(url("edit", club.ladder), {**unticked, **months}).status_code == 302
    club.ladder.refresh_from_db()
    assert not club.ladder.corrections_shown
    assert "Visitors do not read it." in text_of(arbiter.get(url("corrections", club.ladder)))
    history = text_of(arbiter.get(url("history", club.ladder)))
    assert "Show corrections: no (before: yes)." in history
