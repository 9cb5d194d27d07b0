"""Two members who are one person: what it does to the ladders, what refuses it, and that it can be undone."""

from datetime import date
from itertools import permutations

import pytest

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Entry, LadderPlayer, Player
from wagtail_ladder.models.ladder import shown_in_full
from wagtail_ladder.services import (
    ChangedMeanwhile,
    LeaveOut,
    Member,
    Missing,
    NewMember,
    Pairing,
    Refused,
    Result,
    Undecide,
)
from wagtail_ladder.services.merges import decided_since, start_ratings_to_choose

from .kit import (
    WON,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
    entry,
    everything,
    fingerprint,
    make_club,
    registry_and_ladders,
    stored_standings,
)

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 1)


def as_it_is(club):
    return registry_and_ladders(club.club, club.members.values())


def assert_in_order(club):
    for ladder in club.club.ladders.all():
        assert_stored_is_fresh(ladder)
    assert_the_ledger_explains(club.club)


def refusal_of(verb, *arguments, **named):
    before = everything()
    with pytest.raises(services.LadderError) as refusal:
        verb(*arguments, **named)
    assert everything() == before, "a refusal wrote something"
    return refusal.value


def seat(club, letter, ladder=None):
    return LadderPlayer.objects.get(ladder=ladder or club.ladder, player=club.members[letter])


def in_full(club, letter):
    return LadderPlayer.objects.filter(shown_in_full(), pk=seat(club, letter).pk).exists()


def read(club, letter):
    return Player.objects.get(pk=club.members[letter].pk)


# What a merge does, and that nothing is left of it.


def test_the_ladder_is_replayed_as_of_one_person_and_back(club):
    club.play("AB1")
    club.play("CD1", day=JUNE)
    before, names = as_it_is(club), list(Entry.objects.order_by("pk").values())
    merge = club.merge("A", "C")
    # A won 20 points of 1200 against B, and plays D in June with 1220: an expected score of 0.52875.
    expected = 1 / (1 + 10 ** (-20 / 400))
    assert club.rating("A") == (pytest.approx(1220 + 40 * (1 - expected), abs=0.0001), 2)
    assert club.members["C"].pk not in stored_standings(club.ladder)
    assert list(Entry.objects.order_by("pk").values()) == names, "a merge rewrites no entry"
    assert read(club, "C").merged_into == club.members["A"]
    assert_in_order(club)

    undone = club.undo(merge)
    assert (undone.undone_by, undone.undone_at is None) == (club.organiser, False)
    assert as_it_is(club) == before
    assert club.rating("C") == (1220, 1)
    assert_in_order(club)


def test_a_wrong_merge_found_three_events_later(club):
    """As if it had never been: the ladder is that of a twin club which never merged anybody."""
    twin = make_club("Twin", prefix="twin-")
    for each in (club, twin):
        each.play("AB1 CD1")
    merge, of_c = club.merge("A", "C"), club.members["C"]
    club.members["C"] = club.members["A"]  # whoever decides the names now finds no C any more
    for day, games in enumerate(["AD=", "CE0 AB1", "BA1 EC1"], start=7):
        for each in (club, twin):
            each.play(games, day=date(2026, 1, day))
    club.members["C"] = of_c
    assert club.rating("A") != twin.rating("A")
    asked = [name for name in decided_since(merge) if name.typed_name == "Typed C"]
    assert len(asked) == 2
    club.undo(merge, answers={name.pk: Member(of_c.pk) for name in asked})
    assert [club.rating(letter) for letter in "ABCDE"] == [twin.rating(letter) for letter in "ABCDE"]
    assert_in_order(club)


