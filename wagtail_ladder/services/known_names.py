"""The names under which the members of a club are known: what `matching.Registry` is made of."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import QuerySet

from ..matching.reading import read
from ..models import Act, Decision, Entry, Event, Player
from .persons import absorbed_below, who_is_really


def known_names(club_id: int, *, without: Event | None = None) -> list[tuple[int, str, dict[str, int]]]:
    """(player id, registered name, confirmed spelling -> how often) of every member, in order of ids.

    Who was merged with another is no member of his own: his spellings are the other's, and so is his name,
    which nobody confirmed by that (0 times). The entries of the event `without` do not count, as its own
    decisions prove nothing about its other names.
    """
    names: dict[int, str] = {}
    spellings: dict[int, Counter[str]] = defaultdict(Counter)
    players = Player.objects.filter(club_id=club_id).order_by("pk")
    for pk, name, merged_into in players.values_list("pk", "name", "merged_into_id"):
        if merged_into is None:
            names[pk] = name
        else:
            spellings[merged_into][name] += 0
    for person, typed in _linked(club_id, without).order_by("pk").values_list("person_id", "typed_name"):
        if typed != names.get(person):
            spellings[person][typed] += 1
    return [(pk, name, dict(spellings[pk])) for pk, name in names.items()]


def known_names_apart(merge: Act, asked: Collection[int]) -> list[tuple[bool, str, dict[str, int]]]:
    """(whether it is the absorbed one, name, spellings) of the two whom a merge made one, each without it.

    The entries `asked` about prove nothing: whose they are is the question. Who is who, the ledger says: what
    is stored of the players may have been written past it, which the undoing puts right.
    """
    absorbed: list[Any] = [merge.other_id, *absorbed_below(merge)]
    ends = who_is_really(merge.club_id)
    really = ends.get(absorbed[0]) or merge.player_id
    one_with_him = [player for player, end in ends.items() if end == really]
    people = Player.objects.filter(pk__in=[really, merge.other_id, *one_with_him])
    spellings: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    name_of = {}
    for pk, name in people.order_by("pk").values_list("pk", "name"):
        if pk in (really, merge.other_id):
            name_of[pk != really] = name
        else:
            spellings[pk in absorbed][name] += 0
    entries = _linked(merge.club_id).filter(player__in=people).exclude(pk__in=asked)
    for player, typed in entries.order_by("pk").values_list("player_id", "typed_name"):
        is_absorbed = player in absorbed
        if typed != name_of[is_absorbed]:
            spellings[is_absorbed][typed] += 1
    return [(is_absorbed, name_of[is_absorbed], dict(known)) for is_absorbed, known in spellings.items()]


Spelling = tuple[str, ...]
"""What the registry counts as one spelling, whatever keyboard it was typed on."""


def spelling_of(name: str) -> Spelling:
    return read(name).key


def known_by_merge(
    club_id: int, *, without: Event | None = None
) -> Mapping[tuple[int, Spelling], Mapping[str, int]]:
    """(player id, spelling) -> from whom the player has it by a merge: name -> how often confirmed.

    Not at all (0) is the name itself of one who was merged into him. Empty where the spelling is his own.
    """
    found: dict[tuple[int, Spelling], Counter[str]] = defaultdict(Counter)
    absorbed = Player.objects.filter(club_id=club_id, merged_into__isnull=False)
    for person, name in absorbed.order_by("pk").values_list("merged_into_id", "name"):
        found[person, spelling_of(name)][name] += 0
    entries = _linked(club_id, without).filter(player__merged_into__isnull=False).order_by("pk")
    for person, name, typed in entries.values_list("person_id", "player__name", "typed_name"):
        found[person, spelling_of(typed)][name] += 1
    return found


def _linked(club_id: int, without: Event | None = None) -> QuerySet[Any]:
    entries: QuerySet[Any] = Entry.objects.with_person().filter(
        event__ladder__club_id=club_id, decision=Decision.MEMBER
    )
    entries = entries.exclude(event__status=Event.Status.DELETED)
    return entries if without is None else entries.exclude(event=without)
