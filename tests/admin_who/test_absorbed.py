"""Who was merged with another is in no list, no chooser and no suggestion; what leads to him leads on."""

from datetime import date

import pytest
from django.urls import reverse

from tests.services.kit import entry
from wagtail_ladder import checks, services
from wagtail_ladder.audience import find_player, public_names
from wagtail_ladder.models import LadderPlayer, NameMode, Player, Visibility
from wagtail_ladder.services import Member

from .conftest import logged_in, text_of


@pytest.fixture
def merge(club, organiser, a, d):
    """D was merged into A. `organiser` comes first: the evenings are played already."""
    return services.merge_players(a, d, by=club.organiser)


def edit_url(player):
    return reverse("ladder_players:edit", args=[player.pk])


class TestTheRegistry:
    def test_the_list_and_its_search_are_without_him(self, organiser, merge, a, d):
        for query in ({}, {"q": "Member"}, {"ordering": "last_event_day"}):
            html = organiser.get(reverse("ladder_players:list_results"), query).content.decode()
            assert edit_url(a) in html
            assert edit_url(d) not in html
        assert (
            edit_url(d)
            not in organiser.get(reverse("ladder_players:list_results"), {"q": "Member D"}).content.decode()
        )

    def test_the_last_event_of_the_kept_one_is_that_of_both(self, organiser, merge):
        rows = organiser.get(reverse("ladder_players:list_results"), {"q": "Member A"}).content.decode()
        assert "Feb. 3, 2026" in rows

    def test_the_chooser_neither_lists_nor_hands_him_out(self, organiser, merge, a, d):
        chooser = Player.snippet_viewset.chooser_viewset
        listed = organiser.get(reverse(chooser.get_url_name("choose")), {"q": "Member"}).json()["html"]
        assert "Member A" in listed
        assert "Member D" not in listed
        assert organiser.get(reverse(chooser.get_url_name("chosen"), args=[d.pk])).status_code == 404

    def test_his_screen_leads_to_the_kept_ones(self, organiser, merge, a, d):
        for send in (organiser.get, organiser.post):
            response = send(edit_url(d))
            assert (response.status_code, response.url) == (302, edit_url(a))

    def test_bulk_actions_do_not_reach_him(self, organiser, merge, a, d):
        action = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", "confirm_adults"])
        assert organiser.get(f"{action}?id={d.pk}").status_code == 404
        assert "Member D" not in text_of(organiser.get(f"{action}?id=all"))

    def test_the_club_counts_people(self, organiser, club, merge):
        rows = organiser.get(reverse("ladder_clubs:list_results")).content.decode()
        assert ">5<" in "".join(rows.split())

    def test_the_stricter_value_is_shown_and_filtered_by(self, organiser, club, merge, a, d):
        Player.objects.filter(pk=a.pk).update(is_adult=True, full_name_consent=True)
        listed = reverse("ladder_players:list_results")
        assert "under 18" in text_of(organiser.get(listed, {"q": "Member A"}))
        for field in ("is_adult", "full_name_consent"):
            assert edit_url(a) not in organiser.get(listed, {field: "true"}).content.decode()
        Player.objects.filter(pk=d.pk).update(is_adult=True, full_name_consent=True)
        for field in ("is_adult", "full_name_consent"):
            assert edit_url(a) in organiser.get(listed, {field: "true"}).content.decode()


class TestThePlayersScreen:
    def test_it_tells_what_he_is_known_as_where_he_played_and_of_the_merge(
        self, organiser, merge, a, evenings
    ):
        page = organiser.get(edit_url(a))
        shown = text_of(page)
        assert "Typed A · Typed D" in shown
        assert "2 events Club evening, Feb. 3, 2026 Club evening, Jan. 6, 2026" in shown
        assert "Merged with Member D – organiser" in shown
        html = page.content.decode()
        for name, key in (("unmerge", merge.pk), ("merge_with", a.pk), ("split", a.pk)):
            assert reverse(f"wagtail_ladder_who:{name}", args=[key]) in html

    def test_an_arbiter_is_offered_no_merge_and_no_undoing(self, club, merge, a):
        html = logged_in(club.arbiter).get(edit_url(a)).content.decode()
        assert "Member D" in html
        assert "/ladders/who/" not in html

    def test_nobody_is_split_who_has_one_name(self, organiser, club):
        c = club.members["C"]
        assert (
            reverse("wagtail_ladder_who:split", args=[c.pk])
            not in organiser.get(edit_url(c)).content.decode()
        )

    def test_it_shows_the_stricter_values_and_saving_sets_those_of_both(self, organiser, club, merge, a, d):
        Player.objects.filter(pk=a.pk).update(is_adult=True)
        assert 'name="is_adult" id="id_is_adult" checked' not in organiser.get(edit_url(a)).content.decode()
        organiser.post(edit_url(a), {"name": "Member A", "is_adult": "on"})
        d.refresh_from_db()
        assert d.is_adult

    def test_a_start_rating_of_the_other_one_is_seen_and_kept(self, organiser, club, a, d):
        services.set_start_rating(club.ladder, d, 1500, "Told so", by=club.organiser)
        services.merge_players(a, d, by=club.organiser)
        assert "Start rating: 1500 (Told so)" in text_of(organiser.get(edit_url(a)))
        assert organiser.post(edit_url(a), {"name": "Member A"}).status_code == 302
        assert LadderPlayer.objects.get(player=d).start_rating == 1500
        assert LadderPlayer.objects.get(player=a).start_rating is None


