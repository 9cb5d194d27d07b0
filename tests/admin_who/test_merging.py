import re

import pytest
from django.urls import reverse
from wagtail.models import ModelLogEntry

from tests.admin.test_clubs import messages_of
from tests.services.kit import everything, make_club
from wagtail_ladder import services
from wagtail_ladder.models import Act, NameMode, Player
from wagtail_ladder.services import NewMember

from .conftest import logged_in, seen_on, text_of


def merge_url(kept, absorbed):
    return reverse("wagtail_ladder_who:merge", args=[kept.pk, absorbed.pk])


def edit_url(player):
    return reverse("ladder_players:edit", args=[player.pk])


@pytest.fixture
def looked(organiser, a, d):
    return organiser.get(merge_url(a, d))


def rows_of(response):
    """The table of who moves: (name, before, after, change) of each."""
    table = response.content.decode().split('id="wl-moves"')[1]
    row = r'<th scope="row"><bdi>(.*?)</bdi>.*?<td.*?>(.*?)</td>.*?<td.*?>(.*?)</td>.*?<bdi>(.*?)</bdi>'
    rows = re.findall(row, table, re.DOTALL)
    return {name: (before.strip(), after.strip(), change.strip()) for name, before, after, change in rows}


def test_the_two_stand_side_by_side(looked):
    shown = text_of(looked)
    assert "Member A this name is kept" in shown
    assert "Typed as Typed A Typed D" in shown
    assert "Rating on Thursday 1220 2 rated games 1219 1 rated game" in shown
    assert "First seen Jan. 6, 2026 Feb. 3, 2026" in shown
    assert "Events in common none" in shown
    assert "Met each other never" in shown
    assert "one came after the other had left, 28 days later" in shown
    assert "ratings are close on Thursday: 1220 and 1219" in shown


def test_who_would_move_is_shown_and_nothing_is_kept(organiser, a, d):
    """By hand: A (1220 after one evening) expects 0.5573 of B (1180), and gets 40 × 0.4427 for winning."""
    before = everything()
    page = organiser.get(merge_url(a, d))
    assert everything() == before
    assert rows_of(page) == {"Member A": ("1220", "1238", "+18"), "Member B": ("1161", "1162", "+1")}
    assert "Member D (1219) will not stand on it any more." in text_of(page)


def test_confirmed_they_are_one_and_the_message_counts_who_moved(organiser, looked, a, d, club):
    response = organiser.post(merge_url(a, d), {"seen": seen_on(looked), "reason": "Told so by himself"})
    assert (response.status_code, response.url) == (302, edit_url(a))
    d.refresh_from_db()
    assert d.merged_into == a
    act = Act.objects.get(kind="merge")
    assert (act.by, act.reason) == (club.organiser, "Told so by himself")
    assert messages_of(response)[0].startswith("The two are one member now. 3 players moved.")
    assert "This moves 3 players." in text_of(looked), "A and B, and D who goes: as the message says"
    assert f'action="{merge_url(a, d)}"' in looked.content.decode(), "no part of this page is in the next"
    assert club.rating("A")[1] == 3
    assert not any("Member" in f"{entry.label} {entry.data}" for entry in ModelLogEntry.objects.all())


def test_a_form_without_a_look_merges_nobody(organiser, a, d):
    for fields in ({}, {"seen": ""}, {"seen": "0" * 64}):
        response = organiser.post(merge_url(a, d), fields)
        assert response.status_code == 200
        assert "Nothing is done yet." in text_of(response)
    assert not Act.objects.filter(kind="merge").exists()


def test_what_was_looked_at_must_be_what_comes_of_it(organiser, looked, a, d, club, evenings):
    services.unpublish_event(evenings[0], reason="not played yet", by=club.organiser)
    response = organiser.post(merge_url(a, d), {"seen": seen_on(looked)})
    assert "Nothing is done yet." in text_of(response)
    assert organiser.post(merge_url(a, d), {"seen": seen_on(response)}).status_code == 302


def test_the_other_name_can_be_kept(organiser, looked, a, d):
    assert merge_url(d, a) in looked.content.decode()
    swapped = organiser.get(merge_url(d, a))
    assert organiser.post(merge_url(d, a), {"seen": seen_on(swapped)}).url == edit_url(d)
    a.refresh_from_db()
    assert a.merged_into == d


def test_two_who_met_are_refused_with_event_round_and_board(organiser, a, club):
    b = club.members["B"]
    page = organiser.get(merge_url(a, b))
    shown = text_of(page)
    assert (
        "Club evening: “Typed A” and “Typed B” met in round 1, board 1: they cannot be one person." in shown
    )
    assert "met each other: Club evening, round 1, board 1" in shown
    assert seen_on(page) == ""
    assert "Yes, merge them" not in shown
    assert organiser.post(merge_url(a, b), {"seen": "x"}).status_code == 200
    assert not Act.objects.filter(kind="merge").exists()


