"""A database to measure on: SQLite in a temporary folder, unless `DATABASE_URL` names another."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def fresh_database() -> Iterator[str]:
    """Django set up and every table there; gives the vendor. Import what needs Django inside it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/benchmark.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        try:
            yield connection.vendor
        finally:
            connection.close()
