"""The example site, loaded once a worker with its own settings and its own database, in its own process."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True)
class ExampleSite:
    env: dict[str, str]
    first_start: str
    second_start: str

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return run_python(*arguments, env=self.env)


def run_python(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the arguments are the tests' own
        [sys.executable, *arguments], cwd=PROJECT, env=env, capture_output=True, text=True, timeout=300
    )


def example_env(database_url: str) -> dict[str, str]:
    env = {**os.environ, "DATABASE_URL": database_url, "DJANGO_SETTINGS_MODULE": "example_site.settings"}
    return env | {"PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="session")
def example_database(tmp_path_factory) -> Iterator[str]:
    """A database like the one that the tests run on: a file, or a fresh one on the same PostgreSQL."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield f"sqlite:///{tmp_path_factory.mktemp('example') / 'db.sqlite3'}"
        return
    psycopg = pytest.importorskip("psycopg")
    name = f"ladder_example_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def example(example_database) -> ExampleSite:
    """The site after two starts. How long they take is printed, not asserted: machines differ."""
    env = example_env(example_database)
    outputs = []
    for start in ("first", "second"):
        began = time.monotonic()
        done = run_python("example_site/manage.py", "demo", "--no-serve", env=env)
        print(f"{start} start of the demo: {time.monotonic() - began:.1f} s")  # noqa: T201 - see `pytest -s`
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    return ExampleSite(env, *outputs)


@pytest.fixture(scope="session")
def facts(example) -> dict:
    done = example.run("-m", "tests.example.facts")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
