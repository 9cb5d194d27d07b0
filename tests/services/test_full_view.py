"""Only an organiser brings the results of somebody shown by initials under a name that is shown in full.

On the public ladder, A and B are adults and shown in full; C and D are juniors and shown by initials.
"""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.audience import entry_names
from wagtail_ladder.models import Act, Entry, NameMode, Player, Visibility
from wagtail_ladder.services import LeaveOut, Member, NewMember, NotAllowed, Undecide

from .kit import assert_stored_is_fresh, entry, everything

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 1)


@pytest.fixture
def club(club):
    club.play("AE1 BF1 CE0 DF0")
    services.confirm_adults(club.club, [club.members[letter].pk for letter in "AB"], by=club.organiser)
    services.change_ladder(club.ladder, by=club.organiser, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    return club


@pytest.fixture
def event(club):
    """C, a junior, beat F and lost to E; A, an adult, was there as well."""
    return club.play("CF1 CE0 AE1", day=JUNE)


def member(club, letter):
    return Member(club.members[letter].pk)


def shown(event, letter):
    event.refresh_from_db()
    event.ladder.refresh_from_db()
    return str(entry_names(event)[entry(event, letter).pk])


def is_the_organisers(club, verb, *arguments, **named):
    """An arbiter is told whom to ask, and an organiser may."""
    before = everything()
    with pytest.raises(NotAllowed) as refusal:
        verb(*arguments, by=club.arbiter, **named)
    assert everything() == before, "a refusal wrote something"
    assert refusal.value.code == "shows_more"
    assert "organiser" in refusal.value.message
    verb(*arguments, by=club.organiser, **named)
    assert_stored_is_fresh(club.ladder)


WAYS = {
    "repoint": lambda club, event, who: (services.repoint_entries, club.club, [entry(event, "C").pk], who),
    "decide": lambda club, event, who: (services.decide_entry, entry(event, "C"), who),
}


@pytest.mark.parametrize("way", ["repoint", "decide"])
def test_the_results_of_a_junior_do_not_come_under_the_full_name_of_an_adult(club, event, way):
    assert "Member" not in shown(event, "C")
    is_the_organisers(club, *WAYS[way](club, event, member(club, "B")))
    assert shown(event, "C") == "Member B"


def test_nor_as_one_of_two_names_of_one_person(club):
    event = club.play("CF1 AE1", day=JUNE)
    names = [entry(event, letter).pk for letter in "CA"]
    is_the_organisers(club, services.join_entries, event, names, member(club, "A"))


def test_nor_after_the_decision_was_taken_back_in_between(club, event):
    for choice in (Undecide(), LeaveOut()):
        services.decide_entry(entry(event, "C"), choice, by=club.arbiter)
    services.undo(event.acts.order_by("pk").first(), by=club.arbiter)
    for letter, choice in {"A": member(club, "A"), "E": LeaveOut(), "F": LeaveOut()}.items():
        services.decide_entry(entry(event, letter), choice, by=club.arbiter)
    is_the_organisers(club, services.decide_entry, entry(event, "C"), member(club, "B"))


def test_nor_while_the_event_is_taken_back_for_a_moment(club, event):
    services.unpublish_event(event, reason="not played yet", by=club.arbiter)
    is_the_organisers(club, services.decide_entry, entry(event, "C"), member(club, "B"))


def test_nor_by_way_of_one_name_that_was_two_people(club, event):
    """The second of the two is the junior, and is then one with the adult again."""
    part = services.part_entry(entry(event, "C"), [event.games.get(round=1).pk], by=club.arbiter)
    services.repoint_entries(
        club.club, [event.entries.get(number=2).pk], member(club, "B"), by=club.organiser
    )
    services.decide_entry(part.entry, member(club, "C"), by=club.arbiter)
    services.undo(Act.objects.filter(kind="decide").first(), by=club.arbiter)
    is_the_organisers(club, services.undo, part)


def test_nor_by_way_of_a_name_that_is_two_people_all_of_a_sudden(club, event):
    part = services.part_entry(entry(event, "C"), [event.games.get(round=1).pk], by=club.arbiter)
    is_the_organisers(club, services.decide_entry, part.entry, member(club, "B"))


def test_of_everybody_who_was_merged_into_the_junior_too(club, event):
    club.merge("D", "C")
    is_the_organisers(club, services.decide_entry, entry(event, "C"), member(club, "B"))


def test_undoing_is_an_organisers_where_it_shows_more_and_everybodys_where_it_shows_less(club, event):
    services.repoint_entries(club.club, [entry(event, "C").pk], member(club, "B"), by=club.organiser)
    less = Act.objects.get(kind="repoint")
    services.undo(less, by=club.arbiter)
    assert "Member" not in shown(event, "C")
    services.repoint_entries(club.club, [entry(event, "A").pk], member(club, "D"), by=club.arbiter)
    more = Act.objects.filter(kind="repoint", undone_at=None).get()
    is_the_organisers(club, services.undo, more)
    assert shown(event, "A") == "Member A"


# What an arbiter still corrects.


@pytest.mark.parametrize(
    ("letter", "now"), [("C", "D"), ("A", "B"), ("A", "D")], ids=["juniors", "adults", "to a junior"]
)
def test_the_wrong_brother_is_corrected_and_undone(club, event, letter, now):
    act = services.repoint_entries(club.club, [entry(event, letter).pk], member(club, now), by=club.arbiter)
    assert entry(event, letter).player == club.members[now]
    if now != "D" or letter != "A":
        services.undo(act, by=club.arbiter)
        assert entry(event, letter).player == club.members[letter]


@pytest.mark.parametrize("choice", [NewMember("Ned New"), LeaveOut(), Undecide()])
def test_a_name_that_was_nobody_elses_is_decided_as_at_first(club, choice):
    event = club.play("BE1", day=JUNE, decide=False)
    services.decide_entry(entry(event, "B"), choice, by=club.arbiter)
    if isinstance(choice, NewMember):
        services.undo(event.acts.get(), by=club.arbiter)
        assert Player.objects.filter(name="Ned New").exists()
    services.decide_entry(entry(event, "B"), member(club, "B"), by=club.arbiter)
    services.decide_entry(entry(event, "E"), LeaveOut(), by=club.arbiter)
    assert shown(event, "B") == "Member B"


def test_a_new_member_who_stands_is_somebody(club):
    event = club.play("BE1", day=JUNE, decide=False)
    services.decide_entry(entry(event, "B"), NewMember("Ned New"), by=club.arbiter)
    is_the_organisers(club, services.decide_entry, entry(event, "B"), member(club, "B"))


def test_what_nobody_has_seen_is_decided_anew(club):
    draft = club.play("CF1", day=JUNE, publish=False)
    services.decide_entry(entry(draft, "C"), member(club, "A"), by=club.arbiter)
    assert entry(draft, "C").player == club.members["A"]


def test_a_ladder_that_nobody_sees_and_one_of_initials(club, event):
    services.change_ladder(club.ladder, by=club.arbiter, names=NameMode.INITIALS)
    services.decide_entry(entry(event, "C"), member(club, "B"), by=club.arbiter)
    services.decide_entry(entry(event, "C"), member(club, "C"), by=club.arbiter)
    services.change_ladder(
        club.ladder, by=club.organiser, names=NameMode.FULL, visibility=Visibility.ORGANISERS
    )
    services.decide_entry(entry(event, "C"), member(club, "B"), by=club.arbiter)
    assert Entry.objects.filter(event=event, player=club.members["B"]).exists()
