"""Invariant 1: whatever happened, a ladder is a pure function of its inputs, bit for bit.

Hypothesis draws what editors do, in any order, refusals included. After each step the stored numbers are
those of a fresh replay, and of the independent reference to 0.0001 points; what is taken back leaves the
same fingerprint and the same rows as before.
"""

from datetime import date, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.engine import reference
from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event, LadderPlayer, Standing
from wagtail_ladder.services import LadderError, LeaveOut, Member, NewMember, Pairing, Result, Undecide

from .calls import report
from .kit import POINT, assert_stored_is_fresh, fingerprint, history, stored_changes

FIRST_DAY = date(2026, 1, 5)
LETTERS = "ABCDE"

letters = st.sampled_from(LETTERS)
numbers = st.integers(0, 50)
days = st.integers(0, 3).map(lambda number: FIRST_DAY + timedelta(days=number))
two_sided = st.one_of(
    *[
        st.sampled_from([(2, 0), (0, 2), (1, 1), (1, 0), (0, 0)]).map(
            lambda score: Result(Kind.PLAYED, *score)
        )
        for _twice in range(4)
    ],
    st.sampled_from(
        [
            Result(Kind.FORFEIT, 2, 0),
            Result(Kind.DOUBLE_FORFEIT, 0, 0),
            Result(Kind.SCHEDULED),
            Result(Kind.PLAYED_UNRATED, 2, 0),
        ]
    ),
)
byes = st.sampled_from([Kind.BYE_PAIRING, Kind.BYE_HALF, Kind.BYE_ZERO]).map(Result.bye)
rounds = st.tuples(st.permutations(range(4)), two_sided, two_sided, byes)
"""Who sits where: the first two play, the next two play or the third has a bye."""


class Desk:
    """An editor who keeps finding things to do. A step returns what takes it back, if anything does."""

    def __init__(self, club):
        self.club = club
        self.by = club.organiser
        self.ladder = club.ladder

    def event(self, number):
        events = list(Event.objects.filter(ladder=self.ladder).order_by("pk"))
        return events[number % len(events)] if events else None

    def create(self, day, sequence, drawn_rounds, decided):
        event = services.create_event(
            self.ladder, by=self.by, name="Evening", last_day=day, sequence=sequence,
            names=[f"Typed {letter}" for letter in LETTERS[:4]],
        )  # fmt: skip
        for number, drawn in enumerate(drawn_rounds, start=1):
            self.save_round(event, number, drawn)
        if decided:
            members = zip(event.entries.all(), LETTERS, strict=False)
            services.decide_entries(
                event,
                {entry.pk: Member(self.club.members[letter].pk) for entry, letter in members},
                by=self.by,
            )
            services.publish_event(event, by=self.by)

    def import_(self, day, score, also_publish):
        names = ["Typed A", "Typed B", "Typed F"]
        games = [
            (1, 1, 2, "played", score),
            (1, 3, None, "bye_pairing", (2, None)),
            (2, 2, 3, "played", (1, 1)),
        ]
        event = services.import_report(
            self.ladder, report(names, games), by=self.by, name="Open", last_day=day
        )
        if also_publish:
            services.publish_event(event, by=self.by)

    def update(self, event, score):
        newer = report(["Typed Z", "Typed B", "Typed A"], [(1, 3, 2, "played", score)])
        services.update_from_report(event, newer, by=self.by)

    def save_round(self, event, number, drawn):
        order, first, second, bye = drawn
        ids = list(event.entries.values_list("pk", flat=True))
        white, black, third, fourth = (ids[place % len(ids)] for place in order)
        pairings = [Pairing(1, white, black, first)]
        pairings.append(
            Pairing(2, third, fourth, second) if order[0] % 2 else Pairing(None, third, None, bye)
        )
        services.save_round(event, number, pairings, by=self.by, reason="score sheet")

    def correct(self, event, number, result, unrated):
        game = list(event.games.order_by("pk"))[number % event.games.count()]
        was = Result(Kind(game.kind), game.white_half_points, game.black_half_points)
        marks = {"unrated": unrated, "unrated_note": unrated and "odds"}
        before = {"unrated": game.unrated, "unrated_note": game.unrated_note}
        services.correct_game(game, result, reason="score sheet", by=self.by, **marks)
        return lambda: services.correct_game(game, was, reason="no", by=self.by, **before)

    def decide(self, event, number, choice):
        entry = list(event.entries.all())[number % event.entries.count()]
        was = {
            "undecided": Undecide(),
            "left_out": LeaveOut(),
            "member": Member(entry.player_id),
        }[entry.decision]
        if isinstance(choice, str):
            choice = Member(self.club.members[choice].pk)
        services.decide_entry(entry, choice, by=self.by)
        return lambda: services.decide_entry(entry, was, by=self.by)

    def publish(self, event):
        services.publish_event(event, by=self.by)
        return lambda: services.unpublish_event(event, by=self.by)

    def unpublish(self, event):
        services.unpublish_event(event, by=self.by)
        return lambda: services.publish_event(event, by=self.by)

    def delete(self, event):
        services.delete_event(event, by=self.by)
        return lambda: services.restore_event(event, by=self.by)

    def restore(self, event):
        services.restore_event(event, by=self.by)
        return lambda: services.delete_event(event, by=self.by)

    def change(self, event, fields):
        before = {name: getattr(event, name) for name in fields}
        services.change_event(event, by=self.by, reason="a slip", **fields)
        return lambda: services.change_event(event, by=self.by, reason="no slip", **before)

    def start_rating(self, letter, points):
        player = self.club.members[letter]
        seat = LadderPlayer.objects.filter(ladder=self.ladder, player=player).first()
        was = (seat.start_rating, seat.start_reason) if seat else (None, "")
        services.set_start_rating(self.ladder, player, points, "known", by=self.by)
        return lambda: services.set_start_rating(self.ladder, player, *was, by=self.by)


