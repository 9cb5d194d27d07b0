import re
from datetime import date

import pytest
from django.urls import reverse

from tests.services.kit import assert_stored_is_fresh, entry, everything
from wagtail_ladder import services
from wagtail_ladder.models import Act, Player
from wagtail_ladder.services import Member

from .conftest import seen_on, text_of


@pytest.fixture
def address(a):
    return reverse("wagtail_ladder_who:split", args=[a.pk])


@pytest.fixture
def second(club, evenings, a):
    """A third evening, in which the name "Typed E" was taken for A."""
    event = club.play("EB1", day=date(2026, 3, 3))
    services.repoint_entries(club.club, [entry(event, "E").pk], Member(a.pk), by=club.organiser)
    return entry(event, "E")


def new_member(*entries, name="Anna Other", **fields):
    return {"entry": [one.pk for one in entries], "choice": "new", "new_name": name, **fields}


def test_names_by_spelling_and_by_event(organiser, address, second):
    shown = text_of(organiser.get(address))
    assert "Typed A × 1 Typed E × 1" in shown
    assert (
        "Typed E Club evening, March 3, 2026 Played Typed B "
        "Typed A Club evening, Jan. 6, 2026 Played Typed B · Typed C"
    ) in shown
    assert "Yes, split the profile" not in shown


def test_who_moves_is_shown_and_nothing_is_kept(organiser, address, second):
    """The new member, who exists only for the trial, has a name all the same."""
    before = everything()
    page = organiser.post(address, {"look": "1", **new_member(second)})
    assert everything() == before
    assert "Anna Other" in page.content.decode().split('id="wl-moves"')[1]
    assert seen_on(page)


def test_confirmed_they_are_two_and_on_record_as_such(organiser, address, second, club, a):
    looked = organiser.post(address, {"look": "1", **new_member(second)})
    response = organiser.post(address, {"seen": seen_on(looked), **new_member(second)})
    assert response.url == reverse("ladder_players:edit", args=[a.pk])
    other = Player.objects.get(name="Anna Other")
    second.refresh_from_db()
    assert second.player == other
    assert {*Act.objects.filter(kind="distinct").values_list("player", "other")} == {(a.pk, other.pk)}
    assert_stored_is_fresh(club.ladder)


def test_a_whole_spelling_is_one_tick(organiser, address, second, evenings):
    fields = {"spelling": [second.pk], "choice": "new", "new_name": "Anna Other"}
    looked = organiser.post(address, {"look": "1", **fields})
    assert f'name="entry" value="{second.pk}" checked' in looked.content.decode()
    organiser.post(address, {"seen": seen_on(looked), **fields})
    assert second.event.entries.get(pk=second.pk).player.name == "Anna Other"
    assert entry(evenings[0], "A").player.name == "Member A"


def test_all_of_an_event_is_one_tick(organiser, address, second, club, a):
    event = club.play("AC1 ED0", day=date(2026, 4, 7))
    services.repoint_entries(club.club, [entry(event, "E").pk], Member(a.pk), by=club.organiser)
    both = [entry(event, "A"), entry(event, "E")]
    fields = {"event": [min(one.pk for one in both)], "choice": "new", "new_name": "Anna Other"}
    looked = organiser.post(address, {"look": "1", **fields})
    organiser.post(address, {"seen": seen_on(looked), **fields})
    assert {entry(event, letter).player.name for letter in "AE"} == {"Anna Other"}


def test_the_other_one_may_be_a_member(organiser, address, second, club):
    f = club.members["F"]
    found = organiser.post(address, {"search": "1", "q": "member f", "entry": [second.pk]})
    assert f'value="member-{f.pk}"' in found.content.decode()
    assert f'name="entry" value="{second.pk}" checked' in found.content.decode(), "the ticks stay"
    fields = {"entry": [second.pk], "choice": f"member-{f.pk}"}
    looked = organiser.post(address, {"look": "1", **fields})
    assert organiser.post(address, {"seen": seen_on(looked), **fields}).status_code == 302
    second.refresh_from_db()
    assert second.player == f


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"choice": "new", "new_name": "Anna Other", "entry": []}, "Please tick the names"),
        ({"choice": "new", "new_name": ""}, "Please give the name of the new member."),
        ({"choice": "junk"}, "Please choose who this is."),
        ({"choice": "member-999999"}, "not in the club"),
    ],
)
def test_what_cannot_be_is_explained(organiser, address, second, fields, sentence):
    page = organiser.post(address, {"look": "1", "entry": [second.pk], **fields})
    assert sentence in text_of(page)
    assert seen_on(page) == ""


