"""A file on its way to a preview: for its uploader's eyes, and for a day."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from wagtail_ladder import services
from wagtail_ladder.models import PendingUpload
from wagtail_ladder.services import Missing, NotAllowed

from .kit import user

pytestmark = pytest.mark.django_db


@pytest.fixture
def upload(club):
    return services.store_upload(club.ladder, "dir/open\u202e.trf", b"012 Open", by=club.arbiter)


def age(upload, **ago):
    PendingUpload.objects.filter(pk=upload.pk).update(uploaded_at=timezone.now() - timedelta(**ago))


def test_the_uploader_finds_it_by_its_token(club, upload):
    found = services.find_upload(upload.token, by=club.arbiter)
    assert (found, bytes(found.content), found.filename) == (upload, b"012 Open", "dir/open.trf")
    # SHA-256 of the eight bytes, by sha256sum.
    assert found.digest == "51181e93d72e4e30da4e4c4ed41e58d8fb664f4e846c329e2808bd9ed648635c"


def test_nobody_else_does(club, upload):
    for person in (club.organiser, club.superuser, user("stranger"), AnonymousUser(), None):
        with pytest.raises(Missing) as refusal:
            services.find_upload(upload.token, by=person)
        assert refusal.value.code == "upload_missing"


def test_not_even_the_uploader_once_he_has_no_role(club, upload):
    club.arbiter.groups.clear()
    with pytest.raises(NotAllowed):
        services.find_upload(upload.token, by=club.arbiter)


def test_it_is_gone_when_discarded(club, upload):
    services.discard_upload(upload)
    with pytest.raises(Missing):
        services.find_upload(upload.token, by=club.arbiter)


def test_it_is_not_found_after_a_day_and_swept_by_the_next_upload(club, upload):
    age(upload, hours=23)
    assert services.find_upload(upload.token, by=club.arbiter) == upload
    age(upload, hours=25)
    with pytest.raises(Missing):
        services.find_upload(upload.token, by=club.arbiter)
    assert PendingUpload.objects.filter(pk=upload.pk).exists()
    services.store_upload(club.ladder, "other.trf", b"012 Other", by=club.organiser)
    assert not PendingUpload.objects.filter(pk=upload.pk).exists()


def test_five_megabytes_are_not_too_many(club):
    services.store_upload(club.ladder, "large.trf", b"x" * (5 * 1024 * 1024), by=club.arbiter)


def test_a_long_name_keeps_its_end(club):
    stored = services.store_upload(club.ladder, "x" * 300 + ".trf", b"012", by=club.arbiter)
    assert len(stored.filename) == 200 and stored.filename.endswith(".trf")


def test_sweeping_says_how_many(club, upload):
    assert services.sweep_uploads() == 0
    age(upload, hours=25)
    assert services.sweep_uploads() == 1
