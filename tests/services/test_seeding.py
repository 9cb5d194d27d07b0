"""The order of the seeding list, by the rules of the ladder, and what is written down when it is taken."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from wagtail.models import ModelLogEntry

from wagtail_ladder import services
from wagtail_ladder.engine import POINT
from wagtail_ladder.models import Standing
from wagtail_ladder.services import Missing, Refused
from wagtail_ladder.services.reads.seeding import newcomer, seeding_rows, with_newcomers

from .kit import make_club, substance

pytestmark = pytest.mark.django_db

BOOTSTRAP = "AB1 CD1 AC1 BD1 AD1 BC1"
"""From which A has 1260, B 1220, C 1180 and D 1140. E and F do not play."""
TODAY = date(2026, 2, 1)


@pytest.fixture
def night(club):
    return club.play(BOOTSTRAP, day=date(2026, 1, 6))


def rows_of(club, today=TODAY):
    letter_of = {player.pk: letter for letter, player in club.members.items()}
    return [(letter_of[row.player_id], row) for row in seeding_rows(club.ladder, today)]


def order(club, today=TODAY):
    return "".join(letter for letter, _row in rows_of(club, today))


def put(club, letter, rating, games, place):
    """Past the services, for a tie that no short history brings about."""
    Standing.objects.filter(ladder=club.ladder, player=club.members[letter]).update(
        rating=rating, rated_games=games, first_place=place
    )


def test_by_rating_and_newcomers_at_the_start_rating(club, night):
    assert order(club) == "ABEFCD"
    found = dict(rows_of(club))
    assert [found[letter].shown for letter in "ABCDEF"] == [1260, 1220, 1180, 1140, 1200, 1200]
    assert found["E"].rating == 1200 * POINT
    assert [found[letter].rated_games for letter in "AE"] == [3, 0]


def test_the_exact_rating_decides_and_not_the_shown_one(club, night):
    put(club, "A", 1220 * POINT + 1, 3, 1)
    put(club, "B", 1220 * POINT + 2, 3, 2)
    assert order(club).startswith("BA")


def test_of_equal_ratings_more_games_then_who_appeared_first_and_newcomers_last(club, night):
    put(club, "A", 1200 * POINT, 3, 3)
    put(club, "B", 1200 * POINT, 4, 4)
    put(club, "C", 1200 * POINT, 3, 2)
    put(club, "D", 1200 * POINT, 0, 1)
    assert order(club) == "BCADEF"


def test_a_start_rating_and_rules_to_come(club, night):
    services.set_start_rating(
        club.ladder, club.members["F"], points=1500, reason="national rating", by=club.organiser
    )
    services.set_rules(
        club.ladder, date(2026, 3, 1), start=1000, reason="as the federation", by=club.organiser
    )
    assert order(club) == "FABECD"
    assert order(club, date(2026, 3, 1)) == "FABCDE"


def test_established_active_and_last(club, night):
    club.play("AB= AC= ", day=date(2026, 1, 20))
    found = dict(rows_of(club))
    assert {letter for letter in "ABCDEF" if found[letter].is_established} == {"A"}  # 5 games; B and C have 4
    assert {letter for letter in "ABCDEF" if found[letter].is_active} == set("ABCD")
    assert {letter for letter in "ABCDEF" if found[letter].was_last} == set("ABC")
    later = dict(rows_of(club, date(2026, 1, 6) + timedelta(days=400)))
    assert not any(row.is_active for row in later.values())


def test_who_was_merged_is_one_person(club, night):
    club.merge("A", "E")
    assert order(club) == "ABFCD"


def test_another_club_has_other_members(club, night):
    make_club("Elsewhere", letters="XY", prefix="other-")
    assert len(seeding_rows(club.ladder, TODAY)) == 6


def test_newcomers_come_behind_all_of_their_rating(club, night):
    one = newcomer(club.ladder, TODAY)
    rows = with_newcomers(seeding_rows(club.ladder, TODAY), [one, one])
    assert [row.player_id is None for row in rows] == [False] * 4 + [True] * 2 + [False] * 2
    assert (one.shown, one.rated_games, one.is_established) == (1200, 0, False)


def test_as_many_queries_for_many_as_for_few(club, night):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as found:
            seeding_rows(club.ladder, TODAY)
        return len(found)

    few = queries()
    services.add_players(club.club, [(f"Member of {n}", ()) for n in "abcdefghijkl"], by=club.organiser)
    assert queries() == few <= 7


def test_taking_it_changes_nothing_and_is_written_down(club, night):
    before = substance()
    players = [club.members[letter].pk for letter in "DA"]
    rows = services.take_seeding_list(club.ladder.pk, players, newcomers=2, form="sheet", by=club.arbiter)
    assert [row.shown for row in rows] == [1260, 1200, 1200, 1140]
    assert substance() == before
    entry = ModelLogEntry.objects.order_by("pk").last()
    assert (entry.action, entry.user) == ("wagtail_ladder.take_seeding_list", club.arbiter)
    assert entry.data == {"form": "sheet", "players": 4}


def test_only_members_of_the_club_are_on_it(club, night):
    other = make_club("Elsewhere", letters="X", prefix="other-")
    last = ModelLogEntry.objects.count()
    for stranger in (other.members["X"].pk, 10**9):
        with pytest.raises(Refused) as refusal:
            services.take_seeding_list(
                club.ladder.pk, [club.members["A"].pk, stranger], form="trf", by=club.arbiter
            )
        assert refusal.value.code == "member_missing"
    with pytest.raises(Missing):
        services.take_seeding_list(10**9, [], form="trf", by=club.superuser)
    assert ModelLogEntry.objects.count() == last