TREES = {
    "a chain, from its end": ["CD", "BC", "AB"],
    "a chain, from its top": ["AB", "CD", "AC"],
    "a star": ["AB", "AC", "AD"],
    "a diamond": ["AC", "BD", "BA"],
}


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_merges_are_undone_in_any_order(club, tree):
    club.play("AE1 BF0 CE= DF1 AF1 BE1 CF0 DE=")
    club.play("DE1 AF0", day=JUNE)
    before = as_it_is(club)
    for order in permutations(range(3)):
        merges = [club.merge(*pair) for pair in tree]
        root = club.members[tree[-1][0]].pk
        assert {read(club, letter).merged_into_id or root for letter in "ABCD"} == {root}
        assert_in_order(club)
        for number in order:
            club.undo(merges[number])
            assert_in_order(club)
        assert as_it_is(club) == before


def test_what_was_undone_may_be_done_the_other_way_round(club):
    club.play("AB1 CD1")
    before = as_it_is(club)
    club.undo(club.merge("A", "C"))
    again = club.merge("C", "A")
    assert club.members["A"].pk not in stored_standings(club.ladder)
    assert_in_order(club)
    club.undo(again)
    assert as_it_is(club) == before


def test_a_merge_in_the_middle_of_a_chain_is_undone_while_the_others_hold(club):
    club.play("AE1 BE1 CE1 DE1")
    club.merge("C", "D")
    middle = club.merge("B", "C")
    club.merge("A", "B")
    club.undo(middle)
    assert {letter: read(club, letter).merged_into for letter in "ABCD"} == {
        "A": None,
        "B": club.members["A"],
        "C": None,
        "D": club.members["C"],
    }
    assert [club.rating(letter)[1] for letter in "AC"] == [2, 2]
    assert_in_order(club)


def test_two_ladders_of_one_club_move_at_once_and_back(club):
    juniors = services.create_ladder(club.club, "Juniors", by=club.organiser, rules={"start": 1000})
    club.play("AB1")
    club.play("CD1", day=JUNE)
    thursday, club.ladder = club.ladder, juniors
    club.play("CB1", day=JUNE)
    before, prints = as_it_is(club), [fingerprint(thursday), fingerprint(juniors)]
    merge = club.merge("A", "C")
    assert not set(prints) & {fingerprint(thursday), fingerprint(juniors)}
    # A is on the juniors' ladder now, where he has never been under his own name.
    assert club.members["A"].pk in stored_standings(juniors)
    assert seat(club, "A").public_id != seat(club, "A", thursday).public_id
    assert_in_order(club)
    club.undo(merge)
    assert as_it_is(club) == before
    assert club.members["A"].pk not in stored_standings(juniors)


def test_a_ladder_on_which_neither_stands_is_left_alone(club):
    other = services.create_ladder(club.club, "Other", by=club.organiser)
    club.play("AB1 CD1")
    replayed = type(other).objects.values_list("replayed_at", flat=True)
    before = replayed.get(pk=other.pk)
    club.merge("A", "C")
    assert replayed.get(pk=other.pk) == before


def test_members_without_a_single_game_can_be_merged(club):
    merge = club.merge("A", "B")
    assert read(club, "B").merged_into == club.members["A"]
    club.undo(merge)
    assert read(club, "B").merged_into is None


# What refuses it.


def round_of_two_boards(club, event, number=9):
    """A–B at board 1, C–D at board 2."""
    boards = [("A", "B"), ("C", "D")]
    services.save_round(
        event,
        number,
        [
            Pairing(board, entry(event, white).pk, entry(event, black).pk, WON)
            for board, (white, black) in enumerate(boards, start=1)
        ],
        by=club.arbiter,
    )


@pytest.mark.parametrize("status", ["published", "draft", "deleted"])
def test_who_met_each_other_are_two_people(club, status):
    event = club.play("CD1 AB1", publish=status == "published")
    if status == "deleted":
        services.delete_event(event, reason="entered twice", by=club.organiser)
    for pair in ("AB", "BA"):
        refusal = refusal_of(club.merge, *pair)
        assert refusal.code == "plays_himself"
        for part in ("Club evening", "round 2", "board 1", "Typed A", "Typed B"):
            assert part in refusal.message


def test_who_sat_in_one_round_are_two_people(club):
    event = club.play("AB1 CD1")
    round_of_two_boards(club, event)
    refusal = refusal_of(club.merge, "A", "C")
    assert refusal.code == "twice_in_a_round"
    for part in ("Club evening", "round 9", "board 2", "Typed A", "Typed C"):
        assert part in refusal.message


