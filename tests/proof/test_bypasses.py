"""Everything that passes the verbs by: refused by the database, or found by `verify_ladder`.

The table is `docs/reference/bypasses.md`: each cell of it is tried here, and every column of every model.
"""

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.urls import reverse
from django.utils import timezone
from wagtail.admin.views.bulk_action.registry import bulk_action_registry
from wagtail.models import ModelLogEntry

import wagtail_ladder
from tests.services.kit import LOST, entry, everything, make_club, substance
from wagtail_ladder import services
from wagtail_ladder.models import (
    Act,
    Club,
    Entry,
    EntryDecision,
    Event,
    Game,
    Ladder,
    LadderPlayer,
    Player,
    RatingChange,
    RuleSet,
    Standing,
)
from wagtail_ladder.services import Member
from wagtail_ladder.services.differences import What

from .scene import (
    delete_by_raw_sql,
    load_data,
    raw_sql,
    restore_the_table,
    rows_of_the_table,
    save,
    undone,
    update,
)

pytestmark = pytest.mark.django_db

TABLE = Path(wagtail_ladder.__file__).parents[1] / "docs" / "reference" / "bypasses.md"
LONG_AGO = timezone.now() - timedelta(days=1000)

MODELS = (
    Club, Player, Ladder, LadderPlayer, RuleSet, Event, Entry, EntryDecision, Act, Game,
    RatingChange, Standing,
)  # fmt: skip

FOUND, IMPOSSIBLE = "found", "impossible"


def outcome(scene, attempt):
    """What becomes of it: the database refuses, or what `verify_ladder` finds afterwards."""
    with undone():
        try:
            with transaction.atomic():
                attempt()
                connection.check_constraints()
        except DatabaseError:
            return IMPOSSIBLE
        return scene.found()


def place_of(scene, letter):
    return LadderPlayer.objects.get(ladder=scene.ladder, player=scene.player(letter))


def standing_of(scene, letter):
    return Standing.objects.get(ladder=scene.ladder, player=scene.player(letter))


def change_of(scene, letter):
    return RatingChange.objects.get(event=scene.first, player=scene.player(letter))


# One row of each model, what is written to it, and what is found then.
EDITS = {
    Club: (lambda s: Club.objects.get(pk=s.club.club.pk), lambda s: {"language": "tr"}, What.INITIALS),
    Player: (lambda s: s.player("E"), lambda s: {"merged_into": None}, What.MERGED),
    Ladder: (lambda s: Ladder.objects.get(pk=s.ladder.pk), lambda s: {"fingerprint": ""}, What.FINGERPRINT),
    LadderPlayer: (lambda s: place_of(s, "A"), lambda s: {"start_rating": 1501}, What.FINGERPRINT),
    RuleSet: (lambda s: RuleSet.objects.get(from_date=None), lambda s: {"k_new": 41}, What.FINGERPRINT),
    Event: (lambda s: s.first, lambda s: {"last_day": date(2026, 1, 7)}, What.FINGERPRINT),
    Entry: (lambda s: s.entry(), lambda s: {"player": s.player("C")}, What.DECISION),
    EntryDecision: (lambda s: s.entry_decision(), lambda s: {"player": s.player("F")}, What.DECISION),
    Act: (lambda s: Act.objects.get(pk=s.merge.pk), lambda s: {"undone_at": timezone.now()}, What.MERGED),
    Game: (lambda s: s.game(), lambda s: {"white_half_points": 0, "black_half_points": 2}, What.FINGERPRINT),
    RatingChange: (lambda s: change_of(s, "B"), lambda s: {"rating_after": 1}, What.CHANGE),
    Standing: (lambda s: standing_of(s, "B"), lambda s: {"peak": 1}, What.STANDING),
}  # fmt: skip

