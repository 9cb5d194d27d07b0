"""Every code of a refusal, each with a sentence, and nothing written."""

from datetime import date
from decimal import Decimal

import pytest
from django.contrib.auth.models import Group

from wagtail_ladder import services
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Act, ClubRole, Event
from wagtail_ladder.services import (
    LadderError,
    LeaveOut,
    Member,
    Missing,
    NewMember,
    Pairing,
    Refused,
    Result,
    TableRow,
    Undecide,
)

from .calls import Scene, in_days, report
from .kit import DRAWN, LOST, WON, entry, everything, make_club, undone_afterwards

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(club):
    return Scene.made(club)


def pair(event, white, black, result=WON, board=1):
    return Pairing(board, entry(event, white).pk, black and entry(event, black).pk, result)


def change_ladder(**fields):
    return lambda scene, by: services.change_ladder(scene.club.ladder, **fields, by=by)


def change_event(**fields):
    return lambda scene, by: services.change_event(scene.published, **fields, by=by)


def save_round(*lines, number=1, event="draft", **options):
    def run(scene, by):
        it = getattr(scene, event)
        services.save_round(it, number, [pair(it, *line) for line in lines], by=by, **options)

    return run


def correct(result=LOST, event="published", **options):
    def run(scene, by):
        game = getattr(scene, event).games.get()
        services.correct_game(game, result, **{"reason": "score sheet", **options}, by=by)

    return run


def save_table(points):
    def run(scene, by):
        services.save_table(scene.table, [TableRow(scene.table.entries.get().pk, Decimal(points))], by=by)

    return run


def import_games(names, *games):
    def run(scene, by):
        services.import_report(
            scene.club.ladder, report(names, games), by=by, name="Open", last_day=date(2026, 2, 3)
        )

    return run


def table_of_an_event_with_games(scene, by):
    services.save_table(scene.published, [], by=by)


def round_of_a_table(scene, by):
    services.save_round(scene.table, 1, [], by=by)


def report_of_a_table(scene, by):
    newer = report(["Guest", "Ann"], [(1, 1, 2, "played", (2, 0))])
    services.update_from_report(scene.table, newer, by=by)


def start_rating(points, reason):
    return lambda scene, by: services.set_start_rating(
        scene.club.ladder, scene.club.members["A"], points, reason, by=by
    )


def make_link(name, **fields):
    return lambda scene, by: services.make_link(scene.club.ladder, name, **fields, by=by)


def change_link(**fields):
    return lambda scene, by: services.change_link(scene.link, **fields, by=by)


def upload(content):
    return lambda scene, by: services.store_upload(scene.club.ladder, "results.trf", content, by=by)


def add_names(*names):
    return lambda scene, by: services.add_entries(scene.draft, names, by=by)


def somebody(scene, choice):
    return Member(scene.club.members[choice].pk) if isinstance(choice, str) else choice


def names(scene, letters):
    return [entry(scene.evening, letter).pk for letter in letters]


def join(*letters, choice):
    return lambda scene, by: services.join_entries(
        scene.evening, names(scene, letters), somebody(scene, choice), by=by
    )


def part(letter, *rounds):
    def run(scene, by):
        games = scene.evening.games.filter(round__in=rounds).values_list("pk", flat=True)
        services.part_entry(entry(scene.evening, letter), games, by=by)

    return run


def repoint(*letters, choice):
    return lambda scene, by: services.repoint_entries(
        scene.club.club, names(scene, letters), somebody(scene, choice), by=by
    )


def split(letter, *letters, choice):
    return lambda scene, by: services.split_player(
        scene.club.members[letter], names(scene, letters), somebody(scene, choice), by=by
    )


def of_two(verb, one, other, **options):
    return lambda scene, by: getattr(services, verb)(
        scene.club.members[one], scene.club.members[other], by=by, **options
    )


