"""What was corrected on a ladder: ids and numbers, no names."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .ladder import Ladder


class Correction(models.Model):
    """A change by which a rating that stood does not stand any more, or a published result is another one.

    To publish the newest event is none: it adds to what stood. The log of Wagtail has the same change with
    its reason; this is what visitors and pages may ask for. `services.verb` writes it of what a verb did, and
    `services.moving` takes it along with the games. Of what was changed past the verbs `services.outside` and
    `services.deleted_events` write it, also where no rating moved by that.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="corrections")
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, null=True, blank=True, related_name="corrections"
    )
    """None where it was no single event: rules, a start rating, who somebody is. Of what was changed past the
    verbs the first in which a rating moved, None where none did."""
    action = models.CharField(max_length=40)
    """The verb, or what was nobody's (`services.outside`), as `services.log_actions` words it."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.JSONField(default=list)
    """Ids of the games whose result was corrected."""
    players_moved = models.PositiveIntegerField(default=0)
    """How many players have another rating than before; who came or went counts (`replay.who_moved`)."""

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        default_permissions = ()
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["ladder", "-at"], name="ladder_corrections_latest")]

    def __str__(self) -> str:
        return f"Correction {self.pk}"
