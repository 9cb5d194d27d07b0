"""Events moved to another ladder, split by their rounds, put together again; the order of a day."""

from datetime import date

import pytest

from wagtail_ladder import services
from wagtail_ladder.admin.ladders.corrections import lines_of
from wagtail_ladder.models import Act, Correction, Event
from wagtail_ladder.services import ChangedMeanwhile, Member, Missing, NotAllowed, Refused
from wagtail_ladder.services.day_order import events_of_day, tied

from .kit import (
    DRAWN,
    WON,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
    entry,
    make_club,
    registry_and_ladders,
    stored_changes,
)

pytestmark = pytest.mark.django_db

START, K = 1200, 40


@pytest.fixture
def other(club):
    return services.create_ladder(club.club, "Blitz", by=club.organiser)


def test_a_moved_event_counts_on_the_other_ladder_alone(club, other):
    first = club.play("AB1", day=date(2026, 1, 6))
    moved = club.play("CD1", day=date(2026, 1, 13))
    services.move_event(moved, other, by=club.organiser, reason="it was blitz")
    moved.refresh_from_db()
    assert moved.ladder == other
    assert {event for event, _player in stored_changes(club.ladder)} == {first.pk}
    # 1200 against 1200, expected ½: the winner of one game wins half of K = 40.
    winner = stored_changes(other)[moved.pk, club.members["C"].pk]
    assert winner == (START * 10**9, (START + K // 2) * 10**9, 0, 1)
    assert_stored_is_fresh(club.ladder)
    assert_stored_is_fresh(other)


@pytest.mark.parametrize("there_first", [True, False])
def test_moving_there_and_back_is_as_if_nothing_had_been(club, there_first):
    """Whichever ladder replays first: the one with the lower id does."""
    ladders = [club.ladder, services.create_ladder(club.club, "Blitz", by=club.organiser)]
    club.ladder, other = ladders if there_first else reversed(ladders)
    club.play("AB1 BC=", day=date(2026, 1, 6))
    event = club.play("AC1 BD0", day=date(2026, 1, 13))
    club.play("CD1", day=date(2026, 1, 20))
    before = registry_and_ladders(club.club, club.members.values())
    services.move_event(event, other, by=club.organiser, reason="wrong ladder")
    assert_stored_is_fresh(club.ladder)
    assert_stored_is_fresh(other)
    assert registry_and_ladders(club.club, club.members.values()) != before
    services.move_event(event, club.ladder, by=club.organiser, reason="no, right")
    assert registry_and_ladders(club.club, club.members.values()) == before


def test_to_move_a_published_event_is_the_organisers(club, other):
    published, draft = club.play("AB1"), club.play("AB1", publish=False)
    with pytest.raises(NotAllowed):
        services.move_event(published, other, by=club.arbiter, reason="wrong ladder")
    services.move_event(draft, other, by=club.arbiter)
    assert Event.objects.get(pk=draft.pk).ladder == other


def test_to_move_what_was_published_is_the_organisers_though_it_is_a_draft_again(club, other):
    event = club.play("AB1 AB1", day=date(2026, 2, 24))
    part = services.split_event(event, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    for one in (event, part):
        draft = services.unpublish_event(one, reason="not played yet", by=club.arbiter)
        with pytest.raises(NotAllowed):
            services.move_event(draft, other, by=club.arbiter)
        services.move_event(draft, other, by=club.organiser)


def test_what_cannot_be_moved(club, other):
    event = club.play("AB1")
    elsewhere = make_club("Elsewhere", letters="", prefix="other-")
    with pytest.raises(Missing):
        services.move_event(event, elsewhere.ladder, by=club.organiser, reason="wrong ladder")
    with pytest.raises(Refused, match="on this ladder already"):
        services.move_event(event, club.ladder, by=club.organiser, reason="wrong ladder")
    with pytest.raises(Refused, match="reason"):
        services.move_event(event, other, by=club.organiser)
    with pytest.raises(ChangedMeanwhile):
        services.move_event(event, other, by=club.organiser, reason="x", expected_version=event.version - 1)
    assert Event.objects.get(pk=event.pk).ladder == club.ladder


def test_what_was_published_meanwhile_is_looked_at_again(club, other):
    """Who moves a draft has not been asked for a reason, and may be an arbiter."""
    draft = club.play("AB1", publish=False)
    services.publish_event(Event.objects.get(pk=draft.pk), by=club.organiser)
    with pytest.raises(ChangedMeanwhile) as refusal:
        services.move_event(draft, other, by=club.organiser, reason="it was blitz")
    assert refusal.value.code == "changed_meanwhile"


def test_a_moved_event_comes_last_on_its_day(club, other):
    event = club.play("AB1", day=date(2026, 1, 6))
    club.ladder, was = other, club.ladder
    club.play("CD1", day=date(2026, 1, 6))
    services.move_event(event, other, by=club.organiser, reason="wrong ladder")
    assert [one.pk for one in events_of_day(other, date(2026, 1, 6))][-1] == event.pk
    assert events_of_day(was, date(2026, 1, 6)) == []


def test_a_split_event_is_rated_in_two_steps(club):
    whole = club.play("AB1 AB1", day=date(2026, 2, 24), first_day=date(2026, 1, 6))
    # At once: both games from 1200 against 1200, 2 × 20 points.
    assert club.rating("A") == (START + 2 * K / 2, 2)
    second = services.split_event(
        whole, 2, last_day=date(2026, 1, 31), first_day=date(2026, 2, 3), by=club.arbiter, reason="too long"
    )
    # In two steps: 1220 against 1180 is expected to score 1 / (1 + 10^(-40/400)) = 0.557312.
    rating, games = club.rating("A")
    assert games == 2
    assert rating == pytest.approx(1220 + K * (1 - 0.557312), abs=0.0001)
    whole.refresh_from_db()
    assert (whole.last_day, second.last_day) == (date(2026, 1, 31), date(2026, 2, 24))
    assert [game.round for game in whole.games.all()] == [1]
    assert [game.round for game in second.games.all()] == [2]
    assert second.status == "published"
    assert_stored_is_fresh(club.ladder)
    assert_the_ledger_explains(club.club)


def test_put_together_again_it_is_as_before_the_split(club):
    club.play("CD1 AD=", day=date(2026, 1, 2))
    whole = club.play("AB1 CD= AC1 BD0", day=date(2026, 2, 24), first_day=date(2026, 1, 6), in_progress=True)
    club.play("AB0", day=date(2026, 2, 10))
    before = registry_and_ladders(club.club, club.members.values())
    second = services.split_event(whole, 3, last_day=date(2026, 1, 31), by=club.arbiter, reason="too long")
    assert registry_and_ladders(club.club, club.members.values()) != before
    services.join_split(second, by=club.arbiter, reason="it was not")
    assert registry_and_ladders(club.club, club.members.values()) == before
    assert_the_ledger_explains(club.club)


def test_a_decision_before_the_split_covers_both_parts(club):
    whole = club.play("AB1 AB1", day=date(2026, 2, 24))
    decision = Act.objects.get(event=whole)
    second = services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    services.undo(decision, by=club.arbiter)
    for event in (whole, second):
        assert {one.decision for one in event.entries.all()} == {"undecided"}
    assert_stored_is_fresh(club.ladder)


def test_a_name_decided_in_one_part_alone_has_to_be_taken_back_first(club):
    whole = club.play("AB1 AB1", day=date(2026, 2, 24))
    second = services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    services.decide_entry(entry(second, "A"), Member(club.members["C"].pk), by=club.arbiter)
    with pytest.raises(Refused, match="Typed A"):
        services.join_split(second, by=club.arbiter, reason="no")
    services.undo(Act.objects.get(event=second), by=club.arbiter)
    services.join_split(second, by=club.arbiter, reason="no")
    # What was said and taken back stays on record.
    assert Act.objects.filter(event=whole, undone_at__isnull=False).get().decisions.count() == 1
    assert whole.games.count() == 2
    assert_the_ledger_explains(club.club)


def test_a_name_and_a_round_that_came_since_the_split_come_along(club):
    whole = club.play("AB1 AB1", day=date(2026, 2, 24))
    second = services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    (added,) = services.add_entries(second, ["Typed E"], by=club.arbiter)
    services.decide_entry(added, Member(club.members["E"].pk), by=club.arbiter)
    line = services.Pairing(1, entry(second, "A").pk, added.pk, WON)
    services.save_round(second, 3, [line], by=club.arbiter)
    services.join_split(second, by=club.arbiter, reason="no")
    assert [game.round for game in whole.games.all()] == [1, 2, 3]
    assert entry(whole, "E").player == club.members["E"]
    assert not Event.objects.filter(pk=second.pk).exists()
    assert_stored_is_fresh(club.ladder)
    assert_the_ledger_explains(club.club)


def test_what_cannot_be_split_or_joined(club, other):
    whole = club.play("AB1 AB1", day=date(2026, 2, 24))
    for from_round in (1, 3):
        with pytest.raises(Refused, match="Each part needs a round"):
            services.split_event(
                whole, from_round, last_day=date(2026, 1, 31), by=club.arbiter, reason="long"
            )
    with pytest.raises(Refused, match="begin before"):
        services.split_event(whole, 2, last_day=date(2026, 3, 1), by=club.arbiter, reason="long")
    with pytest.raises(Refused, match="not split off"):
        services.join_split(whole, by=club.arbiter, reason="no")
    second = services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    services.unpublish_event(second, reason="not played yet", by=club.arbiter)
    with pytest.raises(Refused, match="only one of them"):
        services.join_split(second, by=club.arbiter, reason="no")
    services.publish_event(second, by=club.arbiter)
    services.move_event(second, other, by=club.organiser, reason="blitz")
    with pytest.raises(Refused, match="different ladders"):
        services.join_split(second, by=club.arbiter, reason="no")


class TestWhatWasChangedSinceTheSplit:
    """To put the parts together takes back no correction of theirs."""

    @pytest.fixture
    def whole(self, club):
        return club.play("AB1 AB1", day=date(2026, 2, 24), in_progress=True)

    @pytest.fixture
    def part(self, club, whole):
        return services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"name": "The second half"}, "any more: name. "),
            ({"format": "swiss"}, "any more: format. "),
            ({"unrated": "variant", "unrated_note": "bughouse"}, "any more: not rated because, note. "),
        ],
    )
    @pytest.mark.parametrize("changed", ["whole", "part"])
    def test_parts_that_are_not_alike_are_made_so_first(self, club, whole, part, changed, fields, said):
        events = {"whole": whole, "part": part}
        services.change_event(events.pop(changed), by=club.arbiter, reason="mended", **fields)
        with pytest.raises(Refused, match=said) as refused:
            services.join_split(part, by=club.arbiter, reason="no")
        assert refused.value.code == "parts_differ"
        (other_part,) = events.values()
        services.change_event(other_part, by=club.arbiter, reason="mended", **fields)
        joined = services.join_split(part, by=club.arbiter, reason="no")
        assert {name: getattr(joined, name) for name in fields} == fields
        assert_stored_is_fresh(club.ladder)

    def test_the_whole_ends_as_the_later_part(self, club, whole, part):
        later = date(2026, 3, 3)
        before = club.play("CD1", day=later)
        services.change_event(part, last_day=later, in_progress=False, by=club.arbiter, reason="over")
        services.order_day(club.ladder, later, [part.pk, before.pk], by=club.arbiter, reason="came first")
        services.change_event(whole, first_day=date(2026, 1, 5), by=club.arbiter, reason="mended")
        joined = services.join_split(part, by=club.arbiter, reason="no")
        assert (joined.first_day, joined.last_day) == (date(2026, 1, 5), later)
        assert not joined.in_progress
        assert events_of_day(club.ladder, later) == [joined, before]

    def test_a_first_part_that_ends_last(self, club, whole, part):
        services.change_event(whole, last_day=date(2026, 3, 3), by=club.arbiter, reason="mended")
        assert services.join_split(part, by=club.arbiter, reason="no").last_day == date(2026, 3, 3)


