"""The catalogue: every code is used, every sentence can be filled in."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from wagtail_ladder import reports
from wagtail_ladder.reports import CATALOGUE, Issue, Severity, Where

PACKAGE = Path(reports.__file__).parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")) if path.name != "issues.py"
)


def test_every_code_of_the_catalogue_is_used_and_every_used_code_is_in_it():
    named = set(re.findall(r'"([a-z_0-9]+)"', SOURCES))
    made = {code for code in CATALOGUE if code.startswith(("format_", "more_"))}
    assert set(CATALOGUE) - named - made == set()
    used = set(re.findall(r'(?:remarks\.add|Fault)\(\s*"([a-z_0-9]+)"', SOURCES))
    assert used - set(CATALOGUE) == set()


def test_every_format_that_is_recognised_has_its_sentence():
    from wagtail_ladder.reports import sniff

    formats = {name for _signature, name in sniff._SIGNATURES} | set(sniff._EXTENSIONS.values())
    formats |= {"pgn", "json", "swiss_sys", "web_page", "ecf", "crosstable", "archive", "dbf", "unknown"}
    assert {f"format_{name}" for name in formats} == {
        code for code in CATALOGUE if code.startswith("format_")
    }


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_template_is_a_sentence_with_named_placeholders(code):
    _severity, template = CATALOGUE[code]
    assert template.strip() == template
    assert template.endswith((".", "?"))
    assert re.sub(r"%\([a-z_]+\)s", "", template).count("%") == 0


def test_a_sentence_names_the_place():
    issue = Issue(
        "played_alone",
        {"number": 17, "result": "1", "round": 5},
        Where(214, 132, 139, "0000 w 1"),
    )
    assert issue.severity is Severity.ERROR
    assert issue.message == 'Player 17 has the result "1" in round 5, but no opponent.'
    assert issue.sentence == f'line 214, columns 132–139 ("0000 w 1"): {issue.message}'
    assert str(Where(3, 4, 4, "x")) == 'line 3, column 4 ("x")'
    assert str(Where(3)) == "line 3"


def test_the_package_exports_its_front_door_and_nothing_else():
    public = {
        name
        for name, value in vars(reports).items()
        if not name.startswith("_") and not hasattr(value, "__path__") and not hasattr(value, "__spec__")
    }
    assert public == set(reports.__all__)


def test_the_readers_import_without_django():
    program = "import sys, wagtail_ladder.reports; print('django' in sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=PACKAGE.parents[1], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "False"


def test_the_readers_know_neither_django_nor_the_clock():
    imported = set(re.findall(r"^(?:from|import) (\w+)", SOURCES, re.MULTILINE))
    forbidden = {"socket", "os", "time", "random", "subprocess", "urllib", "sqlite3"}
    assert imported <= (sys.stdlib_module_names - forbidden) | {"wagtail_ladder"}
    assert set(re.findall(r"^from (wagtail_ladder[\w.]*)", SOURCES, re.MULTILINE)) == {"wagtail_ladder.kinds"}
    assert not re.search(r"\b(now|today|utcnow)\(", SOURCES)
