"""An evening typed in the admin: the form, and who is there."""

import re
from datetime import date

import pytest
from bs4 import BeautifulSoup
from django.utils import timezone

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import Event

from .conftest import text_of

pytestmark = pytest.mark.django_db


def type_event(person, of, **fields):
    given = {"ladder": of.pk, "name": "Thursday", "last_day": "2026-03-05", "format": "swiss", **fields}
    return person.submit("type/", **given)


def test_an_evening_begins_with_its_name_and_today(club, arbiter):
    assert f'value="{timezone.localdate().isoformat()}"' in arbiter.open("type/").content.decode()
    response = type_event(arbiter, club.ladder)
    event = Event.objects.get()
    assert response["Location"] == f"/admin/ladders/events/{event.pk}/entries/"
    assert (event.name, event.last_day, event.status) == ("Thursday", date(2026, 3, 5), "draft")


@pytest.mark.parametrize("way", ["type", "upload"])
def test_the_way_from_a_new_ladder_keeps_the_ladder_chosen(way, club, foreign, organiser):
    services.create_ladder(club.club, "Blitz", by=club.organiser)
    assert f'href="/admin/ladders/events/{way}/"' in organiser.open("add/").content.decode()
    for ladder, chosen in ((club.ladder.pk, [str(club.ladder.pk)]), (foreign.ladder.pk, []), ("x", [])):
        add = organiser.open("add/", ladder=ladder).content.decode()
        assert (f'href="/admin/ladders/events/{way}/?ladder={ladder}"' in add) == (ladder != "x")
        form = BeautifulSoup(organiser.open(f"{way}/", ladder=ladder).content, "html.parser")
        selected = [option["value"] for option in form.select("#id_ladder option[selected]")]
        assert [value for value in selected if value] == chosen


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Please give a name."),
        ({"name": "x" * 5000}, "A name may have 200 characters; this one has 5000."),
        ({"last_day": ""}, "Please give the day"),
        ({"last_day": "2026-02-30"}, "There is no such day."),
        ({"first_day": "2026-03-06"}, "The last day lies before the first day."),
        ({"unrated": "variant"}, "Please say why this event is not rated."),
        ({"ladder": "0"}, "Select a valid choice."),
        ({"format": "chess960"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_stored(fields, sentence, club, organiser):
    before = everything()
    response = type_event(organiser, club.ladder, **fields)
    assert sentence in text_of(response)
    assert everything() == before


def test_a_ladder_of_another_club_cannot_be_chosen(foreign, organiser):
    type_event(organiser, foreign.ladder)
    assert not Event.objects.exists()


def test_a_table_without_a_reason_is_given_one(club, organiser):
    type_event(organiser, club.ladder, format="table")
    event = Event.objects.get()
    assert (event.unrated, event.unrated_note) == ("unrated_event", "only points, no games")


def empty_event(club):
    return services.create_event(club.ladder, by=club.arbiter, name="E", last_day=date(2026, 3, 5))


def test_members_are_picked_and_strangers_typed(club, arbiter):
    event = empty_event(club)
    picked = [club.members["A"].pk, club.members["C"].pk]
    response = arbiter.submit(
        f"{event.pk}/entries/", event, member=picked, names="Max Muster\n\n  Ann Other \r\n"
    )
    assert response["Location"] == f"/admin/ladders/events/{event.pk}/results/"
    entries = event.entries.order_by("number").values_list("typed_name", "decision", "player", "decided_by")
    assert list(entries) == [
        ("Member A", "member", picked[0], club.arbiter.pk),
        ("Member C", "member", picked[1], club.arbiter.pk),
        ("Max Muster", "undecided", None, None),
        ("Ann Other", "undecided", None, None),
    ]


def test_who_is_there_already_is_not_offered_again(club, arbiter):
    event = empty_event(club)
    member = club.members["A"]
    arbiter.submit(f"{event.pk}/entries/", event, member=[member.pk])
    assert member.pk not in dict(arbiter.open(f"{event.pk}/entries/").context["members"])
    arbiter.submit(f"{event.pk}/entries/", event, member=[member.pk])
    assert event.entries.count() == 1


def test_members_of_another_club_are_neither_offered_nor_taken(club, foreign, arbiter):
    event = empty_event(club)
    stranger = foreign.members["Y"]
    assert "Member Y" not in arbiter.open(f"{event.pk}/entries/").content.decode()
    before = everything()
    assert "Please pick or type" in text_of(
        arbiter.submit(f"{event.pk}/entries/", event, member=[stranger.pk])
    )
    assert everything() == before


@pytest.mark.parametrize("names", ["x" * 5000, "Good Name\n" + "y" * 201])
def test_a_name_that_is_too_long_keeps_the_others_out_too(names, club, arbiter):
    event = empty_event(club)
    before = everything()
    response = arbiter.submit(f"{event.pk}/entries/", event, names=names, member=[club.members["A"].pk])
    assert "A name may have 200 characters" in text_of(response)
    assert everything() == before
    html = response.content.decode()
    assert names.splitlines()[-1] in html  # the input is kept
    assert f'value="{club.members["A"].pk}" checked' in html


def test_names_typed_under_an_old_version_are_kept_in_the_form(club, arbiter):
    event = empty_event(club)
    before = everything()
    response = arbiter.submit(f"{event.pk}/entries/", version=event.version + 7, names="Max Muster")
    assert "changed this event" in text_of(response)
    assert "Max Muster" in response.content.decode()
    assert everything() == before


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("max MUSTER", "“max MUSTER” is there already. Two people, or one?"),
        ("Member A", "“Member A” stands in the list twice. Two people, or one?"),
        ("Ann Other\nann other", "“ann other” stands in the list twice. Two people, or one?"),
        ("Ann Other\nANN OTHER\nann other", "“ann other” stands in the list twice. Two people, or one?"),
    ],
)
def test_a_name_that_would_stand_twice_is_two_people_or_one(typed, question, club, arbiter):
    event = empty_event(club)
    services.add_entries(event, ["Max Muster"], by=club.arbiter)
    picked = [club.members["A"].pk]
    before = everything()
    response = arbiter.submit(f"{event.pk}/entries/", event, member=picked, names=typed)
    assert question in text_of(response)
    assert typed.splitlines()[-1] in response.content.decode()
    assert f'value="{picked[0]}" checked' in response.content.decode()
    assert everything() == before
    (field,) = re.findall(r'name="(double-[^"]+)" value="two"', response.content.decode())
    for unclear in ({field: "three"}, {"double-somebody else": "one"}):
        again = arbiter.submit(f"{event.pk}/entries/", event, member=picked, names=typed, **unclear)
        assert question in text_of(again)
    assert everything() == before
    arbiter.submit(f"{event.pk}/entries/", event, member=picked, names=typed, **{field: "two"})
    assert event.entries.count() == 2 + len(typed.splitlines())


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("max MUSTER", ["Max Muster", "Member A"]),
        ("Member A", ["Max Muster", "Member A"]),
        ("Ann Other\nBea\nann other\nANN OTHER", ["Max Muster", "Member A", "Ann Other", "Bea"]),
    ],
)
def test_one_person_who_was_typed_twice_is_added_once(typed, kept, club, arbiter):
    event = empty_event(club)
    services.add_entries(event, ["Max Muster"], by=club.arbiter)
    fields = {"member": [club.members["A"].pk], "names": typed}
    response = arbiter.submit(f"{event.pk}/entries/", event, **fields)
    (field,) = re.findall(r'name="(double-[^"]+)" value="one"', response.content.decode())
    arbiter.submit(f"{event.pk}/entries/", event, **fields, **{field: "one"})
    assert list(event.entries.order_by("number").values_list("typed_name", flat=True)) == kept