def test_the_order_of_a_day_decides_what_the_next_event_finds(club):
    day = date(2026, 1, 6)
    one, two = club.play("AB1", day=day), club.play("AC1", day=day)
    before = stored_changes(club.ladder)[two.pk, club.members["A"].pk]
    assert before[0] == 1220 * 10**9
    services.order_day(club.ladder, day, [two.pk, one.pk], by=club.arbiter, reason="blitz came first")
    assert stored_changes(club.ladder)[two.pk, club.members["A"].pk][0] == 1200 * 10**9
    assert [event.sequence for event in events_of_day(club.ladder, day)] == [1, 2]
    assert_stored_is_fresh(club.ladder)


def test_events_that_share_a_place_are_told(club):
    day = date(2026, 1, 6)
    one, two, three = (club.play("AB1", day=day, sequence=place) for place in (1, 1, 2))
    assert tied([one, two, three]) == {one.pk, two.pk}
    assert tied([one, club.play("AB1", day=date(2026, 1, 7), sequence=1)]) == set()


def test_a_day_that_has_changed_is_looked_at_again(club):
    day = date(2026, 1, 6)
    one, two = club.play("AB1", day=day), club.play("AC1", day=day)
    with pytest.raises(ChangedMeanwhile):
        services.order_day(club.ladder, day, [one.pk], by=club.arbiter, reason="x")
    seen = {event.pk: event.version for event in (one, two)}
    services.change_event(one, name="Another name", by=club.arbiter)
    with pytest.raises(ChangedMeanwhile, match=r"The last change was made by arbiter, \w+\.? \d+, 20\d\d, "):
        services.order_day(
            club.ladder, day, [two.pk, one.pk], by=club.arbiter, reason="x", expected_versions=seen
        )
    with pytest.raises(Refused, match="reason"):
        services.order_day(club.ladder, day, [two.pk, one.pk], by=club.arbiter)


