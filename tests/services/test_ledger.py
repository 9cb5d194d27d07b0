"""Decisions about names: each is an act of a person, in the ledger, and can be taken back."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from wagtail_ladder import services
from wagtail_ladder.models import Act, Entry, Player
from wagtail_ladder.services import LadderError, LeaveOut, Member, NewMember, Pairing, Undecide
from wagtail_ladder.services.comparing import compare
from wagtail_ladder.services.errors import DeclaredDistinct
from wagtail_ladder.services.ledger import entries_in_the_event, entries_of, entries_spelled_like

from .calls import report
from .kit import (
    WON,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
    entry,
    everything,
    registry_and_ladders,
)

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 1)


def as_it_is(club):
    return registry_and_ladders(club.club, club.members.values())


def assert_in_order(club):
    assert_stored_is_fresh(club.ladder)
    assert_the_ledger_explains(club.club)


def refusal_of(verb, *arguments, **named):
    before = everything()
    with pytest.raises(LadderError) as refusal:
        verb(*arguments, **named)
    assert everything() == before, "a refusal wrote something"
    return refusal.value.code


def member(club, letter):
    return Member(club.members[letter].pk)


def last_act():
    return Act.objects.order_by("pk").last()


# Decided, decided anew, and taken back.


def test_the_names_of_an_event_are_one_act_with_who_and_when(club):
    event = club.play("AB1 CD1", left_out="D")
    act = event.acts.get()
    assert (act.kind, act.by, act.undone_at) == ("decide", club.arbiter, None)
    assert {said.entry.typed_name: (said.decision, said.player) for said in act.decisions.all()} == {
        "Typed A": ("member", club.members["A"]),
        "Typed B": ("member", club.members["B"]),
        "Typed C": ("member", club.members["C"]),
        "Typed D": ("left_out", None),
    }
    services.decide_entries(event, {}, by=club.arbiter)
    assert event.acts.count() == 1, "nothing decided is no act"


def test_undone_is_as_it_was_before_whether_decided_or_not(club):
    event = club.play("AB1", decide=False)
    undecided = as_it_is(club)
    services.decide_entry(entry(event, "A"), member(club, "A"), by=club.arbiter)
    first, once = last_act(), as_it_is(club)
    services.decide_entry(entry(event, "A"), member(club, "C"), by=club.organiser)
    assert (entry(event, "A").player, entry(event, "A").decided_by) == (club.members["C"], club.organiser)
    club.undo(last_act())
    assert as_it_is(club) == once
    assert entry(event, "A").decided_by == club.arbiter
    club.undo(first)
    assert as_it_is(club) == undecided
    assert_in_order(club)


def test_an_older_decision_is_undone_under_a_newer_one(club):
    event = club.play("AB1")
    services.decide_entry(entry(event, "A"), member(club, "C"), by=club.arbiter)
    newer = last_act()
    assert entry(event, "A").player == club.members["C"]
    club.undo(event.acts.order_by("pk").first())
    assert (entry(event, "A").player, entry(event, "B").decision) == (club.members["C"], "undecided")
    club.undo(newer)
    assert entry(event, "A").decision == "undecided"
    assert_in_order(club)


def test_a_decision_taken_back_by_hand_comes_again_when_that_is_undone(club):
    event = club.play("AB1")
    before = as_it_is(club)
    services.decide_entry(entry(event, "A"), Undecide(), by=club.organiser)
    assert entry(event, "A").decided_by is None
    club.undo(last_act())
    assert as_it_is(club) == before


def test_a_new_member_stays_in_the_registry_when_his_decision_is_undone(club):
    event = club.play("AB1", decide=False)
    near = (club.members["A"].pk, club.members["C"].pk)
    services.decide_entry(entry(event, "A"), NewMember("Ada Able", not_same_as=near), by=club.arbiter)
    ada = Player.objects.get(name="Ada Able")
    assert entry(event, "A").decisions.get().is_new_member
    # Who was shown and is somebody else is on record, as decisions of their own.
    assert {(act.player, act.other, act.by) for act in Act.objects.filter(kind="distinct")} == {
        (club.members["A"], ada, club.arbiter),
        (club.members["C"], ada, club.arbiter),
    }
    merge = (services.merge_players, ada, club.members["A"])
    assert refusal_of(*merge, by=club.organiser) == "declared_distinct"
    # A slip of the same person: one step takes all of it back, whoever may undo the decision.
    services.undo(event.acts.get(), by=club.arbiter)
    assert (entry(event, "A").decision, entry(event, "A").player) == ("undecided", None)
    assert Player.objects.filter(name="Ada Able").exists()
    assert not Act.objects.filter(kind="distinct", undone_at=None).exists()
    assert set(Act.objects.values_list("undone_by", flat=True)) == {club.arbiter.pk}
    assert_in_order(club)


def test_what_was_on_record_by_another_act_stays_when_a_new_member_is_undone(club):
    event = club.play("AB1", decide=False)
    services.declare_distinct(club.members["A"], club.members["C"], by=club.arbiter)
    near = (club.members["A"].pk,)
    services.decide_entry(entry(event, "A"), NewMember("Ada Able", not_same_as=near), by=club.arbiter)
    services.undo(event.acts.get(), by=club.arbiter)
    (left,) = Act.objects.filter(kind="distinct", undone_at=None)
    assert {left.player, left.other} == {club.members["A"], club.members["C"]}


def test_two_new_members_of_one_name_are_two_people(club):
    event = club.play("AB1", decide=False)
    choices = {entry(event, letter).pk: NewMember("Ada Able") for letter in "AB"}
    services.decide_entries(event, choices, by=club.arbiter)
    one, other = Player.objects.filter(name="Ada Able")
    act = Act.objects.get(kind="distinct")
    assert {act.player, act.other} == {one, other}
    assert refusal_of(services.merge_players, one, other, by=club.organiser)


def test_what_no_longer_fits_has_to_wait_for_what_came_later(club):
    """A's board is given to C, and A turns up as B in the same round: C cannot be A again before that."""
    event = club.play("AB1", publish=False)
    first = club.play("CD1", day=JUNE, publish=False)
    services.decide_entry(entry(event, "A"), member(club, "C"), by=club.arbiter)
    to_c = last_act()
    services.decide_entry(entry(event, "B"), member(club, "A"), by=club.arbiter)
    to_a = last_act()
    assert refusal_of(club.undo, to_c) == "plays_himself"
    club.undo(to_a)
    club.undo(to_c)
    assert entry(event, "A").player == club.members["A"]
    club.undo(first.acts.get())
    assert_in_order(club)


