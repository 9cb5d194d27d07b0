from functools import cache

from django.contrib.auth.models import Group
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from .club import Club
from .identifiers import public_id
from .player import Player


class Visibility(models.TextChoices):
    """Who may see a ladder, from the closest to the most open. The gate in `audience` reads it."""

    ORGANISERS = "organisers", _("Organisers and arbiters of the club")
    LINK = "link", _("Whoever has a link that an organiser gave out")
    MEMBERS = "members", _("Logged-in members of chosen groups")
    PUBLIC = "public", _("Everybody")

    def is_wider_than(self, other: "Visibility") -> bool:
        """Whether somebody may see more than under `other`. Link holders and members are different people."""
        return self not in (other, Visibility.ORGANISERS) and other != Visibility.PUBLIC


class NameMode(models.TextChoices):
    INITIALS = "initials", _("Initials")
    FULL = "full", _("Full names of adults and of juniors with consent, initials of everybody else")


RESTRICTION_MARK = " wagtail_ladder"
"""Tells the restrictions that a ladder puts on its own pages (`site.restrictions`) from an editor's: in the
password column, for which a restriction to groups has no use. Wagtail's form takes a password for any
restriction, and strips what is typed: nobody can enter the space in front, and learn which ones are ours."""


class Ladder(models.Model):
    """One rating list of a club. Everything on it follows from its events, rules and start ratings."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders", verbose_name=_("club"))
    name = models.CharField(
        _("name"), max_length=120, help_text=_("Seen by visitors: no names of people, no school class.")
    )
    visibility = models.CharField(
        _("who may see it"), max_length=10, choices=Visibility.choices, default=Visibility.ORGANISERS
    )
    member_groups = models.ManyToManyField(
        Group,
        blank=True,
        related_name="+",
        verbose_name=_("groups of members"),
        help_text=_("Whose logged-in users see the ladder, where it is for members."),
    )
    names = models.CharField(_("names"), max_length=10, choices=NameMode.choices, default=NameMode.INITIALS)
    months_instead_of_days = models.BooleanField(
        _("show months instead of days"),
        default=True,
        help_text=_("Visitors learn in which month an event was, not on which day."),
    )
    shown_decimals = models.PositiveSmallIntegerField(
        _("decimals of a shown rating"),
        default=0,
        choices=[(0, _("whole points")), (1, _("one decimal"))],
    )
    inactive_after = models.PositiveSmallIntegerField(
        _("inactive after"),
        default=12,
        validators=[MinValueValidator(1), MaxValueValidator(120)],
        help_text=_("Months without a rated game after which a player is listed apart, without a rank."),
    )
    corrections_shown = models.BooleanField(
        _("show corrections"),
        default=True,
        help_text=_(
            "Visitors read what was corrected and how many ratings it changed, without any name. Where this "
            "is off, a corrected result is still marked on the page of its event."
        ),
    )
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    """Hex digest of the inputs that the stored ratings were computed from."""
    rows_digest = models.CharField(max_length=64, blank=True, editable=False)
    """Of all rows that the last replay read and left behind (`services.digests`)."""
    replayed_at = models.DateTimeField(null=True, blank=True, editable=False)
    replayed_games = models.PositiveIntegerField(default=0, editable=False)
    """How many games really played, rated or not, the stored ratings were computed from."""
    verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When everything stored was last recomputed from the inputs and compared (`services.verify_ladder`)."""
    verified_replay = models.DateTimeField(null=True, blank=True, editable=False)
    """`replayed_at` of what was compared then: where it is another one now, the numbers are newer."""
    differences_found = models.PositiveIntegerField(null=True, blank=True, editable=False)
    """How many differences the comparison found; 0 is as it should be."""
    initials_given = models.JSONField(default=dict, editable=False)
    """Initials -> the last number given to somebody who has them. A number is never given again."""
    embed_id = models.CharField(max_length=13, unique=True, default=public_id, editable=False)
    """The part of the address under which other sites may frame a public ladder (`site.framed`)."""

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        default_permissions = ()
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(shown_decimals__lte=1), name="ladder_at_most_one_decimal"
            ),
            models.CheckConstraint(
                condition=models.Q(inactive_after__gte=1), name="ladder_inactive_after_a_month_or_more"
            ),
        ]

    def __str__(self) -> str:
        return self.name


def numbered_initials(initials: str, suffix: int) -> str:
    """What is shown instead of the name: "A. B.", "A. B. (2)", or "Player 7" of a name without initials."""
    if not initials:
        return pgettext("instead of a name", "Player %(number)d") % {"number": suffix}
    return initials if suffix == 1 else f"{initials} ({suffix})"