def test_who_was_absent_in_a_round_may_have_sat_in_it_under_the_other_name(club):
    event = club.play("AB1 CD1")
    absent = Pairing(None, entry(event, "C").pk, None, Result.bye(Kind.BYE_ZERO))
    lines = [Pairing(1, entry(event, "A").pk, entry(event, "B").pk, WON), absent]
    services.save_round(event, 5, lines, by=club.arbiter)
    club.merge("A", "C")
    assert_in_order(club)
    # The round can be saved again as it stands; nobody is absent and plays under one name, though.
    services.save_round(event, 5, lines[::-1], by=club.arbiter)
    of_a = Pairing(None, entry(event, "A").pk, None, Result.bye(Kind.BYE_ZERO))
    refusal = refusal_of(services.save_round, event, 5, [lines[0], of_a], by=club.arbiter)
    assert refusal.code == "twice_in_a_round"


def test_everybody_who_was_merged_before_counts(club):
    """A is E as well, and E met D."""
    club.play("AB1")
    club.play("ED1", day=JUNE)
    club.merge("A", "E")
    for pair in ("AD", "DA"):
        assert refusal_of(club.merge, *pair).code == "plays_himself"


def test_a_pairing_against_oneself_is_refused_after_a_merge_too(club):
    event = club.play("AB1 CD1", publish=False)
    club.merge("A", "C")
    lines = [Pairing(1, entry(event, "A").pk, entry(event, "C").pk, WON)]
    assert refusal_of(services.save_round, event, 5, lines, by=club.arbiter).code == "plays_himself"
    lines = [
        Pairing(1, entry(event, "A").pk, entry(event, "B").pk, WON),
        Pairing(2, entry(event, "C").pk, entry(event, "D").pk, WON),
    ]
    assert refusal_of(services.save_round, event, 5, lines, by=club.arbiter).code == "twice_in_a_round"


def test_members_who_are_on_record_as_not_the_same(club):
    distinct = services.declare_distinct(
        club.members["B"], club.members["A"], by=club.arbiter, reason="brothers"
    )
    for pair in ("AB", "BA"):
        refusal = refusal_of(club.merge, *pair)
        assert refusal.code == "declared_distinct"
        assert "arbiter said" in refusal.message
    refusal = refusal_of(services.declare_distinct, club.members["A"], club.members["B"], by=club.arbiter)
    assert refusal.code == "distinct_already"

    club.undo(distinct)
    club.merge("A", "B")
    refusal = refusal_of(services.declare_distinct, club.members["A"], club.members["B"], by=club.arbiter)
    assert refusal.code == "merged_already"


def test_not_the_same_holds_for_everybody_merged_into_either(club):
    services.declare_distinct(club.members["B"], club.members["D"], by=club.arbiter)
    first, second = club.merge("A", "B"), club.merge("C", "D")
    for pair in ("AC", "CA"):
        assert refusal_of(club.merge, *pair).code == "declared_distinct"
    club.undo(first)
    club.merge("A", "C")
    assert refusal_of(club.merge, "A", "B").code == "declared_distinct"
    club.undo(second)
    club.merge("A", "B")
    assert refusal_of(club.merge, "A", "D").code == "declared_distinct"


def test_a_member_and_himself(club):
    assert refusal_of(club.merge, "A", "A").code == "same_player"
    same = (club.members["A"], club.members["A"])
    assert refusal_of(services.declare_distinct, *same, by=club.arbiter).code == "same_player"


def test_members_of_two_clubs(club):
    other = make_club("Elsewhere", letters="Z", prefix="other-")
    ours, theirs = club.members["A"], other.members["Z"]
    for verb in (services.merge_players, services.declare_distinct):
        for pair in ((ours, theirs), (theirs, ours)):
            assert refusal_of(verb, *pair, by=club.superuser).code == "player_missing"


# Start ratings.


