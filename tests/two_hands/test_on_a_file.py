import pytest

from tests.at_once import in_memory, run_on_a_file

from . import test_pairs, test_power_cuts


@pytest.mark.slow
@pytest.mark.django_db
def test_pairs_and_power_cuts_on_sqlite(tmp_path):
    """On a database that is a file, as threads and processes need."""
    if not in_memory():
        pytest.skip("this run has a database that two connections can open")
    run_on_a_file(tmp_path / "tests.sqlite3", test_pairs.__file__, test_power_cuts.__file__)
