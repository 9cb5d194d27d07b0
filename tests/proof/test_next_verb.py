"""What was changed past the verbs, where a verb comes before anybody has verified: it is shown, by itself."""

from datetime import date

import pytest
from wagtail.log_actions import LogContext
from wagtail.models import ModelLogEntry

from tests.services.calls import CALLS
from tests.services.calls import Scene as SceneOfCalls
from tests.services.kit import DRAWN, LOST, WON, entry, stored_standings
from wagtail_ladder import services
from wagtail_ladder.admin.trying import told_outside
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
from wagtail_ladder.services import ChangedMeanwhile, Member, digests, outside
from wagtail_ladder.services.differences import What
from wagtail_ladder.services.outside import CHANGED_OUTSIDE, COMPUTED_ANEW, TakenOver
from wagtail_ladder.services.preview import preview_act
from wagtail_ladder.services.replay import digest_now
from wagtail_ladder.site import wording as site_wording

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

NUMBERS = {
    "a standing": lambda s: Standing.objects.filter(player=s.player("C")).update(rating=1),
    "a number of wins": lambda s: Standing.objects.filter(player=s.player("C")).update(wins=99),
    "a standing gone": lambda s: Standing.objects.get(player=s.player("C"), ladder=s.ladder).delete(),
    "a rating change": lambda s: RatingChange.objects.filter(event=s.first).update(games_after=99),
    "a rating change gone": lambda s: RatingChange.objects.get(event=s.first, player=s.player("C")).delete(),
    "a rating change on another ladder": lambda s: RatingChange.objects.filter(event=s.first).update(
        ladder=Ladder.objects.create(club=s.club.club, name="Another one")
    ),
}
"""What is computed, written past the verbs: each next verb writes it anew, and is not blamed for it."""

PAST_THE_VERBS |= NUMBERS

MOVES_NOBODY = {"an order", *NUMBERS} - {"a standing", "a standing gone"}
"""The other event of the day is not rated; ratings are those of the standings."""

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
            written = ratings(scene.ladder) if what in NUMBERS else start
            services.replay_ladder(scene.ladder.pk)
            then = ratings(scene.ladder)
        for verb, run in NEXT.items():
            with subtests.test(f"{what}, then {verb}"), undone():
                write(scene)
                with LogContext(user=by):
                    run(scene, by)
                first, *own = noted(scene.ladder, since)
                now = ratings(scene.ladder)
                assert (first.action, first.by) == (CHANGED_OUTSIDE, None)
                if (what, verb) == ("a merge", "undo"):  # follows the ledger at once: he is who he was
                    then = start
                assert first.players_moved == moved(written, then)
                assert (first.players_moved > 0) == (what not in MOVES_NOBODY and written != then)
                assert [row.players_moved for row in own] in ([], [moved(then, now)])
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
    RuleSet.objects.filter(from_date=None).update(from_date=date(2026, 1, 1))
    services.set_rules(scene.ladder, None, reason="put right", by=scene.club.organiser)
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


@pytest.mark.parametrize("what", NUMBERS)
def test_a_rebuild_accepts_numbers_by_name(scene, what):
    since = latest()
    NUMBERS[what](scene)
    written = ratings(scene.ladder)
    services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser)
    (line,) = noted(scene.ladder, since)
    assert (line.action, line.by) == ("rebuild_ladder", scene.club.organiser)
    assert line.players_moved == moved(written, ratings(scene.ladder))


FROM_TOMORROW = {
    "rules": lambda s: RuleSet.objects.create(ladder=s.ladder, from_date=date(2030, 1, 1), k_new=9),
    "a start rating": lambda s: update(
        LadderPlayer.objects.create(ladder=s.ladder, player=s.player("F"), initials="T. F."),
        start_rating=1900,
        start_reason="x",
    ),
}
"""No number follows from these yet."""


@pytest.mark.parametrize("what", FROM_TOMORROW)
def test_what_is_used_later_is_found_now(scene, what):
    since = latest()
    FROM_TOMORROW[what](scene)
    assert scene.found() - {What.INITIALS, What.INITIALS_NUMBER} == {What.UNUSED}
    services.publish_event(scene.draft, by=scene.club.arbiter)
    first = noted(scene.ladder, since)[0]
    assert (first.action, first.players_moved) == (CHANGED_OUTSIDE, 0)
    assert What.UNUSED not in scene.found()


@pytest.mark.parametrize("what", FROM_TOMORROW)
def test_a_rebuild_accepts_by_name_what_is_used_later(scene, what):
    since = latest()
    FROM_TOMORROW[what](scene)
    done = services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser)
    assert What.UNUSED in {one.what for one in done.found}
    assert done.left == ()
    assert [(row.action, row.by, row.players_moved) for row in noted(scene.ladder, since)] == [
        ("rebuild_ladder", scene.club.organiser, 0)
    ]


def test_a_digest_that_was_taken_away_hides_nothing(scene):
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    update(scene.ladder, rows_digest="")
    services.publish_event(scene.draft, by=scene.club.arbiter)
    assert noted(scene.ladder, since)[0].action == CHANGED_OUTSIDE


def test_a_rebuild_of_what_is_right_is_no_correction(scene):
    since = latest()
    assert services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser).is_identical
    assert noted(scene.ladder, since) == []


