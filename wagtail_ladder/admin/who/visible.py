"""Whose full name visitors would read where they do not read it now."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ...models import Entry, Event, Ladder, LadderPlayer, Player
from ...models.ladder import shown_in_full
from ...ordering import alphabetical
from ..ledger.words import told

FullNames = Collection[tuple[int, int, int]]
"""Ladder id, player id, entry id: in that entry, visitors of the ladder read that player's full name."""


def full_names(entries: QuerySet[Entry]) -> FullNames:
    """As they are shown now, or inside a trial, in the published ones of these entries."""
    published = entries.filter(event__status=Event.Status.PUBLISHED).exclude(player=None)
    found = set(published.with_person().values_list("event__ladder", "person_id", "pk"))  # type: ignore[attr-defined]
    people = {player for _ladder, player, _entry in found}
    seats = LadderPlayer.objects.filter(shown_in_full(), player__in=people)
    in_full = set(seats.values_list("ladder", "player"))
    return {one for one in found if one[:2] in in_full}


def becomes_visible(before: FullNames, then: FullNames) -> list[SafeString]:
    """A sentence for each ladder on which a full name is shown then in an entry where it is not shown now."""
    players: dict[int, set[int]] = defaultdict(set)
    for ladder, player, _entry in set(then) - set(before):
        players[ladder].add(player)
    ladders = Ladder.objects.filter(pk__in=players).select_related("club").order_by("name", "pk")
    return [_on_ladder(ladder, players[ladder.pk]) for ladder in ladders]


def _on_ladder(ladder: Ladder, players: Collection[int]) -> SafeString:
    names = Player.objects.filter(pk__in=players).values_list("name", flat=True)
    ordered = sorted(names, key=lambda name: alphabetical(name, ladder.club.language))
    listed = format_html_join(", ", "“<bdi>{}</bdi>”", ((name,) for name in ordered))
    return told(_("On %(ladder)s visitors will read in full: %(names)s."), ladder=ladder.name, names=listed)
