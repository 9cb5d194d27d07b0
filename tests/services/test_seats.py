"""A newcomer's place on a ladder: it tells no name, and shows none that no organiser has looked at."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import LadderPlayer, NameMode, Player, Standing, Visibility
from wagtail_ladder.models.ladder import shown_in_full
from wagtail_ladder.services import Member, NewMember


@pytest.fixture
def open_ladder(club):
    return services.change_ladder(
        club.ladder, by=club.organiser, visibility=Visibility.PUBLIC, names=NameMode.FULL
    )


def link(club, player, *, by):
    event = services.create_event(
        club.ladder, by=by, name="Evening", last_day=date(2026, 1, 6), names=["Somebody"]
    )
    services.decide_entry(event.entries.get(), Member(player.pk), by=by)
    return LadderPlayer.objects.filter(shown_in_full(), ladder=club.ladder, player=player).exists()


def test_an_arbiter_does_not_publish_the_full_name_of_an_adult_by_linking_him(club, open_ladder):
    player = club.members["A"]
    services.confirm_adults(club.club, [player.pk], by=club.organiser)
    assert not link(club, player, by=club.arbiter)
    services.force_initials(club.ladder, player, False, by=club.organiser)
    assert LadderPlayer.objects.filter(shown_in_full(), player=player).exists()


def test_an_organiser_does(club, open_ladder):
    player = club.members["A"]
    services.confirm_adults(club.club, [player.pk], by=club.organiser)
    assert link(club, player, by=club.organiser)


def test_on_a_ladder_that_nobody_sees_the_later_list_decides(club):
    player = club.members["A"]
    services.change_ladder(club.ladder, by=club.organiser, names=NameMode.FULL)
    services.confirm_adults(club.club, [player.pk], by=club.organiser)
    assert link(club, player, by=club.arbiter)


@pytest.mark.parametrize(
    ("name", "who", "stays_adult"),
    [
        ("Ben Small", "arbiter", False),
        ("member  Á", "arbiter", True),  # another spelling of "Member A"
        ("Ben Small", "organiser", True),
    ],
)
def test_another_name_by_an_arbiter_is_another_person(club, name, who, stays_adult):
    player = club.members["A"]
    services.confirm_adults(club.club, [player.pk], by=club.organiser)
    services.record_consent(club.club, [player.pk], by=club.organiser)
    services.rename_player(player, name, by=getattr(club, who))
    player.refresh_from_db()
    assert (player.is_adult, player.full_name_consent) == (stays_adult, stays_adult)


def test_neither_numbers_nor_first_appearances_follow_the_sheet(club):
    """Forty names with the same initials, in the order of the alphabet: by chance, one in 40! tells it."""
    names = [f"Ann Y{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(40)]
    event = services.create_event(
        club.ladder, by=club.arbiter, name="Evening", last_day=date(2026, 1, 6), names=names
    )
    entries = list(event.entries.order_by("number"))
    services.decide_entries(event, {entry.pk: NewMember() for entry in entries}, by=club.arbiter)
    result = services.Result(Kind.PLAYED, 1, 1)
    pairings = [
        services.Pairing(board, white.pk, black.pk, result)
        for board, (white, black) in enumerate(zip(entries[::2], entries[1::2], strict=True), start=1)
    ]
    services.save_round(event, 1, pairings, by=club.arbiter)
    services.publish_event(event, by=club.arbiter)
    by_name = Player.objects.filter(name__in=names).order_by("name").values_list("pk", flat=True)
    suffixes = dict(LadderPlayer.objects.values_list("player_id", "initials_suffix"))
    places = dict(Standing.objects.values_list("player_id", "first_place"))
    for order in ([suffixes[pk] for pk in by_name], [places[pk] for pk in by_name]):
        assert sorted(order) == list(range(1, 41))
        assert order not in (sorted(order), sorted(order, reverse=True))