# A row more of each model, and what is found then. A club more changes no ladder.
ANOTHER = {
    Player: (
        lambda s: Player(club=s.club.club, name="Somebody Else", merged_into=s.player("A")),
        What.MERGED,
    ),
    LadderPlayer: (
        lambda s: LadderPlayer(
            ladder=s.ladder, player=s.player("E"), initials="T. E.", start_rating=1900, start_reason="x"
        ),
        What.INITIALS_NUMBER,
    ),
    Ladder: (lambda s: Ladder(club=s.club.club, name="Another"), What.REFUSED),
    RuleSet: (lambda s: RuleSet(ladder=s.ladder, from_date=date(2026, 1, 5), k_new=35), What.FINGERPRINT),
    Event: (
        lambda s: Event(ladder=s.ladder, name="Another", last_day=date(2026, 1, 1), status="published"),
        What.FINGERPRINT,
    ),
    Entry: (
        lambda s: Entry(event=s.first, number=99, typed_name="Another", decision="undecided"),
        What.FINGERPRINT,
    ),
    EntryDecision: (
        lambda s: EntryDecision(
            act=s.merge, entry=s.entry(), decision="member", player=s.player("F")
        ),
        What.DECISION,
    ),
    Act: (
        lambda s: Act(
            club=s.club.club, kind="merge", at=timezone.now(), player=s.player("C"), other=s.player("D"),
            before={},
        ),
        What.MERGED,
    ),
    Game: (
        lambda s: Game(
            event=s.second, round=9, white=entry(s.second, "A"), black=entry(s.second, "I"),
            kind="played", white_half_points=2, black_half_points=0,
        ),
        What.FINGERPRINT,
    ),
    RatingChange: (
        lambda s: RatingChange(
            ladder=s.ladder, event=s.first, player=s.player("F"),
            rating_before=0, rating_after=0, games_before=0, games_after=0,
        ),
        What.CHANGE_TOO_MANY,
    ),
    Standing: (
        lambda s: Standing(
            ladder=s.ladder, player=s.player("F"), rating=0, rated_games=0, played_games=0,
            wins=0, draws=0, losses=0,
        ),
        What.STANDING_TOO_MANY,
    ),
}  # fmt: skip

# What is found where a row is gone. Of the other models, other rows hang on it.
DELETED = {
    LadderPlayer: What.PLACE,
    RuleSet: What.REFUSED,
    EntryDecision: What.DECISION,
    Act: What.MERGED,
    Game: What.FINGERPRINT,
    RatingChange: What.CHANGE_MISSING,
    Standing: What.STANDING_MISSING,
}


def table():
    """(model, way) -> what the documentation says of it."""
    lines = [line for line in TABLE.read_text().splitlines() if line.startswith("|")]
    ways, _rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {
        (row[0].strip("`"), way.strip("`")): cell
        for row in rows[: len(MODELS)]
        for way, cell in zip(ways[1:], row[1:], strict=True)
    }


def test_the_table_is_about_all_that_numbers_are_made_of():
    """Every model of ours, but who may look, who may write, what is on its way in, what a club itself says
    of its players and its year, and the log."""
    others = {
        "Correction", "GroupClubPermission", "PendingUpload", "ShareLink", "Ladder_member_groups",
        "PlayerGroup", "PlayerGroup_players", "Season",
    }  # fmt: skip
    ours = apps.get_app_config("wagtail_ladder").get_models(include_auto_created=True)
    assert {model.__name__ for model in ours} == {model.__name__ for model in MODELS} | others
    assert {model for model, _way in table()} == {model.__name__ for model in MODELS}


def test_the_scene_is_in_order(scene):
    verification = services.verify_ladder(scene.ladder.pk)
    assert verification.differences == ()
    assert (verification.events, verification.games) == (4, 13)
    assert scene.waiting.entries.filter(decision="undecided").exists()


def test_no_way_past_the_verbs_is_missed(scene, subtests, tmp_path):
    ways = {
        "save()": save,
        "update()": update,
        "loaddata": lambda row, **fields: load_data(tmp_path, row, **fields),
        "raw SQL": raw_sql,
    }
    said = table()
    for model, (row, fields, what) in EDITS.items():
        for way, write in ways.items():
            with subtests.test(f"{model.__name__}, {way}"):
                found = outcome(scene, lambda: write(row(scene), **fields(scene)))  # noqa: B023
                assert what in found
                assert said[model.__name__, way] == FOUND
        with subtests.test(f"{model.__name__}, delete()"):
            found = outcome(scene, lambda: row(scene).delete())  # noqa: B023
            assert (found == IMPOSSIBLE) if model not in DELETED else (DELETED[model] in found)
            assert said[model.__name__, "delete()"] == (FOUND if model in DELETED else IMPOSSIBLE)


