from datetime import date

import pytest
from django.urls import reverse

from tests.admin.test_clubs import messages_of
from tests.services.kit import make_club
from wagtail_ladder import services
from wagtail_ladder.models import Act, Club, Player
from wagtail_ladder.services import Member, NewMember
from wagtail_ladder.services.doubles import likely_doubles

from .conftest import logged_in, text_of

REPORT = "/admin/ladders/who/doubles/"


@pytest.fixture
def add(club):
    return lambda name: services.add_player(club.club, name, by=club.organiser)


@pytest.fixture
def pair(add):
    return add("Nikos Papadopoulos"), add("Nikos Papadopuolos")


def pairs_of(club):
    return [set(double.players) for double in likely_doubles(club.club)]


def merge_links(response, *players):
    one, other = (player.pk for player in players)
    html = response.content.decode()
    return f"/merge/{one}/{other}/" in html or f"/merge/{other}/{one}/" in html


class TestTheList:
    def test_a_slip_in_a_name_is_a_likely_double(self, club, pair, add):
        add("Maria Nikolaou")
        assert pairs_of(club) == [{player.pk for player in pair}]

    def test_so_is_the_same_name_and_it_comes_first(self, club, pair, add):
        twins = {add("Eleni Vasiliou").pk, add("Eleni Vasiliou").pk}
        assert pairs_of(club) == [twins, {player.pk for player in pair}]

    def test_an_initial_is_one_only_where_it_fits_nobody_else(self, club, add):
        pair = {add("N. Papadopoulos").pk, add("Nikos Papadopoulos").pk}
        assert pairs_of(club) == [pair]
        add("Nektarios Papadopoulos")
        assert pairs_of(club) == []

    def test_confirmed_spellings_count(self, club, add):
        one, other = add("Kostas Ioannou"), add("Petros Dimitriou")
        for player in (one, other):
            day, names = date(2026, 1, 6), ["Petros Dimitriou"]
            event = services.create_event(
                club.ladder, by=club.organiser, name="Evening", last_day=day, names=names
            )
            choices = {event.entries.get().pk: Member(player.pk)}
            services.decide_entries(event, choices, by=club.organiser)
        assert pairs_of(club) == [{one.pk, other.pk}]

    def test_an_absorbed_member_is_in_no_pair_and_his_name_counts_for_the_other(self, club, pair, add):
        third = add("Dora Kyriakou")
        services.merge_players(third, pair[1], by=club.organiser)
        assert pairs_of(club) == [{pair[0].pk, third.pk}]

    def test_on_record_as_not_the_same_they_are_none_until_it_is_lifted(self, club, pair):
        act = services.declare_distinct(*pair, by=club.arbiter)
        assert pairs_of(club) == []
        services.undo(act, by=club.organiser)
        assert pairs_of(club) == [{player.pk for player in pair}]

    def test_the_record_of_an_absorbed_member_holds_for_the_kept_one(self, club, pair, add):
        third = add("Dora Kyriakou")
        services.declare_distinct(*pair, by=club.arbiter)
        services.merge_players(third, pair[1], by=club.organiser)
        assert pairs_of(club) == []

    def test_another_clubs_members_are_none(self, club, add):
        other = make_club("Zugzwang", "XY", prefix="other-")
        services.add_player(other.club, "Nikos Papadopoulos", by=other.organiser)
        add("Nikos Papadopoulos")
        assert pairs_of(club) == pairs_of(other) == []

    def test_it_follows_every_change_though_it_is_kept(self, club, pair):
        assert pairs_of(club)
        services.rename_player(pair[0], "Zoe Angelou", by=club.arbiter)
        assert pairs_of(club) == []


