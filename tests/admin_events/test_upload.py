"""A file on its way in: what is refused at the door, and that nothing of it stays."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.desks import without_tokens
from tests.reports.writers import Game, trf
from tests.services.kit import everything
from wagtail_ladder.models import PendingUpload

from .conftest import Browser, text_of

pytestmark = pytest.mark.django_db

FILE = trf(["Abel, Anna", "Brook, Ben"], [Game(1, 1, 2, "10")])


def upload(person, ladder, content=FILE, name="open.trf"):
    content = content.encode() if isinstance(content, str) else content
    return person.submit("upload/", ladder=ladder.pk, file=SimpleUploadedFile(name, content))


def test_a_good_file_goes_to_its_preview(club, organiser):
    response = upload(organiser, club.ladder)
    pending = PendingUpload.objects.get()
    assert response["Location"] == f"/admin/ladders/events/uploads/{pending.token}/"
    assert pending.uploader == club.organiser


SHORT_LINE = FILE.replace("001    1 m    Abel", "001   x1 m    Abel")
IMPOSSIBLE = trf(["Ann", "Bob"], [Game(1, 1, 2, "10")], header=("012 Open", "052 2024/02/30"))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.trf", b"", "This file is empty."),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(200), "This is a picture."),
        ("paper.pdf", b"%PDF-1.7\n" + bytes(200), "This is a document"),
        ("table.xlsx", b"PK\x03\x04" + b"[Content_Types].xml xl/workbook.xml" + bytes(200), "spreadsheet"),
        ("words.txt", b"Dear friends, the evening was nice.", "This is not a tournament file"),
        ("damaged.trf", FILE[:-40], "Nothing was saved."),
        ("short.trf", SHORT_LINE, "A start number from 1 to 9999"),
        ("cut.trf", FILE.replace("   2 w 1", "   7 w 1"), "but the file has no such player"),
        ("day.trf", IMPOSSIBLE, 'There is no such day: "2024/02/30".'),
        ("long.trf", FILE.replace("Abel, Anna".ljust(33), "A" * 5000), "Nothing was saved."),
        ("long.csv", f"round,white,black,result\n1,{'A' * 5000},Bob,1-0\n", "5000 characters"),
        ("twice.csv", "round,white,black,result\n1,Bob,Ann,1-0\n1,Bob,Ann,1-0\n", "round 1"),
    ],
)
def test_what_cannot_be_read_is_explained_on_the_form_and_not_kept(name, content, sentence, club, organiser):
    before = everything()
    response = upload(organiser, club.ladder, content, name)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert everything() == before


def test_the_place_of_an_error_is_told(club, organiser):
    page = text_of(upload(organiser, club.ladder, "round,white,black,result\n1,Bob,Ann,2-0\n", "r.csv"))
    assert "line 2, column 4" in page


def test_thirty_megabytes_are_refused_before_they_are_read(club, organiser, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("a file of 30 MB must not be read")

    monkeypatch.setattr("wagtail_ladder.admin.events.upload.read", refuse)
    before = everything()
    response = upload(organiser, club.ladder, bytes(30 * 1024 * 1024))
    assert response.status_code == 200
    assert "larger than 5 MB" in text_of(response)
    assert everything() == before


def test_a_missing_file_and_a_missing_ladder_are_asked_for(club, organiser):
    page = text_of(organiser.submit("upload/"))
    assert "Please choose a file." in page
    assert "Please choose a ladder." in page


def test_a_ladder_of_another_club_cannot_be_chosen(foreign, organiser):
    before = everything()
    assert upload(organiser, foreign.ladder).status_code == 200
    assert everything() == before
    assert foreign.ladder.club.name not in organiser.open("upload/").content.decode()


def test_a_preview_is_its_uploaders_only(club, organiser, arbiter):
    upload(organiser, club.ladder)
    token = PendingUpload.objects.get().token
    superuser = Browser(club.superuser)
    for person in (arbiter, superuser):
        for path in (f"uploads/{token}/", f"uploads/{token}/discard/"):
            for response in (person.open(path), person.submit(path)):
                assert response.status_code == 404
                assert "Abel" not in without_tokens(response)
    assert PendingUpload.objects.count() == 1


def test_an_upload_that_is_gone_is_answered_with_the_form(organiser):
    response = organiser.open("uploads/zzzzzzzzzzzzz/")
    assert response.status_code == 404
    assert "This upload is not kept any more." in text_of(response)


def test_discarding_forgets_the_file(club, organiser):
    upload(organiser, club.ladder)
    token = PendingUpload.objects.get().token
    assert organiser.open(f"uploads/{token}/discard/").status_code == 405
    organiser.submit(f"uploads/{token}/discard/")
    assert not PendingUpload.objects.exists()
