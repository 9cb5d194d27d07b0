from collections import defaultdict
from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from .club import Club
from .player import Player
from .rating import Standing


class PlayerGroup(models.Model):
    """Players of a club under one name, as U10 or Class 5: somebody may be in several, and in none.

    It says what the club puts together, and nothing of why: no birth date, age or sex is stored. Who is in it
    is kept as it was set: whom a member really is follows the merges (`Player.merged_into`), as of an entry.
    No rating depends on it. On a ladder it is shown by the gate alone (`audience.shown_groups`).
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="player_groups", verbose_name=_("club")
    )
    name = models.CharField(
        _("name"),
        max_length=40,
        help_text=_(
            "Visitors read it beside the initials of its members, as “U10” or “Class 5”. It must not name an"
            " illness, a need or a person."
        ),
    )
    players = models.ManyToManyField(Player, blank=True, related_name="groups", verbose_name=_("players"))

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("group of players")
        verbose_name_plural = _("groups of players")
        default_permissions = ()
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                name="ladder_group_names_differ",
                violation_error_message=_("Another group of the club has this name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


def standing_members(ladder_ids: Iterable[int]) -> dict[int, dict[int, set[int]]]:
    """Ladder id -> group id -> who of its members stands on the ladder, after merges: player ids."""
    standings = Standing.objects.filter(ladder__in=list(ladder_ids)).order_by()
    own = standings.filter(player__groups__isnull=False)
    of_absorbed = standings.filter(player__absorbed__groups__isnull=False)
    rows = own.values_list("ladder_id", "player__groups", "player_id").union(
        of_absorbed.values_list("ladder_id", "player__absorbed__groups", "player_id")
    )
    found: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for ladder_id, group_id, player_id in rows:
        found[ladder_id][group_id].add(player_id)
    return found