def test_of_two_doubles_each_has_its_answer(club, arbiter):
    event = empty_event(club)
    typed = "Ann\nBea\nAnn\nBea"
    half = arbiter.submit(f"{event.pk}/entries/", event, names=typed, **{"double-ann": "one"})
    assert "“Bea” stands in the list twice" in text_of(half)
    assert 'name="double-ann" value="one" checked' in half.content.decode()
    arbiter.submit(f"{event.pk}/entries/", event, names=typed, **{"double-ann": "one", "double-bea": "two"})
    assert list(event.entries.order_by("number").values_list("typed_name", flat=True)) == [
        "Ann",
        "Bea",
        "Bea",
    ]


def test_a_member_ticked_whose_name_was_typed_before_is_asked_about(club, arbiter):
    event = empty_event(club)
    services.add_entries(event, ["member a"], by=club.arbiter)
    response = arbiter.submit(f"{event.pk}/entries/", event, member=[club.members["A"].pk])
    assert "“Member A” is there already." in text_of(response)
    assert event.entries.count() == 1


def test_a_large_registry_lists_those_who_played(club, night, arbiter, monkeypatch):
    monkeypatch.setattr("wagtail_ladder.admin.events.typed.MOST_MEMBERS_LISTED", 4)
    event = empty_event(club)
    context = arbiter.open(f"{event.pk}/entries/").context
    assert [name for _pk, name in context["members"]] == [f"Member {letter}" for letter in "ABCD"]
    assert context["members_unlisted"] == 2