REFUSALS = [
    ("name_empty", lambda scene, by: services.add_player(scene.club.club, " \u200f\n", by=by)),
    ("name_too_long", lambda scene, by: services.add_player(scene.club.club, "x" * 5000, by=by)),
    ("name_empty", add_names("Ann", "")),
    ("name_too_long", add_names("x" * 201)),
    ("too_many_entries", add_names(*["x"] * 2999)),
    ("name_too_long", lambda scene, by: services.create_club("x" * 121, by=scene.club.superuser)),
    (
        "field_invalid",
        lambda scene, by: services.create_club("X", language="x" * 13, by=scene.club.superuser),
    ),
    (
        "field_invalid",
        lambda scene, by: services.change_club(
            scene.club.club, name="X", language="", juniors_never_by_full_name=True, by=by
        ),
    ),
    (
        "field_invalid",
        lambda scene, by: services.create_ladder(scene.club.club, "X", by=by, rules={"start": 99}),
    ),
    ("field_invalid", change_ladder(visibility="secret")),
    ("field_invalid", change_ladder(names="nick")),
    ("field_invalid", change_ladder(shown_decimals=2)),
    ("field_invalid", change_ladder(inactive_after=0)),
    ("field_invalid", change_event(format="knock-out")),
    ("field_invalid", change_event(unrated="boredom", unrated_note="x")),
    ("field_invalid", change_event(last_day=None)),
    ("days_in_wrong_order", change_event(first_day=date(2026, 1, 7))),
    ("day_impossible", change_event(last_day=date(1899, 12, 31))),
    ("day_impossible", change_event(first_day=date(26, 1, 6))),
    ("day_impossible", change_event(last_day=date(2206, 1, 6))),
    ("reason_empty", change_event(last_day=date(2026, 1, 7))),
    ("reason_empty", change_event(sequence=2)),
    ("reason_empty", change_event(unrated="variant", unrated_note="bughouse")),
    ("sequence_impossible", change_event(sequence=0)),
    ("sequence_impossible", change_event(sequence=1001)),
    ("unrated_note_empty", change_event(unrated="unrated_event")),
    ("reason_too_long", change_event(unrated="variant", unrated_note="x" * 201)),
    ("table_has_no_games", change_event(format="table")),
    ("start_rating_impossible", start_rating(99, "strong")),
    ("start_rating_impossible", start_rating(3501, "strong")),
    ("reason_empty", start_rating(1500, " ")),
    ("event_empty", lambda scene, by: services.publish_event(empty_event(scene, by), by=by)),
    ("already_published", lambda scene, by: services.publish_event(scene.published, by=by)),
    (
        "not_published",
        lambda scene, by: services.unpublish_event(scene.draft, reason="not played yet", by=by),
    ),
    ("not_deleted", lambda scene, by: services.restore_event(scene.published, reason="it was played", by=by)),
    ("entry_decided", lambda scene, by: services.retype_entry(entry(scene.draft, "A"), "Ann", by=by)),
    ("entry_has_games", lambda scene, by: services.remove_entry(entry(scene.draft, "A"), by=by)),
    ("round_impossible", save_round(number=0)),
    ("round_impossible", save_round(number=100)),
    ("plays_himself", save_round(("A", "A"))),
    ("twice_in_a_round", save_round(("A", "B"), ("B", "A"))),
    ("twice_in_a_round", save_round(("A", "B"), ("A", None, Result.bye(Kind.BYE_HALF)))),
    ("bye_against_somebody", save_round(("A", None))),
    ("bye_against_somebody", save_round(("A", "B", Result.bye(Kind.BYE_FULL)))),
    ("reason_empty", save_round(("A", "B", DRAWN), event="published")),
    ("reason_empty", save_round(event="published")),
    ("table_has_no_games", round_of_a_table),
    ("table_has_no_games", report_of_a_table),
    ("ladder_changed", lambda scene, by: services.publish_event(scene.draft, expected_fingerprint="", by=by)),
    ("reason_empty", correct(reason="")),
    ("bye_against_somebody", correct(Result.bye(Kind.BYE_ZERO))),
    ("unrated_unknown", correct(unrated="boredom")),
    ("unrated_note_empty", correct(unrated="unrated_game")),
    ("not_a_table", table_of_an_event_with_games),
    ("points_impossible", save_table("-1")),
    ("points_impossible", save_table("10000")),
    ("points_impossible", save_table("NaN")),
    ("plays_himself", import_games(["Ann"], (1, 1, 1, "played", (2, 0)))),
    (
        "twice_in_a_round",
        import_games(["Ann", "Bo", "Cy"], (1, 1, 2, "played", (2, 0)), (1, 3, 1, "forfeit", (2, 0))),
    ),
    ("too_many_entries", import_games([f"Player {number}" for number in range(3001)])),
    ("name_too_long", import_games(["x" * 201])),
    ("name_empty", make_link(" ")),
    ("name_too_long", make_link("x" * 81)),
    ("last_day_over", make_link("Parents", last_day=in_days(-1))),
    ("last_day_over", change_link(last_day=in_days(-1))),
    ("link_name_taken", make_link(" Secret  friends ")),
    ("one_name_alone", join("C", choice=NewMember())),
    ("nobody_chosen", join("C", "E", choice=Undecide())),
    ("plays_himself", join("C", "F", choice=NewMember())),
    ("player_merged", join("C", "E", choice="F")),
    ("not_two_people", part("E", 2)),
    ("not_two_people", part("C")),
    ("game_missing", part("C", 2)),
    ("nobody_chosen", repoint("C", choice=Undecide())),
    ("player_merged", repoint("C", choice="F")),
    ("plays_himself", repoint("C", choice="D")),
    ("entry_missing", repoint(choice=NewMember())),
    ("nobody_chosen", split("D", "F", choice=LeaveOut())),
    ("same_player", split("D", "F", choice="D")),
    ("not_two_people", split("D", "D", "F", choice=NewMember())),
    ("player_merged", split("F", "F", choice=NewMember())),
    ("same_player", of_two("merge_players", "A", "A")),
    ("merged_already", of_two("merge_players", "A", "F")),
    ("declared_distinct", of_two("merge_players", "A", "B")),
    ("plays_himself", of_two("merge_players", "C", "D")),
    ("same_player", of_two("declare_distinct", "A", "A")),
    ("distinct_already", of_two("declare_distinct", "B", "A")),
    ("merged_already", of_two("declare_distinct", "D", "F")),
    ("reason_too_long", of_two("merge_players", "A", "C", reason="x" * 201)),
    ("player_merged", lambda scene, by: services.rename_player(scene.club.members["F"], "X", by=by)),
    ("act_missing", lambda scene, by: services.undo(Act(pk=0, club=scene.club.club, kind="merge"), by=by)),
    ("file_empty", upload(b"")),
    ("file_too_large", upload(b"x" * (5 * 1024 * 1024 + 1))),
]


