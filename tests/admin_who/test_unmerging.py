import re
from datetime import date

import pytest
from django.urls import reverse

from tests.admin.test_clubs import messages_of
from tests.desks import undo_on_screen
from tests.services.kit import assert_stored_is_fresh, entry, everything
from wagtail_ladder import services
from wagtail_ladder.models import Act, NameMode
from wagtail_ladder.services import Member
from wagtail_ladder.services.doubles import likely_doubles

from .conftest import seen_on, text_of


@pytest.fixture
def merge(club, evenings, a, d):
    return services.merge_players(a, d, by=club.organiser, reason="The captain says so")


@pytest.fixture
def address(merge):
    return reverse("wagtail_ladder_who:unmerge", args=[merge.pk])


@pytest.fixture
def later(club, merge):
    """Decided after the merge: A, who may have been D, beats C."""
    return club.play("AC1", day=date(2026, 3, 3))


def test_what_would_be_is_shown_and_nothing_is_kept(organiser, address):
    before = everything()
    shown = text_of(organiser.get(address))
    assert everything() == before
    assert "“Member D” was merged with “Member A”." in shown
    assert "The captain says so" in shown
    # As before the merge (see test_merging): D is back, from 1200 to 1219, and A where he was.
    assert "Member D provisional: 4 more games to be ranked 1200 1219 +19" in shown
    assert "Member A provisional: 3 more games to be ranked 1238 1220 −18" in shown


def test_confirmed_they_are_two_again(organiser, address, club, a, d):
    page = organiser.get(address)
    response = organiser.post(address, {"seen": seen_on(page)})
    assert response.url == reverse("ladder_players:edit", args=[d.pk])
    told = "The merge is taken back: they are two members again. 3 players moved."
    assert messages_of(response)[0] == told, "A, B, and D who came back"
    d.refresh_from_db()
    assert d.merged_into is None
    assert_stored_is_fresh(club.ladder)


def test_nothing_without_a_look(organiser, address, merge):
    assert "Nothing is done yet." in text_of(organiser.post(address))
    merge.refresh_from_db()
    assert merge.undone_at is None


def test_a_name_decided_since_stays_unless_somebody_says_otherwise(organiser, address, later, club, a):
    page = organiser.get(address)
    assert "One name was decided since: which of the two is this?" in text_of(page)
    organiser.post(address, {"seen": seen_on(page), f"entry-{entry(later, 'A').pk}": "kept"})
    assert entry(later, "A").player == a
    assert club.rating("A")[1] == 3
    assert_stored_is_fresh(club.ladder)


def test_a_name_decided_since_may_be_the_others(organiser, address, later, club, d):
    answer = {f"entry-{entry(later, 'A').pk}": "other"}
    unseen = organiser.post(address, {"seen": seen_on(organiser.get(address)), **answer})
    assert "Nothing is done yet." in text_of(unseen), "other people move, so they are shown first"
    looked = organiser.post(address, {"look": "1", **answer})
    assert seen_on(looked) == seen_on(unseen)
    assert organiser.post(address, {"seen": seen_on(looked), **answer}).status_code == 302
    assert entry(later, "A").player == d
    assert club.rating("D")[1] == 2
    assert_stored_is_fresh(club.ladder)


def test_what_was_linked_to_one_of_the_two_before_the_merge_is_proposed(organiser, address, later):
    """Of "Typed A", in January (see `evenings`); what was linked since is what is asked about."""
    page = organiser.get(address)
    assert f'name="entry-{entry(later, "A").pk}" value="kept" checked' in page.content.decode()
    assert "Member A linked 1 time before" in text_of(page)


