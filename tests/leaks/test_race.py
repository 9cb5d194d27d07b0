"""A tightening that comes between the gate and the rows; and what is in hand where public code breaks."""

import sys

import pytest
from django.core.signals import got_request_exception
from django.views.debug import ExceptionReporter

from wagtail_ladder import audience, services
from wagtail_ladder.models import NameMode, Visibility
from wagtail_ladder.site import event, explanation, table

from .canary import leaks, whole


@pytest.fixture
def hidden_meanwhile(world, monkeypatch):
    """A function: from now on a ladder is hidden between the gate and the reading of names."""

    def hidden_meanwhile(one):
        def late(read):
            def reading(*args):
                services.change_ladder(one.ladder, visibility=Visibility.ORGANISERS, by=world.arbiter)
                return read(*args)

            return reading

        monkeypatch.setattr(table, "public_names", late(audience.public_names))
        for module in (event, explanation):
            monkeypatch.setattr(module, "entry_names", late(audience.entry_names))

    return hidden_meanwhile


@pytest.mark.parametrize("level", [Visibility.PUBLIC, Visibility.MEMBERS])
@pytest.mark.parametrize("what", ["table", "event"])
def test_a_ladder_that_is_hidden_meanwhile_is_missing(world, browser_of, hidden_meanwhile, level, what):
    one = world.of(level)
    address = one.page.url if what == "table" else f"{one.page.url}events/{one.played.public_id}/"
    assert browser_of(world.parent).get(address).status_code == 200
    hidden_meanwhile(one)
    answer = browser_of(world.parent).get(address)
    assert answer.status_code == 404
    assert leaks(whole(answer)) == []


def test_its_block_shows_nothing_and_its_link_leads_nowhere(world, browser_of, hidden_meanwhile):
    public, link = world.of(Visibility.PUBLIC), world.of(Visibility.LINK)
    for one in (public, link):
        hidden_meanwhile(one)
        home = browser_of().get("/")
        assert home.status_code == 200
        assert public.people["adult"].name not in whole(home)
    assert browser_of().get(link.link_url).status_code == 404


@pytest.mark.parametrize(("what", "breaks"), [("table", "ShownName"), ("event", "discreet_initials")])
def test_where_public_code_breaks_no_hidden_name_is_in_hand(world, browser_of, monkeypatch, what, breaks):
    """Error trackers keep the variables of every frame. Typed names are read to make initials of them: those
    stand in no report of Django's own."""
    one, frames, reports = world.of(Visibility.PUBLIC, NameMode.INITIALS), [], []
    hashes = world.password_hashes()
    address = one.page.url if what == "table" else f"{one.page.url}events/{one.played.public_id}/"

    def broken(*args, **kwargs):
        raise RuntimeError

    def look(request, **kwargs):
        reports.append(ExceptionReporter(request, *sys.exc_info()).get_traceback_html())
        frame = sys.exc_info()[2]
        while frame:
            frames.extend(leaks(repr(value), hashes=hashes) for value in frame.tb_frame.f_locals.values())
            frame = frame.tb_next

    monkeypatch.setattr(audience, breaks, broken)
    got_request_exception.connect(look)
    try:
        assert browser_of().get(address).status_code == 500
    finally:
        got_request_exception.disconnect(look)
    assert len(reports) == 1 and "RuntimeError" in reports[0]
    assert leaks(reports[0], hashes=hashes) == []
    if what == "table":
        assert frames and not any(frames)
