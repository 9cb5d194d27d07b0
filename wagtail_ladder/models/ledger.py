"""The ledger: what people decided about who is who, so that every decision can be taken back."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .club import Club
from .event import Decision, Entry, Event
from .player import Player


class Act(models.Model):
    """One decision of a person about who is who, with everything that belongs to it.

    What is in force follows from the acts that are not undone, and from nothing else: of an entry the newest
    of its `EntryDecision`s, of a player his merge. An act is never changed but by being undone, once.
    """

    class Kind(models.TextChoices):
        DECIDE = "decide", _("names decided")
        JOIN = "join", _("two names of an event are one person")
        PART = "part", _("one name of an event is two people")
        REPOINT = "repoint", _("it was somebody else")
        SPLIT = "split", _("a profile was two people")
        MERGE = "merge", _("two members are the same person")
        DISTINCT = "distinct", _("two members are not the same person")
        ADD = "add", _("members added")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="acts")
    """Of a decision within one event."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="acts")
    """Of a merge, who is kept; of a split, who was two people; of two distinct players, the first."""
    other = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="acts_as_other"
    )
    """Of a merge, who is absorbed; of two distinct players, the second."""
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """Of an entry that is two people, the one that was added for the second of them."""
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    before = models.JSONField(default=dict, editable=False)
    """Ids, no names. Of a merge, what its undoing gives back: see `services.merges`. Of members added, who
    they are (`players`). Of a split, and of all that add members, the acts that are taken back with it
    (`distinct`)."""
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        default_permissions = ()
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "-at"], name="ladder_acts_of_a_club")]
        constraints = [
            models.UniqueConstraint(
                fields=["other"],
                condition=Q(kind="merge", undone_at__isnull=True),
                name="ladder_absorbed_once",
            ),
            models.UniqueConstraint(
                fields=["player", "other"],
                condition=Q(kind="distinct", undone_at__isnull=True),
                name="ladder_distinct_once",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["merge", "distinct"])
                | Q(player__isnull=False, other__isnull=False) & ~Q(player=F("other")),
                name="ladder_a_pair_is_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"Decision {self.pk}"


class EntryDecision(models.Model):
    """Who an entry is, by one act. The newest that is not undone is in force, and copied to the entry."""

    act = models.ForeignKey(Act, on_delete=models.CASCADE, related_name="decisions")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="decisions")
    decision = models.CharField(max_length=10, choices=Decision.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    is_new_member = models.BooleanField(default=False)
    """The player was added to the registry by this decision."""

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("decision about a name")
        verbose_name_plural = _("decisions about names")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["act", "entry"], name="ladder_one_decision_an_act_and_entry"),
            models.CheckConstraint(
                condition=Q(decision="member", player__isnull=False)
                | (~Q(decision="member") & Q(player__isnull=True)),
                name="ladder_decision_is_a_player_iff_member",
            ),
        ]

    def __str__(self) -> str:
        return f"Decision about entry {self.entry_id}"
