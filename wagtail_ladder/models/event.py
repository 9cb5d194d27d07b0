from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ..engine import Reason
from ..kinds import Kind
from .identifiers import order_tie_break, public_id
from .ladder import Ladder
from .player import Player, person_at


class Event(models.Model):
    """A club evening or a tournament. Its last day, sequence and tie-break are its place in the replay."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        DELETED = "deleted", _("deleted")

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss")
        ROUND_ROBIN = "round_robin", _("round robin")
        OTHER = "other", _("other")
        TABLE = "table", _("table of points, no games")

    class Unrated(models.TextChoices):
        UNRATED_EVENT = Reason.UNRATED_EVENT.value, _("not for the ladder")
        VARIANT = Reason.VARIANT.value, _("a variant, as bughouse")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="events")
    public_id = models.CharField(max_length=13, unique=True, default=public_id, editable=False)
    name = models.CharField(_("name"), max_length=200)
    first_day = models.DateField(_("first day"), null=True, blank=True)
    last_day = models.DateField(
        _("last day"),
        help_text=_("It decides the place of the event in the ladder. Of an event in progress: as planned."),
    )
    sequence = models.PositiveSmallIntegerField(
        _("order on the day"), default=1, help_text=_("Which event of the day came first.")
    )
    tie_break = models.BigIntegerField(unique=True, default=order_tie_break, editable=False)
    format = models.CharField(_("format"), max_length=12, choices=Format.choices, default=Format.OTHER)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    status_before_deletion = models.CharField(max_length=10, choices=Status.choices, blank=True)
    digest_when_deleted = models.CharField(max_length=64, blank=True, editable=False)
    """Of a deleted event's own rows (`services.digests`), to tell whether it comes back as it was."""
    in_progress = models.BooleanField(_("in progress"), default=False)
    unrated = models.CharField(_("not rated because"), max_length=20, choices=Unrated.choices, blank=True)
    unrated_note = models.CharField(_("note"), max_length=200, blank=True)
    source_digest = models.CharField(max_length=64, blank=True, editable=False)
    """SHA-256 (hex) of the file that the event came from."""
    file_points_add_up = models.BooleanField(default=False, editable=False)
    """The points of the file were what its games add up to. Where they are not now, one was corrected."""
    round_dates = models.JSONField(default=dict, editable=False)
    """Round (as text) -> its day (ISO), as far as the file says it: where a long event may be split."""
    split_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="split_off", editable=False
    )
    """The event whose later rounds this one is: it was split by the days of its rounds."""
    before_split = models.JSONField(default=dict, editable=False)
    """Of a part that was split off: what the event was before, to put the two together again."""
    version = models.PositiveIntegerField(default=0, editable=False)
    """Raised by every verb that changes the event: a form made from an older version is refused."""
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    changed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-last_day", "-sequence", "-tie_break"]
        default_permissions = ()
        indexes = [
            models.Index(fields=["ladder", "status", "last_day", "sequence"], name="ladder_event_order"),
            models.Index(fields=["ladder", "source_digest"], name="ladder_event_source"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_day__isnull=True) | Q(first_day__lte=F("last_day")),
                name="ladder_event_days_in_order",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published"], status_before_deletion="")
                | Q(status="deleted", status_before_deletion__in=["draft", "published"]),
                name="ladder_event_deleted_as_draft_or_published",
            ),
            models.CheckConstraint(
                condition=Q(unrated__in=["", Reason.UNRATED_EVENT.value, Reason.VARIANT.value]),
                name="ladder_event_reason_is_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Decision(models.TextChoices):
    UNDECIDED = "undecided", _("not decided")
    MEMBER = "member", _("member")
    LEFT_OUT = "left_out", _("left out")


class EntryQuerySet(models.QuerySet["Entry"]):
    def with_person(self) -> Any:
        """Each with `person_id`: the player whom it means after all merges, None where it means none."""
        return self.annotate(person_id=person_at())


class Entry(models.Model):
    """A name as typed in one event, and who a person decided that it is.

    Decision, player, by and at are those of the newest `EntryDecision` that is not undone. A merge does not
    touch them: who the player really is follows the merges (`with_person`).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    """The start number of the file, or the order of typing; games of a newer file are matched by it."""
    typed_name = models.CharField(_("name as typed"), max_length=200)
    points = models.DecimalField(_("points"), max_digits=7, decimal_places=2, null=True, blank=True)
    """Event points as the file (or the table) states them; the rating never reads them."""
    rank = models.PositiveIntegerField(_("rank"), null=True, blank=True)
    decision = models.CharField(max_length=10, choices=Decision.choices, default=Decision.UNDECIDED)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    part_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="parts", editable=False
    )
    """The entry that turned out to be two people, of which this one is the second."""

    objects = EntryQuerySet.as_manager()

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ladder_entry_numbers_differ"),
            models.CheckConstraint(
                condition=Q(decision="member", player__isnull=False)
                | (~Q(decision="member") & Q(player__isnull=True)),
                name="ladder_entry_is_a_player_iff_member",
            ),
            models.CheckConstraint(
                condition=Q(decision="undecided") | Q(decided_at__isnull=False),
                name="ladder_entry_decided_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Entry {self.number}"

    def __repr__(self) -> str:
        return f"<{self} of event {self.event_id}>"

    @property
    def person(self) -> Player | None:
        """The player whom it means after all merges. Select `player__merged_into` with many entries."""
        return self.player and (self.player.merged_into or self.player)


class Game(models.Model):
    """A pairing of an event: a game, a forfeit, a bye. Of a bye, white is the player and black nobody."""

    class Unrated(models.TextChoices):
        UNRATED_GAME = Reason.UNRATED_GAME.value, _("not for the ladder")
        VARIANT = Reason.VARIANT.value, _("a variant, as bughouse")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="games")
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="games_as_white")
    black = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="games_as_black"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=[(kind.value, kind.value) for kind in Kind])
    white_half_points = models.PositiveSmallIntegerField(null=True, blank=True)
    black_half_points = models.PositiveSmallIntegerField(null=True, blank=True)
    unrated = models.CharField(_("not rated because"), max_length=20, choices=Unrated.choices, blank=True)
    unrated_note = models.CharField(_("note"), max_length=200, blank=True)

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["round", "board", "pk"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")), name="ladder_nobody_plays_himself"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in Kind]), name="ladder_game_kind_is_known"
            ),
            models.CheckConstraint(
                condition=(
                    Q(black__isnull=True, kind__in=[kind.value for kind in Kind if kind.is_one_sided])
                    | Q(black__isnull=False, kind__in=[kind.value for kind in Kind if not kind.is_one_sided])
                ),
                name="ladder_only_byes_lack_an_opponent",
            ),
            models.CheckConstraint(
                # A comparison with NULL is neither true nor false, which a check lets pass: so "not null".
                condition=~Q(kind=Kind.PLAYED.value)
                | Q(white_half_points__isnull=False, black_half_points__isnull=False)
                & (
                    Q(white_half_points=2, black_half_points=0)
                    | Q(white_half_points=0, black_half_points=2)
                    | Q(white_half_points=1, black_half_points=1)
                    | Q(white_half_points=1, black_half_points=0)
                    | Q(white_half_points=0, black_half_points=1)
                    | Q(white_half_points=0, black_half_points=0)
                ),
                name="ladder_played_game_has_a_possible_score",
            ),
            models.CheckConstraint(
                condition=(Q(white_half_points__isnull=True) | Q(white_half_points__lte=2))
                & (Q(black_half_points__isnull=True) | Q(black_half_points__lte=2)),
                name="ladder_scores_are_0_1_2_half_points",
            ),
            models.CheckConstraint(
                condition=Q(unrated__in=["", Reason.UNRATED_GAME.value, Reason.VARIANT.value]),
                name="ladder_game_reason_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.pk}"
