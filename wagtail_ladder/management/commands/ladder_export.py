import json

from django.core.management.base import BaseCommand, CommandError

from ...services import OPERATOR, export_ladder
from ..many_ladders import BAD_USAGE, one_ladder


class Command(BaseCommand):
    help = (
        "Write all inputs of a ladder, its fingerprint and its standings as one JSON document, from which "
        "wagtail_ladder/recompute.py computes it again. People are ids; it is not for visitors all the same."
    )

    def add_arguments(self, parser):
        parser.add_argument("id", help="The id of the ladder.")
        parser.add_argument("--names", action="store_true", help="With the names of people and of events.")
        parser.add_argument("--output", metavar="FILE", help="Into this file instead of the terminal.")

    def handle(self, *args, id, names, output, **options):
        document = export_ladder(one_ladder(id), names=names, by=OPERATOR)
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            with open(output, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise CommandError(
                f"{output} cannot be written: {error.strerror}.", returncode=BAD_USAGE
            ) from None
