"""Where somebody wrote past the verbs the screens stay up, say so, and blame nobody who has not done it."""

from datetime import date

import pytest

from tests.proof.scene import undone
from tests.services.kit import entry, user
from wagtail_ladder import services
from wagtail_ladder.models import Correction, Entry, Ladder, Player, RuleSet
from wagtail_ladder.services import ChangedMeanwhile
from wagtail_ladder.services.players import StartRating
from wagtail_ladder.services.rules import values_of

from .conftest import AFTER_BOOTSTRAP, BOOTSTRAP, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(club):
    return club.play(BOOTSTRAP, day=date(2026, 1, 6))


@pytest.fixture
def anna(club):
    """An organiser who has done nothing wrong."""
    anna = user("anna", first_name="Anna", last_name="Blameless")
    anna.groups.set(club.organiser.groups.all())
    return anna


# ---- Nothing can be computed -------------------------------------------------------------------------------


def let_somebody_meet_himself(event):
    one, another = event.entries.all()[:2]
    Entry.objects.filter(pk=one.pk).update(player=another.player_id)


def test_publishing_says_why_it_cannot_be(published, club, organiser):
    draft = club.play("AC1", day=date(2026, 1, 13), publish=False)
    let_somebody_meet_himself(published)
    for page in (
        organiser.open(f"{draft.pk}/publish/"),
        organiser.submit(f"{draft.pk}/publish/", draft, fingerprint=""),
    ):
        assert page.status_code == 200
        assert "is paired against himself" in text_of(page)
        assert "Nobody will move." not in text_of(page)
        assert 'name="fingerprint"' not in page.content.decode()
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_the_results_of_a_draft_are_there_without_their_verdicts(published, club, organiser):
    draft = club.play("AC1", day=date(2026, 1, 13), publish=False)
    assert [game.verdict for game in organiser.open(f"{draft.pk}/results/").context["games"]] == ["rated"]
    let_somebody_meet_himself(published)
    page = organiser.open(f"{draft.pk}/results/")
    assert "is paired against himself" in text_of(page)
    assert [(game.score, game.verdict) for game in page.context["games"]] == [("1–0", "")]


# ---- No rules ----------------------------------------------------------------------------------------------


def test_a_ladder_without_rules_does_not_stop_another_one(published, club, organiser):
    Ladder.objects.create(club=club.club, name="Made past the verbs")
    looked = organiser.open(f"{published.pk}/unpublish/")
    assert looked.status_code == 200
    organiser.submit(f"{published.pk}/unpublish/", published, seen=looked.context["seen"], reason="not yet")
    published.refresh_from_db()
    assert published.status == "draft"


@pytest.mark.parametrize("first_alone", [True, False])
def test_rules_that_are_gone_are_given_back_on_their_screen(first_alone, published, club, organiser):
    ladder = club.ladder
    services.set_rules(ladder, date(2026, 2, 1), k=10, by=club.organiser, reason="agreed")
    gone = RuleSet.objects.filter(ladder=ladder)
    (gone.filter(from_date=None) if first_alone else gone).delete()
    address = f"/admin/ladders/ladders/rules/{ladder.pk}/set/"
    page = organiser.get(address)
    assert 'name="from_date"' not in page.content.decode()
    asked = {"start": 1200, "k_new": 40, "k_new_games": 20, "k": 20, "provisional_below": 5, "was": ""}
    looked = organiser.post(address, {**asked, "look": "1"})
    organiser.post(address, {**asked, "seen": looked.context["seen"], "reason": "they were gone"})
    assert RuleSet.objects.filter(ladder=ladder, from_date=None).exists()
    assert services.verify_ladder(ladder.pk).differences == ()
    assert {letter: club.rating(letter)[0] for letter in "ABCD"} == AFTER_BOOTSTRAP


# ---- Merged in a circle ------------------------------------------------------------------------------------