def test_no_row_deleted_at_the_prompt_of_the_database_is_missed(scene, subtests):
    """Django deletes what hangs on a row; the database refuses to leave it hanging."""
    for model, (row, _fields, _what) in EDITS.items():
        with subtests.test(model.__name__):
            found = outcome(scene, lambda: delete_by_raw_sql(row(scene)))  # noqa: B023
            assert found == IMPOSSIBLE or DELETED[model] in found


def test_no_row_more_is_missed(scene, subtests):
    said = table()
    for model, (another, what) in ANOTHER.items():
        with subtests.test(model.__name__):
            found = outcome(scene, lambda: model.objects.bulk_create([another(scene)]))  # noqa: B023
            assert what in found
            assert said[model.__name__, "bulk_create"] == FOUND
    assert {model for model, way in said if way == "bulk_create" and said[model, way] == "–"} == {
        model.__name__ for model in set(MODELS) - set(ANOTHER)
    }


def test_an_older_backup_of_one_table_is_noticed(scene, subtests):
    """Its rows are from before a day's work, those of all other tables from after it."""
    backups = {model: rows_of_the_table(model) for model in MODELS}
    _work_on(scene)
    assert scene.found() == set()
    said = table()
    for model, backup in backups.items():
        with subtests.test(model.__name__):
            assert rows_of_the_table(model) != backup
            found = outcome(scene, lambda: restore_the_table(model, backup))  # noqa: B023
            assert found
            assert (found == IMPOSSIBLE) == (said[model.__name__, "an older backup"] == IMPOSSIBLE)


def _work_on(scene):
    """Something of every table changes, by the verbs."""
    club, member = scene.club, scene.club.members
    services.correct_game(scene.game(), LOST, reason="score sheet", by=club.arbiter)
    services.set_start_rating(club.ladder, member["A"], 1600, "as he says", by=club.organiser)
    services.decide_entries(
        scene.waiting, {entry(scene.waiting, "B").pk: Member(member["B"].pk)}, by=club.arbiter
    )
    club.undo(scene.merge)
    services.rename_player(member["C"], "Another C", by=club.organiser)
    services.change_event(scene.first, last_day=date(2026, 1, 8), reason="the day was wrong", by=club.arbiter)
    services.change_club(
        club.club, name="Rook End", language="tr", juniors_never_by_full_name=True, by=club.organiser
    )
    RuleSet.objects.filter(from_date=None).update(k_new=32)
    services.replay_ladder(club.ladder.pk)


def test_no_bulk_action_of_the_admin_deletes(scene, client, subtests):
    """As a superuser, who may do everything."""
    client.force_login(scene.club.superuser)
    said = table()
    for model, (row, _fields, _what) in EDITS.items():
        with subtests.test(model.__name__), undone():
            before = everything()
            url = reverse("wagtail_bulk_action", args=["wagtail_ladder", model._meta.model_name, "delete"])
            client.post(f"{url}?id={row(scene).pk}", {"next": "/"})
            assert everything() == before
            assert said[model.__name__, "admin bulk action"] == IMPOSSIBLE


def test_the_bulk_actions_that_there_are_call_verbs(scene, client, subtests):
    """So that the ladder is in order after each of them."""
    client.force_login(scene.club.superuser)
    acted = set()
    players = [scene.player(letter).pk for letter in "BC"]
    ids = "&".join(f"id={pk}" for pk in players)
    actions = bulk_action_registry.get_bulk_actions_for_model("wagtail_ladder", "player")
    assert {action.action_type for action in actions} > {"delete"}
    for action in actions:
        with subtests.test(action.action_type), undone():
            stored, logged = substance(), ModelLogEntry.objects.count()
            url = reverse("wagtail_bulk_action", args=["wagtail_ladder", "player", action.action_type])
            client.post(f"{url}?{ids}", {"next": "/"})
            if substance() != stored:
                acted.add(action.action_type)
                assert ModelLogEntry.objects.count() > logged
            assert scene.found() == set()
    assert acted


