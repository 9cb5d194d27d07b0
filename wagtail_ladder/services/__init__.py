"""The verbs: everything that can happen to a club's ladders, and the reads that pages are made of.

Each verb takes the acting person as `by`, checks the role, and is one transaction (see `verb`). Views only
translate: they call a verb, and show the sentence of a `LadderError`.
"""

from .arbiters import add_arbiter, remove_arbiter
from .choices import Choice, LeaveOut, Member, NewMember, Undecide
from .clubs import change_club, create_club, grant_roles
from .day_order import order_day
from .entries import (
    add_entries,
    decide_entries,
    decide_entry,
    join_entries,
    part_entry,
    remove_entry,
    retype_entry,
)
from .errors import ChangedMeanwhile, LadderError, Missing, NotAllowed, Refused
from .events import change_event, create_event, delete_event, publish_event, restore_event, unpublish_event
from .exporting import export_ladder
from .games import Pairing, Result, correct_game, exchange_games, save_round
from .groups import (
    add_to_group,
    create_group,
    delete_group,
    remove_from_group,
    rename_group,
    set_groups,
)
from .imports import import_report, update_from_report
from .ladders import change_ladder, create_ladder
from .ledger import repoint_entries, split_player, undo
from .links import change_link, make_link, revoke_link
from .merges import declare_distinct, merge_players
from .moving import join_split, move_event, split_event
from .newcomers import add_player, add_players
from .players import (
    confirm_adults,
    force_initials,
    record_consent,
    rename_player,
    set_start_rating,
    withdraw_consent,
)
from .preview import preview_publication
from .replay import replay_ladder
from .rules import remove_rules, set_rules
from .seasons import change_season, create_season, delete_season
from .seeding import take_seeding_list
from .tables import TableRow, save_table
from .uploads import discard_upload, find_upload, store_upload, sweep_uploads
from .verb import OPERATOR
from .verifying import rebuild_ladder, verify_ladder

__all__ = [
    "OPERATOR",
    "ChangedMeanwhile",
    "Choice",
    "LadderError",
    "LeaveOut",
    "Member",
    "Missing",
    "NewMember",
    "NotAllowed",
    "Pairing",
    "Refused",
    "Result",
    "TableRow",
    "Undecide",
    "add_arbiter",
    "add_entries",
    "add_player",
    "add_players",
    "add_to_group",
    "change_club",
    "change_event",
    "change_ladder",
    "change_link",
    "change_season",
    "confirm_adults",
    "correct_game",
    "create_club",
    "create_event",
    "create_group",
    "create_ladder",
    "create_season",
    "decide_entries",
    "decide_entry",
    "declare_distinct",
    "delete_event",
    "delete_group",
    "delete_season",
    "discard_upload",
    "exchange_games",
    "export_ladder",
    "find_upload",
    "force_initials",
    "grant_roles",
    "import_report",
    "join_entries",
    "join_split",
    "make_link",
    "merge_players",
    "move_event",
    "order_day",
    "part_entry",
    "preview_publication",
    "publish_event",
    "rebuild_ladder",
    "record_consent",
    "remove_arbiter",
    "remove_entry",
    "remove_from_group",
    "remove_rules",
    "rename_group",
    "rename_player",
    "replay_ladder",
    "repoint_entries",
    "restore_event",
    "retype_entry",
    "revoke_link",
    "save_round",
    "save_table",
    "set_groups",
    "set_rules",
    "set_start_rating",
    "split_event",
    "split_player",
    "store_upload",
    "sweep_uploads",
    "take_seeding_list",
    "undo",
    "unpublish_event",
    "update_from_report",
    "verify_ladder",
    "withdraw_consent",
]
