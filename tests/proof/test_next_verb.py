"""What was changed past the verbs, where a verb comes before anybody has verified: it is shown, by itself."""

from datetime import date

import pytest
from wagtail.log_actions import LogContext
from wagtail.models import ModelLogEntry

from tests.services.calls import CALLS
from tests.services.calls import Scene as SceneOfCalls
from tests.services.kit import LOST, WON, entry, stored_standings
from wagtail_ladder import services
from wagtail_ladder.models import (
    Act,
    Correction,
    EntryDecision,
    Event,
    Game,
    Ladder,
    LadderPlayer,
    RatingChange,
    RuleSet,
    Standing,
)
from wagtail_ladder.services import Member
from wagtail_ladder.services.outside import CHANGED_OUTSIDE
from wagtail_ladder.services.preview import preview_act

from .scene import raw_sql, undone, update

pytestmark = pytest.mark.django_db


def delete_past_everything(event):
    """As at the prompt of the database: the event, and all that hangs on it."""
    Standing.objects.filter(last_rated_event=event).update(last_rated_event=None)
    Correction.objects.filter(event=event).update(event=None)
    acts = Act.objects.filter(event=event)
    for rows in (
        EntryDecision.objects.filter(entry__event=event),
        EntryDecision.objects.filter(act__in=acts),
        acts,
        RatingChange.objects.filter(event=event),
        event.games.all(),
        event.entries.all(),
        Event.objects.filter(pk=event.pk),
    ):
        for row in rows:
            row.__class__.objects.filter(pk=row.pk)._raw_delete("default")


def delete_a_name(scene):
    loser = entry(scene.second, "D")
    Game.objects.filter(white=loser).delete()
    loser.decisions.all().delete()
    loser.delete()


PAST_THE_VERBS = {
    "a result": lambda s: update(s.game(), white_half_points=0, black_half_points=2),
    "a result, by raw SQL": lambda s: raw_sql(s.game(), kind="forfeit"),
    "who a name is": lambda s: update(entry(s.second, "D"), player=s.player("B")),
    "a name and its game gone": delete_a_name,
    "a day": lambda s: update(s.first, last_day=date(2026, 2, 20)),
    "an order": lambda s: update(s.second, sequence=3),
    "a status": lambda s: update(s.first, status="draft"),
    "rules": lambda s: update(RuleSet.objects.get(from_date=None), k_new=41),
    "a rule set more": lambda s: RuleSet.objects.create(ladder=s.ladder, from_date=date(2026, 1, 5), k_new=9),
    "a start rating": lambda s: LadderPlayer.objects.filter(start_rating=1500).update(start_rating=1700),
    "a merge": lambda s: update(s.player("I"), merged_into=s.player("F")),
    "a whole event gone": lambda s: delete_past_everything(s.second),
}

MOVES_NOBODY = {"an order"}
"""The other event of the day is not rated."""

NEXT = {
    "publish": lambda s, by: services.publish_event(s.draft, by=by),
    "unpublish": lambda s, by: services.unpublish_event(s.waiting, reason="too early", by=by),
    "decide": lambda s, by: services.decide_entries(
        s.waiting, {entry(s.waiting, "B").pk: Member(s.club.members["B"].pk)}, by=by
    ),
    "rules": lambda s, by: services.set_rules(s.ladder, date(2026, 1, 20), k_new=25, reason="so", by=by),
    "start rating": lambda s, by: services.set_start_rating(s.ladder, s.player("B"), 1300, "known", by=by),
    "undo": lambda s, by: services.undo(s.merge, by=by),
}


def ratings(ladder):
    return {player: values[:2] for player, values in stored_standings(ladder).items()}


def moved(before, after):
    """Whose rating is another one. Nobody comes or goes without a rated game here but of who has none."""
    seen = before.keys() | after.keys()
    return sum(
        before.get(player, (None, 0))[0] != after.get(player, (None, 0))[0]
        for player in seen
        if (player in before and player in after)
        or before.get(player, (None, 0))[1]
        or after.get(player, (None, 0))[1]
    )


def noted(ladder, since=0):
    rows = Correction.objects.filter(ladder=ladder, pk__gt=since).order_by("pk")
    return list(rows)


