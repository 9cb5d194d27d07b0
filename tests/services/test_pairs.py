"""What is known of two members who may be one person: told from what was typed, by hand."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.matching import Registry
from wagtail_ladder.services import Member, Pairing
from wagtail_ladder.services.known_names import known_names
from wagtail_ladder.services.pairs import member_facts, pair_facts

from .kit import WON, entry, make_club

JANUARY, FEBRUARY = date(2026, 1, 6), date(2026, 2, 3)


@pytest.fixture
def club(db):
    return make_club()


def facts_of(club, one, other):
    (facts,) = pair_facts([(club.members[one], club.members[other])])
    return facts


def test_two_who_never_came_together(club):
    club.play("AB1 AC0", day=JANUARY)
    club.play("DB1", day=FEBRUARY)
    facts = facts_of(club, "A", "D")
    assert [(one.games, one.first_day, one.last_day) for one in facts.both] == [
        (2, JANUARY, JANUARY),
        (1, FEBRUARY, FEBRUARY),
    ]
    assert facts.one.typed_as == [("Typed A", 1)]
    assert (facts.met, facts.in_one_round, facts.common_events) == ((), (), [])
    assert (facts.days_between, facts.overlaps) == (28, False)
    assert [(one.ladder, one.games) for one in facts.one.ratings] == [(club.ladder, 2)]


def test_two_who_met(club):
    event = club.play("AB1 CA= BC0", day=JANUARY)
    facts = facts_of(club, "A", "C")
    assert [(meeting.event, meeting.round, meeting.board) for meeting in facts.met] == [(event, 2, 1)]
    assert facts.in_one_round == ()
    assert facts.common_events == [event]
    assert (facts.days_between, facts.overlaps) == (None, True)


def test_two_at_two_boards_of_a_round(club):
    event = club.play("AB1 CD=", day=JANUARY, publish=False)
    seats = {letter: entry(event, letter).pk for letter in "ABCD"}
    pairings = [Pairing(1, seats["A"], seats["B"], WON), Pairing(2, seats["C"], seats["D"], WON)]
    services.save_round(event, 2, [], by=club.arbiter)
    services.save_round(event, 1, pairings, by=club.arbiter)
    facts = facts_of(club, "A", "D")
    assert [(meeting.event, meeting.round) for meeting in facts.in_one_round] == [(event, 1)]
    assert facts.met == ()


def test_merged_members_count_as_one_and_deleted_events_not_at_all(club):
    club.play("AB1", day=JANUARY)
    club.play("DB1", day=FEBRUARY)
    services.merge_players(club.members["A"], club.members["D"], by=club.organiser)
    gone = club.play("AC1", day=date(2026, 3, 3))
    services.delete_event(gone, reason="entered twice", by=club.organiser)
    facts = member_facts([club.members["A"]])[club.members["A"].pk]
    assert (facts.games, facts.first_day, facts.last_day) == (2, JANUARY, FEBRUARY)
    assert facts.typed_as == [("Typed A", 1), ("Typed D", 1)]


def test_who_never_played_has_no_days(club):
    facts = facts_of(club, "E", "F")
    assert (facts.days_between, facts.overlaps, facts.ladders) == (None, False, [])


class TestKnownNames:
    def known(self, club, **fields):
        return {pk: (name, spellings) for pk, name, spellings in known_names(club.club.pk, **fields)}

    def test_registered_names_with_every_confirmed_spelling_and_how_often(self, club):
        first, _second = club.play("AB1", day=JANUARY), club.play("AB1", day=FEBRUARY)
        a = club.members["A"].pk
        assert self.known(club)[a] == ("Member A", {"Typed A": 2})
        assert self.known(club, without=first)[a] == ("Member A", {"Typed A": 1})

    def test_a_decision_undone_and_an_event_deleted_are_forgotten(self, club):
        event = club.play("AB1", day=JANUARY)
        a = club.members["A"].pk
        services.decide_entry(entry(event, "A"), services.Undecide(), by=club.arbiter)
        assert self.known(club)[a] == ("Member A", {})
        services.decide_entry(entry(event, "A"), Member(a), by=club.arbiter)
        services.delete_event(event, reason="entered twice", by=club.organiser)
        assert self.known(club)[a] == ("Member A", {})

    def test_the_absorbed_one_is_known_as_the_kept_one_though_nobody_confirmed_that_name(self, club):
        club.play("DB1", day=JANUARY)
        services.merge_players(club.members["A"], club.members["D"], by=club.organiser)
        known = self.known(club)
        assert known[club.members["A"].pk] == ("Member A", {"Member D": 0, "Typed D": 1})
        assert club.members["D"].pk not in known

    def test_only_names_that_were_decided_count_as_linked_before(self, club):
        services.rename_player(club.members["D"], "Typed D", by=club.organiser)
        club.play("DB1", day=JANUARY)
        services.merge_players(club.members["A"], club.members["D"], by=club.organiser)
        (best,) = Registry(known_names(club.club.pk)).suggest("Typed D", limit=1)
        assert (best.player, best.times) == (club.members["A"].pk, 1)
