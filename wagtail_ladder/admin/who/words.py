"""What speaks for and against two members being one person, in sentences."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...matching import Suggestion
from ...services.pairs import Meeting, PairFacts
from ..events.words import EVIDENCE
from ..ledger.words import told

_CLOSE, _FAR_APART = 100, 300
"""Points between two ratings on one ladder that say something."""
_LONG_GAP = 2 * 365
"""Days after which the same name may well be somebody else."""
_MOST_NAMED = 3


@dataclass(frozen=True)
class Weighed:
    speaks_for: list[str]
    speaks_against: list[str]


def weighed(suggestion: Suggestion[int] | None, facts: PairFacts) -> Weighed:
    """The names first, then what happened."""
    found = Weighed([], [])
    for code in suggestion.evidence if suggestion else ():
        (found.speaks_against if code.speaks_against else found.speaks_for).append(str(EVIDENCE[code]))
    if suggestion is None:
        found.speaks_against.append(_("the names are not alike"))
    _weigh_meetings(facts, found)
    _weigh_days(facts, found)
    _weigh_ratings(facts, found)
    return found


def place_of(meeting: Meeting) -> SafeString:
    """“Club evening, round 3, board 2”, as far as it is known."""
    event = meeting.event.name
    if meeting.round is None:
        return told("%(event)s", event=event)
    if meeting.board is None:
        return told(_("%(event)s, round %(round)s"), event=event, round=meeting.round)
    return told(
        _("%(event)s, round %(round)s, board %(board)s"),
        event=event,
        round=meeting.round,
        board=meeting.board,
    )


def _weigh_meetings(facts: PairFacts, found: Weighed) -> None:
    for meeting in facts.met[:_MOST_NAMED]:
        found.speaks_against.append(told(_("met each other: %(where)s"), where=place_of(meeting)))
    for meeting in facts.in_one_round[:_MOST_NAMED]:
        sentence = _("both played in round %(round)s of %(event)s")
        found.speaks_against.append(told(sentence, round=meeting.round, event=meeting.event.name))
    if facts.met or facts.in_one_round or not facts.one.events or not facts.other.events:
        return
    common = facts.common_events
    if len(common) == 1:
        sentence = _("both in %(event)s, and never in the same round")
        found.speaks_for.append(told(sentence, event=common[0].name))
    elif common:
        sentence = ngettext(
            "both in %(count)s event, and never in the same round",
            "both in %(count)s events, and never in the same round",
            len(common),
        )
        found.speaks_for.append(told(sentence, count=len(common)))
    else:
        found.speaks_for.append(_("never in the same event"))


def _weigh_days(facts: PairFacts, found: Weighed) -> None:
    days = facts.days_between
    if facts.overlaps and not facts.common_events:
        found.speaks_against.append(_("both came during the same time"))
    if days is None:
        return
    if days > _LONG_GAP:
        found.speaks_against.append(
            _("more than two years between the last event of one and the first of the other")
        )
    else:
        found.speaks_for.append(
            ngettext(
                "one came after the other had left, %(count)d day later",
                "one came after the other had left, %(count)d days later",
                days,
            )
            % {"count": days}
        )


def _weigh_ratings(facts: PairFacts, found: Weighed) -> None:
    for ladder in facts.ladders:
        one, other = facts.one.rating_on(ladder), facts.other.rating_on(ladder)
        if one is None or other is None:
            continue
        named = {"ladder": ladder.name, "one": one.rating, "other": other.rating}
        apart = abs(one.rating - other.rating)
        if apart <= _CLOSE:
            sentence = _("ratings are close on %(ladder)s: %(one)s and %(other)s")
            found.speaks_for.append(told(sentence, **named))
        elif apart >= _FAR_APART:
            sentence = _("ratings are far apart on %(ladder)s: %(one)s and %(other)s")
            found.speaks_against.append(told(sentence, **named))
