"""The fingerprint changes with every input that can matter, and with nothing else."""

from datetime import date
from hashlib import blake2b

import pytest

from wagtail_ladder.engine import Event, Game, Kind, Reason, Rules, rate_event, replay
from wagtail_ladder.engine.digest import NO_EVENTS

DAY = date(2026, 1, 6)
GAME = Game(1, 1, 1, 2, 2, 0, "played")
BYE = Game(1, None, 3, None, 2, None, "bye_full")
EVENT = Event(DAY, 1, 7, (GAME, BYE))
LATER = Event(date(2026, 2, 3), 1, 8, (GAME._replace(white=3),))
HISTORY = [EVENT, LATER]


def digests(events=HISTORY, rules=Rules(), starts=()):  # noqa: B008  Rules are frozen
    results = replay(events, rules, dict(starts)).results.values()
    return [result.digest for result in results]


def test_a_ladder_without_events_has_a_digest_of_its_own():
    assert replay([]).digest == NO_EVENTS
    assert replay([], starts={1: 1800}).digest == NO_EVENTS


def test_the_digest_of_a_ladder_is_the_last_of_its_events():
    first, last = digests()
    assert replay(HISTORY).digest == last != first
    assert replay(HISTORY[:1]).digest == first
    assert rate_event({}, EVENT, Rules()).digest is None


@pytest.mark.parametrize(
    "field, value",
    [
        ("round", 2),
        ("round", None),
        ("board", 2),
        ("board", None),
        ("white", 5),
        ("white", None),
        ("black", 5),
        ("white_half_points", 1),
        ("kind", "forfeit"),
        ("unrated", Reason.VARIANT),
    ],
)
def test_every_field_of_a_game_counts_from_its_event_on(field, value):
    changed = EVENT._replace(games=(GAME._replace(**{field: value}), BYE))
    assert all(new != old for new, old in zip(digests([changed, LATER]), digests(), strict=True))


def test_scores_count_even_where_the_engine_does_not_read_them():
    changed = EVENT._replace(games=(GAME, BYE._replace(white_half_points=1)))
    assert digests([changed]) != digests([EVENT])


@pytest.mark.parametrize(
    "changes",
    [
        {"day": date(2026, 1, 7)},
        {"sequence": 2},
        {"id": 6},
        {"unrated": Reason.UNRATED_EVENT},
        {"waiting": True},
        {"games": (GAME,)},
        {"games": ()},
    ],
    ids=str,
)
def test_every_field_of_an_event_counts(changes):
    assert all(
        new != old for new, old in zip(digests([EVENT._replace(**changes), LATER]), digests(), strict=True)
    )


@pytest.mark.parametrize(
    "changes", [{"start": 1000}, {"k_bands": ((0, 32),)}, {"provisional_below": 4}], ids=str
)
def test_rules_count_from_the_event_on_for_which_they_are_in_force(changes):
    first, last = digests()
    new_first, new_last = digests(rules=[(None, Rules()), (date(2026, 2, 1), Rules(**changes))])
    assert new_first == first
    assert new_last != last
    not_yet = [(None, Rules()), (date(2027, 1, 1), Rules(**changes))]
    assert digests(rules=not_yet) == digests()


def test_a_start_rating_counts_from_the_event_on_in_which_it_is_used():
    with_two, with_three = [GAME], [GAME._replace(white=3)]
    history = [EVENT._replace(games=with_two), LATER._replace(games=with_three)]
    first, last = digests(history)
    new_first, new_last = digests(history, starts={3: 1800})
    assert new_first == first
    assert new_last != last
    assert digests(history, starts={99: 1800}) == [first, last]


def test_equal_inputs_spelt_otherwise_are_equal():
    spelt = EVENT._replace(
        games=[BYE._replace(kind=Kind.BYE_FULL), GAME._replace(kind=Kind.PLAYED)], waiting=0
    )
    assert digests([LATER, spelt], [(None, Rules(k_bands=[[0, 40], [20, 20]]))]) == digests()


def test_rows_cannot_trade_places_unseen():
    """Two games swap their second player: the same numbers in every column, another history."""
    one = (Game(1, 1, 1, 2, 2, 0, "played"), Game(1, 2, 3, 4, 2, 0, "played"))
    other = (Game(1, 1, 1, 4, 2, 0, "played"), Game(1, 2, 3, 2, 2, 0, "played"))
    assert digests([EVENT._replace(games=one)]) != digests([EVENT._replace(games=other)])


def test_the_hashed_text_is_written_down():
    """Stored fingerprints must not change by accident. Whoever changes the text raises `digest.VERSION`."""

    def blake(text):
        return blake2b(text.encode(), digest_size=16).hexdigest()

    beginning = blake("wagtail-ladder engine 1")
    first = blake(
        f"{beginning}\n"
        "2026-01-06 1 7 None False\n"  # day, sequence, id, why it is unrated, waiting
        "1200 ((0, 40), (20, 20)) 5\n"  # the rules in force
        "[(3, 1800)]\n"  # the start ratings used
        "1 None 3 None 2 None bye_full None\n"  # the rows, those without a board first
        "1 1 1 2 2 0 played None"
    )
    second = blake(
        f"{first}\n2026-02-03 1 8 variant True\n1000 ((0, 32),) 0\n[(3, 1800)]\n1 1 3 2 2 0 played None"
    )
    later = LATER._replace(unrated=Reason.VARIANT, waiting=True)
    rules = [(None, Rules()), (date(2026, 2, 3), Rules(1000, ((0, 32),), 0))]
    assert NO_EVENTS == beginning
    assert digests([EVENT, later], rules, starts={3: 1800}) == [first, second]