class TestWhoseTheNamesAre:
    """Nobody's name stays with the kept one because nobody said anything."""

    @pytest.fixture
    def evening(self, club, a, d):
        """Merged by mistake, after which an evening with these names was decided to be A."""
        services.rename_player(a, "Oswin Brackley", by=club.organiser)
        services.rename_player(d, "Siobhan Mac Raith", by=club.organiser)
        self.merge = services.merge_players(a, d, by=club.organiser)
        self.address = reverse("wagtail_ladder_who:unmerge", args=[self.merge.pk])

        def played(*names):
            event = services.create_event(
                club.ladder, by=club.arbiter, name="Evening", last_day=date(2026, 3, 3), names=names
            )
            entries = list(event.entries.order_by("number"))
            choices = {one.pk: Member(a.pk) for one in entries}
            services.decide_entries(event, choices, by=club.arbiter)
            return entries

        return played

    def ticked(self, page):
        """The value of each chosen radio button."""
        return re.findall(r'name="entry-\d+" value="(\w+)" checked', page.content.decode())

    @pytest.mark.parametrize(
        ("typed", "value", "why"),
        [
            ("Siobhan Mac Raith", "other", "Siobhan Mac Raith same name"),
            ("Mac Raith, Siobhan", "other", "Siobhan Mac Raith same name"),
            ("Oswin Brackley", "kept", "Oswin Brackley same name"),
            ("S. Mac Raith", "other", "Siobhan Mac Raith initial + same surname"),
        ],
    )
    def test_the_name_itself_proposes_and_says_why(self, organiser, evening, typed, value, why):
        evening(typed)
        page = organiser.get(self.address)
        assert self.ticked(page) == [value]
        assert "Proposed by the name:" in text_of(page)
        assert why in text_of(page)

    @pytest.mark.parametrize("typed", ["Zoe Angelou", "Ossie"])
    def test_a_name_that_is_like_neither_proposes_nobody(self, organiser, evening, typed):
        evening(typed)
        page = organiser.get(self.address)
        assert self.ticked(page) == []
        assert "The name does not say which of the two it is." in text_of(page)

    def test_nor_does_one_that_both_bear(self, organiser, evening, club, a):
        services.rename_player(a, "Siobhan Mac Raith", by=club.organiser)
        evening("Siobhan Mac Raith")
        assert self.ticked(organiser.get(self.address)) == []

    def test_what_was_linked_since_the_merge_proves_nothing(self, organiser, evening):
        """Both names are A's by what was decided since; that is what is asked about."""
        evening("Zoe Angelou")
        evening("Zoe Angelou")
        assert self.ticked(organiser.get(self.address)) == []

    def test_without_an_answer_nothing_is_done_and_the_others_stay(self, organiser, evening, a):
        vague, own, _last = evening("Zoe Angelou", "Siobhan Mac Raith", "Ossie")
        answers = {f"entry-{own.pk}": "kept"}
        page = organiser.post(self.address, {"look": "1", **answers})
        sentence = "Please say which of the two each name is: “Zoe Angelou”, and 1 more."
        assert sentence in text_of(page)
        assert self.ticked(page) == ["kept"], "against what was proposed, as it was said"
        assert seen_on(page) == ""
        answers[f"entry-{vague.pk}"] = "other"
        page = organiser.post(self.address, answers)
        assert "Please say which of the two “Ossie” is." in text_of(page)
        assert self.ticked(page) == ["other", "kept"]
        self.merge.refresh_from_db()
        assert self.merge.undone_at is None

    def test_a_wrong_merge_undone_as_proposed_leaves_the_right_ratings(self, organiser, evening, club, a, d):
        """And the two are not proposed again."""
        (own,) = evening("Siobhan Mac Raith")
        page = organiser.get(self.address)
        organiser.post(self.address, {"seen": seen_on(page), f"entry-{own.pk}": "other", "distinct": "1"})
        own.refresh_from_db()
        assert own.player == d
        assert_stored_is_fresh(club.ladder)


