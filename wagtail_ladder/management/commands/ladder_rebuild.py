from django.core.management.base import BaseCommand

from ...services import OPERATOR, Missing, Refused, rebuild_ladder
from ...services.verifying import Rebuilding
from ..many_ladders import EXIT_CODES, Outcome, add_arguments, counted, run, told


class Command(BaseCommand):
    help = (
        "Write everything anew that follows from the inputs of ladders, and say what had differed. "
        + EXIT_CODES
    )

    def add_arguments(self, parser):
        add_arguments(parser)

    def handle(self, *args, ids, everything, jobs, **options):
        run(rebuilt, ids, everything, jobs, self.stdout)


def rebuilt(ladder_id: int) -> Outcome:
    try:
        done = rebuild_ladder(ladder_id, by=OPERATOR)
    except Missing as gone:
        return Outcome(f"Ladder {ladder_id}: {gone.message}", differed=False)
    except Refused as refusal:
        return Outcome(f"Ladder {ladder_id}: {_not_rebuilt(refusal)}")
    if done.is_identical:
        return Outcome(f"Ladder {ladder_id}: identical.", differed=False)
    found = counted(len(done.found), "difference")
    return Outcome(f"Ladder {ladder_id}: {found}.", (*told(done.found), *_outcome(done)))


def mended(ladder_id: int) -> tuple[str, ...]:
    """What came of rebuilding a ladder of which the differences are known already."""
    try:
        return _outcome(rebuild_ladder(ladder_id, by=OPERATOR))
    except Missing as gone:
        return (gone.message,)
    except Refused as refusal:
        return (_not_rebuilt(refusal),)


def _outcome(done: Rebuilding) -> tuple[str, ...]:
    if not done.left:
        return ("Rebuilt.",)
    left = counted(len(done.left), "difference")
    return (f"Rebuilt, but for {left} that no replay can mend:", *told(done.left))


def _not_rebuilt(refusal: Refused) -> str:
    """The code alone: the sentence may hold names as typed, and what a command prints is kept in logs."""
    return f"Not rebuilt, the inputs contradict each other ({refusal.code}). Nothing was changed."
