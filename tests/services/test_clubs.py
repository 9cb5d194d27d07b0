"""Clubs, ladders and who holds which role."""

import pytest
from django.contrib.auth.models import Group

from wagtail_ladder import services
from wagtail_ladder.audience import Access, access, groups_of
from wagtail_ladder.models import Ladder, RuleSet
from wagtail_ladder.services.roles import clubs_of, clubs_organised_by, has_role, roles_by_club

from .kit import make_club, user

pytestmark = pytest.mark.django_db


def group_of(club, role):
    return Group.objects.get(club_permissions__club=club, club_permissions__role=role)


def test_those_who_work_in_a_new_club_may_enter_the_admin_and_members_may_nothing(club):
    for role, may in (("organiser", ["access_admin"]), ("arbiter", ["access_admin"]), ("member", [])):
        permissions = group_of(club.club, role).permissions
        assert list(permissions.values_list("codename", flat=True)) == may


def test_a_member_has_no_role(club):
    member = user("parent")
    member.groups.add(group_of(club.club, "member"))
    assert not has_role(member, "arbiter", club.club.pk) and not has_role(member, "organiser", club.club.pk)
    assert not roles_by_club(member) and not clubs_of(member).exists()
    ladder = services.change_ladder(club.ladder, visibility="members", by=club.organiser)
    assert access(member, ladder) is Access.MISSING  # as long as the group is not chosen
    assert group_of(club.club, "member").pk not in groups_of(ladder)
    services.change_ladder(ladder, member_groups=[group_of(club.club, "member")], by=club.organiser)
    assert access(member, ladder) is Access.GRANTED


def test_a_ladder_is_opened_to_members_of_its_own_club_alone(club):
    """To another club's group of parents a ladder is opened by who knows both clubs."""
    other = make_club("Elsewhere", letters="", prefix="other-")
    for group in (
        Group.objects.create(name="Some parents"),
        group_of(other.club, "member"),
        group_of(club.club, "arbiter"),
    ):
        with pytest.raises(services.Refused) as refusal:
            services.change_ladder(club.ladder, member_groups=[group], by=club.organiser)
        assert refusal.value.code == "not_a_group_of_members"
    shared = group_of(other.club, "member")
    services.change_ladder(club.ladder, member_groups=[shared], by=club.superuser)
    own = group_of(club.club, "member")
    services.change_ladder(club.ladder, member_groups=[shared, own], by=club.organiser)
    assert set(club.ladder.member_groups.all()) == {shared, own}


def test_two_clubs_of_one_name(club):
    other = services.create_club("Rook End", by=club.superuser)
    names = set(Group.objects.filter(club_permissions__club=other).values_list("name", flat=True))
    assert names == {"Rook End: organisers (2)", "Rook End: arbiters (2)", "Rook End: members (2)"}


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
    one, two = group_of(club.club, "member"), Group.objects.create(name="Two")
    services.grant_roles(two, [(club.club.pk, "member")], by=club.organiser)
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
