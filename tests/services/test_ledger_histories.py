"""Invariant 3: whatever was decided about who is who can be taken back, in any order.

Hypothesis draws what editors decide, refusals included, while files of an event come in anew and events are
published and taken back. After each step the stored ratings are those of a fresh replay, and of the
independent reference to 0.0001 points, and every name is who the ledger says. When everything has been
undone, the club is as it was, row for row.
"""

from datetime import date, timedelta
from itertools import count

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, Entry, Event, Player
from wagtail_ladder.services import LadderError, LeaveOut, Member, NewMember, Pairing, Result, Undecide
from wagtail_ladder.services.ledger import entries_of
from wagtail_ladder.services.merges import decided_since

from .calls import report
from .kit import (
    WON,
    assert_near_the_reference,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
    registry_and_ladders,
)

numbers = st.integers(0, 60)
several = st.lists(numbers, min_size=1, max_size=4)
one_of_the_registry = numbers.map(lambda number: ("member", number))
choices = st.one_of(
    one_of_the_registry,
    one_of_the_registry,
    st.just(NewMember()),
    st.tuples(st.just("somebody else than"), numbers),
    st.just(LeaveOut()),
    st.just(Undecide()),
)
steps = st.one_of(
    st.tuples(st.just("decide"), numbers, several, choices),
    st.tuples(st.just("join"), numbers, several, choices),
    st.tuples(st.just("part"), numbers, several),
    st.tuples(st.just("repoint"), several, choices),
    st.tuples(st.just("split"), numbers, several, choices),
    st.tuples(st.just("merge"), numbers, numbers, st.booleans()),
    st.tuples(st.just("merge"), numbers, numbers, st.booleans()),
    st.tuples(st.just("un_merge"), numbers, several, choices),
    st.tuples(st.just("distinct"), numbers, numbers),
    st.tuples(st.just("undo"), numbers),
    st.tuples(st.just("other_file")),
    st.tuples(st.just("publish_or_not"), numbers),
)

NAMES = ["Typed A", "Typed B", "Typed E"]
FILES = [
    report(NAMES, [(1, 1, 2, "played", (2, 0)), (2, 1, 3, "played", (2, 0)), (3, 2, 3, "played", (1, 1))]),
    report(NAMES, [(1, 1, 2, "played", (0, 2)), (2, 3, 1, "played", (1, 1)), (3, 2, 3, "played", (2, 0))]),
]
"""Of one event; in the second of them results differ, and one game has the colours the other way round."""


class Desk:
    """Editors of a club whose events are full of slips. What they pick is a number, of whatever is there."""

    def __init__(self, club):
        self.club = club
        self.by = club.organiser
        self.ladders = list(club.club.ladders.order_by("pk"))

    def entries(self, event=None):
        entries = Entry.objects.filter(event__ladder__in=self.ladders)
        return list((entries.filter(event=event) if event else entries).order_by("pk"))

    def players(self):
        return list(Player.objects.filter(club=self.club.club).order_by("pk"))

    def in_force(self, **fields):
        return list(self.club.club.acts.filter(undone_at=None, pk__gt=self.started, **fields).order_by("pk"))

    def choice(self, drawn):
        if not isinstance(drawn, tuple):
            return drawn
        kind, number = drawn
        player = picked(self.players(), number)
        return Member(player.pk) if kind == "member" else NewMember(not_same_as=(player.pk,))

    def event(self, number):
        return picked(list(Event.objects.order_by("pk")), number)

    def decide(self, number, names, choice):
        event = self.event(number)
        chosen = {picked(self.entries(event), name).pk: self.choice(choice) for name in names[:2]}
        services.decide_entries(event, chosen, by=self.by)

    def join(self, number, names, choice):
        event = self.event(number)
        chosen = {picked(self.entries(event), name).pk for name in names}
        services.join_entries(event, chosen, self.choice(choice), by=self.by)

    def part(self, number, games):
        entry = picked(self.entries(), number)
        own = list(entry.event.games.filter(white=entry)) + list(entry.event.games.filter(black=entry))
        services.part_entry(entry, {picked(own, game).pk for game in games[:1] if own}, by=self.by)

    def repoint(self, names, choice):
        chosen = {picked(self.entries(), name).pk for name in names}
        services.repoint_entries(self.club.club, chosen, self.choice(choice), by=self.by)

    def split(self, number, names, choice):
        player = picked(self.players(), number)
        own = list(entries_of(player)) or self.entries()
        chosen = {picked(own, name).pk for name in names[:2]}
        services.split_player(player, chosen, self.choice(choice), by=self.by)

    def merge(self, one, other, whose_start):
        kept, absorbed = picked(self.players(), one), picked(self.players(), other)
        starts = {}
        for differ in services.merges.start_ratings_to_choose(kept, absorbed):
            starts[differ.ladder.pk] = (differ.kept if whose_start else differ.absorbed).player_id
        services.merge_players(kept, absorbed, starts=starts, by=self.by)

    def un_merge(self, number, names, choice):
        merges = self.in_force(kind="merge")
        if merges:
            act = picked(merges, number)
            asked = decided_since(act)
            answers = {picked(asked, name).pk: self.choice(choice) for name in names if asked}
            services.undo(act, answers=answers, by=self.by)

    def distinct(self, one, other):
        players = self.players()
        services.declare_distinct(picked(players, one), picked(players, other), by=self.by)

    def undo(self, number):
        acts = self.in_force()
        if acts:
            services.undo(picked(acts, number), by=self.by)

    def other_file(self):
        event = Event.objects.get(source_digest__gt="")
        there = int(event.source_digest[0])
        services.update_from_report(
            event, FILES[1 - there], source_digest=str(1 - there) * 64, reason="a newer file", by=self.by
        )

    def publish_or_not(self, number):
        event = self.event(number)
        if event.status == Event.Status.PUBLISHED:
            services.unpublish_event(event, reason="not played yet", by=self.by)
        else:
            services.publish_event(event, by=self.by)

    def as_at_first(self):
        """What is no decision about names is taken back by its own kind."""
        if not Event.objects.filter(source_digest="0" * 64).exists():
            self.other_file()
        for number, event in enumerate(Event.objects.order_by("pk")):
            if event.status != Event.Status.PUBLISHED:
                self.publish_or_not(number)

    def undo_everything(self, chance):
        """In any order; what is refused comes again after the others.

        Two names can have changed places by way of a decision that is undone already: then each undoing waits
        for the other one, until an editor takes a name off its place.
        """
        while acts := self.in_force():
            chance.shuffle(acts)
            undone = [act for act in acts if self.succeeds(services.undo, act)]
            self.assert_in_order()
            if not undone:
                for entry in self.entries():
                    self.succeeds(services.decide_entry, entry, Undecide())

    def succeeds(self, verb, *arguments):
        try:
            with transaction.atomic():
                verb(*arguments, by=self.by)
        except LadderError:
            return False
        return True

    def assert_in_order(self):
        for ladder in self.ladders:
            assert_stored_is_fresh(ladder)
            assert_near_the_reference(ladder)
        assert_the_ledger_explains(self.club.club)


