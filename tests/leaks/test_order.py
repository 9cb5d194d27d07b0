"""The order of a page, and every number on it, says nothing about the names that it does not show."""

import random
import re

import pytest

from wagtail_ladder.models import NameMode, Player, Visibility
from wagtail_ladder.pages.models import ClubPage

from .routes import below


def shapes(world, browser_of):
    """All public pages of the ladder that shows initials, as they stand."""
    one = world.of(Visibility.PUBLIC, NameMode.INITIALS)
    club = ClubPage.objects.get(club=world.club).url
    pages = [browser_of().get(address).content.decode() for address in (*below(one), "/sitemap.xml")]
    roster = browser_of().get(club).content.decode()
    return [*pages, *re.findall(rf'href="({re.escape(one.page.url)}[^"]*)"', roster)]


@pytest.mark.parametrize("seed", range(4))
def test_shuffling_the_full_names_changes_nothing_of_what_is_public(world, browser_of, seed):
    one = world.of(Visibility.PUBLIC, NameMode.INITIALS)
    before = shapes(world, browser_of)
    players = list(one.members.values())
    names = [player.name for player in players]
    random.Random(seed).shuffle(names)
    if names == [player.name for player in players]:
        names.reverse()
    for player, name in zip(players, names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    assert shapes(world, browser_of) == before
    assert len(before) > 15


def test_the_order_of_rows_of_the_same_rating_is_not_that_of_names(world, browser_of):
    """Also where the full names, turned round, would sort the other way."""
    one = world.of(Visibility.PUBLIC, NameMode.INITIALS)
    rows = re.findall(r"/players/(\w+)/", browser_of().get(one.page.url).content.decode())
    for player in one.members.values():
        Player.objects.filter(pk=player.pk).update(name=player.name[::-1])
    assert re.findall(r"/players/(\w+)/", browser_of().get(one.page.url).content.decode()) == rows
    assert len(set(rows)) == 4