def test_a_correction_counts_its_own_two_and_not_the_standings_written_past_it(club):
    """B and C met, and nobody plays after them: their two ratings move, whatever else was written."""
    club.play("AB1 CD1", day=date(2026, 1, 6))
    event = club.play("BC1 AD=", day=date(2026, 1, 13))
    others = [club.members["A"].pk, club.members["D"].pk]
    Standing.objects.filter(ladder=club.ladder, player__in=others).update(rating=1)
    game = event.games.get(white__player=club.members["B"])
    services.correct_game(game, DRAWN, reason="score sheet", by=club.organiser)
    told = Correction.objects.order_by("pk").values_list("action", "players_moved")
    assert list(told) == [(CHANGED_OUTSIDE, 2), ("correct_game", 2)]


def upgraded(monkeypatch, **version):
    for name, value in version.items():
        monkeypatch.setattr(digests, name, value)


def test_a_new_engine_that_computes_the_same_is_not_noted(scene, monkeypatch):
    since = latest()
    upgraded(monkeypatch, ENGINE_VERSION=99)
    services.publish_event(scene.draft, by=scene.club.arbiter)
    assert {row.action for row in noted(scene.ladder, since)} <= {"publish_event"}
    assert Ladder.objects.get(pk=scene.ladder.pk).rows_digest.split(".")[1] == "99"


@pytest.mark.parametrize("version", [{"ENGINE_VERSION": 99}, {"FORM": 99}])
def test_a_new_engine_that_computes_otherwise_is_nobodys_doing(scene, monkeypatch, version):
    """As if the one before had given everybody other numbers: they stand in its digest."""
    since = latest()
    Standing.objects.filter(ladder=scene.ladder, player=scene.player("C")).update(rating=1)
    Ladder.objects.filter(pk=scene.ladder.pk).update(rows_digest=str(digest_now(scene.ladder.pk)))
    upgraded(monkeypatch, **version)
    services.publish_event(scene.draft, by=scene.club.arbiter)
    first = noted(scene.ladder, since)[0]
    assert (first.action, first.by, first.players_moved) == (COMPUTED_ANEW, None, 1)
    assert site_wording.correction(COMPUTED_ANEW, None, None, 0).startswith("The ratings were computed anew")


def test_another_form_of_the_digest_is_no_change_of_the_ladder(scene, monkeypatch):
    since = latest()
    upgraded(monkeypatch, FORM=99)
    services.publish_event(scene.draft, by=scene.club.arbiter)
    assert {row.action for row in noted(scene.ladder, since)} <= {"publish_event"}
    since = latest()
    PAST_THE_VERBS["a result"](scene)
    services.unpublish_event(scene.draft, reason="too early", by=scene.club.arbiter)
    assert noted(scene.ladder, since)[0].action == CHANGED_OUTSIDE


@pytest.mark.parametrize("what", ["a result", "a standing", "an order"])
def test_a_preview_counts_apart_and_notes_nothing(scene, what):
    """What it counts is what the verb will put on record for itself, and apart from that."""

    def act():
        services.correct_game(scene.first.games.get(round=1), LOST, reason="x", by=scene.club.arbiter)

    since = latest()
    PAST_THE_VERBS[what](scene)
    as_written = stored_standings(scene.ladder)
    (seen,) = preview_act(scene.club.club.pk, act, lambda moves: moves)
    assert noted(scene.ladder, since) == []
    assert stored_standings(scene.ladder) == as_written
    act()
    first, own = noted(scene.ladder, since)
    assert seen.taken_over == TakenOver(CHANGED_OUTSIDE, first.players_moved)
    assert sum(move.rating_before != move.rating_after for move in seen.moves) == own.players_moved > 0
    assert (told_outside(seen.taken_over).count("outside these screens"), told_outside(None)) == (1, "")


def test_a_preview_of_what_moves_nobody_itself_says_what_moves(scene):
    PAST_THE_VERBS["a result"](scene)
    (seen,) = preview_act(
        scene.club.club.pk,
        lambda: services.unpublish_event(scene.waiting, reason="x", by=scene.club.arbiter),
        lambda moves: moves,
    )
    assert seen.taken_over.players_moved > 0
    assert {move.rating_before == move.rating_after for move in seen.moves} <= {True}


@pytest.mark.parametrize("what", ["a result", "a standing"])
def test_the_preview_of_publishing_counts_apart(scene, what):
    since = latest()
    before = services.preview_publication(scene.draft)
    assert before.taken_over is None
    PAST_THE_VERBS[what](scene)
    seen = services.preview_publication(scene.draft)
    services.publish_event(scene.draft, expected_fingerprint=seen.fingerprint, by=scene.club.arbiter)
    first = noted(scene.ladder, since)[0]
    assert seen.taken_over == TakenOver(CHANGED_OUTSIDE, first.players_moved)
    entry_of = ModelLogEntry.objects.filter(action="wagtail_ladder.publish_event").latest("pk")
    assert len(seen.standings_moved) == entry_of.data["players_moved"]


def test_what_is_changed_after_the_look_is_looked_at_again(scene):
    """Also a number, which publishing would write anew."""
    seen = services.preview_publication(scene.draft)
    NUMBERS["a standing"](scene)
    with pytest.raises(ChangedMeanwhile) as refusal:
        services.publish_event(scene.draft, expected_fingerprint=seen.fingerprint, by=scene.club.arbiter)
    assert refusal.value.code == "ladder_changed"


def test_a_verb_that_comes_during_the_look_is_no_change_from_outside(scene, monkeypatch):
    """The look reads without the lock: here a correction comes while it compares the rows."""
    coming = [lambda: services.correct_game(scene.game(), LOST, reason="x", by=scene.club.arbiter)]

    def digest(ladder_id):
        if coming:
            coming.pop()()
        return digest_now(ladder_id)

    monkeypatch.setattr(outside, "digest_now", digest)
    assert services.preview_publication(scene.draft).taken_over is None
    assert coming == []


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