def test_on_record_as_not_the_same_says_by_whom_and_where_to_take_it_back(organiser, a, d, club):
    services.declare_distinct(a, d, by=club.arbiter)
    page = organiser.get(merge_url(a, d))
    assert "arbiter said on" in text_of(page)
    distinct = Act.objects.get(kind="distinct")
    assert reverse("wagtail_ladder_ledger:act", args=[distinct.pk]) in page.content.decode()
    assert "No, not the same" not in text_of(page)


def test_the_second_of_two_editors_is_told(organiser, looked, a, d, club):
    services.merge_players(a, d, by=club.superuser)
    response = organiser.post(merge_url(a, d), {"seen": seen_on(looked)})
    assert "superuser merged one of these two with another member" in text_of(response)
    assert Act.objects.filter(kind="merge").count() == 1


class TestStartRatings:
    @pytest.fixture
    def both(self, club, organiser, a, d):
        services.set_start_rating(club.ladder, a, 1400, "Told by his old club", by=club.organiser)
        services.set_start_rating(club.ladder, d, 1500, "A guess", by=club.organiser)
        return organiser

    def test_one_of_them_is_chosen(self, both, a, d, club):
        page = both.get(merge_url(a, d))
        assert "Which start rating counts on Thursday?" in text_of(page)
        other = {f"start-{club.ladder.pk}": d.pk}
        unseen = both.post(merge_url(a, d), {"seen": seen_on(page), **other})
        assert "Nothing is done yet." in text_of(unseen), "the other rating moves other people"
        assert both.post(merge_url(a, d), {"seen": seen_on(unseen), **other}).status_code == 302
        assert Act.objects.get(kind="merge").before["starts"] == {str(club.ladder.pk): d.pk}

    def test_a_look_at_the_other_one_merges_nobody(self, both, a, d, club):
        page = both.post(merge_url(a, d), {"look": "1", f"start-{club.ladder.pk}": d.pk})
        assert re.search(rf'value="{d.pk}" checked', page.content.decode())
        assert "Nothing is done yet." not in text_of(page)
        assert not Act.objects.filter(kind="merge").exists()

    def test_somebody_elses_is_none_of_the_two(self, both, a, d, club):
        page = both.post(merge_url(a, d), {"look": "1", f"start-{club.ladder.pk}": club.members["B"].pk})
        assert re.search(rf'value="{a.pk}" checked', page.content.decode())


class TestPrivacy:
    @pytest.fixture(autouse=True)
    def full_names(self, club, organiser, a):
        services.change_ladder(club.ladder, names=NameMode.FULL, by=club.organiser)
        services.confirm_adults(club.club, [a.pk], by=club.organiser)

    def test_the_stricter_value_is_said_in_words(self, organiser, a, d):
        shown = text_of(organiser.get(merge_url(a, d)))
        assert "One of the two counts as under 18, so the member will." in shown
        assert "On Thursday visitors read “M. A.” instead of “Member A” and “M. D.”." in shown

    def test_nothing_is_said_where_nothing_changes(self, organiser, a, d, club):
        services.confirm_adults(club.club, [d.pk], by=club.organiser)
        shown = text_of(organiser.get(merge_url(a, d)))
        assert "counts as under 18" not in shown
        assert "On Thursday visitors read “Member A” instead of “Member A” and “Member D”." in shown

    def test_forced_initials_and_a_consent(self, organiser, a, d, club):
        services.force_initials(club.ladder, d, True, by=club.arbiter)
        services.record_consent(club.club, [a.pk], by=club.organiser)
        shown = text_of(organiser.get(merge_url(a, d)))
        assert "On Thursday one of the two is always shown by initials, so the member will be." in shown
        assert "Only one of the two has a consent to the full name on record, so it will not count." in shown