def give_start(club, letter, points, ladder=None):
    services.set_start_rating(
        ladder or club.ladder, club.members[letter], points, f"known {letter}", by=club.organiser
    )


def starts(club):
    """As the organiser gave them, whoever is merged: {letter: points}."""
    rows = dict(LadderPlayer.objects.filter(ladder=club.ladder).values_list("player", "start_rating"))
    return {letter: rows.get(player.pk) for letter, player in club.members.items() if rows.get(player.pk)}


def test_the_start_rating_of_the_only_one_who_has_one_counts(club):
    club.play("AB1 CD1")
    give_start(club, "C", 1600)
    before = as_it_is(club)
    merge = club.merge("A", "C")
    # From 1600 on: 0.9091 expected of 1200s, twice.
    assert club.rating("A")[0] > 1600
    assert_in_order(club)
    club.undo(merge)
    assert as_it_is(club) == before


@pytest.mark.parametrize("chosen", ["A", "C"])
def test_of_two_start_ratings_the_organiser_chooses_and_both_come_back(club, chosen):
    club.play("AB1 CD1")
    give_start(club, "A", 1800)
    give_start(club, "C", 1600)
    before = as_it_is(club)
    (differ,) = start_ratings_to_choose(club.members["A"], club.members["C"])
    assert (differ.kept.start_rating, differ.absorbed.start_rating) == (1800, 1600)
    refusal = refusal_of(club.merge, "A", "C")
    assert refusal.code == "start_rating_to_choose"
    assert "Thursday" in refusal.message
    stranger = {club.ladder.pk: club.members["B"].pk}
    assert refusal_of(club.merge, "A", "C", starts=stranger).code == "start_rating_to_choose"

    merge = club.merge("A", "C", starts={club.ladder.pk: club.members[chosen].pk})
    assert starts(club) == {"A": 1800, "C": 1600}
    assert (club.rating("A")[0] > 1800) == (chosen == "A")
    assert_in_order(club)
    club.undo(merge)
    assert as_it_is(club) == before


def test_two_equal_start_ratings_are_no_question(club):
    club.play("AB1 CD1")
    give_start(club, "A", 1600)
    give_start(club, "C", 1600)
    club.merge("A", "C")
    assert_in_order(club)


def test_each_ladder_has_a_choice_of_its_own(club):
    other = services.create_ladder(club.club, "Other", by=club.organiser)
    for ladder in (club.ladder, other):
        give_start(club, "A", 1800, ladder)
        give_start(club, "C", 1600, ladder)
    assert [differ.ladder for differ in start_ratings_to_choose(club.members["A"], club.members["C"])] == [
        other,
        club.ladder,
    ]
    one = {club.ladder.pk: club.members["A"].pk}
    assert refusal_of(club.merge, "A", "C", starts=one).code == "start_rating_to_choose"
    both = {club.ladder.pk: club.members["A"].pk, other.pk: club.members["C"].pk}
    thursday, _merge = club.ladder, club.merge("A", "C", starts=both)
    club.play("AB1")
    club.ladder = other
    club.play("AB1")
    assert [club.rating("A")[0] > 1800, _rating(thursday, club.members["A"]) > 1800] == [False, True]
    assert_in_order(club)


def _rating(ladder, player):
    return stored_standings(ladder)[player.pk][0] / 1_000_000_000


def test_the_last_merge_that_chose_decides_and_its_undoing_lets_the_one_before_decide(club):
    """A begins with 1500, B with 1600, C with 1700. B before A, then C before B."""
    club.play("AF1 BF1 CF1")
    for letter, points in zip("ABC", (1500, 1600, 1700), strict=True):
        give_start(club, letter, points)
    before = as_it_is(club)

    def rating():
        assert_in_order(club)
        return club.rating("A")[0]

    first = club.merge("A", "B", starts={club.ladder.pk: club.members["B"].pk})
    of_b = rating()
    assert 1600 < of_b < 1700
    (differ,) = start_ratings_to_choose(club.members["A"], club.members["C"])
    assert differ.kept.player == club.members["B"]
    second = club.merge("A", "C", starts={club.ladder.pk: club.members["C"].pk})
    assert 1700 < rating()
    club.undo(second)
    assert rating() == of_b
    again = club.merge("A", "C", starts={club.ladder.pk: club.members["B"].pk})
    assert 1600 < rating() < 1700
    # He who was chosen has left: nobody has chosen between A and C, and A is the one who is kept.
    club.undo(first)
    assert 1500 < rating() < 1600
    club.undo(again)
    assert as_it_is(club) == before