class TestOnRecord:
    def test_it_is_proposed(self, organiser, address):
        assert 'name="distinct" value="1" checked' in organiser.get(address).content.decode()

    def test_ticked_it_is_recorded_and_can_be_lifted(self, organiser, address, club, a, d):
        response = organiser.post(address, {"seen": seen_on(organiser.get(address)), "distinct": "1"})
        record = Act.objects.get(kind="distinct", undone_at=None)
        assert {record.player, record.other} == {a, d}
        (told,) = messages_of(response)
        assert "it is on record that they are not the same person" in told
        assert reverse("wagtail_ladder_ledger:undo", args=[record.pk]) in told
        undo_on_screen(organiser, record)
        assert not Act.objects.filter(kind="distinct", undone_at=None).exists()

    def test_not_ticked_it_is_not_and_stays_so_on_the_screen(self, organiser, address):
        looked = organiser.post(address, {"look": "1"})
        assert 'name="distinct" value="1">' in looked.content.decode()
        organiser.post(address, {"seen": seen_on(looked)})
        assert not Act.objects.filter(kind="distinct").exists()

    def test_likely_doubles_do_not_propose_them_again(self, organiser, club, a, d):
        services.rename_player(a, "Nikos Papadopoulos", by=club.organiser)
        services.rename_player(d, "Nikos Papadopuolos", by=club.organiser)
        pair = {a.pk, d.pk}
        assert [set(double.players) for double in likely_doubles(club.club)] == [pair]
        merge = services.merge_players(a, d, by=club.organiser)
        address = reverse("wagtail_ladder_who:unmerge", args=[merge.pk])
        organiser.post(address, {"seen": seen_on(organiser.get(address)), "distinct": "1"})
        assert likely_doubles(club.club) == []


def test_taken_back_already_says_by_whom(organiser, address, merge, club):
    services.undo(merge, by=club.superuser)
    page = organiser.get(address)
    assert "superuser took this back on" in text_of(page)
    assert "Yes, they are two people" not in text_of(page)
    assert organiser.post(address, {"seen": "x"}).status_code == 200


def test_another_kind_of_decision_has_no_such_screen(organiser, evenings):
    act = Act.objects.filter(kind="decide").first()
    assert organiser.get(reverse("wagtail_ladder_who:unmerge", args=[act.pk])).status_code == 404


def test_of_a_chain_the_first_merge_leads_back_to_who_is_kept_now(organiser, address, club, a):
    e = club.members["E"]
    services.merge_players(e, a, by=club.organiser)
    page = organiser.get(address)
    assert reverse("ladder_players:edit", args=[e.pk]) in page.content.decode()
    assert organiser.post(address, {"seen": seen_on(page)}).status_code == 302
    a.refresh_from_db()
    assert a.merged_into == e


class TestFullNames:
    """Which the stricter value of the one had hidden for both."""

    @pytest.fixture(autouse=True)
    def hidden_by_the_merge(self, club, evenings, a):
        services.change_ladder(club.ladder, names=NameMode.FULL, by=club.organiser)
        services.confirm_adults(club.club, [a.pk], by=club.organiser)

    def test_what_becomes_visible_is_said_before(self, organiser, address):
        before = everything()
        assert "On Thursday visitors will read in full: “Member A”." in text_of(organiser.get(address))
        assert everything() == before

    def test_where_both_are_adults_it_is_the_others_name_alone(self, organiser, club, a, d):
        """D's names were read as A's; A's own were read all the time."""
        services.confirm_adults(club.club, [d.pk], by=club.organiser)
        merge = services.merge_players(a, d, by=club.organiser)
        page = organiser.get(reverse("wagtail_ladder_who:unmerge", args=[merge.pk]))
        assert "On Thursday visitors will read in full: “Member D”." in text_of(page)

    def test_nothing_is_said_where_the_ladder_shows_initials(self, organiser, address, club):
        services.change_ladder(club.ladder, names=NameMode.INITIALS, by=club.organiser)
        assert "in full" not in text_of(organiser.get(address))