def empty_event(scene, by):
    return Event.objects.get(name="Nobody came")


def test_refused(scene, subtests):
    services.create_event(
        scene.club.ladder, by=scene.club.arbiter, name="Nobody came", last_day=date(2026, 1, 6)
    )
    before = everything()
    for number, (code, run) in enumerate(REFUSALS):
        with subtests.test(f"{number}-{code}"), undone_afterwards():
            with pytest.raises(LadderError) as refusal:
                run(scene, scene.club.organiser)
            assert refusal.value.code == code
            assert len(refusal.value.message) > 10
            assert "%(" not in refusal.value.message
            assert everything() == before


@pytest.mark.parametrize(
    "kind, score",
    [
        ("played", (2, 2)), ("played", (1, 2)), ("played", (None, None)), ("played", (2, None)),
        ("played", (3, 0)), ("played_unrated", (2, 1)), ("forfeit", (0, 0)), ("forfeit", (1, 1)),
        ("double_forfeit", (2, 0)), ("scheduled", (2, 0)), ("bye_half", (1, 1)), ("bye_full", (None, None)),
        ("bye_pairing", (3, None)), ("not_paired", (7, None)), ("not_paired", (0, 0)),
    ],
)  # fmt: skip
def test_results_that_cannot_be(kind, score):
    with pytest.raises(Refused) as refusal:
        Result(Kind(kind), *score)
    assert refusal.value.code == "score_impossible"


@pytest.mark.parametrize("score", [(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)])
def test_results_that_can_be(score):
    assert Result(Kind.PLAYED, *score) == Result(Kind.PLAYED, *score)


