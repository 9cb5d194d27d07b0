"""The pairings of an event: typed round by round, corrected one by one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User as AuthUser
from django.db.models import Q
from django.utils.translation import gettext as _

from ..kinds import Kind
from ..models import ClubRole, Entry, Event, Game
from .acts import person, refuse_impossible_seats, taken_by
from .errors import Missing, Refused
from .text import cleaned_reason
from .verb import Change, living_event, save_event, verb

_PLAYED_SCORES = frozenset({(2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)})
LAST_BOARD = 9999
_BYE_HALF_POINTS = {Kind.BYE_PAIRING: 2, Kind.BYE_FULL: 2, Kind.BYE_HALF: 1, Kind.BYE_ZERO: 0}


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a pairing; half points are 0, 1 or 2.

    Raises Refused for a score that cannot be: 1–1, a forfeit without a winner, a scheduled game with points.
    """

    kind: Kind
    white_half_points: int | None = None
    black_half_points: int | None = None

    def __post_init__(self) -> None:
        score = (self.white_half_points, self.black_half_points)
        possible = {
            Kind.PLAYED: score in _PLAYED_SCORES,
            Kind.PLAYED_UNRATED: score in _PLAYED_SCORES,
            Kind.FORFEIT: score in {(2, 0), (0, 2), (1, 0), (0, 1)},
            Kind.DOUBLE_FORFEIT: score == (0, 0),
            Kind.SCHEDULED: score == (None, None),
            Kind.NOT_PAIRED: score[1] is None and score[0] in (0, 1, 2, None),
        }.get(self.kind, score[1] is None and score[0] in (0, 1, 2))
        if not possible:
            raise Refused("score_impossible", _("This result cannot be: please choose one of the list."))

    @classmethod
    def bye(cls, kind: Kind) -> "Result":
        return cls(kind, _BYE_HALF_POINTS[kind], None)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A line of the round as typed. `black` (an entry id, as `white`) is None for a bye."""

    board: int | None
    white: int
    black: int | None
    result: Result


def save_round(
    event: Event,
    number: int,
    pairings: Sequence[Pairing],
    *,
    by: AuthUser,
    keep: Collection[int] = (),
    expected_version: int | None = None,
    reason: str = "",
) -> Event:
    """Make the given pairings the round `number` of the event, replacing what it had.

    Games whose ids are in `keep` stay as they are: an editor is still at their boards.
    Where the event is published and a game that was played changes or goes, a reason is required.
    Raises Refused for a player against himself or twice in the round, naming him and the board.
    """
    with verb(event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(event.pk, expected_version)
        if not 1 <= number <= 99:
            raise Refused("round_impossible", _("A round is a whole number from 1 to 99."))
        if event.format == Event.Format.TABLE:
            raise Refused("table_has_no_games", _("This event is a table of points: it has no games."))
        entries = {entry.pk: entry for entry in event.entries.with_person()}
        _refuse_bad_seats(pairings, entries)
        there = list(event.games.filter(round=number).exclude(pk__in=keep))
        _refuse_taken_seats(pairings, event.games.filter(round=number, pk__in=keep), entries)
        gone, changed, new = _held_against(there, pairings)
        rewrites_history = event.status == Event.Status.PUBLISHED and _rewrites(gone, changed)
        reason = cleaned_reason(reason, required=rewrites_history)
        if not (gone or changed or new):
            return event
        change.replay_of(event)
        Game.objects.filter(pk__in=[game.pk for game in gone]).delete()
        changes = []
        stood = {game.pk: published_result(game) for game in (*gone, *(game for game, _pairing in changed))}
        for game, pairing in changed:
            was = _outcome(game)
            _apply(game, pairing)
            game.save()
            changes.append({"game": game.pk, "board": game.board, "was": was, "now": _outcome(game)})
        Game.objects.bulk_create(_apply(Game(event=event, round=number), pairing) for pairing in new)
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            corrected = corrected_since(stood, (game for game, _pairing in changed))
            if corrected or any(stood[game.pk] for game in gone):
                change.correct([game.pk for game in corrected], round=number)
        change.log(
            event,
            "save_round",
            round=number,
            new=len(new),
            changed=changes,
            gone=len(gone),
            reason=reason,
        )
    return event


def rewrites_results(event: Event, number: int, pairings: Sequence[Pairing]) -> bool:
    """Whether `save_round` would change a game that was played, or take it away. All else only adds to it."""
    gone, changed, _new = _held_against(event.games.filter(round=number), pairings)
    return _rewrites(gone, changed)


def correct_game(
    game: Game,
    result: Result,
    *,
    reason: str,
    by: AuthUser,
    unrated: str | None = None,
    unrated_note: str = "",
    round: int | None = None,
    board: int | None = None,
    expected_version: int | None = None,
) -> Game:
    """Set the result of one pairing, with a reason. The ladder moves at once.

    `unrated` is empty or one of `Game.Unrated`, and then needs `unrated_note`; None leaves both as they are,
    and so it does with `round` and `board`, to which the pairing is moved otherwise. Raises Refused where
    somebody of the two sits in that round already, and where another pairing has that board, naming them.
    Where all that is so already, nothing is written.
    """
    with verb(game.event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(game.event_id, expected_version)
        found = event.games.filter(pk=game.pk).first()
        if found is None:
            raise Missing("game_missing", _("This pairing does not exist any more."))
        game = found
        if result.kind.is_one_sided != (game.black_id is None):
            raise Refused("bye_against_somebody", _("A bye has no opponent, and a game has one."))
        if unrated is None:
            unrated, unrated_note = game.unrated, game.unrated_note
        if unrated and unrated not in Game.Unrated.values:
            raise Refused("unrated_unknown", _("Please choose why this game is not rated."))
        note = cleaned_reason(unrated_note)
        if unrated and not note:
            raise Refused("unrated_note_empty", _("Please say why this game is not rated."))
        was, stood, read = _outcome(game), [game.round, game.board], {game.pk: published_result(game)}
        note_was = game.unrated_note
        game.kind = result.kind.value
        game.white_half_points, game.black_half_points = result.white_half_points, result.black_half_points
        game.unrated, game.unrated_note = unrated, note if unrated else ""
        _move(game, round, board)
        if (was, stood, note_was) == (_outcome(game), [game.round, game.board], game.unrated_note):
            return game
        reason = cleaned_reason(reason, required=event.status == Event.Status.PUBLISHED)
        change.replay_of(event)
        game.save()
        refuse_impossible_seats(event)
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            note_corrected(change, corrected_since(read, [game]))
        change.log(
            event,
            "correct_game",
            game=game.pk,
            round=game.round,
            board=game.board,
            was=was,
            now=_outcome(game),
            **({"stood": stood} if stood != [game.round, game.board] else {}),
            reason=reason,
        )
    return game


def exchange_games(
    one: Entry,
    other: Entry,
    rounds: Collection[int],
    *,
    by: AuthUser,
    reason: str = "",
    expected_version: int | None = None,
) -> Event:
    """In these rounds two names of an event change places: what was the one's game is the other's.

    For two people of one name, where a file did not say which of them sat where. Where the event is published
    and a game that was played is among them, a reason is required. Done twice, it is undone.
    Raises Refused where neither of them sat in these rounds.
    """
    with verb(one.event.ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        event = living_event(one.event_id, expected_version)
        there = event.entries.in_bulk([one.pk, other.pk])
        if len(there) != 2:
            raise Missing("entry_missing", _("One of these names is not in this event any more."))
        instead = {one.pk: other.pk, other.pk: one.pk}
        games = list(
            event.games.filter(Q(white__in=there) | Q(black__in=there), round__in=rounds).order_by("pk")
        )
        if not games:
            raise Refused("nothing_to_exchange", _("Please tick at least one round."))
        was_played = any(game.kind == Kind.PLAYED for game in games)
        reason = cleaned_reason(reason, required=event.status == Event.Status.PUBLISHED and was_played)
        stood = {game.pk: published_result(game) for game in games}
        change.replay_of(event)
        for game in games:
            game.white_id = instead.get(game.white_id, game.white_id)
            game.black_id = instead.get(game.black_id, game.black_id) if game.black_id else None
        Game.objects.bulk_update(games, ["white", "black"], batch_size=200)
        refuse_impossible_seats(event)
        save_event(event, change)
        if event.status == Event.Status.PUBLISHED:
            note_corrected(change, corrected_since(stood, games))
        change.log(
            event,
            "exchange_games",
            rounds=sorted({game.round for game in games}),
            games=[game.pk for game in games],
            reason=reason,
        )
    return event


def published_result(game: Game) -> tuple[Any, ...] | None:
    """What visitors read as the result of a pairing, with the two it is of. None where it has none yet."""
    if game.kind == Kind.SCHEDULED:
        return None
    return (game.white_id, game.black_id, *_outcome(game))


def corrected_since(stood: Mapping[int, tuple[Any, ...] | None], games: Iterable[Game]) -> list[Game]:
    """Those whose result is another one than it `stood` (by id). A first result corrects nothing."""
    return [game for game in games if stood[game.pk] not in (None, published_result(game))]


def note_corrected(change: Change, games: Sequence[Game], *, gone: bool = False) -> None:
    """These results of a published event are others now; `gone`: some of it are there no more.

    Where it is a single game, visitors may read which.
    """
    if len(games) == 1 and not gone:
        change.correct([games[0].pk], round=games[0].round, board=games[0].board)
    elif games or gone:
        change.correct([game.pk for game in games], round=None)


def _refuse_bad_seats(pairings: Sequence[Pairing], entries: dict[int, Any]) -> None:
    """Nobody plays himself or twice in the round, whether as one entry or as two of the same person."""
    seats: dict[tuple[str, int], int] = {}
    for line, pairing in enumerate(pairings, start=1):
        board = pairing.board or line
        if (pairing.black is None) != pairing.result.kind.is_one_sided:
            raise Refused(
                "bye_against_somebody",
                _("Board %(board)s: a bye has no opponent, and a game has one.") % {"board": board},
            )
        people: list[tuple[str, int]] = []
        taken: set[tuple[str, int]] = set()
        for pk in (pairing.white, pairing.black):
            if pk is None:
                continue
            entry = entries.get(pk)
            if entry is None:
                raise Missing("entry_missing", _("One of these names is not in this event any more."))
            who = person(entry)
            if who in people:
                raise Refused(
                    "plays_himself",
                    _("Board %(board)s: “%(name)s” cannot play both sides of one game.")
                    % {"board": board, "name": entry.typed_name},
                )
            here = taken_by(entry, pairing.result.kind)
            for first in here & seats.keys():
                raise Refused(
                    "twice_in_a_round",
                    _("“%(name)s” sits twice in this round, on boards %(first)s and %(second)s.")
                    % {"name": entry.typed_name, "first": seats[first], "second": board},
                )
            people.append(who)
            taken |= here
        seats.update(dict.fromkeys(taken, board))


def _refuse_taken_seats(pairings: Sequence[Pairing], kept: Iterable[Game], entries: dict[int, Any]) -> None:
    """Nobody of a game that is kept sits at another board."""
    seated = {
        seat
        for pairing in pairings
        for pk in (pairing.white, pairing.black)
        if pk is not None
        for seat in taken_by(entries[pk], pairing.result.kind)
    }
    for game in kept:
        there = (pk for pk in (game.white_id, game.black_id) if pk is not None)
        if any(seated & taken_by(entries[pk], game.kind) for pk in there):
            raise Refused(
                "board_unfinished",
                _("Board %(board)s lacks a name: the round is saved once it has one.")
                % {"board": game.board or "–"},
            )


def _held_against(
    there: Iterable[Game], pairings: Iterable[Pairing]
) -> tuple[list[Game], list[tuple[Game, Pairing]], list[Pairing]]:
    """Of the games that are there: those that go, and those that change. And the pairings that are new."""
    # By the two players, so that a game whose colours are mended keeps its "not rated because".
    wanted = {frozenset((pairing.white, pairing.black)): pairing for pairing in pairings}
    gone, changed = [], []
    for game in there:
        pairing = wanted.pop(frozenset((game.white_id, game.black_id)), None)
        if pairing is None:
            gone.append(game)
        elif _differs(game, pairing):
            changed.append((game, pairing))
    return gone, changed, list(wanted.values())


def _rewrites(gone: Iterable[Game], changed: Iterable[tuple[Game, Pairing]]) -> bool:
    return any(game.kind == Kind.PLAYED for game in [*gone, *(game for game, _pairing in changed)])


def _move(game: Game, round: int | None, board: int | None) -> None:
    """Put the pairing into this round and at this board, each where it is given."""
    round = game.round if round is None else round
    board = game.board if board is None else board
    if (round, board) == (game.round, game.board):
        return
    if round is not None and not 1 <= round <= 99:
        raise Refused("round_impossible", _("A round is a whole number from 1 to 99."))
    if board is not None and not 1 <= board <= LAST_BOARD:
        raise Refused("board_impossible", _("A board is a whole number from 1 to 9999."))
    others = Game.objects.filter(event_id=game.event_id, round=round, board=board).exclude(pk=game.pk)
    taken = others.select_related("white", "black").first() if board is not None else None
    if taken is not None:
        raise Refused(
            "board_taken",
            _("Board %(board)d of round %(round)s is taken by “%(white)s” and “%(black)s”.")
            % {
                "board": board,
                "round": round or "–",
                "white": taken.white.typed_name,
                "black": taken.black.typed_name if taken.black else "–",
            },
        )
    game.round, game.board = round, board


def _differs(game: Game, pairing: Pairing) -> bool:
    result = pairing.result
    return (game.white_id, game.board, game.kind, game.white_half_points, game.black_half_points) != (
        pairing.white,
        pairing.board,
        result.kind.value,
        result.white_half_points,
        result.black_half_points,
    )


def _outcome(game: Game) -> list[str | int | None]:
    """As the log keeps it: kind, White's and Black's half points, why it is not rated."""
    return [game.kind, game.white_half_points, game.black_half_points, game.unrated]


def _apply(game: Game, pairing: Pairing) -> Game:
    result = pairing.result
    game.white_id, game.black_id = pairing.white, pairing.black
    game.board, game.kind = pairing.board, result.kind.value
    game.white_half_points, game.black_half_points = result.white_half_points, result.black_half_points
    return game
