"""Ratings of a ladder, computed: from every event so far to everybody's rating now.

A pure function of events, rules and start ratings: no clock, no files, no chance, no Django; integers
throughout, so that every machine gives the same numbers and every change adds up to the last digit.
"""

from wagtail_ladder.engine.expected import expected_score
from wagtail_ladder.engine.history import DatedRules, Replay, replay
from wagtail_ladder.engine.ledger import EventResult, Line
from wagtail_ladder.engine.rating import rate_event
from wagtail_ladder.engine.shown import shown, shown_change
from wagtail_ladder.engine.values import (
    POINT,
    Billionths,
    EngineError,
    Event,
    Game,
    Nanopoints,
    OrderKey,
    Player,
    Reason,
    Rules,
    State,
)
from wagtail_ladder.kinds import Kind

__all__ = [
    "POINT",
    "Billionths",
    "DatedRules",
    "EngineError",
    "Event",
    "EventResult",
    "Game",
    "Kind",
    "Line",
    "Nanopoints",
    "OrderKey",
    "Player",
    "Reason",
    "Replay",
    "Rules",
    "State",
    "expected_score",
    "rate_event",
    "replay",
    "shown",
    "shown_change",
]
