"""An icon that Wagtail does not have is an empty box on the screen, and no error anywhere."""

import re
from pathlib import Path

import pytest
from wagtail.admin.icons import get_icons

import wagtail_ladder

PACKAGE = Path(wagtail_ladder.__file__).parent
USED = {
    name
    for path in [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html")]
    for name in re.findall(r'\bicon(?:_name)?(?: name)?\s?=\s?"([a-z0-9-]+)"', path.read_text())
}


def test_there_are_some():
    assert {"ladder", "calendar-alt", "rotate"} <= USED


@pytest.mark.parametrize("name", sorted(USED))
def test_the_icon_is_there(name):
    assert f'id="icon-{name}"' in get_icons()
