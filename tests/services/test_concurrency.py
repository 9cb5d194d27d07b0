"""Two people at once: the second waits for the first, and the ladder is as if they had taken turns."""

from datetime import date
from functools import partial

import pytest

from tests.at_once import NEEDS_A_FILE, at_once, in_memory
from wagtail_ladder import services
from wagtail_ladder.models import Act, Player
from wagtail_ladder.services import ChangedMeanwhile, Member

from .kit import (
    LOST,
    WON,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
    entry,
    make_club,
    registry_and_ladders,
    stored_changes,
)

pytestmark = pytest.mark.django_db(transaction=True)

AGAIN = 5


@pytest.fixture
def club(transactional_db):
    if in_memory():
        pytest.skip(NEEDS_A_FILE)
    return make_club()


def the_loser(outcomes):
    """The one error of two outcomes: exactly one of the two has won."""
    (error,) = [outcome for outcome in outcomes if outcome is not None]
    return error


def test_two_corrections_of_one_ladder_at_once(club):
    first, second = club.play("AB1 CD1"), club.play("AC1 BD1")
    corrections = [(event.games.get(round=1), LOST) for event in (first, second)]
    for game, result in corrections:
        services.correct_game(game, result, reason="one after the other", by=club.arbiter)
    in_turn = stored_changes(club.ladder)
    for game, _result in corrections:
        services.correct_game(game, WON, reason="back", by=club.arbiter)
    assert stored_changes(club.ladder) != in_turn

    at_the_same_time = [
        partial(services.correct_game, *correction, reason="at once", by=club.arbiter)
        for correction in corrections
    ]
    for _again in range(AGAIN):
        assert at_once(*at_the_same_time) == [None, None]
        assert stored_changes(club.ladder) == in_turn
        assert_stored_is_fresh(club.ladder)
        for game, _result in corrections:
            services.correct_game(game, WON, reason="back", by=club.arbiter)


def merging(club, kept, absorbed):
    return partial(services.merge_players, club.members[kept], club.members[absorbed], by=club.organiser)


def the_merge():
    return Act.objects.get(kind="merge", undone_at=None)


@pytest.mark.parametrize(
    "pairs",
    [("AC", "AC"), ("AC", "CA"), ("AC", "AE"), ("AC", "EC"), ("AC", "CE")],
    ids="the same, opposite directions, into one, of one, in a row".split(", "),
)
def test_two_merges_at_once(club, pairs):
    club.play("AB1 CD1 EF1")
    before = registry_and_ladders(club.club, club.members.values())
    both_may_win = pairs == ("AC", "AE")
    for _again in range(AGAIN):
        outcomes = at_once(*(merging(club, *pair) for pair in pairs))
        errors = [error for error in outcomes if error is not None]
        # C may be merged into A after E into C, but not the other way round.
        assert len(errors) == (0 if both_may_win else 1) or (pairs == ("AC", "CE") and not errors)
        for error in errors:
            assert (type(error), error.code) == (ChangedMeanwhile, "merged_already")
            assert "organiser merged" in error.message
        assert_stored_is_fresh(club.ladder)
        assert_the_ledger_explains(club.club)
        for act in Act.objects.filter(kind="merge", undone_at=None):
            club.undo(act)
        assert registry_and_ladders(club.club, club.members.values()) == before


def test_a_merge_and_a_decision_for_the_absorbed_one_at_once(club):
    """Either the name is his and so the kept one's, or the editor is told that there is no such member."""
    club.play("AB1 CD1")
    event = club.play("EF1", day=date(2026, 6, 1), decide=False)
    name = entry(event, "E")
    for _again in range(AGAIN):
        merged, decided = at_once(
            merging(club, "A", "C"),
            lambda: services.decide_entry(name, Member(club.members["C"].pk), by=club.arbiter),
        )
        assert merged is None
        name.refresh_from_db()
        if decided is None:
            assert name.player == club.members["C"]
        else:
            assert decided.code == "player_merged"
            assert name.player is None
        assert_stored_is_fresh(club.ladder)
        assert_the_ledger_explains(club.club)
        club.undo(the_merge())
        services.decide_entry(name, services.Undecide(), by=club.arbiter)


