"""What follows a person through merges: ratings, addresses, and who is on record as somebody else."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.audience import new_address_of
from wagtail_ladder.models import LadderPlayer, NameMode, Visibility
from wagtail_ladder.services import LadderError, LeaveOut, Member, NewMember

from .kit import assert_stored_is_fresh, entry, fingerprint, stored_changes


def refused(verb, *arguments, **keywords):
    with pytest.raises(LadderError) as refusal:
        verb(*arguments, **keywords)
    return refusal.value.code


def test_a_start_rating_leaves_the_ladder_with_whom_it_came(club):
    """B never played here. His start rating reaches C by way of A, who has no game here either."""
    a, b, c = (club.members[letter] for letter in "ABC")
    club.play("CD1 CE1")
    before = fingerprint(club.ladder), stored_changes(club.ladder)
    services.set_start_rating(club.ladder, b, 1800, "known", by=club.organiser)
    inner = services.merge_players(a, b, by=club.organiser)
    services.merge_players(c, a, by=club.organiser)
    assert_stored_is_fresh(club.ladder)
    assert club.rating("C")[0] > 1700
    services.undo(inner, by=club.organiser)
    assert_stored_is_fresh(club.ladder)
    assert stored_changes(club.ladder) == before[1]


def test_a_start_rating_that_is_taken_back_does_not_bring_up_the_one_that_was_not_chosen(club):
    a, b = club.members["A"], club.members["B"]
    club.play("AC1 BD1")
    plain = stored_changes(club.ladder)
    for player, points in ((a, 1500), (b, 1600)):
        services.set_start_rating(club.ladder, player, points, "known", by=club.organiser)
    act = services.merge_players(a, b, starts={club.ladder.pk: b.pk}, by=club.organiser)
    services.set_start_rating(club.ladder, a, None, by=club.organiser)
    services.undo(act, by=club.organiser)
    assert stored_changes(club.ladder) == plain


def test_an_old_page_of_the_one_does_not_lead_to_the_new_name_of_the_other(club):
    a, b = club.members["A"], club.members["B"]
    club.play("AC1 BD1")
    services.change_ladder(club.ladder, by=club.organiser, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    club.ladder.refresh_from_db()
    services.confirm_adults(club.club, [a.pk, b.pk], by=club.organiser)
    old = LadderPlayer.objects.get(ladder=club.ladder, player=b).public_id
    services.merge_players(a, b, by=club.organiser)
    assert new_address_of(club.ladder, old) is not None
    services.rename_player(a, "Quite Different", by=club.organiser)
    assert new_address_of(club.ladder, old) is None


def test_what_is_on_record_as_not_the_same_holds_on_every_way_to_make_them_one(club):
    a, b = club.members["A"], club.members["B"]
    event = club.play("AC1 BD1", publish=False)
    services.declare_distinct(a, b, by=club.arbiter)
    both = [entry(event, "A").pk, entry(event, "B").pk]
    for choice in (NewMember("N"), Member(club.members["F"].pk), Member(b.pk)):
        assert refused(services.join_entries, event, both, choice, by=club.arbiter) == "declared_distinct"
    only = {both[0]: Member(b.pk)}
    assert refused(services.decide_entries, event, only, by=club.arbiter) == "declared_distinct"
    club.play("AE1", day=date(2026, 1, 13))
    services.decide_entries(event, only, by=club.arbiter)  # A keeps a name: a slip was mended, no more


def test_guests_are_not_joined(club):
    event = club.play("AB1", decide=False, publish=False)
    both = list(event.entries.values_list("pk", flat=True))
    assert refused(services.join_entries, event, both, LeaveOut(), by=club.arbiter) == "nobody_chosen"


def test_who_was_merged_elsewhere_is_told_without_a_name(club):
    a, b, c = (club.members[letter] for letter in "ABC")
    services.merge_players(c, b, by=club.organiser)
    with pytest.raises(LadderError) as refusal:
        services.declare_distinct(a, b, by=club.organiser)
    assert refusal.value.code == "merged_already"
    assert "Member" not in refusal.value.message
