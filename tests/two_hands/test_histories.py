"""Invariants 1 and 4: a ladder is a function of its inputs, bit for bit, and whatever was done can be undone.

Hypothesis draws what an editor does, in any order, refusals included. After each step the stored numbers are
those of a fresh replay, and of the independent reference to 0.0001 points; they verify; and nobody sits
twice. In the end everything is taken back by verbs, and the club is as it was.
"""

from collections import Counter

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.services.kit import (
    assert_near_the_reference,
    assert_stored_is_fresh,
    assert_the_ledger_explains,
)
from wagtail_ladder import services
from wagtail_ladder.models import Act, Event
from wagtail_ladder.services import LadderError
from wagtail_ladder.services.acts import refuse_impossible_seats
from wagtail_ladder.services.deleted_events import changed_while_deleted

from .beginning import Beginning
from .club import make_busy_club
from .editor import Editor
from .soak import SEED, how_many
from .state import taken, without_times


class Histories(RuleBasedStateMachine):
    """`club` is as it was again afterwards. `done` and `refused` count its verbs."""

    def __init__(self, club, done, refused):
        super().__init__()
        self.club, self.done, self.refused, self.is_sound = club, done, refused, False
        self.to_be_rolled_back = transaction.atomic()
        self.to_be_rolled_back.__enter__()
        self.beginning = Beginning(club)
        self.acts_after = Act.objects.latest("pk").pk

    @rule(chance=st.randoms(use_true_random=False))
    def somebody_works(self, chance):
        self.is_sound = False
        editor = Editor(self.club.club, self.club.organiser, chance, self.acts_after)
        intent = editor.finds_something()
        note(intent)
        before = without_times(taken())
        try:
            intent.call()
            self.done[intent.verb] += 1
        except LadderError:
            self.refused[intent.verb] += 1
            assert without_times(taken()) == before

    @invariant()
    def the_ladders_are_what_the_inputs_say(self):
        for ladder in self.club.club.ladders.all():
            assert_stored_is_fresh(ladder)
            assert_near_the_reference(ladder)
            assert services.verify_ladder(ladder.pk).differences == ()
        for event in Event.objects.all():
            refuse_impossible_seats(event)
            if event.status == Event.Status.DELETED:
                assert not changed_while_deleted(event)
            else:
                assert event.digest_when_deleted == ""
        assert_the_ledger_explains(self.club.club)
        self.is_sound = True

    def teardown(self):
        try:
            if self.is_sound:  # else there is a failure to tell of already
                self.beginning.come_back()
                self.the_ladders_are_what_the_inputs_say()
                assert self.beginning.as_it_is_now() == self.beginning.as_it_was
        finally:
            transaction.set_rollback(True)
            self.to_be_rolled_back.__exit__(None, None, None)


@pytest.mark.slow
@pytest.mark.django_db
def test_any_history_of_edits_ends_in_the_numbers_of_its_inputs_and_can_be_undone(capsys):
    club, histories = make_busy_club(), how_many(suite=8, soak=300)
    done, refused = Counter(), Counter()
    services.join_split(Event.objects.exclude(split_from=None).get(), by=club.organiser, reason="the start")

    @seed(SEED)
    def machine():
        return Histories(club, done, refused)

    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=histories,
            stateful_step_count=15,
            deadline=None,
            database=None,
            print_blob=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    with capsys.disabled():
        counted = f"{done.total()} verbs of {len(done)} kinds done, {refused.total()} refused"
        print(f"\n{histories} histories (SOAK_SEED={SEED}): {counted}")  # noqa: T201
    assert done.total() > refused.total(), "hardly ever was anything done"
