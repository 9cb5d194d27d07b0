"""The names under which the members of a club are known: what `matching.Registry` is made of."""

from collections import Counter, defaultdict

from ..models import Decision, Entry, Event, Player


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
    entries = Entry.objects.with_person().filter(event__ladder__club_id=club_id, decision=Decision.MEMBER)
    entries = entries.exclude(event__status=Event.Status.DELETED)
    if without is not None:
        entries = entries.exclude(event=without)
    for person, typed in entries.order_by("pk").values_list("person_id", "typed_name"):
        if typed != names[person]:
            spellings[person][typed] += 1
    return [(pk, name, dict(spellings[pk])) for pk, name in names.items()]
