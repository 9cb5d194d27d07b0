from django.contrib.auth.models import Group
from django.db import models
from django.utils.translation import gettext_lazy as _
from wagtail.search import index


class Club(index.Indexed, models.Model):
    """A chess club or a school: the owner of a registry of players and of ladders."""

    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(
        _("language"),
        max_length=12,
        default="en",
        help_text=_("The main language of the members' names. It decides how initials are written."),
    )
    juniors_never_by_full_name = models.BooleanField(
        _("never show juniors by full name"),
        default=True,
        help_text=_("Everybody counts as a junior until an organiser has confirmed that they are an adult."),
    )
    version = models.PositiveBigIntegerField(default=0, editable=False)
    """Raised by the first statement of every verb. That statement is the lock, on every database."""

    search_fields = [index.AutocompleteField("name"), index.SearchField("name")]

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        default_permissions = ()  # rights come from GroupClubPermission alone
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class ClubRole(models.TextChoices):
    """What the people of a group are to a club. Who is a member of it has no right in the admin by that: a
    ladder for members may be opened to the group, and to no group that is another club's alone.
    """

    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    MEMBER = "member", _("member")


WORKING_ROLES = (ClubRole.ORGANISER, ClubRole.ARBITER)
"""Those that give rights: to work in the admin, and to see all the ladders of the club."""


class GroupClubPermission(models.Model):
    """The people in a group are organisers, arbiters or members of a club."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="club_permissions")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="group_permissions")
    role = models.CharField(_("role"), max_length=10, choices=ClubRole.choices)

    class Meta:
        verbose_name = _("club permission")
        verbose_name_plural = _("club permissions")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["group", "club", "role"], name="ladder_one_role_a_group_and_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.role} of {self.club_id}"