def test_all_of_his_names_are_no_split(organiser, address, second, evenings):
    page = organiser.post(address, {"look": "1", **new_member(second, entry(evenings[0], "A"))})
    assert "not none and not all" in text_of(page)


def test_other_peoples_names_are_not_ticked(organiser, address, second, evenings):
    page = organiser.post(address, {"look": "1", **new_member(entry(evenings[0], "B"))})
    assert "Please tick the names" in text_of(page)


class TestMergedMeanwhile:
    """The form was made for A, who was merged into D before it was sent."""

    @pytest.fixture(autouse=True)
    def merge(self, club, second, a, d):
        services.merge_players(d, a, by=club.organiser)

    @pytest.mark.parametrize("button", [{"look": "1"}, {"seen": "x"}, {"search": "1", "q": "member f"}])
    def test_it_says_so_and_keeps_what_was_chosen(self, organiser, address, second, d, button):
        before = everything()
        page = organiser.post(address, {**new_member(second, reason="He told me"), **button})
        assert everything() == before
        shown = text_of(page)
        assert "Member A was merged into Member D meanwhile, and nothing is done yet." in shown
        assert "Which names of Member D were somebody else?" in shown
        html = page.content.decode()
        assert f'name="entry" value="{second.pk}" checked' in html
        assert 'name="new_name" id="wl-new-name" maxlength="200" value="Anna Other"' in html
        assert 'value="He told me"' in html

    def test_sent_again_from_there_it_splits_who_he_is_now(self, organiser, address, second, d):
        fields = new_member(second)
        page = organiser.post(address, {"seen": "x", **fields})
        (action,) = re.findall(
            r'<form method="post" action="(/admin/ladders/who/[^"]+)"', page.content.decode()
        )
        assert action == reverse("wagtail_ladder_who:split", args=[d.pk])
        assert f'formaction="{action}#wl-moves"' in page.content.decode()
        assert organiser.post(action, {"seen": seen_on(page), **fields}).status_code == 302
        second.refresh_from_db()
        assert second.player.name == "Anna Other"

    def test_the_search_for_whom_to_merge_him_with_says_so_too(self, organiser, a):
        page = organiser.post(reverse("wagtail_ladder_who:merge_with", args=[a.pk]), {"q": "member f"})
        assert "Member A was merged into Member D meanwhile" in text_of(page)
        assert 'value="member f"' in page.content.decode()

    def test_whoever_only_comes_to_look_is_led_to_who_he_is_now(self, organiser, address, d):
        assert organiser.get(address).url == reverse("wagtail_ladder_who:split", args=[d.pk])


def test_nothing_without_a_look(organiser, address, second, a):
    assert "Nothing is done yet." in text_of(organiser.post(address, new_member(second)))
    second.refresh_from_db()
    assert second.player == a


class TestOneName:
    def test_a_new_member_of_his_own_name_is_said_to_be_one(self, organiser, address, second, a):
        fields = new_member(second, name="member a")
        looked = organiser.post(address, {"look": "1", **fields})
        assert "Two members will be called Member A then" in text_of(looked)
        assert organiser.post(address, {"seen": seen_on(looked), **fields}).status_code == 302
        second.refresh_from_db()
        assert (second.player.name, second.player == a) == ("member a", False)

    def test_in_the_preview_the_two_are_told_apart(self, organiser, address, second, a):
        looked = organiser.post(address, {"look": "1", **new_member(second, name="Member A")})
        moves = text_of(looked).split("Who moves on")[1]
        assert f"Member A ({a.reference})" in moves
        assert "Member A (new on this ladder)" in moves

    def test_another_member_of_that_name_is_shown_and_may_be_the_one(self, organiser, address, second, club):
        f = club.members["F"]
        fields = new_member(second, name="MEMBER F")
        looked = organiser.post(address, {"look": "1", **fields})
        assert "Another member is called so already" in text_of(looked)
        assert f'value="member-{f.pk}"' in looked.content.decode()
        organiser.post(address, {"seen": seen_on(looked), **fields})
        second.refresh_from_db()
        new = second.player
        assert Act.objects.filter(kind="distinct", player=f, other=new).exists()

    def test_one_who_came_meanwhile_is_looked_at_first(self, organiser, address, second, club):
        fields = new_member(second)
        looked = organiser.post(address, {"look": "1", **fields})
        services.add_player(club.club, "Anna Other", by=club.arbiter)
        answer = organiser.post(address, {"seen": seen_on(looked), **fields})
        assert "Nothing is done yet." in text_of(answer)
        assert "Another member is called so already" in text_of(answer)