def picked(things, number):
    return things[number % len(things)]


@pytest.fixture
def desk(club):
    """Three evenings on two ladders, each game in a round of its own, and one round of two boards; and one
    tournament from a file.

    Most names are decided, one is left out, one waits. A and C have a start rating on both ladders, and so
    has G, who never came; F has one where he does not play. D is no adult. One ladder shows full names.
    """
    day = count()
    club.members["G"] = services.add_player(club.club, "Member G", by=club.organiser)
    services.change_ladder(club.ladder, by=club.organiser, names="full")
    adults = [club.members[letter].pk for letter in "ABCEFG"]
    services.confirm_adults(club.club, adults, by=club.organiser)
    thursday = club.ladder
    club.play("AB1 CD= BE1 EA0", day=date(2026, 1, 1) + timedelta(days=next(day)))
    second = club.play("AC1 DF0 BD1", day=date(2026, 1, 1) + timedelta(days=next(day)), left_out="F")
    boards = [Pairing(board, *names, WON) for board, names in enumerate(_pairs(second, 2), start=1)]
    services.save_round(second, 9, boards, by=club.arbiter)
    club.ladder = services.create_ladder(club.club, "Juniors", by=club.organiser)
    third = club.play("EB1 AD0 CB=", day=date(2026, 1, 1) + timedelta(days=next(day)))
    absent = Pairing(None, third.entries.first().pk, None, Result.bye(Kind.BYE_ZERO))
    services.save_round(third, 9, [absent], by=club.arbiter)
    services.decide_entry(third.entries.last(), Undecide(), by=club.arbiter)
    tournament = services.import_report(
        club.ladder, FILES[0], by=club.arbiter, name="Open", last_day=date(2026, 2, 1), source_digest="0" * 64
    )
    members = dict(zip(tournament.entries.values_list("pk", flat=True), "ABE", strict=True))
    choices = {pk: Member(club.members[letter].pk) for pk, letter in members.items()}
    services.decide_entries(tournament, choices, by=club.arbiter)
    services.publish_event(tournament, by=club.arbiter)
    starts = [(ladder, *known) for ladder in (thursday, club.ladder) for known in STARTS]
    for ladder, letter, points in [*starts, (club.ladder, "F", 1900)]:
        services.set_start_rating(ladder, club.members[letter], points, "known", by=club.organiser)
    desk = Desk(club)
    desk.started = Act.objects.order_by("pk").last().pk
    return desk


STARTS = [("A", 1500), ("C", 1700), ("G", 1600)]


def _pairs(event, boards):
    ids = list(event.entries.values_list("pk", flat=True))
    return [(ids[2 * board], ids[2 * board + 1]) for board in range(boards)]


@pytest.mark.django_db
@settings(
    max_examples=14,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(drawn=st.lists(steps, min_size=6, max_size=14), chance=st.randoms(use_true_random=False))
def test_whatever_was_decided_can_be_undone(desk, drawn, chance):
    club = desk.club

    def as_it_is():
        return registry_and_ladders(club.club, club.members.values())

    with transaction.atomic():
        start = as_it_is()
        desk.assert_in_order()
        for name, *arguments in drawn:
            before = as_it_is()
            try:
                with transaction.atomic():
                    getattr(desk, name)(*arguments)
            except LadderError:
                assert as_it_is() == before
                continue
            desk.assert_in_order()
        desk.undo_everything(chance)
        desk.as_at_first()
        desk.assert_in_order()
        assert as_it_is() == start
        transaction.set_rollback(True)