def test_a_start_rating_given_to_the_merged_person_is_the_one_that_counts(club):
    club.play("AB1 CD1")
    give_start(club, "C", 1600)
    merge = club.merge("A", "C")
    give_start(club, "A", 1400)
    assert starts(club) == {"C": 1400}
    assert 1400 < club.rating("A")[0] < 1600
    give_start(club, "A", None)
    assert club.rating("A")[0] < 1400
    assert_in_order(club)
    club.undo(merge)
    assert_in_order(club)


# Privacy: the stricter value holds, and everybody gets his own back.


@pytest.fixture
def in_names(club):
    """The ladder shows the full names of those who may be shown; all of A to F stand on it, all adults."""
    services.change_club(
        club.club, name="Rook End", language="en", juniors_never_by_full_name=False, by=club.organiser
    )
    services.change_ladder(club.ladder, by=club.organiser, names="full")
    club.play("AE1 BF1 CE1 DF1")
    services.confirm_adults(club.club, [player.pk for player in club.members.values()], by=club.organiser)
    return club


def hide(club, letter, how):
    if how in ("junior", "no consent any more"):
        services.confirm_adults(club.club, [club.members[letter].pk], adults=False, by=club.arbiter)
    if how == "no consent any more":
        services.record_consent(club.club, [club.members[letter].pk], by=club.organiser)
        services.withdraw_consent(club.club, [club.members[letter].pk], by=club.arbiter)
    if how == "forced":
        services.force_initials(club.ladder, club.members[letter], True, by=club.arbiter)


HIDDEN = ["junior", "no consent any more", "forced"]


@pytest.mark.parametrize("how", HIDDEN)
@pytest.mark.parametrize("hidden", "AB")
def test_the_stricter_value_holds_and_each_gets_his_own_back(in_names, how, hidden):
    club, other = in_names, {"A": "B", "B": "A"}[hidden]
    hide(club, hidden, how)
    before = as_it_is(club)
    assert (in_full(club, hidden), in_full(club, other)) == (False, True)
    merge = club.merge("A", "B")
    assert not in_full(club, "A")
    club.undo(merge)
    assert (in_full(club, hidden), in_full(club, other)) == (False, True)
    assert as_it_is(club) == before


def test_two_who_are_shown_in_full_stay_so_under_the_address_they_have(in_names):
    address = seat(in_names, "A").public_id
    in_names.merge("A", "B")
    assert in_full(in_names, "A")
    assert seat(in_names, "A").public_id == address


def test_consent_must_be_there_for_both(in_names):
    club = in_names
    for letter in "AB":
        hide(club, letter, "junior")
    services.record_consent(club.club, [club.members["A"].pk], by=club.organiser)
    club.merge("A", "B")
    assert not in_full(club, "A")
    assert services.record_consent(club.club, [club.members["A"].pk], by=club.organiser) == 1
    assert in_full(club, "A")


@pytest.mark.parametrize("how", ["junior", "forced"])
def test_a_name_that_a_merge_hides_gets_a_new_address_and_the_old_one_back(in_names, how):
    club = in_names
    hide(club, "B", how)
    address, of_b = seat(club, "A").public_id, seat(club, "B").public_id
    merge = club.merge("A", "B")
    while_merged = seat(club, "A").public_id
    assert while_merged != address
    club.undo(merge)
    assert (seat(club, "A").public_id, seat(club, "B").public_id) == (address, of_b)
    again = club.merge("A", "B")
    assert seat(club, "A").public_id not in (address, while_merged), "an address is never given twice"
    club.undo(again)
    assert seat(club, "A").public_id == address


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_several_merges_that_hide_a_name_the_last_undone_gives_the_address_back(in_names, order):
    club = in_names
    hide(club, "B", "junior")
    hide(club, "C", "junior")
    before = as_it_is(club)
    merges = [club.merge("A", "B"), club.merge("A", "C"), club.merge("D", "A")]
    for number in order:
        club.undo(merges[number])
    assert as_it_is(club) == before


