"""The page of one decision, and its undoing."""

from datetime import date

import pytest
from django.urls import reverse

from tests.desks import seen_on, undo_on_screen
from tests.services.kit import assert_stored_is_fresh, entry, everything
from wagtail_ladder import services
from wagtail_ladder.models import Act, NameMode
from wagtail_ladder.services import LeaveOut, Member, NewMember

from .conftest import Browser, address, text_of

pytestmark = pytest.mark.django_db


def newest():
    return Act.objects.order_by("-pk")[0]


def rows(response):
    """Name as typed, before, decided, now, then: without tags."""
    return [
        (name.entry.typed_name, *map(plain, (name.before, name.decided, name.now, name.then)))
        for name in response.context["page"]
    ]


def plain(text):
    return text.replace("<bdi>", "").replace("</bdi>", "")


def test_every_name_is_shown_with_what_was_decided_and_what_was_before(club, night, organiser):
    choices = {entry(night, "A").pk: LeaveOut(), entry(night, "B").pk: NewMember("Bea")}
    services.decide_entries(night, choices, by=club.organiser)
    act = newest()
    assert rows(organiser.look(f"{act.pk}/")) == [
        ("Typed A", "Member A", "a guest", "a guest", "Member A"),
        ("Typed B", "Member B", "Bea, a new member", "Bea, a new member", "Member B"),
    ]
    # The first decision stands behind the second, and says so.
    first = organiser.look(f"{Act.objects.earliest('pk').pk}/")
    assert rows(first)[0] == ("Typed A", "not decided", "Member A", "a guest", "a guest")
    assert rows(first)[2] == ("Typed C", "not decided", "Member C", "Member C", "not decided")
    assert "arbiter" in text_of(first)


def test_what_was_before_is_told_as_it_was_then(club, night, organiser):
    services.repoint_entries(club.club, [entry(night, "A").pk], LeaveOut(), by=club.organiser, reason="typo")
    guest = newest()
    services.repoint_entries(
        club.club, [entry(night, "A").pk], Member(club.members["E"].pk), by=club.organiser
    )
    services.undo(guest, by=club.organiser)
    page = organiser.look(f"{newest().pk}/")
    assert rows(page) == [("Typed A", "a guest", "Member E", "Member E", "Member A")]
    undone = organiser.look(f"{guest.pk}/")
    assert "undone" in text_of(undone) and "Reason: typo" in text_of(undone)
    assert "undo/" not in undone.content.decode()


def test_a_merge_shows_the_names_that_went_over(club, night, organiser):
    services.merge_players(club.members["E"], club.members["D"], by=club.organiser)
    merge = newest()
    page = organiser.look(f"{merge.pk}/")
    assert rows(page) == [("Typed D", "Member D", "Member E", "Member E", "Member D")]
    # Its undoing asks about the names decided since, so it has a screen of its own.
    unmerge = reverse("wagtail_ladder_who:unmerge", args=[merge.pk])
    assert unmerge in page.content.decode()
    for response in (organiser.look(f"{merge.pk}/undo/"), organiser.press(f"{merge.pk}/undo/")):
        assert response["Location"] == unmerge
    merge.refresh_from_db()
    assert merge.undone_at is None


def test_a_name_that_was_two_people_shows_the_games_of_the_second(club, night, organiser):
    game = night.games.get(round=1)
    services.part_entry(entry(night, "A"), [game.pk], by=club.organiser)
    assert "Round 1: Typed A – Typed B" in text_of(organiser.look(f"{newest().pk}/"))


def test_the_question_shows_who_is_who_then_and_who_moves(club, night, organiser):
    services.decide_entry(entry(night, "A"), LeaveOut(), by=club.organiser)
    act, before = newest(), everything()
    page = organiser.look(f"{act.pk}/undo/")
    assert everything() == before
    assert rows(page)[0][0::4] == ("Typed A", "Member A")
    (ladder,) = page.context["ladders"]
    assert (ladder.name, ladder.gone) == ("Thursday", [])
    assert {move.name: move.after for move in ladder.moves}["Member A"] == 1260
    assert "“Typed A” in Club evening is a guest" in text_of(page)


