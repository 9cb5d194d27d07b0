"""The list of decisions: what each says, which are there, and how they are found."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.services.kit import entry, everything
from wagtail_ladder import services
from wagtail_ladder.admin.ledger.access import url_of_history
from wagtail_ladder.models import Act
from wagtail_ladder.services import LeaveOut, Member, NewMember, Undecide

from .conftest import Browser, address, text_of, text_of_cell

pytestmark = pytest.mark.django_db


def name(event, letter):
    return entry(event, letter)


def test_each_kind_of_decision_is_a_sentence_with_names(club, night, organiser):
    members, by = club.members, club.organiser
    second = club.play("AE1 BE1", day=date(2026, 1, 13), decide=False)
    services.decide_entry(name(second, "A"), NewMember("Anna <b>"), by=by)
    services.decide_entry(name(second, "B"), LeaveOut(), by=by)
    services.decide_entry(name(second, "E"), Member(members["E"].pk), by=by)
    services.decide_entry(name(second, "B"), Undecide(), by=by)
    game = second.games.get(round=2)
    services.part_entry(name(second, "E"), [game.pk], by=by)
    third = club.play("AB1 CE1", day=date(2026, 1, 20), publish=False)
    joined = [name(third, "A").pk, name(third, "C").pk]
    services.join_entries(third, joined, Member(members["F"].pk), by=by)
    services.repoint_entries(club.club, [name(night, "D").pk], Member(members["E"].pk), by=by)
    moved = [name(night, "A").pk]
    services.decide_entry(name(third, "C"), Member(members["A"].pk), by=by)
    services.split_player(members["A"], moved, NewMember("Twin"), by=by)
    services.declare_distinct(members["C"], members["D"], by=by)
    services.merge_players(members["B"], members["D"], by=by)
    said = organiser.lines()
    for sentence in (
        "4 names decided in Club evening",
        "“Typed A” in Club evening is a new member: Anna &lt;b&gt;",
        "“Typed B” in Club evening is a guest",
        "“Typed E” in Club evening is Member E",
        "“Typed B” in Club evening is not decided any more",
        "“Typed E” in Club evening is two people",
        "“Typed A” and “Typed C” in Club evening are one person: Member F",
        "“Typed D” in Club evening is Member E",
        "Member A was two people: 1 name is Twin",
        "Member A and Twin are not the same person",
        "Member C and Member D are not the same person",
        "Member D was merged into Member B",
    ):
        assert sentence in said
    assert said[0] == "Member D was merged into Member B"


def test_two_members_of_one_name_are_told_apart_by_their_references(club, night, organiser):
    twins = [services.add_player(club.club, "Eleni Vasiliou", by=club.organiser) for _twice in range(2)]
    one, other = (f"Eleni Vasiliou ({twin.reference})" for twin in twins)
    services.declare_distinct(*twins, by=club.organiser)
    services.decide_entry(name(night, "D"), Member(twins[1].pk), by=club.organiser)
    said = organiser.lines()
    assert f"{one} and {other} are not the same person" in said
    assert f"“Typed D” in Club evening is {other}" in said
    filtered = organiser.look(player=twins[0].pk).content.decode()
    assert f"<bdi>{one}</bdi>" in filtered, "in the filter"
    assert "Member A" in text_of(organiser.look(player=club.members["A"].pk))
    page = text_of(organiser.look(f"{Act.objects.order_by('-pk')[0].pk}/"))
    assert f"Typed D Member D {other}" in " ".join(page.split())


def test_an_undone_decision_comes_where_it_was_undone_with_who_and_when(club, night, organiser):
    first = Act.objects.get()
    services.declare_distinct(club.members["E"], club.members["F"], by=club.organiser)
    assert organiser.lines()[1] == "4 names decided in Club evening"
    services.undo(first, by=club.organiser)
    assert organiser.lines()[0] == "4 names decided in Club evening"
    page = text_of(organiser.look())
    assert "arbiter, " in page
    assert "undone organiser, " in page


def test_decisions_of_another_club_are_not_listed_nor_filtered_by(club, night, foreign, organiser):
    event = foreign.play("YZ1")
    assert len(organiser.lines()) == 1
    page = organiser.look().content.decode()
    assert "Member Y" not in page
    assert "foreign-arbiter" not in page
    for filter_by in ({"player": foreign.members["Y"].pk}, {"event": event.pk}):
        assert organiser.lines(**filter_by) == ["4 names decided in Club evening"]  # no such filter


def test_found_by_member_with_all_that_ever_was_his(club, night, organiser):
    members, by = club.members, club.organiser
    services.repoint_entries(club.club, [name(night, "D").pk], Member(members["E"].pk), by=by)
    services.declare_distinct(members["B"], members["C"], by=by)
    services.merge_players(members["E"], members["F"], by=by)
    of_d = ["“Typed D” in Club evening is Member E", "4 names decided in Club evening"]
    assert organiser.lines(player=members["D"].pk) == of_d
    of_e = ["Member F was merged into Member E", *of_d]
    assert organiser.lines(player=members["E"].pk) == of_e
    members["F"].refresh_from_db()
    absorbed = organiser.get(url_of_history(player=members["F"]))
    assert [text_of_cell(act) for act in absorbed.context["object_list"]] == of_e


def test_found_by_member_are_the_lists_he_was_added_with(club, organiser):
    zoe, _yannis, _xenia = services.add_players(
        club.club, [("Zoe Zimmer", ()), ("Yannis Ypsilon", ()), ("Xenia Xanthou", ())], by=club.arbiter
    )
    (other,) = services.add_players(club.club, [("Wim Wolters", ())], by=club.arbiter)
    of_zoe = ["3 new members from a list"]
    assert organiser.lines(player=zoe.pk) == of_zoe
    assert organiser.lines(player=other.pk) == ["Wim Wolters is a new member"]
    assert organiser.lines(player=club.members["A"].pk) == []
    services.merge_players(other, zoe, by=club.organiser)
    both = ["Zoe Zimmer was merged into Wim Wolters", "Wim Wolters is a new member", *of_zoe]
    assert organiser.lines(player=other.pk) == both, "all that he is"


class TestTheSearchForAMember:
    def found(self, browser, query):
        response = browser.post(address("members/"), {"q": query})
        assert response.status_code == 200
        return [(member["name"], member["value"]) for member in response.json()["members"]]

    def test_a_list_of_all_members_is_nowhere(self, club, night, organiser):
        page = organiser.look().content.decode()
        assert address("members/") in page
        assert "Member E" not in page

    def test_by_name_and_by_spelling_whatever_the_accents(self, club, night, organiser):
        d = club.members["D"]
        for query in ("member d", "MÉMBER D", "typed d"):
            assert ("Member D", d.pk) in self.found(organiser, query)
        services.merge_players(club.members["E"], d, by=club.organiser)
        assert ("Member D", d.pk) not in self.found(organiser, "member d"), "he is Member E since"

    def test_two_of_one_name_are_told_apart(self, club, organiser):
        twins = [services.add_player(club.club, "Eleni Vasiliou", by=club.organiser) for _twice in range(2)]
        wanted = {(f"Eleni Vasiliou ({twin.reference})", twin.pk) for twin in twins}
        assert set(self.found(organiser, "vasiliou")) == wanted

    @pytest.mark.parametrize("query", ["", "m", "\0" * 3, "<script>", "x" * 10_000])
    def test_of_nobody_there_is_an_answer_too(self, query, club, organiser):
        assert self.found(organiser, query) == []

    def test_members_of_another_club_are_not_found(self, club, foreign, organiser):
        assert self.found(organiser, "Member Y") == []
        both = organiser.__class__(club.superuser).post(address("members/"), {"q": "member"}).json()
        assert {member["club"] for member in both["members"]} == {"Rook End", "Zugzwang"}

    def test_it_is_asked_by_post_alone_and_by_those_who_work_for_a_club(self, club, organiser, page_editor):
        assert organiser.get(address("members/"), {"q": "member"}).status_code == 405
        assert Browser(page_editor).post(address("members/"), {"q": "member"})["Location"] == "/admin/"


def test_found_by_whether_it_was_undone(club, night, organiser):
    services.undo(
        services.declare_distinct(club.members["B"], club.members["C"], by=club.organiser), by=club.organiser
    )
    assert organiser.lines(undone="no") == ["4 names decided in Club evening"]
    assert organiser.lines(undone="yes") == ["Member B and Member C are not the same person"]
    assert len(organiser.lines()) == 2


def test_found_by_event_editor_kind_and_date(club, night, organiser):
    other = club.play("EF1", day=date(2026, 1, 13))
    services.declare_distinct(club.members["B"], club.members["C"], by=club.organiser)
    services.repoint_entries(
        club.club, [name(other, "E").pk], Member(club.members["D"].pk), by=club.organiser
    )
    long_ago = datetime(2025, 5, 1, 12, tzinfo=UTC)
    Act.objects.filter(event=night).update(at=long_ago)
    assert len(organiser.lines(event=other.pk)) == 2
    options = text_of(organiser.look())
    assert "Club evening, Jan. 13, 2026 Club evening, Jan. 6, 2026" in options, "two of one name"
    assert len(organiser.lines(editor=club.arbiter.pk)) == 2
    assert len(organiser.lines(editor=club.organiser.pk)) == 2
    assert len(organiser.lines(kind="distinct")) == 1
    assert organiser.lines(at_to="2025-05-01") == ["4 names decided in Club evening"]
    assert len(organiser.lines(at_from="2025-05-02")) == 3


def test_who_took_back_a_decision_is_an_editor_too(club, night, organiser):
    services.undo(Act.objects.get(), by=club.organiser)
    assert organiser.lines(editor=club.organiser.pk) == ["4 names decided in Club evening"]


def test_the_number_of_queries_does_not_grow(club, night, organiser):
    organiser.look()
    with CaptureQueriesContext(connection) as few:
        organiser.look()
    for day in range(1, 13):
        event = club.play("AB1 CD1 EF1", day=date(2026, 2, day))
        services.repoint_entries(club.club, [name(event, "A").pk], LeaveOut(), by=club.organiser)
    with CaptureQueriesContext(connection) as many:
        assert len(organiser.look().context["object_list"]) == 25
    assert len(many) == len(few)


def test_there_are_fifty_on_a_page(club, night, organiser):
    names = [entry.pk for entry in night.entries.all()]
    for number in range(52):
        choice = LeaveOut() if number % 2 else Member(club.members["E"].pk)
        services.repoint_entries(club.club, names[:1], choice, by=club.organiser)
    assert len(organiser.look().context["object_list"]) == 50
    assert len(organiser.look(p=2).context["object_list"]) == 3


def test_looking_changes_nothing(club, night, organiser, arbiter):
    before = everything()
    act = Act.objects.get()
    for person in (organiser, arbiter):
        for path in ("", "results/", f"{act.pk}/", f"{act.pk}/undo/"):
            assert person.look(path).status_code == 200
    assert everything() == before


def test_the_menu_leads_there_who_works_for_a_club(night, organiser, page_editor):
    assert "/admin/ladders/decisions/" in organiser.get("/admin/").content.decode()
    browser = Browser(page_editor)
    assert "/admin/ladders/decisions/" not in browser.get("/admin/").content.decode()
    assert browser.look()["Location"] == "/admin/"