def test_a_decision_of_a_deleted_event_is_undone_in_it(club):
    event = club.play("AB1")
    club.play("AC1", day=JUNE)
    services.delete_event(event, reason="entered twice", by=club.organiser)
    before = as_it_is(club)
    club.undo(event.acts.get())
    assert as_it_is(club)["ratings"] == before["ratings"]
    services.restore_event(event, reason="it was played", by=club.organiser)
    assert set(event.entries.values_list("decision", flat=True)) == {"undecided"}
    assert_in_order(club)


def queries_of(run, *arguments, **named):
    with CaptureQueriesContext(connection) as asked:
        run(*arguments, **named)
    return len(asked)


def test_sixty_names_cost_no_more_queries_than_six(club):
    def night(names):
        players = [
            services.add_player(club.club, f"Guest {number}", by=club.arbiter) for number in range(names)
        ]
        event = services.create_event(
            club.ladder, by=club.arbiter, name="Night", last_day=JUNE, names=["Guest"] * names
        )
        who = zip(event.entries.values_list("pk", flat=True), players, strict=True)
        return event, {pk: Member(player.pk) for pk, player in who}

    few, many = night(6), night(60)
    assert queries_of(services.decide_entries, *few, by=club.arbiter) == queries_of(
        services.decide_entries, *many, by=club.arbiter
    )
    assert queries_of(club.undo, few[0].acts.get()) == queries_of(club.undo, many[0].acts.get())


