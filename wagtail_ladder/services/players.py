from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.contrib.auth.models import User as AuthUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from wagtail.models import ModelLogEntry

from ..matching import fold
from ..models import Club, ClubRole, Ladder, LadderPlayer, Player
from ..models.identifiers import public_id
from ..models.ladder import shown_in_full, shown_in_full_alone
from .editors import last_changed
from .errors import ChangedMeanwhile, Missing, Refused
from .persons import people_in, seat_with_start
from .places import give_initials, seat_players
from .roles import has_role
from .text import cleaned_name, cleaned_reason
from .verb import Change, verb


def rename_player(player: Player, name: str, *, by: AuthUser) -> Player:
    """Correct the name of a member. Ratings do not move; the initials follow, with a new number.

    Under another name, not only another spelling of it, an arbiter's rename makes him count as under 18 and
    without consent again: both were given for the person of the old name.
    """
    with verb(player.club_id, by=by, role=ClubRole.ARBITER) as change:
        player = player_by_himself(player.club_id, player.pk)
        was, player.name = player.name, cleaned_name(name)
        if fold(was) != fold(player.name) and not has_role(by, ClubRole.ORGANISER, player.club_id):
            player.is_adult = player.full_name_consent = False
        seats = LadderPlayer.objects.filter(player=player)
        with new_addresses_for_hidden_names(seats, change):
            player.save(update_fields=["name", "is_adult", "full_name_consent"])
        if was != player.name:
            # The old pages of those merged into him must not lead to another name, nor his own come back.
            absorbed = LadderPlayer.objects.filter(shown_in_full_alone(), player__merged_into=player)
            _give_new_addresses(absorbed, change)
            seats.update(public_id_in_full="")
        give_initials(seats, player.club.language)
        for ladder_id in seats.values_list("ladder_id", flat=True):
            change.purge(ladder_id)
        change.log(player, "rename_player")
    return player


def confirm_adults(club: Club, player_ids: Iterable[int], *, adults: bool = True, by: AuthUser) -> int:
    """Say that these members are adults; returns how many were not before. Organisers only.

    With `adults=False` they count as juniors again, which shows less of them: any role may do that.
    """
    role = ClubRole.ORGANISER if adults else ClubRole.ARBITER
    with verb(club.pk, by=by, role=role) as change:
        asked_for = _whole_persons(club, player_ids)
        players = list(asked_for.filter(is_adult=not adults))
        _update(players, change, is_adult=adults)
        for player in players:
            change.log(player, "confirm_adult" if adults else "unconfirm_adult")
    return _persons(players)


def record_consent(club: Club, player_ids: Iterable[int], *, by: AuthUser) -> int:
    """Put on record that these members may be shown by their full names; returns how many could not before.

    Of a junior the parents said so. It counts where the ladder shows full names and the club does not forbid
    those of juniors. Organisers only.
    """
    with verb(club.pk, by=by, role=ClubRole.ORGANISER) as change:
        return _set_consent(club, player_ids, True, change)


def withdraw_consent(club: Club, player_ids: Iterable[int], *, by: AuthUser) -> int:
    """Take a consent back, which shows less at once; returns how many had one. Any role may do it."""
    with verb(club.pk, by=by, role=ClubRole.ARBITER) as change:
        return _set_consent(club, player_ids, False, change)


def _set_consent(club: Club, player_ids: Iterable[int], given: bool, change: Change) -> int:
    players = list(_whole_persons(club, player_ids).exclude(full_name_consent=given))
    _update(players, change, full_name_consent=given, consent_by=change.by, consent_at=timezone.now())
    for player in players:
        change.log(player, "record_consent" if given else "withdraw_consent")
    return _persons(players)


def force_initials(ladder: Ladder, player: Player, forced: bool, *, by: AuthUser) -> None:
    """Show a player by initials on this ladder whatever else is set. Taking it back is the organiser's."""
    role = ClubRole.ARBITER if forced else ClubRole.ORGANISER
    with verb(ladder.club_id, by=by, role=role) as change:
        player = player_by_himself(ladder.club_id, player.pk)
        seat_players(ladder.pk, [player.pk], by=change.by)
        seats = LadderPlayer.objects.filter(ladder=ladder, player__in=people_in(player))
        with new_addresses_for_hidden_names(seats, change):
            seats.update(initials_forced=forced)
        change.purge(ladder.pk)
        change.log(player, "force_initials" if forced else "unforce_initials", ladder=ladder.pk)


class StartRating(NamedTuple):
    """What a player begins with on a ladder, in whole points, and why; without points, as everybody."""

    points: int | None = None
    reason: str = ""


def start_rating_of(ladder_id: int, player: Player) -> StartRating:
    seat = seat_with_start(ladder_id, player)
    return StartRating(seat.start_rating, seat.start_reason) if seat else StartRating()


