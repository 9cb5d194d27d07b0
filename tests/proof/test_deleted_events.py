"""A deleted event comes back exactly; where somebody wrote past the verbs meanwhile, that is told."""

import pytest
from wagtail.models import ModelLogEntry

from tests.services.kit import entry
from wagtail_ladder import services
from wagtail_ladder.models import Correction, Event
from wagtail_ladder.services.outside import CHANGED_OUTSIDE, changed_while_deleted

from .scene import undone, update

pytestmark = pytest.mark.django_db

CHANGES = {
    "a result": lambda s: update(s.game(), white_half_points=0, black_half_points=2),
    "a game gone": lambda s: s.game().delete(),
    "who a name is": lambda s: update(entry(s.second, "D"), player=s.player("B")),
    "a day": lambda s: update(s.second, last_day="2026-02-20"),
    "an order": lambda s: update(s.second, sequence=3),
    "what it was": lambda s: update(s.second, status_before_deletion="draft"),
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


def test_another_form_of_the_digest_says_nothing(scene):
    delete(scene.second, scene.club.organiser)
    update(scene.second, digest_when_deleted="")
    assert restored(scene.second, scene.club.organiser) == []
