"""FIDE's exercise as a tournament file, where the folder of them stands beside the project."""

from pathlib import Path

import pytest

from wagtail_ladder.reports import read
from wagtail_ladder.tiebreaks import Pairing, Scores, System, TieBreak, system_of

from .tables import SWISS, cells, pairings

FILE = Path(__file__).parents[3] / "shared" / "files" / "trf26" / "sharly_trf-import-test.trf"

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="shared/files does not stand beside the project")


def test_the_file_says_what_our_table_of_the_exercise_says():
    (report,) = read(FILE.read_bytes(), FILE.name).reports
    found = [
        Pairing(one.round, one.white, one.black, one.kind, one.white_half_points, one.black_half_points)
        for one in report.pairings
    ]
    players = [player.number for player in report.players]
    assert system_of(None, found) is System.SWISS
    of_file = Scores(players, found, System.SWISS)
    of_table = Scores(cells(SWISS), pairings(SWISS), System.SWISS)
    for tie_break in TieBreak:
        if tie_break is not TieBreak.DIRECT_ENCOUNTER:
            assert of_file.values(tie_break) == of_table.values(tie_break)
