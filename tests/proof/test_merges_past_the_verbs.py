"""The ledger of merges, written past the verbs: the next merge follows it, and tells that apart."""

from datetime import date

import pytest
from django.utils import timezone

from tests.services.kit import make_club, stored_standings
from wagtail_ladder import services
from wagtail_ladder.models import Act, Correction, Ladder, Player
from wagtail_ladder.services import digests, persons
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


def test_the_undoing_of_a_merge_that_leads_into_the_circle_is_refused(club, merged):
    """The circle would stay: F is C, C is D, and D is C."""
    ours = club.merge("C", "F")
    in_force(club, "D", "C")
    in_force(club, "C", "D")
    with pytest.raises(Refused, match="lead in a circle"):
        services.undo(ours, by=club.organiser)


def test_of_two_circles_each_can_be_undone(club):
    club.play("AC1", day=date(2026, 1, 6))
    club.play("BD1", day=date(2026, 1, 13))
    merges = [in_force(club, kept, absorbed) for kept, absorbed in ("AB", "BA", "CD", "DC")]
    services.undo(merges[0], by=club.organiser)
    services.undo(merges[2], by=club.organiser)
    assert services.verify_ladder(club.ladder.pk).is_identical


@pytest.mark.parametrize("theirs_is", ["kept", "absorbed"])
def test_a_merge_with_somebody_of_another_club_is_not_followed(club, two, merged, theirs_is):
    """Its lock and its roles are another's."""
    foreign = make_club("Elsewhere", prefix="other-")
    foreign.play("AB1 CD1", day=date(2026, 1, 6))
    before, since = stored_standings(foreign.ladder), len(told(foreign.ladder))
    pair = [club.members["C"], foreign.members["A"]]
    kept, absorbed = reversed(pair) if theirs_is == "kept" else pair
    Act.objects.create(
        club=club.club,
        kind=Act.Kind.MERGE,
        player=kept,
        other=absorbed,
        at=timezone.now(),
        before={"starts": {}, "privacy": {}},
    )
    services.merge_players(*two, by=club.organiser)
    assert not Player.objects.filter(pk__in=[one.pk for one in pair], merged_into__isnull=False).exists()
    assert (stored_standings(foreign.ladder), len(told(foreign.ladder))) == (before, since)
    assert services.verify_ladder(foreign.ladder.pk).is_identical


def test_a_long_chain_of_merges_is_walked_once(monkeypatch):
    walked = []

    class Chain(dict):
        def __getitem__(self, player):
            walked.append(player)
            return super().__getitem__(player)

    chain = Chain({player: player + 1 for player in range(3000)} | {4000: 4001, 4001: 4000, 4002: 4000})
    monkeypatch.setattr(persons, "_kept_by", lambda club_id: chain)
    assert persons.who_is_really(1) == dict.fromkeys(range(3000), 3000) | dict.fromkeys([4000, 4001, 4002])
    assert len(walked) == len(chain)


def test_a_merge_undone_past_the_verbs_is_no_work_of_an_upgrade_at_the_same_time(
    club, two, merged, monkeypatch
):
    before, since = stored_standings(club.ladder), len(told(club.ladder))
    undo_past_the_verbs(merged)
    monkeypatch.setattr(digests, "ENGINE_VERSION", 99)
    services.merge_players(*two, by=club.organiser)
    assert told(club.ladder)[since:] == [(CHANGED_OUTSIDE, moved(before, stored_standings(club.ladder)))]


def test_the_undoing_of_a_merge_in_the_circle_puts_it_right(club, merged):
    in_force(club, "E", "A")
    preview_act(club.club.pk, lambda: services.undo(merged, by=club.organiser), lambda moves: moves)
    services.undo(merged, by=club.organiser)
    assert Player.objects.get(pk=club.members["A"].pk).merged_into_id == club.members["E"].pk
    assert Player.objects.get(pk=club.members["E"].pk).merged_into_id is None
    assert services.verify_ladder(club.ladder.pk).is_identical
    assert Ladder.objects.get(pk=club.ladder.pk).differences_found == 0
