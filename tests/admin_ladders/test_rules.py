from datetime import date

import pytest
from django.utils import timezone
from wagtail.models import ModelLogEntry

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import RuleSet
from wagtail_ladder.services.rules import values_of

from .conftest import logged_in, seen_on, text_of, url

HOUSE = {"start": 1200, "k_new": 40, "k_new_games": 20, "k": 20, "provisional_below": 5}
WAS = "1200,40,20,20,5"
FIRST = "?from=first"


@pytest.fixture
def today(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_args: date(2026, 1, 20))


def asked(**values):
    return {"was": WAS, **HOUSE, **values}


def look(client, ladder, query=FIRST, **values):
    return client.post(url("set_rules", ladder, query), {"look": "1", **asked(**values)})


def first(club):
    return values_of(RuleSet.objects.get(ladder=club.ladder, from_date=None))


def test_the_list_tells_every_rule_set_from_its_date(club, organiser, arbiter):
    services.set_rules(club.ladder, date(2026, 1, 10), by=club.organiser, reason="agreed", k=16)
    shown = text_of(arbiter.get(url("rules", club.ladder)))
    assert "the beginning 1200 40 with fewer than 20 rated games, then 20" in shown
    assert "Jan. 10, 2026 1200 40 with fewer than 20 rated games, then 16" in shown
    assert "What if…" in shown
    assert "Remove…" not in shown
    shown = text_of(organiser.get(url("rules", club.ladder)))
    assert "Change…" in shown
    assert shown.count("Remove…") == 1, "the first rules stay"


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_what_if_tells_who_would_move_and_stores_nothing(club, evenings, role):
    """By hand, with K 30: A gets 3 × 30 × ½ = +45, B +15; then B (1215) expects 0.4569 of A (1245)."""
    before = everything()
    page = look(logged_in(getattr(club, role)), club.ladder, k_new=30)
    assert everything() == before
    shown = text_of(page)
    assert "This moves 4 players." in shown
    # With K 40: 1260 − 22.29 and 1220 + 22.29 (expected 0.5573); with K 30: 1245 − 16.29 and 1215 + 16.29.
    assert "Member A provisional: 1 more game to be ranked 1238 1229 −9" in shown
    assert "Member B provisional: 1 more game to be ranked 1242 1231 −11" in shown
    assert 'value="30"' in page.content.decode()
    assert ("Save these rules" in shown) == (role == "organiser")
    assert ("Nothing is stored: this is what would be." in shown) == (role == "arbiter")


def test_fewer_games_until_established_give_ranks(club, organiser, today):
    shown = text_of(look(organiser, club.ladder, provisional_below=4))
    assert "This moves" not in shown, "nobody gets another rating"
    assert "Member B is ranked from now on: rank 1 1242 1242 0" in shown
    assert "Member A is ranked from now on: rank 2 1238 1238 0" in shown


def test_one_click_with_a_reason_saves_them(club, organiser):
    seen = seen_on(look(organiser, club.ladder, k_new=30))
    without = organiser.post(url("set_rules", club.ladder, FIRST), {**asked(k_new=30), "seen": seen})
    assert "Please give a reason." in text_of(without)
    assert 'value="30"' in without.content.decode()
    assert first(club) == HOUSE
    saved = organiser.post(
        url("set_rules", club.ladder, FIRST),
        {**asked(k_new=30), "seen": seen_on(without), "reason": "agreed"},
    )
    assert (saved.status_code, saved.url) == (302, url("rules", club.ladder))
    assert first(club) == {**HOUSE, "k_new": 30}
    assert "The rules are saved. 4 players moved." in text_of(organiser.get(saved.url))
    assert ModelLogEntry.objects.get(action="wagtail_ladder.set_rules").data["reason"] == "agreed"


def test_without_a_look_nothing_is_saved(club, organiser):
    for seen in ({}, {"seen": ""}, {"seen": "0" * 64}):
        response = organiser.post(
            url("set_rules", club.ladder, FIRST), {**asked(k_new=30), "reason": "agreed", **seen}
        )
        assert "Nothing is done yet." in text_of(response)
    assert first(club) == HOUSE


def test_other_values_than_those_looked_at_are_not_saved(club, organiser):
    seen = seen_on(look(organiser, club.ladder, k_new=30))
    response = organiser.post(
        url("set_rules", club.ladder, FIRST), {**asked(k_new=10), "seen": seen, "reason": "agreed"}
    )
    assert "Nothing is done yet." in text_of(response)
    assert first(club) == HOUSE


