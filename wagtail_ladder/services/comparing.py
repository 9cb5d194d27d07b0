"""A tournament report held against an event that came from an older file of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from ..kinds import Kind
from ..models import Entry, Event, Game
from ..reports import Pairing, ReportPlayer, TournamentReport
from .text import cleaned_name


def stored_pairings(report: TournamentReport) -> list[Pairing]:
    """The pairings that an event keeps: an empty cell of a file says nothing and is left out."""
    return [pairing for pairing in report.pairings if pairing.kind != Kind.NOT_PAIRED]


@dataclass(frozen=True, slots=True)
class ChangedGame:
    game: Game
    pairing: Pairing


@dataclass(frozen=True, slots=True)
class Difference:
    """What a newer report of an event would change. Decisions on names are kept."""

    entry_of: Mapping[int, Entry]
    """Number in the report -> the entry of the event that is the same line."""
    new_players: tuple[ReportPlayer, ...]
    gone_entries: tuple[Entry, ...]
    new_games: tuple[Pairing, ...]
    changed_games: tuple[ChangedGame, ...]
    gone_games: tuple[Game, ...]
    seated: Mapping[tuple[int | None, int], Entry]
    """Round and line (the id of its entry) -> who sat there, of a line that was found to be two people."""
    unclear: Mapping[int, tuple[Pairing, ...]]
    """Such a line -> its new pairings in rounds in which neither of the two sat: nobody knows whose."""

    @property
    def asked_again(self) -> list[str]:
        """Names that stand there more than once, and nobody can tell any more which of them is which."""
        new = {cleaned_name(player.name) for player in self.new_players}
        return sorted(new & {entry.typed_name for entry in self.gone_entries})

    @property
    def unclear_names(self) -> list[str]:
        return sorted(entry.typed_name for entry in self.entry_of.values() if entry.pk in self.unclear)

    @property
    def is_empty(self) -> bool:
        return not (
            self.new_players or self.gone_entries or self.new_games or self.changed_games or self.gone_games
        )


def compare(event: Event, report: TournamentReport) -> Difference:
    """Hold a report against an event, without writing anything.

    A line of the report is an entry's if the typed names are equal and occur once. Where a name occurs
    twice, the numbers tell them apart, as long as they are the same numbers as before and have not changed
    places: otherwise nobody knows which is which, and they are new. A pairing is a game's if round and
    players are the same; of several such games (an arena has no rounds) the one that is equal, or the first.
    A name that was found to be two people is one line of the file still; who of them sat in a round stays.
    """
    everybody = list(event.entries.all())
    line_of = lines_of(everybody)
    entries = [entry for entry in everybody if entry.part_of_id is None]
    entry_of = _same_lines(entries, report.players)
    stored = list(event.games.select_related("white", "black"))
    swapped = _swapped_namesakes(entry_of, stored, line_of, report)
    entry_of = {number: entry for number, entry in entry_of.items() if entry.typed_name not in swapped}
    kept = {entry.pk for entry in entry_of.values()}
    games: dict[tuple[int | None, frozenset[int | None]], list[Game]] = defaultdict(list)
    for game in stored:
        lines = frozenset((line_of[game.white_id], game.black_id and line_of[game.black_id]))
        games[game.round, lines].append(game)
    new, changed = [], []
    for pairing in stored_pairings(report):
        white, black = entry_of.get(pairing.white), entry_of.get(pairing.black or 0)
        ids = frozenset(
            (white.pk if white else -1, black.pk if black else None if pairing.black is None else -1)
        )
        there = games[pairing.round, ids]
        if white is None or not there:
            new.append(pairing)
            continue
        differ = {game.pk: _differs(game, pairing, line_of[game.white_id] == white.pk) for game in there}
        game = min(there, key=lambda game: differ[game.pk])
        there.remove(game)
        if differ[game.pk]:
            changed.append(ChangedGame(game, pairing))
    parted = {line for pk, line in line_of.items() if pk != line}
    seated = _seats_of_two(parted, stored, line_of)
    return Difference(
        entry_of=entry_of,
        new_players=tuple(player for player in report.players if player.number not in entry_of),
        gone_entries=tuple(entry for entry in everybody if line_of[entry.pk] not in kept),
        new_games=tuple(new),
        changed_games=tuple(changed),
        gone_games=tuple(chain.from_iterable(games.values())),
        seated=seated,
        unclear=_of_nobody_knows_whom(parted, new, entry_of, seated),
    )


def lines_of(entries: Iterable[Entry]) -> dict[int, int]:
    """Entry id -> id of the entry that is its line in the file: another one for the second of two people."""
    part_of = {entry.pk: entry.part_of_id for entry in entries}

    def line(pk: int) -> int:
        first = part_of[pk]
        return pk if first is None else line(first)

    return {pk: line(pk) for pk in part_of}


def _same_lines(entries: Iterable[Entry], players: Iterable[ReportPlayer]) -> dict[int, Entry]:
    """Number in the report -> entry."""
    entries_called: dict[str, dict[int, Entry]] = defaultdict(dict)
    for entry in entries:
        entries_called[entry.typed_name][entry.number] = entry
    numbers_called: dict[str, list[int]] = defaultdict(list)
    for player in players:
        numbers_called[cleaned_name(player.name)].append(player.number)
    same: dict[int, Entry] = {}
    for name, numbers in numbers_called.items():
        called_so = entries_called[name]
        if len(called_so) == len(numbers) == 1:
            same[numbers[0]] = next(iter(called_so.values()))
        elif set(called_so) == set(numbers):
            same.update(called_so)
    return same


def _swapped_namesakes(
    entry_of: Mapping[int, Entry],
    games: Iterable[Game],
    line_of: Mapping[int, int],
    report: TournamentReport,
) -> set[str]:
    """Names that stand twice, of which the one has in the report what is a game of the other."""
    called = Counter(entry.typed_name for entry in entry_of.values())
    number_of = {entry.pk: number for number, entry in entry_of.items()}
    met: dict[tuple[int | None, int], int] = {
        (pairing.round, one): other
        for pairing in report.pairings
        for one, other in ((pairing.white, pairing.black), (pairing.black, pairing.white))
        if one is not None and other is not None
    }
    swapped = set()
    for game in games:
        for one, other in ((game.white_id, game.black_id), (game.black_id, game.white_id)):
            number, opponent = (number_of.get(line_of[pk]) if pk else None for pk in (one, other))
            if number is None or opponent is None or met.get((game.round, number)) == opponent:
                continue
            name, namesake = entry_of[number].typed_name, met.get((game.round, opponent), 0)
            if called[name] > 1 and namesake in entry_of and entry_of[namesake].typed_name == name:
                swapped.add(name)
    return swapped


def _seats_of_two(
    parted: Set[int], games: Iterable[Game], line_of: Mapping[int, int]
) -> dict[tuple[int | None, int], Entry]:
    """See `Difference.seated`. Without rounds there is no telling that it is the same seat."""
    return {
        (game.round, line_of[seat.pk]): seat
        for game in games
        for seat in (game.white, game.black)
        if game.round is not None and seat is not None and line_of[seat.pk] in parted
    }


def _of_nobody_knows_whom(
    parted: Set[int],
    new: Iterable[Pairing],
    entry_of: Mapping[int, Entry],
    seated: Mapping[tuple[int | None, int], Entry],
) -> dict[int, tuple[Pairing, ...]]:
    """See `Difference.unclear`."""
    unclear: dict[int, tuple[Pairing, ...]] = {}
    for pairing in new:
        for number in (pairing.white, pairing.black):
            line = entry_of.get(number or 0)
            if line is not None and line.pk in parted and (pairing.round, line.pk) not in seated:
                unclear[line.pk] = (*unclear.get(line.pk, ()), pairing)
    return unclear


def _differs(game: Game, pairing: Pairing, same_colours: bool) -> bool:
    if not same_colours:
        return True
    return (game.board, game.kind, game.white_half_points, game.black_half_points) != (
        pairing.board,
        pairing.kind.value,
        pairing.white_half_points,
        pairing.black_half_points,
    )
