"""Hostile text, typed and uploaded, comes out as the text it is, on every page, in every format."""

import csv
import gzip
import io
import json
import logging
import re
import tempfile
import unicodedata
import zipfile
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.parsers import expat

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from wagtail.contrib.redirects.models import Redirect
from wagtail.models import ModelLogEntry, Page, Revision

from tests.desks import seen_on
from wagtail_ladder import services
from wagtail_ladder.admin.events.results import code_of
from wagtail_ladder.audience import link_token
from wagtail_ladder.kinds import Kind
from wagtail_ladder.models import Event, NameMode, PendingUpload, Player, RatingChange, Visibility
from wagtail_ladder.services.namesakes import MOST_NAMESAKES

from .corpus import ALL, AS_STORED, FORMULAS, LINES, LONG, MARK, MARKUP, ONE_LINE, SURROGATE, TEMPLATES
from .routes import all_routes, below, by_link
from .world import DAY

FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
DATA = ("application/json", "text/template", "text/x-template")
"""Types of a script element that no browser runs."""


class Reader(HTMLParser):
    """What a browser would make of a page: elements and attributes that no text may add."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.wrong, self.inline, self.text = [], [], []
        self._inside = None

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if MARK in tag:
            self.wrong.append(tag)
        for name, value in attrs:
            if MARK in name or (value or "").strip().lower().startswith(f"javascript:{MARK}"):
                if name not in ("value", "content", "title", "aria-label"):
                    self.wrong.append((tag, name, value))
            if name.startswith("on") or name == "style":
                self.inline.append((tag, name, value))
        is_inline_script = tag == "script" and "src" not in values and values.get("type") not in DATA
        if tag == "style" or is_inline_script:
            self._inside = tag
        elif tag not in ("br", "input", "img", "link", "meta"):
            self._inside = None

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside:
            self.inline.append((self._inside, data[:60]))
        self.text.append(data)


def read(response):
    reader = Reader()
    reader.feed(response.content.decode())
    reader.close()
    return reader


def is_clean(response):
    """No element, attribute or header of the text's own."""
    assert not [name for name, value in response.headers.items() if MARK in name or "\n" in value], response
    assert MARK not in response.cookies
    if "html" in response.get("Content-Type", ""):
        assert read(response).wrong == []
    return True


@pytest.fixture
def evening(world, browser_of):
    """An evening with all the names of the corpus, typed, decided and published over HTTP."""
    one, browser = world.of(Visibility.PUBLIC), browser_of(world.organiser)
    typed = {"ladder": one.ladder.pk, "name": ONE_LINE[1], "last_day": DAY.isoformat(), "format": "swiss"}
    response = browser.post("/admin/ladders/events/type/", typed)
    assert response.status_code == 302, read(response).text
    event = Event.objects.latest("pk")
    desk = f"/admin/ladders/events/{event.pk}/"
    names = "\n".join(text for text in ALL if text != LONG)
    for lines in (names, LONG):
        event.refresh_from_db()
        given = {"names": lines, "version": event.version}
        answer = browser.post(f"{desk}entries/", given)
        if answer.status_code == 200 and answer.context["doubles"]:
            given |= {f"double-{double.key}": "two" for double in answer.context["doubles"]}
            answer = browser.post(f"{desk}entries/", given)
        assert answer.status_code in (200, 302)
        assert is_clean(answer)
    entries = list(event.entries.all())
    assert len(entries) > len(ONE_LINE)
    for start in range(0, len(entries), MOST_NAMESAKES):  # many of them are one name to the matcher
        event.refresh_from_db()
        some = entries[start : start + MOST_NAMESAKES]
        given = {**{f"choice-{entry.pk}": "new" for entry in some}, "version": event.version}
        answer = browser.post(desk, given)
        if answer.status_code == 200:  # some of the names are nearly alike, which is asked about
            assert is_clean(answer)
            seen = {f"seen-{one.entry.pk}": one.seen for one in answer.context["newcomers"]}
            answer = browser.post(desk, {**given, **seen})
        assert answer.status_code == 302, read(answer).text
    event.refresh_from_db()
    boards, won = {}, code_of(Kind.PLAYED, 2, 0)
    for number, (white, black) in enumerate(zip(entries[::2], entries[1::2], strict=False)):
        boards |= {f"white-{number}": white.pk, f"black-{number}": black.pk, f"result-{number}": won}
    browser.post(f"{desk}rounds/1/", {**boards, "version": event.version})
    assert event.games.count() == len(entries) // 2
    event.refresh_from_db()
    shown = browser.get(f"{desk}publish/").context["fingerprint"]
    publish = {"version": event.version, "fingerprint": shown}
    assert browser.post(f"{desk}publish/", publish).status_code == 302
    players = [entry.player_id for entry in event.entries.all() if entry.player_id]
    assert len(players) > len(ONE_LINE)
    services.confirm_adults(world.club, players, by=world.organiser)
    event.refresh_from_db()
    assert event.status == Event.Status.PUBLISHED
    return one, event, browser


