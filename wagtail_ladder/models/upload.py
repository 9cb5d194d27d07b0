from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .identifiers import public_id
from .ladder import Ladder


class PendingUpload(models.Model):
    """A tournament file between the upload and the decision about its preview.

    It is its uploader's only, holds personal data no longer than it must (deleted on import, on discard, and
    by the sweep of every later upload after a day), and is never a Wagtail document.
    """

    token = models.CharField(max_length=13, unique=True, default=public_id, editable=False)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="+")
    uploader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    filename = models.CharField(max_length=200)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("pending upload")
        verbose_name_plural = _("pending uploads")
        default_permissions = ()

    def __str__(self) -> str:
        return f"Upload {self.token}"
