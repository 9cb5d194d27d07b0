"""One typed name twice in a round is two people: said on the desk, asked, and their games can be changed."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.services.kit import assert_stored_is_fresh, everything
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Game
from wagtail_ladder.reports import read
from wagtail_ladder.services import Member, Refused
from wagtail_ladder.services.imports import corrected_by_hand

from .conftest import text_of

pytestmark = pytest.mark.django_db

EVENING = "round,white,black,result\n1,Ahmet,Ben,1-0\n2,Ben,Ahmet,1-0\n2,Ahmet,Cleo,1-0\n3,Cleo,Ahmet,1-0\n"
"""Who of the two beat Ben, and which lost to Ben or Cleo, does not stand there."""


@pytest.fixture
def event(club):
    (report,) = read(EVENING.encode(), "evening.csv").reports
    return services.import_report(
        club.ladder, report, by=club.arbiter, name="E", last_day="2026-02-03", source_digest="a" * 64
    )


@pytest.fixture
def two(event):
    return list(event.entries.filter(typed_name="Ahmet").order_by("number"))


def met(entry):
    """Round -> whom the entry met."""
    white = {game.round: game.black.typed_name for game in entry.games_as_white.select_related("black")}
    return white | {
        game.round: game.white.typed_name for game in entry.games_as_black.select_related("white")
    }


def previewed(club, arbiter, text):
    file = SimpleUploadedFile("evening.csv", text.encode())
    response = arbiter.submit("upload/", ladder=club.ladder.pk, file=file)
    return arbiter.get(response["Location"])


def test_both_rows_say_it_and_which_games_they_were_given(event, two, arbiter):
    page = arbiter.open(f"{event.pk}/")
    assert text_of(page).count("This name stands twice in round 2") == 2
    rows = {row.entry.pk: row for row in page.context["rows"]}
    first, second = two
    # As the file is read: the first sits wherever a single one does.
    assert rows[first.pk].seats == [(1, "Ben"), (2, "Ben"), (3, "Cleo")]
    assert rows[second.pk].seats == [(2, "Cleo")]
    assert f"names/{first.pk}/games/{second.pk}/" in page.content.decode()
    assert [rows[one.pk].twins for one in two] == [[(second, [2])], [(first, [2])]]
    assert "two people, or one?" not in text_of(page)


def test_neither_is_selected_in_advance_nor_made_new_with_all_the_others(club, event, two, arbiter):
    unknown = arbiter.open(f"{event.pk}/new-members/").context["unknown"]
    assert {one.typed_name for one in unknown} == {"Ben", "Cleo"}
    services.add_player(club.club, "Ahmet", by=club.arbiter)
    rows = arbiter.open(f"{event.pk}/").context["rows"]
    assert [row.chosen for row in rows if row.entry in two] == ["", ""]


def test_the_preview_names_it(club, arbiter):
    page = previewed(club, arbiter, EVENING)
    assert '"Ahmet" stands twice in round 2, in lines 3 and 4: two people of the same name.' in text_of(page)


def test_their_places_are_changed_round_by_round(event, two, arbiter):
    first, second = two
    path = f"{event.pk}/names/{first.pk}/games/{second.pk}/"
    page = arbiter.open(path)
    assert page.context["rounds"] == [(1, ["Ben", ""]), (2, ["Ben", "Cleo"]), (3, ["Cleo", ""])]
    ids = set(event.games.values_list("pk", flat=True))
    arbiter.submit(path, event, round=[2, 3])
    assert met(first) == {1: "Ben", 2: "Cleo"}
    assert met(second) == {2: "Ben", 3: "Cleo"}
    assert set(event.games.values_list("pk", flat=True)) == ids
    assert "rounds 2, 3" in text_of(arbiter.open(f"{event.pk}/history/"))
    arbiter.submit(path, event, round=[2, 3])
    assert met(first) == {1: "Ben", 2: "Ben", 3: "Cleo"}


def test_of_a_published_event_with_a_reason_and_the_ladder_moves(club, event, two, arbiter):
    first, second = two
    who = {entry.typed_name: entry for entry in event.entries.exclude(typed_name="Ahmet")}
    choices = {first: "A", second: "D", who["Ben"]: "B", who["Cleo"]: "C"}
    services.decide_entries(
        event,
        {one.pk: Member(club.members[letter].pk) for one, letter in choices.items()},
        by=club.arbiter,
    )
    services.publish_event(event, by=club.arbiter)
    # Newcomers of 1200 and K 40. A: 1, 0, 0 of three; D: 1 of one.
    assert [club.rating(letter)[0] for letter in "AD"] == [1180, 1220]
    path = f"{event.pk}/names/{first.pk}/games/{second.pk}/"
    before = everything()
    looked = arbiter.submit(path, event, round=[1])
    (ladder,) = looked.context["ladders"]
    assert [(move.name, move.after) for move in ladder.moves] == [("Member D", 1240), ("Member A", 1160)]
    assert "Please give a reason." in text_of(arbiter.confirm(path, looked))
    assert everything() == before
    arbiter.confirm(path, looked, reason="They said so")
    assert [club.rating(letter)[0] for letter in "AD"] == [1160, 1240]
    assert_stored_is_fresh(club.ladder)


def test_those_who_met_change_colours(club, event, two):
    first, second = two
    pairing = services.Pairing(1, first.pk, second.pk, services.Result(Kind.PLAYED, 2, 0))
    services.save_round(event, 4, [pairing], by=club.arbiter)
    services.exchange_games(first, second, [4], by=club.arbiter)
    game = Game.objects.get(event=event, round=4)
    assert (game.white, game.black, game.white_half_points) == (second, first, 2)


def test_no_round_is_refused_and_so_is_who_would_meet_himself(club, event, two, arbiter):
    first, second = two
    path = f"{event.pk}/names/{first.pk}/games/{second.pk}/"
    before = everything()
    assert "Please tick at least one round." in text_of(arbiter.submit(path, event))
    assert everything() == before
    (third,) = services.add_entries(event, ["Ahmet Kaya"], by=club.arbiter)
    pairing = services.Pairing(1, first.pk, third.pk, services.Result(Kind.PLAYED, 2, 0))
    services.save_round(event, 4, [pairing], by=club.arbiter)
    services.decide_entries(
        event, {one.pk: Member(club.members["A"].pk) for one in (second, third)}, by=club.arbiter
    )
    before = everything()
    with pytest.raises(Refused) as refused:
        services.exchange_games(first, second, [4], by=club.arbiter)
    assert refused.value.code == "plays_himself"
    assert everything() == before


def test_a_newer_file_says_that_it_would_undo_it(club, event, two):
    services.exchange_games(*two, [2], by=club.arbiter)
    assert set(corrected_by_hand(event)) == set(event.games.filter(round=2).values_list("pk", flat=True))


DAY = ",2026-02-03\n"
FIRST_FILE = f"round,white,black,result,date\n1,Ahmet,Ben,1-0{DAY}1,Cleo,Ahmet,1-0{DAY}2,Cleo,Ben,1-0{DAY}"


def imported_from_file(club, text):
    (report,) = read(text.encode(), "evening.csv").reports
    return services.import_report(
        club.ladder, report, by=club.arbiter, name="E", last_day="2026-02-03", source_digest="a" * 64
    )


def test_an_update_says_that_two_of_one_name_changed_places(club, arbiter):
    imported_from_file(club, FIRST_FILE)
    # In the first file the first Ahmet met Ben; in the newer one the row of Cleo comes first.
    header, with_ben, with_cleo, rest, _end = FIRST_FILE.split("\n")
    newer = "\n".join([header, with_cleo, with_ben, rest, ""])
    page = previewed(club, arbiter, newer)
    assert "changed places or numbers. Who they are is asked again: Ahmet" in text_of(page)
    assert "asked again" not in text_of(previewed(club, arbiter, FIRST_FILE))


def test_an_update_says_that_a_new_round_of_two_people_is_asked(club, arbiter):
    once = FIRST_FILE.replace("1,Cleo,Ahmet,1-0", "2,Cleo,Ahmet,1-0").replace("2,Cleo,Ben", "3,Cleo,Ben")
    event = imported_from_file(club, once)
    ahmet = event.entries.get(typed_name="Ahmet")
    services.part_entry(ahmet, [event.games.get(round=2).pk], by=club.arbiter)
    newer = f"{once}4,Ahmet,Ben,1-0{DAY}"
    page = previewed(club, arbiter, newer)
    assert "Whose the new games are is asked: Ahmet" in text_of(page)
    (report,) = read(newer.encode(), "evening.csv").reports
    services.update_from_report(event, report, by=club.arbiter)
    rows = {row.entry.number: row for row in arbiter.open(f"{event.pk}/").context["rows"]}
    third = max(rows)
    assert rows[third].seats == [(4, "Ben")]
    assert (rows[third].entry.typed_name, rows[third].chosen) == ("Ahmet", "")


def test_names_of_another_event_are_not_found(club, event, two, foreign, arbiter):
    other = foreign.play("YZ1")
    first, second = two
    for path in (
        f"{event.pk}/names/{first.pk}/games/{first.pk}/",
        f"{event.pk}/names/{first.pk}/games/{other.entries.first().pk}/",
        f"{other.pk}/names/{first.pk}/games/{second.pk}/",
    ):
        assert arbiter.open(path).status_code == 404
        assert arbiter.submit(path, round=[1]).status_code == 404