def latest():
    return Correction.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def test_each_way_past_the_verbs_is_told_apart_from_each_next_verb(scene, subtests):
    by, since = scene.club.organiser, latest()
    start = ratings(scene.ladder)
    for what, write in PAST_THE_VERBS.items():
        with undone():
            write(scene)
            services.replay_ladder(scene.ladder.pk)
            then = ratings(scene.ladder)
        for verb, run in NEXT.items():
            with subtests.test(f"{what}, then {verb}"), undone():
                write(scene)
                with LogContext(user=by):
                    run(scene, by)
                first, *own = noted(scene.ladder, since)
                assert (first.action, first.by) == (CHANGED_OUTSIDE, None)
                assert first.players_moved == moved(start, then)
                assert (first.players_moved > 0) == (what not in MOVES_NOBODY)
                assert [row.players_moved for row in own] in ([], [moved(then, ratings(scene.ladder))])
                assert CHANGED_OUTSIDE not in {row.action for row in own}
                logged = ModelLogEntry.objects.get(action="wagtail_ladder.changed_outside")
                assert (logged.user, logged.data["players_moved"]) == (None, first.players_moved)
                assert services.verify_ladder(scene.ladder.pk).differences == () or what in (
                    "who a name is",
                    "a merge",
                )


@pytest.mark.parametrize(
    ("what", "event"),
    [("a result", "second"), ("a status", "first"), ("rules", "first"), ("who a name is", "second")],
)
def test_it_says_from_which_event_on(scene, what, event):
    since = latest()
    PAST_THE_VERBS[what](scene)
    services.publish_event(scene.draft, by=scene.club.arbiter)
    assert noted(scene.ladder, since)[0].event == getattr(scene, event)


def test_what_moves_nobody_is_noted_all_the_same(scene):
    since = latest()
    scene.first.games.filter(kind="played_unrated").update(white_half_points=1, black_half_points=1)
    services.publish_event(scene.draft, by=scene.club.arbiter)
    first = noted(scene.ladder, since)[0]
    assert (first.action, first.event, first.players_moved) == (CHANGED_OUTSIDE, None, 0)


def test_it_is_noted_once(scene):
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    services.correct_game(scene.game(), LOST, reason="score sheet", by=scene.club.arbiter)
    services.correct_game(scene.game(), WON, reason="score sheet", by=scene.club.arbiter)
    # The first correction only says once more what is stored by now: it moves nobody.
    told = [(row.action, row.players_moved > 0) for row in noted(scene.ladder, since)]
    assert told == [(CHANGED_OUTSIDE, True), ("correct_game", True)]


def test_a_verb_that_replays_nothing_leaves_it_to_be_found(scene):
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    services.add_player(scene.club.club, "Somebody New", by=scene.club.arbiter)
    assert noted(scene.ladder, since) == []
    assert scene.found()


def test_what_cannot_be_computed_is_put_right_by_a_verb(scene):
    """Else nobody could mend it but at the prompt of the database."""
    since = latest()
    update(scene.game(), unrated="not a reason")
    services.correct_game(scene.game(), WON, unrated="", reason="put right", by=scene.club.arbiter)
    first, *_own = noted(scene.ladder, since)
    assert (first.action, first.event, first.players_moved) == (CHANGED_OUTSIDE, None, 0)
    assert scene.found() == set()


def test_a_rebuild_accepts_it_by_name(scene):
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser)
    assert [(row.action, row.by) for row in noted(scene.ladder, since)] == [
        ("rebuild_ladder", scene.club.organiser)
    ]


def test_a_preview_notes_nothing(scene):
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    preview_act(
        scene.club.club.pk,
        lambda: services.unpublish_event(scene.waiting, reason="", by=scene.club.arbiter),
        lambda moves: moves,
    )
    assert noted(scene.ladder, since) == []
    assert scene.found()


def test_no_verb_takes_its_own_writing_for_that_of_somebody_else(club, subtests):
    """It says that the inputs change before it changes them: `Change.replay`."""
    scene = SceneOfCalls.made(club)
    assert not Correction.objects.filter(action=CHANGED_OUTSIDE).exists()
    for call in CALLS:
        with subtests.test(str(call)), undone():
            call.run(scene, club.superuser)
            assert not Correction.objects.filter(action=CHANGED_OUTSIDE).exists()


def test_no_verb_takes_the_writing_of_somebody_else_for_its_own(club, subtests):
    scene = SceneOfCalls.made(club)
    replaying = set()
    for call in CALLS:
        with subtests.test(str(call)), undone():
            before = dict(Ladder.objects.values_list("pk", "replayed_at"))
            RuleSet.objects.filter(from_date=None).update(k_new=39)
            call.run(scene, club.superuser)
            replayed = {
                pk for pk, at in Ladder.objects.values_list("pk", "replayed_at") if before.get(pk, at) != at
            }
            told = Correction.objects.filter(action=CHANGED_OUTSIDE).values_list("ladder", flat=True)
            assert sorted(told) == ([] if call.verb == "rebuild_ladder" else sorted(replayed))
            replaying |= {call.verb} if replayed else set()
    assert len(replaying) > 20