def is_there(one, address):
    """Whether visitors who see the ladder find something at an address below its page or its link.

    Of events the published ones; of players those who sat down in one of them, and in this very one.
    """
    ids = dict(re.findall(r"(events|players)/(\w+)/", address))
    sat_down = RatingChange.objects.filter(ladder=one.ladder)
    if "events" in ids:
        event = Event.objects.get(public_id=ids["events"])
        if event.status != Event.Status.PUBLISHED or "players" not in ids:
            return event.status == Event.Status.PUBLISHED
        sat_down = sat_down.filter(event=event)
    if "players" not in ids:
        return True
    return sat_down.filter(player__ladder_players__public_id=ids["players"]).exists()


def texts_on(browser, one, addresses):
    """What visitors read at these addresses: all are as they must be, and none runs anything."""
    shown = ""
    for address in addresses:
        response = browser.get(address)
        assert response.status_code == (200 if is_there(one, address) else 404), address
        assert is_clean(response), address
        if "html" in response["Content-Type"]:
            page = read(response)
            assert page.inline == [], (address, page.inline)
            shown += "".join(page.text)
        elif "json" in response["Content-Type"]:
            json.loads(response.content)
    return shown


def cells_of(response):
    """The rows of a CSV file, of which no cell may be a formula."""
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert len({len(row) for row in rows}) == 1
    texts = [cell for row in rows for cell in row if not re.fullmatch(r"-?\d+([.,]\d+)?", cell)]
    assert not [text for text in texts if text.strip()[:1] in FORMULA_STARTS and text]
    return [row[1] for row in rows]


def test_names_on_the_site(evening, browser_of):
    one, event, _browser = evening
    everywhere = [
        address
        for address in below(one)
        if not ("/players/" in address and "/events/" in address) or event.public_id in address
    ]
    shown = texts_on(
        browser_of(), one, [*everywhere, "/", "/club-0/", "/sitemap.xml", "/api/v2/pages/?fields=*"]
    )
    for name in (*MARKUP, *TEMPLATES, *FORMULAS):
        assert AS_STORED.get(name, name) in shown, "the names are there, as text"


def test_names_in_the_csv_file(evening, browser_of):
    one, _event, _browser = evening
    response = browser_of().get(f"{one.page.url}csv/")
    assert any(f"<{MARK}>" in cell for cell in cells_of(response))


def test_names_in_the_admin(evening, world):
    one, event, browser = evening
    desk, player = f"/admin/ladders/events/{event.pk}/", event.entries.get(typed_name=ONE_LINE[0]).player
    stock = {entry[:2] for entry in read(browser.get("/admin/account/")).inline}
    for address in (
        "/admin/",
        "/admin/ladders/events/",
        *(f"{desk}{tab}" for tab in ("", "entries/", "results/", "rounds/1/", "details/", "history/",
                                    "adults/", "move/", "split/", "unpublish/", "delete/",
                                    f"names/{event.entries.first().pk}/",
                                    f"games/{event.games.first().pk}/")),
        "/admin/ladders/players/",
        f"/admin/ladders/players/edit/{player.pk}/",
        f"/admin/ladders/players/history/{player.pk}/",
        f"/admin/ladders/ladders/edit/{one.ladder.pk}/",
        f"/admin/ladders/clubs/edit/{world.club.pk}/",
        "/admin/reports/site-history/",
    ):  # fmt: skip
        response = browser.get(address)
        assert response.status_code == 200, address
        assert is_clean(response)
        ours = [entry for entry in read(response).inline if entry[:2] not in stock]
        ours = [entry for entry in ours if not entry[1].startswith("initDateChooser(")]  # Wagtail's filters
        assert ours == [], address
    found = browser.post(f"{desk}members/", {"q": ONE_LINE[0]}).json()
    assert ONE_LINE[0] in [member["name"] for member in found["members"]]
    chosen = browser.get(f"/admin/ladders/players/choose/chosen/{player.pk}/").json()
    assert chosen["result"]["string"] == ONE_LINE[0]