def test_taking_back_moves_the_ladder_as_if_it_had_never_been(club, night, organiser):
    ratings = {letter: club.rating(letter) for letter in "ABCD"}
    assert ratings["A"] == (1260, 3)
    services.decide_entry(entry(night, "A"), Member(club.members["E"].pk), by=club.organiser)
    act = newest()
    response = undo_on_screen(organiser, act)
    assert response["Location"] == address(f"{act.pk}/")
    assert {letter: club.rating(letter) for letter in "ABCD"} == ratings
    assert_stored_is_fresh(club.ladder)
    act.refresh_from_db()
    assert act.undone_by == club.organiser
    told = text_of(organiser.get(response["Location"]))
    assert "The decision is undone." in told
    assert "2 players moved." in told, "A comes back in E's place, and E goes"


def test_who_moved_is_counted_as_people_and_not_once_a_ladder(club, night, organiser):
    """B and C stand on two ladders. On the first, B, C and D lost to A, who was a guest."""
    second = services.create_ladder(club.club, name="Blitz", by=club.organiser)
    first, club.ladder = club.ladder, second
    other = club.play("AB1 CB=", day=date(2026, 1, 13))
    club.ladder = first
    names = [entry(night, "A").pk, entry(other, "A").pk]
    services.repoint_entries(club.club, names, LeaveOut(), by=club.organiser)
    response = undo_on_screen(organiser, newest())
    told = "The decision is undone. 4 players moved."
    assert told in text_of(organiser.get(response["Location"])), "B, C, D, A who comes back, and none twice"


def test_nothing_is_undone_without_a_look(club, night, organiser):
    act, before = newest(), everything()
    for fields in ({}, {"seen": ""}, {"seen": "0" * 64}):
        page = organiser.press(f"{act.pk}/undo/", **fields)
        assert "Nothing is done yet." in text_of(page)
        assert rows(page)[0][0::4] == ("Typed A", "not decided"), "the screen is shown again"
        assert seen_on(page)
    assert everything() == before


@pytest.mark.parametrize("meanwhile", ["others move", "somebody else", "a full name"])
def test_what_was_looked_at_must_be_what_comes_of_it(meanwhile, club, night, organiser):
    """A was split off in another event to somebody under 18."""
    members, by = club.members, club.organiser
    services.change_ladder(club.ladder, names=NameMode.FULL, by=by)
    other = club.play("AE1", day=date(2026, 2, 3))
    services.split_player(members["A"], [entry(other, "A").pk], NewMember("Anna Other"), by=by)
    split = Act.objects.get(kind="split")
    seen = seen_on(organiser.look(f"{split.pk}/undo/"))
    if meanwhile == "others move":
        club.play("EF1", day=date(2026, 2, 10))
    elif meanwhile == "somebody else":  # the name that the second time is listed is "Anna Ohter"'s
        services.rename_player(entry(other, "A").player, "Anna Ohter", by=by)
    else:
        services.confirm_adults(club.club, [members["A"].pk], by=by)
    before = everything()
    page = organiser.press(f"{split.pk}/undo/", seen=seen)
    assert "Nothing is done yet." in text_of(page)
    assert everything() == before
    assert organiser.press(f"{split.pk}/undo/", seen=seen_on(page))["Location"] == address(f"{split.pk}/")
    assert entry(other, "A").player == members["A"]


def test_a_full_name_that_becomes_visible_is_said_before(club, night, organiser):
    """A was split off to somebody under 18, whose initials stand there now."""
    services.change_ladder(club.ladder, names=NameMode.FULL, by=club.organiser)
    services.confirm_adults(club.club, [club.members["A"].pk], by=club.organiser)
    other = club.play("AE1", day=date(2026, 2, 3))
    names = [entry(other, "A").pk]
    services.split_player(club.members["A"], names, NewMember("Anna Other"), by=club.organiser)
    split = Act.objects.get(kind="split")
    page = text_of(organiser.look(f"{split.pk}/undo/"))
    assert "On Thursday visitors will read in full: “Member A”." in page


