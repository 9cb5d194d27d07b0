"""The names in the explanation are shown as it says."""

import pytest

from wagtail_ladder.matching import discreet_initials
from wagtail_ladder.models.ladder import numbered_initials

from .markdown import DOCS

PAGE = DOCS / "explanation" / "names-and-privacy.md"


def examples():
    lines = PAGE.read_text(encoding="utf-8").partition("| name | shown as | why |")[2].splitlines()[2:]
    rows = [line.strip("|").split("|") for line in lines[: lines.index("")]]
    return [(name.strip(), shown.strip()) for name, shown, _why in rows]


@pytest.mark.parametrize(("name", "shown"), examples())
def test_a_name_is_shown_as_the_page_says(name, shown):
    assert numbered_initials(discreet_initials(name), 1) == shown


def test_there_are_names_of_both_kinds():
    kinds = {shown.startswith("Player") for _name, shown in examples()}
    assert kinds == {True, False}