@pytest.fixture
def forms(world):
    """Every form that takes a text: (what, its address, its fields for a text, what is stored of it)."""
    one = world.of(Visibility.PUBLIC, NameMode.FULL)
    event, player = one.played, one.members["adult"]
    game = event.games.first()

    def stored(thing, field):
        return lambda: type(thing).objects.values_list(field, flat=True).get(pk=thing.pk)

    def link_name():
        return one.ladder.share_links.order_by("pk").last().name

    def reason():
        return event_log(event)[0].data["reason"]

    return [
        (
            "club",
            reverse("ladder_clubs:edit", args=[world.club.pk]),
            lambda text: {"name": text, "language": "en", "juniors_never_by_full_name": "on"},
            stored(world.club, "name"),
        ),
        (
            "ladder",
            reverse("ladder_ladders:edit", args=[one.ladder.pk]),
            lambda text: {
                "name": text, "visibility": "public", "names": "full", "months_instead_of_days": "on",
                "shown_decimals": "0", "inactive_after": "12", "member_groups": [world.parents.pk],
            },
            stored(one.ladder, "name"),
        ),
        (
            "player",
            reverse("ladder_players:edit", args=[player.pk]),
            lambda text: {"name": text, "is_adult": "on"},
            stored(player, "name"),
        ),
        (
            "link",
            reverse("ladder_ladders:new_link", args=[one.ladder.pk]),
            lambda text: {"name": text},
            link_name,
        ),
        (
            "event",
            reverse("wagtail_ladder_events:details", args=[event.pk]),
            lambda text: {"name": text, "last_day": DAY.isoformat(), "sequence": "1", "format": "swiss"},
            stored(event, "name"),
        ),
        (
            "note",
            reverse("wagtail_ladder_events:details", args=[event.pk]),
            lambda text: {
                "name": "Evening", "last_day": DAY.isoformat(), "sequence": "1", "format": "swiss",
                "unrated": "unrated_event", "unrated_note": text, "reason": "so it is",
            },
            stored(event, "unrated_note"),
        ),
        (
            "reason",
            reverse("wagtail_ladder_events:game", args=[event.pk, game.pk]),
            lambda text: {"result": "played-0-2", "reason": text},
            reason,
        ),
    ]  # fmt: skip


def event_log(event):
    logged = ModelLogEntry.objects.filter(object_id=str(event.pk), action__startswith="wagtail_ladder.")
    return logged.order_by("-pk")


@pytest.mark.parametrize("text", ["Plain", *ALL], ids=range(len(ALL) + 1))
def test_what_is_typed_is_stored_as_text_or_a_sentence_says_why_not(world, browser_of, forms, text):
    browser, event = browser_of(world.organiser), world.of(Visibility.PUBLIC, NameMode.FULL).played
    for what, address, fields, stored in forms:
        event.refresh_from_db()
        form = {**fields(text), "version": event.version}
        response = browser.post(address, form)
        assert is_clean(response), what
        if seen := seen_on(response):  # somebody would move: looked at, and confirmed
            response = browser.post(address, {**form, "seen": seen})
            assert is_clean(response), what
        # A form of Django takes no null; a name and a reason have an end.
        if text == LONG or ("\x00" in text and what != "reason"):
            assert response.status_code == 200, what
            words = " ".join("".join(read(response).text).split())
            assert re.search(r"at most \d+ characters|may have \d+ characters|Null characters", words), what
        else:
            assert response.status_code == 302, (what, read(response).text)
            assert stored() == AS_STORED.get(text, text), what