def test_a_stale_form_is_refused_and_keeps_what_was_typed(club, organiser):
    seen = seen_on(look(organiser, club.ladder, k_new=30))
    services.set_rules(club.ladder, None, by=club.superuser, reason="meanwhile", k=16)
    response = organiser.post(
        url("set_rules", club.ladder, FIRST), {**asked(k_new=30), "seen": seen, "reason": "agreed"}
    )
    html = response.content.decode()
    assert "These rules have been changed since you looked." in text_of(response)
    assert 'name="k_new" value="30"' in html
    assert 'name="was" value="1200,40,20,16,5"' in html, "the next look is at what is stored now"
    assert first(club) == {**HOUSE, "k": 16}


def test_what_somebody_else_set_meanwhile_is_not_set_back_by_a_stale_form(club, organiser):
    """A wants K 27 for newcomers; B has set K 16 and ranks after 7 games, and K 35 for newcomers."""
    address = url("set_rules", club.ladder, FIRST)
    seen = seen_on(look(organiser, club.ladder, k_new=27))
    services.set_rules(
        club.ladder, None, by=club.superuser, reason="meanwhile", k=16, provisional_below=7, k_new=35
    )
    refused = organiser.post(address, {**asked(k_new=27), "seen": seen, "reason": "agreed"})
    assert "K-factor: now 16." in text_of(refused)
    assert "K-factor of newer players: now 35. Your 27 is kept in the form." in text_of(refused)
    assert "Start rating: now" not in text_of(refused)
    html = refused.content.decode()
    assert 'name="reason" id="wl-reason" maxlength="200" value="agreed"' in html
    merged = {name: refused.context["form"][name].value() for name in HOUSE}
    fields = {**merged, "was": refused.context["was"], "reason": "agreed"}
    page = organiser.post(address, {**fields, "look": "1"})
    assert organiser.post(address, {**fields, "seen": seen_on(page)}).status_code == 302
    assert first(club) == {**HOUSE, "k": 16, "provisional_below": 7, "k_new": 27}


@pytest.mark.parametrize("was", ["", "x", "1200,40,20,20", f"{'9' * 5000},40,20,20,5"])
def test_a_form_that_looked_at_nothing_known_is_stale(club, organiser, was):
    page = organiser.post(
        url("set_rules", club.ladder, FIRST), {**HOUSE, "k_new": 30, "was": was, "look": "1"}
    )
    assert "These rules have been changed since you looked." in text_of(page)
    assert seen_on(page) == ""


def test_an_arbiter_cannot_save_however_he_asks(club, arbiter):
    seen = seen_on(look(logged_in(club.organiser), club.ladder, k_new=30))
    response = arbiter.post(
        url("set_rules", club.ladder, FIRST), {**asked(k_new=30), "seen": seen, "reason": "agreed"}
    )
    assert "You may not do this in this club." in text_of(response)
    assert 'name="k_new" value="30"' in response.content.decode()
    assert first(club) == HOUSE


class TestFromADayOn:
    NEW = {"was": "", "from_date": "2026-01-10"}

    def test_they_begin_with_the_latest_values(self, club, organiser):
        services.set_rules(club.ladder, date(2026, 1, 1), by=club.organiser, reason="agreed", k=16)
        assert 'name="k" value="16"' in organiser.get(url("set_rules", club.ladder)).content.decode()

    def test_only_later_events_move(self, club, organiser):
        page = look(organiser, club.ladder, "", **self.NEW, k_new=20)
        # The bootstrap stays; B then wins 20 × 0.5573 = 11.15 instead of twice as much.
        assert "This moves 2 players." in text_of(page)
        fields = {**asked(k_new=20), **self.NEW, "seen": seen_on(page), "reason": "agreed"}
        assert organiser.post(url("set_rules", club.ladder), fields).status_code == 302
        assert values_of(RuleSet.objects.get(from_date=date(2026, 1, 10))) == {**HOUSE, "k_new": 20}
        assert round(club.rating("B")[0], 2) == 1231.15

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"from_date": ""}, "This field is required."),
            ({"from_date": "2026-02-30"}, "There is no such day."),
            ({"from_date": "1200-01-01"}, "This day cannot be right"),
            ({"k": "0"}, "greater than or equal to 1"),
            ({"start": "x"}, "Enter a whole number."),
        ],
    )
    def test_what_cannot_be_is_said_and_the_rest_kept(self, club, organiser, fields, sentence):
        page = look(organiser, club.ladder, "", **{**self.NEW, "k_new": 33, **fields})
        assert page.status_code == 200
        assert sentence in text_of(page)
        assert 'name="k_new" value="33"' in page.content.decode()
        assert not RuleSet.objects.exclude(from_date=None).exists()

    def test_a_day_that_has_rules_is_said(self, club, organiser):
        services.set_rules(club.ladder, date(2026, 1, 10), by=club.organiser, reason="agreed", k=16)
        page = look(organiser, club.ladder, "", **self.NEW)
        assert "There are rules from this day already: please change those." in text_of(page)

    @pytest.mark.parametrize("query", ["?from=2026-01-10", "?from=x", "?from="])
    def test_rules_that_are_not_there_are_404(self, club, organiser, query):
        for name in ("set_rules", "remove_rules"):
            assert organiser.get(url(name, club.ladder, query)).status_code == 404


