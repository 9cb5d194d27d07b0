"""The package stands alone: other houses may take it, and an engine of names needs no web framework."""

import ast
import sys
from pathlib import Path

import pytest

import wagtail_ladder.matching as matching

MODULES = sorted(Path(matching.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_matching_imports_only_the_standard_library_and_rapidfuzz(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported = {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, f"{path.name} reaches out of its package"
            imported = {node.module.partition(".")[0]} if node.level == 0 else set()
        else:
            continue
        assert imported <= sys.stdlib_module_names | {"rapidfuzz"}


def test_the_front_door_is_complete():
    assert set(matching.__all__) == {
        "Confidence",
        "Double",
        "Evidence",
        "Registry",
        "Suggestion",
        "discreet_initials",
        "fold",
        "initials",
    }
    assert all(hasattr(matching, name) for name in matching.__all__)