@pytest.mark.parametrize("text", [*ONE_LINE, *LINES, SURROGATE], ids=range(len(ALL)))
def test_every_text_in_every_output(world, browser_of, text, caplog):
    """Clubs, ladders, events, notes, reasons, players, guests and links, all called so."""
    caplog.set_level(logging.DEBUG)
    by, stored = world.organiser, AS_STORED.get(text, text)
    one, linked = world.of(Visibility.PUBLIC), world.of(Visibility.LINK)
    seat = one.seat("adult")
    services.change_club(world.club, name=text, language="en", juniors_never_by_full_name=True, by=by)
    for ladder in (one, linked):
        services.rename_player(ladder.members["adult"], text, by=by)
        services.change_ladder(ladder.ladder, name=text, by=by)
        services.change_event(ladder.waiting, name=text, by=by, reason=text)
        services.change_event(ladder.draft, unrated="unrated_event", unrated_note=text, by=by)
        services.publish_event(ladder.draft, by=by)
        guest = ladder.played.entries.get(decision="left_out")
        services.decide_entry(guest, services.Undecide(), by=by)
        services.retype_entry(guest, text, by=by)
        services.decide_entry(guest, services.LeaveOut(), by=by)
        newcomer = ladder.waiting.entries.get(decision="undecided")
        services.decide_entry(newcomer, services.NewMember(text), by=by)
        services.change_link(ladder.link, name=text, by=by)
    visitor, organiser = browser_of(), browser_of(by)
    seat.refresh_from_db()  # a new name, a new address
    pages = [address for address in below(one) if "/players/" not in address or seat.public_id in address]
    assert any("<svg" in visitor.get(address).content.decode() for address in pages if "/players/" in address)
    around = ["/", "/club-0/", "/sitemap.xml", "/api/v2/pages/?fields=*", f"/search/?query={MARK}"]
    assert stored in texts_on(visitor, one, [*pages, *around])
    assert stored in texts_on(visitor, linked, by_link(linked, link_token(linked.link), most=1))
    assert stored.lstrip("=+-@\uff1d ") in "".join(cells_of(visitor.get(f"{one.page.url}csv/")))
    desk = f"/admin/ladders/events/{one.waiting.pk}/"
    screens = [
        *(f"/admin/ladders/{kind}/" for kind in ("events", "players", "ladders")),
        *(f"{desk}{tab}" for tab in ("", "results/", "history/")),
        reverse("wagtail_ladder_events:details", args=[one.draft.pk]),
        reverse("ladder_ladders:edit", args=[linked.ladder.pk]),
        reverse("ladder_clubs:edit", args=[world.club.pk]),
    ]
    for address in screens:
        response = organiser.get(address)
        assert response.status_code == 200, address
        assert is_clean(response), address
    for record in caplog.records:
        assert "\n" not in record.getMessage() or record.exc_info or "SELECT" in record.getMessage()
        assert "\r" not in record.getMessage()


# Files.

PLAYERS = [name.replace('"', '""') for name in ONE_LINE]


@pytest.mark.parametrize("filename", [*ONE_LINE, *LINES, "../../etc/passwd.csv", "x" * 500 + ".csv"], ids=str)
def test_names_of_files_and_cells(world, browser_of, filename):
    one, browser = world.ladders[0], browser_of(world.organiser)
    rows = "\n".join(f'1,"{name}","Somebody {number}",1-0' for number, name in enumerate(PLAYERS))
    content = f"round,white,black,result\n{rows}\n".encode()
    file = SimpleUploadedFile("results.csv", content)
    file.name = filename.replace("\x00", "\ufffd")  # as a browser sends it: no form carries a null
    before = set(Path(tempfile.gettempdir()).iterdir())
    response = browser.post("/admin/ladders/events/upload/", {"ladder": one.ladder.pk, "file": file})
    assert is_clean(response)
    assert response.status_code == 302, read(response).text
    preview = browser.get(response["Location"])
    assert preview.status_code == 200
    assert is_clean(preview)
    shown = "".join(read(preview).text)
    assert all(AS_STORED.get(name, name) in shown for name in (*MARKUP, *TEMPLATES)), (
        "cells are shown as text"
    )
    kept = PendingUpload.objects.get().filename
    assert len(kept) <= 200
    assert not [letter for letter in kept if unicodedata.category(letter) in ("Cc", "Cs") or letter == "/"]
    assert not [path for path in set(Path(tempfile.gettempdir()).iterdir()) - before if MARK in path.name]
    PendingUpload.objects.all().delete()