def test_the_old_address_stays_gone_where_the_name_is_hidden_for_another_reason(in_names):
    club = in_names
    hide(club, "B", "junior")
    address = seat(club, "A").public_id
    merge = club.merge("A", "B")
    while_merged = seat(club, "A").public_id
    services.change_ladder(club.ladder, by=club.arbiter, names="initials")
    club.undo(merge)
    assert seat(club, "A").public_id == while_merged
    services.change_ladder(club.ladder, by=club.organiser, names="full")
    assert seat(club, "A").public_id != address


def test_what_was_loosened_for_the_person_holds_for_the_kept_one_alone(in_names):
    club = in_names
    hide(club, "B", "no consent any more")
    services.force_initials(club.ladder, club.members["B"], True, by=club.arbiter)
    merge = club.merge("A", "B")
    services.confirm_adults(club.club, [club.members["A"].pk], by=club.organiser)
    services.record_consent(club.club, [club.members["A"].pk], by=club.organiser)
    services.force_initials(club.ladder, club.members["A"], False, by=club.organiser)
    assert in_full(club, "A")
    club.undo(merge)
    assert in_full(club, "A")
    of_b = read(club, "B")
    assert (of_b.is_adult, of_b.full_name_consent) == (False, False)
    assert seat(club, "B").initials_forced
    assert not in_full(club, "B")


def test_of_those_below_the_absorbed_one_too(in_names):
    """B hides A. Whatever is said of D's name while he is A and so B: without him, both are as before."""
    club = in_names
    hide(club, "B", "junior")
    first = club.merge("A", "B")
    second = club.merge("D", "A")
    services.confirm_adults(club.club, [club.members["D"].pk], by=club.organiser)
    assert in_full(club, "D")
    club.undo(second)
    assert not in_full(club, "A")
    assert not read(club, "B").is_adult
    club.undo(first)
    assert (in_full(club, "A"), in_full(club, "B"), in_full(club, "D")) == (True, False, True)


@pytest.mark.parametrize("how", HIDDEN)
def test_what_was_tightened_for_the_person_holds_for_both(in_names, how):
    club = in_names
    merge = club.merge("A", "B")
    hide(club, "A", how)
    assert not in_full(club, "A")
    club.undo(merge)
    assert not in_full(club, "A")
    assert not in_full(club, "B")


def test_the_name_of_the_kept_one_is_the_persons_and_his_to_change(in_names):
    club = in_names
    merge = club.merge("A", "B")
    services.rename_player(club.members["A"], "Ada Able", by=club.arbiter)
    club.undo(merge)
    assert (read(club, "A").name, read(club, "B").name) == ("Ada Able", "Member B")


# Two again, and on record as not the same.


def test_the_undoing_of_a_merge_may_put_on_record_that_they_are_two(club):
    """One transaction of two acts, each of which can be taken back."""
    club.play("AE1 BF1")
    merge = club.merge("A", "B")
    before = everything()
    with pytest.raises(Missing):
        club.undo(merge, distinct=True, answers={0: Member(club.members["B"].pk)})
    assert everything() == before, "neither without the other"
    club.undo(merge, distinct=True)
    record = Act.objects.get(kind="distinct")
    assert {record.player, record.other} == {club.members["A"], club.members["B"]}
    assert (record.by, record.undone_at) == (club.organiser, None)
    assert refusal_of(club.merge, "A", "B").act_id == record.pk
    club.undo(record)
    club.merge("A", "B")
    assert_in_order(club)


def test_without_being_asked_nothing_is_put_on_record(club):
    club.undo(club.merge("A", "B"))
    assert not Act.objects.filter(kind="distinct").exists()


