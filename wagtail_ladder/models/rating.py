"""What the replay computed. Nothing but `services.replay` writes these two tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .ladder import Ladder
from .player import Player


class RatingChange(models.Model):
    """A player's rating (nanopoints) and rated games before and after one event, changes of zero included."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="changes")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    rating_before = models.BigIntegerField()
    rating_after = models.BigIntegerField()
    games_before = models.PositiveIntegerField()
    games_after = models.PositiveIntegerField()

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="ladder_one_change_an_event"),
        ]
        indexes = [models.Index(fields=["ladder", "player"], name="ladder_changes_of_a_player")]

    def __str__(self) -> str:
        return f"Rating change {self.pk}"


class Standing(models.Model):
    """Where a player stands now. The rank is not here: it depends on today and is computed when read."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    rating = models.BigIntegerField()
    """Nanopoints, as is the peak."""
    rated_games = models.PositiveIntegerField()
    played_games = models.PositiveIntegerField()
    """Games really played, rated or not; so are those won, drawn and lost."""
    wins = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()
    peak = models.BigIntegerField(null=True, blank=True)
    """None before the first event after which the player was established."""
    last_rated_event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    first_place = models.PositiveIntegerField(default=0)
    """Order of first appearance on the ladder: the last tie-break of a rank. It follows from the events."""

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ladder_one_standing_a_player"),
        ]

    def __str__(self) -> str:
        return f"Standing {self.pk}"
