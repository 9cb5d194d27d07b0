"""The log of corrections tells visitors neither who did it nor why, nor of an event that they do not see."""

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Visibility
from wagtail_ladder.services import Result

from .canary import leaks, person, whole
from .routes import below


def correct(world, one, reason):
    game = one.played.games.order_by("round").first()
    services.correct_game(game, Result(Kind.PLAYED, 0, 2), reason=reason, by=world.arbiter)


def test_a_reason_and_an_editor_with_names_are_on_no_page(world, browser_of):
    """People write into a reason what they like."""
    world.arbiter.first_name, world.arbiter.last_name = person(70).given, person(70).family
    world.arbiter.save()
    one = world.of(Visibility.PUBLIC)
    correct(world, one, f"{person(71).name} had mixed up the score sheets")
    browser = browser_of()
    assert "board 1 corrected" in whole(browser.get(f"{one.page.url}corrections/"))
    for address in below(one):
        answer = whole(browser.get(address))
        assert leaks(answer, allowed=one.shown_in_full()) == [], address
        assert "mixed up" not in answer, address


def test_an_event_that_went_to_a_hidden_ladder_is_named_nowhere(world, browser_of):
    public, hidden = world.of(Visibility.PUBLIC), world.of(Visibility.ORGANISERS)
    went = public.played
    services.change_event(went, name="Farewell evening", by=world.organiser)
    services.move_event(went, hidden.ladder, by=world.organiser, reason="a school evening")
    log = whole(browser_of().get(f"{public.page.url}corrections/"))
    assert "An event was moved" in log and "A result was corrected" in log
    for address in below(public):
        answer = whole(browser_of().get(address))
        for never in ("Farewell", went.public_id, hidden.ladder.name, hidden.page.title):
            assert never not in answer.replace(address, ""), address
