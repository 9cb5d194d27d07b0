from django.core.management.base import BaseCommand

from ...services import Missing, verify_ladder
from ..many_ladders import EXIT_CODES, Outcome, add_arguments, counted, run, told
from .ladder_rebuild import mended


class Command(BaseCommand):
    help = (
        "Recompute ladders from their first event on, and compare everything that is stored. "
        "Nothing is changed but the note on the ladder when it was verified and with what result. "
        + EXIT_CODES
    )

    def add_arguments(self, parser):
        add_arguments(parser)
        parser.add_argument(
            "--fix",
            action="store_true",
            help="Rebuild those that differ, as ladder_rebuild does. The exit code is 1 all the same.",
        )

    def handle(self, *args, ids, everything, jobs, fix, **options):
        run(verified_and_fixed if fix else verified, ids, everything, jobs, self.stdout)


def verified(ladder_id: int) -> Outcome:
    try:
        found = verify_ladder(ladder_id)
    except Missing as gone:
        return Outcome(f"Ladder {ladder_id}: {gone.message}", differed=False)
    size = f"{counted(found.events, 'event')}, {counted(found.games, 'game')}"
    if found.is_identical:
        return Outcome(f"Ladder {ladder_id}: identical ({size}).", differed=False)
    differ = counted(len(found.differences), "difference")
    return Outcome(f"Ladder {ladder_id}: {differ} ({size}).", told(found.differences))


def verified_and_fixed(ladder_id: int) -> Outcome:
    outcome = verified(ladder_id)
    if not outcome.differed:
        return outcome
    return Outcome(outcome.sentence, (*outcome.details, *mended(ladder_id)))