def test_a_merge_costs_no_more_queries_for_a_whole_season(club):
    """C came twice, once without A; E came every time."""
    club.play("AB1 CD1 EF1")
    club.play("CD1", day=JUNE)
    for day in range(1, 13):
        club.play("EF1", day=date(2026, 2, day))
    twice = queries_of(club.merge, "A", "C"), queries_of(club.undo, last_act())
    every_time = queries_of(club.merge, "A", "E"), queries_of(club.undo, last_act())
    assert every_time == twice


# It was somebody else.


def test_one_name_was_somebody_else(club):
    event = club.play("AB1")
    before = as_it_is(club)
    act = services.repoint_entries(
        club.club, [entry(event, "A").pk], member(club, "C"), by=club.arbiter, reason="the wrong Ada"
    )
    assert (act.kind, act.reason) == ("repoint", "the wrong Ada")
    assert (club.rating("C"), club.members["A"].standings.exists()) == ((1220, 1), False)
    assert_in_order(club)
    club.undo(act)
    assert as_it_is(club) == before


def test_all_names_of_one_spelling_in_all_events_were_somebody_else(club):
    first, second = club.play("AB1"), club.play("AD1", day=JUNE)
    services.add_entries(second, ["TYPED  á", "Somebody"], by=club.arbiter)
    for name in ("TYPED á", "Somebody"):
        services.decide_entry(second.entries.get(typed_name=name), member(club, "A"), by=club.arbiter)
    alike = entries_spelled_like(entry(first, "A"))
    assert [each.typed_name for each in alike] == ["Typed A", "Typed A", "TYPED á"]
    assert [each.typed_name for each in entries_in_the_event(entry(second, "A"))] == [
        "Typed A", "TYPED á", "Somebody",
    ]  # fmt: skip
    before = as_it_is(club)
    act = services.repoint_entries(club.club, [each.pk for each in alike], member(club, "C"), by=club.arbiter)
    assert [each.typed_name for each in entries_of(club.members["A"])] == ["Somebody"]
    assert club.rating("C")[1] == 2
    assert_in_order(club)
    club.undo(act)
    assert as_it_is(club) == before


def test_they_were_one_new_member(club):
    first, second = club.play("AB1"), club.play("AD1", day=JUNE)
    names = [entry(first, "A").pk, entry(second, "A").pk]
    services.repoint_entries(club.club, names, NewMember("Ada Able"), by=club.arbiter)
    assert Entry.objects.filter(player__name="Ada Able").count() == 2
    assert Player.objects.filter(name="Ada Able").count() == 1


def test_they_were_guests(club):
    event = club.play("AB1")
    services.repoint_entries(club.club, [entry(event, "A").pk], LeaveOut(), by=club.arbiter)
    assert entry(event, "A").decision == "left_out"
    assert_in_order(club)


def test_re_pointing_what_cannot_be(club):
    event, other = club.play("AB1"), club.play("CA1", day=JUNE)

    def repoint(names, choice):
        return refusal_of(services.repoint_entries, club.club, names, choice, by=club.organiser)

    name = entry(event, "A").pk
    assert repoint([name], member(club, "B")) == "plays_himself"
    assert repoint([name], Undecide()) == "nobody_chosen"
    assert repoint([name], Member(0)) == "player_missing"
    assert repoint([], member(club, "C")) == "entry_missing"
    assert repoint([name, 0], member(club, "C")) == "entry_missing"
    services.delete_event(other, reason="entered twice", by=club.organiser)
    assert repoint([name, entry(other, "A").pk], member(club, "C")) == "entry_missing"


