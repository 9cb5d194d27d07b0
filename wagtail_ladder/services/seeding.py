"""The list of those who play next is taken out of the site: as a file, or printed."""

from collections.abc import Collection
from typing import Literal

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import ClubRole, Ladder
from .errors import Missing, Refused
from .reads.seeding import SeedRow, newcomer, seeding_rows, with_newcomers
from .verb import verb

TakenAs = Literal["trf", "csv", "sheet"]


def take_seeding_list(
    ladder_id: int,
    players: Collection[int],
    *,
    newcomers: int = 0,
    form: TakenAs,
    by: AuthUser,
) -> list[SeedRow]:
    """The rows of these members of the club, and of so many newcomers, in seeding order.

    For arbiters too: it is what their evening begins with, and it holds the names and ratings of tonight's
    players alone, all of which they read in the admin. The names of everybody, with all results, are
    organisers' (`export_ladder`). The log says who took it, as what, and how many people are on it. Raises
    Missing, for a ladder that does not exist, and Refused where one of `players` is no member any more.
    """
    ladder = Ladder.objects.filter(pk=ladder_id).first()
    if ladder is None:
        raise Missing("ladder_missing", _("This ladder does not exist any more."))
    with verb(ladder.club_id, by=by, role=ClubRole.ARBITER) as change:
        ladder.refresh_from_db()
        today = timezone.localdate()
        rows = [row for row in seeding_rows(ladder, today) if row.player_id in set(players)]
        if len(rows) < len(set(players)):
            raise Refused("member_missing", _("The members have changed meanwhile. Please look again."))
        change.log(ladder, "take_seeding_list", form=form, players=len(rows) + newcomers)
        return with_newcomers(rows, [newcomer(ladder, today)] * newcomers)
