"""What import-linter cannot see: which names a module takes from a package.

The contracts in `pyproject.toml` say who may import whom.
"""

import ast
from importlib.util import resolve_name
from pathlib import Path

import pytest

import wagtail_ladder

PACKAGE = Path(wagtail_ladder.__file__).parent
FOR_VISITORS = sorted(
    path
    for pattern in ("site/**/*.py", "pages/*.py", "templatetags/*.py", "blocks/*.py")
    for path in PACKAGE.glob(pattern)
)
WITH_NAMES = {"Player", "Entry"}
"""The models that hold a person's name: as registered, and as typed."""


def imports(path):
    """(module, name) of every `from … import`, (module, "") of every `import`."""
    package = ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((module, alias.name) for alias in node.names)


@pytest.mark.parametrize("path", FOR_VISITORS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_visitors_get_takes_neither_a_name_nor_a_verb(path):
    for module, name in imports(path):
        if module.startswith("wagtail_ladder.models"):
            assert name not in WITH_NAMES
            assert name not in {"", "*", "player", "event"}, "import the model itself, so that it can be seen"
        if module.startswith("wagtail_ladder.services"):
            assert module.startswith(("wagtail_ladder.services.reads", "wagtail_ladder.services.roles"))


def test_there_is_something_to_look_at():
    assert {"base.py", "block_screens.py", "models.py"} < {path.name for path in FOR_VISITORS}
    assert ("wagtail_ladder.models", "Ladder") in {found for path in FOR_VISITORS for found in imports(path)}
