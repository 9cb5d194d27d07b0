from datetime import date

import pytest

from tests.services.kit import everything
from wagtail_ladder import services
from wagtail_ladder.models import Event

from .conftest import logged_in, seen_on, text_of, url

DAY = date(2026, 1, 20)
QUERY = "?day=2026-01-20"


@pytest.fixture
def day(club, evenings):
    """Two rated events of one day at the same place: B beats A in one, and A beats C in the other."""
    first, second = club.play("BA1", day=DAY), club.play("AC1", day=DAY)
    services.change_event(second, by=club.arbiter, sequence=1, reason="nobody knows")
    return first, second


def fields(*events, **others):
    versions = {f"version-{event.pk}": Event.objects.get(pk=event.pk).version for event in events}
    return {"event": [event.pk for event in events], **versions, **others}


def order():
    return list(
        Event.objects.filter(last_day=DAY).order_by("sequence", "tie_break").values_list("pk", flat=True)
    )


def shown_order(response):
    return [event.pk for event in response.context["events"]]


def test_days_with_several_events_are_offered_and_their_ties_marked(club, day, arbiter):
    shown = text_of(arbiter.get(url("days", club.ladder)))
    assert "Jan. 20, 2026 2 order not set" in shown
    assert "Jan. 13, 2026" not in shown
    services.order_day(club.ladder, DAY, [event.pk for event in day], by=club.arbiter, reason="so it was")
    assert "Jan. 20, 2026 2 set" in text_of(arbiter.get(url("days", club.ladder)))


def test_it_is_offered_from_the_details_of_an_event(club, day, arbiter):
    details = arbiter.get(f"/admin/ladders/events/{day[0].pk}/details/").content.decode()
    assert url("day_order", club.ladder, QUERY) in details


def test_ties_are_marked_and_nothing_is_tried_before_somebody_asks(club, day, arbiter):
    page = arbiter.get(url("day_order", club.ladder, QUERY))
    assert text_of(page).count("order not set") == 2
    assert "Save this order" not in text_of(page)
    assert shown_order(page) == order()


def test_an_arrow_moves_an_event_without_a_script_and_shows_who_would_move(club, day, arbiter):
    one, two = order()
    before = everything()
    events = [Event.objects.get(pk=pk) for pk in (one, two)]
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, down=one))
    assert everything() == before
    assert shown_order(page) == [two, one]
    assert "Who moves on Thursday" in text_of(page)
    again = arbiter.post(url("day_order", club.ladder, QUERY), fields(*reversed(events), up=one))
    assert shown_order(again) == [one, two]
    first = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, up=one))
    assert shown_order(first) == [one, two], "the first cannot go further"


def test_the_button_that_was_pressed_keeps_the_focus(club, day, arbiter):
    one, two = order()
    events = [Event.objects.get(pk=pk) for pk in (one, two)]
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, down=one)).content.decode()
    assert page.count("autofocus") == 1
    assert f'name="up" value="{one}"' in page.split("autofocus")[0].rpartition("<button")[2]


def test_saved_with_a_reason_as_published_ratings_move(club, day, arbiter):
    one, two = order()
    events = [Event.objects.get(pk=pk) for pk in (two, one)]
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, look="1"))
    without = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, seen=seen_on(page)))
    assert "Please give a reason." in text_of(without)
    assert shown_order(without) == [two, one]
    saved = arbiter.post(
        url("day_order", club.ladder, QUERY), fields(*events, seen=seen_on(without), reason="so it was")
    )
    assert (saved.status_code, saved.url) == (302, url("day_order", club.ladder, QUERY))
    assert order() == [two, one]
    assert "order not set" not in text_of(arbiter.get(saved.url))


def test_without_a_look_nothing_is_saved(club, day, arbiter):
    before = order()
    events = [Event.objects.get(pk=pk) for pk in reversed(before)]
    response = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, reason="so it was"))
    assert "Nothing is done yet." in text_of(response)
    assert order() == before
    assert {event.sequence for event in Event.objects.filter(last_day=DAY)} == {1}


def test_a_stale_form_is_refused_and_keeps_the_order_asked_for(club, day, arbiter):
    one, two = order()
    events = [Event.objects.get(pk=pk) for pk in (two, one)]
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, look="1"))
    stale = fields(*events, seen=seen_on(page), reason="so it was")
    services.change_event(events[0], by=club.organiser, name="Renamed")
    response = arbiter.post(url("day_order", club.ladder, QUERY), stale)
    assert "The events of this day have changed since you looked." in text_of(response)
    assert shown_order(response) == [two, one]
    assert "Renamed" in text_of(response)


def test_an_event_that_came_meanwhile_stands_at_the_end(club, day, arbiter):
    one, two = order()
    events = [Event.objects.get(pk=pk) for pk in (two, one)]
    third = club.play("BC1", day=DAY)
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*events, look="1"))
    assert shown_order(page) == [two, one, third.pk]


def test_two_drafts_need_no_reason(club, arbiter, evenings):
    drafts = [club.play("AB1", day=DAY, publish=False) for _twice in range(2)]
    page = arbiter.post(url("day_order", club.ladder, QUERY), fields(*drafts[::-1], look="1"))
    assert "Nobody moves on any ladder." in text_of(page)
    saved = arbiter.post(url("day_order", club.ladder, QUERY), fields(*drafts[::-1], seen=seen_on(page)))
    assert saved.status_code == 302
    assert order() == [drafts[1].pk, drafts[0].pk]


@pytest.mark.parametrize("query", ["", "?day=", "?day=x", "?day=2026-02-30"])
def test_what_is_no_day_is_404(club, day, arbiter, query):
    for send in (arbiter.get, arbiter.post):
        assert send(url("day_order", club.ladder, query)).status_code == 404


def test_a_day_without_an_event_is_404(club, day, arbiter):
    assert arbiter.get(url("day_order", club.ladder, "?day=2020-01-01")).status_code == 404


@pytest.mark.parametrize("press", ["look", "up", "save"])
def test_that_all_events_were_deleted_meanwhile_is_said(club, day, arbiter, press):
    form = fields(*day, **{press: day[0].pk}, reason="so it was")
    for event in day:
        services.delete_event(event, by=club.organiser, reason="entered twice")
    response = arbiter.post(url("day_order", club.ladder, QUERY), form)
    assert (response.status_code, response.url) == (302, url("days", club.ladder))
    assert "Jan. 20, 2026 has no events any more" in text_of(arbiter.get(response.url))


def test_another_clubs_day_is_404_whatever_is_sent(foreign, club, evenings, arbiter):
    for send in (arbiter.get, arbiter.post):
        assert send(url("day_order", foreign.ladder, QUERY)).status_code == 404


def test_ids_that_are_none_of_the_day_do_nothing(club, day, arbiter, evenings):
    junk = {"event": ["x", "9" * 30, str(evenings[0].pk)], "look": "1", "up": ""}
    page = arbiter.post(url("day_order", club.ladder, QUERY), junk)
    assert shown_order(page) == order()


def test_the_days_take_the_same_queries_however_many(club, day, django_assert_max_num_queries):
    client = logged_in(club.arbiter)
    client.get(url("days", club.ladder))
    with django_assert_max_num_queries(60) as few:
        client.get(url("days", club.ladder))
    for number in range(1, 6):
        for _twice in range(2):
            club.play("AB1", day=date(2026, 2, number), publish=False)
    with django_assert_max_num_queries(60) as many:
        client.get(url("days", club.ladder))
    assert len(many) == len(few)
