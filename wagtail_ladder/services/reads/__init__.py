"""What pages are made of: ids and numbers, in few queries however long the ladder is. Never a name.

The caller asks `audience` first whether the visitor may see the ladder, and then for the names.
Ratings are nanopoints; `shown` ones are points with the decimals of the ladder.
"""

from .archive import ArchivePage, EventRow, coming_events, event_days, events_archive
from .corrections import (
    CorrectionRow,
    CorrectionsPage,
    corrections_of_event,
    corrections_page,
    latest_corrections,
)
from .explanation import ExplainedGame, Explanation, explain_event
from .movers import Mover, movers
from .profile import HistoryRow, Profile, player_profile
from .records import Record, RecordKind, club_records
from .seasons import SeasonRow, season_of, seasons_of
from .sheet import EventSheet, GameRow, StandingRow, event_sheet
from .snapshot import of_one_replay
from .table import LadderRow, LadderTable, ladder_table

__all__ = [
    "ArchivePage",
    "CorrectionRow",
    "CorrectionsPage",
    "EventRow",
    "EventSheet",
    "ExplainedGame",
    "Explanation",
    "GameRow",
    "HistoryRow",
    "LadderRow",
    "LadderTable",
    "Mover",
    "Profile",
    "Record",
    "RecordKind",
    "SeasonRow",
    "StandingRow",
    "club_records",
    "coming_events",
    "corrections_of_event",
    "corrections_page",
    "event_days",
    "event_sheet",
    "events_archive",
    "explain_event",
    "ladder_table",
    "latest_corrections",
    "movers",
    "of_one_replay",
    "player_profile",
    "season_of",
    "seasons_of",
]