# ---- Column by column --------------------------------------------------------------------------------------

SETTINGS_AND_TEXT = {
    Club: "name juniors_never_by_full_name version",
    Player: "is_adult full_name_consent consent_by consent_at reference",
    Ladder: "name visibility names months_instead_of_days shown_decimals inactive_after "
    "corrections_shown embed_id rows_digest replayed_at verified_at verified_replay differences_found",
    LadderPlayer: "public_id public_id_in_full initials_forced start_reason",
    Event: "public_id name first_day format status_before_deletion digest_when_deleted in_progress "
    "unrated_note source_digest file_points_add_up round_dates split_from before_split version "
    "changed_by changed_at",
    Entry: "number typed_name points rank part_of",
    EntryDecision: "is_new_member",
    Act: "event entry reason undone_by",
    Game: "unrated_note",
}
"""What no number follows from: words, who may see what, points that are not rated, notes of verbs."""

COLUMNS = {
    (Club, "language"): lambda s: (s.club.club, "tr"),
    (Player, "club"): lambda s: (s.player("B"), _elsewhere().club),
    (Player, "name"): lambda s: (s.player("B"), "Somebody Else"),
    (Player, "merged_into"): lambda s: (s.player("E"), s.player("B")),
    (Ladder, "club"): lambda s: (s.ladder, _elsewhere().club),
    (Ladder, "fingerprint"): lambda s: (s.ladder, ""),
    (Ladder, "replayed_games"): lambda s: (s.ladder, 0),
    (Ladder, "initials_given"): lambda s: (s.ladder, {}),
    (LadderPlayer, "ladder"): lambda s: (place_of(s, "B"), _elsewhere().ladder),
    (LadderPlayer, "player"): lambda s: (place_of(s, "B"), s.player("E")),
    (LadderPlayer, "initials"): lambda s: (place_of(s, "B"), "X. Y."),
    (LadderPlayer, "initials_suffix"): lambda s: (place_of(s, "B"), 77),
    (LadderPlayer, "start_rating"): lambda s: (place_of(s, "A"), None),
    (RuleSet, "ladder"): lambda s: (RuleSet.objects.get(from_date=date(2026, 2, 1)), _elsewhere().ladder),
    (RuleSet, "from_date"): lambda s: (RuleSet.objects.get(from_date=date(2026, 2, 1)), date(2026, 1, 1)),
    (RuleSet, "start"): lambda s: (RuleSet.objects.get(from_date=None), 1300),
    (RuleSet, "k_new"): lambda s: (RuleSet.objects.get(from_date=None), 41),
    (RuleSet, "k_new_games"): lambda s: (RuleSet.objects.get(from_date=None), 21),
    (RuleSet, "k"): lambda s: (RuleSet.objects.get(from_date=None), 21),
    (RuleSet, "provisional_below"): lambda s: (RuleSet.objects.get(from_date=None), 6),
    (Event, "ladder"): lambda s: (s.second, _elsewhere().ladder),
    (Event, "last_day"): lambda s: (s.first, date(2026, 1, 7)),
    (Event, "sequence"): lambda s: (s.first, 2),
    (Event, "tie_break"): lambda s: (s.first, 4711),
    (Event, "status"): lambda s: (s.first, "draft"),
    (Event, "unrated"): lambda s: (s.first, "variant"),
    (Entry, "event"): lambda s: (s.entry(), s.draft),
    (Entry, "decision"): lambda s: (entry(s.waiting, "B"), "left_out"),
    (Entry, "player"): lambda s: (entry(s.draft, "A"), s.player("F")),
    (Entry, "decided_by"): lambda s: (s.entry(), s.club.superuser),
    (Entry, "decided_at"): lambda s: (s.entry(), LONG_AGO),
    (EntryDecision, "act"): lambda s: (s.entry_decision(), s.merge),
    (EntryDecision, "entry"): lambda s: (s.entry_decision(), entry(s.draft, "A")),
    (EntryDecision, "decision"): lambda s: (s.entry_decision(), "left_out"),
    (EntryDecision, "player"): lambda s: (s.entry_decision(), s.player("F")),
    (Act, "club"): lambda s: (s.decision, _elsewhere().club),
    (Act, "kind"): lambda s: (s.merge, "distinct"),
    (Act, "by"): lambda s: (s.decision, s.club.superuser),
    (Act, "at"): lambda s: (s.decision, LONG_AGO),
    (Act, "player"): lambda s: (s.merge, s.player("B")),
    (Act, "other"): lambda s: (s.merge, s.player("F")),
    (Act, "before"): lambda s: (_merge_of_two_starts(s), {"starts": {}}),
    (Act, "undone_at"): lambda s: (s.decision, timezone.now()),
    (Game, "event"): lambda s: (s.game(), s.first),
    (Game, "round"): lambda s: (s.game(), 8),
    (Game, "board"): lambda s: (s.game(), None),
    (Game, "white"): lambda s: (s.game(), entry(s.first, "D")),
    (Game, "black"): lambda s: (s.game(), entry(s.second, "B")),
    (Game, "kind"): lambda s: (s.game(), "forfeit"),
    (Game, "white_half_points"): lambda s: (s.game(), 0),
    (Game, "black_half_points"): lambda s: (s.first.games.get(kind="bye_half"), 0),
    (Game, "unrated"): lambda s: (s.game(), "variant"),
    (RatingChange, "ladder"): lambda s: (change_of(s, "B"), _elsewhere().ladder),
    (RatingChange, "event"): lambda s: (change_of(s, "C"), s.second),
    (RatingChange, "player"): lambda s: (change_of(s, "B"), s.player("F")),
    (RatingChange, "rating_before"): lambda s: (change_of(s, "B"), 1),
    (RatingChange, "rating_after"): lambda s: (change_of(s, "B"), 1),
    (RatingChange, "games_before"): lambda s: (change_of(s, "B"), 9),
    (RatingChange, "games_after"): lambda s: (change_of(s, "B"), 9),
    (Standing, "ladder"): lambda s: (standing_of(s, "B"), _elsewhere().ladder),
    (Standing, "player"): lambda s: (standing_of(s, "B"), s.player("F")),
    (Standing, "last_rated_event"): lambda s: (standing_of(s, "B"), None),
    **{
        (Standing, column): lambda s: (standing_of(s, "B"), 99)
        for column in (
            "rating", "rated_games", "played_games", "wins", "draws", "losses", "peak", "first_place",
        )
    },
}  # fmt: skip


