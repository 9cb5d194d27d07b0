"""The document, and the script that computes it again: by itself, in an empty folder, with a bare Python."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings

import wagtail_ladder
from tests.engine.histories import dated_rules, histories, starts
from tests.services.kit import fingerprint
from wagtail_ladder import engine, recompute, services
from wagtail_ladder.models import Event, Game, RuleSet
from wagtail_ladder.services import OPERATOR, Missing, export_ladder

SCRIPT = Path(wagtail_ladder.__file__).parent / "recompute.py"
REFERENCE = SCRIPT.parents[1] / "docs" / "reference" / "ladder-export.md"
NAMES = ("Typed", "Member", "irmak", "Club evening", "Thursday")


@pytest.fixture
def document(scene):
    return export_ladder(scene.ladder.pk, names=False, by=OPERATOR)


@pytest.fixture
def alone(tmp_path):
    """Runs the script on a document, a text or bytes: (exit code, what it printed, its complaint)."""
    shutil.copy(SCRIPT, tmp_path / "script.py")

    def run(content, *arguments):
        if not isinstance(content, bytes):
            content = (content if isinstance(content, str) else json.dumps(content)).encode()
        (tmp_path / "ladder.json").write_bytes(content)
        done = subprocess.run(  # noqa: S603 - our own script, by our own Python
            [sys.executable, "-I", "-S", "script.py", *(arguments or ("ladder.json",))],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60, env={},
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.django_db
def test_the_ladder_computed_again(scene, document, alone):
    code, told, complaint = alone(document)
    assert (code, complaint) == (0, "")
    players = len(document["standings"])
    assert told == (
        f"4 events, 13 games, {players} players: {fingerprint(scene.ladder)}\n"
        "The same as on the site, to the last digit.\n"
    )


@pytest.mark.django_db
def test_a_ladder_without_events(club, alone):
    code, told, _complaint = alone(export_ladder(club.ladder.pk, names=True, by=OPERATOR))
    assert code == 0
    assert told.startswith("0 events, 0 games, 0 players: ")


@pytest.mark.django_db
def test_names_are_in_it_for_the_organiser_alone(scene, document):
    assert not [name for name in NAMES if name in json.dumps(document)]
    with_names = json.dumps(export_ladder(scene.ladder.pk, names=True, by=OPERATOR))
    assert [name for name in NAMES if name in with_names] == list(NAMES)


@pytest.mark.django_db
def test_the_names_move_nothing(scene, document, alone):
    assert alone(export_ladder(scene.ladder.pk, names=True, by=OPERATOR))[:2] == alone(document)[:2]


@pytest.mark.django_db
def test_two_exports_are_the_same_text_whatever_the_tables_order(scene, document):
    for model in (Game, Event, RuleSet):
        first = model.objects.order_by("pk").first()
        model.objects.filter(pk=first.pk).update(id=first.pk)  # PostgreSQL puts the row last
    services.replay_ladder(scene.ladder.pk)
    assert json.dumps(export_ladder(scene.ladder.pk, names=False, by=OPERATOR)) == json.dumps(document)


@pytest.mark.django_db
def test_a_ladder_that_is_gone(scene):
    with pytest.raises(Missing):
        export_ladder(scene.ladder.pk + 99, names=False, by=OPERATOR)


def keys_of(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}".removeprefix(".")
            yield from keys_of(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, f"{path}[]")


@pytest.mark.django_db
def test_the_reference_describes_every_key(scene):
    described = {line.split("`")[1] for line in REFERENCE.read_text().splitlines() if line.startswith("| `")}
    assert described == set(keys_of(export_ladder(scene.ladder.pk, names=True, by=OPERATOR)))


def changed(document, path, value):
    """A copy with another value at the end of the path."""
    copy = json.loads(json.dumps(document))
    *way, last = path
    inner = copy
    for key in way:
        inner = inner[key]
    inner[last] = value
    return copy


@pytest.mark.django_db
def test_whatever_is_changed_in_it_is_noticed(document, alone):
    """By the exit code: 1 where it can be computed and is another ladder, 2 where it cannot."""
    second = next(number for number, event in enumerate(document["events"]) if event["day"] == "2026-02-03")
    for path, value, code in (
        (("fingerprint",), "0" * 32, 1),
        (("events", second, "games", 0, "white_half_points"), 0, 1),
        (("events", second, "games", 0, "round"), 7, 1),
        (("events", second, "games", 0, "kind"), "forfeit", 1),
        (("events", second, "games", 0, "kind"), "bughouse", 2),
        (("events", second, "games", 0, "white"), 99999, 2),
        (("events", second, "games", 0, "white_half_points"), None, 2),
        (("events", second, "games", 0, "unrated"), "variant", 1),
        (("events", second, "day"), "2026-01-01", 1),
        (("events", second, "day"), "tomorrow", 2),
        (("events", second, "sequence"), 2.0, 2),
        (("events", second, "tie_break"), 4711, 1),
        (("events", second, "entries", 0, "decision"), "undecided", 1),
        (("events", second, "entries", 0, "player"), 99999, 2),
        (("events",), document["events"][1:], 1),
        (("events",), {}, 2),
        (("rules", 0, "k_bands"), [[0, 41], [20, 20]], 1),
        (("rules", 0, "k_bands"), [[0, "40"]], 2),
        (("rules", 0, "from"), "2026-01-01", 2),
        (("rules",), [], 2),
        (("starts",), [], 1),
        (("players",), [], 2),
        (("standings", 0, "rating"), 1, 1),
        (("standings", 0, "first_place"), 99, 1),
        (("standings", 0, "peak"), True, 2),
        (("standings",), document["standings"][1:], 1),
        (("version",), 2, 2),
        (("engine",), 2, 2),
        (("format",), "another", 2),
    ):
        found, told, complaint = alone(changed(document, path, value))
        assert found == code, path
        assert bool(complaint) == (code == 2)
        assert (told + complaint).rstrip().endswith(".")


@pytest.mark.django_db
@pytest.mark.parametrize("number", [-(2**63), int("9" * 4299)], ids=["-2**63", "4299 nines"])
def test_no_number_is_computed_with_that_no_database_holds(document, alone, number):
    """A number of each table, one after the other."""
    document["starts"] = [{"player": document["players"][0]["id"], "points": 1200}]
    paths = [
        ("rules", 0, "k_bands", 0, 0),
        ("rules", 0, "k_bands", 0, 1),
        ("rules", 0, "start"),
        ("rules", 0, "provisional_below"),
        ("players", 0, "id"),
        ("players", 0, "merged_into"),
        ("starts", 0, "points"),
        ("events", 0, "id"),
        ("events", 0, "sequence"),
        ("events", 0, "tie_break"),
        ("events", 0, "entries", 0, "id"),
        ("events", 0, "games", 0, "board"),
        ("events", 0, "games", 0, "white_half_points"),
        ("standings", 0, "rating"),
    ]
    for path in paths:
        code, told, complaint = alone(changed(document, path, number))
        assert (code, told) == (2, ""), path
        assert "that cannot be: " in complaint


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("table", "what"),
    [(("standings",), "player"), (("players",), "player"), (("starts",), "player"), (("rules",), "day"),
     (("events", 0, "entries"), "entry")],
    ids=lambda value: value[-1] if isinstance(value, tuple) else value,
)  # fmt: skip
def test_two_rows_for_the_same_are_refused(document, alone, table, what):
    """The first with another value: whichever counted, the file would say two things."""
    document["starts"] = [{"player": document["players"][0]["id"], "points": 1200}]
    found = document
    for key in table:
        found = found[key]
    found.insert(0, json.loads(json.dumps(found[0])))
    code, told, complaint = alone(document)
    assert (code, told) == (2, "")
    assert complaint.startswith(f"ladder.json: number 2 of “{table[-1]}” of ")
    assert f" is for the {what} " in complaint


@pytest.mark.django_db
def test_it_says_who_and_what_differs(document, alone):
    player = document["standings"][0]["player"]
    rating = document["standings"][0]["rating"]
    code, told, _complaint = alone(changed(document, ("standings", 0, "rating"), rating + 1))
    assert code == 1
    assert f"Player {player}: “rating” of the site is {rating + 1}, and computed here it is {rating}." in told
    assert told.endswith("1 difference.\n")


@pytest.mark.django_db
def test_every_beginning_of_the_file_is_refused(document, alone):
    text = json.dumps(document)
    for length in range(0, len(text), len(text) // 12):
        code, told, complaint = alone(text[:length])
        assert (code, told) == (2, "")
        assert complaint.startswith("ladder.json: it is not JSON, or not all of it (")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[]", b"null", b'"wagtail-ladder"', b"{}", b"[" * 100_000, b"1" * 5000, b"PK\x03\x04",
     b'{"format": ["wagtail-ladder"]}', b'{"format": "wagtail-ladder", "version": 1, "engine": 1}'],
    ids=lambda content: repr(content[:20]),
)  # fmt: skip
def test_what_is_no_export(alone, content):
    code, told, complaint = alone(content)
    assert (code, told) == (2, "")
    assert complaint.startswith("ladder.json: it ") or complaint.startswith("ladder.json: the file ")
    assert complaint.endswith(".\n")


def test_bad_usage(alone):
    for arguments in (["one.json", "two.json"], ["--help"]):
        code, told, complaint = alone("{}", *arguments)
        assert (code, told) == (2, "")
        assert complaint == "Name one file, as in: python recompute.py ladder.json\n"
    assert alone("{}", "missing.json")[0] == 2
    assert alone("{}", ".")[0] == 2


# ---- Two programs, one arithmetic --------------------------------------------------------------------------


def as_document(events, rules, starts):
    """A history of the engine as the site would export it: each player under a name of his own an event."""
    players = {player for event in events for game in event.games for player in game[2:4]} | set(starts)
    return {
        "format": "wagtail-ladder", "version": 1, "engine": 1, "fingerprint": "", "standings": [],
        "rules": [
            {"from": since and since.isoformat(), "start": one.start, "k_bands": one.k_bands,
             "provisional_below": one.provisional_below}
            for since, one in rules
        ],
        "players": [{"id": player, "merged_into": None} for player in players - {None}],
        "starts": [{"player": player, "points": points} for player, points in starts.items()],
        "events": [
            {
                "id": number, "day": event.day.isoformat(), "sequence": event.sequence,
                "tie_break": event.id, "unrated": event.unrated,
                "entries": [
                    *({"id": player, "decision": "member", "player": player} for player in players - {None}),
                    {"id": -1, "decision": "undecided" if event.waiting else "left_out", "player": None},
                ],
                "games": [
                    {
                        **game._asdict(),
                        "white": -1 if game.white is None else game.white,
                        "black": -1 if game.black is None else game.black,
                    }
                    for game in event.games
                ],
            }
            for number, event in enumerate(events)
        ],
    }  # fmt: skip


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(histories(), dated_rules, starts)
def test_any_history_comes_to_the_same_in_both_programs(events, rules, starts):
    replay = engine.replay(events, rules, starts)
    document = json.loads(json.dumps(as_document(events, rules, starts)))
    digest, standings, _events = recompute.compute(document)
    assert digest == replay.digest
    computed = {player: (one.rating, one.rated_games) for player, one in standings.items()}
    assert computed == {player: tuple(state) for player, state in replay.standing.items()}


# ---- The command -------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_command(scene, document, tmp_path, capsys):
    call_command("ladder_export", scene.ladder.pk)
    assert json.loads(capsys.readouterr().out) == document
    call_command("ladder_export", scene.ladder.pk, names=True, output=str(tmp_path / "ladder.json"))
    assert capsys.readouterr().out == ""
    exported = json.loads((tmp_path / "ladder.json").read_text(encoding="utf-8"))
    assert exported == export_ladder(scene.ladder.pk, names=True, by=OPERATOR)
    assert recompute.main([str(tmp_path / "ladder.json")]) == 0


@pytest.mark.django_db
def test_bad_usage_of_the_command(scene, tmp_path):
    for arguments, sentence in (
        (["4711"], f"No ladder has the id 4711. There are {scene.ladder.pk}."),
        ([str(scene.ladder.pk), "--output", str(tmp_path)], f"{tmp_path} cannot be written: Is a directory."),
    ):
        with pytest.raises(CommandError) as refusal:
            call_command("ladder_export", *arguments)
        assert (refusal.value.returncode, str(refusal.value)) == (2, sentence)
