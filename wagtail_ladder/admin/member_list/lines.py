"""The lines of a list as they are reviewed: who in the registry, or in the list, each may be."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ...engine import shown
from ...matching import Confidence, Registry, Suggestion, fold
from ...models import Club, Standing
from ...reports import TypedName
from ...services.known_names import Spelling, known_by_merge, known_names, spelling_of
from ..events.evidence import worded
from ..events.last_seen import seen_last, told_when
from ..events.suggesting import Candidate
from ..events.suggesting import digest_of as digest_of_offered

NEW, LEFT_OUT = "new", "left_out"


@dataclass
class Line:
    """One name of the list. `choice` is `member-17`, `new`, `left_out`, or nothing while nobody has said."""

    typed: TypedName
    near: list[Candidate]
    """Members who may be meant, likeliest first."""
    earlier: list[TypedName]
    """Lines before it that hold the same name, or nearly so."""
    choice: str = ""
    choices: frozenset[str] = field(init=False)
    """What may be chosen."""

    def __post_init__(self) -> None:
        members = (candidate.choice for candidate in self.near)
        self.choices = frozenset([*members, NEW, LEFT_OUT])
        strong = next((candidate.choice for candidate in self.near if candidate.is_strong), "")
        self.choice = "" if self.earlier else strong or ("" if self.near else NEW)

    @property
    def is_asked(self) -> bool:
        return bool(self.near or self.earlier)

    @property
    def not_same_as(self) -> tuple[int, ...]:
        """The members whom a new member of this name is not."""
        return tuple(candidate.player_id for candidate in self.near)


def lines_of(club: Club, names: Sequence[TypedName]) -> list[Line]:
    """Whom each name resembles. A member is proposed for one line only, as on the sheet of an event."""
    members = known_names(club.pk)
    called = {pk: name for pk, name, _spellings in members}
    by_merge = known_by_merge(club.pk)
    registry = Registry(members, club.language)
    sheet = registry.suggest_sheet([typed.name for typed in names])
    earlier = _earlier(names, club.language)
    lines = []
    for place, (typed, own) in enumerate(zip(names, sheet, strict=True)):
        near = own or registry.suggest(typed.name)
        candidates = [
            _candidate(suggestion, typed.name, called, by_merge, is_own=bool(own)) for suggestion in near
        ]
        lines.append(Line(typed, candidates, [names[other] for other in sorted(earlier[place])]))
    return _with_facts(lines)


def _with_facts(lines: list[Line]) -> list[Line]:
    """Each near member with his ratings and when he was seen last; two queries for all of them."""
    ids = {candidate.player_id for line in lines for candidate in line.near}
    ratings: dict[int, list[str]] = defaultdict(list)
    standings = Standing.objects.filter(player__in=ids).select_related("ladder")
    for standing in standings.order_by("ladder__name", "ladder_id"):
        ladder = standing.ladder
        ratings[standing.player_id].append(f"{ladder.name} {shown(standing.rating, ladder.shown_decimals)}")
    seen = seen_last(ids)
    today = timezone.localdate()
    facts = {
        player: (
            *(ratings[player] or [_("on no ladder yet")]),
            *([told_when(seen[player][0], today)] if player in seen else []),
        )
        for player in ids
    }
    for line in lines:
        line.near = [replace(candidate, facts=facts[candidate.player_id]) for candidate in line.near]
    return lines


def _earlier(names: Sequence[TypedName], language: str) -> dict[int, set[int]]:
    """Place in the list -> places before it that may be the same person, by an equal name or a likely one."""
    found: dict[int, set[int]] = defaultdict(set)
    first: dict[str, int] = {}
    for place, typed in enumerate(names):
        if (same := first.setdefault(fold(typed.name) or typed.name, place)) != place:
            found[place].add(same)
    unlike = Registry([(place, names[place].name) for place in first.values()], language)
    for double in unlike.doubles():
        one, other = sorted(double.players)
        found[other].add(one)
    return found


def choose(lines: Sequence[Line], said: Mapping[str, str]) -> None:
    """Take over what a form says, `choice-4` for the name of line 4, as far as it was offered."""
    for line in lines:
        choice = said.get(f"choice-{line.typed.line}", "")
        line.choice = choice if choice in line.choices else ""


def digest_of(lines: Sequence[Line]) -> str:
    """Stands for everything that was looked at: the names, and who was shown with each, by which name."""
    seen = [(line.typed.line, line.typed.name, digest_of_offered(line.near)) for line in lines]
    return salted_hmac("wagtail_ladder.member_list", repr(seen), algorithm="sha256").hexdigest()


def _candidate(
    suggestion: Suggestion[int],
    typed: str,
    called: Mapping[int, str],
    by_merge: Mapping[tuple[int, Spelling], Mapping[str, int]],
    *,
    is_own: bool,
) -> Candidate:
    reasons = worded(suggestion, typed, called, by_merge.get((suggestion.player, spelling_of(typed)), {}))
    return Candidate(
        suggestion.player,
        called[suggestion.player],
        why=reasons.speaks_for,
        against=reasons.speaks_against,
        is_strong=is_own and suggestion.confidence is Confidence.STRONG,
    )
