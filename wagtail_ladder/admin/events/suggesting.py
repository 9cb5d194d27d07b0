"""Which members a typed name may be: asked of `matching`, with what helps a person to decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...engine import shown
from ...matching import Confidence, Registry, Suggestion
from ...models import Entry, Event, Standing
from ...services.known_names import Spelling, known_by_merge, known_names, spelling_of
from ..who.finding import members_called
from .evidence import worded
from .last_seen import seen_last, told_when
from .words import listed

SUGGESTED = 3


@dataclass(frozen=True)
class Candidate:
    """A member who may be meant. Nothing is decided by being suggested."""

    player_id: int
    name: str
    facts: tuple[str, ...] = ()
    """Rating, games, last seen."""
    why: str = ""
    against: str = ""
    is_strong: bool = False
    is_here: bool = False
    """Another name of the event is this member already."""

    @property
    def choice(self) -> str:
        """What the form calls the decision for this member."""
        return f"member-{self.player_id}"

    @property
    def seen(self) -> str:
        """Stands in a form for the member as he was shown."""
        return _digest((self.player_id, self.name))


def digest_of(candidates: Iterable[Candidate]) -> str:
    """Stands in a form for who was offered together, under which names, and who fitted without a doubt."""
    return _digest([(candidate.player_id, candidate.name, candidate.is_strong) for candidate in candidates])


def _digest(shown: Any) -> str:
    """Short, as a form has many; salted, as it is made of names, which nobody should find by trying."""
    return salted_hmac("wagtail_ladder.offered", repr(shown), algorithm="sha256").hexdigest()[:16]


@dataclass(frozen=True)
class Resembling:
    """A suggestion for one entry. The sheet gives a member to the name that fits him best: is it this one?"""

    suggestion: Suggestion[int]
    is_own: bool


class Suggesting:
    """The registry of the event's club, asked about the event's names."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def names(self) -> dict[int, str]:
        return {pk: name for pk, name, _spellings in self._members}

    def resembling(self, entries: Sequence[Entry]) -> dict[int, list[Resembling]]:
        """Entry id -> who resembles it, best first; empty where nobody does.

        Nobody is first for two names, and who is in the event already is first for none. They follow behind,
        so that nobody takes the name for somebody new.
        """
        typed = [entry.typed_name for entry in entries]
        found = {}
        for entry, own in zip(entries, self._registry.suggest_sheet(typed, taken=self._here), strict=True):
            resembling = [Resembling(suggestion, True) for suggestion in own]
            if len(own) < SUGGESTED:
                known = {suggestion.player for suggestion in own}
                resembling += [
                    Resembling(suggestion, False)
                    for suggestion in self._registry.suggest(entry.typed_name, SUGGESTED)
                    if suggestion.player not in known
                ]
            found[entry.pk] = resembling[:SUGGESTED]
        return found

    def candidates(self, found: Mapping[Entry, Sequence[Resembling]]) -> dict[int, list[Candidate]]:
        """Entry id -> the same, in words."""
        facts = self._facts({one.suggestion.player for every in found.values() for one in every})
        return {
            entry.pk: [self._candidate(one, entry.typed_name, facts) for one in every]
            for entry, every in found.items()
        }

    def candidates_for(self, entry: Entry) -> list[Candidate]:
        return self.candidates({entry: self.resembling([entry])[entry.pk]})[entry.pk]

    def near(self, entry: Entry, *names: str) -> list[Candidate]:
        """Everybody who is suggested for the entry: a new member beside them has to be looked at twice.

        `names` are others under which the new member would stand.
        """
        near = {one.suggestion.player: one for one in self.resembling([entry])[entry.pk]}
        for name in (entry.typed_name, *names):
            for suggestion in self._registry.suggest(name, SUGGESTED):
                near.setdefault(suggestion.player, Resembling(suggestion, True))
        return self.candidates({entry: list(near.values())})[entry.pk]

    def called(self, text: str, limit: int = 8) -> list[Candidate]:
        """Members of whom a name or a spelling contains, or resembles, what was typed."""
        return self.members(members_called(self.event.ladder.club, text, limit))

    def members(self, player_ids: Iterable[int]) -> list[Candidate]:
        """These members, without any reason; who is none (any more) is left out."""
        ids = [pk for pk in player_ids if pk in self.names]
        facts = self._facts(ids)
        return [
            Candidate(pk, self.names[pk], facts[pk].told, facts[pk].that_evening, is_here=pk in self._here)
            for pk in ids
        ]

    @cached_property
    def _members(self) -> list[tuple[int, str, dict[str, int]]]:
        return known_names(self.event.ladder.club_id, without=self.event)

    @cached_property
    def _by_merge(self) -> Mapping[tuple[int, Spelling], Mapping[str, int]]:
        return known_by_merge(self.event.ladder.club_id, without=self.event)

    @cached_property
    def _registry(self) -> Registry[int]:
        return Registry(self._members, self.event.ladder.club.language)

    @cached_property
    def _here(self) -> set[int]:
        """The members who are in the event, as decided so far."""
        here = self.event.entries.with_person().exclude(player=None)
        return set(here.values_list("person_id", flat=True))

    def _candidate(self, one: Resembling, typed: str, facts: Mapping[int, "_Facts"]) -> Candidate:
        suggestion = one.suggestion
        player = suggestion.player
        reasons = worded(suggestion, typed, self.names, self._by_merge.get((player, spelling_of(typed)), {}))
        return Candidate(
            player,
            self.names[player],
            facts[player].told,
            listed(filter(None, [reasons.speaks_for, facts[player].that_evening])),
            listed(filter(None, [reasons.speaks_against, self._elsewhere_on_the_sheet(one)])),
            is_strong=one.is_own and suggestion.confidence is Confidence.STRONG,
            is_here=player in self._here,
        )

    def _elsewhere_on_the_sheet(self, one: Resembling) -> str:
        if one.is_own or one.suggestion.player in self._here:
            return ""
        return _("suggested for another name too")

    def _facts(self, player_ids: Iterable[int]) -> dict[int, "_Facts"]:
        """Of everybody asked for; two queries."""
        ids = list(player_ids)
        ladder = self.event.ladder
        standings = {
            player: (shown(rating, ladder.shown_decimals), games)
            for player, rating, games in Standing.objects.filter(ladder=ladder, player__in=ids).values_list(
                "player_id", "rating", "played_games"
            )
        }
        seen = seen_last(ids, self.event)
        nowhere: tuple[None, int] = (None, 0)
        return {
            pk: _Facts(*standings.get(pk, nowhere), *seen.get(pk, (None, False)), self.event.last_day)
            for pk in ids
        }


@dataclass(frozen=True)
class _Facts:
    rating: int | Decimal | None
    games: int
    """Really played on this ladder."""
    last_seen: date | None
    """The last day of his last event of the club, on any of its ladders."""
    was_elsewhere: bool
    """Played in another event of the club which ended on the same day."""
    evening: date

    @property
    def told(self) -> tuple[str, ...]:
        parts = []
        if self.rating is None:
            parts.append(_("not on this ladder yet"))
        else:
            parts.append(str(self.rating))
            parts.append(ngettext("%(count)d game", "%(count)d games", self.games) % {"count": self.games})
        if self.last_seen is not None:
            parts.append(told_when(self.last_seen, self.evening))
        return tuple(parts)

    @property
    def that_evening(self) -> str:
        return _("played here on the same evening") if self.was_elsewhere else ""
