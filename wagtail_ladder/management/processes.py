"""One function over many ids, in several processes.

It imports no model: in a new process this module is there before Django has been set up.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

import django
from django.core.management.base import CommandError
from django.db import connections

Result = TypeVar("Result")


def in_processes(work: Callable[[int], Result], ids: list[int], jobs: int) -> Iterator[Result]:
    """The results of `work`, which is a function of a module, in the order of the ids.

    Each process opens its own connections. Raises CommandError where a database is this process's alone.
    """
    if jobs == 1:
        return map(work, ids)
    if any(
        connection.vendor == "sqlite" and connection.is_in_memory_db()  # type: ignore[attr-defined]
        for connection in connections.all()
    ):
        raise CommandError(
            "This database is in memory, where no other process can see it: leave --jobs out.", returncode=2
        )
    return _pooled(work, ids, min(jobs, max(len(ids), 1)))


def _pooled(work: Callable[[int], Result], ids: list[int], jobs: int) -> Iterator[Result]:
    databases = {alias: connections[alias].settings_dict for alias in connections}
    with ProcessPoolExecutor(jobs, get_context("spawn"), _set_up, (databases,)) as pool:
        yield from pool.map(work, ids)


def _set_up(databases: dict[str, dict[str, Any]]) -> None:
    """The databases of the first process, which may be others than the settings name: those of a test."""
    django.setup()
    for alias, settings in databases.items():
        connections[alias].settings_dict.update(settings)
