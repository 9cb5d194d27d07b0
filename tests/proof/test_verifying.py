"""What is said of a difference, what is written down, and that a rebuild mends what can be mended."""

from dataclasses import replace
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.services import calls
from tests.services.kit import Purges, assert_stored_is_fresh, assert_the_ledger_explains, stored_changes
from wagtail_ladder import services
from wagtail_ladder.models import (
    Act,
    Entry,
    Game,
    Ladder,
    LadderPlayer,
    Player,
    RatingChange,
    RuleSet,
    Standing,
)
from wagtail_ladder.services import Missing, Refused
from wagtail_ladder.services.differences import Difference, What, sentences

from .scene import undone

pytestmark = pytest.mark.django_db


def verified(scene):
    return services.verify_ladder(scene.ladder.pk)


def rebuilt(scene):
    return services.rebuild_ladder(scene.ladder.pk, by=scene.club.organiser)


def turn_the_game_round(scene):
    """D beat A; now it is the other way."""
    Game.objects.filter(pk=scene.game().pk).update(white_half_points=0, black_half_points=2)


def test_no_verb_leaves_a_difference_behind(club, subtests):
    """Each of them, from a scene on which there is something for all."""
    everything = calls.Scene.made(club)
    for call in calls.CALLS:
        with subtests.test(str(call)), undone():
            call.run(everything, getattr(club, call.role))
            for ladder_id in Ladder.objects.values_list("pk", flat=True):
                assert services.verify_ladder(ladder_id).differences == ()


def test_a_result_changed_without_a_replay(scene):
    """By hand: D has few games, and the K of newer players is 30 by the rules of February."""
    turn_the_game_round(scene)
    player = scene.player("D").pk
    differences = verified(scene).differences
    change = next(one for one in differences if one.what is What.CHANGE and one.player == player)
    stored = RatingChange.objects.get(event=scene.second, player=player)
    assert (change.event, change.field) == (scene.second.pk, "rating_after")
    assert change.stored == stored.rating_after
    # A won game less is K = 30 points less, whatever was expected of it.
    assert stored.rating_after - change.computed == 30 * 10**9
    assert str(change) == (
        f"Event {scene.second.pk}, player {player}: rating_after is stored as {change.stored}, "
        f"and by the inputs it is {change.computed}."
    )


def test_the_first_event_that_is_told_of_is_where_it_begins(scene):
    """An evening of long ago that was entered last."""
    old = scene.club.play("AB1", day=date(2025, 6, 3))
    Game.objects.filter(event=old).update(white_half_points=1, black_half_points=1)
    assert verified(scene).is_identical is False
    assert next(one for one in verified(scene).differences if one.what is What.CHANGE).event == old.pk
    assert old.pk > scene.first.pk


def test_what_was_found_is_written_on_the_ladder(scene):
    began = timezone.now()
    assert verified(scene).is_identical
    ladder = Ladder.objects.get(pk=scene.ladder.pk)
    assert began <= ladder.verified_at <= timezone.now()
    assert (ladder.differences_found, ladder.verified_replay) == (0, ladder.replayed_at)
    Standing.objects.filter(ladder=ladder, player=scene.player("B")).update(wins=99, losses=99)
    assert not verified(scene).is_identical
    again = Ladder.objects.get(pk=scene.ladder.pk)
    assert again.differences_found == 2
    assert again.verified_at > ladder.verified_at
    assert again.verified_replay == again.replayed_at == ladder.replayed_at
    assert rebuilt(scene).left == ()
    mended = Ladder.objects.get(pk=scene.ladder.pk)
    assert mended.differences_found == 0
    assert mended.verified_replay == mended.replayed_at > ladder.replayed_at


def test_verifying_changes_nothing_else(scene):
    turn_the_game_round(scene)
    before = stored_changes(scene.ladder), Ladder.objects.values().get(pk=scene.ladder.pk)
    verified(scene)
    after = stored_changes(scene.ladder), Ladder.objects.values().get(pk=scene.ladder.pk)
    notes = ("verified_at", "verified_replay", "differences_found")
    assert after[0] == before[0]
    assert {**after[1], **dict.fromkeys(notes)} == {**before[1], **dict.fromkeys(notes)}


def test_no_sentence_has_a_name(scene):
    turn_the_game_round(scene)
    Player.objects.filter(pk=scene.player("B").pk).update(name="Typed Secret")
    Entry.objects.filter(pk=scene.entry().pk).update(player=scene.player("F"))
    told = " ".join(map(str, verified(scene).differences))
    assert told
    for name in ("Typed", "Member", "Secret", "irmak"):
        assert name not in told


def test_every_kind_has_a_sentence():
    """With every value there is; a placeholder that is none would raise."""
    for what in What:
        assert str(Difference(what, 1, 2, 3, 4, 5, "wins", "x", None)).endswith((".", "–"))


def test_no_more_sentences_than_asked_for():
    many = [Difference(What.PLACE, player=number) for number in range(25)]
    assert len(list(sentences(many))) == 21
    assert list(sentences(many, 24))[-1] == "And 1 more."
    assert len(list(sentences(many, 25))) == 25


