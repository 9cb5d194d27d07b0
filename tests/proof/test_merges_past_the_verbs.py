"""The ledger of merges, written past the verbs: the next merge follows it, and tells that apart."""

from datetime import date

import pytest
from django.utils import timezone

from tests.services.kit import stored_standings
from wagtail_ladder import services
from wagtail_ladder.models import Act, Correction, Ladder, Player
from wagtail_ladder.services.differences import What
from wagtail_ladder.services.errors import Refused
from wagtail_ladder.services.ledger import decided_since
from wagtail_ladder.services.outside import CHANGED_OUTSIDE
from wagtail_ladder.services.preview import preview_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(club):
    """Two members who have nothing to do with the ladder."""
    return [services.add_player(club.club, name, by=club.organiser) for name in ("Yves Two", "Zed Three")]


@pytest.fixture
def merged(club):
    """E is A, who has won a game."""
    club.play("AB1 CD1", day=date(2026, 1, 6))
    club.play("EC1 AD=", day=date(2026, 1, 13))
    return club.merge("A", "E")


def undo_past_the_verbs(act):
    Act.objects.filter(pk=act.pk).update(undone_at=timezone.now())


def in_force(club, kept, absorbed):
    """A merge written into the ledger, by hand or by the backup of a table."""
    return Act.objects.create(
        club=club.club,
        kind=Act.Kind.MERGE,
        player=club.members[kept],
        other=club.members[absorbed],
        at=timezone.now(),
        before={"starts": {}, "privacy": {}},
    )


def told(ladder):
    rows = Correction.objects.filter(ladder=ladder).order_by("pk")
    return list(rows.values_list("action", "players_moved"))


def moved(before, after):
    return sum(before.get(player, [None])[0] != after.get(player, [None])[0] for player in {*before, *after})


@pytest.mark.parametrize("verb", ["merge", "undo"])
def test_an_unrelated_merge_leaves_no_ladder_behind(club, two, merged, verb):
    ours = services.merge_players(*two, by=club.organiser) if verb == "undo" else None
    before, since = stored_standings(club.ladder), len(told(club.ladder))
    undo_past_the_verbs(merged)
    if ours is None:
        services.merge_players(*two, by=club.organiser)
    else:
        services.undo(ours, by=club.organiser)
    assert Player.objects.get(pk=club.members["E"].pk).merged_into is None
    after = stored_standings(club.ladder)
    assert club.members["E"].pk in after
    assert told(club.ladder)[since:] == [(CHANGED_OUTSIDE, moved(before, after))]
    assert services.verify_ladder(club.ladder.pk).is_identical


def test_every_ladder_of_theirs_is_replayed_and_a_rebuild_accepts_but_its_own(club):
    main = club.ladder
    club.play("AB1 EC1", day=date(2026, 1, 6))
    club.ladder = other = services.create_ladder(club.club, "Rapid", by=club.organiser)
    club.play("EB1", day=date(2026, 2, 3))
    club.play("AC1", day=date(2026, 2, 10))
    merged = club.merge("A", "E")
    since = {ladder.pk: len(told(ladder)) for ladder in (main, other)}
    undo_past_the_verbs(merged)
    services.rebuild_ladder(other.pk, by=club.organiser)
    assert [action for action, _moved in told(other)[since[other.pk] :]] == ["rebuild_ladder"]
    assert [action for action, _moved in told(main)[since[main.pk] :]] == [CHANGED_OUTSIDE]
    for ladder in (main, other):
        assert services.verify_ladder(ladder.pk).is_identical


def test_a_rebuild_does_not_hide_what_was_changed_on_another_ladder(club, merged):
    other = services.create_ladder(club.club, "Rapid", by=club.organiser)
    undo_past_the_verbs(merged)
    club.ladder.events.earliest("last_day").games.update(white_half_points=0, black_half_points=2)
    services.rebuild_ladder(other.pk, by=club.organiser)
    assert [action for action, _moved in told(club.ladder)][-1] == CHANGED_OUTSIDE


def test_merges_in_a_circle_are_refused_and_told_of(club, two, merged):
    back = in_force(club, "E", "A")
    assert {d.what for d in services.verify_ladder(club.ladder.pk).differences} == {What.CIRCLE}
    ours = services.declare_distinct(*two, by=club.organiser)
    services.undo(ours, by=club.organiser)
    with pytest.raises(Refused) as refusal:
        services.merge_players(*two, by=club.organiser)
    assert refusal.value.code == "merges_in_a_circle"
    with pytest.raises(Refused, match="lead in a circle"):
        preview_act(
            club.club.pk, lambda: services.merge_players(*two, by=club.organiser), lambda moves: moves
        )
    with pytest.raises(Refused, match="lead in a circle"):
        services.rebuild_ladder(club.ladder.pk, by=club.organiser)
    assert decided_since(back) == []


def test_the_undoing_of_a_merge_outside_the_circle_is_refused(club, two, merged):
    ours = services.merge_players(*two, by=club.organiser)
    in_force(club, "E", "A")
    with pytest.raises(Refused, match="lead in a circle"):
        services.undo(ours, by=club.organiser)


def test_the_undoing_of_a_merge_in_the_circle_puts_it_right(club, merged):
    in_force(club, "E", "A")
    preview_act(club.club.pk, lambda: services.undo(merged, by=club.organiser), lambda moves: moves)
    services.undo(merged, by=club.organiser)
    assert Player.objects.get(pk=club.members["A"].pk).merged_into_id == club.members["E"].pk
    assert Player.objects.get(pk=club.members["E"].pk).merged_into_id is None
    assert services.verify_ladder(club.ladder.pk).is_identical
    assert Ladder.objects.get(pk=club.ladder.pk).differences_found == 0
