"""Whoever stands on a ladder has a place there, though somebody brought him past the verbs."""

from datetime import date

import pytest

from tests.services.kit import WON, entry
from wagtail_ladder import services
from wagtail_ladder.models import Event, LadderPlayer, NameMode, Player, Standing, Visibility
from wagtail_ladder.services.differences import What

from .scene import update

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(scene):
    """Another ladder, with an event of two who are not on the first one."""
    by, ladder = (
        scene.club.organiser,
        services.create_ladder(scene.club.club, "Rapid", by=scene.club.organiser),
    )
    event = services.create_event(ladder, by=by, name="Rapid", last_day=date(2026, 1, 2), names=["X", "Y"])
    x, y = event.entries.order_by("number")
    choices = {x.pk: services.NewMember("Xena One"), y.pk: services.NewMember("Yves Two")}
    services.decide_entries(event, choices, by=by)
    services.save_round(event, 1, [services.Pairing(1, x.pk, y.pk, WON)], by=by)
    return services.publish_event(event, by=by)


def newcomer(scene):
    return services.add_player(scene.club.club, "Nobody Yet", by=scene.club.organiser)


def without_a_place(ladder):
    stands = Standing.objects.filter(ladder=ladder).values_list("player", flat=True)
    return set(stands) - set(LadderPlayer.objects.filter(ladder=ladder).values_list("player", flat=True))


BROUGHT = {
    "who a name is": lambda s, other: update(entry(s.second, "D"), player=newcomer(s)),
    "who a member is": lambda s, other: update(s.player("D"), merged_into=newcomer(s)),
    "an event of another ladder": lambda s, other: update(other, ladder=s.ladder),
    "a place gone": lambda s, other: LadderPlayer.objects.get(ladder=s.ladder, player=s.player("B")).delete(),
}


@pytest.mark.parametrize("what", BROUGHT)
def test_the_next_verb_gives_a_place(scene, other, what):
    BROUGHT[what](scene, other)
    services.set_rules(scene.ladder, None, k_new=39, reason="so", by=scene.club.organiser)
    assert without_a_place(scene.ladder) == set()
    assert What.PLACE not in scene.found()


def test_restoring_what_was_moved_to_another_ladder_gives_places(scene, other):
    by = scene.club.organiser
    services.delete_event(other, reason="not ours", by=by)
    update(other, ladder=scene.ladder)
    services.restore_event(Event.objects.get(pk=other.pk), reason="ours after all", by=by)
    assert without_a_place(scene.ladder) == set()


def test_nobody_is_shown_in_full_whom_nobody_brought(scene):
    """Also where an organiser comes next: he has not seen what would become visible."""
    update(scene.ladder, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    new = newcomer(scene)
    Player.objects.update(is_adult=True)
    update(entry(scene.second, "D"), player=new)
    services.set_rules(scene.ladder, None, k_new=39, reason="so", by=scene.club.organiser)
    assert LadderPlayer.objects.get(ladder=scene.ladder, player=new).initials_forced


def decide_another(scene):
    other = entry(scene.second, "D")
    services.decide_entries(scene.second, {other.pk: services.NewMember("Dora New")}, by=scene.club.organiser)


@pytest.mark.parametrize(
    "verb",
    [
        lambda s: services.rebuild_ladder(s.ladder.pk, by=s.club.organiser),
        decide_another,
        lambda s: services.set_rules(s.ladder, None, k_new=39, reason="so", by=s.club.organiser),
    ],
    ids=["a rebuild", "a decision on another name", "rules"],
)
def test_a_place_that_is_gone_does_not_come_back_with_a_full_name(scene, verb):
    """An organiser had wished initials for her: that went with the place."""
    update(scene.ladder, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    Player.objects.update(is_adult=True)
    services.force_initials(scene.ladder, scene.player("B"), True, by=scene.club.organiser)
    LadderPlayer.objects.get(ladder=scene.ladder, player=scene.player("B")).delete()
    verb(scene)
    assert LadderPlayer.objects.get(ladder=scene.ladder, player=scene.player("B")).initials_forced


def test_a_name_put_right_by_a_rebuild_brings_nobody_in_full(scene):
    """The organiser who rebuilds names nobody, though the name is hers again by what he does."""
    update(scene.ladder, visibility=Visibility.PUBLIC, names=NameMode.FULL)
    Player.objects.update(is_adult=True)
    update(entry(scene.second, "D"), player=newcomer(scene))
    LadderPlayer.objects.get(ladder=scene.ladder, player=scene.player("D")).delete()
    services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser)
    assert entry(scene.second, "D").player_id == scene.player("D").pk
    assert LadderPlayer.objects.get(ladder=scene.ladder, player=scene.player("D")).initials_forced