def _elsewhere():
    return make_club("Elsewhere", letters="", prefix="other-")


def _merge_of_two_starts(scene):
    """C and D have both a start rating, and that of D, who is absorbed, was chosen."""
    club, member = scene.club, scene.club.members
    new = {letter: services.add_player(club.club, f"New {letter}", by=club.organiser) for letter in "KL"}
    member.update(new)
    for letter, points in zip("KL", (1700, 1800), strict=True):
        services.set_start_rating(club.ladder, new[letter], points, "elsewhere", by=club.organiser)
    club.play("KB1", day=date(2026, 4, 1))
    club.play("LB1", day=date(2026, 4, 8))
    return club.merge("K", "L", starts={club.ladder.pk: new["L"].pk})


def test_no_column_is_missed(scene, subtests):
    for (model, column), change in COLUMNS.items():
        with subtests.test(f"{model.__name__}.{column}"), undone():
            row, value = change(scene)
            assert scene.found() <= {What.REFUSED}  # of the other club's ladder, where there is one
            found = outcome(scene, lambda: update(row, **{column: value}))  # noqa: B023
            assert found


def test_every_column_was_thought_of():
    for model in MODELS:
        columns = {field.name for field in model._meta.concrete_fields if not field.primary_key}
        tried = {column for of, column in COLUMNS if of is model}
        left = set(SETTINGS_AND_TEXT.get(model, "").split())
        assert tried.isdisjoint(left)
        assert tried | left == columns
