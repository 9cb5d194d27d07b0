import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .identifiers import public_id
from .ladder import Ladder


def nonce() -> str:
    """192 bits, as text."""
    return secrets.token_urlsafe(24)


class ShareLink(models.Model):
    """An address under which a ladder may be seen by whoever holds it, until it is revoked or has ended.

    The secret part of the address is computed from the nonce and the site's secret key (`audience`): a copy
    of the database alone opens nothing.
    """

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="share_links")
    name = models.CharField(
        _("name"), max_length=80, help_text=_("For whom it is, as “Parents of the junior group”.")
    )
    key = models.CharField(max_length=13, unique=True, default=public_id, editable=False)
    """Finds the row; it is no secret by itself."""
    nonce = models.CharField(max_length=32, default=nonce, editable=False)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    wagtail_reference_index_ignore = True

    class Meta:
        verbose_name = _("share link")
        verbose_name_plural = _("share links")
        default_permissions = ()
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"Share link {self.pk}"

    def __repr__(self) -> str:
        return f"<{self}>"
