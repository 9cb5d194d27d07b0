"""Somebody who does what a page of the documentation says, in an empty folder.

    pip install NAME    is not run, as a test needs no network: the name must be that of this package, which
                        the tests' environment has installed already (`make test` installs it editable)
    runserver           is started on a free port, and must answer
    createsuperuser     gets a password typed at its prompts, through a terminal
    any other command   is run as it stands

A block whose opening line names a file is written there; with the word "add", at the end of that file.
"""

import os
import pty
import select
import shlex
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from .markdown import DOCS, Block, fenced_blocks, section_of

PASSWORD = "six-players-one-evening"


class Reader:
    def __init__(self, folder: Path):
        self.folder = folder
        self.env = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "PYTHONPATH")
        } | {"PYTHONIOENCODING": "utf-8"}
        self.server: subprocess.Popen | None = None
        self.address = ""
        """Where the server answers."""
        self.commands: list[str] = []

    def follow(self, page: Path, *, section: str = "", files: Mapping[str, str] | None = None) -> None:
        """Only the section under the given heading, if one is given.

        `files` says where this project has the files that the page names; those it leaves out are not made.
        """
        for block in fenced_blocks(section_of(page.read_text(encoding="utf-8"), section)):
            place = block.file if files is None else files.get(block.file)
            if place:
                self.edit(block, self.folder / place)
            for command in block.commands if block.language == "console" else ():
                self.type(command)

    def edit(self, block: Block, path: Path) -> None:
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
            timeout=300,
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
                    self.address = f"http://localhost:{port}"
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
