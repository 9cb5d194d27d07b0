"""Every command and every file of the tutorial, in an empty folder; and the table that it promises.

    pip install NAME    is not run, as a test needs no network: the name must be that of this package, which
                        the tests' environment has installed already (`make test` installs it editable)
    runserver           is started on a free port, and must answer
    createsuperuser     gets a password typed at its prompts, through a terminal
    any other command   is run as it stands

A block whose opening line names a file is written there; with the word "add", at the end of that file.
"""

import os
import pty
import re
import select
import shlex
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import wagtail_ladder

from .markdown import DOCS, Block, bold_words, fenced_blocks, prose, tables

TUTORIAL = DOCS / "tutorial" / "first-ladder.md"
PAST_SEASONS = DOCS / "how-to" / "enter-past-seasons.md"
OVERRIDES = DOCS / "how-to" / "override-templates.md"
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tutorial")]

PASSWORD = "six-players-one-evening"


class Reader:
    """Somebody who does what a page says."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.env = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "PYTHONPATH")
        } | {"PYTHONIOENCODING": "utf-8"}
        self.server: subprocess.Popen | None = None
        self.commands: list[str] = []

    def follow(self, page: Path) -> None:
        for block in fenced_blocks(page.read_text(encoding="utf-8")):
            if block.file:
                self.edit(block)
            for command in block.commands if block.language == "console" else ():
                self.type(command)

    def edit(self, block: Block) -> None:
        path = self.folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if block.adds else ""
        path.write_text(before + block.text, encoding="utf-8")

    def type(self, command: str) -> None:
        self.commands.append(command)
        words = shlex.split(command)
        if words[:2] == ["pip", "install"]:
            assert words[2:] == [package_name()]
        elif words[0] == "cd":
            self.folder /= words[1]
        elif words[:3] == ["python", "manage.py", "runserver"]:
            self.serve()
        elif words[:3] == ["python", "manage.py", "createsuperuser"]:
            self.type_in_a_terminal(words, answers={"Password:": PASSWORD, "Password (again):": PASSWORD})
        else:
            self.run(command)

    def run(self, command: str, stdin: str | None = None) -> str:
        command, _less, file = command.partition(" < ")
        done = subprocess.run(  # noqa: S603 - the commands of our own pages
            programs(shlex.split(command)),
            cwd=self.folder,
            env=self.env,
            input=(self.folder / file).read_text(encoding="utf-8") if file else stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def type_in_a_terminal(self, words: list[str], answers: dict[str, str]) -> None:
        terminal, program_side = pty.openpty()
        program = subprocess.Popen(  # noqa: S603 - the commands of our own pages
            programs(words),
            cwd=self.folder,
            env=self.env,
            stdin=program_side,
            stdout=program_side,
            stderr=program_side,
            start_new_session=True,
        )
        os.close(program_side)
        answers, seen = dict(answers), ""
        give_up = time.monotonic() + 60
        while program.poll() is None and time.monotonic() < give_up:
            if not select.select([terminal], [], [], 0.2)[0]:
                continue
            try:
                seen += os.read(terminal, 1000).decode()
            except OSError:  # Linux says so where the program has closed its side
                break
            for prompt in [prompt for prompt in answers if seen.rstrip().endswith(prompt)]:
                os.write(terminal, f"{answers.pop(prompt)}\n".encode())
        assert program.wait(timeout=20) == 0, seen
        os.close(terminal)
        assert not answers, seen

    def serve(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.server = subprocess.Popen(  # noqa: S603 - the commands of our own pages
            [sys.executable, "manage.py", "runserver", "--noreload", str(port)],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        give_up = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"http://localhost:{port}/admin/login/") as answer:
                    assert answer.status == 200
                    return
            except urllib.error.URLError:
                assert self.server.poll() is None, self.server.stdout.read().decode()
                assert time.monotonic() < give_up, "runserver does not answer"
                time.sleep(0.3)

    def close(self) -> None:
        if self.server:
            self.server.terminate()
            self.server.wait(timeout=20)


def package_name() -> str:
    return tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]


def programs(words: list[str]) -> list[str]:
    """`python` and `wagtail` are those of the tests' own environment."""
    here = {"python": sys.executable, "wagtail": str(Path(sys.executable).with_name("wagtail"))}
    return [here[words[0]], *words[1:]]


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
    (table,) = tables(OVERRIDES.read_text(encoding="utf-8"))
    templates = Path(wagtail_ladder.__file__).parent / "templates" / "wagtail_ladder"
    for template, named in table[1:]:
        text = (templates / template.strip("`")).read_text(encoding="utf-8")
        there = re.findall(r"{% block (\w+) %}", text)
        frame = {"ladder_title", "ladder_head", "ladder_content"}
        assert re.findall(r"`(\w+)`", named) == [block for block in there if block not in frame], template


LABELS_OF_WAGTAIL = {"Pages", "Settings", "Groups", "Users", "Add club", "Add ladder", "Save", "Publish"}


@pytest.mark.parametrize(
    "document",
    [TUTORIAL, DOCS / "how-to" / "install.md", DOCS / "how-to" / "share-by-link.md"],
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
