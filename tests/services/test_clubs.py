"""Clubs, ladders and who holds which role."""

import pytest
from django.contrib.auth.models import Group

from wagtail_ladder import services
from wagtail_ladder.models import Ladder, RuleSet
from wagtail_ladder.services.roles import clubs_of, clubs_organised_by, has_role

from .kit import make_club, user

pytestmark = pytest.mark.django_db


def test_a_new_club_has_two_groups_that_may_enter_the_admin_and_no_more(club):
    for role in ("organiser", "arbiter"):
        group = Group.objects.get(club_permissions__club=club.club, club_permissions__role=role)
        assert list(group.permissions.values_list("codename", flat=True)) == ["access_admin"]


def test_two_clubs_of_one_name(club):
    other = services.create_club("Rook End", by=club.superuser)
    names = set(Group.objects.filter(club_permissions__club=other).values_list("name", flat=True))
    assert names == {"Rook End: organisers (2)", "Rook End: arbiters (2)"}


def test_a_new_ladder_hides_itself(club):
    ladder = Ladder.objects.get()
    assert (ladder.visibility, ladder.names, ladder.months_instead_of_days) == (
        "organisers",
        "initials",
        True,
    )
    assert ladder.fingerprint
    rules = RuleSet.objects.get()
    assert (rules.from_date, rules.start, rules.provisional_below) == (None, 1200, 5)
    assert (rules.k_new, rules.k_new_games, rules.k) == (40, 20, 20)
    assert club.club.juniors_never_by_full_name


def test_whose_clubs_are_whose(club):
    other = make_club("Elsewhere", letters="", prefix="other-")
    nobody = user("nobody")
    assert set(clubs_of(club.arbiter)) == {club.club}
    assert set(clubs_organised_by(club.arbiter)) == set()
    assert set(clubs_organised_by(club.organiser)) == {club.club}
    assert set(clubs_of(club.superuser)) == {club.club, other.club}
    assert set(clubs_of(nobody)) == set(clubs_of(None)) == set()
    assert has_role(club.organiser, "arbiter", club.club.pk)
    assert not has_role(club.arbiter, "organiser", club.club.pk)
    assert not has_role(club.organiser, "arbiter", other.club.pk)


TIGHTER = [
    ({"visibility": "public"}, {"visibility": "members"}),
    ({"visibility": "members"}, {"visibility": "organisers"}),
    ({"names": "full"}, {"names": "initials"}),
    ({"months_instead_of_days": False}, {"months_instead_of_days": True}),
]


@pytest.mark.parametrize("open_, closed", TIGHTER, ids=lambda fields: str(next(iter(fields.values()))))
def test_an_arbiter_tightens_and_only_an_organiser_loosens(club, open_, closed):
    services.change_ladder(club.ladder, **open_, by=club.organiser)
    services.change_ladder(club.ladder, **closed, by=club.arbiter)
    with pytest.raises(services.NotAllowed):
        services.change_ladder(club.ladder, **open_, by=club.arbiter)
    (field, value), *_ = closed.items()
    assert getattr(Ladder.objects.get(), field) == value


def test_a_group_fewer_is_tighter_and_a_group_more_is_not(club):
    one, two = Group.objects.create(name="One"), Group.objects.create(name="Two")
    services.change_ladder(club.ladder, member_groups=[one, two], by=club.organiser)
    services.change_ladder(club.ladder, member_groups=[one], by=club.arbiter)
    with pytest.raises(services.NotAllowed):
        services.change_ladder(club.ladder, member_groups=[two], by=club.arbiter)
    assert list(club.ladder.member_groups.all()) == [one]


def test_how_a_ladder_is_shown_moves_no_rating(club):
    club.play("AB1")
    before = Ladder.objects.values_list("fingerprint", "replayed_at").get()
    services.change_ladder(
        club.ladder, name="Friday", shown_decimals=1, inactive_after=6, visibility="public", by=club.organiser
    )
    assert Ladder.objects.values_list("fingerprint", "replayed_at").get() == before


@pytest.mark.parametrize("field", ["fingerprint", "club", "pk"])
def test_nothing_else_of_a_ladder_can_be_set(club, field):
    with pytest.raises(TypeError):
        services.change_ladder(club.ladder, by=club.organiser, **{field: "x"})


@pytest.mark.parametrize("field", ["status", "version", "tie_break", "ladder"])
def test_nothing_else_of_an_event_can_be_set(club, field):
    event = club.play("AB1", publish=False)
    with pytest.raises(TypeError):
        services.change_event(event, by=club.organiser, **{field: 1})
