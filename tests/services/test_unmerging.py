"""What a merge gives back when it is undone: everybody's privacy, consent and addresses, in every order.

The rule: each half has the stricter of what it had before and of what was decided for the two as one.
"""

from datetime import date
from itertools import permutations, product

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from wagtail_ladder import services
from wagtail_ladder.models import Act, LadderPlayer, Player
from wagtail_ladder.models.ladder import shown_in_full
from wagtail_ladder.services import Member, NewMember

from .kit import assert_stored_is_fresh, assert_the_ledger_explains, entry, registry_and_ladders

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 1)
TREES = {
    "a chain, from its end": ["CD", "BC", "AB"],
    "a chain, from its top": ["AB", "CD", "AC"],
    "a star": ["AB", "AC", "AD"],
    "a diamond": ["AC", "BD", "BA"],
    "a line": ["AB", "DA", "CD"],
}
EVERYBODY = "ABCD"


@pytest.fixture
def club(club):
    """The ladder shows full names, of juniors with consent too; A to D have a place on it, all adults."""
    services.change_club(
        club.club, name="Rook End", language="en", juniors_never_by_full_name=False, by=club.organiser
    )
    services.change_ladder(club.ladder, by=club.organiser, names="full", visibility="public")
    force(club, EVERYBODY)
    force(club, EVERYBODY, forced=False)
    adult(club, EVERYBODY)
    return club


def ids(club, letters):
    return [club.members[letter].pk for letter in letters]


def adult(club, letters, *, adults=True):
    services.confirm_adults(club.club, ids(club, letters), adults=adults, by=club.organiser)


def junior(club, letters):
    adult(club, letters, adults=False)


def consent(club, letters):
    services.record_consent(club.club, ids(club, letters), by=club.organiser)


def withdraw(club, letters):
    services.withdraw_consent(club.club, ids(club, letters), by=club.arbiter)


def force(club, letters, forced=True):
    for letter in letters:
        services.force_initials(club.ladder, club.members[letter], forced, by=club.organiser)


def seat(club, letter):
    return LadderPlayer.objects.get(ladder=club.ladder, player=club.members[letter])


def address(club, letter):
    return seat(club, letter).public_id


def in_full(club):
    seats = LadderPlayer.objects.filter(shown_in_full(), ladder=club.ladder, player__merged_into=None)
    return {name[-1] for name in seats.values_list("player__name", flat=True)} & set(EVERYBODY)


def by_initials(club):
    themselves = {letter for letter in EVERYBODY if read(club, letter).merged_into is None}
    return themselves - in_full(club)


def read(club, letter):
    return Player.objects.get(pk=club.members[letter].pk)


def as_it_is(club):
    """Every column of the members and of their places."""
    return {model: sorted(model.objects.values_list()) for model in (Player, LadderPlayer)}


def privacy(club):
    return {
        letter: (
            read(club, letter).is_adult,
            read(club, letter).full_name_consent,
            seat(club, letter).initials_forced,
        )
        for letter in EVERYBODY
    }


# Privacy.


def test_what_was_loosened_for_the_two_is_loosened_for_neither(club):
    """The kept one may be the junior: it was the person who was found to be an adult."""
    for kept, absorbed in ("AB", "BA"):
        junior(club, "A")
        before = address(club, "A")
        merge = club.merge(kept, absorbed)
        adult(club, kept)
        force(club, kept)
        force(club, kept, forced=False)
        assert kept in in_full(club)
        club.undo(merge)
        assert in_full(club) >= {"B"}
        assert (read(club, "A").is_adult, read(club, "B").is_adult) == (False, True)
        assert "A" not in in_full(club)
        if kept == "A":
            assert address(club, "A") != before, "the full name was seen under it"


def test_initials_that_were_forced_before_are_forced_again(club):
    force(club, "A")
    merge = club.merge("A", "B")
    force(club, "A", forced=False)
    assert "A" in in_full(club)
    club.undo(merge)
    assert "A" not in in_full(club)
    assert (seat(club, "A").initials_forced, seat(club, "B").initials_forced) == (True, False)


def test_what_had_held_before_stays(club):
    merge = club.merge("A", "B")
    junior(club, "A")
    adult(club, "A")
    club.undo(merge)
    assert (read(club, "A").is_adult, read(club, "B").is_adult) == (True, True)


