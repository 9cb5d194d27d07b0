"""What pages are made of: ids and numbers, in few queries however long the ladder is. Never a name.

The caller asks `audience` first whether the visitor may see the ladder, and then for the names.
Ratings are nanopoints; `shown` ones are points with the decimals of the ladder.
"""

from .activity import Activity, activity, latest_event
from .archive import ArchivePage, EventRow, coming_events, event_days, events_archive
from .corrections import (
    CorrectionRow,
    CorrectionsPage,
    corrections_of_event,
    corrections_page,
    latest_corrections,
)
from .explanation import ExplainedGame, Explanation, explain_event
from .head_to_head import HeadToHead, Meeting, head_to_head
from .movers import Mover, movers
from .profile import HistoryRow, Profile, player_profile
from .records import Record, RecordKind, club_records
from .seasons import SeasonRow, season_of, seasons_of
from .sheet import CrossResult, EventSheet, GameRow, StandingRow, WithoutPlay, event_sheet
from .snapshot import of_one_replay, of_one_statement
from .table import Came, LadderRow, LadderTable, ladder_table

__all__ = [
    "Activity",
    "ArchivePage",
    "Came",
    "CorrectionRow",
    "CorrectionsPage",
    "CrossResult",
    "EventRow",
    "EventSheet",
    "ExplainedGame",
    "Explanation",
    "GameRow",
    "HeadToHead",
    "HistoryRow",
    "LadderRow",
    "LadderTable",
    "Meeting",
    "Mover",
    "Profile",
    "Record",
    "RecordKind",
    "SeasonRow",
    "StandingRow",
    "WithoutPlay",
    "activity",
    "club_records",
    "coming_events",
    "corrections_of_event",
    "corrections_page",
    "event_days",
    "event_sheet",
    "events_archive",
    "explain_event",
    "head_to_head",
    "ladder_table",
    "latest_corrections",
    "latest_event",
    "movers",
    "of_one_replay",
    "of_one_statement",
    "player_profile",
    "season_of",
    "seasons_of",
]