def test_nothing_moves_where_two_are_no_longer_distinct(club, night, organiser):
    services.declare_distinct(club.members["A"], club.members["B"], by=club.arbiter)
    page = text_of(organiser.look(f"{newest().pk}/undo/"))
    assert "Nobody moves on any ladder." in page


def test_what_does_not_fit_any_more_is_refused_with_a_sentence(club, night, organiser):
    services.decide_entry(entry(night, "A"), LeaveOut(), by=club.organiser)
    act = newest()
    services.decide_entry(entry(night, "B"), Member(club.members["A"].pk), by=club.organiser)
    before = everything()
    for response in (organiser.look(f"{act.pk}/undo/"), organiser.press(f"{act.pk}/undo/")):
        assert response.status_code == 200
        assert "they cannot be one person" in text_of(response)
        assert b'<button type="submit" class="button serious"' not in response.content
    assert everything() == before


def test_what_somebody_took_back_already_is_told(club, night, organiser, arbiter):
    act = newest()
    services.undo(act, by=club.arbiter)
    assert "arbiter took this back on" in text_of(organiser.press(f"{act.pk}/undo/"))


def test_an_editor_is_called_by_his_full_name_wherever_he_is_named(club, night, organiser):
    club.arbiter.first_name, club.arbiter.last_name = "Sam", "Towpath"
    club.arbiter.save()
    act = newest()
    assert "Sam Towpath, " in text_of(organiser.look())
    assert "Sam Towpath, " in text_of(organiser.look(f"{act.pk}/"))
    assert "Sam Towpath, " in text_of(organiser.open(f"{night.pk}/"))
    assert "Decided by Sam Towpath, " in text_of(organiser.open(f"{night.pk}/names/{entry(night, 'A').pk}/"))
    services.undo(act, by=club.arbiter)
    assert "Sam Towpath took this back on" in text_of(organiser.look(f"{act.pk}/undo/"))


def test_an_arbiter_sees_no_undo_for_what_is_an_organisers(club, night, arbiter):
    own = newest()
    assert f"{own.pk}/undo/" in arbiter.look(f"{own.pk}/").content.decode()
    services.declare_distinct(club.members["A"], club.members["B"], by=club.arbiter)
    act, before = newest(), everything()
    page = arbiter.look(f"{act.pk}/")
    assert f"{act.pk}/undo/" not in page.content.decode()
    assert "Only an organiser may undo this. Please ask: organiser" in text_of(page)
    for response in (arbiter.look(f"{act.pk}/undo/"), arbiter.press(f"{act.pk}/undo/")):
        assert "You may not do this in this club." in text_of(response)
    assert everything() == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_act_of_another_club_does_not_exist(method, club, night, foreign):
    act, before = newest(), everything()
    for person in (foreign.organiser, foreign.arbiter):
        for path in (f"{act.pk}/", f"{act.pk}/undo/"):
            assert getattr(Browser(person), method)(address(path)).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_works_for_no_club_is_turned_away(method, night, page_editor):
    act, before = newest(), everything()
    for path in ("", "results/", f"{act.pk}/", f"{act.pk}/undo/"):
        response = getattr(Browser(page_editor), method)(address(path))
        assert response.status_code == 404 or response["Location"] == "/admin/", path
    assert everything() == before


@pytest.mark.parametrize("path", [f"{'9' * 30}/", f"{'9' * 30}/undo/", f"?player={'9' * 30}", "?at_from=x"])
def test_numbers_that_no_database_knows_do_no_harm(path, night, organiser):
    assert organiser.get(address(path)).status_code in (200, 404)


def test_a_decision_of_many_names_is_shown_by_pages(club, organiser):
    event = services.create_event(
        club.ladder, by=club.organiser, name="Big", last_day=date(2026, 1, 6), names=["X"] * 300
    )
    choices = dict.fromkeys(event.entries.values_list("pk", flat=True), LeaveOut())
    services.decide_entries(event, choices, by=club.organiser)
    page = organiser.look(f"{newest().pk}/", p=2)
    assert len(page.context["page"]) == 150
    assert "300 names" in text_of(page)