def damage(scene):
    """One of everything that a rebuild can mend."""
    turn_the_game_round(scene)
    Player.objects.filter(pk=scene.player("E").pk).update(merged_into=None)
    Player.objects.filter(pk=scene.player("B").pk).update(name="Zoe Quill")
    Entry.objects.filter(pk=scene.entry().pk).update(decided_by=None)
    LadderPlayer.objects.filter(player=scene.player("D")).delete()
    Ladder.objects.filter(pk=scene.ladder.pk).update(initials_given={})
    RatingChange.objects.filter(event=scene.first, player=scene.player("A")).delete()
    Standing.objects.filter(player=scene.player("B")).delete()
    Standing.objects.create(
        ladder=scene.ladder, player=scene.player("F"), rating=0, rated_games=0, played_games=0,
        wins=0, draws=0, losses=0,
    )  # fmt: skip


def test_a_rebuild_mends_what_is_derived(scene, django_capture_on_commit_callbacks):
    damage(scene)
    found = verified(scene).differences
    with Purges() as purged, django_capture_on_commit_callbacks(execute=True):
        done = rebuilt(scene)
    assert done.found == found
    assert {one.what for one in found} == {
        What.MERGED, What.INITIALS, What.INITIALS_NUMBER, What.DECISION, What.PLACE, What.FINGERPRINT,
        What.CHANGE, What.CHANGE_MISSING, What.STANDING, What.STANDING_MISSING, What.STANDING_TOO_MANY,
    }  # fmt: skip
    assert done.left == ()
    assert purged == [scene.ladder.pk]
    assert verified(scene).is_identical
    assert_stored_is_fresh(scene.ladder)
    assert_the_ledger_explains(scene.club.club)
    place = LadderPlayer.objects.get(player=scene.player("B"))
    assert (place.initials, place.initials_suffix) == ("Z. Q.", 1)
    assert rebuilt(scene).is_identical


def test_a_change_that_was_put_on_another_ladder_comes_back(scene):
    other = services.create_ladder(scene.club.club, "Friday", by=scene.club.organiser)
    moved = RatingChange.objects.filter(ladder=scene.ladder)
    moved.filter(event=scene.first).update(ladder=other)
    assert {one.what for one in verified(scene).differences} == {What.CHANGE_MISSING}
    assert {one.what for one in services.verify_ladder(other.pk).differences} == {What.CHANGE_TOO_MANY}
    assert rebuilt(scene).left == ()
    assert services.verify_ladder(other.pk).is_identical


def test_a_merge_that_was_not_followed_moves_every_ladder_of_the_club(scene):
    """E, who is A, has a game on another ladder: what the one mends, the other is computed from."""
    club, e = scene.club, scene.player("E")
    club.undo(scene.merge)
    other = services.create_ladder(club.club, "Friday", by=club.organiser)
    replace(club, ladder=other).play("EB1")
    club.merge("A", "E")
    Player.objects.filter(pk=e.pk).update(merged_into=None)
    services.replay_ladder(other.pk)
    assert Standing.objects.filter(ladder=other, player=e).exists()
    assert {one.what for one in services.verify_ladder(other.pk).differences} == {What.MERGED}
    assert rebuilt(scene).left == ()
    assert services.verify_ladder(other.pk).is_identical
    assert Standing.objects.filter(ladder=other, player=scene.player("A")).exists()


def test_what_no_replay_can_mend_is_left_and_said(scene):
    bye = scene.first.games.get(kind="bye_half")
    Game.objects.filter(pk=bye.pk).update(white=scene.draft.entries.get(number=1))
    done = rebuilt(scene)
    assert [(one.what, one.event, one.game) for one in done.left] == [
        (What.FOREIGN_SEAT, scene.first.pk, bye.pk)
    ]
    assert Ladder.objects.get(pk=scene.ladder.pk).differences_found == 1


def test_a_name_without_a_decision_stays_who_it_is_until_a_person_decides(scene):
    """As after an older backup of the ledger: who it was would be lost otherwise."""
    entry, before = scene.entry(), stored_changes(scene.ladder)
    entry.decisions.all().delete()
    done = rebuilt(scene)
    assert done.left == done.found
    assert {(one.what, one.entry) for one in done.left} == {(What.DECISION, entry.pk)}
    assert stored_changes(scene.ladder) == before
    services.decide_entry(entry, services.Member(scene.player("B").pk), by=scene.club.arbiter)
    assert verified(scene).is_identical
    assert stored_changes(scene.ladder) == before


def test_inputs_that_contradict_each_other_are_not_rebuilt(scene):
    """B met C in the first event: B's name cannot be C's."""
    entry = scene.entry()
    Entry.objects.filter(pk=entry.pk).update(player=scene.player("C"))
    entry.decisions.update(player=scene.player("C"))
    (difference,) = verified(scene).differences
    assert difference.what is What.REFUSED
    assert f"player {scene.player('C').pk} is paired against himself" in str(difference)
    before = stored_changes(scene.ladder)
    with pytest.raises(Refused) as refusal:
        rebuilt(scene)
    assert refusal.value.code == "own_opponent"
    assert stored_changes(scene.ladder) == before