@pytest.mark.parametrize("through", [None, "E", "F"])
def test_all_that_a_member_has_is_not_given_to_one_who_is_not_the_same(club, through):
    """That would be a merge in disguise, as it would be of anybody who was merged into one of the two."""
    event, other = club.play("AB1"), club.play("AD1 CD1", day=JUNE)
    of_a = {None: "A", "E": "E", "F": "A"}[through]
    of_c = {None: "C", "E": "C", "F": "F"}[through]
    services.declare_distinct(club.members[of_a], club.members[of_c], by=club.arbiter)
    if through:
        club.merge("A" if through == "E" else "C", through)
    names = [entry(event, "A").pk, entry(other, "A").pk]
    to_c = member(club, "C")
    assert (
        refusal_of(services.repoint_entries, club.club, names, to_c, by=club.organiser) == "declared_distinct"
    )
    services.repoint_entries(club.club, names[:1], to_c, by=club.organiser)
    assert (
        refusal_of(services.join_entries, other, [names[1], entry(other, "C").pk], to_c, by=club.arbiter)
        == "declared_distinct"
    )
    assert_in_order(club)


# A profile that was two people.


def test_a_profile_is_split_into_two_who_are_not_the_same(club):
    first, second = club.play("AB1"), club.play("AD1", day=JUNE)
    before = as_it_is(club)
    act = services.split_player(
        club.members["A"],
        [entry(second, "A").pk],
        NewMember("Ada Able"),
        by=club.organiser,
        reason="mother and daughter",
    )
    ada = Player.objects.get(name="Ada Able")
    assert (act.kind, act.player, act.other, act.reason) == (
        "split", club.members["A"], ada, "mother and daughter",
    )  # fmt: skip
    assert (entry(first, "A").player, entry(second, "A").player) == (club.members["A"], ada)
    assert (club.rating("A"), ada.standings.get().rated_games) == ((1220, 1), 1)
    distinct = Act.objects.get(kind="distinct")
    assert {distinct.player, distinct.other} == {club.members["A"], ada}
    assert (
        refusal_of(services.merge_players, club.members["A"], ada, by=club.organiser) == "declared_distinct"
    )
    assert_in_order(club)
    club.undo(act)
    assert as_it_is(club) == before
    assert not Act.objects.filter(kind="distinct", undone_at=None).exists(), "it was said with the split"
    services.merge_players(club.members["A"], ada, by=club.organiser)
    assert_in_order(club)


@pytest.mark.parametrize("how", ["declared before", "shown as near"])
def test_what_else_is_on_record_of_the_two_goes_with_what_put_it_there(club, how):
    first = club.play("AB1")
    club.play("AD1", day=JUNE)
    if how == "declared before":
        services.declare_distinct(club.members["C"], club.members["A"], by=club.organiser)
        other = member(club, "C")
    else:
        other = NewMember("Ada Able", not_same_as=(club.members["A"].pk, club.members["B"].pk))
    act = services.split_player(club.members["A"], [entry(first, "A").pk], other, by=club.organiser)
    club.undo(act)
    in_force = Act.objects.filter(kind="distinct", undone_at=None)
    assert in_force.count() == (1 if how == "declared before" else 0)


def test_a_record_of_a_split_that_was_lifted_by_itself_stays_lifted(club):
    first = club.play("AB1")
    club.play("AD1", day=JUNE)
    act = services.split_player(
        club.members["A"], [entry(first, "A").pk], member(club, "C"), by=club.organiser
    )
    distinct = Act.objects.get(kind="distinct")
    services.undo(distinct, by=club.superuser)
    club.undo(act)
    assert Act.objects.get(pk=distinct.pk).undone_by == club.superuser


def test_the_other_one_may_be_a_member_already(club):
    first = club.play("AB1")
    club.play("AD1", day=JUNE)
    act = services.split_player(
        club.members["A"], [entry(first, "A").pk], member(club, "C"), by=club.organiser
    )
    assert act.other == club.members["C"]
    assert club.rating("C") == (1220, 1)
    assert_in_order(club)


