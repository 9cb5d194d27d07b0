"""What the package offers to whoever runs a site stands in the reference, and nothing that it does not."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from django.core.management import load_command_class

import wagtail_ladder
from wagtail_ladder import blocks, checks, conf, services

from .markdown import DOCS

PACKAGE = Path(wagtail_ladder.__file__).parent
COMMANDS = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
VERBS = (DOCS / "reference" / "verbs.md").read_text(encoding="utf-8")
DJANGO_ADDS = {"--help", "--version", "--verbosity", "--settings", "--pythonpath", "--traceback"} | {
    "--no-color",
    "--force-color",
    "--skip-checks",
}


def names_of_commands() -> set[str]:
    return {path.stem for path in (PACKAGE / "management" / "commands").glob("ladder_*.py")}


def test_every_command_stands_in_the_reference():
    assert set(re.findall(r"^\| `(ladder_\w+)", COMMANDS, re.M)) == names_of_commands()


def test_every_option_of_a_command_stands_in_the_reference():
    options: set[str] = set()
    for name in names_of_commands():
        parser = load_command_class("wagtail_ladder", name).create_parser("manage.py", name)
        options |= {text for action in parser._actions for text in action.option_strings if text[:2] == "--"}
    assert set(re.findall(r"^\| `(--\w+)", COMMANDS, re.M)) == options - DJANGO_ADDS


def test_every_system_check_stands_in_the_reference():
    source = Path(checks.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `wagtail_ladder\.(\w+)`", COMMANDS, re.M)) == set(
        re.findall(r"\b[EW]\d{3}\b", source)
    )


def test_every_setting_of_the_package_stands_in_the_reference():
    settings = (DOCS / "reference" / "settings.md").read_text(encoding="utf-8")
    named = {value for name, value in vars(conf).items() if name.isupper() and isinstance(value, str)}
    assert set(re.findall(r"^\| `(WAGTAIL_LADDER_\w+)`", settings, re.M)) == named


def test_every_block_stands_in_the_reference():
    reference = (DOCS / "reference" / "blocks.md").read_text(encoding="utf-8")
    offered = {
        name
        for name in set(blocks.__all__) - {"BlockOfALadder"}
        if isinstance(block := getattr(blocks, name), type) and issubclass(block, blocks.BlockOfALadder)
    }
    assert set(re.findall(r"^\| `(\w+Block)`", reference, re.M)) == offered


@pytest.mark.parametrize(("name", "arguments"), re.findall(r"^`(\w+)\(([^`]*)\)`", VERBS, re.M))
def test_a_verb_takes_what_the_reference_says(name, arguments):
    (written,) = ast.parse(f"def verb({arguments.replace('…', 'None')}): ...").body
    taken = inspect.signature(getattr(services, name)).parameters.values()
    assert [arg.arg for arg in written.args.args] == [p.name for p in taken if p.kind < p.KEYWORD_ONLY]
    by_name = [p.name for p in taken if p.kind is p.KEYWORD_ONLY]
    told = [arg.arg for arg in written.args.kwonlyargs]
    takes_fields = any(p.kind is p.VAR_KEYWORD for p in taken)
    if takes_fields and not written.args.kwarg:  # spelled out instead
        told = told[: len(by_name)]
    assert told == by_name


def test_every_code_of_a_refusal_stands_in_the_reference():
    raised = r"\b(?:NotAllowed|ChangedMeanwhile|Refused|Missing)\(\s*\"(\w+)\""
    modules = (PACKAGE / "services").rglob("*.py")
    codes = {code for path in modules for code in re.findall(raised, path.read_text(encoding="utf-8"))}
    assert len(codes) > 40
    assert {code for code in codes if f"`{code}`" not in VERBS} == set()
