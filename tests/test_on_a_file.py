"""What needs several threads or processes, on an SQLite database that is a file."""

from pathlib import Path

import pytest

from .at_once import in_memory, run_on_a_file

HERE = Path(__file__).parent
MODULES = ["services/test_concurrency.py", "two_hands/test_pairs.py", "two_hands/test_power_cuts.py"]


@pytest.mark.slow
@pytest.mark.django_db
def test_several_hands_on_sqlite(tmp_path):
    if not in_memory():
        pytest.skip("this run has a database that two connections can open")
    told = run_on_a_file(tmp_path / "tests.sqlite3", *(HERE / module for module in MODULES))
    assert "skipped" not in told
