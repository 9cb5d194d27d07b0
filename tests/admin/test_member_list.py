"""A pasted or uploaded list of names becomes members, after a look at everybody who is near."""

import re
from base64 import b64encode
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.desks import text_of, undo_on_screen
from tests.services.kit import everything, make_club
from wagtail_ladder import services
from wagtail_ladder.models import Act, Player

LIST, REVIEW = "ladder_players:add_list", "ladder_players:review_list"


@pytest.fixture
def arbiter(client, rookery):
    """Of a club with the members Anna Keller and Ben Okafor."""
    client.force_login(rookery.arbiter)
    return client


def hand_in(client, rookery, names="", **fields):
    return client.post(reverse(LIST), {"club": rookery.club.pk, "names": names, **fields})


def save(client, page, **choices):
    """Press “Save the list” on the review, with what is ticked there but for `choices` (as line4="new")."""
    html = page.content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    ticked = re.findall(r'name="(choice-\d+)" value="([\w-]+)" checked', html)
    said = {re.sub(r"^line(\d+)$", r"choice-\1", field): value for field, value in choices.items()}
    return client.post(reverse(REVIEW), {**hidden, **dict(ticked), **said})


def ticked(page):
    """Line -> what is ticked in advance."""
    lines = [*page.context["asked"], *page.context["unknown"]]
    return {line.typed.line: line.choice for line in lines}


def names_of(rookery):
    return sorted(rookery.club.players.values_list("name", flat=True))


def test_names_that_resemble_nobody_become_members(arbiter, rookery):
    before = everything()
    page = hand_in(arbiter, rookery, "Zoe Zimmer\n\nYannis Ypsilon\n")
    assert everything() == before
    assert ticked(page) == {1: "new", 3: "new"}
    response = save(arbiter, page)
    assert response["Location"] == reverse("ladder_players:list")
    assert names_of(rookery) == ["Anna Keller", "Ben Okafor", "Yannis Ypsilon", "Zoe Zimmer"]
    message = text_of(arbiter.get(response["Location"]))
    assert "2 new members." in message
    act = Act.objects.latest("pk")
    assert act.kind == "add"
    decision = text_of(arbiter.get(reverse("wagtail_ladder_ledger:act", args=[act.pk])))
    assert "Zoe Zimmer and Yannis Ypsilon are new members" in decision
    undone = undo_on_screen(arbiter, act)
    assert undone["Location"] == reverse("wagtail_ladder_ledger:act", args=[act.pk])
    assert len(names_of(rookery)) == 4, "who was added stays"


def test_who_is_near_is_shown_with_the_evidence_and_asked(arbiter, rookery):
    anna, ben = rookery.players
    page = hand_in(arbiter, rookery, "Anna Keller\nBen Okafr\nZoe Zimmer")
    text = text_of(page)
    assert "Is Anna Keller already on no ladder yet same name" in text
    assert "Is Ben Okafor already on no ladder yet one letter: o" in text
    assert ticked(page) == {1: f"member-{anna.pk}", 2: "", 3: "new"}
    before = everything()
    refused = save(arbiter, page)
    assert "Please say who these are: line 2." in text_of(refused)
    assert "Letters read as" not in text_of(refused)  # nobody doubts the letters of a pasted list
    assert everything() == before
    response = save(arbiter, refused, line2=f"member-{ben.pk}")
    assert names_of(rookery) == ["Anna Keller", "Ben Okafor", "Zoe Zimmer"]
    assert "1 new member, 2 were members already." in text_of(arbiter.get(response["Location"]))


