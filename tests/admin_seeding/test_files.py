"""What is taken out of the site: TRF16, CSV and the sheet; that it is logged, and is what was looked at."""

import csv
import io
import re
from datetime import date

import pytest
from django.utils import timezone
from wagtail.models import ModelLogEntry
from wagtail.users.models import UserProfile

from wagtail_ladder import services
from wagtail_ladder.models import Entry, Event
from wagtail_ladder.reports import read

from .conftest import days_ago, seen_on, text_of

pytestmark = pytest.mark.django_db


def report_of(response):
    (report,) = read(response.content, "list.trf").reports
    return report


def rows_of(response):
    text = response.content.decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def logged():
    entries = ModelLogEntry.objects.filter(action="wagtail_ladder.take_seeding_list").order_by("pk")
    return [(entry.user.username, entry.data) for entry in entries]


@pytest.mark.parametrize("who", ["organiser", "arbiter"])
def test_a_trf_of_all(club, night, who, request):
    response = request.getfixturevalue(who).take("DBE", "trf", newcomers="Nova")
    report = report_of(response)
    assert [(player.number, player.name) for player in report.players] == [
        (1, "Member B"), (2, "Member E"), (3, "Nova"), (4, "Member D"),
    ]  # fmt: skip
    assert (report.name, report.last_day, report.rounds) == ("Thursday night", date(2026, 2, 3), 0)
    ratings = [line[48:52] for line in response.content.decode().splitlines() if line.startswith("001")]
    assert ratings == ["1220", "1200", "1200", "1140"]
    assert logged() == [(who, {"form": "trf", "players": 4})]


def test_a_trf_of_one_section_counts_from_one(club, organiser):
    response = organiser.take("ABCDEF", "trf-2", sections="count", number="2")
    report = report_of(response)
    assert [(player.number, player.name) for player in report.players] == [(1, "Member C"), (2, "Member D")]
    assert report.name == "Thursday night, section 2"
    assert response["Content-Disposition"].endswith('-section-2.trf"')


def test_csv_is_safe_in_a_spreadsheet(club, organiser):
    response = organiser.take("AE", "csv", newcomers="=1+1", sections="one")
    assert rows_of(response) == [
        ["Section", "No.", "Name", "Rating", "Rated games", "Status"],
        ["1", "1", "Member A", "1260", "3", "provisional"],
        ["1", "2", "Member E", "1200", "0", "start rating"],
        ["1", "3", "'=1+1", "1200", "0", "not a member yet"],
    ]
    assert response["Content-Type"] == "text/csv; charset=utf-8"


def test_the_sheet_has_a_box_for_everybody_and_lines_for_more(club, organiser):
    response = organiser.take("ABCDEF", "sheet", sections="count", number="2")
    text = text_of(response)
    assert "Thursday night" in text
    assert "Section 2 Here No. Name Rating 1 Member C 1180 * 2 Member D 1140 *" in text
    assert response.content.decode().count('class="box"') == 6 + 4
    html = response.content.decode()
    assert "style=" not in html
    assert "<style" not in html
    assert "<script>" not in html


def test_on_the_sheet_of_a_persian_reader_numbers_are_persian(club, organiser):
    """And in the files they are not: those are for programs."""
    seen = seen_on(organiser.show("AB"))
    UserProfile.objects.update_or_create(user=club.organiser, defaults={"preferred_language": "fa"})
    sheet = text_of(organiser.post("AB", take="sheet", seen=seen))
    assert not re.search("[0-9]", sheet.replace("Member", ""))
    assert "۱۲۶۰" in sheet
    assert "1260" in organiser.post("AB", take="csv", seen=seen).content.decode()


def test_the_file_names_hold_no_name(club, organiser):
    services.change_ladder(club.ladder, name="Anna's ladder", by=club.organiser)
    day = timezone.localdate().isoformat()
    for taken_as, end in (("trf", ".trf"), ("csv", ".csv")):
        response = organiser.take("A", taken_as, title="Anna's night")
        expected = f'attachment; filename="seeding-{club.ladder.pk}-{day}{end}"'
        assert response["Content-Disposition"] == expected
        assert response["X-Content-Type-Options"] == "nosniff"


def test_only_the_list_that_was_looked_at_is_taken(club, organiser):
    seen = seen_on(organiser.show("AB"))
    told = "This is not the list that you had seen. Please look again."
    for letters, fields in (("ABC", {}), ("AB", {"newcomers": "Nova"}), ("AB", {"seen": ""})):
        response = organiser.post(letters, **{"take": "csv", "seen": seen, **fields})
        assert told in text_of(response)
        assert response.context["sections"]
    club.play("BA1", day=days_ago(7))
    response = organiser.post("AB", take="csv", seen=seen)
    assert told in text_of(response)
    services.rename_player(club.members["A"], "Member Z", by=club.organiser)
    assert told in text_of(organiser.post("AB", take="csv", seen=seen_on(response)))
    assert logged() == []


def test_to_ask_for_something_else_is_to_ask_for_nothing(club, organiser):
    assert organiser.take("A", "pdf").status_code == 404
    for number in ("0", "2", "x", "-1", ""):
        assert organiser.take("A", f"trf-{number}").status_code == 404
    assert logged() == []


NAMES = ("Άννα Παπαδοπούλου", "Шевченко Олена", "Ada Lovelace", "رضا احمدی‌نژاد", "Çağla Işık", "O’Neil, Mary")


def played(trf):
    """As a pairing programme goes on with the file: round 1, the first against the second, and so on."""
    lines = []
    for line in trf.decode("utf-8").split("\r\n"):
        if line.startswith("001"):
            number = int(line[4:8])
            is_white = number % 2 == 1
            opponent = number + 1 if is_white else number - 1
            points = " 1.0" if is_white else " 0.0"
            cell = f"  {opponent:>4} {'w' if is_white else 'b'} {'1' if is_white else '0'}"
            line = line[:80] + points + line[84:89] + cell
        lines.append(line)
    return "\r\n".join(lines).encode("utf-8")


def test_names_come_back_as_registered_and_each_is_suggested_without_a_doubt(club, organiser):
    """The whole way over HTTP: out as TRF16, paired elsewhere, in by the upload, to the name desk."""
    for name in NAMES:
        services.add_player(club.club, name, by=club.arbiter)
    club.members |= dict(zip("uvwxyz", club.club.players.filter(name__in=NAMES), strict=True))
    browser = organiser.client
    content = played(organiser.take("uvwxyz", "trf").content)
    file = io.BytesIO(content)
    file.name = "night.trf"
    uploaded = browser.post("/admin/ladders/events/upload/", {"ladder": club.ladder.pk, "file": file})
    assert uploaded.status_code == 302, text_of(uploaded)
    preview = browser.get(uploaded["Location"])
    assert "6 players, 1 round, 3 played games will be rated" in text_of(preview)
    browser.post(uploaded["Location"], {"name": "Night", "last_day": "2026-02-03"})
    event = Event.objects.order_by("pk").last()
    registered = {player.pk: player.name for player in club.members.values()}
    assert sorted(event.entries.values_list("typed_name", flat=True)) == sorted(NAMES)
    desk = browser.get(f"/admin/ladders/events/{event.pk}/")
    for row in desk.context["rows"]:
        first = row.candidates[0]
        assert first.is_strong, row.entry.typed_name
        assert first.name == row.entry.typed_name == registered[first.player_id]
    assert len(desk.context["rows"]) == len(NAMES)
    assert not Entry.objects.filter(event=event, player__isnull=False).exists()  # a human decides