def test_splitting_what_cannot_be(club):
    first, second = club.play("AB1"), club.play("AD1", day=JUNE)
    names = [entry(first, "A").pk, entry(second, "A").pk]

    def split(names, choice, letter="A"):
        return refusal_of(services.split_player, club.members[letter], names, choice, by=club.organiser)

    assert split(names, NewMember()) == "not_two_people"
    assert split([entry(first, "B").pk], NewMember()) == "not_two_people"
    assert split([], NewMember()) == "entry_missing"
    assert split(names[:1], member(club, "A")) == "same_player"
    assert split(names[:1], LeaveOut()) == "nobody_chosen"
    assert split(names[:1], Undecide()) == "nobody_chosen"
    assert split(names[:1], member(club, "B")) == "plays_himself"


def test_a_merged_person_is_split_by_all_that_he_has(club):
    first, second = club.play("AB1"), club.play("CD1", day=JUNE)
    merge = club.merge("A", "C")
    before = as_it_is(club)
    act = services.split_player(
        club.members["A"], [entry(second, "C").pk], NewMember("Cy"), by=club.organiser
    )
    assert [each.event for each in entries_of(club.members["A"])] == [first]
    assert_in_order(club)
    club.undo(merge)
    assert entry(second, "C").player.name == "Cy"
    club.undo(act)
    assert entry(second, "C").player == club.members["C"]
    club.merge("A", "C")
    assert as_it_is(club) == before


# Two names are one person.


def test_two_names_of_an_event_are_one_new_member(club):
    event = club.play("AB1 CD1", decide=False)
    before = as_it_is(club)
    names = [entry(event, letter).pk for letter in "AC"]
    act = services.join_entries(event, names, NewMember("Ada Able"), by=club.arbiter)
    assert (act.kind, act.event) == ("join", event)
    ada = Player.objects.get(name="Ada Able")
    assert set(event.entries.filter(player=ada)) == {entry(event, "A"), entry(event, "C")}
    for letter in "BD":
        services.decide_entry(entry(event, letter), member(club, letter), by=club.arbiter)
    assert ada.standings.get().rated_games == 2
    assert_in_order(club)
    for decided in Act.objects.all():
        club.undo(decided)
    assert as_it_is(club) == before


def test_joining_what_cannot_be(club):
    event, other = club.play("AB1 CD1", publish=False), club.play("EF1", day=JUNE)
    a, b, c, d = (entry(event, letter).pk for letter in "ABCD")
    services.save_round(event, 9, [Pairing(1, a, b, WON), Pairing(2, c, d, WON)], by=club.arbiter)

    def join(names, choice):
        return refusal_of(services.join_entries, event, names, choice, by=club.arbiter)

    assert join([a, b], member(club, "A")) == "plays_himself"
    assert join([a, c], member(club, "A")) == "twice_in_a_round"
    assert join([a], member(club, "A")) == join([], member(club, "A")) == "one_name_alone"
    assert join([a, c], Undecide()) == "nobody_chosen"
    assert join([a, entry(other, "E").pk], member(club, "A")) == "entry_missing"


# One name is two people.


def parted(club, event, letter="A", number=2, **fields):
    game = event.games.get(round=number)
    return services.part_entry(entry(event, letter), [game.pk], by=club.arbiter, **fields)


def test_one_name_is_two_people_by_their_games(club):
    event = club.play("AB1 AC1 AD1")
    before = as_it_is(club)
    act = parted(club, event)
    first, second = event.entries.filter(typed_name="Typed A")
    assert (act.kind, act.event, act.entry, second.part_of) == ("part", event, second, first)
    assert (first.player, second.decision) == (club.members["A"], "undecided")
    assert [game.round for game in first.games_as_white.all()] == [1, 3]
    assert [game.round for game in second.games_as_white.all()] == [2]
    assert_in_order(club)  # the whole event waits for the second one
    services.decide_entry(second, member(club, "E"), by=club.arbiter)
    assert (club.rating("A")[1], club.rating("E")[1]) == (2, 1)
    assert refusal_of(club.undo, act) == "second_is_decided"
    club.undo(last_act())
    club.undo(act)
    assert as_it_is(club) == before
    assert_in_order(club)