def test_near_members_are_shown_with_rating_and_last_seen(client, db):
    club = make_club()
    services.rename_player(club.members["A"], "Anna Keller", by=club.arbiter)
    services.rename_player(club.members["E"], "Adam Keller", by=club.arbiter)
    club.play("AB1", day=date(2020, 3, 1))
    client.force_login(club.arbiter)
    page = client.post(reverse(LIST), {"club": club.club.pk, "names": "A. Keller"})
    (line,) = page.context["asked"]
    anna, adam = sorted(line.near, key=lambda near: near.name, reverse=True)
    rating, seen = anna.facts
    # A newcomer of 1200, K 40, who beat another: + 20.
    assert rating == "Thursday 1220"
    assert re.fullmatch(r"not seen for \d+ months", seen)
    assert (anna.why, anna.against) == ("initial + same surname", "also fits Adam Keller")
    assert adam.facts == ("on no ladder yet",)
    assert "but: also fits Adam Keller" in text_of(page)


def test_a_near_member_who_was_renamed_meanwhile_is_looked_at_again(arbiter, rookery):
    """The form says that Ben Okafor is a member already; he is called otherwise now."""
    ben = rookery.players[1]
    page = hand_in(arbiter, rookery, "Ben Okafr\nZoe Zimmer")
    services.rename_player(ben, "Ben Okafo", by=rookery.organiser)
    before = everything()
    refused = save(arbiter, page, line1=f"member-{ben.pk}")
    assert "The members have changed meanwhile. Please look again." in text_of(refused)
    assert everything() == before
    assert ticked(refused) == {1: f"member-{ben.pk}", 2: "new"}  # nothing chosen is lost
    save(arbiter, refused)
    assert "Zoe Zimmer" in names_of(rookery)


def test_a_new_member_in_spite_of_a_near_one_is_put_on_record_as_somebody_else(arbiter, rookery):
    anna, _ben = rookery.players
    page = hand_in(arbiter, rookery, "Anna Keller\nZoe Zimmer")
    save(arbiter, page, line1="new")
    second = Player.objects.get(name="Anna Keller", pk__gt=anna.pk)
    act = Act.objects.get(kind="distinct")
    assert (act.kind, {act.player_id, act.other_id}) == ("distinct", {anna.pk, second.pk})
    assert act.by == rookery.arbiter


@pytest.mark.parametrize("name", ["Anna Keller", "Αnna  KELLER", "Ana Keller", "Άννα Κέλλερ"])
def test_one_new_player_beside_a_near_one_is_asked_about_too(arbiter, rookery, name):
    anna, _ben = rookery.players
    before = everything()
    page = arbiter.post(reverse("ladder_players:add"), {"club": rookery.club.pk, "name": name})
    assert "Is Anna Keller already" in text_of(page)
    assert everything() == before
    save(arbiter, page, line1="new")
    second = rookery.club.players.latest("pk")
    assert second not in rookery.players
    act = Act.objects.get(kind="distinct")
    assert {act.player_id, act.other_id} == {anna.pk, second.pk}
    assert Act.objects.filter(kind="add").latest("pk").before["players"] == [second.pk]


def test_one_new_player_who_is_a_member_already_is_not_added_again(arbiter, rookery):
    new = {"club": rookery.club.pk, "name": "Anna Keller"}
    page = arbiter.post(reverse("ladder_players:add"), new)
    response = save(arbiter, page, line1=f"member-{rookery.players[0].pk}")
    assert names_of(rookery) == ["Anna Keller", "Ben Okafor"]
    assert "1 was a member already." in text_of(arbiter.get(response["Location"]))


def test_the_same_name_twice_in_the_list_is_asked(arbiter, rookery):
    page = hand_in(arbiter, rookery, "Zoe Zimmer\nYannis\nZOE  ZIMMER\nZimmer Zoe\nYannis")
    text = text_of(page)
    assert "Nearly the same as line 1: Zoe Zimmer. Two people, or one?" in text
    assert "The same name stands in line 2. Two people, or one?" in text
    assert ticked(page) == {1: "new", 2: "new", 3: "", 4: "", 5: ""}
    assert "Please say who these are: line 3, 4, 5." in text_of(save(arbiter, page))
    save(arbiter, page, line3="new", line4="left_out", line5="left_out")
    assert names_of(rookery)[2:] == ["Yannis", "ZOE ZIMMER", "Zoe Zimmer"]
    assert Act.objects.filter(kind="distinct").count() == 1