def step(name, *arguments, on_event=True):
    drawn = (numbers, *arguments) if on_event else arguments
    return st.tuples(st.just(name), st.just(on_event), st.tuples(*drawn), st.booleans())


new_evenings = step(
    "create", days, st.integers(1, 2), st.lists(rounds, min_size=1, max_size=3), st.booleans(), on_event=False
)
editing = [
    step("save_round", st.integers(1, 3), rounds),
    step("correct", numbers, two_sided, st.sampled_from(["", "", "", "variant"])),
    step("decide", numbers, st.one_of(letters, st.sampled_from([NewMember(), LeaveOut(), Undecide()]))),
    step(
        "change",
        st.one_of(
            st.fixed_dictionaries({"last_day": days}),
            st.fixed_dictionaries({"sequence": st.integers(1, 3)}),
            st.just({"unrated": "variant", "unrated_note": "bughouse"}),
            st.just({"unrated": "", "unrated_note": ""}),
        ),
    ),
    step("publish"),
]
others = [
    new_evenings,
    step("import_", days, st.sampled_from([(2, 0), (0, 2)]), st.booleans(), on_event=False),
    step("update", st.sampled_from([(2, 0), (0, 2)])),
    step("unpublish"),
    step("delete"),
    step("restore"),
    step("start_rating", letters, st.sampled_from([None, 1000, 1800]), on_event=False),
]
steps = st.sampled_from([*editing, *editing, *others]).flatmap(lambda chosen: chosen)
"""Each step: what to do, and whether to take it back at once."""


def stored(ladder):
    fields = [field.attname for field in Standing._meta.fields if field.attname != "id"]
    standings = set(Standing.objects.filter(ladder=ladder).values_list(*fields))
    return fingerprint(ladder), stored_changes(ladder), standings


def assert_near_the_reference(ladder):
    events, rules, starts, _ids = history(ladder)
    rated = {
        standing.player_id: (standing.rating / POINT, standing.rated_games)
        for standing in Standing.objects.filter(ladder=ladder, rated_games__gt=0)
    }
    expected = reference.ratings(events, rules, starts)
    assert rated.keys() == expected.keys()
    for player, (points, games) in expected.items():
        assert rated[player] == (pytest.approx(points, abs=0.0001), games)


@pytest.mark.django_db
@settings(
    max_examples=30,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(beginning=st.lists(new_evenings, min_size=1, max_size=2), then=st.lists(steps, min_size=3, max_size=8))
def test_any_history_of_edits_ends_in_the_numbers_of_its_inputs(club, beginning, then):
    with transaction.atomic():
        desk = Desk(club)
        for name, on_event, arguments, take_back in [*beginning, *then]:
            before = stored(club.ladder)
            try:
                with transaction.atomic():
                    if on_event:
                        number, *arguments = arguments
                        arguments = [desk.event(number), *arguments]
                    undo = getattr(desk, name)(*arguments)
            except LadderError:
                assert stored(club.ladder) == before
                continue
            assert_stored_is_fresh(club.ladder)
            assert_near_the_reference(club.ladder)
            if take_back and undo is not None:
                undo()
                assert stored(club.ladder) == before
        transaction.set_rollback(True)
