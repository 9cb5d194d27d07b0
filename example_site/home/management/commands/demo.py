import socket

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from wagtail.models import Site

from ...example.accounts import LOGINS, PASSWORD

HOST = "127.0.0.1"


class Command(BaseCommand):
    help = "Make the example site ready and serve it on this computer."
    requires_system_checks = []  # a taken port is said at once; runserver makes the checks

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-serve", action="store_true", help="Make everything ready, then stop.")

    def handle(self, *args, port, no_serve, **options):
        if not no_serve:
            refuse_a_taken_port(port)
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        call_command("load_example", stdout=self.stdout)
        Site.objects.filter(is_default_site=True).update(port=port)
        self.stdout.write(welcome(port))
        self.stdout.flush()
        if not no_serve:
            call_command("runserver", f"{HOST}:{port}", use_reloader=False, skip_checks=False)


def refuse_a_taken_port(port: int) -> None:
    """Before anything that takes time: nobody should wait for a site that cannot be served."""
    if not 1 <= port <= 65535:
        raise CommandError(f"{port} is not a port. Choose one from 1024 to 65535: make demo PORT=8001")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as runserver does
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken ({error.strerror}). Choose another one: make demo PORT={port + 1}"
            ) from None


def welcome(port: int) -> str:
    address = f"http://localhost:{port}"
    width = max(len(login.username) for login in LOGINS)
    lines = [
        "",
        f"The site     {address}/",
        *(f"             {address}/{code}/  {name}" for code, name in settings.LANGUAGES[1:]),
        f"The admin    {address}/admin/",
        "",
        f"Everybody's password is {PASSWORD}",
        *(f"    {login.username:<{width}}  {login.who}" for login in LOGINS),
        "",
        "Ctrl-C stops the site. The next start is quick; `rm -r example_site/var` forgets everything.",
        "",
    ]
    return "\n".join(lines)