@pytest.mark.parametrize("kept", "AB")
def test_each_has_his_own_consent_back_with_who_recorded_it_and_when(club, kept):
    absorbed = "B" if kept == "A" else "A"
    consent(club, "A")
    withdraw(club, "B")
    consent(club, "B")
    withdraw(club, "B")
    before = as_it_is(club)
    merge = club.merge(kept, absorbed)
    services.record_consent(club.club, ids(club, kept), by=club.superuser)
    assert {read(club, letter).full_name_consent for letter in "AB"} == {True}
    club.undo(merge)
    assert as_it_is(club)[Player] == before[Player]


def test_a_consent_that_was_withdrawn_meanwhile_is_withdrawn_for_both(club):
    consent(club, "AB")
    merge = club.merge("A", "B")
    withdraw(club, "A")
    club.undo(merge)
    for letter in "AB":
        player = read(club, letter)
        assert (player.full_name_consent, player.consent_by) == (False, club.arbiter)


def test_who_recorded_a_consent_may_be_gone_meanwhile(club):
    temp = get_user_model().objects.create_user("temp", is_superuser=True)
    services.record_consent(club.club, ids(club, "B"), by=temp)
    merge = club.merge("A", "B")
    temp.delete()
    club.undo(merge)
    assert (read(club, "B").full_name_consent, read(club, "B").consent_by) == (True, None)


def test_of_who_joined_the_two_later_what_was_loosened_since_he_did(club):
    """C is found an adult after he came, and D before: by himself."""
    junior(club, "ABCD")
    first = club.merge("A", "B")
    adult(club, "D")
    club.merge("A", "C")
    club.merge("A", "D")
    adult(club, "A")
    assert "A" in in_full(club)
    club.undo(first)
    assert {letter for letter in EVERYBODY if read(club, letter).is_adult} == {"D"}


def note_addresses(club, under_a_name):
    """The addresses under which a full name is read now: no page by initials may ever be under one."""
    under_a_name |= {address(club, letter) for letter in in_full(club)}


CHANGES = {
    "loosened between": [junior, None, adult, None],
    "tightened between": [None, junior, None, None],
    "tightened, and loosened after the next": [None, junior, adult, None],
    "consent recorded": [
        lambda club, who: (junior(club, EVERYBODY), consent(club, "C")), None, consent, None,
    ],
    "consent withdrawn": [
        lambda club, who: (junior(club, EVERYBODY), consent(club, EVERYBODY)), None, withdraw, consent,
    ],
    "forced, and set free": [force, None, force, lambda club, who: force(club, who, forced=False)],
}  # fmt: skip
"""What is said before the first of three merges, and after each of them of the two who are one by it."""


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(
    "tree", [TREES["a chain, from its top"], TREES["a diamond"]], ids=["chain", "diamond"]
)
def test_every_order_gives_the_same_and_shows_no_more_than_before(club, tree, changes):
    first, *after = changes
    if first:
        first(club, "D")
    start = privacy(club)
    ends = []
    for order in permutations(range(3)):
        with transaction.atomic():
            merges, under_a_name = [], set()
            for pair, change in zip(tree, after, strict=True):
                note_addresses(club, under_a_name)
                merges.append(club.merge(*pair))
                if change:
                    change(club, pair[0])
            for number in order:
                note_addresses(club, under_a_name)
                club.undo(merges[number])
                assert not {address(club, letter) for letter in by_initials(club)} & under_a_name
            ends.append(privacy(club))
            transaction.set_rollback(True)
    assert all(end == ends[0] for end in ends), ends
    for letter, (is_adult, has_consent, forced) in ends[0].items():
        was_adult, had_consent, was_forced = start[letter]
        assert (is_adult, has_consent) <= (was_adult, had_consent)
        assert forced >= was_forced


# Addresses.


@pytest.mark.parametrize("hidden", "BD")
@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_everything_is_as_before_in_every_order_of_a_tree_with_a_junior(club, tree, hidden):
    junior(club, hidden)
    before = as_it_is(club)
    for order in permutations(range(3)):
        with transaction.atomic():
            merges = [club.merge(*pair) for pair in tree]
            for number in order:
                club.undo(merges[number])
            assert as_it_is(club) == before
            transaction.set_rollback(True)


