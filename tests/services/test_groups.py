"""Groups of players and seasons: what the verbs refuse, and that no merge rewrites who is in a group."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import PlayerGroup, Season
from wagtail_ladder.models.group import standing_members
from wagtail_ladder.services.groups import groups_of_person, persons_in

from .kit import everything, fingerprint, make_club, stored_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(club):
    return services.create_group(club.club, "U10", by=club.organiser)


def ids(club, letters):
    return [club.members[letter].pk for letter in letters]


def in_group(group):
    return persons_in([group.pk])[group.pk]


def refused(code, act):
    before = everything()
    with pytest.raises(services.LadderError) as refusal:
        act()
    assert refusal.value.code == code
    assert everything() == before


def test_members_come_and_go(club, group):
    assert services.add_to_group(group, ids(club, "ABC"), by=club.organiser) == 3
    assert services.add_to_group(group, ids(club, "CD"), by=club.organiser) == 1
    assert services.remove_from_group(group, ids(club, "AE"), by=club.organiser) == 1
    assert in_group(group) == set(ids(club, "BCD"))
    services.delete_group(group, by=club.organiser)
    assert not PlayerGroup.objects.exists()
    assert club.club.players.count() == len(club.members)


def test_the_groups_of_a_member_are_set_at_once(club, group):
    other = services.create_group(club.club, "Class 5", by=club.organiser)
    services.set_groups(club.members["A"], [group.pk], by=club.organiser)
    services.set_groups(club.members["A"], [other.pk], by=club.organiser)
    assert groups_of_person(club.members["A"]) == {other.pk}
    assert in_group(group) == set()


@pytest.mark.parametrize("name", ["U10", "u10", " U10 ", "Ｕ１０"])
def test_two_groups_that_read_alike_are_refused(club, group, name):
    refused("group_name_taken", lambda: services.create_group(club.club, name, by=club.organiser))
    other = services.create_group(club.club, "U12", by=club.organiser)
    refused("group_name_taken", lambda: services.rename_group(other, name, by=club.organiser))
    assert services.rename_group(group, "u10", by=club.organiser).name == "u10", "its own name is not taken"
    elsewhere = make_club("Elsewhere", letters="", prefix="other-")
    assert services.create_group(elsewhere.club, name, by=elsewhere.organiser).name == name.strip()


def test_names_are_seen_and_short(club):
    refused("name_empty", lambda: services.create_group(club.club, " \u200b ", by=club.organiser))
    refused("name_too_long", lambda: services.create_group(club.club, "x" * 41, by=club.organiser))


def test_players_and_groups_of_another_club_are_missing(club, group):
    elsewhere = make_club("Elsewhere", letters="Z", prefix="other-")
    stranger, theirs = (
        elsewhere.members["Z"],
        services.create_group(elsewhere.club, "U10", by=elsewhere.organiser),
    )
    refused("player_missing", lambda: services.add_to_group(group, [stranger.pk], by=club.organiser))
    refused("player_missing", lambda: services.remove_from_group(group, [stranger.pk], by=club.organiser))
    refused("group_missing", lambda: services.set_groups(club.members["A"], [theirs.pk], by=club.organiser))
    services.delete_group(group, by=club.organiser)
    for act in (
        lambda: services.rename_group(group, "U12", by=club.organiser),
        lambda: services.delete_group(group, by=club.organiser),
        lambda: services.add_to_group(group, ids(club, "A"), by=club.organiser),
    ):
        refused("group_missing", act)


def test_a_merge_counts_both_as_one_and_its_undoing_parts_them_again(club, group):
    other = services.create_group(club.club, "Class 5", by=club.organiser)
    services.add_to_group(group, ids(club, "AB"), by=club.organiser)
    services.add_to_group(other, ids(club, "B"), by=club.organiser)
    merge = club.merge("A", "B")
    assert in_group(group) == in_group(other) == set(ids(club, "A"))
    assert groups_of_person(club.members["A"]) == {group.pk, other.pk}
    club.undo(merge)
    assert in_group(group) == set(ids(club, "AB"))
    assert in_group(other) == set(ids(club, "B"))


def test_who_is_taken_out_while_merged_is_out_with_all_that_he_is(club, group):
    services.add_to_group(group, ids(club, "AB"), by=club.organiser)
    merge = club.merge("A", "B")
    assert services.remove_from_group(group, ids(club, "A"), by=club.organiser) == 1
    assert in_group(group) == set()
    assert services.add_to_group(group, ids(club, "B"), by=club.organiser) == 1, "B is A now"
    club.undo(merge)
    assert in_group(group) == set(ids(club, "A"))


def test_setting_groups_reaches_who_was_merged_in(club, group):
    services.add_to_group(group, ids(club, "B"), by=club.organiser)
    merge = club.merge("A", "B")
    services.set_groups(club.members["A"], [], by=club.organiser)
    club.undo(merge)
    assert in_group(group) == set()


def test_who_stands_on_a_ladder_is_counted_once(club, group):
    club.play("AB1 BC1")
    services.add_to_group(group, ids(club, "ABD"), by=club.organiser)
    assert standing_members([club.ladder.pk]) == {club.ladder.pk: {group.pk: set(ids(club, "AB"))}}
    services.add_to_group(group, ids(club, "C"), by=club.organiser)
    club.merge("A", "C")
    assert standing_members([club.ladder.pk]) == {club.ladder.pk: {group.pk: set(ids(club, "AB"))}}


def test_nothing_is_replayed(club, group):
    club.play("AB1")
    before = fingerprint(club.ladder), stored_standings(club.ladder)
    club.ladder.refresh_from_db()
    replayed = club.ladder.replayed_at
    services.add_to_group(group, ids(club, "AB"), by=club.organiser)
    services.create_season(club.club, "2026", date(2026, 1, 1), date(2026, 12, 31), by=club.organiser)
    club.ladder.refresh_from_db()
    assert (fingerprint(club.ladder), stored_standings(club.ladder)) == before
    assert club.ladder.replayed_at == replayed


# Seasons.


@pytest.fixture
def season(club):
    return services.create_season(
        club.club, "2025/26", date(2025, 9, 1), date(2026, 8, 31), by=club.organiser
    )


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 8, 31), date(2027, 8, 31)),
        (date(2024, 9, 1), date(2025, 9, 1)),
        (date(2025, 12, 1), date(2025, 12, 31)),
        (date(2025, 1, 1), date(2026, 12, 31)),
    ],
)
def test_seasons_have_no_day_in_common(club, season, first, last):
    refused("seasons_overlap", lambda: services.create_season(club.club, "X", first, last, by=club.organiser))


def test_seasons_may_follow_one_another_and_last_a_day(club, season):
    day = date(2026, 9, 1)
    following = services.create_season(club.club, "Cup", day, day, by=club.organiser)
    refused(
        "seasons_overlap",
        lambda: services.change_season(following, first_day=date(2026, 8, 31), by=club.organiser),
    )
    assert services.change_season(following, last_day=date(2026, 9, 2), by=club.organiser).first_day == day
    elsewhere = make_club("Elsewhere", letters="", prefix="other-")
    services.create_season(
        elsewhere.club, season.name, season.first_day, season.last_day, by=elsewhere.organiser
    )
    assert Season.objects.count() == 3


def test_what_else_a_season_is_refused_for(club, season):
    day = date(2027, 1, 1)
    refused(
        "season_ends_before_it_begins",
        lambda: services.create_season(club.club, "X", day, date(2026, 12, 31), by=club.organiser),
    )
    refused(
        "season_name_taken", lambda: services.create_season(club.club, "2025/26", day, day, by=club.organiser)
    )
    services.delete_season(season, by=club.organiser)
    refused("season_missing", lambda: services.change_season(season, name="X", by=club.organiser))
    refused("season_missing", lambda: services.delete_season(season, by=club.organiser))
    with pytest.raises(TypeError, match="club"):
        services.change_season(season, club=club.club, by=club.organiser)
