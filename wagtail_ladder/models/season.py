from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .club import Club


class Season(models.Model):
    """A name and two dates, by which pages put the events of a club together. The ratings run on.

    An event is of the season in which its last day lies; seasons of a club have no day in common, which the
    verbs in `services.seasons` see to.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons", verbose_name=_("club"))
    name = models.CharField(
        _("name"), max_length=40, help_text=_("Seen by visitors, as “2025/26” or “Autumn 2026”.")
    )
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        default_permissions = ()
        ordering = ["-first_day", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")),
                name="ladder_season_days_in_order",
                violation_error_message=_("The last day is before the first one."),
            ),
            models.UniqueConstraint(
                fields=["club", "name"],
                name="ladder_season_names_differ",
                violation_error_message=_("Another season of the club has this name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