class TestRemoving:
    QUERY = "?from=2026-01-10"

    @pytest.fixture
    def later(self, club, evenings):
        return services.set_rules(
            club.ladder, date(2026, 1, 10), by=club.organiser, reason="agreed", k_new=20
        )

    def test_who_moves_is_shown_first_and_a_reason_removes_them(self, club, later, organiser):
        page = organiser.get(url("remove_rules", club.ladder, self.QUERY))
        assert "This moves 2 players." in text_of(page)
        fields = {"was": "1200,20,20,20,5", "seen": seen_on(page)}
        without = organiser.post(url("remove_rules", club.ladder, self.QUERY), fields)
        assert "Please give a reason." in text_of(without)
        fields |= {"seen": seen_on(without), "reason": "a mistake"}
        assert organiser.post(url("remove_rules", club.ladder, self.QUERY), fields).status_code == 302
        assert not RuleSet.objects.exclude(from_date=None).exists()

    def test_a_stale_form_removes_nothing(self, club, later, organiser):
        page = organiser.get(url("remove_rules", club.ladder, self.QUERY))
        services.set_rules(club.ladder, later.from_date, by=club.superuser, reason="meanwhile", k_new=25)
        response = organiser.post(
            url("remove_rules", club.ladder, self.QUERY),
            {"was": "1200,20,20,20,5", "seen": seen_on(page), "reason": "a mistake"},
        )
        assert "These rules have been changed since you looked." in text_of(response)
        assert RuleSet.objects.filter(from_date=later.from_date).exists()
        assert 'value="a mistake"' in response.content.decode(), "the reason is kept, for the next look too"
        fields = {"was": response.context["was"], "reason": "a mistake"}
        again = organiser.post(url("remove_rules", club.ladder, self.QUERY), {**fields, "look": "1"})
        assert 'value="a mistake"' in again.content.decode()
        fields["seen"] = seen_on(again)
        assert organiser.post(url("remove_rules", club.ladder, self.QUERY), fields).status_code == 302
        assert not RuleSet.objects.filter(from_date=later.from_date).exists()

    @pytest.mark.parametrize("name", ["set_rules", "remove_rules"])
    @pytest.mark.parametrize("press", ["look", "seen"])
    def test_that_somebody_else_removed_them_is_said(self, club, later, organiser, name, press):
        services.remove_rules(club.ladder, later.from_date, by=club.superuser, reason="meanwhile")
        fields = {**asked(k=27), "was": "1200,20,20,20,5", press: "1", "reason": "agreed"}
        response = organiser.post(url(name, club.ladder, self.QUERY), fields)
        assert (response.status_code, response.url) == (302, url("rules", club.ladder))
        assert "There are no rules from this date on any more." in text_of(organiser.get(response.url))
        assert first(club) == HOUSE

    def test_the_first_rules_are_there_to_stay(self, club, organiser):
        assert organiser.post(url("remove_rules", club.ladder, FIRST)).status_code == 404


def test_a_look_takes_as_many_queries_for_ten_rule_sets_as_for_one(
    club, organiser, django_assert_max_num_queries
):
    organiser.get(url("rules", club.ladder))
    with django_assert_max_num_queries(100) as few:
        organiser.get(url("rules", club.ladder))
    for month in range(1, 11):
        services.set_rules(
            club.ladder, date(2025, month, 1), by=club.organiser, reason="agreed", k=10 + month
        )
    with django_assert_max_num_queries(100) as many:
        organiser.get(url("rules", club.ladder))
    assert len(many) == len(few)