class TestTheEventsDesk:
    @pytest.fixture
    def waiting(self, club, merge):
        return services.create_event(
            club.ladder,
            by=club.arbiter,
            name="Next",
            last_day=date(2026, 4, 7),
            names=["Member D", "Typed D"],
        )

    def test_his_name_and_spellings_suggest_the_kept_one(self, organiser, waiting, a, d):
        desk = organiser.get(reverse("wagtail_ladder_events:desk", args=[waiting.pk])).content.decode()
        assert f"member-{a.pk}" in desk
        assert f"member-{d.pk}" not in desk

    def test_a_search_does_not_find_him(self, organiser, waiting, club):
        address = reverse("wagtail_ladder_events:members", args=[waiting.pk])
        for query in ("Member D", "Member"):
            found = [member["name"] for member in organiser.post(address, {"q": query}).json()["members"]]
            assert "Member D" not in found
        assert "Member B" in found

    def test_he_is_no_member_to_pick_and_the_kept_one_is_there_already(self, organiser, waiting, club, a, d):
        services.decide_entries(waiting, {waiting.entries.first().pk: Member(a.pk)}, by=club.arbiter)
        page = organiser.get(reverse("wagtail_ladder_events:entries", args=[waiting.pk]))
        assert f'name="member" value="{club.members["B"].pk}"' in page.content.decode()
        for player in (a, d):
            assert f'name="member" value="{player.pk}"' not in page.content.decode()

    def test_an_event_that_he_played_shows_the_kept_ones_name(self, organiser, merge, evenings):
        desk = organiser.get(reverse("wagtail_ladder_events:desk", args=[evenings[1].pk]))
        assert "Typed D Member A" in text_of(desk)
        one = entry(evenings[1], "D")
        page = organiser.get(reverse("wagtail_ladder_events:entry", args=[evenings[1].pk, one.pk]))
        assert "So far: Member A" in text_of(page)

    def test_there_he_counts_as_an_adult_if_both_do(self, organiser, club, merge, evenings, a, d):
        page = reverse("wagtail_ladder_events:adults", args=[evenings[1].pk])
        assert f'name="player" value="{a.pk}"' in organiser.get(page).content.decode()
        Player.objects.filter(pk=a.pk).update(is_adult=True)
        assert f'name="player" value="{a.pk}"' in organiser.get(page).content.decode()
        Player.objects.filter(pk=d.pk).update(is_adult=True)
        assert f'name="player" value="{a.pk}"' not in organiser.get(page).content.decode()

    def test_his_games_are_rated_as_the_kept_ones(self, organiser, merge, evenings):
        """The state before the event is the kept one's: asked for the absorbed one there would be none."""
        results = organiser.get(reverse("wagtail_ladder_events:results", args=[evenings[1].pk]))
        assert "rated" in text_of(results)
        assert "not rated" not in text_of(results)


class TestWhatVisitorsGet:
    def test_he_has_no_name_on_the_ladder(self, club, merge, a, d):
        services.change_ladder(
            club.ladder, visibility=Visibility.PUBLIC, names=NameMode.FULL, by=club.organiser
        )
        club.ladder.refresh_from_db()
        assert d.pk not in public_names(club.ladder)
        seat = LadderPlayer.objects.get(ladder=club.ladder, player=d)
        assert find_player(club.ladder, seat.public_id) is None
        assert a.pk in public_names(club.ladder)

    def test_the_check_of_juniors_in_full_asks_about_the_whole_person(self, club, merge, a, d):
        """Not about the place of the absorbed one, which nobody sees."""
        services.change_club(
            club.club, name="Rook End", language="en", juniors_never_by_full_name=False, by=club.organiser
        )
        services.change_ladder(
            club.ladder, visibility=Visibility.PUBLIC, names=NameMode.FULL, by=club.organiser
        )

        def warned():
            found = checks.clubs_are_in_order(databases=["default"])
            return "wagtail_ladder.W004" in [warning.id for warning in found]

        Player.objects.filter(pk=d.pk).update(full_name_consent=True)
        assert not warned()
        Player.objects.filter(pk=a.pk).update(full_name_consent=True, is_adult=True)
        assert warned()
