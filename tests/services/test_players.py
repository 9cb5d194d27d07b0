"""Members of the registry, their places on ladders, and the initials that visitors see."""

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import LadderPlayer, Player
from wagtail_ladder.models.ladder import numbered_initials
from wagtail_ladder.services import Member

from .kit import entry

pytestmark = pytest.mark.django_db


def seat(club, player):
    """Make the player appear on the ladder, as any verb does that names him there."""
    services.force_initials(club.ladder, player, True, by=club.arbiter)
    return initials(club, player)


def initials(club, player, ladder=None):
    seat = LadderPlayer.objects.get(ladder=ladder or club.ladder, player=player)
    return numbered_initials(seat.initials, seat.initials_suffix)


def add(club, name):
    return services.add_player(club.club, name, by=club.arbiter)


def test_a_new_member_counts_as_a_junior_and_a_log_calls_him_by_a_reference(club):
    player = add(club, "  Ada\u202e \t Able ")
    assert player.name == "Ada Able"
    assert player.is_adult is False
    assert "Ada" not in f"{player} {player!r}"


def test_equal_initials_are_told_apart_by_a_number_given_once(club):
    ada, abe, amy = (add(club, name) for name in ("Ada Bell", "Abe Boyd", "Amy Best"))
    assert [seat(club, player) for player in (ada, abe)] == ["A. B.", "A. B. (2)"]

    services.rename_player(abe, "Abe Cole", by=club.arbiter)
    assert initials(club, abe) == "A. C."
    # The number 2 was his, and nobody else ever gets it, nor he himself again.
    assert seat(club, amy) == "A. B. (3)"
    services.rename_player(abe, "Abe Boyd", by=club.arbiter)
    assert initials(club, abe) == "A. B. (4)"
    assert initials(club, ada) == "A. B."


def test_a_rename_that_leaves_the_initials_leaves_the_number(club):
    ada, abe = add(club, "Ada Bell"), add(club, "Abe Boyd")
    seat(club, ada), seat(club, abe)
    services.rename_player(abe, "Abraham Boyd", by=club.arbiter)
    assert initials(club, abe) == "A. B. (2)"


def test_a_taken_back_decision_does_not_free_the_number(club):
    event = club.play("AB1", decide=False)
    ada, abe = add(club, "Ada Bell"), add(club, "Abe Boyd")
    services.decide_entry(entry(event, "A"), Member(ada.pk), by=club.arbiter)
    services.decide_entry(entry(event, "A"), services.Undecide(), by=club.arbiter)
    services.decide_entry(entry(event, "A"), Member(abe.pk), by=club.arbiter)
    assert (initials(club, ada), initials(club, abe)) == ("A. B.", "A. B. (2)")


def test_two_ladders_do_not_give_each_other_away(club):
    """A player's address and number on one ladder say nothing about those on another."""
    other = services.create_ladder(club.club, "Juniors", by=club.organiser)
    ada, abe = add(club, "Ada Bell"), add(club, "Abe Boyd")
    seat(club, ada), seat(club, abe)
    services.force_initials(other, abe, True, by=club.arbiter)
    here, there = LadderPlayer.objects.filter(player=abe).order_by("ladder_id")
    assert here.public_id != there.public_id
    assert (initials(club, abe), initials(club, abe, other)) == ("A. B. (2)", "A. B.")
    assert here.public_id not in str(abe) and abe.reference not in (here.public_id, there.public_id)


def test_another_language_of_the_club_gives_new_initials_where_they_differ(club):
    """Turkish has an i with a dot in capitals too."""
    dotted = add(club, "ilker Irmak")
    assert seat(club, dotted) == "I. I."
    services.change_club(
        club.club, name="Rook End", language="tr", juniors_never_by_full_name=True, by=club.organiser
    )
    assert initials(club, dotted) == "İ. I."


def test_new_members_in_bulk_get_the_typed_name_or_the_given_one(club):
    event = club.play("AB1", decide=False, publish=False)
    choices = {
        entry(event, "A").pk: services.NewMember(),
        entry(event, "B").pk: services.NewMember("Bo Bell"),
    }
    services.decide_entries(event, choices, by=club.arbiter)
    assert [each.player.name for each in event.entries.select_related("player")] == ["Typed A", "Bo Bell"]
    assert set(Player.objects.filter(entries__event=event).values_list("is_adult", flat=True)) == {False}


def test_a_decision_is_kept_with_who_made_it_and_when(club):
    event = club.play("AB1", decide=False, publish=False)
    services.decide_entry(entry(event, "A"), services.LeaveOut(), by=club.arbiter)
    services.decide_entry(entry(event, "B"), Member(club.members["B"].pk), by=club.organiser)
    a, b = event.entries.all()
    assert (a.decision, a.player, a.decided_by) == ("left_out", None, club.arbiter)
    assert (b.decision, b.player, b.decided_by) == ("member", club.members["B"], club.organiser)
    assert a.decided_at < b.decided_at
    services.decide_entry(a, services.Undecide(), by=club.organiser)
    a.refresh_from_db()
    assert (a.decision, a.player, a.decided_by, a.decided_at) == ("undecided", None, None, None)
    assert a.typed_name == "Typed A"


def test_decisions_in_bulk_are_all_made_or_none(club):
    event = club.play("AB1", decide=False, publish=False)
    someone = Member(club.members["A"].pk)
    with pytest.raises(services.Refused):
        services.decide_entries(
            event, dict.fromkeys(event.entries.values_list("pk", flat=True), someone), by=club.arbiter
        )
    assert set(event.entries.values_list("decision", flat=True)) == {"undecided"}


def test_adults_are_confirmed_once_and_counted(club):
    ids = [club.members[letter].pk for letter in "ABC"]
    assert services.confirm_adults(club.club, ids, by=club.organiser) == 3
    assert services.confirm_adults(club.club, ids, by=club.organiser) == 0
    assert services.confirm_adults(club.club, ids[:1], adults=False, by=club.arbiter) == 1
    assert set(Player.objects.filter(is_adult=True)) == {club.members["B"], club.members["C"]}


def test_initials_are_forced_and_set_free_again(club):
    a = club.members["A"]
    services.force_initials(club.ladder, a, True, by=club.arbiter)
    assert LadderPlayer.objects.get(player=a).initials_forced
    services.force_initials(club.ladder, a, False, by=club.organiser)
    assert not LadderPlayer.objects.get(player=a).initials_forced


def test_a_start_rating_has_a_reason_and_goes_with_it(club):
    a = club.members["A"]
    services.set_start_rating(club.ladder, a, 1650, "  city league ", by=club.organiser)
    assert LadderPlayer.objects.values_list("start_rating", "start_reason").get() == (1650, "city league")
    services.set_start_rating(club.ladder, a, None, "whatever", by=club.organiser)
    assert LadderPlayer.objects.values_list("start_rating", "start_reason").get() == (None, "")