def test_moves_and_splits_are_corrections_of_every_ladder_they_touch(club, other):
    event = club.play("AB1 AB1", day=date(2026, 2, 24))
    second = services.split_event(event, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    services.move_event(second, other, by=club.organiser, reason="blitz")
    noted = Correction.objects.order_by("pk").values_list("action", "ladder", "players_moved")
    assert list(noted) == [
        ("split_event", club.ladder.pk, 2),
        ("move_event", club.ladder.pk, 2),
        ("move_event", other.pk, 2),
    ]


def corrected(event):
    rows = event.corrections.exclude(action__in=["split_event", "join_split"]).order_by("at", "pk")
    return list(rows.values_list("action", "round", "games", "players_moved"))


def test_corrections_go_along_with_their_rounds_and_come_back(club):
    whole = club.play("AB1 CD= AC1 BD0", day=date(2026, 2, 24))
    first, _second, third, _fourth = whole.games.order_by("round")
    for game in (first, third):
        services.correct_game(game, DRAWN, reason="score sheet", by=club.arbiter)
    services.exchange_games(entry(whole, "A"), entry(whole, "D"), [1, 3], reason="x", by=club.arbiter)
    services.save_round(whole, 4, [], reason="never played", by=club.arbiter)
    before = corrected(whole)
    of_one, of_three, of_both, of_no_game = before
    assert of_both[:3] == ("exchange_games", None, [first.pk, third.pk])
    assert of_no_game[:3] == ("save_round", 4, [])
    part = services.split_event(whole, 3, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    assert corrected(whole) == [of_one, ("exchange_games", None, [first.pk], of_both[3])]
    assert corrected(part) == [of_three, ("exchange_games", None, [third.pk], of_both[3]), of_no_game]
    assert {line.reason for line in lines_of(part.corrections.exclude(action="split_event"))} == {
        "score sheet", "x", "never played",
    }  # fmt: skip
    services.join_split(part, by=club.arbiter, reason="no")
    assert corrected(whole) == before


def games_of(event, letter):
    return list(entry(event, letter).games_as_white.order_by("round"))


def test_a_name_found_to_be_two_people_before_the_split_is_put_together_after_it(club):
    """The undoing would leave the copy of the second person in the part behind."""
    whole = club.play("AB1 AC1 AD1 BC1", day=date(2026, 2, 24))
    before = registry_and_ladders(club.club, club.members.values())
    _first, second, third = games_of(whole, "A")
    act = services.part_entry(entry(whole, "A"), [second.pk, third.pk], by=club.arbiter)
    part = services.split_event(whole, 3, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    with pytest.raises(Refused, match="parts together first"):
        services.undo(act, by=club.arbiter)
    services.join_split(part, by=club.arbiter, reason="no")
    services.undo(act, by=club.arbiter)
    assert registry_and_ladders(club.club, club.members.values()) == before


def test_two_people_of_one_name_who_both_play_in_the_part_are_put_together(club):
    whole = club.play("AB1 AC1 AD1 BC1", day=date(2026, 2, 24))
    services.part_entry(entry(whole, "A"), [games_of(whole, "A")[2].pk], by=club.arbiter)
    before = registry_and_ladders(club.club, club.members.values())
    part = services.split_event(whole, 2, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    services.join_split(part, by=club.arbiter, reason="no")
    assert registry_and_ladders(club.club, club.members.values()) == before


@pytest.mark.parametrize("in_both", [True, False])
def test_a_name_found_to_be_two_people_in_the_part_comes_along(club, in_both):
    whole = club.play("AB1 AC1 AD1 AE1 BC1", day=date(2026, 2, 24))
    before = registry_and_ladders(club.club, club.members.values())
    part = services.split_event(whole, 3, last_day=date(2026, 1, 31), by=club.arbiter, reason="long")
    acts = [services.part_entry(entry(part, "A"), [games_of(part, "A")[0].pk], by=club.arbiter)]
    if in_both:  # the two seconds have the same number and the same name, and are not the same entry
        acts.append(services.part_entry(entry(whole, "A"), [games_of(whole, "A")[0].pk], by=club.arbiter))
    services.join_split(part, by=club.arbiter, reason="no")
    assert whole.entries.filter(typed_name="Typed A").count() == 1 + len(acts)
    for act in acts:
        services.undo(act, by=club.arbiter)
    assert registry_and_ladders(club.club, club.members.values()) == before