def test_the_desk_stands_where_players_are_stored_in_a_circle(published, club, organiser):
    a, b = club.members["A"], club.members["B"]
    Player.objects.filter(pk=a.pk).update(merged_into=b)
    Player.objects.filter(pk=b.pk).update(merged_into=a)
    for address in (
        f"/admin/ladders/events/{published.pk}/",
        f"/admin/ladders/events/{published.pk}/names/{entry(published, 'A').pk}/",
        "/admin/ladders/who/doubles/",
        "/admin/",
    ):
        assert organiser.get(address).status_code == 200


def test_a_merge_that_is_not_stored_any_more_can_be_taken_back(published, club, organiser):
    merge = club.merge("A", "E")
    club.play("AC1", day=date(2026, 1, 20))  # decided since
    Player.objects.filter(pk=club.members["E"].pk).update(merged_into=None)
    page = organiser.get(f"/admin/ladders/who/merges/{merge.pk}/undo/")
    assert page.status_code == 200
    assert "Member E" in text_of(page)


# ---- Nobody is blamed --------------------------------------------------------------------------------------


def test_nobody_is_named_for_rules_that_he_has_not_set(club, anna):
    rules = services.set_rules(club.ladder, None, k=21, reason="x", by=anna)
    seen = values_of(rules)

    def told():
        with pytest.raises(ChangedMeanwhile) as refused:
            services.set_rules(club.ladder, None, k=22, reason="x", by=club.organiser, expected=seen)
        return refused.value.message

    RuleSet.objects.filter(pk=rules.pk).update(k=77)
    assert "Anna" not in told()
    services.set_rules(club.ladder, None, k=23, reason="x", by=anna)
    services.set_rules(club.ladder, date(2026, 1, 1), k=24, reason="x", by=club.organiser)
    assert "The last change was made by Anna Blameless, " in told()
    RuleSet.objects.filter(pk=rules.pk).delete()
    assert "Anna" not in told()


def test_nobody_is_named_for_a_start_rating_that_he_has_not_given(club, anna):
    player, place = club.members["A"], club.ladder.ladder_players
    services.set_start_rating(club.ladder, player, 1500, "known", by=anna)

    def told():
        seen = StartRating(1500, "known")
        with pytest.raises(ChangedMeanwhile) as refused:
            services.set_start_rating(club.ladder, player, 1600, "x", by=club.organiser, expected=seen)
        return refused.value.message

    for column, value in {"start_rating": 1700, "start_reason": "guessed"}.items():
        with undone():
            place.filter(player=player).update(**{column: value})
            assert "Anna" not in told()
    for points in (1800, None):
        services.set_start_rating(club.ladder, player, points, "by the list", by=anna)
        assert "The last change was made by Anna Blameless, " in told()


def change_by_hand(event):
    event.games.filter(round=1).update(white_half_points=0, black_half_points=2)


def test_nobody_is_named_at_publishing_for_what_was_changed_outside(published, club, organiser, anna):
    services.set_rules(club.ladder, None, k=21, reason="x", by=anna)
    draft = club.play("AC1", day=date(2026, 1, 13), publish=False)
    fingerprint = organiser.open(f"{draft.pk}/publish/").context["fingerprint"]
    change_by_hand(published)
    page = organiser.submit(f"{draft.pk}/publish/", draft, fingerprint=fingerprint)
    assert "The ladder has changed since you looked. Please look again." in text_of(page)
    assert "Anna" not in text_of(page)
    assert not Correction.objects.filter(action="changed_outside").exists()


def test_nobody_is_named_at_saving_for_what_was_changed_outside(published, club, organiser, anna):
    other = club.play("AD1", day=date(2026, 1, 13))
    services.set_rules(club.ladder, None, k=21, reason="x", by=anna)
    path = f"{other.pk}/games/{other.games.get().pk}/"
    looked = organiser.submit(path, other, result="played-0-2", reason="typo", round="1", board="1")
    change_by_hand(published)
    again = organiser.confirm(path, looked, reason="typo")
    assert "Nothing is done yet." in text_of(again)
    assert "Anna" not in text_of(again)
