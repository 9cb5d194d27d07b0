from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .club import Club
from .identifiers import player_reference


class Player(models.Model):
    """A person of a club's registry.

    The name is here and nowhere else (but for the names as typed in an event): no revisions, no search
    index, no API fields, and a `__str__` without it. Code for visitors asks `audience` for what to show.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", verbose_name=_("club"))
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=200)
    is_adult = models.BooleanField(
        _("confirmed adult"),
        default=False,
        help_text=_("Everybody counts as under 18 until an organiser confirms otherwise."),
    )
    full_name_consent = models.BooleanField(
        _("consent to the full name"),
        default=False,
        help_text=_("A junior's parents, or the member, agreed that the full name is shown."),
    )
    consent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """Who recorded the consent, or its withdrawal, last."""
    consent_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="absorbed", editable=False
    )
    """Who this player really is, at the end of all merges; empty for who stands for himself.

    It follows from the merges of the ledger, and `services.merges` alone writes it.
    """
    reference = models.CharField(max_length=7, unique=True, default=player_reference, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        default_permissions = ()  # rights come from GroupClubPermission alone
        ordering = ["name", "pk"]
        indexes = [models.Index(fields=["club", "name"], name="ladder_player_club_name")]

    def __str__(self) -> str:
        return f"Player {self.reference}"

    def __repr__(self) -> str:
        return f"<{self}>"


def person_at(player: str = "player") -> Any:
    """For queries: who the player at that path is after all merges. NULL where nobody is there."""
    return Coalesce(f"{player}__merged_into", player)