def test_all_names_of_the_one_may_go_to_the_other_when_they_are_declared_two(club):
    """What was decided since was the other's: that is an answer, and no merge in disguise."""
    club.play("BF1")
    merge = club.merge("A", "B")
    new = club.play("AF1", day=JUNE)
    club.undo(merge, distinct=True, answers={entry(new, "A").pk: Member(club.members["B"].pk)})
    assert entry(new, "A").player == club.members["B"]
    assert Act.objects.filter(kind="distinct", undone_at=None).count() == 1
    assert_in_order(club)


# Names that were decided since.


def test_names_decided_since_are_asked_about_and_stay_with_the_kept_one(club):
    old = club.play("AE1 BF1")
    before_it = as_it_is(club)
    merge = club.merge("A", "B")
    assert decided_since(merge) == []
    new = club.play("AF1 CD1", day=JUNE)
    assert decided_since(merge) == [entry(new, "A")]
    club.undo(merge)
    assert entry(new, "A").player == club.members["A"]
    assert club.rating("A")[1] == 2
    services.unpublish_event(new, reason="not played yet", by=club.arbiter)
    of_old = {name: rows for name, rows in as_it_is(club).items() if name == "ratings"}
    assert of_old == {"ratings": before_it["ratings"]}
    assert entry(old, "A").player == club.members["A"]


def test_an_answer_is_a_decision_of_its_own(club):
    club.play("AE1 BF1")
    merge = club.merge("A", "B")
    new = club.play("AF1 CD1", day=JUNE)
    club.undo(merge, answers={entry(new, "A").pk: Member(club.members["B"].pk)})
    assert entry(new, "A").player == club.members["B"]
    assert [club.rating(letter)[1] for letter in "AB"] == [1, 2]
    answer = Act.objects.first()
    assert (answer.kind, answer.by, answer.undone_at) == ("repoint", club.organiser, None)
    assert_in_order(club)
    club.undo(answer)
    assert entry(new, "A").player == club.members["A"]
    assert_in_order(club)


def test_a_name_may_be_nobody_any_more_after_the_question(club):
    club.play("AE1 BF1")
    merge = club.merge("A", "B")
    new = club.play("AF1 CD1", day=JUNE)
    club.undo(merge, answers={entry(new, "A").pk: Undecide()})
    assert entry(new, "A").decision == "undecided"
    assert_in_order(club)


def test_an_answer_that_does_not_fit_leaves_the_merge_alone(club):
    """B sat in the same round as the new A."""
    club.play("AE1")
    merge = club.merge("A", "B")
    new = club.play("AF1 CD1", day=JUNE, publish=False)
    round_nine = [("A", "C"), ("D", "F")]
    services.save_round(
        new,
        9,
        [
            Pairing(n, entry(new, white).pk, entry(new, black).pk, WON)
            for n, (white, black) in enumerate(round_nine, 1)
        ],
        by=club.arbiter,
    )
    answers = {entry(new, "A").pk: Member(club.members["D"].pk)}
    assert refusal_of(club.undo, merge, answers=answers).code == "twice_in_a_round"
    nobody = {entry(new, "C").pk: Member(club.members["B"].pk)}
    assert refusal_of(club.undo, merge, answers=nobody).code == "entry_missing"
    assert read(club, "B").merged_into == club.members["A"]


def test_only_names_that_may_be_either_are_asked_about(club):
    """Not: one decided before, one of an event that was deleted, one whose decision was undone, one of C."""
    first = club.play("AE1 BF1")
    merge = club.merge("A", "B")
    deleted, kept = club.play("AF1", day=JUNE), club.play("CF1", day=JUNE)
    services.delete_event(deleted, reason="entered twice", by=club.organiser)
    undone = club.play("AF1", day=JUNE, publish=False)
    club.undo(undone.acts.get())
    services.decide_entry(entry(first, "B"), Undecide(), by=club.arbiter)
    assert decided_since(merge) == []
    club.undo(Act.objects.filter(event=first).first())
    assert decided_since(merge) == []
    services.decide_entry(entry(kept, "C"), Member(club.members["A"].pk), by=club.arbiter)
    assert decided_since(merge) == [entry(kept, "C")]