def test_one_name_is_three_people(club):
    event = club.play("AB1 AC1 AD1")
    before = as_it_is(club)
    one = services.part_entry(
        entry(event, "A"), event.games.filter(round__gt=1).values_list("pk", flat=True), by=club.arbiter
    )
    game = event.games.get(round=3)
    two = services.part_entry(one.entry, [game.pk], by=club.arbiter)
    game.refresh_from_db()
    assert (two.entry.part_of, game.white) == (one.entry, two.entry)
    assert refusal_of(club.undo, one) == "second_is_parted"
    club.undo(two)
    club.undo(one)
    assert as_it_is(club) == before


def test_parting_what_cannot_be(club):
    event, other = club.play("AB1 AC1", publish=False), club.play("AD1", day=JUNE)
    games = list(event.games.values_list("pk", flat=True))

    def part(games):
        return refusal_of(services.part_entry, entry(event, "A"), games, by=club.arbiter)

    assert part([]) == part(games) == "not_two_people"
    assert part([games[0], other.games.get().pk]) == "game_missing"
    parted(club, event)
    second = event.entries.get(part_of__isnull=False)
    services.save_round(event, 2, [], by=club.arbiter)
    for name in (second, second.part_of):
        assert refusal_of(services.remove_entry, name, by=club.arbiter) in (
            "entry_is_parted", "entry_has_games",
        )  # fmt: skip


def test_two_people_of_one_name_who_met_since_stay_two(club):
    event = club.play("AB1 AC1")
    act = parted(club, event)
    first, second = event.entries.filter(typed_name="Typed A")
    services.save_round(event, 3, [Pairing(1, first.pk, second.pk, WON)], by=club.arbiter)
    assert refusal_of(club.undo, act) == "plays_himself"
    services.save_round(event, 3, [], by=club.arbiter, reason="a slip")
    services.save_round(
        event,
        4,
        [Pairing(1, first.pk, entry(event, "B").pk, WON), Pairing(2, second.pk, entry(event, "C").pk, WON)],
        by=club.arbiter,
    )
    assert refusal_of(club.undo, act) == "twice_in_a_round"


# A newer file of an event in which a name was found to be two people.

GAMES = [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (2, 0)), (3, 2, 3, "played", (1, 1))]


@pytest.fixture
def from_a_file(club):
    """Ann beat Bo in round 1 and Cy in round 2, which was another Ann: members A and E. All are decided."""
    event = services.import_report(
        club.ladder, report(["Ann", "Bo", "Cy"], GAMES), by=club.arbiter, name="Open", last_day=JUNE
    )
    names = dict(zip("ABC", event.entries.values_list("pk", flat=True), strict=True))
    services.decide_entries(
        event, {pk: member(club, letter) for letter, pk in names.items()}, by=club.arbiter
    )
    services.publish_event(event, by=club.arbiter)
    act = services.part_entry(event.entries.get(number=1), [event.games.get(round=2).pk], by=club.arbiter)
    services.decide_entry(act.entry, member(club, "E"), by=club.arbiter)
    return event


def people_of(event):
    """(round, White, Black) by the letters of the members."""
    games = event.games.select_related("white__player", "black__player").order_by("round")
    return [(game.round, game.white.player.name[-1], game.black.player.name[-1]) for game in games]


def test_the_same_file_again_leaves_both(club, from_a_file):
    event = from_a_file
    assert people_of(event) == [(1, "A", "B"), (2, "E", "C"), (3, "B", "C")]
    assert compare(event, report(["Ann", "Bo", "Cy"], GAMES)).is_empty
    before = as_it_is(club)
    services.update_from_report(event, report(["Ann", "Bo", "Cy"], GAMES), by=club.arbiter)
    after = as_it_is(club)
    for what in ("names", "games", "ratings"):
        assert len(after[what]) == len(before[what])
    assert people_of(event) == [(1, "A", "B"), (2, "E", "C"), (3, "B", "C")]