def test_a_slip_within_the_list_is_pointed_out(arbiter, rookery):
    text = text_of(hand_in(arbiter, rookery, "Zoe Zimmer\nZoe Zimmr"))
    assert '"Zoe Zimmer" and "Zoe Zimmr" are spelled almost alike. Are they one player?' in text


def test_one_person_who_stands_twice_becomes_one_member(arbiter, rookery):
    page = hand_in(arbiter, rookery, "Zoe Zimmer\nZoe Zimmer")
    assert "The same name stands in line 1." in text_of(page)
    save(arbiter, page, line2="left_out")
    assert names_of(rookery)[2:] == ["Zoe Zimmer"]


def test_a_file_is_read_like_a_pasted_list(arbiter, rookery):
    file = SimpleUploadedFile("class.csv", '"Name"\r\n"Zimmer, Zoe"\r\n'.encode("utf-8-sig"))
    page = hand_in(arbiter, rookery, file=file)
    assert "The first line was taken for a heading." in text_of(page)
    save(arbiter, page)
    assert "Zimmer, Zoe" in names_of(rookery)


def test_the_letters_of_an_old_file_follow_the_club_and_can_be_chosen(arbiter, rookery, root):
    services.change_club(
        rookery.club, name="Rookery", language="el", juniors_never_by_full_name=True, by=root
    )
    greek = "Νίκος Παπαδόπουλος\nΕλένη Δήμου\n"
    page = hand_in(arbiter, rookery, file=SimpleUploadedFile("class.txt", greek.encode("cp1253")))
    assert "Νίκος Παπαδόπουλος" in text_of(page)
    assert "Letters read as" in text_of(page)
    hidden = {
        "club": rookery.club.pk,
        "content": b64encode(greek.encode("cp1253")).decode(),
        "filename": "class.txt",
        "encoding": "cp1252",
    }
    assert "Νίκος" not in text_of(arbiter.post(reverse(REVIEW), {**hidden, "look": "1"}))
    save(arbiter, page, encoding="cp1253")
    assert "Ελένη Δήμου" in names_of(rookery)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Please paste the names, or choose a file."),
        ({"names": "Zoe\nYannis;1500"}, "line 2: There is more than a name in this line."),
        ({"names": "Zoe\n" + "x" * 201}, "line 2: A name has 201 characters; at most 200 are possible."),
        ({"names": "\n".join(f"N{n}" for n in range(501))}, "line 501: A list may have 500 names at a time."),
        ({"names": "Zoe", "file": (b"Zoe", "a.txt")}, "Please paste the names or choose a file, not both."),
        ({"file": (b"\x89PNG\r\n\x1a\n" + bytes(99), "a.png")}, "This is no list of names in plain text."),
        ({"file": (b"", "a.txt")}, "There is no name in the list."),
        ({"file": (b"x" * 500_001, "a.txt")}, "This file is too large for a list of 500 names."),
        ({"club": "999999", "names": "Zoe"}, "Select a valid choice."),
        ({"club": "", "names": "Zoe"}, "Please choose a club."),
    ],
)
def test_what_cannot_be_read_is_told_and_nothing_is_saved(arbiter, rookery, fields, sentence):
    if "file" in fields:
        content, name = fields["file"]
        fields = {**fields, "file": SimpleUploadedFile(name, content)}
    before = everything()
    page = hand_in(arbiter, rookery, **fields)
    assert page.status_code == 200
    assert sentence in text_of(page)
    assert everything() == before


