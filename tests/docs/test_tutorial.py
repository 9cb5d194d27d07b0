"""The tutorial, followed to the letter in an empty folder; and the table that it promises."""

import re
from pathlib import Path

import pytest

import wagtail_ladder

from .markdown import DOCS, bold_words, fenced_blocks, prose, tables
from .reader import Reader

TUTORIAL = DOCS / "tutorial" / "first-ladder.md"
PAST_SEASONS = DOCS / "how-to" / "enter-past-seasons.md"
OVERRIDES = DOCS / "how-to" / "override-templates.md"
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tutorial")]

BY_HAND = (Path(__file__).parent / "by_hand.py").read_text(encoding="utf-8")
"""What the tutorial does in the admin, done through the services; prints what visitors see."""


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    reader = Reader(tmp_path_factory.mktemp("tutorial"))
    try:
        reader.follow(TUTORIAL)
        yield reader
    finally:
        reader.close()


@pytest.fixture(scope="module")
def pages(reader) -> dict[str, str]:
    """The ladder page after the evening and after the correction, and the front page."""
    output = reader.run("python manage.py shell", stdin=BY_HAND)
    parts = re.split(r"^== (\w+)\n", output, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_command_of_the_tutorial_runs(reader):
    assert reader.commands == [
        command
        for block in fenced_blocks(TUTORIAL.read_text(encoding="utf-8"))
        if block.language == "console"
        for command in block.commands
    ]
    assert len(reader.commands) >= 8
    assert "No changes detected" in reader.run("python manage.py makemigrations --check --dry-run")


def rows(text: str) -> list[list[str]]:
    """The lines that `by_hand` prints: cells between bars."""
    return [line.split(" | ") for line in text.splitlines() if " | " in line]


def test_the_ladder_is_the_table_of_the_tutorial(pages):
    (promised,) = tables(TUTORIAL.read_text(encoding="utf-8"))
    assert rows(pages["evening"]) == promised[1:]


def test_after_the_correction_two_share_the_fifth_rank(pages):
    corrected = {name: (rank, rating) for rank, name, rating, _games in rows(pages["correction"])}
    assert corrected["E. K."] == corrected["F. O."] == ("5", "1140")
    assert corrected["A. T."] == ("1", "1280")


def test_the_front_page_shows_the_block(pages):
    assert "A. T." in pages["front"]
    assert "1280" in pages["front"]


STANDING_OF_WILMA = """
from wagtail_ladder.models import Standing
print(Standing.objects.values_list("rated_games", "rating").get(player__name="Wilma Aldergate"))
"""


def test_the_script_for_past_seasons_runs(reader, pages):
    reader.follow(PAST_SEASONS)
    output = reader.run("python manage.py shell", stdin=STANDING_OF_WILMA)
    # Two newcomers, one win and one draw: 40 × (1½ − 1) points, in billionths.
    assert "(2, 1220000000000)" in output


LADDER_PAGE = """
from django.test import Client
print(Client(headers={"host": "localhost"}).get("/rookfield/ladder/").content.decode())
"""


def test_the_recipes_for_templates_work(reader, pages):
    plain = reader.run("python manage.py shell", stdin=LADDER_PAGE)
    assert "css/clubsite.css" not in plain
    reader.follow(OVERRIDES)
    framed = reader.run("python manage.py shell", stdin=LADDER_PAGE)
    assert "css/clubsite.css" in framed
    assert "wagtail_ladder/css/ladder.css" in framed
    assert "A. T." in framed
    assert framed.index("Ask the arbiter on Thursday") < framed.index("/rookfield/ladder/csv/")


def test_the_blocks_in_the_table_are_those_of_the_templates():
    *_properties, table = tables(OVERRIDES.read_text(encoding="utf-8"))
    templates = Path(wagtail_ladder.__file__).parent / "templates" / "wagtail_ladder"
    for template, named in table[1:]:
        text = (templates / template.strip("`")).read_text(encoding="utf-8")
        there = re.findall(r"{% block (\w+) %}", text)
        frame = {"ladder_title", "ladder_head", "ladder_content"}
        assert re.findall(r"`(\w+)`", named) == [block for block in there if block not in frame], template


FULL_OF_LABELS = "install", "share-by-link", "add-arbiters", "enter-an-event", "members-and-names"
LABELS_OF_WAGTAIL = {"Pages", "Settings", "Groups", "Users", "Save", "Publish"}


@pytest.mark.parametrize(
    "document",
    [TUTORIAL, *(DOCS / "how-to" / f"{name}.md" for name in FULL_OF_LABELS)],
    ids=lambda path: path.stem,
)
def test_every_label_in_bold_is_one_of_the_admin(document):
    """So that a renamed button is renamed in the documentation too. A number stands for any count."""
    package = Path(wagtail_ladder.__file__).parent
    sources = " ".join(
        path.read_text(encoding="utf-8") for suffix in ("py", "html") for path in package.rglob(f"*.{suffix}")
    ).casefold()
    labels = set(bold_words(prose(document.read_text(encoding="utf-8")))) - LABELS_OF_WAGTAIL
    assert labels
    for label in labels:
        as_written = re.sub(r"\d+", "{{ count }}", label).casefold()
        assert re.search(rf"""["'}}>]{re.escape(as_written)}["'{{<]""", sources), label
