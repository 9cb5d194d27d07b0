"""What is stored.

Inputs (club, player, ladder, rule set, event, entry, game, decision) are written by the verbs in `services`
and by nothing else; each verb replays the ladders it touched in the same transaction. Groups of players and
seasons are written by verbs too, and move no rating. Rating changes and standings are derived: only the
replay writes them. Corrections are a log, written with each verb.

No model here writes another in `save()`, and no `__str__` holds a person's name: Wagtail copies `str(obj)`
into log labels, messages, chooser answers and usage lists.
"""

from .club import WORKING_ROLES, Club, ClubRole, GroupClubPermission
from .correction import Correction
from .event import Decision, Entry, Event, Game
from .group import PlayerGroup
from .ladder import RESTRICTION_MARK, Ladder, LadderPlayer, NameMode, RuleSet, Visibility
from .ledger import Act, EntryDecision
from .player import Player
from .rating import RatingChange, Standing
from .season import Season
from .sharing import ShareLink
from .upload import PendingUpload

__all__ = [
    "RESTRICTION_MARK",
    "WORKING_ROLES",
    "Act",
    "Club",
    "ClubRole",
    "Correction",
    "Decision",
    "Entry",
    "EntryDecision",
    "Event",
    "Game",
    "GroupClubPermission",
    "Ladder",
    "LadderPlayer",
    "NameMode",
    "PendingUpload",
    "Player",
    "PlayerGroup",
    "RatingChange",
    "RuleSet",
    "Season",
    "ShareLink",
    "Standing",
    "Visibility",
]
