"""The engine asks nobody: no clock, no files, no chance, no framework, no library but a few standard ones."""

import ast
import os
import subprocess
import sys
from datetime import date
from inspect import ismodule
from pathlib import Path

import pytest

import wagtail_ladder
from wagtail_ladder import engine
from wagtail_ladder.engine import Event, Game, Rules, replay

PACKAGE = Path(engine.__file__).parent
PROJECT = Path(wagtail_ladder.__file__).parents[1]
MODULES = [*sorted(PACKAGE.rglob("*.py")), PACKAGE.parent / "kinds.py"]

ALLOWED = {
    "bisect",
    "collections.abc",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "hashlib",
    "itertools",
    "operator",
    "types",
    "typing",
    "wagtail_ladder.engine",
    "wagtail_ladder.kinds",
}
# Clocks, files, chance; powers and logarithms, which the C library computes; what differs between processes.
FORBIDDEN = set(
    """now today utcnow fromtimestamp time open print input eval exec getenv environ random
    pow exp log log10 sqrt hash id __import__ import_module""".split()
)


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "absolute imports only"
            name = node.module
            yield "wagtail_ladder.engine" if name.startswith("wagtail_ladder.engine.") else name


def called(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_forbidden_imports_or_calls(path):
    tree = ast.parse(path.read_text())
    assert set(imported(tree)) <= ALLOWED
    assert FORBIDDEN.isdisjoint(called(tree))
    assert not any(isinstance(node, ast.Pow) for node in ast.walk(tree)) or path.name == "shown.py"
    assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(tree))


def test_the_power_in_shown_is_one_of_whole_numbers():
    """`10**decimals` there takes whole numbers, which Python multiplies itself."""
    [power] = [
        node
        for node in ast.walk(ast.parse((PACKAGE / "shown.py").read_text()))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    ]
    assert ast.unparse(power) == "10 ** decimals"


def test_the_engine_exports_exactly_its_public_names():
    public = {
        name for name, value in vars(engine).items() if not name.startswith("_") and not ismodule(value)
    }
    assert public == set(engine.__all__)
    promised = {"Rules", "Game", "Event", "State", "Reason", "Kind", "replay", "rate_event", "POINT"}
    assert promised <= public


BLOCK = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {"wagtail_ladder"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
"""

HISTORY = """
from datetime import date
from wagtail_ladder.engine import Event, Game, Rules, replay
games = [
    Game(1, 1, 11, 12, 2, 0, "played"),
    Game(1, 2, 13, 14, 1, 1, "played"),
    Game(1, None, 15, None, 2, None, "bye_full"),
    Game(2, 1, 14, 11, 0, 1, "played"),
    Game(2, 2, 12, None, 2, 0, "played"),
    Game(2, None, 13, 15, 2, 0, "forfeit"),
]
history = [Event(date(2026, 1, day), 1, day * 1000, games) for day in range(1, 11)]
rules = [(None, Rules()), (date(2026, 1, 5), Rules(k_bands=((0, 32), (8, 16)), provisional_below=3))]
result = replay(history, rules, {11: 1500, 14: 1733})
"""

SHOW = """
print(dict(result.standing))
for event in result.results.values():
    print(event.digest, dict(event.changes), [event.lines(player) for player in event.before])
"""


def in_a_fresh_process(code, seed="0", *options):
    return subprocess.run(  # noqa: S603  our own interpreter and our own code
        [sys.executable, *options, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PROJECT)},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_it_runs_on_a_bare_python():
    code = f"import sys; sys.path.insert(0, {str(PROJECT)!r}){BLOCK}{HISTORY}print(result.digest)"
    assert len(in_a_fresh_process(code, "0", "-I", "-S").strip()) == 32


def test_every_process_and_every_hash_seed_gives_the_same_output():
    first, *others = [in_a_fresh_process(HISTORY + SHOW, seed) for seed in ("0", "1", "4242", "random")]
    assert len(first) > 1000
    assert set(others) == {first}


def test_the_same_output_as_here():
    code = (
        HISTORY + "print(result.digest, sorted((p, s.rating, s.games) for p, s in result.standing.items()))"
    )
    names = {}
    exec(HISTORY, names)  # noqa: S102  the constant above
    here = names["result"]
    standing = sorted((player, state.rating, state.games) for player, state in here.standing.items())
    assert in_a_fresh_process(code).strip() == f"{here.digest} {standing}"


def test_a_second_replay_is_not_influenced_by_the_first():
    game = Game(1, 1, 1, 2, 2, 0, "played")
    history = [Event(date(2026, 1, day), 1, 1, [game]) for day in (1, 2)]
    first = replay(history)
    replay(history, Rules(start=2000), {1: 99})
    assert replay(history) == first