@cache  # every page for visitors asks for it
def shown_in_full() -> Q:
    """Which places on ladders (`LadderPlayer`) show the full name. All others show what stands for it.

    The ladder says so, initials are not forced, and the player is a confirmed adult, or consent is on record
    and the club does not forbid full names of juniors. Each must hold for everybody merged into him as well:
    of two players who are one, the stricter value wins.
    """
    absorbed = Player.objects.filter(merged_into=OuterRef("player"))
    all_adult = Q(player__is_adult=True) & ~Exists(absorbed.filter(is_adult=False))
    all_consent = Q(player__full_name_consent=True) & ~Exists(absorbed.filter(full_name_consent=False))
    forced = LadderPlayer.objects.filter(
        ladder=OuterRef("ladder"), player__merged_into=OuterRef("player"), initials_forced=True
    )
    allowed = all_adult | (all_consent & Q(ladder__club__juniors_never_by_full_name=False))
    return Q(ladder__names=NameMode.FULL, initials_forced=False) & ~Exists(forced) & allowed


def shown_in_full_alone() -> Q:
    """The same of a player by himself, whoever is merged into him or he into whom."""
    with_consent = Q(player__full_name_consent=True, ladder__club__juniors_never_by_full_name=False)
    allowed = Q(player__is_adult=True) | with_consent
    return Q(ladder__names=NameMode.FULL, initials_forced=False) & allowed


class LadderPlayer(models.Model):
    """A player as he stands on one ladder: the address, the initials and the start rating there.

    Initials are kept here, with a number that tells apart two players of the same initials and is never
    given twice, so that pages for visitors need no name. A player's public id differs from ladder to ladder:
    initials on a school's ladder cannot be joined to the full name on another.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ladder_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ladder_players")
    public_id = models.CharField(max_length=13, unique=True, default=public_id, editable=False)
    """Given anew when less of the name is shown than before: an old page must not explain the new one."""
    public_id_in_full = models.CharField(max_length=13, blank=True, editable=False)
    """The one from before, while a merge hides a full name: it comes back with the name."""
    initials = models.CharField(max_length=12)
    """Empty where initials would give the name away: then the number stands alone, as "Player 7"."""
    initials_suffix = models.PositiveIntegerField(default=1)
    initials_forced = models.BooleanField(_("always initials"), default=False)
    start_rating = models.PositiveSmallIntegerField(
        _("start rating"), null=True, blank=True, validators=[MinValueValidator(100), MaxValueValidator(3500)]
    )
    start_reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("player on a ladder")
        verbose_name_plural = _("players on ladders")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ladder_each_player_once"),
            models.UniqueConstraint(
                fields=["ladder", "initials", "initials_suffix"], name="ladder_initials_told_apart"
            ),
            models.CheckConstraint(
                condition=models.Q(start_rating__isnull=True) | models.Q(start_rating__range=(100, 3500)),
                name="ladder_start_rating_possible",
            ),
            models.CheckConstraint(
                condition=models.Q(start_rating__isnull=True) | ~models.Q(start_reason=""),
                name="ladder_start_rating_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Ladder player {self.public_id}"


class RuleSet(models.Model):
    """The rules of a ladder from a date on; the one without a date is in force from the beginning."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rule_sets")
    from_date = models.DateField(_("from"), null=True, blank=True)
    start = models.PositiveSmallIntegerField(
        _("start rating"),
        default=1200,
        validators=[MinValueValidator(100), MaxValueValidator(3500)],
        help_text=_("What a newcomer begins with."),
    )
    k_new = models.PositiveSmallIntegerField(
        _("K-factor of newer players"), default=40, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    k_new_games = models.PositiveSmallIntegerField(
        _("games until the lower K-factor"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text=_("With fewer rated games than this before an event, the higher K-factor is used."),
    )
    k = models.PositiveSmallIntegerField(
        _("K-factor"), default=20, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    provisional_below = models.PositiveSmallIntegerField(
        _("games until established"),
        default=5,
        validators=[MaxValueValidator(100)],
        help_text=_("With fewer rated games than this a rating is provisional."),
    )

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        default_permissions = ()
        ordering = [models.F("from_date").asc(nulls_first=True), "pk"]  # on every database
        constraints = [
            models.UniqueConstraint(fields=["ladder", "from_date"], name="ladder_one_rule_set_a_date"),
            models.UniqueConstraint(
                fields=["ladder"],
                condition=models.Q(from_date__isnull=True),
                name="ladder_one_rule_set_without_a_date",
            ),
            models.CheckConstraint(
                condition=models.Q(k__gte=1, k_new__gte=1, k_new_games__gte=1), name="ladder_k_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"Rules from {self.from_date or 'the beginning'}"
