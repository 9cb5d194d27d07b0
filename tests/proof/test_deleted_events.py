"""A deleted event comes back exactly; where somebody wrote past the verbs meanwhile, that is told."""

from datetime import date

import pytest
from wagtail.models import ModelLogEntry

from tests.services.kit import entry
from wagtail_ladder import services
from wagtail_ladder.models import Correction, Event
from wagtail_ladder.services import Member
from wagtail_ladder.services.deleted_events import changed_while_deleted
from wagtail_ladder.services.outside import CHANGED_OUTSIDE, TakenOver
from wagtail_ladder.services.preview import preview_act

from .scene import undone, update

pytestmark = pytest.mark.django_db

CHANGES = {
    "a result": lambda s: update(s.game(), white_half_points=0, black_half_points=2),
    "a game gone": lambda s: s.game().delete(),
    "who a name is": lambda s: update(entry(s.second, "D"), player=s.player("B")),
    "a day": lambda s: update(s.second, last_day="2026-02-20"),
    "an order": lambda s: update(s.second, sequence=3),
    "what it was": lambda s: update(s.second, status_before_deletion="draft"),
    "a name of it": lambda s: update(s.second, name="Another evening"),
    "a first day": lambda s: update(s.second, first_day=date(2026, 1, 1)),
    "a format": lambda s: update(s.second, format="swiss"),
    "that it goes on": lambda s: update(s.second, in_progress=True),
    "a note": lambda s: update(s.game(), unrated_note="why not"),
    "a typed name": lambda s: update(entry(s.second, "D"), typed_name="Typed Z"),
    "points": lambda s: update(entry(s.second, "D"), points=3),
    "a rank": lambda s: update(entry(s.second, "D"), rank=3),
}


def delete(event, by):
    services.delete_event(event, reason="not ours", by=by)
    event.refresh_from_db()


def restored(event, by):
    """What the restoring put on record, besides itself."""
    since = Correction.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    services.restore_event(Event.objects.get(pk=event.pk), reason="ours after all", by=by)
    rows = Correction.objects.filter(pk__gt=since, action=CHANGED_OUTSIDE)
    return list(rows.values_list("event", "by", "players_moved"))


def logged():
    return ModelLogEntry.objects.filter(action="wagtail_ladder.changed_outside").count()


def test_what_nobody_touched_comes_back_without_a_word(scene):
    delete(scene.second, scene.club.organiser)
    services.undo(scene.merge, by=scene.club.organiser)  # who members are is not the event's
    assert restored(scene.second, scene.club.organiser) == []
    assert Event.objects.get(pk=scene.second.pk).digest_when_deleted == ""
    assert logged() == 0


def test_what_was_changed_meanwhile_is_told(scene, subtests):
    by = scene.club.organiser
    delete(scene.second, by)
    for what, change in CHANGES.items():
        with subtests.test(what), undone():
            change(scene)
            assert changed_while_deleted(Event.objects.get(pk=scene.second.pk))
            lines = restored(scene.second, by)
            assert lines == ([] if what == "what it was" else [(scene.second.pk, None, 0)])
            assert ModelLogEntry.objects.get(action="wagtail_ladder.changed_outside").user is None


def test_a_draft_that_was_changed_meanwhile_is_told_of_in_its_history(scene):
    delete(scene.draft, scene.club.organiser)
    scene.draft.games.update(white_half_points=0, black_half_points=2)
    assert restored(scene.draft, scene.club.organiser) == []
    assert logged() == 1


def test_a_decision_taken_back_is_no_change_from_outside(scene):
    by = scene.club.organiser
    delete(scene.first, by)
    services.undo(scene.decision, by=by)
    assert logged() == 0
    assert restored(scene.first, by) == []


def test_a_decision_taken_back_does_not_hide_a_change_from_outside(scene):
    by = scene.club.organiser
    delete(scene.first, by)
    scene.first.games.filter(round=1).update(white_half_points=1, black_half_points=1)
    services.undo(scene.decision, by=by)
    assert logged() == 1
    assert restored(scene.first, by) == []


def test_the_undoing_that_reaches_it_tells_of_it_before(scene):
    by = scene.club.organiser
    delete(scene.first, by)
    scene.first.games.filter(round=1).update(white_half_points=1, black_half_points=1)
    (seen,) = preview_act(
        scene.club.club.pk, lambda: services.undo(scene.decision, by=by), lambda moves: moves
    )
    assert (seen.ladder, seen.moves, seen.taken_over) == (scene.ladder, (), TakenOver(CHANGED_OUTSIDE, 0))
    assert logged() == 0


def test_what_the_ladder_moves_is_told_before_what_a_deleted_event_is(scene):
    """A decision about two events: one is deleted, and both were changed."""
    by, names = scene.club.organiser, [entry(scene.first, "B").pk, entry(scene.second, "B").pk]
    act = services.repoint_entries(scene.club.club, names, Member(scene.player("F").pk), by=by)
    delete(scene.second, by)
    for event in (scene.first, scene.second):
        event.games.filter(round=1).update(white_half_points=1, black_half_points=1)
    (seen,) = preview_act(scene.club.club.pk, lambda: services.undo(act, by=by), lambda moves: moves)
    assert seen.taken_over.players_moved > 0
    since = Correction.objects.latest("pk").pk
    services.undo(act, by=by)
    lines = Correction.objects.filter(pk__gt=since, action=CHANGED_OUTSIDE).values_list(
        "players_moved", flat=True
    )
    assert sorted(lines) == [0, seen.taken_over.players_moved]


def test_what_was_deleted_past_the_verbs_is_told(scene):
    update(scene.second, status="deleted", status_before_deletion="published")
    assert changed_while_deleted(Event.objects.get(pk=scene.second.pk))
    assert (scene.second.pk, None, 0) in restored(scene.second, scene.club.organiser)


def test_what_was_restored_past_the_verbs_has_no_digest_once_a_verb_was_there(scene):
    by = scene.club.organiser
    delete(scene.draft, by)
    update(scene.draft, status="draft", status_before_deletion="")
    services.change_event(Event.objects.get(pk=scene.draft.pk), name="Another", by=by)
    assert Event.objects.get(pk=scene.draft.pk).digest_when_deleted == ""


def test_another_form_of_the_digest_says_nothing(scene):
    delete(scene.second, scene.club.organiser)
    update(scene.second, digest_when_deleted="99..00")
    assert restored(scene.second, scene.club.organiser) == []
