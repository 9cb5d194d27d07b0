"""Links: made and kept open by organisers, ended by anybody with a role, and the others stay."""

import pytest

from wagtail_ladder import services
from wagtail_ladder.models import ShareLink

from .calls import in_days
from .kit import everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(club):
    return services.make_link(club.ladder, "  Parents\u202e of\tthe juniors ", by=club.organiser)


def test_a_link_is_named_and_says_who_made_it(club, link):
    link.refresh_from_db()
    assert (link.name, link.last_day, link.made_by) == ("Parents of the juniors", None, club.organiser)
    assert (link.revoked_at, link.revoked_by) == (None, None)


def test_two_links_have_nothing_in_common(club, link):
    other = services.make_link(club.ladder, "Parents of the seniors", by=club.organiser)
    assert link.key != other.key and link.nonce != other.nonce


def test_a_change_keeps_the_address_and_what_it_does_not_name(club, link):
    services.change_link(link, last_day=in_days(3), by=club.arbiter)
    services.change_link(link, name="Grandparents", by=club.arbiter)
    changed = ShareLink.objects.get()
    assert (changed.name, changed.last_day) == ("Grandparents", in_days(3))
    assert (changed.key, changed.nonce) == (link.key, link.nonce)


def test_today_may_be_the_last_day(club, link):
    assert services.change_link(link, last_day=in_days(0), by=club.arbiter).last_day == in_days(0)


def test_an_arbiter_may_leave_a_last_day_as_it_is_but_not_move_it_on(club, link):
    services.change_link(link, last_day=in_days(3), by=club.arbiter)
    services.change_link(link, name="Same", last_day=in_days(3), by=club.arbiter)
    before = everything()
    for later in (in_days(4), None):
        with pytest.raises(services.NotAllowed):
            services.change_link(link, name="Other", last_day=later, by=club.arbiter)
    assert everything() == before


def test_revoking_one_keeps_the_others_and_says_who_did_it(club, link):
    other = services.make_link(club.ladder, "Others", by=club.organiser)
    services.revoke_link(link, by=club.arbiter)
    link.refresh_from_db()
    other.refresh_from_db()
    assert link.revoked_at is not None and link.revoked_by == club.arbiter
    assert other.revoked_at is None


def test_a_revoked_link_stays_revoked(club, link):
    services.revoke_link(link, by=club.arbiter)
    before = everything()
    for run in (services.revoke_link, services.change_link):
        with pytest.raises(services.Refused) as refusal:
            run(link, by=club.organiser)
        assert refusal.value.code == "link_revoked"
    assert everything() == before


def test_a_link_that_is_gone(club, link):
    ShareLink.objects.all().delete()
    with pytest.raises(services.Missing) as refusal:
        services.revoke_link(link, by=club.organiser)
    assert refusal.value.code == "link_missing"


def test_no_other_field_can_be_set(club, link):
    with pytest.raises(TypeError):
        services.change_link(link, nonce="known", by=club.organiser)