def test_a_name_of_which_nothing_is_seen_is_told_by_its_line(arbiter, rookery):
    page = hand_in(arbiter, rookery, "Zoe Zimmer\n\u3164\n")
    before = everything()
    refused = save(arbiter, page, line2="new")
    assert "Line 2: Please give a name." in text_of(refused)
    assert everything() == before
    save(arbiter, refused, line2="left_out")
    assert names_of(rookery)[2:] == ["Zoe Zimmer"]


@pytest.mark.parametrize("nobody", ["12345", "😀"])
def test_a_line_without_a_letter_is_no_name_and_like_no_other_line(arbiter, rookery, nobody):
    page = hand_in(arbiter, rookery, f"Zoe Zimmer\n♟♟\n{nobody}")
    assert "Nearly the same" not in text_of(page)
    before = everything()
    refused = save(arbiter, page, line2="left_out")
    assert "Line 3: There is no letter in this name." in text_of(refused)
    assert everything() == before
    save(arbiter, refused, line2="left_out", line3="left_out")
    assert names_of(rookery)[2:] == ["Zoe Zimmer"]


def test_names_that_are_html_stay_text(arbiter, rookery):
    page = hand_in(arbiter, rookery, "<script>alert(1)</script>\n<b>Anna</b> Keller")
    assert "<script>alert(1)" not in page.content.decode()
    assert "<b>Anna</b>" not in page.content.decode()


def test_members_who_came_meanwhile_are_looked_at_first(arbiter, rookery):
    page = hand_in(arbiter, rookery, "Zoe Zimmer")
    services.add_player(rookery.club, "Zoe Zimmer", by=rookery.organiser)
    before = everything()
    refused = save(arbiter, page)
    assert "The members have changed meanwhile. Please look again." in text_of(refused)
    assert everything() == before


def test_only_what_was_offered_can_be_chosen(arbiter, rookery, foreign):
    page = hand_in(arbiter, rookery, "Zoe Zimmer\nAnna Keller")
    before = everything()
    for choice in (f"member-{foreign.players[0].pk}", f"member-{rookery.players[1].pk}", "x", ""):
        assert "Please say who these are: line 2." in text_of(save(arbiter, page, line2=choice))
    assert everything() == before


def test_another_club_is_not_offered_and_not_taken(arbiter, rookery, foreign, editor, client):
    page = hand_in(arbiter, rookery, "Zoe Zimmer")
    assert "Zugzwang" not in arbiter.get(reverse(LIST)).content.decode()
    before = everything()
    hidden = {"club": foreign.club.pk, "content": b64encode(b"Zoe").decode(), "choice-1": "new"}
    assert arbiter.post(reverse(REVIEW), hidden)["Location"] == reverse(LIST)
    client.force_login(editor)
    for method in ("get", "post"):
        for name in (LIST, REVIEW):
            assert getattr(client, method)(reverse(name))["Location"] == reverse("wagtailadmin_home")
    assert everything() == before
    assert page.status_code == 200


@pytest.mark.parametrize("fields", [{}, {"content": "%%%"}, {"content": "", "seen": "x"}])
def test_a_review_without_its_list_leads_back_to_the_list(arbiter, rookery, fields):
    response = arbiter.post(reverse(REVIEW), {"club": rookery.club.pk, **fields})
    assert response["Location"] == reverse(LIST)
    assert arbiter.get(reverse(REVIEW))["Location"] == reverse(LIST)


def test_the_list_of_players_leads_there(arbiter, rookery):
    assert f'href="{reverse(LIST)}"' in arbiter.get(reverse("ladder_players:list")).content.decode()


def test_five_hundred_names_fit_in_one_form(arbiter, rookery):
    page = hand_in(
        arbiter, rookery, "\n".join(f"Pupil {chr(0x4E00 + n)}{chr(0x5E00 + n)}" for n in range(500))
    )
    choices = {f"line{number}": "new" for number in range(1, 501)}
    assert save(arbiter, page, **choices).status_code == 302
    assert rookery.club.players.count() == 502