class TestTheReport:
    def test_each_pair_with_what_speaks_for_and_against(self, organiser, pair):
        page = organiser.get(REPORT)
        shown = text_of(page)
        assert "1 pair of members may be one person each." in shown
        for player in pair:
            assert player.name in shown
        assert "For it" in shown
        assert "Against it" in shown
        assert merge_links(page, *pair)

    def test_the_spellings_on_which_it_rests_are_shown_where_the_names_do_not_say_it(
        self, organiser, club, add, pair
    ):
        """An evening's "Petros Dimitriou" was decided to be Kostas Ioannou."""
        kostas, petros = add("Kostas Ioannou"), add("Petros Dimitriu")
        event = services.create_event(
            club.ladder, by=club.organiser, name="E", last_day=date(2026, 1, 6), names=["Petros Dimitriou"]
        )
        services.decide_entry(event.entries.get(), Member(kostas.pk), by=club.organiser)
        assert {kostas.pk, petros.pk} in pairs_of(club)
        shown = text_of(organiser.get(REPORT))
        assert "by the spellings “Petros Dimitriou” and “Petros Dimitriu”" in shown
        assert shown.count("by the spellings") == 1, "the names of the other pair say it themselves"

    def test_no_pair_is_said_so(self, organiser, club):
        shown = text_of(organiser.get(REPORT))
        assert "No two members of Rook End are called so much alike" in shown

    def test_with_pairs_and_without_the_way_leads_on(self, organiser, club, add):
        """To two others, and to those who are on record as not the same."""
        for name in ("Eleni Vasiliou", "Eleni Vasiliou", "Eleni Vasiliou"):
            page = organiser.get(REPORT).content.decode()
            assert f'<a href="{reverse("ladder_players:list")}">Compare two others' in page
            assert (
                f'<a href="{reverse("wagtail_ladder_ledger:index")}?kind=distinct">Who is on record' in page
            )
            add(name)

    def test_two_of_one_name_are_told_apart_by_their_references(self, organiser, add, pair):
        twins = add("Eleni Vasiliou"), add("Eleni Vasiliou")
        shown = text_of(organiser.get(REPORT))
        assert all(f"Eleni Vasiliou {twin.reference} ·" in shown for twin in twins)
        assert pair[0].reference not in shown, "his name is his alone"

    def test_every_pair_can_be_left_for_later(self, organiser, club, add):
        """The last one of a page too: the next page comes, and at the very end the list of players."""
        Player.objects.bulk_create(Player(club=club.club, name="Eleni Vasiliou") for _ in range(7))
        Club.objects.filter(pk=club.club.pk).update(version=1_000)
        assert len(likely_doubles(club.club)) == 21, "7 × 6 / 2"
        first, second = (organiser.get(f"{REPORT}?p={page}").content.decode() for page in (1, 2))
        assert first.count(">Later<") == 20
        assert f'wl-later" href="{REPORT}?club={club.club.pk}&amp;p=2"' in first
        assert f'wl-later" href="{reverse("ladder_players:list")}"' in second

    def test_not_the_same_is_remembered_and_can_be_undone(self, organiser, pair, club):
        address = reverse("wagtail_ladder_who:distinct", args=[player.pk for player in pair])
        response = organiser.post(address, {"p": "1"})
        assert response.url == f"{REPORT}?club={club.club.pk}"
        assert "It is on record that these two are not the same person." in messages_of(response)[0]
        act = Act.objects.get(kind="distinct")
        assert act.by == club.organiser
        assert not merge_links(organiser.get(REPORT), *pair)
        again = organiser.post(address)
        assert messages_of(again)[-1] == "It is on record already that these two are not the same."
        assert Act.objects.filter(kind="distinct").count() == 1

    def test_a_look_at_that_address_is_none(self, organiser, pair):
        address = reverse("wagtail_ladder_who:distinct", args=[player.pk for player in pair])
        assert organiser.get(address).status_code == 405

    def test_twenty_a_page(self, organiser, club):
        Player.objects.bulk_create(
            Player(club=club.club, name=f"{first} Papadopoul{end}")
            for first in ("Nikos", "Maria", "Eleni", "Petros", "Zoe", "Kostas", "Dimitra")
            for end in ("os", "os", "os")
        )
        Club.objects.filter(pk=club.club.pk).update(version=1_000)
        assert len(likely_doubles(club.club)) >= 21
        first, second = organiser.get(REPORT), organiser.get(f"{REPORT}?p=2")
        assert first.content.decode().count('<li class="wl-pair"') == 20
        assert 1 <= second.content.decode().count('<li class="wl-pair"') <= 20
        assert organiser.get(f"{REPORT}?p=junk").status_code == 200

    def test_the_queries_are_as_many_for_twenty_pairs_as_for_one(
        self, organiser, club, pair, django_assert_max_num_queries
    ):
        organiser.get(REPORT)
        with django_assert_max_num_queries(25):
            organiser.get(REPORT)
        Player.objects.bulk_create(Player(club=club.club, name="Nikos Papadopoulos") for _ in range(8))
        Club.objects.filter(pk=club.club.pk).update(version=1_000)
        with django_assert_max_num_queries(25):
            assert organiser.get(REPORT).content.decode().count('<li class="wl-pair"') == 20

    def test_of_several_clubs_one_at_a_time(self, club, pair, evenings):
        other = make_club("Zugzwang", "XY", prefix="other-")
        root = logged_in(club.superuser)
        assert merge_links(root.get(f"{REPORT}?club={club.club.pk}"), *pair)
        foreign = root.get(f"{REPORT}?club={other.club.pk}")
        assert not merge_links(foreign, *pair)
        assert f"?club={club.club.pk}" in foreign.content.decode()

    def test_it_is_in_the_menu_of_organisers_alone(self, organiser, club):
        assert REPORT in organiser.get("/admin/").content.decode()
        assert REPORT not in logged_in(club.arbiter).get("/admin/").content.decode()


def test_two_who_sat_in_one_round_speak_against_it(organiser, club, add, evenings):
    """They cannot be one person, and the report says so before anybody tries."""
    one, other = add("Nikos Papadopoulos"), add("Nikos Papadopuolos")
    event = evenings[0]
    first, second = (event.entries.get(typed_name=f"Typed {letter}") for letter in "AB")
    services.repoint_entries(club.club, [first.pk], Member(one.pk), by=club.organiser)
    services.repoint_entries(club.club, [second.pk], Member(other.pk), by=club.organiser)
    page = organiser.get(REPORT)
    assert "met each other: Club evening, round 1, board 1" in text_of(page)
    assert "Both played at the same time, so they cannot be one person." in text_of(page)
    assert not merge_links(page, one, other), "it could only be refused"
    assert "Not the same" in text_of(page)


def test_one_evening_under_two_spellings_and_never_in_one_round_speaks_for_it(organiser, club, add):
    """The commonest double of an evening typed by hand (design 4.4)."""
    event = club.play("AB1 CD=", publish=False, decide=False)
    names = {"Typed A": "Ahmet Yilmaz", "Typed C": "Ahmet Yılmaz"}
    entries = {entry.typed_name: entry for entry in event.entries.all()}
    for typed, name in names.items():  # in one go they would be on record as two people
        services.decide_entry(entries[typed], NewMember(name), by=club.organiser)
    page = logged_in(club.organiser).get(REPORT)
    assert "both in Club evening, and never in the same round" in text_of(page)
