"""`make demo`: a taken port is said at once, and the site is really served."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from django.core.management.base import CommandError

from example_site.home.management.commands.demo import refuse_a_taken_port

from .conftest import PROJECT, example_env, run_python


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_taken_port_is_named_before_anything_is_done(tmp_path):
    database = tmp_path / "db.sqlite3"
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = run_python(
            "example_site/manage.py", "demo", "--port", str(port), env=example_env(f"sqlite:///{database}")
        )
    assert done.returncode != 0
    assert f"Port {port} is taken" in done.stderr
    assert f"PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not database.exists()


@pytest.mark.parametrize("port", [99999, 65536, 0, -1])
def test_an_impossible_port_is_refused(port):
    with pytest.raises(CommandError, match=f"^{port} is not a port"):
        refuse_a_taken_port(port)


def test_the_example_site_refuses_other_computers_with_the_key_that_everybody_knows(tmp_path):
    env = example_env(f"sqlite:///{tmp_path / 'db.sqlite3'}") | {"ALLOWED_HOSTS": "chess.example.org"}
    env.pop("SECRET_KEY", None)
    assert "Set SECRET_KEY" in run_python("-c", "import example_site.settings", env=env).stderr
    env["SECRET_KEY"] = "one of our own"
    assert run_python("-c", "import example_site.settings", env=env).returncode == 0


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.xdist_group("example site")
def test_the_demo_is_served(example):
    port = free_port()
    server = subprocess.Popen(  # noqa: S603 - the arguments are the test's own
        [sys.executable, "example_site/manage.py", "demo", "--port", str(port)],
        cwd=PROJECT,
        env=example.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        front = wait_for(f"http://localhost:{port}/", server)
        assert "Weirbridge" in front
        assert "--site-ink" in wait_for(f"http://localhost:{port}/static/example/site.css", server)
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(url: str, server: subprocess.Popen) -> str:
    give_up = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(url, timeout=20) as response:  # noqa: S310 - our own http server
                return response.read().decode()
        except urllib.error.URLError:
            assert server.poll() is None, server.stdout.read().decode()
            assert time.monotonic() < give_up, "the demo does not answer"
            time.sleep(0.3)