def set_start_rating(
    ladder: Ladder,
    player: Player,
    points: int | None,
    reason: str = "",
    *,
    by: AuthUser,
    expected: StartRating | None = None,
) -> LadderPlayer:
    """Let a known player begin at `points` (whole points, 100 to 3500) instead of the ladder's start rating.

    One a ladder and player, used at his first rated event; he is provisional all the same. None takes it
    back, and those of everybody merged into him: one that was not chosen at the merge must not come up
    instead. Organisers only; the ladder is replayed.

    `expected` is the one that was looked at: raises ChangedMeanwhile where it is another one now.
    """
    with verb(ladder.club_id, by=by, role=ClubRole.ORGANISER) as change:
        player = player_by_himself(ladder.club_id, player.pk)
        stored = start_rating_of(ladder.pk, player)
        if expected not in (None, stored):
            raise ChangedMeanwhile("start_rating_changed", _start_rating_changed(ladder, player, stored))
        if points is not None and not 100 <= points <= 3500:
            raise Refused("start_rating_impossible", _("A start rating is a whole number from 100 to 3500."))
        reason = cleaned_reason(reason, required=points is not None)
        own = seat_players(ladder.pk, [player.pk], by=change.by)[player.pk]
        seat = seat_with_start(ladder.pk, player) or own
        change.replay(ladder.pk)
        seat.start_rating, seat.start_reason = points, reason if points is not None else ""
        seat.save(update_fields=["start_rating", "start_reason"])
        if points is None:
            others = LadderPlayer.objects.filter(ladder=ladder, player__in=people_in(player))
            others.update(start_rating=None, start_reason="")
        change.log(player, "set_start_rating", ladder=ladder.pk, points=points, reason=reason)
    return seat


def _start_rating_changed(ladder: Ladder, player: Player, stored: StartRating) -> str:
    sentences = [_("This start rating has been changed since you looked. Please look again.")]
    of_players = ModelLogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player))
    entries = of_players.filter(
        object_id__in=[str(pk) for pk in people_in(player)],
        action="wagtail_ladder.set_start_rating",
        data__ladder=ladder.pk,
    )
    latest = entries.select_related("user").order_by("-timestamp", "-pk").first()
    if latest is not None and _as_given(latest.data) == stored:  # else somebody passed the verbs by
        sentences.append(last_changed(latest.user, latest.timestamp))
    return " ".join(sentences)


def _as_given(logged: Mapping[str, Any]) -> StartRating:
    """The reason for taking one back is not stored with the player."""
    return StartRating() if logged["points"] is None else StartRating(logged["points"], logged["reason"])


@contextmanager
def new_addresses_for_hidden_names(seats: QuerySet[LadderPlayer], change: Change) -> Iterator[None]:
    """Whose full name is not shown any more after the block, or another one, gets a new address there.

    The old one leads nowhere: a page that was kept under it must not tell whose initials the new one shows.
    So it is of those who are merged with somebody of whom that holds. Where the block shows a name again that
    a merge had hidden, its address from before comes back.
    """
    before = _names_in_full(seats)
    yield
    after = _names_in_full(seats)
    hidden = LadderPlayer.objects.filter(pk__in=[pk for pk, name in before.items() if after.get(pk) != name])
    person = hidden.filter(ladder=OuterRef("ladder"), player=OuterRef("player__merged_into"))
    _give_new_addresses(LadderPlayer.objects.filter(Q(pk__in=hidden) | Q(Exists(person))), change)
    give_addresses_back(seats.filter(player__merged_into=None), change)


@contextmanager
def new_addresses_for_names_hidden_by_a_merge(
    seats: QuerySet[LadderPlayer], change: Change
) -> Iterator[None]:
    """The same around a merge, whose undoing gives the old addresses back."""
    before = _names_in_full(seats)
    yield
    hidden = LadderPlayer.objects.filter(pk__in=before.keys() - _names_in_full(seats).keys())
    hidden.update(public_id_in_full=F("public_id"))
    _give_new_addresses(hidden, change)


def give_addresses_back(seats: QuerySet[LadderPlayer], change: Change) -> None:
    """To those whose full names are shown again, the address under which a merge had found it."""
    for seat in seats.filter(shown_in_full()).exclude(public_id_in_full=""):
        change.retire(seat.ladder_id, seat.public_id)
        seat.public_id, seat.public_id_in_full = seat.public_id_in_full, ""
        seat.save(update_fields=["public_id", "public_id_in_full"])


def _give_new_addresses(seats: QuerySet[LadderPlayer], change: Change) -> None:
    moved = list(seats)
    for seat in moved:
        change.retire(seat.ladder_id, seat.public_id)
        seat.public_id = public_id()
    LadderPlayer.objects.bulk_update(moved, ["public_id"], batch_size=200)


def _names_in_full(seats: QuerySet[LadderPlayer]) -> dict[int, str]:
    return dict(seats.filter(shown_in_full()).values_list("pk", "player__name"))


def _whole_persons(club: Club, player_ids: Iterable[int]) -> QuerySet[Player]:
    """With everybody who was merged into them: what is said of a person holds for all of him."""
    asked_for = Player.objects.filter(club_id=club.pk, pk__in=list(player_ids))
    ids = [merged_into or pk for pk, merged_into in asked_for.values_list("pk", "merged_into_id")]
    return Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids))


def _persons(players: list[Player]) -> int:
    return len({player.merged_into_id or player.pk for player in players})


def _update(players: list[Player], change: Change, **fields: object) -> None:
    """Write the same values to all of them, and purge what shows them, or those with whom they are one."""
    persons = {player.merged_into_id or player.pk for player in players}
    seats = LadderPlayer.objects.filter(Q(player__in=persons) | Q(player__merged_into__in=persons))
    with new_addresses_for_hidden_names(seats, change):
        Player.objects.filter(pk__in=[player.pk for player in players]).update(**fields)
    for ladder_id in set(seats.values_list("ladder_id", flat=True)):
        change.purge(ladder_id)


def player_by_himself(club_id: int, player_id: int) -> Player:
    """The player, read behind the club's lock. Who was merged with another is asked for under his name."""
    found = Player.objects.select_related("club").filter(pk=player_id, club_id=club_id).first()
    if found is None:
        raise Missing("player_missing", _("This player is not in the club's registry."))
    if found.merged_into_id is not None:
        raise ChangedMeanwhile(
            "player_merged", _("This member was merged with another meanwhile. Please look again.")
        )
    return found