def test_a_merge_and_a_decision_by_which_one_would_meet_himself_at_once(club):
    """B's name is decided to be C, who is merged with A, whom B has met: one of the two is refused."""
    event = club.play("AB1", publish=False)
    name = entry(event, "B")
    for _again in range(AGAIN):
        outcomes = at_once(
            merging(club, "A", "C"),
            lambda: services.decide_entry(name, Member(club.members["C"].pk), by=club.arbiter),
        )
        assert the_loser(outcomes).code == ("plays_himself" if outcomes[0] else "player_merged")
        assert_the_ledger_explains(club.club)
        for act in Act.objects.filter(undone_at=None).order_by("-pk")[:1]:
            club.undo(act)
        name.refresh_from_db()
        assert (name.player, Player.objects.filter(merged_into=None).count()) == (club.members["B"], 6)


def test_a_merge_and_a_word_that_the_two_are_not_the_same_at_once(club):
    for _again in range(AGAIN):
        outcomes = at_once(
            merging(club, "A", "C"),
            lambda: services.declare_distinct(club.members["A"], club.members["C"], by=club.arbiter),
        )
        assert the_loser(outcomes).code == ("declared_distinct" if outcomes[0] else "merged_already")
        club.undo(Act.objects.get(undone_at=None))


def test_one_decision_is_undone_once(club):
    club.play("AB1 CD1")
    before = registry_and_ladders(club.club, club.members.values())
    for _again in range(AGAIN):
        act = club.merge("A", "C")
        outcomes = at_once(partial(club.undo, act), partial(club.undo, act))
        error = the_loser(outcomes)
        assert (type(error), error.code) == (ChangedMeanwhile, "undone_already")
        assert "organiser took this back" in error.message
        assert registry_and_ladders(club.club, club.members.values()) == before


def test_a_person_is_merged_while_what_made_him_is_undone_at_once(club):
    """B, a junior, hides A. Whoever comes first, D is A then and B is not: nothing of B is left on either."""
    services.change_ladder(club.ladder, by=club.organiser, names="full")
    club.play("AE1 BF1 DE1")
    adults = [club.members[letter].pk for letter in "AD"]
    services.confirm_adults(club.club, adults, by=club.organiser)
    before = registry_and_ladders(club.club, club.members.values())
    for _again in range(AGAIN):
        inner = club.merge("A", "B")
        assert at_once(partial(club.undo, inner), merging(club, "D", "A")) == [None, None]
        assert set(Player.objects.exclude(merged_into=None)) == {club.members["A"]}
        assert_stored_is_fresh(club.ladder)
        assert_the_ledger_explains(club.club)
        club.undo(the_merge())
        assert registry_and_ladders(club.club, club.members.values()) == before


def test_a_merge_is_undone_while_the_person_is_found_to_be_an_adult_at_once(club):
    """Before: it was said of the two, and holds for neither. After: it is said of the kept one alone."""
    club.play("AE1 BF1")
    for _again in range(AGAIN):
        merge = club.merge("A", "B")
        kept = [club.members["A"].pk]
        confirm = partial(services.confirm_adults, club.club, kept, by=club.organiser)
        assert at_once(partial(club.undo, merge), confirm) == [None, None]
        adults = set(Player.objects.filter(is_adult=True))
        assert adults <= {club.members["A"]}
        services.confirm_adults(club.club, kept, adults=False, by=club.organiser)


def test_two_editors_decide_one_name_at_once(club):
    """The later one counts, and both are in the ledger."""
    event = club.play("AB1", decide=False)
    name = entry(event, "A")
    decisions = [
        lambda: services.decide_entry(name, Member(club.members["A"].pk), by=club.arbiter),
        lambda: services.decide_entry(name, Member(club.members["C"].pk), by=club.organiser),
    ]
    assert at_once(*decisions) == [None, None]
    assert event.acts.count() == 2
    assert_the_ledger_explains(club.club)
    version = event.__class__.objects.get(pk=event.pk).version
    decisions = [
        lambda: services.decide_entry(
            name, Member(club.members["D"].pk), by=club.arbiter, expected_version=version
        ),
        lambda: services.decide_entry(
            name, Member(club.members["E"].pk), by=club.organiser, expected_version=version
        ),
    ]
    assert the_loser(at_once(*decisions)).code == "changed_meanwhile"
    assert_the_ledger_explains(club.club)
