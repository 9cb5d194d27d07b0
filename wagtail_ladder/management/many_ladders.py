"""What `ladder_verify` and `ladder_rebuild` share: which ladders, what is said of each, and the exit code."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.core.management.base import CommandError, OutputWrapper

from ..models import Ladder
from ..services.differences import Difference, sentences
from .processes import in_processes

EXIT_CODES = "Exits with 0 where all was identical, 1 where something differed, 2 for bad usage."
BAD_USAGE = 2
MOST_LISTED = 20


class Outcome(NamedTuple):
    """Of one ladder."""

    sentence: str
    details: tuple[str, ...] = ()
    """The first of the differences, a sentence each."""
    differed: bool = True


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="id", help="The ids of the ladders.")
    parser.add_argument("--all", action="store_true", dest="everything", help="All ladders of the site.")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="Work in so many processes.")


def run(
    work: Callable[[int], Outcome], ids: list[str], everything: bool, jobs: int, stdout: OutputWrapper
) -> None:
    """Say what came of each ladder. Raises CommandError: exit code 1 where one differed, 2 for bad usage."""
    if jobs < 1:
        raise CommandError(f"--jobs takes a number of processes, and not {jobs}.", returncode=BAD_USAGE)
    wanted = _asked_for(ids, everything)
    differed = 0
    for outcome in in_processes(work, wanted, jobs):
        stdout.write(outcome.sentence)
        for sentence in outcome.details:
            stdout.write(f"    {sentence}")
        differed += outcome.differed
    if differed:
        raise CommandError(f"{differed} of {counted(len(wanted), 'ladder')} differed.", returncode=1)


def told(differences: tuple[Difference, ...]) -> tuple[str, ...]:
    return tuple(sentences(differences))


def counted(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def one_ladder(text: str) -> int:
    """Its id. Raises CommandError where there is none."""
    (ladder_id,) = _asked_for([text], everything=False)
    return ladder_id


def _asked_for(ids: list[str], everything: bool) -> list[int]:
    """The ids of the ladders, club by club."""
    if everything == bool(ids):
        raise CommandError("Name ladders by their ids, or all of them by --all.", returncode=BAD_USAGE)
    known = list(Ladder.objects.order_by("club_id", "pk").values_list("pk", flat=True))
    unknown = [text for text in ids if text not in set(map(str, known))]
    if unknown:
        there = f"There are {_listed(known)}." if known else "There is none yet."
        raise CommandError(f"No ladder has the id {_listed(unknown)}. {there}", returncode=BAD_USAGE)
    return [pk for pk in known if everything or str(pk) in ids]


def _listed(ids: Iterable[object]) -> str:
    texts = [str(pk) for pk in ids]
    more = len(texts) - MOST_LISTED
    return ", ".join(texts[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