def test_the_address_at_the_end_of_a_chain_comes_back_when_what_hid_it_goes(club):
    """B, a junior, is A, who is D. Without B, both D and A have their old addresses at once."""
    junior(club, "B")
    old = {letter: address(club, letter) for letter in "ABD"}
    inner = club.merge("A", "B")
    outer = club.merge("D", "A")
    assert address(club, "D") != old["D"]
    club.undo(inner)
    assert {letter: address(club, letter) for letter in "ABD"} == old
    club.undo(outer)
    assert {letter: address(club, letter) for letter in "ABD"} == old


def test_an_address_that_is_in_use_for_long_is_not_changed_by_an_old_merge(club):
    junior(club, "B")
    merge = club.merge("A", "B")
    services.change_ladder(club.ladder, by=club.arbiter, names="initials")
    club.undo(merge)
    services.change_ladder(club.ladder, by=club.organiser, names="full")
    in_use = address(club, "A")
    club.undo(club.merge("A", "C"))
    assert address(club, "A") == in_use


def test_a_name_that_is_shown_again_while_merged_has_its_address_again(club):
    junior(club, "B")
    old = address(club, "A")
    merge = club.merge("A", "B")
    adult(club, "A")
    assert address(club, "A") == old
    junior(club, "C")
    second = club.merge("A", "C")
    assert address(club, "A") != old
    club.undo(second)
    assert address(club, "A") == old
    club.undo(merge)
    assert address(club, "A") == old


def test_another_name_does_not_come_under_the_address_of_the_old_one(club):
    junior(club, "B")
    old = address(club, "A")
    merge = club.merge("A", "B")
    services.rename_player(club.members["A"], "Quite Different", by=club.organiser)
    club.undo(merge)
    assert address(club, "A") != old


def test_who_is_hidden_as_one_of_several_has_no_address_from_before(club):
    """A, an adult, and B, a junior, are D: all with consent, which is withdrawn. A and B are hidden then."""
    junior(club, "B")
    consent(club, "ABD")
    club.merge("A", "B")
    under_the_name = address(club, "A")
    outer = club.merge("D", "A")
    assert "D" in in_full(club)
    withdraw(club, "D")
    club.undo(outer)
    assert in_full(club) >= {"D"}
    assert "A" not in in_full(club)
    assert address(club, "A") != under_the_name


# With other decisions in between.


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_merged_person_who_was_split_is_parted_in_any_order(club, order):
    """A and B are one, and some of B's names turn out to be C's."""
    first, second = club.play("AE1 BF1"), club.play("BE1", day=JUNE)
    junior(club, "B")
    before = registry_and_ladders(club.club, club.members.values())
    merge = club.merge("A", "B")
    split = services.split_player(
        club.members["A"], [entry(second, "B").pk], Member(club.members["C"].pk), by=club.organiser
    )
    new = services.split_player(
        club.members["A"], [entry(first, "B").pk], NewMember("Ned New"), by=club.organiser
    )
    for number in order:
        club.undo([merge, split, new][number])
        assert_stored_is_fresh(club.ladder)
        assert_the_ledger_explains(club.club)
    assert registry_and_ladders(club.club, club.members.values()) == before
    assert not Act.objects.filter(kind="distinct", undone_at=None).exists()
    club.merge("A", "C")


def test_start_ratings_of_a_diamond_go_back_with_whom_they_came(club):
    club.play("AE1 BF1 CE1 DF1")
    for letter, points in zip(EVERYBODY, (1500, 1600, 1700, 1800), strict=True):
        services.set_start_rating(club.ladder, club.members[letter], points, "known", by=club.organiser)
    before = as_it_is(club)
    for order, chosen in product(permutations(range(3)), (0, 1)):
        with transaction.atomic():
            merges = []
            for kept, absorbed in TREES["a diamond"]:
                one, other = club.members[kept], club.members[absorbed]
                (differ,) = services.merges.start_ratings_to_choose(one, other)
                seats = (differ.kept, differ.absorbed)
                starts = {club.ladder.pk: seats[chosen].player_id}
                merges.append(services.merge_players(one, other, starts=starts, by=club.organiser))
            for number in order:
                club.undo(merges[number])
                assert_stored_is_fresh(club.ladder)
            assert as_it_is(club) == before
            transaction.set_rollback(True)