def trf(names):
    lines = ["012 Open", f"052 {DAY:%Y/%m/%d}"]
    for number, name in enumerate(names, start=1):
        lines.append(f"001 {number:4}      {name[:33]:33} {'':4} {'':3} {'':11} {'':10}  0.0 {number:4}")
    return "\n".join(lines).encode()


def test_cells_of_a_federation_report(world, browser_of):
    one, browser = world.ladders[0], browser_of(world.organiser)
    file = SimpleUploadedFile("report.trf", trf(name for name in ONE_LINE if "\x00" not in name))
    response = browser.post("/admin/ladders/events/upload/", {"ladder": one.ladder.pk, "file": file})
    assert response.status_code == 302, read(response).text
    preview = browser.get(response["Location"])
    assert is_clean(preview)
    assert f"<script>{MARK}()</script>" in "".join(read(preview).text)


def workbook(sheet=b"<worksheet/>"):
    """A file that every program takes for a workbook of a spreadsheet."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return packed.getvalue()


def archive(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return packed.getvalue()


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;&b;&b;</x>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
SPREADSHEET = "This is a spreadsheet. Save it as CSV"
REFUSED = {
    "a workbook": (workbook(), SPREADSHEET),
    "a workbook of twenty kilobytes that says twenty megabytes": (workbook(b"0" * 20_000_000), SPREADSHEET),
    "a workbook with entities in it": (workbook(ENTITIES), SPREADSHEET),
    "an older workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, SPREADSHEET),
    "an archive": (archive(a=b"0" * 20_000_000), "This is an archive. Unpack it"),
    "an archive in itself": (archive(a=archive(a=b"0" * 9_000_000)), "This is an archive. Unpack it"),
    "entities": (OUTSIDE, "This is a web page."),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("filename", ["results.xlsx", "results.csv", "results.trf", "results.zip"])
def test_workbooks_archives_and_entities_are_refused_unopened(world, browser_of, monkeypatch, what, filename):
    """Whatever the file is called, and with a sentence that says what to do instead."""

    def never(*args, **kwargs):
        raise AssertionError("the file was opened")

    content, sentence = REFUSED[what]
    for module, opens in (
        (zipfile, "ZipFile"),
        (zlib, "decompressobj"),
        (gzip, "open"),
        (expat, "ParserCreate"),
    ):
        monkeypatch.setattr(module, opens, never)
    one, browser = world.ladders[0], browser_of(world.organiser)
    upload = {"ladder": one.ladder.pk, "file": SimpleUploadedFile(filename, content)}
    response = browser.post("/admin/ladders/events/upload/", upload)
    assert response.status_code == 200
    words = " ".join("".join(read(response).text).split())
    assert sentence in words
    assert "root:" not in words
    assert not PendingUpload.objects.exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_no_list_in_the_admin_is_given_out_as_a_spreadsheet(world, browser_of, kind):
    """Wagtail writes formulas into CSV files as they are (wagtail/wagtail#3466), so none is made."""
    browser, asked = browser_of(world.organiser), 0
    for route in all_routes():
        if route.is_ours and route.is_for_the_admin and not route.parameters:
            response = browser.get(f"/{route.path}?export={kind}")
            assert "csv" not in response["Content-Type"], route.path
            assert "spreadsheet" not in response["Content-Type"], route.path
            assert "attachment" not in response.get("Content-Disposition", ""), route.path
            asked += response.status_code == 200
    assert asked > 8


# Addresses.


def test_addresses_that_no_database_takes(world, browser_of):
    one = world.of(Visibility.PUBLIC)
    bad = ("%00", "%ED%A0%80", "%F0%9F%98%80", "..%2f..", "%27%20OR%201=1--", "x" * 3000, "%E2%80%AE")
    for text in bad:
        for address in (
            f"{one.page.url}players/{text}/",
            f"{one.page.url}events/{text}/",
            f"{one.page.url}players/{text}/events/{text}/",
            f"/ladders/s/{text}/",
        ):
            assert browser_of().get(address).status_code == 404, address
        for address in (
            f"{one.page.url}?page={text}",
            f"{one.page.url}events/?page={text}",
            f"/club-0/?page={text}",
        ):
            assert browser_of().get(address).status_code == 200, address
        browser = browser_of(world.organiser)
        for address in (
            f"/admin/ladders/events/?q={text}&ladder={text}&status={text}&p={text}",
            f"/admin/ladders/players/?p={text}",
            f"/admin/ladders/players/choose/?q={text}",
        ):
            assert browser.get(address).status_code == 200, address
        found = browser.post("/admin/ladders/players/", {"q": unquote(text), "p": unquote(text)})
        assert found.status_code == 200
        assert browser.get(f"/admin/ladders/events/uploads/{text}/").status_code in (302, 404)
        assert browser.get(f"/admin/ladders/players/choose/chosen/{text}/").status_code == 404


NO_TEXT = (
    b"%ED%A0%80%00%ff",  # half a surrogate pair, a null, a byte of no letter
    b"\xff\xfe\x00",
    b"%C3%28",
)


@pytest.mark.parametrize("bad", NO_TEXT, ids=range(len(NO_TEXT)))
def test_bytes_that_are_no_text(world, browser_of, bad):
    """They become replacement characters, or are dropped; the form stands, and nothing else happens."""
    browser, event = browser_of(world.organiser), world.ladders[0].draft
    desk = reverse("wagtail_ladder_events:desk", args=[event.pk])

    def post(address, **fields):
        body = b"&".join(name.encode() + b"=" + value for name, value in fields.items())
        return browser.post(address, body, content_type="application/x-www-form-urlencoded")

    def version():
        return str(Event.objects.values_list("version", flat=True).get(pk=event.pk)).encode()

    before = event.entries.count()
    assert post(f"{desk}entries/", names=b"Ann " + bad, version=version()).status_code == 302
    typed = event.entries.order_by("number").last().typed_name
    assert event.entries.count() == before + 1
    assert typed.startswith("Ann ")
    assert "\x00" not in typed
    assert typed.encode()  # no half of a surrogate pair is left
    assert post(f"{desk}members/", q=b"nobody" + bad).json()["members"] == []
    refused = post(f"{desk}entries/", names=b"Bo", version=bad)
    assert refused.status_code == 200
    assert event.entries.count() == before + 1
    unnamed = post(f"{desk}details/", **{"name": b"", bad.decode("latin-1"): bad}, version=version())
    assert unnamed.status_code == 200
    decided = post(desk, version=version(), **{f"choice-{event.entries.last().pk}": bad})
    assert decided.status_code == 200
    assert not event.entries.filter(decided_by=world.organiser).exclude(decision="undecided").exists()


def test_a_null_in_a_name_is_refused_with_a_sentence(world, browser_of):
    player = {"club": world.club.pk, "name": "A\x00B"}
    response = browser_of(world.organiser).post(reverse("ladder_players:add"), player)
    assert response.status_code == 200
    assert "Null characters are not allowed." in "".join(read(response).text)
    assert not Player.objects.filter(name__startswith="A", name__endswith="B").exists()


def test_nothing_that_is_typed_gets_into_the_page_tree(evening, world):
    """No page, and no redirect, is named after a player or an event: titles and slugs come from editors."""
    one, _event, _browser = evening
    services.change_ladder(one.ladder, name=f"{MARK} ladder", by=world.organiser)
    tree = Page.objects.values_list("title", "draft_title", "slug", "url_path", "search_description")
    told = [*map(repr, tree), *map(repr, Redirect.objects.values_list("old_path", "redirect_link"))]
    told += map(repr, Revision.objects.page_revisions().values_list("object_str", "content"))
    assert len(told) > 10
    assert not [text for text in told if MARK in text]
