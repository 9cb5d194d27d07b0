import pytest
from django.urls import reverse

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import LadderPlayer

from .conftest import logged_in, seen_on, text_of


def address(club, letter="C", ladder=None):
    ladder = club.ladder.pk if ladder is None else ladder
    return f"{reverse('ladder_players:start_rating', args=[club.members[letter].pk])}?ladder={ladder}"


def edit_url(club, letter="C"):
    return reverse("ladder_players:edit", args=[club.members[letter].pk])


def form(points="1500", reason="League", *, saw=("", "")):
    """As typed into a form that showed `saw`."""
    return {"points": points, "reason": reason, "saw-points": saw[0], "saw-reason": saw[1]}


def seat(club, letter="C"):
    return LadderPlayer.objects.get(ladder=club.ladder, player=club.members[letter])


def test_who_would_move_is_shown_and_nothing_is_stored(club, organiser):
    before = everything()
    page = organiser.post(address(club), {**form(), "look": "1"})
    assert everything() == before
    shown = text_of(page)
    assert "This moves 4 players." in shown
    # C expects 0.8490 of each of three newcomers of 1200 and gets one point: 1500 − 40 × 1.5471 = 1438.
    assert "1180 1438 +258" in shown
    assert 'value="1500"' in page.content.decode()


def test_then_one_click_saves_it(club, organiser):
    fields = form()
    seen = seen_on(organiser.post(address(club), {**fields, "look": "1"}))
    saved = organiser.post(address(club), {**fields, "seen": seen})
    assert (saved.status_code, saved.url) == (302, edit_url(club))
    assert (seat(club).start_rating, seat(club).start_reason) == (1500, "League")
    shown = text_of(organiser.get(edit_url(club)))
    assert "The start rating is saved. 4 players moved." in shown
    assert "Start rating: 1500 (League)" in shown


def test_it_is_taken_back_by_leaving_it_empty(club, organiser):
    services.set_start_rating(club.ladder, club.members["C"], 1500, "League", by=club.organiser)
    fields = form("", "", saw=("1500", "League"))
    seen = seen_on(organiser.post(address(club), {**fields, "look": "1"}))
    assert organiser.post(address(club), {**fields, "seen": seen}).status_code == 302
    assert seat(club).start_rating is None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"points": "1500", "reason": " "}, "Please give a reason."),
        ({"points": "99", "reason": "League"}, "greater than or equal to 100"),
        ({"points": "3501", "reason": "League"}, "less than or equal to 3500"),
        ({"points": "x", "reason": "League"}, "Enter a whole number."),
    ],
)
def test_what_cannot_be_is_said_and_kept(club, organiser, fields, sentence):
    for button in ({"look": "1"}, {"seen": "0" * 64}):
        page = organiser.post(address(club), {**fields, **button})
        assert sentence in text_of(page)
        assert f'value="{fields["points"]}"' in page.content.decode()
    assert seat(club).start_rating is None


def test_without_a_look_or_after_another_one_nothing_is_saved(club, organiser):
    seen = seen_on(organiser.post(address(club), {**form(), "look": "1"}))
    for fields in (form(), {**form("1600"), "seen": seen}):
        assert "Nothing is done yet." in text_of(organiser.post(address(club), fields))
    assert seat(club).start_rating is None


def test_set_by_somebody_else_meanwhile_it_says_so_and_keeps_what_was_typed(club, organiser):
    assert 'name="saw-points" value=""' in organiser.get(address(club)).content.decode()
    seen = seen_on(organiser.post(address(club), {**form(), "look": "1"}))
    services.set_start_rating(club.ladder, club.members["C"], 1700, "National", by=club.superuser)
    before = everything()
    for button in ({"look": "1"}, {"seen": seen}):
        stale = organiser.post(address(club), {**form(), **button})
        told = text_of(stale)
        assert "This start rating has been changed since you looked. Please look again." in told
        assert "The last change was made by superuser, " in told
        assert "Start rating: now 1700. Your 1500 is kept in the form." in told
        assert "Reason for the start rating: now National. Your League is kept in the form." in told
        assert "This moves" not in told
        assert not seen_on(stale)
        assert 'name="points" value="1500"' in stale.content.decode()
        assert 'name="saw-points" value="1700"' in stale.content.decode()
    assert everything() == before
    fields = form(saw=("1700", "National"))
    again = organiser.post(address(club), {**fields, "look": "1"})
    assert organiser.post(address(club), {**fields, "seen": seen_on(again)}).status_code == 302
    assert seat(club).start_rating == 1500


def test_taken_back_meanwhile_it_is_not_set_again(club, organiser):
    services.set_start_rating(club.ladder, club.members["C"], 1700, "National", by=club.organiser)
    services.set_start_rating(club.ladder, club.members["C"], None, by=club.superuser)
    stale = organiser.post(address(club), {**form("1700", "Nat.", saw=("1700", "National")), "look": "1"})
    assert "Start rating: now –. Your 1700 is kept in the form." in text_of(stale)
    assert seat(club).start_rating is None


def test_a_form_that_does_not_say_what_it_showed_is_not_obeyed(club, organiser):
    page = organiser.post(address(club), {"points": "1500", "reason": "League", "look": "1"})
    assert "has been changed since you looked" in text_of(page)


def test_somebody_who_has_not_played_moves_nobody(club, organiser):
    page = organiser.post(address(club, "F"), {**form(), "look": "1"})
    assert "Nobody moves on any ladder." in text_of(page)


def test_for_organisers_of_the_club_and_its_own_ladders_alone(club, evenings, foreign, organiser):
    before = everything()
    fields = {**form(), "look": "1"}
    for who in (club.arbiter, foreign.organiser, foreign.arbiter):
        assert logged_in(who).get(address(club)).status_code == 404
        assert logged_in(who).post(address(club), fields).status_code == 404
    for ladder in (foreign.ladder.pk, "x", "", 10**30):
        assert organiser.get(address(club, ladder=ladder)).status_code == 404
        assert organiser.post(address(club, ladder=ladder), fields).status_code == 404
    assert everything() == before


def test_of_somebody_who_was_merged_it_leads_to_who_he_is_now(club, organiser):
    services.merge_players(club.members["C"], club.members["F"], by=club.organiser)
    assert organiser.get(address(club, "F")).url == address(club, "C")


def test_sent_for_somebody_who_was_merged_meanwhile_it_says_so_and_keeps_what_was_typed(club, organiser):
    services.merge_players(club.members["C"], club.members["F"], by=club.organiser)
    before = everything()
    page = organiser.post(address(club, "F"), {**form(), "seen": "x"})
    assert everything() == before
    assert "Member F was merged into Member C meanwhile" in text_of(page)
    html = page.content.decode()
    assert 'value="1500"' in html
    assert f'action="{address(club, "C")}"' in html


def test_an_arbiter_reads_it_on_the_players_screen(club, evenings):
    services.set_start_rating(club.ladder, club.members["C"], 1500, "League", by=club.organiser)
    page = logged_in(club.arbiter).get(edit_url(club))
    assert "Start rating: 1500 (League)" in text_of(page)
    assert "start-rating" not in page.content.decode()