def test_merges_in_a_circle_neither_hang_nor_are_rebuilt(scene):
    """A into E, while E was merged into A."""
    Act.objects.create(
        club=scene.club.club, kind="merge", at=timezone.now(), player=scene.player("E"),
        other=scene.player("A"), before={"starts": {}},
    )  # fmt: skip
    found = verified(scene).differences
    assert {one.player for one in found if one.what is What.CIRCLE} == {
        scene.player(letter).pk for letter in "AE"
    }
    with pytest.raises(Refused) as refusal:
        rebuilt(scene)
    assert refusal.value.code == "merges_in_a_circle"


def test_without_rules_nothing_can_be_computed(scene):
    RuleSet.objects.filter(ladder=scene.ladder).delete()
    assert [one.what for one in verified(scene).differences] == [What.REFUSED]


def test_a_ladder_that_is_gone(scene):
    for work in (services.verify_ladder, lambda pk: services.rebuild_ladder(pk, by=scene.club.organiser)):
        with pytest.raises(Missing) as missing:
            work(scene.ladder.pk + 99)
        assert missing.value.code == "ladder_missing"


def test_an_account_that_is_deleted_is_no_difference(scene):
    """Decisions stay; that they were its owner's is forgotten in both places."""
    scene.club.arbiter.delete()
    assert verified(scene).is_identical


def test_what_a_replay_took_over_is_the_truth(scene):
    """Afterwards the changed result is what the ladder follows from; `test_next_verb` tells who says so."""
    turn_the_game_round(scene)
    services.unpublish_event(scene.waiting, reason="too early", by=scene.club.arbiter)
    assert verified(scene).is_identical


# ---- The commands ------------------------------------------------------------------------------------------


def run(capsys, *arguments):
    """(exit code, what was printed, what the error said), as from a shell."""
    code, error = 0, ""
    try:
        call_command(*arguments)
    except CommandError as refusal:
        code, error = refusal.returncode, str(refusal)
    return code, capsys.readouterr().out, error


def test_verify_prints_what_it_finds(scene, capsys):
    ladder = str(scene.ladder.pk)
    assert run(capsys, "ladder_verify", ladder) == (
        0, f"Ladder {ladder}: identical (4 events, 13 games).\n", "",
    )  # fmt: skip
    turn_the_game_round(scene)
    code, told, error = run(capsys, "ladder_verify", "--all")
    assert (code, error) == (1, "1 of 1 ladder differed.")
    assert told.startswith(f"Ladder {ladder}: ")
    assert "    The fingerprint is stored as " in told
    for name in ("Typed", "Member", "Club evening"):
        assert name not in told
    code, told, error = run(capsys, "ladder_verify", ladder, "--fix")
    assert code == 1
    assert told.endswith("    Rebuilt.\n")
    assert run(capsys, "ladder_verify", ladder, "--fix")[0] == 0


def test_rebuild_prints_what_had_differed(scene, capsys):
    ladder = str(scene.ladder.pk)
    assert run(capsys, "ladder_rebuild", "--all") == (0, f"Ladder {ladder}: identical.\n", "")
    Standing.objects.filter(ladder=scene.ladder, player=scene.player("B")).update(wins=99)
    code, told, _error = run(capsys, "ladder_rebuild", ladder)
    assert code == 1
    assert told == (
        f"Ladder {ladder}: 1 difference.\n"
        f"    Player {scene.player('B').pk}: wins is stored as 99, and by the inputs it is 0.\n"
        "    Rebuilt.\n"
    )


def test_a_rebuild_that_is_refused_says_so_without_a_name(scene, capsys):
    entry = scene.entry()
    Entry.objects.filter(pk=entry.pk).update(player=None, decision="left_out")
    entry.decisions.update(player=scene.player("C"))  # whom B met
    for command in (["ladder_rebuild"], ["ladder_verify", "--fix"]):
        code, told, _error = run(capsys, *command, str(scene.ladder.pk))
        assert code == 1
        assert "Not rebuilt, the inputs contradict each other (plays_himself). Nothing was changed." in told
        assert "Typed" not in told


@pytest.mark.parametrize("command", ["ladder_verify", "ladder_rebuild"])
def test_bad_usage(command, scene, capsys):
    ladder = str(scene.ladder.pk)
    for arguments, sentence in {
        (): "Name ladders by their ids, or all of them by --all.",
        (ladder, "--all"): "Name ladders by their ids, or all of them by --all.",
        ("4711", ladder): f"No ladder has the id 4711. There are {ladder}.",
        ("Thursday",): f"No ladder has the id Thursday. There are {ladder}.",
        (ladder, "--jobs=0"): "--jobs takes a number of processes, and not 0.",
    }.items():
        assert run(capsys, command, *arguments) == (2, "", sentence)


def test_a_site_without_ladders(db, capsys):
    assert run(capsys, "ladder_verify", "--all") == (0, "", "")
    assert run(capsys, "ladder_verify", "1") == (2, "", "No ladder has the id 1. There is none yet.")