class TestWhoMayCome:
    def addresses(self, a, d):
        names = {"merge": [a.pk, d.pk], "merge_with": [a.pk], "split": [a.pk], "distinct": [a.pk, d.pk]}
        return [reverse(f"wagtail_ladder_who:{name}", args=args) for name, args in names.items()]

    def test_to_an_arbiter_they_are_absent(self, club, evenings, a, d):
        act = services.merge_players(a, club.members["E"], by=club.organiser)
        client = logged_in(club.arbiter)
        undo = reverse("wagtail_ladder_who:unmerge", args=[act.pk])
        for address in [*self.addresses(a, d), undo, reverse("wagtail_ladder_who:doubles")]:
            assert client.post(address).status_code == 404
            assert client.get(address).status_code in (404, 405)

    def test_to_another_clubs_organiser_they_are_as_absent_as_none(self, club, evenings, a, d):
        act = services.merge_players(a, club.members["E"], by=club.organiser)
        other = make_club("Zugzwang", "XY", prefix="other-")
        client = logged_in(other.organiser)
        for address in [*self.addresses(a, d), reverse("wagtail_ladder_who:unmerge", args=[act.pk])]:
            for send in (client.get, client.post):
                response = send(address)
                assert response.status_code in (404, 405)
                assert "Member" not in response.content.decode()
        for pair in ((other.members["X"], a), (a, other.members["X"])):
            assert client.get(merge_url(*pair)).status_code == 404
        assert client.get(f"{reverse('wagtail_ladder_who:doubles')}?club={club.club.pk}").status_code == 404

    def test_nobody_is_merged_with_himself(self, organiser, a):
        assert organiser.get(merge_url(a, a)).status_code == 404

    def test_keys_that_cannot_be(self, organiser, a):
        assert organiser.get(f"/admin/ladders/who/merge/{a.pk}/{'9' * 30}/").status_code == 404


class TestWithWhom:
    @pytest.fixture
    def address(self, a):
        return reverse("wagtail_ladder_who:merge_with", args=[a.pk])

    def test_a_search_finds_names_and_spellings_of_the_club(self, organiser, address, a, d):
        for query in ("typed d", "MEMBER D"):
            page = organiser.post(address, {"q": query})
            assert merge_url(a, d) in page.content.decode()
        assert merge_url(a, a) not in page.content.decode()

    def test_nobody_is_said_so(self, organiser, address):
        assert "Nobody is called that." in text_of(organiser.post(address, {"q": "Zebedee"}))
        assert "Nobody is called that." not in text_of(organiser.post(address, {"q": "z"}))

    def test_who_is_called_alike_is_there_without_a_search(self, organiser, club):
        twins = [services.add_player(club.club, "Nikos Pappas", by=club.organiser) for _twice in range(2)]
        page = organiser.get(reverse("wagtail_ladder_who:merge_with", args=[twins[0].pk]))
        assert merge_url(*twins) in page.content.decode()

    def test_an_absorbed_member_is_not_found_and_leads_to_the_kept_one(self, organiser, address, a, d, club):
        services.merge_players(club.members["E"], d, by=club.organiser)
        assert merge_url(a, d) not in organiser.post(address, {"q": "Member D"}).content.decode()
        response = organiser.get(reverse("wagtail_ladder_who:merge_with", args=[d.pk]))
        assert response.url == reverse("wagtail_ladder_who:merge_with", args=[club.members["E"].pk])


class TestTwoOfTheList:
    def address(self, *players):
        bulk = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "merge"])
        return f"{bulk}?{'&'.join(f'id={player.pk}' for player in players)}"

    def test_two_are_compared(self, organiser, a, d):
        response = organiser.get(self.address(d, a))
        assert response.url in (merge_url(a, d), merge_url(d, a))

    def test_one_or_three_are_not(self, organiser, a, d, club):
        for chosen in ([a], [a, d, club.members["B"]]):
            response = organiser.get(self.address(*chosen))
            assert response.url == reverse("ladder_players:list")
            assert messages_of(response)[-1] == "Please choose two players of one club to merge."

    def test_of_two_clubs_they_are_not(self, club, evenings, a):
        other = make_club("Zugzwang", "XY", prefix="other-")
        response = logged_in(club.superuser).get(self.address(a, other.members["X"]))
        assert response.url == reverse("ladder_players:list")

    def test_an_arbiter_has_no_such_action(self, club, evenings, a, d):
        assert logged_in(club.arbiter).get(self.address(a, d)).status_code == 404

    def test_the_list_offers_it_to_organisers(self, organiser, club):
        action = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "merge"])
        assert action in organiser.get(reverse("ladder_players:list")).content.decode()
        arbiters = logged_in(club.arbiter).get(reverse("ladder_players:list"))
        assert action not in arbiters.content.decode()


def test_hostile_names_are_text(organiser, club, evenings, a):
    entry = evenings[1].entries.get(typed_name="Typed D")
    act = services.repoint_entries(
        club.club, [entry.pk], NewMember("<script>alert(1)</script>"), by=club.organiser
    )
    new = Player.objects.get(pk=act.decisions.get().player_id)
    for page in (organiser.get(merge_url(a, new)), organiser.get(merge_url(new, a))):
        assert page.status_code == 200
        assert "<script>alert(1)" not in page.content.decode()
