"""A file between its upload and the decision about its preview: its uploader's only, and not for long."""

import hashlib
from datetime import timedelta

from django.contrib.auth.models import User as AuthUser
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import ClubRole, Ladder, PendingUpload
from .errors import Missing, Refused
from .roles import require
from .text import cleaned

LARGEST_FILE = 5 * 1024 * 1024
KEPT_FOR = timedelta(hours=24)


def store_upload(ladder: Ladder, filename: str, content: bytes, *, by: AuthUser) -> PendingUpload:
    """Keep a file for its preview. Raises Refused for an empty file and for one of more than 5 MB."""
    require(by, ClubRole.ARBITER, ladder.club_id)
    sweep_uploads()
    if not content:
        raise Refused("file_empty", _("This file is empty."))
    if len(content) > LARGEST_FILE:
        raise Refused("file_too_large", _("This file is larger than 5 MB: it cannot be a tournament report."))
    return PendingUpload.objects.create(
        ladder=ladder,
        uploader=by,
        filename=cleaned(filename)[-200:],
        content=content,
        digest=hashlib.sha256(content).hexdigest(),
    )


def find_upload(token: str, *, by: AuthUser) -> PendingUpload:
    """The acting person's own upload; raises Missing for anybody else's, as for one that is gone."""
    own = PendingUpload.objects.select_related("ladder__club").filter(uploader=getattr(by, "pk", None))
    upload = own.filter(token=token).first()
    if upload is None or upload.uploaded_at < timezone.now() - KEPT_FOR:
        raise Missing("upload_missing", _("This upload is not kept any more. Please upload the file again."))
    require(by, ClubRole.ARBITER, upload.ladder.club_id)
    return upload


def discard_upload(upload: PendingUpload) -> None:
    PendingUpload.objects.filter(pk=upload.pk).delete()  # on trial, `upload` is still asked for afterwards


def sweep_uploads() -> int:
    """Delete what is older than a day; returns how many."""
    deleted, _by_model = PendingUpload.objects.filter(uploaded_at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted
