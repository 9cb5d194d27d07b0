"""The screen: who is offered, what the buttons tick, the list in its sections, and who may come."""

import pytest
from django.test import Client

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.engine import POINT
from wagtail_ladder.models import Player, Standing

from .conftest import Screen, address, days_ago, sections_on, text_of

pytestmark = pytest.mark.django_db


def members_on(response):
    return [member.name for member in response.context["members"]]


def ticked_on(response):
    return "".join(member.name[-1] for member in response.context["members"] if member.is_ticked)


def test_all_members_are_offered_by_name_with_their_ratings_and_nobody_is_ticked(club, organiser, foreign):
    response = organiser.open()
    assert members_on(response) == [f"Member {letter}" for letter in "ABCDEF"]
    text = text_of(response)
    assert "Member A 1260 · inactive" in text
    assert "Member E 1200 · start rating" in text
    assert ticked_on(response) == ""
    assert 'name="take"' not in response.content.decode()


def test_the_buttons_tick_and_keep_what_is_there(club, organiser):
    assert ticked_on(organiser.post(tick="active")) == ""
    club.play("AB= AC=", day=days_ago(7))  # the fourth and fifth game of A, the fourth of B and C
    assert ticked_on(organiser.post(tick="established")) == "A"
    assert ticked_on(organiser.post(tick="active")) == "ABC"
    club.play("BD=", day=days_ago(6))
    assert ticked_on(organiser.post(tick="last")) == "BD"
    assert ticked_on(organiser.post("E", tick="last")) == "BDE"
    assert ticked_on(organiser.post("ABC", tick="none")) == ""
    assert ticked_on(organiser.post(tick="nonsense")) == ""


def test_established_are_those_who_still_play(club, organiser):
    services.set_rules(club.ladder, None, provisional_below=3, reason="fewer", by=club.organiser)
    assert ticked_on(organiser.post(tick="established")) == ""  # all four, and inactive
    club.play("CD=", day=days_ago(7))
    assert ticked_on(organiser.post(tick="established")) == "CD"


def test_a_button_that_ticks_keeps_the_form_and_complains_of_nothing(club, organiser):
    response = organiser.post(tick="last", newcomers="Nova", sections="count", number="3", title="", day="x")
    form = response.context["form"]
    values = [form[name].value() for name in ("newcomers", "number", "sections", "title")]
    assert values == ["Nova", "3", "count", ""]
    assert not form.errors


def test_the_list_is_in_the_order_of_the_ladder_and_stores_nothing(club, organiser):
    before = everything()
    response = organiser.show("EDCBA", newcomers=" Nova  Newcomer \n\nZed")
    assert sections_on(response) == [
        ["Member A", "Member B", "Member E", "Nova Newcomer", "Zed", "Member C", "Member D"]
    ]
    text = text_of(response)
    assert "7 players" in text
    assert "Nova Newcomer not a member yet 1200 0" in text
    assert "Member A provisional 1260 3" in text
    assert "Member E start rating 1200 0" in text
    assert everything() == before


@pytest.mark.parametrize(
    ("fields", "sizes"),
    [
        ({"sections": "count", "number": "2"}, [4, 2]),
        ({"sections": "size", "number": "3"}, [4, 2]),
        ({"sections": "one", "number": ""}, [6]),
    ],
)
def test_sections_split_at_the_widest_gap(club, organiser, fields, sizes):
    """Of 1260, 1220, 1200, 1200, 1180, 1140 in twos, two to four each: the gaps behind the second place and
    the fourth are 20 points, behind the third there is none. Of the two the larger section is further up."""
    response = organiser.show("ABCDEF", **fields)
    assert [len(section) for section in sections_on(response)] == sizes
    text = text_of(response)
    if len(sizes) > 1:
        assert "20 points to the next section" in text
        assert "Section 1: 4 players" in text
        assert "TRF16 of section 2" in text


def test_even_sections_where_they_are_asked_for(club, organiser):
    """1260, 1220, 1180, 1140 and F at 1300: five in front of three newcomers, whom no cut should part."""
    services.set_start_rating(club.ladder, club.members["F"], 1300, "known", by=club.organiser)
    services.set_rules(club.ladder, None, start=1000, reason="lower", by=club.organiser)
    Standing.objects.filter(ladder=club.ladder).update(rating=1250 * POINT)
    asked = {"newcomers": "Nova\nZed\nMim", "sections": "count", "number": "2"}
    assert [len(section) for section in sections_on(organiser.show("ABCDF", **asked))] == [5, 3]
    even = organiser.show("ABCDF", **asked, even="on")
    assert [len(section) for section in sections_on(even)] == [4, 4]


@pytest.mark.parametrize(
    ("letters", "fields", "sentence"),
    [
        ("", {}, "Please tick who plays."),
        ("ABC", {"sections": "count", "number": "2"}, "A section needs 2 players: these make 1 at most."),
        ("ABC", {"sections": "size", "number": ""}, "Please say how many."),
        ("ABC", {"newcomers": "Nova\n\u200e"}, "Please give a name."),
        ("ABC", {"newcomers": "x" * 201}, "A name may have 200 characters"),
        ("ABC", {"newcomers": "\n".join("ab" for _ in range(101))}, "At most 100 names, please."),
        ("ABC", {"day": "2026-02-31"}, "There is no such day."),
    ],
)
def test_what_is_refused_keeps_the_form(club, organiser, letters, fields, sentence):
    response = organiser.show(letters, **fields)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert not response.context["sections"]
    assert ticked_on(response) == letters


def test_a_typed_name_of_a_member_is_pointed_out(club, organiser):
    told = "Members are called so."
    assert told in text_of(organiser.show("A", newcomers="member  b"))
    assert told not in text_of(organiser.show("A", newcomers="Nova"))


def test_a_name_that_a_trf_cuts_is_pointed_out(club, organiser):
    long_name = "Bartholomew Montgomery-Featherston"  # 34 characters
    assert f"come back: {long_name}" in text_of(organiser.show("A", newcomers=long_name))
    assert "come back:" not in text_of(organiser.show("A", newcomers=long_name[:-1]))


def test_names_are_text(club, organiser):
    Player.objects.filter(pk=club.members["A"].pk).update(name="<b>Bo</b> & Co")
    for response in (organiser.open(), organiser.show("A"), organiser.take("A", "sheet")):
        assert "<b>Bo" not in response.content.decode()
        assert "&lt;b&gt;Bo&lt;/b&gt; &amp; Co" in response.content.decode()


def test_who_may_come(club, night, foreign, page_editor):
    for person in (club.organiser, club.arbiter, club.superuser):
        assert Screen(person, club).open().status_code == 200
    for stranger in (foreign.organiser, foreign.arbiter):
        screen = Screen(stranger, club)
        for response in (screen.open(), screen.show("A"), screen.post("A", take="csv")):
            assert response.status_code == 404
            assert "Member" not in response.content.decode()
    for response in (Screen(page_editor, club).open(), Client().get(address(club.ladder))):
        assert response.status_code in (302, 404)


def test_a_member_of_another_club_is_not_taken_from_a_form(club, organiser, foreign):
    response = organiser.client.post(
        address(club.ladder),
        {
            "show": "1", "sections": "one", "title": "x", "day": "2026-02-03",
            "player": [foreign.members["Y"].pk, club.members["A"].pk, "7" * 30, "x", ""],
        },
    )  # fmt: skip
    assert sections_on(response) == [["Member A"]]
    assert "Member Y" not in response.content.decode()


def test_nobody_keeps_an_answer(club, organiser):
    answers = [organiser.open(), organiser.post(tick="active"), organiser.show("A"), organiser.show("")]
    answers += [organiser.take("A", taken_as) for taken_as in ("trf", "csv", "sheet")]
    for response in answers:
        assert response.status_code == 200
        assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))


def test_the_way_there_is_on_the_ladder_and_in_its_row(club, arbiter):
    for page in ("/admin/ladders/ladders/", f"/admin/ladders/ladders/edit/{club.ladder.pk}/"):
        assert f'href="{address(club.ladder)}"' in arbiter.client.get(page).content.decode()