def test_what_belongs_to_another_club_is_missing(scene):
    other = make_club("Elsewhere", letters="Z", prefix="other-")
    stranger, by = other.members["Z"], scene.club.organiser
    theirs = services.create_event(
        other.ladder, by=other.arbiter, name="Theirs", last_day=date(2026, 1, 6), names=["Typed Z"]
    )
    their_entry = theirs.entries.get()
    (ours,) = services.add_entries(scene.draft, ["Typed X"], by=by)
    for run, code in [
        (lambda: services.decide_entry(ours, Member(stranger.pk), by=by), "player_missing"),
        (lambda: services.force_initials(scene.club.ladder, stranger, True, by=by), "player_missing"),
        (lambda: services.set_start_rating(scene.club.ladder, stranger, 1500, "x", by=by), "player_missing"),
        (lambda: services.decide_entries(scene.draft, {their_entry.pk: NewMember()}, by=by), "entry_missing"),
        (
            lambda: services.save_round(scene.draft, 5, [Pairing(1, their_entry.pk, ours.pk, WON)], by=by),
            "entry_missing",
        ),
    ]:
        before = everything()
        with pytest.raises(Missing) as refusal:
            run()
        assert refusal.value.code == code
        assert everything() == before
    assert services.confirm_adults(scene.club.club, [stranger.pk], by=by) == 0
    stranger.refresh_from_db()
    assert not stranger.is_adult


def test_a_pairing_and_a_name_that_are_gone(scene):
    by = scene.club.arbiter
    game = scene.draft.games.get()
    services.save_round(scene.draft, 1, [], by=by)
    with pytest.raises(Missing) as refusal:
        services.correct_game(game, WON, reason="", by=by)
    assert refusal.value.code == "game_missing"
    gone = entry(scene.draft, "A")
    services.remove_entry(gone, by=by)
    for run in (services.remove_entry, lambda *a, **kw: services.retype_entry(*a, "X", **kw)):
        with pytest.raises(Missing) as refusal:
            run(gone, by=by)
        assert refusal.value.code == "entry_missing"


def test_one_cannot_be_made_sit_twice_by_a_decision(club):
    """Two names of one event: allowed as long as they never met nor sat in one round."""
    event = club.play("AB1 CD1 BC1", decide=False, publish=False)
    someone = Member(club.members["A"].pk)
    services.decide_entries(
        event, {entry(event, "A").pk: someone, entry(event, "D").pk: someone}, by=club.arbiter
    )
    assert event.entries.filter(player=club.members["A"]).count() == 2

    with pytest.raises(Refused) as refusal:
        services.decide_entry(entry(event, "B"), someone, by=club.arbiter)
    assert refusal.value.code == "plays_himself"
    assert "round 1" in refusal.value.message
    assert "Typed A" in refusal.value.message and "Typed B" in refusal.value.message
    assert entry(event, "B").decision == "undecided"

    services.save_round(
        event, 4, [pair(event, "A", "B"), pair(event, "C", None, Result.bye(Kind.BYE_FULL))], by=club.arbiter
    )
    services.decide_entry(entry(event, "D"), services.Undecide(), by=club.arbiter)
    with pytest.raises(Refused) as refusal:
        services.decide_entry(entry(event, "C"), someone, by=club.arbiter)
    assert refusal.value.code == "twice_in_a_round"
    assert "round 4" in refusal.value.message


def test_one_person_of_two_names_cannot_be_paired_twice(club):
    event = club.play("AB1 CD1", publish=False)
    services.decide_entry(entry(event, "C"), Member(club.members["A"].pk), by=club.arbiter)
    for lines, code in (
        ([pair(event, "A", "C")], "plays_himself"),
        ([pair(event, "A", "B"), pair(event, "C", "D", board=2)], "twice_in_a_round"),
    ):
        with pytest.raises(Refused) as refusal:
            services.save_round(event, 3, lines, by=club.arbiter)
        assert refusal.value.code == code


def test_the_roles_of_a_club_are_its_organisers_to_give(club):
    other = make_club("Elsewhere", letters="", prefix="other-")
    group = Group.objects.create(name="Everybody")
    with pytest.raises(services.NotAllowed):
        services.grant_roles(
            group, [(club.club.pk, ClubRole.ARBITER), (other.club.pk, ClubRole.ARBITER)], by=club.organiser
        )
    assert not group.club_permissions.exists()
    services.grant_roles(group, [(other.club.pk, ClubRole.ARBITER)], by=other.organiser)
    # What is theirs stays as it is, and need not be one's own to change.
    both = [(club.club.pk, ClubRole.ORGANISER), (other.club.pk, ClubRole.ARBITER)]
    services.grant_roles(group, both, by=club.organiser)
    assert set(group.club_permissions.values_list("club_id", "role")) == set(both)
    services.grant_roles(group, both[1:], by=club.organiser)
    assert set(group.club_permissions.values_list("club_id", "role")) == {both[1]}
