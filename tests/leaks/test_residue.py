"""A name is stored in two columns, and nothing that the site keeps or says besides holds it."""

import gc
import logging
import tempfile

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from wagtail_ladder.models import Entry, Event, Player, Visibility

from .canary import leaks, person
from .world import DAY, REVIEW, new_in

NAME_COLUMNS = {(Player, "name"), (Entry, "typed_name")}


def stored_texts():
    """(model, column, text) for every column of every table, as it is stored; bytes are read as text."""
    quote = connection.ops.quote_name
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.managed or model._meta.proxy:
            continue
        for field in model._meta.local_concrete_fields:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {quote(field.column)} FROM {quote(model._meta.db_table)}")  # noqa: S608
                values = {bytes(v) if isinstance(v, memoryview) else v for (v,) in cursor.fetchall()}
            for value in values - {None}:
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                yield model, field.name, text


def residue(hashes):
    return {
        (model, column)
        for model, column, text in stored_texts()
        if (model, column) not in NAME_COLUMNS and leaks(text, hashes=hashes)
    }


def test_the_scan_reads_the_columns_where_names_are(world):
    hashes = world.password_hashes()
    found = {(model, column) for model, column, text in stored_texts() if leaks(text, hashes=hashes)}
    assert found == NAME_COLUMNS


def a_season(world, browser):
    """What a club does in the admin, with new names all the way."""
    one, new = world.of(Visibility.PUBLIC), [person(number) for number in range(60, 70)]
    review = browser.post("/admin/ladders/players/add/", {"club": world.club.pk, "name": new[0].name})
    answers = [review, browser.post(REVIEW, new_in(review))]
    player = Player.objects.get(name=new[0].name)
    edit = f"/admin/ladders/players/edit/{player.pk}/"
    answers += [browser.post(edit, {"name": new[1].name}), browser.get(edit), browser.get("/admin/")]
    content = f"round,white,black,result\n1,{new[2].name},{new[3].name},1-0\n".encode()
    file = SimpleUploadedFile(f"{new[4].family}.csv", content)
    uploaded = browser.post("/admin/ladders/events/upload/", {"ladder": one.ladder.pk, "file": file})
    answers += [uploaded, browser.get(uploaded["Location"]), browser.post(f"{uploaded['Location']}discard/")]
    typed = {"ladder": one.ladder.pk, "name": "A club night", "last_day": DAY.isoformat(), "format": "swiss"}
    answers.append(browser.post("/admin/ladders/events/type/", typed))
    event = Event.objects.latest("pk")
    desk = f"/admin/ladders/events/{event.pk}/"

    def post(address, **fields):
        event.refresh_from_db()
        answers.append(browser.post(f"{desk}{address}", {"version": event.version, **fields}))

    post("entries/", names="\n".join(human.name for human in new[5:8]))
    first, second, third = event.entries.order_by("number")
    post(f"names/{first.pk}/", retype="1", typed_name=new[8].listed)
    choices = {f"choice-{first.pk}": "new", f"choice-{second.pk}": "new", f"choice-{third.pk}": "left_out"}
    post("", **choices)
    if near := (answers[-1].context or {}).get("newcomers"):
        post("", **choices, **{f"seen-{one.entry.pk}": one.seen for one in near})
    post("members/", q=new[6].family)
    post("publish/", fingerprint=browser.get(f"{desk}publish/").context["fingerprint"])
    assert Event.objects.get(pk=event.pk).status == Event.Status.PUBLISHED
    post("details/", name="Another name", last_day=DAY.isoformat())
    post("unpublish/", reason="a slip")
    post("publish/", fingerprint=browser.get(f"{desk}publish/").context["fingerprint"])
    assert Event.objects.get(pk=event.pk).status == Event.Status.PUBLISHED
    post("delete/", reason="a slip")
    post("restore/", reason="a slip")
    answers += [browser.get(f"{desk}{tab}") for tab in ("", "history/", "entries/")]
    return answers


@pytest.fixture
def temporary(tmp_path, settings, monkeypatch):
    """The folder of this test's temporary files, as others run beside it. Every upload passes through it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    settings.FILE_UPLOAD_TEMP_DIR, settings.FILE_UPLOAD_MAX_MEMORY_SIZE = str(folder), 0
    return folder


def test_after_a_season_names_are_nowhere_else(world, browser_of, caplog, temporary):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # SQL itself is no log of a club
    browser, people = browser_of(world.organiser), Player.objects.count()
    answers = a_season(world, browser)
    assert all(answer.status_code in (200, 302) for answer in answers)
    assert Player.objects.count() >= people + 3
    hashes = world.password_hashes()
    assert residue(hashes) == set()
    gc.collect()  # the last request's file goes with its request
    assert list(temporary.rglob("*")) == []
    for record in caplog.records:
        if not record.name.startswith("django.db"):
            assert leaks(record.getMessage(), hashes=hashes) == [], record
    for answer in answers:
        assert leaks(answer.cookies.output(), hashes=hashes) == []
        assert leaks(answer.get("Location", ""), hashes=hashes) == []
    assert leaks(repr(dict(browser.session)), hashes=hashes) == []
    assert leaks(repr(getattr(cache, "_cache", {})), hashes=hashes) == []
    assert all(leaks(letter.message().as_string()) == [] for letter in mail.outbox)


def test_nobody_is_named_by_his_object(world):
    hashes = world.password_hashes()
    for model in apps.get_app_config("wagtail_ladder").get_models():
        for instance in model._default_manager.all():
            assert leaks(f"{instance} {instance!r}", hashes=hashes) == [], model
