import time

from django.core.management.base import BaseCommand
from django.utils import timezone

from ...example.loading import is_loaded, load


class Command(BaseCommand):
    help = "Load the example clubs, through the same services as the admin. Does nothing if they are there."

    def handle(self, *args, **options):
        if is_loaded():
            self.stdout.write("The example clubs are loaded already.")
            return
        started = time.monotonic()
        load(timezone.localdate(), self._say)
        self.stdout.write(f"Loaded the example clubs in {time.monotonic() - started:.0f} seconds.")

    def _say(self, what: str) -> None:
        self.stdout.write(f"  {what} …")
        self.stdout.flush()
