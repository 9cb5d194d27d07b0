"""The page of a player adds up games: no guest, no other ladder and no hidden day is in its sums."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.test import TestCase

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import LadderPlayer, NameMode, Season, Visibility
from wagtail_ladder.services import Member, Pairing, Result

from .canary import leaks, whole

LEVELS = [(Visibility.PUBLIC, NameMode.FULL), (Visibility.PUBLIC, NameMode.INITIALS)]


def page_of(one, kind, browser):
    return whole(browser.get(f"{one.page.url}players/{one.seat(kind).public_id}/"))


def part(page, name):
    start = page.index(f'id="{name}"')
    return page[start : page.index("</section>", start)]


def play(one, ladder, pair, day, *, by):
    """Two members of `one` meet in an event of `ladder`."""
    names = [one.people[kind].name for kind in pair]
    event = services.create_event(ladder, by=by, name="Evening more", last_day=day, names=names)
    white, black = event.entries.order_by("number")
    pairing = Pairing(1, white.pk, black.pk, Result(Kind.PLAYED, 2, 0))
    services.save_round(event, 1, [pairing], by=by)
    members = [one.members[kind] for kind in pair]
    choices = {entry.pk: Member(player.pk) for entry, player in zip((white, black), members, strict=True)}
    services.decide_entries(event, choices, by=by)
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.publish_event(event, by=by)


@pytest.mark.parametrize(("visibility", "names"), LEVELS)
def test_opponents_are_those_of_this_ladder_under_the_name_it_shows(world, browser_of, visibility, names):
    one = world.of(visibility, names)
    page = page_of(one, "adult", browser_of())
    linked = set(re.findall(r"/players/(\w+)/\"", part(page, "opponents")))
    # By the evening that was played: one with initials forced, and a guest, who has no page.
    assert linked == {one.seat("forced").public_id}
    assert leaks(page, allowed=one.shown_in_full()) == []
    # The guest of that evening and the name that another waits for are one line.
    assert len(re.findall(r"<tr>", part(page, "opponents"))) == 1 + 1 + 1
    assert "Guests, and names not known yet" in part(page, "opponents")


def test_a_hidden_ladder_adds_nothing_to_a_public_one(world, browser_of):
    public = world.of(Visibility.PUBLIC)
    hidden = world.of(Visibility.ORGANISERS).ladder
    before = page_of(public, "adult", browser_of())
    play(public, hidden, ("junior", "adult"), date(2026, 1, 5), by=world.root)
    assert LadderPlayer.objects.filter(ladder=hidden, player=public.members["adult"]).exists()
    assert page_of(public, "adult", browser_of()) == before


def test_a_season_that_begins_inside_a_month_tells_no_day(world, browser_of):
    """Two worlds that differ by the day of an event alone, in a month in which a season begins."""
    one = world.of(Visibility.PUBLIC, NameMode.INITIALS)
    pages = []
    Season.objects.create(
        club=world.club, name="Spring", first_day=date(2026, 3, 15), last_day=date(2026, 6, 20)
    )
    play(one, one.ladder, ("adult", "junior"), date(2026, 3, 2), by=world.root)
    event = one.ladder.events.get(name="Evening more")
    for day in (date(2026, 3, 2), date(2026, 3, 29)):
        services.change_event(event, last_day=day, reason="typed wrong", by=world.root)
        event.refresh_from_db()
        page = page_of(one, "adult", browser_of())
        assert "Spring" in part(page, "record")
        pages.append(re.sub(r"<p class=\"wl-note wl-as-of\">.*?</p>", "", page, flags=re.DOTALL))
    assert pages[0] == pages[1]


def test_what_is_kept_in_the_cache_of_the_site_holds_no_name(world, browser_of, monkeypatch):
    kept = []
    monkeypatch.setattr(cache, "set", lambda key, value, *_args, **_kwargs: kept.append((key, value)))
    one = world.of(Visibility.PUBLIC)
    page_of(one, "adult", browser_of())
    records = [pair for pair in kept if "record" in pair[0]]
    assert records and leaks(repr(records)) == []