def test_another_opponent_in_a_newer_file_leaves_the_second_one_his_seat(club, from_a_file):
    event = from_a_file
    newer = report(
        ["Ann", "Bo", "Cy", "Dee"],
        [(1, 1, 2, "played", (2, 0)), (2, 1, 4, "played", (2, 0)), (3, 2, 3, "played", (1, 1))],
    )
    services.update_from_report(event, newer, by=club.arbiter, reason="it was Dee")
    services.decide_entry(event.entries.get(typed_name="Dee"), member(club, "D"), by=club.arbiter)
    assert people_of(event) == [(1, "A", "B"), (2, "E", "D"), (3, "B", "C")]
    assert_stored_is_fresh(club.ladder)


def test_a_newer_file_finds_both_under_its_one_line(club, from_a_file):
    """The result of the second one is mended, a round is added, and the numbers shift by a newcomer."""
    event = from_a_file
    newer = report(
        ["Zoe", "Ann", "Bo", "Cy", "Dee"],
        [
            (1, 2, 3, "played", (2, 0)),
            (2, 2, 4, "played", (0, 2)),
            (3, 3, 4, "played", (1, 1)),
            (4, 1, 5, "played", (2, 0)),
        ],
    )
    services.update_from_report(event, newer, by=club.arbiter, reason="the final file")
    first, second = event.entries.filter(typed_name="Ann")
    assert (first.number, first.player, second.player) == (2, club.members["A"], club.members["E"])
    assert second.number > 5 and second.part_of == first
    assert set(event.entries.exclude(pk=second.pk).values_list("number", "typed_name")) == {
        (1, "Zoe"), (2, "Ann"), (3, "Bo"), (4, "Cy"), (5, "Dee"),
    }  # fmt: skip
    choices = {name.pk: LeaveOut() for name in event.entries.filter(typed_name__in=["Zoe", "Dee"])}
    services.decide_entries(event, choices, by=club.arbiter)
    game = event.games.get(round=2)
    assert (game.white, game.white_half_points) == (second, 0)
    assert (club.rating("A")[1], club.rating("E")[1]) == (1, 1)
    assert_in_order(club)


def test_a_newer_file_with_the_colours_the_other_way_round(club, from_a_file):
    games = [GAMES[0], (2, 3, 1, "played", (0, 2)), GAMES[2]]
    services.update_from_report(
        from_a_file, report(["Ann", "Bo", "Cy"], games), by=club.arbiter, reason="colours"
    )
    assert people_of(from_a_file) == [(1, "A", "B"), (2, "C", "E"), (3, "B", "C")]


def test_a_file_without_the_name_takes_both_out(club, from_a_file):
    newer = report(["Bo", "Cy"], [(3, 1, 2, "played", (1, 1))])
    services.update_from_report(from_a_file, newer, by=club.arbiter, reason="withdrawn")
    assert list(from_a_file.entries.values_list("typed_name", flat=True)) == ["Bo", "Cy"]
    assert_in_order(club)
    for act in Act.objects.order_by("-pk"):
        club.undo(act)
    assert_in_order(club)


def test_what_is_refused_at_once_is_refused_by_way_of_leaving_the_name_out(club):
    event = club.play("AB1")
    services.declare_distinct(club.members["A"], club.members["E"], by=club.organiser)
    with pytest.raises(DeclaredDistinct):
        services.decide_entry(entry(event, "A"), Member(club.members["E"].pk), by=club.arbiter)
    services.decide_entry(entry(event, "A"), LeaveOut(), by=club.arbiter)
    with pytest.raises(DeclaredDistinct):
        services.decide_entry(entry(event, "A"), Member(club.members["E"].pk), by=club.arbiter)


def test_a_decision_that_was_taken_back_is_no_way_to_anybody(club):
    event = club.play("AB1")
    services.declare_distinct(club.members["A"], club.members["E"], by=club.organiser)
    services.undo(Act.objects.get(event=event), by=club.arbiter)
    services.decide_entry(entry(event, "A"), Member(club.members["E"].pk), by=club.arbiter)
    assert entry(event, "A").player == club.members["E"]
