"""What of a ladder's inputs is itself derived: who a name is, who a player is, and what stands for his name.

Each function reads what is stored of one ladder, and yields where it is not what it follows from. Inside the
club's lock, like all reads of a verification.
"""

from collections.abc import Iterator

from django.db.models import F, Q

from ..matching import discreet_initials
from ..models import Decision, Entry, EntryDecision, Game, Ladder, LadderPlayer, Player
from .differences import Difference, What
from .persons import who_is_really

_UNDECIDED = (Decision.UNDECIDED.value, None, None, None)
_DECIDED = ("decision", "player_id", "decided_by_id", "decided_at")
_LONGEST_INITIALS = LadderPlayer._meta.get_field("initials").max_length


def derived_inputs(ladder: Ladder) -> Iterator[Difference]:
    """Everything at once, the causes first. `ladder` with its club."""
    yield from _who_players_are(ladder)
    yield from _who_names_are(ladder)
    yield from _foreigners(ladder)
    yield from _initials(ladder)


def _who_players_are(ladder: Ladder) -> Iterator[Difference]:
    merged = Player.objects.filter(club_id=ladder.club_id, merged_into__isnull=False)
    stored = dict(merged.values_list("pk", "merged_into_id"))
    really = who_is_really(ladder.club_id)
    for player in sorted({*stored, *really}):
        if player in really and really[player] is None:
            yield Difference(What.CIRCLE, player=player)
        elif stored.get(player) != really.get(player):
            yield Difference(
                What.MERGED, player=player, stored=stored.get(player), computed=really.get(player)
            )


def _who_names_are(ladder: Ladder) -> Iterator[Difference]:
    """In drafts and deleted events as well: they may be published tomorrow."""
    in_force: dict[int, tuple[object, ...]] = {}
    foreign: dict[int, int] = {}
    decisions = EntryDecision.objects.filter(entry__event__ladder=ladder, act__undone_at__isnull=True)
    for entry, decision, player, act, by, at, club in decisions.order_by("act_id").values_list(
        "entry_id", "decision", "player_id", "act_id", "act__by_id", "act__at", "act__club_id",
    ):  # fmt: skip
        in_force[entry] = _UNDECIDED if decision == Decision.UNDECIDED else (decision, player, by, at)
        if club != ladder.club_id:
            foreign[entry] = act
    entries = Entry.objects.filter(event__ladder=ladder).order_by("event_id", "pk")
    for entry, event, *stored in entries.values_list("pk", "event_id", *_DECIDED):
        if entry in foreign:
            yield Difference(What.FOREIGN_ACT, event=event, entry=entry, act=foreign[entry])
        for field, was, should in zip(_DECIDED, stored, in_force.get(entry, _UNDECIDED), strict=True):
            if was != should:
                yield Difference(
                    What.DECISION, event=event, entry=entry, field=field, stored=was, computed=should
                )


def _foreigners(ladder: Ladder) -> Iterator[Difference]:
    games = Game.objects.filter(event__ladder=ladder).order_by("event_id", "pk")
    elsewhere = games.exclude(white__event=F("event")) | games.exclude(
        Q(black=None) | Q(black__event=F("event"))
    )
    for event, game in elsewhere.values_list("event_id", "pk").distinct():
        yield Difference(What.FOREIGN_SEAT, event=event, game=game)
    strangers = Player.objects.exclude(club=ladder.club_id)
    here = (
        Q(pk__in=Entry.objects.filter(event__ladder=ladder).values("player"))
        | Q(pk__in=Entry.objects.filter(event__ladder=ladder).values("player__merged_into"))
        | Q(pk__in=LadderPlayer.objects.filter(ladder=ladder).values("player"))
    )
    for player in strangers.filter(here).order_by("pk").values_list("pk", flat=True):
        yield Difference(What.FOREIGN_PLAYER, player=player)


def _initials(ladder: Ladder) -> Iterator[Difference]:
    seats = LadderPlayer.objects.filter(ladder=ladder).order_by("pk")
    for player, name, initials, number in seats.values_list(
        "player_id", "player__name", "initials", "initials_suffix"
    ):
        if initials != discreet_initials(name, ladder.club.language)[:_LONGEST_INITIALS]:
            yield Difference(What.INITIALS, player=player)
        if number > ladder.initials_given.get(initials, 0):
            yield Difference(What.INITIALS_NUMBER, player=player)
