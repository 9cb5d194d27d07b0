"""Members of a club by name."""

from ...matching import Registry, fold
from ...models import Club
from ...ordering import alphabetical
from ...services.known_names import known_names

LEAST_LETTERS = 2


def members_called(club: Club, text: str, limit: int = 20) -> list[int]:
    """Ids of those whose name, or one of whose spellings, contains what was typed, or resembles it."""
    members = known_names(club.pk)
    wanted = fold(text).split()
    found = [
        (name, pk)
        for pk, name, spellings in members
        if wanted and any(all(word in fold(known) for word in wanted) for known in (name, *spellings))
    ]
    found.sort(key=lambda member: (alphabetical(member[0], club.language), member[1]))
    ids = [pk for _name, pk in found]
    if len(ids) < limit:
        registry = Registry(members, club.language)
        ids += [one.player for one in registry.suggest(text, limit) if one.player not in ids]
    return ids[:limit]