def test_in_a_chain_the_names_of_the_whole_person_are_asked_about(club):
    club.play("AE1 BF1 CE1")
    lower, upper = club.merge("B", "C"), club.merge("A", "B")
    new = club.play("AF1", day=JUNE)
    assert decided_since(lower) == decided_since(upper) == [entry(new, "A")]
    club.undo(lower, answers={entry(new, "A").pk: Member(club.members["C"].pk)})
    assert entry(new, "A").player == club.members["C"]
    assert_in_order(club)


# Forms that were made before somebody else merged them.


def test_who_is_merged_meanwhile_is_named_no_more(club):
    event = club.play("AB1 CD1", decide=False, publish=False)
    other = club.play("EC1", day=JUNE)
    club.merge("E", "F")
    gone = club.members["F"]  # as a form has read it: not merged
    name = entry(event, "A")
    for verb, arguments in [
        (services.decide_entry, (name, Member(gone.pk))),
        (services.decide_entry, (name, NewMember(not_same_as=(gone.pk,)))),
        (services.join_entries, (event, [name.pk, entry(event, "C").pk], Member(gone.pk))),
        (services.repoint_entries, (club.club, [entry(other, "C").pk], Member(gone.pk))),
        (services.split_player, (gone, [entry(other, "E").pk], NewMember())),
        (services.rename_player, (gone, "Somebody")),
        (services.force_initials, (club.ladder, gone, True)),
        (services.set_start_rating, (club.ladder, gone, 1500, "known")),
    ]:
        refusal = refusal_of(verb, *arguments, by=club.organiser)
        assert (type(refusal), refusal.code) == (ChangedMeanwhile, "player_merged"), verb


@pytest.mark.parametrize("pair", ["EF", "FE", "AF", "FA"])
def test_the_second_of_two_merges_is_told_who_came_first(club, pair):
    club.merge("E", "F")
    refusal = refusal_of(club.merge, *pair)
    assert (type(refusal), refusal.code) == (ChangedMeanwhile, "merged_already")
    assert "organiser merged" in refusal.message


def test_the_second_of_two_undoings_is_told_who_came_first(club):
    merge = club.merge("E", "F")
    club.undo(merge)
    refusal = refusal_of(club.undo, merge)
    assert (type(refusal), refusal.code) == (ChangedMeanwhile, "undone_already")
    assert "organiser took this back" in refusal.message
    merge.pk = 0
    assert isinstance(refusal_of(club.undo, merge), Missing)


def test_what_is_said_of_an_absorbed_member_holds_for_the_person(in_names):
    """An old list of members to confirm still names him."""
    club = in_names
    club.merge("A", "B")
    absorbed = [club.members["B"].pk]
    assert services.confirm_adults(club.club, absorbed, adults=False, by=club.arbiter) == 1
    assert not in_full(club, "A")
    assert services.record_consent(club.club, absorbed, by=club.organiser) == 1
    assert in_full(club, "A")
    assert services.withdraw_consent(club.club, absorbed, by=club.arbiter) == 1
    assert not in_full(club, "A")


def test_a_name_left_out_of_the_ladder_is_nobodys(club):
    event = club.play("AB1 CD1", left_out="C")
    club.merge("A", "C")
    assert entry(event, "C").player is None
    assert club.rating("A")[1] == 1
    services.decide_entry(entry(event, "C"), Member(club.members["A"].pk), by=club.arbiter)
    assert club.rating("A")[1] == 2
    services.decide_entry(entry(event, "C"), LeaveOut(), by=club.arbiter)
    assert_in_order(club)


def test_the_reason_is_kept(club):
    merge = club.merge("A", "B", reason="  the  same card ")
    assert Act.objects.get(pk=merge.pk).reason == "the same card"
    with pytest.raises(Refused):
        club.merge("A", "C", reason="x" * 201)
