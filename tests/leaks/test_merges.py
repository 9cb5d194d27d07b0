"""Who was merged with another is named on no page, and his old address explains nobody’s initials."""

import pytest

from wagtail_ladder import services
from wagtail_ladder.audience import link_token
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import LadderPlayer, NameMode, Player, Visibility
from wagtail_ladder.services import NewMember, Pairing, Result

from .canary import leaks, person, whole
from .routes import below, by_link
from .world import DAY

LEVELS = [
    (Visibility.PUBLIC, NameMode.FULL),
    (Visibility.PUBLIC, NameMode.INITIALS),
    (Visibility.MEMBERS, NameMode.FULL),
    (Visibility.LINK, NameMode.FULL),
]


def merge_two(world, one):
    """Two new adults play each other; one turns out to be the adult of the ladder, the other the junior."""
    people = [person(80), person(81)]
    event = services.create_event(
        one.ladder, by=world.root, name="Evening of two", last_day=DAY, names=[human.name for human in people]
    )
    entries = list(event.entries.order_by("number"))
    pairing = Pairing(1, entries[0].pk, entries[1].pk, Result(Kind.PLAYED, 2, 0))
    services.save_round(event, 1, [pairing], by=world.root)
    services.decide_entries(event, {entry.pk: NewMember() for entry in entries}, by=world.root)
    services.publish_event(event, by=world.root)
    absorbed = [Player.objects.get(name=human.name) for human in people]
    services.confirm_adults(world.club, [player.pk for player in absorbed], by=world.root)
    for kind, player in zip(("adult", "junior"), absorbed, strict=True):
        services.merge_players(one.members[kind], player, by=world.root)
    return absorbed


def addresses(one):
    if one.ladder.visibility == Visibility.LINK:
        return by_link(one, link_token(one.link))
    return below(one)


def old_address(one, player):
    seat = LadderPlayer.objects.get(ladder=one.ladder, player=player)
    return next(url for url in addresses(one) if url.endswith(f"/players/{seat.public_id}/"))


@pytest.mark.parametrize(("visibility", "names"), LEVELS)
def test_he_is_named_nowhere(world, browser_of, visibility, names):
    one = world.of(visibility, names)
    merge_two(world, one)
    browser = browser_of(world.parent)
    allowed = one.shown_in_full()
    for address in addresses(one):
        response = browser.get(address, follow=True)
        assert leaks(whole(response), allowed=allowed) == [], address


@pytest.mark.parametrize(("visibility", "names"), LEVELS)
def test_his_address_leads_on_only_between_names_of_one_kind(world, browser_of, visibility, names):
    one, browser = world.of(visibility, names), browser_of(world.parent)
    of_the_adult, of_the_junior = merge_two(world, one)
    assert browser.get(old_address(one, of_the_adult)).status_code == 302
    gone = browser.get(old_address(one, of_the_junior))
    assert gone.status_code == (404 if names == NameMode.FULL else 302)


def test_to_whom_the_ladder_is_hidden_it_leads_nowhere(world, browser_of):
    for visibility in (Visibility.ORGANISERS, Visibility.LINK):
        one = world.of(visibility)
        seat = LadderPlayer.objects.get(ladder=one.ladder, player=merge_one(world, one))
        assert browser_of().get(f"{one.page.url}players/{seat.public_id}/").status_code == 404


def merge_one(world, one):
    absorbed = services.add_player(world.club, person(82).name, by=world.root)
    services.set_start_rating(one.ladder, absorbed, 1500, "known", by=world.root)
    services.confirm_adults(world.club, [absorbed.pk], by=world.root)
    services.merge_players(one.members["adult"], absorbed, by=world.root)
    return absorbed
