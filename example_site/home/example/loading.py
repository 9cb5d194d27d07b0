from collections.abc import Callable
from datetime import date

from django.db import transaction

from wagtail_ladder.models import Ladder

from ..models import HomePage
from . import accounts, clubs, pages


def is_loaded() -> bool:
    return HomePage.objects.exists()


@transaction.atomic
def load(today: date, say: Callable[[str], None]) -> None:
    """Everything or nothing: an interrupted load leaves an empty site, and the next one starts again.

    The last evenings are a week before `today`, so that nobody who still plays is inactive.
    """
    admin = accounts.create_admin()
    parents = accounts.create_parents()
    ladders: list[Ladder] = [
        clubs.english_club(admin, today, say),
        clubs.turkish_school(admin, parents, today, say),
        clubs.greek_club(admin, today, say),
        clubs.ukrainian_club(admin, today, say),
        clubs.persian_club(admin, today, say),
    ]
    for ladder in ladders:
        accounts.read_in_its_language(ladder.club)
    accounts.create_page_editors("organiser", "teacher")
    say("Pages")
    pages.create(ladders, parents, admin)
